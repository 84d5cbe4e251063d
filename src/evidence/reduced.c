/* Reduction nodes. */
#include "evidence/reduced.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/observation.h"
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
static bool check_result(wm_ledger *ledger, wm_function function, const wm_json_value *value,
                         const wm_json_value *reason, const wm_result *result)
{
    char expected[160], found[80];
    if (value != NULL && !wm_reduced_is(value, result))
        return !wm_refusal_make(&ledger->refusal, WM_RULE_REDUCTION_VALUE, "%s is %s and not %s",
                                wm_quantity_function_name(function),
                                wm_reduced_words(result, expected, sizeof expected),
                                wm_reduced_found(value, found, sizeof found));
    return result->kind != WM_RESULT_NULL || reason == NULL ||
           wm_json_is_text(reason, result->text) ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_REDUCTION_REASON,
                            "the reason for %s is `%s` and not %s",
                            wm_quantity_function_name(function), result->text,
                            wm_reduced_found(reason, found, sizeof found));
}

/* ---- of an item ------------------------------------------------------------------------------------------------------ */

/* The latest decide stage, or NONE. */
static uint32_t last_decision(const wm_ledger_item *item)
{
    for (unsigned i = item->stage_count; i-- > 0;)
        if (item->stages[i].name == WM_STAGE_DECIDE)
            return item->stages[i].entry;
    return WM_LEDGER_NONE;
}

uint32_t wm_reduced_input(const wm_ledger_item *item, wm_function function, uint32_t i)
{
    const bool is_gemm = item->item.variant->is_gemm;
    const uint32_t repeats = item->observed.repeat_count;
    const wm_inputs inputs =
        item->observed.has_failed ? WM_INPUTS_REPEATS : wm_quantity_function_inputs(function);
    switch (inputs) {
    case WM_INPUTS_CALIBRATION:
        return i == 0 ? item->calibration_entry : WM_LEDGER_NONE;
    case WM_INPUTS_DECISION:
        return i == 0 ? last_decision(item) : WM_LEDGER_NONE;
    case WM_INPUTS_TOLERANCE:
        if (is_gemm)
            return i == 0 ? item->calibration_entry : WM_LEDGER_NONE;
        break;
    case WM_INPUTS_VERDICT:
        if (is_gemm && i == repeats)
            return item->calibration_entry;
        break;
    case WM_INPUTS_REPEATS:
    case WM_INPUTS_SERIES:
        break;
    }
    return i < repeats ? item->repeat_entries[i] : WM_LEDGER_NONE;
}

/* Whether a function of the item can be reduced now: it is one of its workload, and all its inputs are there. */
static bool can_reduce(const wm_ledger_item *item, wm_function function)
{
    const wm_inputs inputs = wm_quantity_function_inputs(function);
    const bool is_gemm = item->item.variant->is_gemm;
    if (!is_gemm && (inputs == WM_INPUTS_CALIBRATION || function == WM_FUNCTION_ROW_STATISTIC))
        return false;
    if (item->observed.has_failed || inputs == WM_INPUTS_REPEATS)
        return true;
    if (inputs == WM_INPUTS_DECISION)
        return last_decision(item) != WM_LEDGER_NONE;
    return !is_gemm || item->calibration != NULL;
}

/* What takes all repeats cannot come before the last of them. */
static bool check_whole(wm_ledger *ledger, const wm_ledger_item *item, wm_function function)
{
    const uint32_t last = item->observed.repeat_count;
    const bool takes_all =
        last > 0 && wm_reduced_input(item, function, 0) == item->repeat_entries[0];
    return !takes_all || last >= item->item.repeats ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_WORKLOAD_COMPLETE,
                            "%s has %lu repeats of %lu when they are reduced", item->label,
                            (unsigned long)last, (unsigned long)item->item.repeats);
}

