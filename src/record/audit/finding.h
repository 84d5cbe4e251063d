/* Findings about repeats, sessions and priors: copies, rates above physics, overlaps.
 *
 * A finding is reported; it refuses nothing. Source: docs/formats/record.md section 8. */
#ifndef WM_RECORD_FINDING_H
#define WM_RECORD_FINDING_H

#include "record/audit/audit_state.h"
#include "record/nodes/objects.h"

/* Looks at the rate and the digest of an ok repeat, the latest of its item. False, with the error
 * stored, when out of memory. */
bool wm_finding_repeat(wm_audit_state *state, const wm_audit_state_item *item,
                       const wm_covariates_node *covariates);

/* Looks at the rate of an ok segment, the latest of its item. False, with the error stored, when
 * out of memory. */
bool wm_finding_segment(wm_audit_state *state, const wm_audit_state_item *item,
                        const wm_covariates_node *covariates);

/* Looks at the output of a repair stage, which the item does not have yet. False, with the error
 * stored, when out of memory. */
bool wm_finding_repair(wm_audit_state *state, const wm_audit_state_item *item,
                       const uint8_t digest[WM_SHA256_SIZE]);

/* Looks at a timed observation, with its number among those of its item. covariates: NULL for
 * trials, which have none. False, with the error stored, when out of memory. */
bool wm_finding_timed(wm_audit_state *state, const wm_audit_state_item *item,
                      wm_procedure_name procedure, uint64_t started_at,
                      const wm_covariates_node *covariates);

/* Moves to a prior what tells copies of it, once it was judged. */
void wm_finding_keep(wm_audit_state *judged, wm_prior_marks *marks);

/* Appends all of them to the findings of the claims, overlaps first. False, with the error stored,
 * when out of memory. */
bool wm_finding_conclude(wm_audit_state *state);

#endif
