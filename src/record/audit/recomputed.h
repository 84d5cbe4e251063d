/* Comparisons of a reduction with its recomputed value. */
#ifndef WM_RECORD_RECOMPUTED_H
#define WM_RECORD_RECOMPUTED_H

#include "record/audit/audit_state.h"
#include "record/nodes/kind_reduction.h"

/* Compares value and reason with the recomputed ones. Rules: reduction.value, reduction.reason.
 * False if it was refused. */
bool wm_recomputed_check(wm_audit_state *state, wm_function function, const wm_reduction_node *node,
                         const wm_result *result);

#endif
