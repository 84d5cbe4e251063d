/* Reduction nodes. */
#include "record/reduced.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/observation.h"
#include "standards/number.h"

bool wm_reduced_is(const wm_json_value *value, const wm_result *result)
{
    if (value == NULL)
        return false;
    switch (result->kind) {
    case WM_RESULT_NULL:
        return value->kind == WM_JSON_NULL;
    case WM_RESULT_NUMBER:
        return value->kind == WM_JSON_NUMBER && value->number == result->number;
    case WM_RESULT_WORD:
        return wm_json_is_text(value, result->text);
    }
    return false;
}

const char *wm_reduced_words(const wm_result *result, char *out, size_t size)
{
    char number[WM_NUMBER_TEXT_SIZE];
    if (result->kind == WM_RESULT_NUMBER) {
        (void)wm_number_format(result->number, number);
        snprintf(out, size, "%s", number);
    } else if (result->kind == WM_RESULT_WORD) {
        snprintf(out, size, "`%s`", result->text);
    } else {
        snprintf(out, size, "null (%s)", result->text);
    }
    return out;
}

const char *wm_reduced_found(const wm_json_value *value, char *out, size_t size)
{
    char text[72];
    if (value == NULL || value->kind == WM_JSON_NULL)
        snprintf(out, size, "null");
    else if (value->kind == WM_JSON_STRING)
        snprintf(out, size, "`%s`", wm_schema_text(value, text, sizeof text));
    else
        snprintf(out, size, "%.*s", value->text_size < 40 ? (int)value->text_size : 40,
                 value->kind == WM_JSON_NUMBER ? value->text : "");
    return out;
}

/* Compares value and reason with what was recomputed. */
static bool check_result(wm_audit_state *state, wm_function function, const wm_json_value *value,
                         const wm_json_value *reason, const wm_result *result)
{
    char expected[160], found[80];
    if (value != NULL && !wm_reduced_is(value, result))
        return !wm_refusal_make(&state->refusal, WM_RULE_REDUCTION_VALUE, "%s is %s and not %s",
                                wm_tables_function_name(function),
                                wm_reduced_words(result, expected, sizeof expected),
                                wm_reduced_found(value, found, sizeof found));
    return result->kind != WM_RESULT_NULL || reason == NULL ||
           wm_json_is_text(reason, result->text) ||
           !wm_refusal_make(&state->refusal, WM_RULE_REDUCTION_REASON,
                            "the reason for %s is `%s` and not %s",
                            wm_tables_function_name(function), result->text,
                            wm_reduced_found(reason, found, sizeof found));
}

/* ---- of an item ------------------------------------------------------------------------------ */

/* The latest decide stage, or NONE. */
static uint32_t last_decision(const wm_audit_state_item *item)
{
    for (unsigned i = item->stage_count; i-- > 0;)
        if (item->stages[i].name == WM_STAGE_DECIDE)
            return item->stages[i].entry;
    return WM_AUDIT_STATE_NONE;
}

uint32_t wm_reduced_input(const wm_audit_state_item *item, wm_function function, uint32_t i)
{
    const bool is_gemm = item->item.variant->is_gemm;
    const uint32_t repeats = item->observed.repeat_count;
    const wm_inputs inputs =
        item->observed.has_failed ? WM_INPUTS_REPEATS : wm_tables_function_inputs(function);
    switch (inputs) {
    case WM_INPUTS_CALIBRATION:
        return i == 0 ? item->calibration_entry : WM_AUDIT_STATE_NONE;
    case WM_INPUTS_DECISION:
        return i == 0 ? last_decision(item) : WM_AUDIT_STATE_NONE;
    case WM_INPUTS_TOLERANCE:
        if (is_gemm)
            return i == 0 ? item->calibration_entry : WM_AUDIT_STATE_NONE;
        break;
    case WM_INPUTS_VERDICT:
        if (is_gemm && i == repeats)
            return item->calibration_entry;
        break;
    case WM_INPUTS_REPEATS:
    case WM_INPUTS_SERIES:
        break;
    }
    return i < repeats ? item->repeat_entries[i] : WM_AUDIT_STATE_NONE;
}

/* Whether a function of the item can be reduced now: it is one of its workload, and all its inputs
 * are there. */
static bool can_reduce(const wm_audit_state_item *item, wm_function function)
{
    const wm_inputs inputs = wm_tables_function_inputs(function);
    const bool is_gemm = item->item.variant->is_gemm;
    if (!is_gemm && (inputs == WM_INPUTS_CALIBRATION || function == WM_FUNCTION_ROW_STATISTIC))
        return false;
    if (item->observed.has_failed || inputs == WM_INPUTS_REPEATS)
        return true;
    if (inputs == WM_INPUTS_DECISION)
        return last_decision(item) != WM_AUDIT_STATE_NONE;
    return !is_gemm || item->calibration != NULL;
}

