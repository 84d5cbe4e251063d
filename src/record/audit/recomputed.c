/* Compares what a reduction says with what its inputs give. */
#include "record/audit/recomputed.h"

#include "record/audit/found.h"

bool wm_recomputed_check(wm_audit_state *state, wm_function function, const wm_reduction_node *node,
                         const wm_result *result)
{
    char found[WM_FOUND_SIZE], expected[WM_FOUND_SIZE];
    if (node->value.kind != WM_VALUE_ABSENT && !wm_kind_reduction_is(&node->value, result))
        return !wm_refusal_make(&state->refusal, WM_RULE_REDUCTION_VALUE,
                                "%s: found %s, recomputed %s", wm_tables_function_name(function),
                                wm_found_value(&node->value, found),
                                wm_found_result(result, expected));
    return result->kind != WM_RESULT_NULL || node->reason.bytes == NULL ||
           wm_member_is(node->reason, result->text) ||
           !wm_refusal_make(
               &state->refusal, WM_RULE_REDUCTION_REASON, "reason for %s: found %s, recomputed %s",
               wm_tables_function_name(function), wm_found_text(node->reason, found), result->text);
}
