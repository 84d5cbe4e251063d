/* Checks reductions: their inputs, and the recomputed value. */
#include "record/nodes/kind_reduction.h"

#include <stdlib.h>
#include <string.h>

#include "record/audit/audit_state.h"
#include "record/laws/change.h"
#include "record/audit/found.h"
#include "record/nodes/kind_external.h"
#include "record/audit/link_check.h"
#include "record/audit/linked.h"

#define WM_OF_FUNCTIONS NULL, NULL, WM_FIELD_WORD

static const wm_field ITEM_FIELDS[] = {WM_KIND_FIELDS_OF(REDUCTION_ITEM, wm_reduction_node)};
static const wm_field RECORD_FIELDS[] = {WM_KIND_FIELDS_OF(REDUCTION_RECORD, wm_reduction_node)};
static const wm_field LINK_FIELDS[] = {WM_KIND_FIELDS_OF(REDUCTION_LINK, wm_reduction_node)};
static const wm_field PRIOR_FIELDS[] = {WM_KIND_FIELDS_OF(REDUCTION_PRIOR, wm_reduction_node)};
static const wm_field CHANGE_FIELDS[] = {WM_KIND_FIELDS_OF(REDUCTION_CHANGE, wm_reduction_node)};
static const wm_field SERIES_FIELDS[] = {WM_KIND_FIELDS_OF(REDUCTION_SERIES, wm_reduction_node)};
const wm_form wm_kind_reduction_item =
    WM_KIND_FORM("the reduction", ITEM_FIELDS, wm_reduction_node);
const wm_form wm_kind_reduction_record =
    WM_KIND_FORM("the reduction", RECORD_FIELDS, wm_reduction_node);
const wm_form wm_kind_reduction_link =
    WM_KIND_FORM("the reduction", LINK_FIELDS, wm_reduction_node);
const wm_form wm_kind_reduction_prior =
    WM_KIND_FORM("the reduction", PRIOR_FIELDS, wm_reduction_node);
const wm_form wm_kind_reduction_change =
    WM_KIND_FORM("the reduction", CHANGE_FIELDS, wm_reduction_node);
const wm_form wm_kind_reduction_series =
    WM_KIND_FORM("the reduction", SERIES_FIELDS, wm_reduction_node);

/* ---- results and values ---------------------------------------------------------------------- */

bool wm_kind_reduction_is(const wm_value *value, const wm_result *result)
{
    switch (result->kind) {
    case WM_RESULT_NULL:
        return value->kind == WM_VALUE_NULL;
    case WM_RESULT_NUMBER:
        return value->kind == WM_VALUE_NUMBER && value->number == result->number;
    case WM_RESULT_WORD:
        return value->kind == WM_VALUE_WORD && wm_member_is(value->text, result->text);
    }
    return false;
}

wm_value wm_kind_reduction_value(const wm_result *result)
{
    wm_value null = {WM_VALUE_NULL, 0, {NULL, 0}};
    if (result->kind == WM_RESULT_NULL)
        return null;
    return result->kind == WM_RESULT_NUMBER ? wm_member_number(result->number)
                                            : wm_member_word(result->text);
}

wm_text wm_kind_reduction_reason(const wm_result *result)
{
    return wm_member_text(result->kind == WM_RESULT_NULL ? result->text : NULL);
}

bool wm_kind_reduction_check(wm_audit_state *state, wm_function function,
                             const wm_reduction_node *node, const wm_result *result)
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

/* ---- of an item ------------------------------------------------------------------------------ */

/* Parts of the inputs: all repeats, the calibration, the last decision, all segments, all profile
 * observations. */
typedef enum part { NO_PART, W, K, D, T, F } part;

enum { PARTS_MAX = 2 };

/* The inputs of a function, for an item with a calibration and for one without. Source: record.md
 * section 4. */
static const struct {
    part with[PARTS_MAX], without[PARTS_MAX];
} PARTS[] = {
    {{W, NO_PART}, {W, NO_PART}},             /* WM_INPUTS_REPEATS */
    {{K, NO_PART}, {NO_PART, NO_PART}},       /* WM_INPUTS_CALIBRATION */
    {{K, NO_PART}, {W, NO_PART}},             /* WM_INPUTS_TOLERANCE */
    {{W, K}, {W, NO_PART}},                   /* WM_INPUTS_VERDICT */
    {{D, NO_PART}, {D, NO_PART}},             /* WM_INPUTS_DECISION */
    {{T, NO_PART}, {T, NO_PART}},             /* WM_INPUTS_SEGMENTS */
    {{F, NO_PART}, {F, NO_PART}},             /* WM_INPUTS_PROFILES */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_PLAN */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_CHANGE */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_LINK */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_PRIOR */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_SERIES */
};

