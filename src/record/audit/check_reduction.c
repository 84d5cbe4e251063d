/* Checks reductions: their inputs, and the recomputed value.
 *
 * The inputs must be all observations that the function reads, in their order. So a producer cannot
 * leave out a repeat that it does not like, and a reader finds below each claim what it rests on. A
 * reduction closes what it read: an observation of the item on a later line is refused. Long series
 * are named by many reductions in a row, so the text of their inputs is kept and compared first. */
#include <string.h>

#include "record/audit/check_kinds.h"
#include "record/audit/found.h"
#include "record/audit/inputs.h"
#include "record/audit/link_check.h"
#include "record/audit/linked.h"
#include "record/audit/recomputed.h"
#include "record/audit/series.h"
#include "record/laws/change.h"
#include "record/nodes/kind_reduction.h"

/* ---- of an item ------------------------------------------------------------------------------ */

/* A function of all repeats must follow the last repeat; likewise one of segments or
 * profiles. */
static bool check_whole(wm_audit_state *state, const wm_audit_state_item *item,
                        wm_function function)
{
    const uint32_t last = item->observed.count[WM_PROCEDURE_REPEATS];
    const wm_class first = wm_inputs_first(item, function);
    const bool takes_all = first == WM_CLASS_WORKLOAD && last > 0;
    if (first == WM_CLASS_STRESS)
        return wm_audit_state_is_whole(state, item, WM_PROCEDURE_SEGMENTS);
    if (first == WM_CLASS_PROFILE)
        return wm_audit_state_is_whole(state, item, WM_PROCEDURE_PROFILE);
    return !takes_all || last >= item->item.repeats ||
           !wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_COMPLETE,
                            "repeats of %s when they are reduced: found %lu, expected %lu",
                            item->label, (unsigned long)last, (unsigned long)item->item.repeats);
}

/* The classes of the inputs of an item's functions. */
enum {
    INPUTS = WM_CLASS_WORKLOAD | WM_CLASS_CALIBRATION | WM_CLASS_STAGE | WM_CLASS_STRESS |
             WM_CLASS_PROFILE
};

/* Refuses because of the number of inputs, or of the first wrong one. */
static bool refuse_inputs(wm_audit_state *state, const wm_audit_state_item *item,
                          wm_function function, const wm_list *inputs, uint32_t wrong)
{
    const char *name = wm_tables_function_name(function);
    const wm_json_value *input = inputs->next;
    char found[WM_FOUND_SIZE], expected[WM_FOUND_SIZE];
    uint32_t count = 0;
    while (wm_inputs_are_there(item, function) &&
           wm_inputs_at(item, function, count) != WM_AUDIT_STATE_NONE)
        count++;
    if (inputs->count != count)
        return !wm_refusal_make(&state->refusal, WM_RULE_REDUCTION_INPUTS,
                                "number of inputs of %s of %s: found %lu, expected %lu", name,
                                item->label, (unsigned long)inputs->count, (unsigned long)count);
    for (uint32_t i = 0; i < wrong; i++)
        input = input->next;
    return !wm_refusal_make(
        &state->refusal, WM_RULE_REDUCTION_INPUTS, "inputs[%lu] of %s of %s: found %s, expected %s",
        (unsigned long)wrong, name, item->label, wm_found_text(wm_member_text_of(input), found),
        wm_found_hex(state->entries[wm_inputs_at(item, function, wrong)].id, expected));
}

