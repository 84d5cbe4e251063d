/* Sealing a graph: everything that follows from its observations, derived and put through the
 * auditor's own checks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "record/build.h"
#include "record/claim.h"
#include "record/intake.h"
#include "record/measured.h"
#include "record/observation.h"
#include "record/reduced.h"
#include "record/stage.h"
#include "record/text.h"

/* A seal in progress. */
typedef struct sealing {
    wm_graph *graph;
    const wm_seal *seal;
    wm_error *err;
    uint8_t (*ids)[WM_SHA256_SIZE]; /* of the items' reductions, by item and quantity */
    uint32_t *first;                /* of each series, where its entries begin in members */
    uint32_t *members; /* entries of external observations, series by series, in order */
} sealing;

/* Checks and emits the node that was written; its fields came in ascending order, so it is its own
 * image. */
static wm_status emit_node(sealing *at)
{
    wm_graph *graph = at->graph;
    wm_node *node = &graph->node;
    wm_status status = wm_node_finish(node);
    if (status == WM_OK)
        status = wm_buffer_putc(&node->text, '\n');
    if (status != WM_OK)
        return wm_error_set(at->err, status, NULL, "%s", wm_status_text(status));
    if (!wm_intake_line(&graph->state, node->text.data, node->text.size, 0))
        return wm_build_error(graph, at->err);
    status = at->seal->emit(at->seal->context, node->text.data, node->text.size);
    if (status != WM_OK && at->err != NULL && at->err->code == WM_OK)
        return wm_error_set(at->err, status, NULL, "%s", wm_status_text(status));
    return status;
}

/* The id of the node that was emitted last. */
static const uint8_t *last_id(const sealing *at)
{
    return at->graph->state.entries[at->graph->state.entry_count - 1].id;
}

static void write_value(wm_node *node, const char *key, const wm_result *result)
{
    if (result->kind == WM_RESULT_NUMBER)
        wm_node_number(node, key, result->number);
    else if (result->kind == WM_RESULT_WORD)
        wm_node_text(node, key, result->text);
    else
        wm_node_null(node, key);
}

/* The reason, where a result is null. */
static void write_reason(wm_node *node, const wm_result *result)
{
    if (result->kind == WM_RESULT_NULL)
        wm_node_text(node, "reason", result->text);
}

/* ---- reductions ------------------------------------------------------------------------------ */

static wm_status reduce_item(sealing *at, const wm_audit_state_item *item, wm_function function)
{
    const wm_result result = wm_reduction_of_item(function, &item->observed);
    wm_node *node = &at->graph->node;
    wm_node_begin_object(node);
    wm_node_text(node, "function", wm_tables_function_name(function));
    wm_node_open_array(node, "inputs");
    for (uint32_t i = 0;; i++) {
        const uint32_t entry = wm_reduced_input(item, function, i);
        if (entry == WM_AUDIT_STATE_NONE)
            break;
        wm_node_hex(node, NULL, at->graph->state.entries[entry].id);
    }
    wm_node_close_array(node);
    write_reason(node, &result);
    wm_node_text(node, "type", "reduction");
    write_value(node, "value", &result);
    return emit_node(at);
}

static wm_status reduce_items(sealing *at)
{
    wm_audit_state *state = &at->graph->state;
    wm_status status = WM_OK;
    for (size_t i = 0; i < state->plan.item_count; i++) {
        const wm_audit_state_item *item = &state->items[i];
        for (size_t q = 0; status == WM_OK && q < wm_tables_count(); q++) {
            const wm_quantity *quantity = wm_tables_at(q);
            if (quantity->gemm_only && !item->item.variant->is_gemm)
                continue;
            status = reduce_item(at, item, quantity->function);
            if (status == WM_OK)
                memcpy(at->ids[i * wm_tables_count() + q], last_id(at), WM_SHA256_SIZE);
        }
    }
    return status;
}

/* Reads the values of a series into the state's room for them, and reduces them. */
static wm_status compute_series(sealing *at, const wm_build_value *value, wm_result *result)
{
    wm_audit_state *state = &at->graph->state;
    const wm_series *series = &state->series[value->series];
    wm_json_value field = {0};
    void *values = state->values;
    bool is_there;
    if (!wm_audit_state_grow(state, &values, sizeof *state->values, series->count,
                             &state->value_capacity))
        return wm_build_error(at->graph, at->err);
    state->values = values;
    field.kind = WM_JSON_STRING;
    field.text = value->field;
    field.text_size = strlen(value->field);
    for (uint32_t i = 0; i < series->count; i++) {
        const uint32_t entry = at->members[at->first[value->series] + i];
        if (!wm_observation_value(state, entry, &field, &state->values[i], &is_there))
            return wm_build_error(at->graph, at->err);
        if (!is_there)
            return wm_error_set(at->err, WM_E_INVALID, NULL,
                                "[series] number %lu of the series `%s` has no value `%s`",
                                (unsigned long)i, series->name, value->field);
    }
    *result = wm_reduction_of_series(value->function, state->values, series->count);
    return WM_OK;
}