/* The input parts of a function of an item; all repeats if one failed, but for segments and
 * profile observations. */
static const part *parts_of(const wm_audit_state_item *item, wm_function function)
{
    wm_inputs inputs = wm_tables_function_inputs(function);
    if (item->observed.has_failed && inputs != WM_INPUTS_SEGMENTS && inputs != WM_INPUTS_PROFILES)
        inputs = WM_INPUTS_REPEATS;
    return wm_tables_has(item->item.variant, WM_TRAIT_CALIBRATION) ? PARTS[inputs].with
                                                                   : PARTS[inputs].without;
}

/* The latest decide stage, or NONE. */
static uint32_t last_decision(const wm_audit_state_item *item)
{
    for (unsigned i = item->stage_count; i-- > 0;)
        if (item->stages[i].name == WM_STAGE_DECIDE)
            return item->stages[i].entry;
    return WM_AUDIT_STATE_NONE;
}

/* The entries of a part, and their number. */
static const uint32_t *entries_of(const wm_audit_state_item *item, part which, uint32_t *count)
{
    switch (which) {
    case W:
        *count = item->observed.repeat_count;
        return item->repeat_entries;
    case T:
        *count = item->observed.segment_count;
        return item->segment_entries;
    case F:
        *count = item->observed.profile_count;
        return item->profile_entries;
    default:
        *count = 1;
        return NULL;
    }
}

uint32_t wm_kind_reduction_input(const wm_audit_state_item *item, wm_function function, uint32_t i)
{
    const part *parts = parts_of(item, function);
    for (unsigned p = 0; p < PARTS_MAX && parts[p] != NO_PART; p++) {
        uint32_t count;
        const uint32_t *entries = entries_of(item, parts[p], &count);
        if (i >= count) {
            i -= count;
            continue;
        }
        if (entries != NULL)
            return entries[i];
        return parts[p] == K ? item->calibration_entry : last_decision(item);
    }
    return WM_AUDIT_STATE_NONE;
}

/* Whether a function of the item can be reduced now: the item has the function, and the inputs are
 * present. */
static bool can_reduce(const wm_audit_state_item *item, wm_function function)
{
    const part *parts = parts_of(item, function);
    const unsigned needs = wm_tables_function_needs(function);
    bool is_there = needs == 0 || wm_tables_has(item->item.variant, (wm_trait)needs);
    is_there = is_there && (parts[0] != T || item->item.point != WM_POINT_NONE);
    for (unsigned p = 0; p < PARTS_MAX; p++)
        is_there = is_there && (parts[p] != K || item->calibration != NULL) &&
                   (parts[p] != D || last_decision(item) != WM_AUDIT_STATE_NONE);
    return is_there;
}

/* A function of all repeats must follow the last repeat; likewise one of segments or profile
 * observations. */
static bool check_whole(wm_audit_state *state, const wm_audit_state_item *item,
                        wm_function function)
{
    const uint32_t last = item->observed.repeat_count;
    const part first = parts_of(item, function)[0];
    const bool takes_all = first == W && last > 0;
    if (first == T)
        return wm_kind_stress_is_whole(state, item);
    if (first == F)
        return wm_kind_profile_is_whole(state, item);
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
    while (can_reduce(item, function) &&
           wm_kind_reduction_input(item, function, count) != WM_AUDIT_STATE_NONE)
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
        wm_found_hex(state->entries[wm_kind_reduction_input(item, function, wrong)].id, expected));
}

/* Checks that the inputs are exactly those of the function of the item. */
static bool check_item_inputs(wm_audit_state *state, const wm_audit_state_item *item,
                              wm_function function, const wm_list *inputs)
{
    const bool is_there = can_reduce(item, function);
    uint32_t i = 0, wrong = WM_AUDIT_STATE_NONE;
    for (const wm_json_value *input = inputs->next; input != NULL; input = input->next, i++) {
        const uint32_t expected = wm_kind_reduction_input(item, function, i);
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
            wm_kind_reduction_input(item, function, i) == WM_AUDIT_STATE_NONE) ||
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
    return wm_kind_reduction_check(state, function, node, &result);
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
        if (!wm_kind_external_value(state, state->input_entries[i], field, &state->values[i],
                                    &is_there))
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
    if (!wm_kind_reduction_check(state, function, node, &result) ||
        !keep_result(state, &result, &entry->part))
        return false;
    entry->owner = state->entries[state->input_entries[0]].owner;
    entry->is_of_series = true;
    return true;
}

