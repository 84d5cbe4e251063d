/* Findings about repeats and sessions: copied covariates, rates above physics, overlaps.
 *
 * A finding is reported; it refuses nothing. Source: docs/formats/record.md section 8. */
#ifndef WM_RECORD_FINDING_H
#define WM_RECORD_FINDING_H

#include "record/audit/audit_state.h"
#include "record/nodes/objects.h"

/* Looks at an ok repeat, the latest of its item. False, with the error stored, when out of
 * memory. */
bool wm_finding_repeat(wm_audit_state *state, const wm_audit_state_item *item,
                       const wm_covariates_node *covariates);

/* Appends all of them to the findings of the claims, overlaps first. False, with the error stored,
 * when out of memory. */
bool wm_finding_conclude(wm_audit_state *state);

#endif
