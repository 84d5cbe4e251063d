/* Checks reductions: their inputs, and the recomputed value.
 *
 * The inputs must be all observations that the function reads, in their order. So a producer cannot
 * leave out a repeat that it does not like, and a reader finds below each claim what it rests on. A
 * reduction closes what it read: an observation of the item on a later line is refused. Long series
 * are named by many reductions in a row, so the text of their inputs is kept and compared first.
 *
 * A prior's own links, and those of an evidence file without its folder, have no priors: then only
 * their form can be judged. For the latter the audit says at its end that the priors are absent. */
#include <assert.h>
#include <string.h>

#include "record/audit/checks.h"
#include "record/audit/found.h"
#include "record/audit/inputs.h"
#include "record/audit/linked.h"
#include "record/audit/series.h"
#include "record/laws/change.h"
#include "record/nodes/kind_reduction.h"

/* A reduction under check. */
typedef struct checked {
    wm_audit_state *state;
    const wm_reduction_node *node;
    wm_entry *entry;
    wm_function function;
    const char *name; /* of the function */
} checked;

/* Compares value and reason with what the inputs give. */
static bool check_value(const checked *at, const wm_result *result)
{
    const wm_reduction_node *node = at->node;
    char found[WM_FOUND_SIZE], expected[WM_FOUND_SIZE];
    if (node->value.kind != WM_VALUE_ABSENT && !wm_kind_reduction_is(&node->value, result))
        return WM_REFUSE(at->state, WM_RULE_REDUCTION_VALUE, "%s: found %s, recomputed %s",
                         at->name, wm_found_value(&node->value, found),
                         wm_found_result(result, expected));
    return WM_DEMAND(at->state, WM_RULE_REDUCTION_REASON,
                     result->kind != WM_RESULT_NULL || node->reason.bytes == NULL ||
                         wm_member_is(node->reason, result->text),
                     "reason for %s: found %s, recomputed %s", at->name,
                     wm_found_text(node->reason, found), result->text);
}

/* Compares the value with that of the subject that was entered. */
static bool check_subject(const checked *at)
{
    const wm_entry *entry = at->entry;
    wm_result result;
    wm_step step;
    memset(&step, 0, sizeof step);
    step.kind = (wm_subject_kind)entry->subject;
    step.prior = entry->part;
    step.index = entry->owner;
    result = wm_audit_state_reduce(at->state, &step, at->function);
    return check_value(at, &result);
}

/* Whether the inputs are these entries, in order. */
static bool are_inputs(const checked *at, const uint32_t *entries, uint32_t count)
{
    const wm_json_value *input = at->node->inputs.next;
    uint8_t id[WM_SHA256_SIZE];
    if (at->node->inputs.count != count)
        return false;
    for (uint32_t i = 0; i < count; i++, input = input->next)
        if (!wm_field_hex(input, id) ||
            memcmp(id, at->state->entries[entries[i]].id, sizeof id) != 0)
            return false;
    return true;
}

/* Demands one input. */
static bool check_one(const checked *at)
{
    return WM_DEMAND(at->state, WM_RULE_SCHEMA_LENGTH, at->node->inputs.count == 1,
                     "the inputs of %s are not the plan alone", at->name);
}

/* Demands nodes of some classes as inputs. */
static bool resolve(const checked *at, unsigned classes)
{
    uint32_t entry;
    for (const wm_json_value *input = at->node->inputs.next; input != NULL; input = input->next)
        if (!wm_audit_state_edge_to(at->state, "inputs", input, classes, &entry))
            return false;
    return true;
}

/* ---- of an item ------------------------------------------------------------------------------ */

/* A function of all repeats must follow the last repeat; likewise one of all that another procedure
 * made. */
static bool check_whole(wm_audit_state *state, const wm_audit_state_item *item,
                        wm_function function)
{
    const uint32_t last = item->observed.count[WM_PROCEDURE_REPEATS];
    const wm_procedure_name first = wm_inputs_procedure(item, function);
    if (first != WM_PROCEDURE_REPEATS)
        return first == WM_PROCEDURE_NONE || wm_audit_state_is_whole(state, item, first);
    return WM_DEMAND(state, WM_RULE_WORKLOAD_COMPLETE, last == 0 || last >= item->item.repeats,
                     "repeats of %s when they are reduced: found %lu, expected %lu", item->label,
                     (unsigned long)last, (unsigned long)item->item.repeats);
}

