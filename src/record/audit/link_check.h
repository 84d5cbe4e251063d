/* Reductions of links and of priors. */
#ifndef WM_RECORD_LINK_CHECK_H
#define WM_RECORD_LINK_CHECK_H

#include "record/audit/audit_state.h"
#include "record/nodes/kind_reduction.h"

/* Checks a reduction of a link or of a prior; fills entry. Without the priors, checks its form
 * alone. Rules: reduction.link, .inputs, .type, .value, .reason, and those of what is missing.
 * False if something was refused, or on an error. Source: record.md section 4, links; section 8. */
bool wm_link_check(wm_audit_state *state, wm_function function, const wm_reduction_node *node,
                   wm_entry *entry);

#endif
