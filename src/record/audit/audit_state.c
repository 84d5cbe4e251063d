/* Memory of an audit: nodes by id, sets of digests, items.
 *
 * A node refers to earlier nodes by their ids, so an audit needs a table of ids, and of items what
 * reductions read. A line that is needed once more is read again and its hash compared: the file
 * may have changed meanwhile. */
#include "record/audit/audit_state.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "record/laws/change.h"

wm_status wm_audit_state_init(wm_audit_state *state)
{
    memset(state, 0, sizeof *state);
    state->refusal.file = "evidence.jsonl";
    state->plan_entry = WM_AUDIT_STATE_NONE;
    state->last_series = WM_AUDIT_STATE_NONE;
    wm_merkle_init(&state->claims);
    state->json = wm_json_new();
    state->again = wm_json_new();
    if (state->json != NULL && state->again != NULL)
        return WM_OK;
    wm_audit_state_clear(state);
    return WM_E_NOMEM;
}

static void clear_item(wm_audit_state_item *item)
{
    for (uint32_t i = 0; i < item->observed.count[WM_PROCEDURE_PROFILE]; i++)
        free((void *)item->observed.profiles[i].latencies);
    for (unsigned p = 0; p < WM_PROCEDURES; p++) {
        free(item->series[p].each);
        free(item->series[p].entries);
    }
    free(item->calibration);
    wm_profile_summary_free(item->summary);
}

static void clear_findings(wm_finding_list *list)
{
    free(list->seen);
    free(list->set.slots);
    free(list->starts);
    wm_buffer_clear(&list->copies);
    wm_buffer_clear(&list->rates);
    wm_buffer_clear(&list->digests);
}

void wm_audit_state_clear(wm_audit_state *state)
{
    for (size_t i = 0; state->items != NULL && i < state->plan.item_count; i++)
        clear_item(&state->items[i]);
    wm_timeline_clear(&state->timeline);
    clear_findings(&state->finding);
    wm_prior_clear(state->access, state->priors, state->continue_count);
    free(state->here);
    free(state->items);
    free(state->environments);
    free(state->plan.items);
    free(state->entries);
    free(state->ids.slots);
    free(state->series);
    free(state->series_names.slots);
    free(state->recent);
    for (size_t i = 0; state->shapes != NULL && i < WM_AUDIT_STATE_RECENT; i++)
        free(state->shapes[i].names);
    free(state->shapes);
    wm_buffer_clear(&state->shape_text);
    free(state->results);
    free(state->values);
    free(state->input_entries);
    wm_buffer_clear(&state->inputs);
    free(state->own_names.slots);
    free(state->own_name_hashes);
    wm_buffer_clear(&state->findings);
    wm_buffer_clear(&state->again_text);
    wm_json_free(state->json);
    wm_json_free(state->again);
    memset(state, 0, sizeof *state);
}

bool wm_audit_state_is_well(const wm_audit_state *state)
{
    return state->status == WM_OK && !state->refusal.is_made;
}

bool wm_audit_state_fail(wm_audit_state *state, wm_status status)
{
    if (state->status == WM_OK)
        state->status = status;
    return false;
}

bool wm_audit_state_grow(wm_audit_state *state, void *array, size_t *capacity, size_t needed,
                         size_t element)
{
    void *grown;
    memcpy(&grown, array, sizeof grown); /* pointers to all objects have one form */
    grown = wm_array_grow(grown, capacity, needed, element);
    if (grown == NULL)
        return wm_audit_state_fail(state, WM_E_NOMEM);
    memcpy(array, &grown, sizeof grown);
    return true;
}