/* The classes of the inputs of an item's functions. */
static unsigned input_classes(void)
{
    const wm_field *field = wm_kind_reduction_item.fields;
    const wm_field *const end = field + wm_kind_reduction_item.count;
    while (field < end && strcmp(field->key, "inputs") != 0)
        field++;
    assert(field < end);
    return field->classes;
}

/* Refuses because of the number of inputs, or of the first wrong one. */
static bool refuse_inputs(const checked *at, const wm_audit_state_item *item, uint32_t wrong)
{
    const wm_list *inputs = &at->node->inputs;
    const wm_function function = at->function;
    const wm_json_value *input = inputs->next;
    char found[WM_FOUND_SIZE], expected[WM_FOUND_SIZE];
    uint32_t count = 0;
    while (wm_inputs_are_there(item, function) &&
           wm_inputs_at(item, function, count) != WM_AUDIT_STATE_NONE)
        count++;
    if (inputs->count != count)
        return WM_REFUSE(at->state, WM_RULE_REDUCTION_INPUTS,
                         "number of inputs of %s of %s: found %lu, expected %lu", at->name,
                         item->label, (unsigned long)inputs->count, (unsigned long)count);
    for (uint32_t i = 0; i < wrong; i++)
        input = input->next;
    return WM_REFUSE(
        at->state, WM_RULE_REDUCTION_INPUTS, "inputs[%lu] of %s of %s: found %s, expected %s",
        (unsigned long)wrong, at->name, item->label, wm_found_text(wm_member_text_of(input), found),
        wm_found_hex(at->state->entries[wm_inputs_at(item, function, wrong)].id, expected));
}

/* Checks that the inputs are exactly those of the function of the item. */
static bool check_item_inputs(const checked *at, const wm_audit_state_item *item)
{
    wm_audit_state *state = at->state;
    uint32_t i = 0, wrong = WM_AUDIT_STATE_NONE;
    for (const wm_json_value *input = at->node->inputs.next; input != NULL;
         input = input->next, i++) {
        const uint32_t expected = wm_inputs_at(item, at->function, i);
        uint8_t id[WM_SHA256_SIZE];
        uint32_t entry;
        if (expected != WM_AUDIT_STATE_NONE && wm_field_hex(input, id) &&
            memcmp(id, state->entries[expected].id, sizeof id) == 0)
            continue;
        if (!wm_audit_state_edge_to(state, "inputs", input, input_classes(), &entry))
            return false;
        wrong = wrong == WM_AUDIT_STATE_NONE ? i : wrong;
    }
    return (wm_inputs_are_there(item, at->function) && wrong == WM_AUDIT_STATE_NONE &&
            wm_inputs_at(item, at->function, i) == WM_AUDIT_STATE_NONE) ||
           refuse_inputs(at, item, wrong);
}

