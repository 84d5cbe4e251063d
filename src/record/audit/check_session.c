/* Checks sessions: their order and their times.
 *
 * A session is a start of the run. They are counted without a gap, so that a run that was stopped
 * and resumed until it gave good numbers says so. */
#include "record/audit/checks.h"
#include "record/nodes/kinds_plain.h"

bool wm_check_session(wm_audit_state *state, wm_taken *taken)
{
    const wm_session_node *node = taken->node;
    const uint32_t count = state->timeline.session_count;
    uint64_t started_at;
    wm_status status;
    if (!WM_DEMAND(state, WM_RULE_SESSION_INDEX, !(node->index >= 0 && node->index != count),
                   "index of the session: found %.0f, expected %lu", node->index,
                   (unsigned long)count))
        return false;
    if (!WM_DEMAND(state, WM_RULE_ORDER_SESSION, !state->timeline.is_reduced,
                   "the record was reduced on an earlier line"))
        return false;
    if (!WM_DEMAND(state, WM_RULE_TIME_RANGE, wm_timeline_read(node->started_at, &started_at),
                   "`started_at` of the session is above 2^63-1"))
        return false;
    if (!wm_audit_state_add(state, taken->entry))
        return false;
    status = wm_timeline_add_session(&state->timeline, started_at);
    return status == WM_OK || wm_audit_state_fail(state, status);
}