/* Checks that the inputs are exactly those of the function of the item. */
static bool check_item_inputs(wm_audit_state *state, const wm_audit_state_item *item,
                              wm_function function, const wm_list *inputs)
{
    const bool is_there = wm_inputs_are_there(item, function);
    uint32_t i = 0, wrong = WM_AUDIT_STATE_NONE;
    for (const wm_json_value *input = inputs->next; input != NULL; input = input->next, i++) {
        const uint32_t expected = wm_inputs_at(item, function, i);
        uint8_t id[WM_SHA256_SIZE];
        uint32_t entry;
        if (expected != WM_AUDIT_STATE_NONE && wm_field_hex(input, id) &&
            memcmp(id, state->entries[expected].id, sizeof id) == 0)
            continue;
        if (!wm_audit_state_edge_to(state, "inputs", input, INPUTS, &entry))
            return false;
        wrong = wrong == WM_AUDIT_STATE_NONE ? i : wrong;
    }
    return (is_there && wrong == WM_AUDIT_STATE_NONE &&
            wm_inputs_at(item, function, i) == WM_AUDIT_STATE_NONE) ||
           refuse_inputs(state, item, function, inputs, wrong);
}

static bool check_item(wm_audit_state *state, wm_function function, const wm_reduction_node *node,
                       wm_entry *entry)
{
    const wm_audit_state_item *item;
    wm_result result;
    uint32_t first;
    if (!wm_audit_state_edge_to(state, "inputs", node->inputs.next, INPUTS, &first))
        return false;
    if (first == WM_AUDIT_STATE_NONE || state->entries[first].owner == WM_AUDIT_STATE_NONE)
        return true; /* a rule is switched off */
    item = &state->items[state->entries[first].owner];
    if (!check_whole(state, item, function) ||
        !check_item_inputs(state, item, function, &node->inputs))
        return false;
    entry->owner = state->entries[first].owner;
    result = wm_reduction_of_item(function, &item->observed);
    return wm_recomputed_check(state, function, node, &result);
}

/* ---- of a series ----------------------------------------------------------------------------- */

/* Whether the text of the inputs equals that of the latest whole series. */
static bool is_latest(const wm_audit_state *state, const wm_list *inputs, const char **text,
                      size_t *size)
{
    const wm_json_value *input = inputs->next;
    size_t expected = 0;
    *text = input->text;
    *size = (size_t)inputs->count * 67 - 3; /* ids with `","` between them */
    for (; input != NULL; input = input->next, expected += 67)
        if (input->kind != WM_JSON_STRING || input->text_size != 64 ||
            input->text != *text + expected) {
            *size = 0;
            return false;
        }
    return state->inputs.size == *size && memcmp(state->inputs.data, *text, *size) == 0;
}

/* Resolves one input. Most are one line after the previous one. */
static bool resolve_external(wm_audit_state *state, const wm_json_value *input, uint32_t guess,
                             uint32_t *entry)
{
    uint8_t id[WM_SHA256_SIZE];
    if (guess < state->entry_count && wm_field_hex(input, id) &&
        memcmp(state->entries[guess].id, id, sizeof id) == 0 &&
        state->entries[guess].class == WM_CLASS_EXTERNAL) {
        *entry = guess;
        return true;
    }
    return wm_audit_state_edge_to(state, "inputs", input, WM_CLASS_EXTERNAL, entry);
}

/* Resolves the inputs into state->input_entries. Demands one whole series, in order. */
static bool resolve_series(wm_audit_state *state, const wm_list *inputs)
{
    const wm_series *series = NULL;
    uint32_t guess = WM_AUDIT_STATE_NONE, entry;
    uint32_t *entries = wm_audit_state_grow(state, state->input_entries, &state->input_capacity,
                                            inputs->count, sizeof *entries);
    bool is_whole = true;
    uint32_t in_order = 0;
    state->input_count = 0;
    if (entries == NULL)
        return false;
    state->input_entries = entries;
    for (const wm_json_value *input = inputs->next; input != NULL; input = input->next) {
        if (!resolve_external(state, input, guess, &entry))
            return false;
        if (entry == WM_AUDIT_STATE_NONE)
            continue; /* a rule is switched off */
        if (series == NULL)
            series = &state->series[state->entries[entry].owner];
        is_whole = is_whole && series == &state->series[state->entries[entry].owner] &&
                   state->entries[entry].part == state->input_count;
        state->input_entries[state->input_count++] = entry;
        in_order = is_whole ? state->input_count : in_order;
        guess = entry + 1;
    }
    is_whole = is_whole && series != NULL && state->input_count == series->count;
    return is_whole || !wm_refusal_make(&state->refusal, WM_RULE_SERIES_INPUTS,
                                        "inputs: found %lu, the first %lu of them in order, "
                                        "expected all %lu of the series `%s`",
                                        (unsigned long)inputs->count, (unsigned long)in_order,
                                        (unsigned long)(series == NULL ? 0 : series->count),
                                        series == NULL ? "" : series->name);
}