static bool check_item(const checked *at)
{
    wm_audit_state *state = at->state;
    const wm_audit_state_item *item;
    uint32_t first;
    if (!wm_audit_state_edge_to(state, "inputs", at->node->inputs.next, input_classes(), &first))
        return false;
    if (first == WM_AUDIT_STATE_NONE || state->entries[first].owner == WM_AUDIT_STATE_NONE)
        return true; /* a rule is switched off */
    item = &state->items[state->entries[first].owner];
    at->entry->owner = state->entries[first].owner;
    return check_whole(state, item, at->function) && check_item_inputs(at, item) &&
           check_subject(at);
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
    bool is_whole = true;
    uint32_t in_order = 0;
    state->input_count = 0;
    if (!wm_audit_state_grow(state, &state->input_entries, &state->input_capacity, inputs->count,
                             sizeof *state->input_entries))
        return false;
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
    return WM_DEMAND(
        state, WM_RULE_SERIES_INPUTS, is_whole,
        "inputs: found %lu, the first %lu of them in order, expected all %lu of the series `%s`",
        (unsigned long)inputs->count, (unsigned long)in_order,
        (unsigned long)(series == NULL ? 0 : series->count), series == NULL ? "" : series->name);
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
static bool gather(wm_audit_state *state, wm_text name)
{
    const wm_series_field field = wm_series_field_of(name);
    bool is_there;
    if (!wm_audit_state_make_values(state, state->input_count))
        return false;
    for (uint32_t i = 0; i < state->input_count; i++) {
        if (!wm_series_value(state, state->input_entries[i], &field, &state->values[i], &is_there))
            return false;
        if (!WM_DEMAND(state, WM_RULE_SERIES_FIELD, is_there,
                       "the observation on line %lu has no value `%.*s`",
                       (unsigned long)state->entries[state->input_entries[i]].line, (int)name.size,
                       name.bytes))
            return false;
    }
    return true;
}

static bool keep_result(wm_audit_state *state, const wm_result *result, uint32_t *index)
{
    if (!wm_audit_state_grow(state, &state->results, &state->result_capacity,
                             (size_t)state->result_count + 1, sizeof *result))
        return false;
    state->results[state->result_count] = *result;
    *index = state->result_count++;
    return true;
}

static bool check_over_series(const checked *at)
{
    wm_audit_state *state = at->state;
    wm_result result;
    if (!check_series_inputs(state, &at->node->inputs))
        return false;
    if (at->node->field.bytes == NULL || state->input_count == 0)
        return true; /* a rule is switched off */
    if (!WM_DEMAND(state, WM_RULE_SCHEMA_VALUE, !wm_member_is(at->node->field, "reason"),
                   "`field`: found `reason`, which is not a value") ||
        !gather(state, at->node->field))
        return false;
    result = wm_reduction_of_series(at->function, state->values, state->input_count);
    at->entry->owner = state->entries[state->input_entries[0]].owner;
    at->entry->subject = WM_SUBJECT_OWN;
    return check_value(at, &result) && keep_result(state, &result, &at->entry->part);
}

/* ---- of the record --------------------------------------------------------------------------- */

/* Demands that all repeats, segments and profiles of the plan were read. */
static bool check_all_repeats(wm_audit_state *state)
{
    for (size_t i = 0; i < state->plan.item_count; i++) {
        const wm_audit_state_item *item = &state->items[i];
        if (!WM_DEMAND(state, WM_RULE_WORKLOAD_COMPLETE,
                       !wm_plan_has_output(&item->item) ||
                           item->observed.count[WM_PROCEDURE_REPEATS] >= item->item.repeats,
                       "repeats of %s when the record is reduced: found %lu, expected %lu",
                       item->label, (unsigned long)item->observed.count[WM_PROCEDURE_REPEATS],
                       (unsigned long)item->item.repeats))
            return false;
    }
    return wm_linked_whole(state, WM_PROCEDURE_SEGMENTS);
}

/* Demands the plan as the only input. */
static bool check_plan_alone(const checked *at)
{
    return check_one(at) && resolve(at, WM_CLASS_PLAN);
}

static bool check_of_record(const checked *at)
{
    at->entry->subject = WM_SUBJECT_RECORD;
    return check_plan_alone(at) && check_all_repeats(at->state) && check_subject(at);
}

/* ---- of a change or a judgement
 * ----------------------------------------------------------------------------- */

/* Whether an item has a base or names another one, and its variant the function. */
static bool has_change(const wm_audit_state *state, wm_function function, double item)
{
    const size_t count = state->plan.item_count;
    return item >= 0 && item < (double)count &&
           wm_change_other(&state->plan, (size_t)item, function) < count &&
           wm_plan_suits(&state->items[(size_t)item].item, function);
}

static bool check_change(const checked *at)
{
    wm_audit_state *state = at->state;
    if (!check_plan_alone(at) || !wm_linked_complete(state))
        return false;
    state->is_complete = true;
    if (!has_change(state, at->function, at->node->item))
        return WM_REFUSE(state, WM_RULE_REDUCTION_INPUTS,
                         "%s: item %.0f has no base, names no tolerance, or its variant has no "
                         "such function",
                         at->name, at->node->item);
    at->entry->subject = wm_tables_function_inputs(at->function) == WM_INPUTS_CHANGE
                             ? WM_SUBJECT_CHANGE
                             : WM_SUBJECT_JUDGEMENT;
    at->entry->owner = (uint32_t)at->node->item;
    return check_subject(at);
}

/* ---- of a link, and of a prior --------------------------------------------------------------- */

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
static bool check_linked_inputs(const checked *at, bool is_link)
{
    wm_audit_state *state = at->state;
    const wm_reduction_node *node = at->node;
    const uint32_t *entries = &state->plan_entry;
    uint32_t owner = WM_AUDIT_STATE_NONE, count = 1;
    if ((!is_link && !check_one(at)) ||
        !resolve(at,
                 is_link ? WM_CLASS_WORKLOAD | WM_CLASS_PROFILE | WM_CLASS_PLAN : WM_CLASS_PLAN))
        return false;
    if (is_link)
        owner = wm_audit_state_lacks_priors(state)
                    ? owner_of(state, &node->inputs)
                    : wm_linked_item(state, (size_t)node->prior - 1, (size_t)node->item);
    if (owner != WM_AUDIT_STATE_NONE)
        entries = wm_linked_repeats(&state->items[owner], &count);
    return WM_DEMAND(state, WM_RULE_REDUCTION_INPUTS, are_inputs(at, entries, count),
                     "inputs of %s: expected %s", at->name,
                     owner == WM_AUDIT_STATE_NONE ? "the plan alone"
                                                  : "all repeats of the item here");
}

/* Whether a link of an item has a function. A recall has those of profiles. */
static bool has_function(const wm_item *item, wm_function function)
{
    const wm_procedure_name by = wm_tables_function_procedure(function);
    return wm_plan_suits(item, function) && wm_plan_has_output(item) == (by == WM_PROCEDURE_NONE);
}

/* Demands a linked prior, and an item of it that has the function. */
static bool check_linked(const checked *at, bool is_link, bool *is_there)
{
    const wm_audit_state *state = at->state;
    const wm_reduction_node *node = at->node;
    *is_there = wm_linked_has(state, node->prior - 1);
    if (*is_there && is_link && !wm_audit_state_lacks_priors(state)) {
        const wm_plan *plan = &state->priors[(size_t)node->prior - 1].plan;
        *is_there = node->item >= 0 && node->item < (double)plan->item_count &&
                    has_function(&plan->items[(size_t)node->item], at->function);
    }
    return WM_DEMAND(at->state, WM_RULE_REDUCTION_LINK, *is_there,
                     "%s: there is no such link: prior %.0f, item %.0f", at->name, node->prior,
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
static bool check_type(const checked *at)
{
    const wm_value *value = &at->node->value;
    const bool is_right =
        value->kind == WM_VALUE_NULL || value->kind == WM_VALUE_ABSENT ||
        (is_word(at->function) ? value->kind == WM_VALUE_WORD && value->text.size >= 1 &&
                                     value->text.size <= WM_LINKED_WORD
                               : value->kind == WM_VALUE_NUMBER);
    return WM_DEMAND(at->state, WM_RULE_REDUCTION_TYPE, is_right,
                     "value of %s: found another type than that of its function", at->name);
}

static bool check_link(const checked *at)
{
    const bool is_link = wm_tables_function_inputs(at->function) == WM_INPUTS_LINK;
    bool is_there;
    if (!wm_linked_complete(at->state) || !check_linked(at, is_link, &is_there))
        return false;
    at->state->is_complete = true;
    if (!is_there)
        return true; /* the rule is switched off */
    if (!check_linked_inputs(at, is_link))
        return false;
    at->entry->subject = is_link ? WM_SUBJECT_LINK : WM_SUBJECT_PRIOR;
    at->entry->part = (uint32_t)at->node->prior - 1;
    if (is_link)
        at->entry->owner = wm_member_index(at->node->item, WM_AUDIT_STATE_NONE);
    return wm_audit_state_lacks_priors(at->state) ? check_type(at) : check_subject(at);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static bool check_form(const wm_form *form, const checked *at)
{
    if (form == &wm_kind_reduction_series)
        return check_over_series(at);
    if (form == &wm_kind_reduction_record)
        return check_of_record(at);
    if (form == &wm_kind_reduction_change)
        return check_change(at);
    if (form == &wm_kind_reduction_link || form == &wm_kind_reduction_prior)
        return check_link(at);
    return check_item(at);
}

bool wm_check_reduction(wm_audit_state *state, wm_taken *taken)
{
    const wm_reduction_node *node = taken->node;
    const wm_function function = wm_tables_function(node->function.bytes, node->function.size);
    wm_entry *entry = taken->entry;
    const checked at = {state, node, entry, function, wm_tables_function_name(function)};
    entry->function = (uint8_t)function;
    if (!WM_DEMAND(state, WM_RULE_SCHEMA_LENGTH, !node->inputs.is_there || node->inputs.count != 0,
                   "`inputs` is empty") ||
        (node->inputs.count > 0 && !check_form(taken->form, &at)) ||
        !wm_audit_state_add(state, entry))
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