/* Checks that inputs are exactly those of the function of the item. */
static bool check_item_inputs(wm_ledger *ledger, const wm_ledger_item *item, wm_function function,
                              const wm_json_value *inputs)
{
    const unsigned classes = WM_CLASS_WORKLOAD | WM_CLASS_CALIBRATION | WM_CLASS_STAGE;
    bool is_right = can_reduce(item, function);
    uint32_t i = 0;
    for (const wm_json_value *input = inputs->first; input != NULL; input = input->next, i++) {
        const uint32_t expected = wm_reduced_input(item, function, i);
        uint8_t id[WM_SHA256_SIZE];
        uint32_t entry;
        if (expected != WM_LEDGER_NONE && wm_schema_hex(input, id) &&
            memcmp(id, ledger->entries[expected].id, sizeof id) == 0)
            continue;
        if (!wm_ledger_edge(ledger, "inputs", input, classes, &entry))
            return false;
        is_right = false;
    }
    is_right = is_right && wm_reduced_input(item, function, i) == WM_LEDGER_NONE;
    return is_right || !wm_refusal_make(&ledger->refusal, WM_RULE_REDUCTION_INPUTS,
                                        "the inputs are not those of %s of %s",
                                        wm_quantity_function_name(function), item->label);
}

static bool reduce_item(wm_ledger *ledger, wm_function function,
                        const wm_json_value *const values[6], wm_entry *entry)
{
    const unsigned classes = WM_CLASS_WORKLOAD | WM_CLASS_CALIBRATION | WM_CLASS_STAGE;
    const wm_json_value *inputs = values[2];
    const wm_ledger_item *item;
    wm_result result;
    uint32_t first;
    if (!wm_ledger_edge(ledger, "inputs", inputs->first, classes, &first))
        return false;
    if (first == WM_LEDGER_NONE || ledger->entries[first].owner == WM_LEDGER_NONE)
        return true; /* a rule is off */
    item = &ledger->items[ledger->entries[first].owner];
    if (!check_whole(ledger, item, function) || !check_item_inputs(ledger, item, function, inputs))
        return false;
    entry->owner = ledger->entries[first].owner;
    result = wm_reduction_of_item(function, &item->observed);
    return check_result(ledger, function, values[5], values[3], &result);
}

/* ---- of a series ----------------------------------------------------------------------------------------------------- */

/* Whether the inputs are, letter for letter, the latest ones that were found to be a whole series. */
static bool is_latest(const wm_ledger *ledger, const wm_json_value *inputs, const char **text,
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
    return ledger->inputs.size == *size && memcmp(ledger->inputs.data, *text, *size) == 0;
}

/* Resolves one input; most are on the line after that of the one before. */
static bool resolve_external(wm_ledger *ledger, const wm_json_value *input, uint32_t guess,
                             uint32_t *entry)
{
    uint8_t id[WM_SHA256_SIZE];
    if (guess < ledger->entry_count && wm_schema_hex(input, id) &&
        memcmp(ledger->entries[guess].id, id, sizeof id) == 0 &&
        ledger->entries[guess].class == WM_CLASS_EXTERNAL) {
        *entry = guess;
        return true;
    }
    return wm_ledger_edge(ledger, "inputs", input, WM_CLASS_EXTERNAL, entry);
}

/* Resolves the inputs into ledger->input_entries and checks that they are one whole series in order. */
static bool resolve_series(wm_ledger *ledger, const wm_json_value *inputs)
{
    const wm_series *series = NULL;
    void *entries = ledger->input_entries;
    uint32_t guess = WM_LEDGER_NONE, entry;
    bool is_whole = true;
    ledger->input_count = 0;
    if (!wm_ledger_grow(ledger, &entries, sizeof *ledger->input_entries, inputs->count,
                        &ledger->input_capacity))
        return false;
    ledger->input_entries = entries;
    for (const wm_json_value *input = inputs->first; input != NULL; input = input->next) {
        if (!resolve_external(ledger, input, guess, &entry))
            return false;
        if (entry == WM_LEDGER_NONE)
            continue; /* a rule is off */
        if (series == NULL)
            series = &ledger->series[ledger->entries[entry].owner];
        is_whole = is_whole && series == &ledger->series[ledger->entries[entry].owner] &&
                   ledger->entries[entry].part == ledger->input_count;
        ledger->input_entries[ledger->input_count++] = entry;
        guess = entry + 1;
    }
    is_whole = is_whole && series != NULL && ledger->input_count == series->count;
    return is_whole || !wm_refusal_make(&ledger->refusal, WM_RULE_SERIES_INPUTS,
                                        "the inputs are not all of the series `%s`, in order",
                                        series == NULL ? "" : series->name);
}

