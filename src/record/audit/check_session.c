/* Checks sessions: their order and their times.
 *
 * A session is a start of the run. They are counted without a gap, so that a run that was stopped
 * and resumed until it gave good numbers says so. */
#include "record/audit/check_kinds.h"
#include "record/nodes/kind_session.h"

bool wm_check_session_is_open(wm_audit_state *state)
{
    return state->timeline.session_count > 0 ||
           !wm_refusal_make(&state->refusal, WM_RULE_SESSION_THERE,
                            "an observation of an item is before the first session");
}

bool wm_check_session(wm_audit_state *state, wm_taken *taken)
{
    const wm_session_node *node = taken->node;
    const uint32_t count = state->timeline.session_count;
    uint64_t started_at;
    wm_status status;
    uint32_t index;
    if (node->index >= 0 && node->index != count &&
        wm_refusal_make(&state->refusal, WM_RULE_SESSION_INDEX,
                        "index of the session: found %.0f, expected %lu", node->index,
                        (unsigned long)count))
        return false;
    if (state->timeline.is_reduced && wm_refusal_make(&state->refusal, WM_RULE_ORDER_SESSION,
                                                      "the record was reduced on an earlier line"))
        return false;
    if (!wm_timeline_read(node->started_at, &started_at) &&
        wm_refusal_make(&state->refusal, WM_RULE_TIME_RANGE,
                        "`started_at` of the session is above 2^63-1"))
        return false;
    if (!wm_audit_state_add(state, taken->entry, &index))
        return false;
    status = wm_timeline_add_session(&state->timeline, started_at);
    return status == WM_OK || wm_audit_state_fail(state, status);
}
