/* Graphs under construction: observations in, refusals out, claims asked for. */
#include "record/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "record/build.h"
#include "record/intake.h"
#include "record/kind_external.h"
#include "standards/jcs.h"

static wm_status read_lines(void *context, uint64_t offset, void *data, size_t size)
{
    const wm_graph *graph = context;
    if (offset > graph->lines.size || size > graph->lines.size - offset)
        return WM_E_IO;
    memcpy(data, graph->lines.data + offset, size);
    return WM_OK;
}

wm_graph *wm_graph_new(void)
{
    wm_graph *graph = calloc(1, sizeof *graph);
    if (graph == NULL)
        return NULL;
    graph->json = wm_json_new();
    if (graph->json == NULL || wm_audit_state_init(&graph->state) != WM_OK) {
        wm_json_free(graph->json);
        free(graph);
        return NULL;
    }
    graph->state.source.context = graph;
    graph->state.source.read = read_lines;
    return graph;
}

void wm_graph_free(wm_graph *graph)
{
    if (graph == NULL)
        return;
    wm_audit_state_clear(&graph->state);
    wm_json_free(graph->json);
    wm_buffer_clear(&graph->line);
    wm_buffer_clear(&graph->lines);
    free(graph->values);
    free(graph->value_set.slots);
    free(graph->claims);
    free(graph->claim_set.slots);
    free(graph);
}

wm_status wm_build_error(wm_graph *graph, wm_error *err)
{
    wm_audit_state *state = &graph->state;
    wm_status status = state->status;
    if (state->refusal.is_made)
        status = wm_error_set(err, WM_E_INVALID, NULL, "[%s] %s",
                              wm_refusal_tag(state->refusal.rule), state->refusal.words);
    else
        status = wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    state->refusal.is_made = false;
    state->status = WM_OK;
    return status;
}

/* ---- adding ---------------------------------------------------------------------------------- */

/* Puts the canonical line of some JSON behind the others. */
static wm_status append_image(wm_graph *graph, const char *json, size_t size, wm_error *err)
{
    static const wm_json_options OPTIONS = {WM_JSON_STRICT, WM_INTAKE_DEPTH_MAX, 0};
    const wm_json_value *node;
    wm_status status = wm_json_parse(graph->json, json, size, &OPTIONS, &node, err);
    if (status != WM_OK)
        return status;
    if (!wm_json_is_text(wm_json_member(node, "type"), "observation"))
        return wm_error_set(err, WM_E_ARG, NULL, "a graph takes observations; it derives the rest");
    status = wm_jcs_append(&graph->lines, node, err);
    return status != WM_OK ? status : wm_buffer_putc(&graph->lines, '\n');
}

wm_status wm_graph_add(wm_graph *graph, const char *json, size_t size, wm_line *line, wm_error *err)
{
    wm_audit_state *state = &graph->state;
    const size_t before = graph->lines.size;
    const uint64_t number = state->line;
    const wm_phase phase = state->phase;
    wm_status status;
    if (graph->is_sealed)
        return wm_error_set(err, WM_E_ARG, NULL, "the graph is sealed");
    status = append_image(graph, json, size, err);
    if (status == WM_OK &&
        !wm_intake_line(state, graph->lines.data + before, graph->lines.size - before, before))
        status = wm_build_error(graph, err);
    if (status != WM_OK) {
        graph->lines.size = before;
        state->line = number;
        state->phase = phase;
        return status;
    }
    if (line != NULL) {
        line->text = graph->lines.data + before;
        line->size = graph->lines.size - before;
        wm_sha256_to_hex(state->entries[state->entry_count - 1].id, line->id);
    }
    return WM_OK;
}

/* ---- claims asked for ------------------------------------------------------------------------ */

/* Makes room for one more in an array of the graph. */
static wm_status make_room(void **array, size_t element, size_t count, size_t *capacity)
{
    const size_t wanted = *capacity == 0 ? 16 : *capacity * 2;
    void *grown;
    if (count < *capacity)
        return WM_OK;
    grown = wanted > SIZE_MAX / element ? NULL : realloc(*array, wanted * element);
    if (grown == NULL)
        return WM_E_NOMEM;
    *array = grown;
    *capacity = wanted;
    return WM_OK;
}