/* Resolves the inputs, or finds that they are the latest ones again. */
static bool check_series_inputs(wm_ledger *ledger, const wm_json_value *inputs)
{
    const char *text;
    size_t size;
    wm_status status = WM_OK;
    if (is_latest(ledger, inputs, &text, &size) &&
        ledger->series[ledger->entries[ledger->input_entries[0]].owner].count ==
            ledger->input_count)
        return true;
    ledger->inputs.size = 0;
    if (!resolve_series(ledger, inputs))
        return false;
    if (size != 0 && ledger->input_count == inputs->count)
        status = wm_buffer_append(&ledger->inputs, text, size);
    return status == WM_OK || wm_ledger_fail(ledger, status);
}

/* Gathers a field of all inputs into ledger->values. */
static bool gather(wm_ledger *ledger, const wm_json_value *field)
{
    void *values = ledger->values;
    bool is_there;
    if (!wm_ledger_grow(ledger, &values, sizeof *ledger->values, ledger->input_count,
                        &ledger->value_capacity))
        return false;
    ledger->values = values;
    for (uint32_t i = 0; i < ledger->input_count; i++) {
        if (!wm_observation_value(ledger, ledger->input_entries[i], field, &ledger->values[i],
                                  &is_there))
            return false;
        if (!is_there &&
            wm_refusal_make(&ledger->refusal, WM_RULE_SERIES_FIELD,
                            "the observation on line %lu has no value `%.*s`",
                            (unsigned long)ledger->entries[ledger->input_entries[i]].line,
                            (int)field->text_size, field->text))
            return false;
    }
    return true;
}

static bool keep_result(wm_ledger *ledger, const wm_result *result, uint32_t *index)
{
    size_t capacity = ledger->result_capacity;
    void *results = ledger->results;
    if (!wm_ledger_grow(ledger, &results, sizeof *ledger->results, ledger->result_count, &capacity))
        return false;
    ledger->results = results;
    ledger->result_capacity = (uint32_t)capacity;
    ledger->results[ledger->result_count] = *result;
    *index = ledger->result_count++;
    return true;
}

static bool reduce_series(wm_ledger *ledger, wm_function function,
                          const wm_json_value *const values[6], wm_entry *entry)
{
    const wm_json_value *field = values[0];
    wm_result result;
    if (!check_series_inputs(ledger, values[2]))
        return false;
    if (field == NULL || ledger->input_count == 0)
        return true; /* a rule is off */
    if (wm_json_is_text(field, "reason") &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_VALUE, "`field` is `reason`"))
        return false;
    if (!gather(ledger, field))
        return false;
    result = wm_reduction_of_series(function, ledger->values, ledger->input_count);
    if (!check_result(ledger, function, values[5], values[3], &result) ||
        !keep_result(ledger, &result, &entry->part))
        return false;
    entry->owner = ledger->entries[ledger->input_entries[0]].owner;
    entry->is_of_series = true;
    return true;
}

/* ---- any ------------------------------------------------------------------------------------------------------------- */

bool wm_reduced_take(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry)
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
        function = wm_quantity_function(name->text, name->text_size);
    entry->function = (uint8_t)function;
    if (function == WM_FUNCTION_NONE)
        return !wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_FUNCTION,
                                "`function` is none of its tables");
    is_of_series = wm_quantity_function_inputs(function) == WM_INPUTS_SERIES;
    if (!wm_schema_match(&ledger->refusal, "the reduction", node, FIELDS + (is_of_series ? 0 : 1),
                         is_of_series ? 6 : 5, values + (is_of_series ? 0 : 1)))
        return false;
    if (values[2] != NULL && values[2]->count == 0 &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_LENGTH, "`inputs` is empty"))
        return false;
    if (values[2] != NULL && values[2]->count > 0 &&
        !(is_of_series ? reduce_series : reduce_item)(ledger, function, values, entry))
        return false;
    if (!wm_ledger_add(ledger, entry, &index))
        return false;
    if (entry->is_of_series)
        ledger->series[entry->owner].is_reduced = true;
    else if (entry->owner != WM_LEDGER_NONE && function == WM_FUNCTION_TRANSCRIPT)
        ledger->items[entry->owner].is_judged = true;
    return true;
}