/* Resolves the inputs, or finds that they equal the latest ones. */
static bool check_series_inputs(wm_audit_state *state, const wm_list *inputs)
{
    const char *text;
    size_t size;
    wm_status status = WM_OK;
    if (is_latest(state, inputs, &text, &size) &&
        state->series[state->entries[state->input_entries[0]].owner].count == state->input_count)
        return true;
    state->inputs.size = 0;
    if (!resolve_series(state, inputs))
        return false;
    if (size != 0 && state->input_count == inputs->count)
        status = wm_buffer_append(&state->inputs, text, size);
    return status == WM_OK || wm_audit_state_fail(state, status);
}

/* Reads a field of all inputs into state->values. */
static bool gather(wm_audit_state *state, wm_text field)
{
    bool is_there;
    if (!wm_audit_state_make_values(state, state->input_count))
        return false;
    for (uint32_t i = 0; i < state->input_count; i++) {
        if (!wm_series_value(state, state->input_entries[i], field, &state->values[i], &is_there))
            return false;
        if (!is_there &&
            wm_refusal_make(&state->refusal, WM_RULE_SERIES_FIELD,
                            "the observation on line %lu has no value `%.*s`",
                            (unsigned long)state->entries[state->input_entries[i]].line,
                            (int)field.size, field.bytes))
            return false;
    }
    return true;
}

static bool keep_result(wm_audit_state *state, const wm_result *result, uint32_t *index)
{
    wm_result *results = wm_audit_state_grow(state, state->results, &state->result_capacity,
                                             (size_t)state->result_count + 1, sizeof *results);
    if (results == NULL)
        return false;
    state->results = results;
    state->results[state->result_count] = *result;
    *index = state->result_count++;
    return true;
}

static bool check_over_series(wm_audit_state *state, wm_function function,
                              const wm_reduction_node *node, wm_entry *entry)
{
    wm_result result;
    if (!check_series_inputs(state, &node->inputs))
        return false;
    if (node->field.bytes == NULL || state->input_count == 0)
        return true; /* a rule is switched off */
    if (wm_member_is(node->field, "reason") &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_VALUE,
                        "`field`: found `reason`, which is not a value"))
        return false;
    if (!gather(state, node->field))
        return false;
    result = wm_reduction_of_series(function, state->values, state->input_count);
    if (!wm_recomputed_check(state, function, node, &result) ||
        !keep_result(state, &result, &entry->part))
        return false;
    entry->owner = state->entries[state->input_entries[0]].owner;
    entry->subject = WM_SUBJECT_OWN;
    return true;
}

/* ---- of the record --------------------------------------------------------------------------- */

/* Demands that all repeats, segments and profiles of the plan were read. */
static bool check_all_repeats(wm_audit_state *state)
{
    for (size_t i = 0; i < state->plan.item_count; i++) {
        const wm_audit_state_item *item = &state->items[i];
        if (wm_tables_has_output(item->item.variant) &&
            item->observed.count[WM_PROCEDURE_REPEATS] < item->item.repeats &&
            wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_COMPLETE,
                            "repeats of %s when the record is reduced: found %lu, expected %lu",
                            item->label, (unsigned long)item->observed.count[WM_PROCEDURE_REPEATS],
                            (unsigned long)item->item.repeats))
            return false;
    }
    return wm_linked_whole(state, WM_PROCEDURE_SEGMENTS);
}

