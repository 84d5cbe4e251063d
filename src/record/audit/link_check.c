/* Checks reductions of links and of priors.
 *
 * With the priors the value is recomputed. A prior's own links, and those of an evidence file
 * without its folder, have none: then only the form can be judged. For the latter the audit
 * says at its end that the priors are absent. */
#include "record/audit/link_check.h"

#include <string.h>

#include "record/audit/linked.h"
#include "record/audit/recomputed.h"

/* Whether the inputs are the plan alone. */
static bool is_plan(const wm_audit_state *state, const wm_list *inputs)
{
    uint8_t id[WM_SHA256_SIZE];
    return inputs->count == 1 && wm_field_hex(inputs->next, id) &&
           memcmp(id, state->entries[state->plan_entry].id, sizeof id) == 0;
}

/* Whether the inputs are all repeats, or profiles, of an item, in order. */
static bool is_repeats(const wm_audit_state *state, const wm_audit_state_item *item,
                       const wm_list *inputs)
{
    const wm_json_value *input = inputs->next;
    uint32_t count;
    const uint32_t *entries = wm_linked_repeats(item, &count);
    uint8_t id[WM_SHA256_SIZE];
    if (inputs->count != count)
        return false;
    for (uint32_t i = 0; i < inputs->count; i++, input = input->next)
        if (!wm_field_hex(input, id) || memcmp(id, state->entries[entries[i]].id, sizeof id) != 0)
            return false;
    return true;
}

/* The item whose repeats are the inputs, without a prior to ask; NONE if it is none. */
static uint32_t owner_of(const wm_audit_state *state, const wm_list *inputs)
{
    uint8_t id[WM_SHA256_SIZE];
    uint32_t entry = WM_AUDIT_STATE_NONE;
    if (inputs->count > 0 && wm_field_hex(inputs->next, id))
        entry = wm_audit_state_find(state, id);
    return entry == WM_AUDIT_STATE_NONE ||
                   (state->entries[entry].class & (WM_CLASS_WORKLOAD | WM_CLASS_PROFILE)) == 0
               ? WM_AUDIT_STATE_NONE
               : state->entries[entry].owner;
}

/* Resolves all inputs, and demands those of the function. */
static bool check_linked_inputs(wm_audit_state *state, wm_function function,
                                const wm_reduction_node *node, bool is_link)
{
    const unsigned classes =
        is_link ? WM_CLASS_WORKLOAD | WM_CLASS_PROFILE | WM_CLASS_PLAN : WM_CLASS_PLAN;
    const bool is_absent = wm_audit_state_lacks_priors(state);
    uint32_t owner = WM_AUDIT_STATE_NONE, entry;
    bool is_right;
    if (!is_link && node->inputs.count != 1 &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_LENGTH,
                        "the inputs of %s are not the plan alone",
                        wm_tables_function_name(function)))
        return false;
    for (const wm_json_value *input = node->inputs.next; input != NULL; input = input->next)
        if (!wm_audit_state_edge_to(state, "inputs", input, classes, &entry))
            return false;
    if (is_link)
        owner = is_absent ? owner_of(state, &node->inputs)
                          : wm_linked_item(state, (size_t)node->prior - 1, (size_t)node->item);
    is_right = owner == WM_AUDIT_STATE_NONE
                   ? is_plan(state, &node->inputs)
                   : is_repeats(state, &state->items[owner], &node->inputs);
    return is_right ||
           !wm_refusal_make(&state->refusal, WM_RULE_REDUCTION_INPUTS, "inputs of %s: expected %s",
                            wm_tables_function_name(function),
                            owner == WM_AUDIT_STATE_NONE ? "the plan alone"
                                                         : "all repeats of the item here");
}

/* Whether a link of a variant has a function with these needs. A recall has those of profiles. */
static bool has_function(const wm_variant *variant, wm_function function)
{
    const wm_procedure_name by = wm_tables_function_procedure(function);
    return wm_tables_function_suits(function, variant) &&
           wm_tables_has_output(variant) == (by == WM_PROCEDURE_NONE);
}

/* Demands a linked prior, and an item of it that has the function. */
static bool check_linked(wm_audit_state *state, wm_function function, const wm_reduction_node *node,
                         bool is_link, bool *is_there)
{
    const wm_plan *plan;
    *is_there = wm_linked_has(state, node->prior - 1);
    if (*is_there && is_link && !wm_audit_state_lacks_priors(state)) {
        plan = &state->priors[(size_t)node->prior - 1].plan;
        *is_there = node->item >= 0 && node->item < (double)plan->item_count &&
                    has_function(plan->items[(size_t)node->item].variant, function);
    }
    return *is_there || !wm_refusal_make(&state->refusal, WM_RULE_REDUCTION_LINK,
                                         "%s: there is no such link: prior %.0f, item %.0f",
                                         wm_tables_function_name(function), node->prior,
                                         is_link ? node->item : (double)0);
}

/* Whether the claims of a function show a word. */
static bool is_word(wm_function function)
{
    for (size_t i = 0; i < wm_tables_count(); i++)
        if (wm_tables_at(i)->function == function)
            return wm_tables_at(i)->text == WM_TEXT_WORD;
    return false;
}

/* Without its prior a value has a type, and no more is known of it. */
static bool check_type(wm_audit_state *state, wm_function function, const wm_value *value)
{
    const bool is_right =
        value->kind == WM_VALUE_NULL || value->kind == WM_VALUE_ABSENT ||
        (is_word(function) ? value->kind == WM_VALUE_WORD && value->text.size >= 1 &&
                                 value->text.size <= WM_LINKED_WORD
                           : value->kind == WM_VALUE_NUMBER);
    return is_right || !wm_refusal_make(&state->refusal, WM_RULE_REDUCTION_TYPE,
                                        "value of %s: found another type than that of its function",
                                        wm_tables_function_name(function));
}

bool wm_link_check(wm_audit_state *state, wm_function function, const wm_reduction_node *node,
                   wm_entry *entry)
{
    const bool is_link = wm_tables_function_inputs(function) == WM_INPUTS_LINK;
    bool is_there;
    wm_result result;
    wm_step step;
    if (!wm_linked_complete(state) || !check_linked(state, function, node, is_link, &is_there))
        return false;
    state->is_complete = true;
    if (!is_there)
        return true; /* the rule is switched off */
    if (!check_linked_inputs(state, function, node, is_link))
        return false;
    entry->subject = is_link ? WM_SUBJECT_LINK : WM_SUBJECT_PRIOR;
    entry->part = (uint32_t)node->prior - 1;
    if (is_link)
        entry->owner = wm_member_index(node->item, WM_AUDIT_STATE_NONE);
    if (wm_audit_state_lacks_priors(state))
        return check_type(state, function, &node->value);
    memset(&step, 0, sizeof step);
    step.kind = is_link ? WM_SUBJECT_LINK : WM_SUBJECT_PRIOR;
    step.prior = entry->part;
    step.index = is_link ? entry->owner : 0;
    result = wm_audit_state_reduce(state, &step, function);
    return wm_recomputed_check(state, function, node, &result);
}