/* What takes all repeats cannot come before the last of them. */
static bool check_whole(wm_audit_state *state, const wm_audit_state_item *item,
                        wm_function function)
{
    const uint32_t last = item->observed.repeat_count;
    const bool takes_all =
        last > 0 && wm_reduced_input(item, function, 0) == item->repeat_entries[0];
    return !takes_all || last >= item->item.repeats ||
           !wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_COMPLETE,
                            "%s has %lu repeats of %lu when they are reduced", item->label,
                            (unsigned long)last, (unsigned long)item->item.repeats);
}

/* Checks that inputs are exactly those of the function of the item. */
static bool check_item_inputs(wm_audit_state *state, const wm_audit_state_item *item,
                              wm_function function, const wm_json_value *inputs)
{
    const unsigned classes = WM_CLASS_WORKLOAD | WM_CLASS_CALIBRATION | WM_CLASS_STAGE;
    bool is_right = can_reduce(item, function);
    uint32_t i = 0;
    for (const wm_json_value *input = inputs->first; input != NULL; input = input->next, i++) {
        const uint32_t expected = wm_reduced_input(item, function, i);
        uint8_t id[WM_SHA256_SIZE];
        uint32_t entry;
        if (expected != WM_AUDIT_STATE_NONE && wm_schema_hex(input, id) &&
            memcmp(id, state->entries[expected].id, sizeof id) == 0)
            continue;
        if (!wm_audit_state_edge(state, "inputs", input, classes, &entry))
            return false;
        is_right = false;
    }
    is_right = is_right && wm_reduced_input(item, function, i) == WM_AUDIT_STATE_NONE;
    return is_right || !wm_refusal_make(&state->refusal, WM_RULE_REDUCTION_INPUTS,
                                        "the inputs are not those of %s of %s",
                                        wm_tables_function_name(function), item->label);
}

static bool reduce_item(wm_audit_state *state, wm_function function,
                        const wm_json_value *const values[6], wm_entry *entry)
{
    const unsigned classes = WM_CLASS_WORKLOAD | WM_CLASS_CALIBRATION | WM_CLASS_STAGE;
    const wm_json_value *inputs = values[2];
    const wm_audit_state_item *item;
    wm_result result;
    uint32_t first;
    if (!wm_audit_state_edge(state, "inputs", inputs->first, classes, &first))
        return false;
    if (first == WM_AUDIT_STATE_NONE || state->entries[first].owner == WM_AUDIT_STATE_NONE)
        return true; /* a rule is off */
    item = &state->items[state->entries[first].owner];
    if (!check_whole(state, item, function) || !check_item_inputs(state, item, function, inputs))
        return false;
    entry->owner = state->entries[first].owner;
    result = wm_reduction_of_item(function, &item->observed);
    return check_result(state, function, values[5], values[3], &result);
}

/* ---- of a series ----------------------------------------------------------------------------- */

/* Whether the inputs are, letter for letter, the latest ones that were found to be a whole
 * series. */