/* Checks a value that is asked for: a series with that field, a function over series. */
static wm_status find_value(wm_graph *graph, const wm_own_value *own, wm_build_value *value,
                            wm_error *err)
{
    const wm_text field = wm_member_text(own->field);
    bool is_there;
    double number;
    value->function = wm_tables_function(own->function, strlen(own->function));
    if (value->function == WM_FUNCTION_NONE ||
        wm_tables_function_inputs(value->function) != WM_INPUTS_SERIES)
        return wm_error_set(err, WM_E_ARG, NULL, "`%s` is no function over a series",
                            own->function);
    value->series = wm_kind_external_series(&graph->state, own->series);
    if (value->series == WM_AUDIT_STATE_NONE || graph->state.series[value->series].count == 0)
        return wm_error_set(err, WM_E_ARG, NULL, "there is no series `%s`", own->series);
    if (!wm_kind_external_value(&graph->state, graph->state.series[value->series].first, field,
                                &number, &is_there))
        return wm_build_error(graph, err);
    if (!is_there || field.size >= sizeof value->field)
        return wm_error_set(err, WM_E_ARG, NULL, "the series `%s` has no value `%s`", own->series,
                            own->field);
    memcpy(value->field, own->field, field.size + 1);
    return WM_OK;
}

/* The number of a value among those asked for, added if it is new. */
static wm_status ask_value(wm_graph *graph, const wm_own_value *own, uint32_t *number,
                           wm_error *err)
{
    wm_build_value value;
    char key[160];
    void *values = graph->values;
    wm_status status;
    memset(&value, 0, sizeof value);
    status = find_value(graph, own, &value, err);
    if (status != WM_OK)
        return status;
    snprintf(key, sizeof key, "%lu %u %s", (unsigned long)value.series, (unsigned)value.function,
             value.field);
    wm_sha256_hash(key, strlen(key), value.hash);
    *number = wm_audit_state_set_find(&graph->value_set, graph->values, sizeof value, value.hash);
    if (*number != WM_AUDIT_STATE_NONE)
        return WM_OK;
    status = make_room(&values, sizeof value, graph->value_count, &graph->value_capacity);
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    graph->values = values;
    graph->values[graph->value_count] = value;
    *number = (uint32_t)graph->value_count;
    if (!wm_audit_state_set_add(&graph->value_set, graph->values, sizeof value, *number))
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    graph->value_count++;
    return WM_OK;
}

/* Checks name, unit and format of a claim asked for. */
static wm_status check_claim(const wm_graph *graph, const wm_own_claim *own, wm_build_claim *claim,
                             wm_error *err)
{
    const size_t name_size = strlen(own->name);
    wm_json_value rest = {0};
    rest.kind = WM_JSON_STRING;
    rest.text = own->name + (name_size < 2 ? name_size : 2);
    rest.text_size = name_size < 2 ? 0 : name_size - 2;
    if (strncmp(own->name, "x.", 2) != 0 || !wm_field_is(&rest, WM_FIELD_NAME))
        return wm_error_set(err, WM_E_ARG, NULL, "`%.80s` is not `x.` and 1 to 64 of [a-z0-9_.]",
                            own->name);
    wm_sha256_hash(own->name, name_size, claim->hash);
    if (wm_audit_state_set_find(&graph->claim_set, graph->claims, sizeof *claim, claim->hash) !=
        WM_AUDIT_STATE_NONE)
        return wm_error_set(err, WM_E_ARG, NULL, "there is a claim %s already", own->name);
    claim->format = wm_tables_text(own->format, strlen(own->format));
    if (claim->format == WM_TEXT_WORD || claim->format == WM_TEXT_COUNT)
        return wm_error_set(err, WM_E_ARG, NULL, "`%.40s` is no format of numbers", own->format);
    if (own->beside_count > WM_TABLES_BESIDE || strlen(own->unit) >= sizeof claim->unit)
        return wm_error_set(err, WM_E_ARG, NULL, "too much beside %s, or too long a unit",
                            own->name);
    memcpy(claim->name, own->name, name_size + 1);
    memcpy(claim->unit, own->unit, strlen(own->unit) + 1);
    return WM_OK;
}