static wm_status reduce_series(sealing *at, wm_build_value *value)
{
    const wm_audit_state *state = &at->graph->state;
    wm_node *node = &at->graph->node;
    wm_result result = {WM_RESULT_NULL, 0, ""};
    wm_status status = compute_series(at, value, &result);
    if (status != WM_OK)
        return status;
    wm_node_begin_object(node);
    wm_node_text(node, "field", value->field);
    wm_node_text(node, "function", wm_tables_function_name(value->function));
    wm_node_open_array(node, "inputs");
    for (uint32_t i = 0; i < state->series[value->series].count; i++)
        wm_node_hex(node, NULL, state->entries[at->members[at->first[value->series] + i]].id);
    wm_node_close_array(node);
    write_reason(node, &result);
    wm_node_text(node, "type", "reduction");
    write_value(node, "value", &result);
    status = emit_node(at);
    if (status == WM_OK)
        memcpy(value->id, last_id(at), sizeof value->id);
    return status;
}

/* Sorts the external observations by their series: a count, a running sum, a fill. */
static wm_status list_members(sealing *at)
{
    const wm_audit_state *state = &at->graph->state;
    uint32_t total = 0;
    at->first = calloc((size_t)state->series_count + 1, sizeof *at->first);
    at->members = calloc((size_t)state->entry_count + 1, sizeof *at->members);
    if (at->first == NULL || at->members == NULL)
        return wm_error_set(at->err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    for (uint32_t i = 0; i < state->series_count; i++) {
        at->first[i] = total;
        total += state->series[i].count;
    }
    for (uint32_t i = 0; i < state->entry_count; i++)
        if (state->entries[i].class == WM_CLASS_EXTERNAL)
            at->members[at->first[state->entries[i].owner] + state->entries[i].part] = i;
    return WM_OK;
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* The reason of the first of a claim's results that is null. */
static void write_first_reason(wm_node *node, const wm_result *results, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (results[i].kind == WM_RESULT_NULL) {
            write_reason(node, &results[i]);
            return;
        }
}

static wm_status claim_quantity(sealing *at, size_t index, size_t q)
{
    const wm_audit_state_item *item = &at->graph->state.items[index];
    const wm_quantity *quantity = wm_tables_at(q);
    const char *unit = quantity->unit == NULL ? item->item.variant->unit : quantity->unit;
    const bool has_class = quantity->class_function != WM_FUNCTION_NONE;
    const bool has_tolerance = quantity->tolerance_function != WM_FUNCTION_NONE;
    wm_result results[3] = {
        {WM_RESULT_WORD, 0, ""}, {WM_RESULT_WORD, 0, ""}, {WM_RESULT_WORD, 0, ""}};
    wm_node *node = &at->graph->node;
    char name[WM_PLAN_LABEL_SIZE + 32], text[WM_TEXT_SIZE];
    results[0] = wm_reduction_of_item(quantity->function, &item->observed);
    if (has_class)
        results[1] = wm_reduction_of_item(quantity->class_function, &item->observed);
    if (has_tolerance)
        results[2] = wm_reduction_of_item(quantity->tolerance_function, &item->observed);
    snprintf(name, sizeof name, "%s.%s", item->label, quantity->name);
    wm_text_write(&results[0], quantity->text, unit, text);
    wm_node_begin_object(node);
    wm_node_hex(node, "asserts", at->ids[index * wm_tables_count() + q]);
    if (has_class)
        write_value(node, "class", &results[1]);
    wm_node_text(node, "name", name);
    write_first_reason(node, results, 3);
    wm_node_text(node, "text", text);
    if (has_tolerance)
        write_value(node, "tolerance", &results[2]);
    wm_node_text(node, "type", "claim");
    wm_node_text(node, "unit", unit);
    write_value(node, "value", &results[0]);
    return emit_node(at);
}

static wm_status claim_items(sealing *at)
{
    const wm_audit_state *state = &at->graph->state;
    wm_status status = WM_OK;
    for (size_t i = 0; i < state->plan.item_count; i++)
        for (size_t q = 0; status == WM_OK && q < wm_tables_count(); q++)
            if (!wm_tables_at(q)->gemm_only || state->items[i].item.variant->is_gemm)
                status = claim_quantity(at, i, q);
    return status;
}

static wm_status claim_own(sealing *at, const wm_build_claim *claim)
{
    const wm_graph *graph = at->graph;
    const wm_build_value *value = &graph->values[claim->value];
    wm_node *node = &at->graph->node;
    const uint32_t entry = wm_audit_state_find(&graph->state, value->id);
    const wm_result result = graph->state.results[graph->state.entries[entry].part];
    char text[WM_TEXT_SIZE];
    wm_text_write(&result, claim->format, claim->unit, text);
    wm_node_begin_object(node);
    wm_node_hex(node, "asserts", value->id);
    if (claim->beside_count > 0) {
        wm_node_open_array(node, "beside");
        for (uint32_t i = 0; i < claim->beside_count; i++)
            wm_node_hex(node, NULL, graph->values[claim->beside[i]].id);
        wm_node_close_array(node);
    }
    wm_node_text(node, "format", wm_tables_text_name(claim->format));
    wm_node_text(node, "name", claim->name);
    write_reason(node, &result);
    wm_node_text(node, "text", text);
    wm_node_text(node, "type", "claim");
    wm_node_text(node, "unit", claim->unit);
    write_value(node, "value", &result);
    return emit_node(at);
}

/* ---- root ------------------------------------------------------------------------------------ */

static wm_status emit_root(sealing *at)
{
    const wm_seal *seal = at->seal;
    const wm_audit_state *state = &at->graph->state;
    wm_node *node = &at->graph->node;
    uint8_t merkle_root[WM_SHA256_SIZE];
    wm_merkle_root(&state->claims, merkle_root);
    wm_node_begin_object(node);
    wm_node_count(node, "claim_count", state->claims.count);
    if (seal->continues == NULL)
        wm_node_null(node, "continues");
    else
        wm_node_text(node, "continues", seal->continues);
    wm_node_open_array(node, "files");
    for (size_t i = 0; i < seal->file_count; i++) {
        wm_node_open_object(node, NULL);
        wm_node_text(node, "path", seal->files[i].path);
        wm_node_text(node, "sha256", seal->files[i].sha256);
        wm_node_close_object(node);
    }
    wm_node_close_array(node);
    wm_node_text(node, "format", WM_TABLES_FORMAT);
    wm_node_hex(node, "merkle_root", merkle_root);
    wm_node_hex(node, "plan", state->entries[state->plan_entry].id);
    wm_node_text(node, "type", "root");
    return emit_node(at);
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Finds what is missing before anything is emitted. */
static wm_status check_whole(sealing *at)
{
    wm_graph *graph = at->graph;
    wm_audit_state *state = &graph->state;
    if (state->plan_entry == WM_AUDIT_STATE_NONE)
        return wm_error_set(at->err, WM_E_INVALID, NULL, "[order] there is no plan yet");
    if (!wm_measured_finish(state) || !wm_stage_finish(state))
        return wm_build_error(graph, at->err);
    for (size_t i = 0; i < graph->value_count; i++)
        state->series[graph->values[i].series].is_wanted = true;
    for (uint32_t i = 0; i < state->series_count; i++)
        if (state->series[i].count > 0 && !state->series[i].is_wanted)
            return wm_error_set(at->err, WM_E_INVALID, NULL,
                                "[reachable] no claim rests on the series `%s`",
                                state->series[i].name);
    for (uint32_t i = 0; i < state->entry_count; i++)
        if (state->entries[i].class == WM_CLASS_ENVIRONMENT && !state->entries[i].is_used)
            return wm_error_set(at->err, WM_E_INVALID, NULL,
                                "[reachable] no node names the environment on line %lu",
                                (unsigned long)state->entries[i].line);
    return WM_OK;
}

static wm_status derive(sealing *at)
{
    wm_graph *graph = at->graph;
    const size_t count = graph->state.plan.item_count * wm_tables_count();
    wm_status status = list_members(at);
    if (status != WM_OK)
        return status;
    at->ids = calloc(count == 0 ? 1 : count, sizeof *at->ids);
    if (at->ids == NULL)
        return wm_error_set(at->err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    status = reduce_items(at);
    for (size_t i = 0; status == WM_OK && i < graph->value_count; i++)
        status = reduce_series(at, &graph->values[i]);
    if (status == WM_OK)
        status = claim_items(at);
    for (size_t i = 0; status == WM_OK && i < graph->claim_count; i++)
        status = claim_own(at, &graph->claims[i]);
    return status;
}

wm_status wm_seal_graph(wm_graph *graph, const wm_seal *seal, char root[WM_ID_SIZE], wm_error *err)
{
    sealing at = {0};
    wm_status status;
    at.graph = graph;
    at.seal = seal;
    at.err = err;
    if (err != NULL)
        err->code = WM_OK;
    status = check_whole(&at);
    if (status == WM_OK) {
        graph->is_sealed = true;
        status = derive(&at);
    }
    if (status == WM_OK)
        status = emit_root(&at);
    if (status == WM_OK && !wm_intake_end(&graph->state))
        status = wm_build_error(graph, err);
    if (status == WM_OK)
        wm_sha256_to_hex(graph->state.root, root);
    free(at.ids);
    free(at.first);
    free(at.members);
    return status;
}