bool wm_audit_state_make_values(wm_audit_state *state, size_t count)
{
    return wm_audit_state_grow(state, &state->values, &state->value_capacity, count,
                               sizeof *state->values);
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

uint32_t wm_audit_state_find(const wm_audit_state *state, const uint8_t id[WM_SHA256_SIZE])
{
    return wm_digest_set_find(&state->ids, state->entries, sizeof *state->entries, id);
}

bool wm_audit_state_add(wm_audit_state *state, const wm_entry *entry)
{
    const size_t size = sizeof *state->entries;
    if (state->entry_count >= WM_AUDIT_STATE_NONE - 1)
        return wm_audit_state_fail(state, WM_E_LIMIT);
    if (!wm_audit_state_grow(state, &state->entries, &state->entry_capacity,
                             (size_t)state->entry_count + 1, size))
        return false;
    state->entries[state->entry_count] = *entry;
    if (!wm_digest_set_add(&state->ids, state->entries, size, state->entry_count))
        return wm_audit_state_fail(state, WM_E_NOMEM);
    state->entry_count++;
    return true;
}

/* Finds a node by its id; refuses an unknown id and a node of another class. */
static bool resolve(wm_audit_state *state, const char *field, const uint8_t *id, unsigned classes,
                    uint32_t *entry)
{
    *entry = wm_audit_state_find(state, id);
    if (*entry == WM_AUDIT_STATE_NONE)
        return WM_REFUSE(state, WM_RULE_EDGE_KNOWN, "`%s` names no earlier line", field);
    if ((state->entries[*entry].class & classes) != 0) {
        /* An environment is used once the line is accepted: a builder goes on after one that was
         * refused. */
        if (state->entries[*entry].class == WM_CLASS_ENVIRONMENT)
            state->named = *entry;
        else
            state->entries[*entry].is_used = true;
        return true;
    }
    *entry = WM_AUDIT_STATE_NONE;
    return WM_REFUSE(state, WM_RULE_EDGE_TYPE, "`%s` names a node of another type or kind", field);
}

bool wm_audit_state_edge(wm_audit_state *state, const char *field, wm_edge *edge, unsigned classes)
{
    edge->entry = WM_AUDIT_STATE_NONE;
    return !edge->is_there || resolve(state, field, edge->id, classes, &edge->entry);
}

bool wm_audit_state_edge_to(wm_audit_state *state, const char *field, const wm_json_value *value,
                            unsigned classes, uint32_t *entry)
{
    uint8_t id[WM_SHA256_SIZE];
    *entry = WM_AUDIT_STATE_NONE;
    if (value == NULL)
        return true; /* its schema rule is switched off */
    if (!wm_field_hex(value, id))
        return WM_REFUSE(state, WM_RULE_SCHEMA_VALUE, "an element of `%s` is no id", field);
    return resolve(state, field, id, classes, entry);
}

bool wm_audit_state_observe(wm_audit_state *state, wm_audit_state_item *item,
                            wm_procedure_name procedure, const void *observation, size_t size,
                            wm_entry *entry)
{
    wm_observed_series *series = &item->series[procedure];
    wm_observed_item *observed = &item->observed;
    const size_t count = observed->count[procedure];
    if (!wm_audit_state_grow(state, &series->each, &series->capacity, count + 1, size))
        return false;
    /* Before anything else can fail: a builder goes on after an error, with these. */
    observed->repeats = item->series[WM_PROCEDURE_REPEATS].each;
    observed->segments = item->series[WM_PROCEDURE_SEGMENTS].each;
    observed->profiles = item->series[WM_PROCEDURE_PROFILE].each;
    observed->trials = item->series[WM_PROCEDURE_TRIALS].each;
    if (!wm_audit_state_grow(state, &series->entries, &series->entry_capacity, count + 1,
                             sizeof *series->entries))
        return false;
    entry->owner = (uint32_t)(item - state->items);
    entry->part = (uint32_t)count;
    series->entries[count] = state->entry_count;
    if (!wm_audit_state_add(state, entry))
        return false;
    memcpy((char *)series->each + count * size, observation, size);
    observed->count[procedure]++;
    return true;
}

bool wm_audit_state_is_whole(wm_audit_state *state, const wm_audit_state_item *item,
                             wm_procedure_name procedure)
{
    static const wm_rule RULES[WM_PROCEDURES] = {
        [WM_PROCEDURE_REPEATS] = WM_RULE_WORKLOAD_COMPLETE,
        [WM_PROCEDURE_SEGMENTS] = WM_RULE_POINT_COMPLETE,
        [WM_PROCEDURE_PROFILE] = WM_RULE_PROFILE_COMPLETE,
        [WM_PROCEDURE_TRIALS] = WM_RULE_TRIALS_COMPLETE,
    };
    const uint32_t found = item->observed.count[procedure];
    const uint32_t expected = wm_plan_observations(&item->item, procedure);
    return found >= expected ||
           !wm_audit_state_refuse_item(state, item, RULES[procedure],
                                       "%s of %s: found %lu, expected %lu",
                                       wm_tables_procedure(procedure)->plural, item->label,
                                       (unsigned long)found, (unsigned long)expected);
}

bool wm_audit_state_not_reduced(wm_audit_state *state, const wm_audit_state_item *item)
{
    return WM_DEMAND(state, WM_RULE_ORDER_REDUCED, !item->is_reduced,
                     "%s was reduced on an earlier line", item->label);
}

bool wm_audit_state_refuse_item(wm_audit_state *state, const wm_audit_state_item *item,
                                wm_rule rule, const char *format, ...)
{
    const uint64_t line = state->refusal.line;
    char words[256];
    va_list arguments;
    bool is_refused;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (item->last_line != 0)
        state->refusal.line = item->last_line;
    is_refused = wm_refusal_make(&state->refusal, rule, "%s", words);
    if (!is_refused)
        state->refusal.line = line;
    return is_refused;
}

const wm_json_value *wm_audit_state_read_again(wm_audit_state *state, uint32_t entry)
{
    const wm_entry *node = &state->entries[entry];
    const wm_json_options options = {WM_JSON_STRICT, 0, 0};
    const wm_json_value *root = NULL;
    uint8_t id[WM_SHA256_SIZE];
    wm_status status;
    state->again_text.size = 0;
    status = wm_buffer_reserve(&state->again_text, node->size);
    if (status == WM_OK)
        status = state->source.read(state->source.context, node->offset, state->again_text.data,
                                    node->size);
    if (status == WM_OK)
        status =
            wm_json_parse(state->again, state->again_text.data, node->size, &options, &root, NULL);
    if (status == WM_OK)
        wm_sha256_hash(state->again_text.data, node->size, id);
    if (status == WM_E_SYNTAX || status == WM_E_LIMIT ||
        (status == WM_OK && memcmp(id, node->id, sizeof id) != 0)) {
        status = WM_E_IO; /* the file changed between two reads */
        errno = 0;
    }
    if (status == WM_OK)
        return root;
    (void)wm_audit_state_fail(state, status);
    return NULL;
}

/* The value of a function for the change or judgement of an item; null if it has none. */
static wm_result reduce_change(const wm_audit_state *state, size_t index, wm_function function)
{
    const size_t other = wm_change_other(&state->plan, index, function);
    if (other == state->plan.item_count)
        return wm_result_null("not there");
    return wm_change_reduce(function, &state->items[index].observed, &state->items[other].observed);
}

wm_result wm_audit_state_reduce(const wm_audit_state *state, const wm_step *step,
                                wm_function function)
{
    const wm_prior *prior;
    switch (step->kind) {
    case WM_SUBJECT_RECORD:
        return wm_timeline_reduce(&state->timeline, function);
    case WM_SUBJECT_CHANGE:
    case WM_SUBJECT_JUDGEMENT:
        return reduce_change(state, step->index, function);
    case WM_SUBJECT_LINK:
    case WM_SUBJECT_RECALL:
        return wm_link_reduce(&state->priors[step->prior].links[step->index], function);
    case WM_SUBJECT_PRIOR:
        prior = &state->priors[step->prior];
        return wm_link_reduce_all(prior->links, prior->plan.item_count, function);
    default:
        return wm_reduction_of_item(function, &state->items[step->index].observed);
    }
}

double wm_audit_state_clock_limit(const wm_audit_state *state, uint32_t environment)
{
    return environment == WM_AUDIT_STATE_NONE
               ? WM_THRESHOLD_CLOCK_CEILING
               : state->environments[state->entries[environment].part].clock_limit;
}

bool wm_audit_state_is_host(const wm_audit_state *state, uint32_t environment)
{
    return environment != WM_AUDIT_STATE_NONE &&
           state->environments[state->entries[environment].part].is_host;
}

bool wm_audit_state_is_gpu(const wm_audit_state *state, uint32_t environment)
{
    return environment != WM_AUDIT_STATE_NONE &&
           state->environments[state->entries[environment].part].is_gpu;
}

wm_link_side wm_audit_state_side(const wm_audit_state *state, const wm_audit_state_item *item)
{
    wm_link_side side = wm_link_side_of(&item->observed);
    const wm_kept_environment *kept;
    memcpy(side.method, item->method, sizeof side.method);
    side.repeat_seconds = state->plan.repeat_seconds;
    side.has_acquired = item->stage_count > 0 && item->stages[0].name == WM_STAGE_ACQUIRE;
    if (side.has_acquired)
        memcpy(side.acquired, item->stages[0].output_digest, sizeof side.acquired);
    if (item->environment_entry == WM_AUDIT_STATE_NONE)
        return side;
    kept = &state->environments[state->entries[item->environment_entry].part];
    side.has_device = kept->has_device;
    memcpy(side.device, kept->device, sizeof side.device);
    return side;
}

const char *wm_audit_state_label(const wm_audit_state *state, uint32_t owner)
{
    return owner == WM_AUDIT_STATE_NONE ? "no item" : state->items[owner].label;
}

bool wm_audit_state_lacks_priors(const wm_audit_state *state)
{
    return state->continue_count > 0 && state->priors == NULL;
}