static bool is_latest(const wm_audit_state *state, const wm_json_value *inputs, const char **text,
                      size_t *size)
{
    const wm_json_value *input = inputs->first;
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

/* Resolves one input; most are on the line after that of the one before. */
static bool resolve_external(wm_audit_state *state, const wm_json_value *input, uint32_t guess,
                             uint32_t *entry)
{
    uint8_t id[WM_SHA256_SIZE];
    if (guess < state->entry_count && wm_schema_hex(input, id) &&
        memcmp(state->entries[guess].id, id, sizeof id) == 0 &&
        state->entries[guess].class == WM_CLASS_EXTERNAL) {
        *entry = guess;
        return true;
    }
    return wm_audit_state_edge(state, "inputs", input, WM_CLASS_EXTERNAL, entry);
}

/* Resolves the inputs into state->input_entries and checks that they are one whole series in
 * order. */
static bool resolve_series(wm_audit_state *state, const wm_json_value *inputs)
{
    const wm_series *series = NULL;
    void *entries = state->input_entries;
    uint32_t guess = WM_AUDIT_STATE_NONE, entry;
    bool is_whole = true;
    state->input_count = 0;
    if (!wm_audit_state_grow(state, &entries, sizeof *state->input_entries, inputs->count,
                             &state->input_capacity))
        return false;
    state->input_entries = entries;
    for (const wm_json_value *input = inputs->first; input != NULL; input = input->next) {
        if (!resolve_external(state, input, guess, &entry))
            return false;
        if (entry == WM_AUDIT_STATE_NONE)
            continue; /* a rule is off */
        if (series == NULL)
            series = &state->series[state->entries[entry].owner];
        is_whole = is_whole && series == &state->series[state->entries[entry].owner] &&
                   state->entries[entry].part == state->input_count;
        state->input_entries[state->input_count++] = entry;
        guess = entry + 1;
    }
    is_whole = is_whole && series != NULL && state->input_count == series->count;
    return is_whole || !wm_refusal_make(&state->refusal, WM_RULE_SERIES_INPUTS,
                                        "the inputs are not all of the series `%s`, in order",
                                        series == NULL ? "" : series->name);
}

/* Resolves the inputs, or finds that they are the latest ones again. */
static bool check_series_inputs(wm_audit_state *state, const wm_json_value *inputs)
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

/* Gathers a field of all inputs into state->values. */
static bool gather(wm_audit_state *state, const wm_json_value *field)
{
    void *values = state->values;
    bool is_there;
    if (!wm_audit_state_grow(state, &values, sizeof *state->values, state->input_count,
                             &state->value_capacity))
        return false;
    state->values = values;
    for (uint32_t i = 0; i < state->input_count; i++) {
        if (!wm_observation_value(state, state->input_entries[i], field, &state->values[i],
                                  &is_there))
            return false;
        if (!is_there &&
            wm_refusal_make(&state->refusal, WM_RULE_SERIES_FIELD,
                            "the observation on line %lu has no value `%.*s`",
                            (unsigned long)state->entries[state->input_entries[i]].line,
                            (int)field->text_size, field->text))
            return false;
    }
    return true;
}

static bool keep_result(wm_audit_state *state, const wm_result *result, uint32_t *index)
{
    size_t capacity = state->result_capacity;
    void *results = state->results;
    if (!wm_audit_state_grow(state, &results, sizeof *state->results, state->result_count,
                             &capacity))
        return false;
    state->results = results;
    state->result_capacity = (uint32_t)capacity;
    state->results[state->result_count] = *result;
    *index = state->result_count++;
    return true;
}

static bool reduce_series(wm_audit_state *state, wm_function function,
                          const wm_json_value *const values[6], wm_entry *entry)
{
    const wm_json_value *field = values[0];
    wm_result result;
    if (!check_series_inputs(state, values[2]))
        return false;
    if (field == NULL || state->input_count == 0)
        return true; /* a rule is off */
    if (wm_json_is_text(field, "reason") &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_VALUE, "`field` is `reason`"))
        return false;
    if (!gather(state, field))
        return false;
    result = wm_reduction_of_series(function, state->values, state->input_count);
    if (!check_result(state, function, values[5], values[3], &result) ||
        !keep_result(state, &result, &entry->part))
        return false;
    entry->owner = state->entries[state->input_entries[0]].owner;
    entry->is_of_series = true;
    return true;
}

/* ---- any ------------------------------------------------------------------------------------- */

bool wm_reduced_take(wm_audit_state *state, const wm_json_value *node, wm_entry *entry)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("field", NAME, 0),   WM_FIELD("function", WORD, 0),
        WM_FIELD("inputs", ARRAY, 0), WM_FIELD("reason", REASON, 0),
        WM_FIELD("type", WORD, 0),    WM_FIELD("value", VALUE, WM_FIELD_NULLABLE),
    };
    const wm_json_value *values[6] = {NULL, NULL, NULL, NULL, NULL, NULL};
    const wm_json_value *name = wm_json_member(node, "function");
    wm_function function = WM_FUNCTION_NONE;
    bool is_of_series;
    uint32_t index;
    entry->class = WM_CLASS_REDUCTION;
    if (name != NULL && name->kind == WM_JSON_STRING)
        function = wm_tables_function(name->text, name->text_size);
    entry->function = (uint8_t)function;
    if (function == WM_FUNCTION_NONE)
        return !wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_FUNCTION,
                                "`function` is none of its tables");
    is_of_series = wm_tables_function_inputs(function) == WM_INPUTS_SERIES;
    if (!wm_schema_match(&state->refusal, "the reduction", node, FIELDS + (is_of_series ? 0 : 1),
                         is_of_series ? 6 : 5, values + (is_of_series ? 0 : 1)))
        return false;
    if (values[2] != NULL && values[2]->count == 0 &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_LENGTH, "`inputs` is empty"))
        return false;
    if (values[2] != NULL && values[2]->count > 0 &&
        !(is_of_series ? reduce_series : reduce_item)(state, function, values, entry))
        return false;
    if (!wm_audit_state_add(state, entry, &index))
        return false;
    if (entry->is_of_series)
        state->series[entry->owner].is_reduced = true;
    else if (entry->owner != WM_AUDIT_STATE_NONE && function == WM_FUNCTION_TRANSCRIPT)
        state->items[entry->owner].is_judged = true;
    return true;
}