wm_status wm_graph_claim(wm_graph *graph, const wm_own_claim *own, wm_error *err)
{
    wm_build_claim claim;
    void *claims = graph->claims;
    wm_status status;
    memset(&claim, 0, sizeof claim);
    if (graph->is_sealed)
        return wm_error_set(err, WM_E_ARG, NULL, "the graph is sealed");
    status = check_claim(graph, own, &claim, err);
    if (status == WM_OK)
        status = ask_value(graph, &own->value, &claim.value, err);
    for (size_t i = 0; status == WM_OK && i < own->beside_count; i++)
        status = ask_value(graph, &own->beside[i], &claim.beside[claim.beside_count++], err);
    if (status != WM_OK)
        return status;
    status = make_room(&claims, sizeof claim, graph->claim_count, &graph->claim_capacity);
    graph->claims = claims;
    if (status == WM_OK) {
        graph->claims[graph->claim_count] = claim;
        if (wm_audit_state_set_add(&graph->claim_set, graph->claims, sizeof claim,
                                   (uint32_t)graph->claim_count))
            graph->claim_count++;
        else
            status = WM_E_NOMEM;
    }
    return status == WM_OK ? WM_OK : wm_error_set(err, status, NULL, "%s", wm_status_text(status));
}

wm_status wm_graph_seal(wm_graph *graph, const wm_seal *seal, char root[WM_ID_SIZE], wm_error *err)
{
    if (graph->is_sealed)
        return wm_error_set(err, WM_E_ARG, NULL, "the graph is sealed");
    return wm_seal_graph(graph, seal, root, err);
}

/* ---- asking ---------------------------------------------------------------------------------- */

const wm_plan *wm_graph_plan(const wm_graph *graph)
{
    return graph->state.plan_entry == WM_AUDIT_STATE_NONE ? NULL : &graph->state.plan;
}

/* The state of an item, or NULL. */
static const wm_audit_state_item *item_at(const wm_graph *graph, size_t index)
{
    return index < graph->state.plan.item_count ? &graph->state.items[index] : NULL;
}

const wm_observed_item *wm_graph_item(const wm_graph *graph, size_t index)
{
    const wm_audit_state_item *item = item_at(graph, index);
    return item == NULL ? NULL : &item->observed;
}

/* Writes the id of an entry. */
static bool give_id(const wm_graph *graph, uint32_t entry, char id[WM_ID_SIZE])
{
    if (entry == WM_AUDIT_STATE_NONE)
        return false;
    wm_sha256_to_hex(graph->state.entries[entry].id, id);
    return true;
}

bool wm_graph_repeat_id(const wm_graph *graph, size_t item, uint32_t repeat, char id[WM_ID_SIZE])
{
    const wm_audit_state_item *of = item_at(graph, item);
    return of != NULL && repeat < of->observed.repeat_count &&
           give_id(graph, of->repeat_entries[repeat], id);
}

const char *wm_graph_repeat_line(const wm_graph *graph, size_t item, uint32_t repeat, size_t *size)
{
    const wm_audit_state_item *of = item_at(graph, item);
    const wm_entry *entry;
    if (of == NULL || repeat >= of->observed.repeat_count)
        return NULL;
    entry = &graph->state.entries[of->repeat_entries[repeat]];
    *size = entry->size;
    return graph->lines.data + entry->offset;
}

bool wm_graph_calibration_id(const wm_graph *graph, size_t item, char id[WM_ID_SIZE])
{
    const wm_audit_state_item *of = item_at(graph, item);
    return of != NULL && give_id(graph, of->calibration_entry, id);
}

bool wm_graph_stage_id(const wm_graph *graph, size_t item, unsigned *count, char id[WM_ID_SIZE])
{
    const wm_audit_state_item *of = item_at(graph, item);
    *count = of == NULL ? 0 : of->stage_count;
    return *count > 0 && give_id(graph, of->stages[*count - 1].entry, id);
}

const char *wm_graph_lines(const wm_graph *graph)
{
    return graph->lines.size == 0 ? "" : graph->lines.data;
}

size_t wm_graph_size(const wm_graph *graph)
{
    return graph->lines.size;
}
