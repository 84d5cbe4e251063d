/* Checks sessions: their order and their times.
 *
 * A session is a start of the run. They are counted without a gap, so that a run that was stopped
 * and resumed until it gave good numbers says so. */
#include "record/audit/checks.h"
#include "record/nodes/kinds_plain.h"

/* Checks that warnings are texts, and at most as many as the form has. */
static bool check_warnings(wm_audit_state *state, wm_list warnings)
{
    wm_text text;
    if (!WM_DEMAND(state, WM_RULE_SCHEMA_LENGTH, warnings.count <= WM_SESSION_WARNINGS,
                   "warnings: found %lu, expected at most %d", (unsigned long)warnings.count,
                   WM_SESSION_WARNINGS))
        return false;
    while (wm_member_has_next(&warnings)) {
        const bool is_text = wm_member_next_text(&warnings, &text);
        if (!WM_DEMAND(state, WM_RULE_SCHEMA_WARNING,
                       is_text && text.size >= 1 && text.size <= WM_TABLES_TEXT_BYTES,
                       "an element of `warnings` is no text of 1 to %d bytes",
                       WM_TABLES_TEXT_BYTES))
            return false;
    }
    return true;
}

bool wm_check_session(wm_audit_state *state, wm_taken *taken)
{
    const wm_session_node *node = taken->node;
    const uint32_t count = state->timeline.session_count;
    uint64_t started_at;
    wm_status status;
    if (!check_warnings(state, node->warnings))
        return false;
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