/* ---- of the record --------------------------------------------------------------------------- */

/* Demands that all repeats, segments and profile observations of the plan were read. */
static bool check_all_repeats(wm_audit_state *state)
{
    for (size_t i = 0; i < state->plan.item_count; i++) {
        const wm_audit_state_item *item = &state->items[i];
        if (!wm_tables_has(item->item.variant, WM_TRAIT_PROFILE) &&
            item->observed.repeat_count < item->item.repeats &&
            wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_COMPLETE,
                            "repeats of %s when the record is reduced: found %lu, expected %lu",
                            item->label, (unsigned long)item->observed.repeat_count,
                            (unsigned long)item->item.repeats))
            return false;
    }
    return wm_kind_stress_finish(state) && wm_kind_profile_finish(state);
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
    entry->is_of_record = true;
    result = wm_timeline_reduce(&state->timeline, function);
    return wm_kind_reduction_check(state, function, node, &result);
}

/* ---- of a change ----------------------------------------------------------------------------- */

/* Whether an item has a base, and its variant the function. */
static bool has_change(const wm_audit_state *state, wm_function function, double item)
{
    const unsigned needs = wm_tables_function_needs(function);
    const size_t count = state->plan.item_count;
    return item >= 0 && item < (double)count &&
           wm_change_base(&state->plan, (size_t)item) < count &&
           (needs == 0 || wm_tables_has(state->items[(size_t)item].item.variant, (wm_trait)needs));
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
    entry->is_of_change = true;
    entry->owner = (uint32_t)step.index;
    result = wm_audit_state_reduce(state, &step, function);
    return wm_kind_reduction_check(state, function, node, &result);
}

/* ---- any ------------------------------------------------------------------------------------- */

const wm_form *wm_kind_reduction_form(wm_function function)
{
    switch (wm_tables_function_inputs(function)) {
    case WM_INPUTS_SERIES:
        return &wm_kind_reduction_series;
    case WM_INPUTS_PLAN:
        return &wm_kind_reduction_record;
    case WM_INPUTS_CHANGE:
        return &wm_kind_reduction_change;
    case WM_INPUTS_LINK:
        return &wm_kind_reduction_link;
    case WM_INPUTS_PRIOR:
        return &wm_kind_reduction_prior;
    default:
        return &wm_kind_reduction_item;
    }
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

/* Selects the form by the function. */
static const wm_form *choose(const wm_matching *matching, const wm_json_value *node)
{
    const wm_json_value *name = wm_json_member(node, "function");
    wm_function function = WM_FUNCTION_NONE;
    if (name != NULL && name->kind == WM_JSON_STRING)
        function = wm_tables_function(name->text, name->text_size);
    if (function == WM_FUNCTION_NONE) {
        if (matching->refusal != NULL)
            (void)wm_refusal_make(matching->refusal, WM_RULE_SCHEMA_FUNCTION,
                                  "`function` is in none of the tables");
        return NULL;
    }
    return wm_kind_reduction_form(function);
}

static bool check(wm_audit_state *state, wm_taken *taken)
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
    if (entry->is_of_record)
        state->timeline.is_reduced = true;
    else if (entry->is_of_series)
        state->series[entry->owner].is_reduced = true;
    else if (!entry->is_of_link && !entry->is_of_prior && !entry->is_of_change &&
             entry->owner != WM_AUDIT_STATE_NONE) {
        state->items[entry->owner].is_reduced = true;
        if (function == WM_FUNCTION_TRANSCRIPT)
            state->items[entry->owner].is_judged = true;
    }
    return true;
}

static const wm_form *const FORMS[] = {&wm_kind_reduction_item,
                                       &wm_kind_reduction_record,
                                       &wm_kind_reduction_link,
                                       &wm_kind_reduction_prior,
                                       &wm_kind_reduction_change,
                                       &wm_kind_reduction_series,
                                       NULL};
const wm_kind wm_kind_reduction = {
    "reduction", NULL, WM_CLASS_REDUCTION, NULL, FORMS, choose, false, check, NULL};