/* Demands the plan as the only input. */
static bool check_plan_alone(wm_audit_state *state, wm_function function,
                             const wm_reduction_node *node)
{
    const wm_json_value *input = node->inputs.next;
    uint32_t plan = WM_AUDIT_STATE_NONE;
    if (node->inputs.count != 1 && wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_LENGTH,
                                                   "the inputs of %s are not the plan alone",
                                                   wm_tables_function_name(function)))
        return false;
    return input == NULL || wm_audit_state_edge_to(state, "inputs", input, WM_CLASS_PLAN, &plan);
}

static bool check_of_record(wm_audit_state *state, wm_function function,
                            const wm_reduction_node *node, wm_entry *entry)
{
    wm_result result;
    if (!check_plan_alone(state, function, node) || !check_all_repeats(state))
        return false;
    entry->subject = WM_SUBJECT_RECORD;
    result = wm_timeline_reduce(&state->timeline, function);
    return wm_recomputed_check(state, function, node, &result);
}

/* ---- of a change ----------------------------------------------------------------------------- */

/* Whether an item has a base, and its variant the function. */
static bool has_change(const wm_audit_state *state, wm_function function, double item)
{
    const size_t count = state->plan.item_count;
    return item >= 0 && item < (double)count &&
           wm_change_base(&state->plan, (size_t)item) < count &&
           wm_tables_function_suits(function, state->items[(size_t)item].item.variant);
}

static bool check_change(wm_audit_state *state, wm_function function, const wm_reduction_node *node,
                         wm_entry *entry)
{
    wm_result result;
    wm_step step;
    if (!check_plan_alone(state, function, node) || !wm_linked_complete(state))
        return false;
    state->is_complete = true;
    if (!has_change(state, function, node->item))
        return !wm_refusal_make(&state->refusal, WM_RULE_REDUCTION_INPUTS,
                                "%s: item %.0f has no base, or its variant no such function",
                                wm_tables_function_name(function), node->item);
    memset(&step, 0, sizeof step);
    step.kind = WM_SUBJECT_CHANGE;
    step.index = (size_t)node->item;
    entry->subject = WM_SUBJECT_CHANGE;
    entry->owner = (uint32_t)step.index;
    result = wm_audit_state_reduce(state, &step, function);
    return wm_recomputed_check(state, function, node, &result);
}

/* The check of a form. */
static bool check_form(wm_audit_state *state, const wm_form *form, wm_function function,
                       const wm_reduction_node *node, wm_entry *entry)
{
    if (form == &wm_kind_reduction_series)
        return check_over_series(state, function, node, entry);
    if (form == &wm_kind_reduction_record)
        return check_of_record(state, function, node, entry);
    if (form == &wm_kind_reduction_change)
        return check_change(state, function, node, entry);
    if (form == &wm_kind_reduction_link || form == &wm_kind_reduction_prior)
        return wm_link_check(state, function, node, entry);
    return check_item(state, function, node, entry);
}

bool wm_check_reduction(wm_audit_state *state, wm_taken *taken)
{
    const wm_reduction_node *node = taken->node;
    const wm_function function = wm_tables_function(node->function.bytes, node->function.size);
    wm_entry *entry = taken->entry;
    uint32_t index;
    entry->function = (uint8_t)function;
    if (node->inputs.is_there && node->inputs.count == 0 &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_LENGTH, "`inputs` is empty"))
        return false;
    if (node->inputs.count > 0 && !check_form(state, taken->form, function, node, entry))
        return false;
    if (!wm_audit_state_add(state, entry, &index))
        return false;
    if (entry->subject == WM_SUBJECT_RECORD)
        state->timeline.is_reduced = true;
    else if (entry->subject == WM_SUBJECT_OWN)
        state->series[entry->owner].is_reduced = true;
    else if (entry->subject == WM_SUBJECT_ITEM && entry->owner != WM_AUDIT_STATE_NONE) {
        state->items[entry->owner].is_reduced = true;
        if (function == WM_FUNCTION_TRANSCRIPT)
            state->items[entry->owner].is_judged = true;
    }
    return true;
}
