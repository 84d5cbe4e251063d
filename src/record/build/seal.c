/* Sealing a graph: everything that follows from its observations, derived and put through the
 * auditor's own checks.
 *
 * The seal computes nothing that the audit does not: it asks the state for each value, writes the
 * line, and gives it to the audit as if it had been read. So a record that was sealed is valid, or
 * the seal fails. What is missing is found before the first derived line is emitted, because a
 * record that has one takes no more observations. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "record/build/build.h"
#include "record/nodes/contents.h"
#include "record/audit/intake.h"
#include "record/audit/inputs.h"
#include "record/audit/linked.h"
#include "record/audit/series.h"
#include "record/laws/reduction.h"
#include "record/tables/tables.h"
#include "record/laws/text.h"
#include "record/audit/prior_file.h"

/* A seal in progress. */
typedef struct sealing {
    wm_graph *graph;
    const wm_seal *seal;
    wm_error *err;
    uint8_t (*ids)[WM_SHA256_SIZE]; /* of the reductions of the expansion's claims */
    uint32_t *first;                /* of each series, where its entries begin in members */
    wm_buffer inputs;               /* ids of the inputs of the reduction being made */
    const wm_step *step;            /* the claim whose reduction is being made, or NULL */
    uint8_t priors[WM_TABLES_CONTINUES][WM_SHA256_SIZE]; /* hashes of their files */
    uint32_t *members; /* entries of external observations, series by series, in order */
} sealing;

/* Writes a node, checks it, and emits it. */
static wm_status emit_node(sealing *at, const wm_form *form, const void *node)
{
    wm_graph *graph = at->graph;
    wm_buffer *line = &graph->line;
    wm_status status;
    line->size = 0;
    status = wm_kind_write(form, node, line);
    if (status == WM_OK)
        status = wm_buffer_putc(line, '\n');
    if (status != WM_OK)
        return wm_error_set(at->err, status, NULL, "%s", wm_status_text(status));
    if (!wm_intake_line(&graph->state, line->data, line->size, 0))
        return wm_build_error(graph, at->err);
    status = at->seal->emit(at->seal->context, line->data, line->size);
    if (status != WM_OK && at->err != NULL && at->err->code == WM_OK)
        return wm_error_set(at->err, status, NULL, "%s", wm_status_text(status));
    return status;
}

/* The id of the node that was emitted last. */
static const uint8_t *last_id(const sealing *at)
{
    return at->graph->state.entries[at->graph->state.entry_count - 1].id;
}

/* ---- reductions ------------------------------------------------------------------------------ */

/* Puts an id behind those of the inputs being gathered. */
static wm_status add_input(sealing *at, size_t count, uint32_t entry)
{
    if (count == 0)
        at->inputs.size = 0;
    return wm_buffer_append(&at->inputs, at->graph->state.entries[entry].id, WM_SHA256_SIZE);
}

/* Emits a reduction over the inputs that were gathered. */
static wm_status emit_reduction(sealing *at, wm_function function, const char *field,
                                const wm_result *result)
{
    wm_reduction_node node;
    memset(&node, 0, sizeof node);
    node.field = wm_member_text(field);
    node.function = wm_member_text(wm_tables_function_name(function));
    node.inputs = wm_member_list(at->inputs.data, at->inputs.size / WM_SHA256_SIZE);
    node.reason = wm_kind_reduction_reason(result);
    node.value = wm_kind_reduction_value(result);
    if (at->step != NULL) {
        node.prior = (double)at->step->prior + 1;
        node.item = (double)at->step->index;
    }
    return emit_node(at, wm_kind_reduction_form(function), &node);
}

static wm_status reduce_item(sealing *at, const wm_audit_state_item *item, wm_function function)
{
    const wm_result result = wm_reduction_of_item(function, &item->observed);
    wm_status status = WM_OK;
    for (uint32_t i = 0; status == WM_OK; i++) {
        const uint32_t entry = wm_inputs_at(item, function, i);
        if (entry == WM_AUDIT_STATE_NONE)
            break;
        status = add_input(at, i, entry);
    }
    if (status != WM_OK)
        return wm_error_set(at->err, status, NULL, "%s", wm_status_text(status));
    return emit_reduction(at, function, NULL, &result);
}

/* Reduces the whole record, a change, a link, a recall or a prior. */
static wm_status reduce_other(sealing *at, const wm_step *step)
{
    const wm_audit_state *state = &at->graph->state;
    const wm_result result = wm_audit_state_reduce(state, step, step->quantity->function);
    const uint32_t item = step->kind == WM_SUBJECT_LINK || step->kind == WM_SUBJECT_RECALL
                              ? wm_linked_item(state, step->prior, step->index)
                              : WM_AUDIT_STATE_NONE;
    const uint32_t *entries = &state->plan_entry;
    uint32_t count = 1;
    wm_status status = WM_OK;
    if (item != WM_AUDIT_STATE_NONE)
        entries = wm_linked_repeats(&state->items[item], &count);
    for (uint32_t i = 0; status == WM_OK && i < count; i++)
        status = add_input(at, i, entries[i]);
    if (status != WM_OK)
        return wm_error_set(at->err, status, NULL, "%s", wm_status_text(status));
    at->step = step;
    status = emit_reduction(at, step->quantity->function, NULL, &result);
    at->step = NULL;
    return status;
}

/* Where the id of a step's reduction is kept: those of the record are behind those of items. */
static uint8_t *id_of(sealing *at, const wm_step *step)
{
    return at->ids[step->number];
}

static wm_status reduce_items(sealing *at)
{
    wm_audit_state *state = &at->graph->state;
    wm_status status = WM_OK;
    wm_expansion expansion;
    wm_step step;
    expansion = state->expansion;
    while (status == WM_OK && wm_subject_next(&expansion, &step)) {
        const wm_function function = step.quantity->function;
        status = wm_kind_reduction_form(function) == &wm_kind_reduction_item
                     ? reduce_item(at, &state->items[step.index], function)
                     : reduce_other(at, &step);
        if (status == WM_OK)
            memcpy(id_of(at, &step), last_id(at), WM_SHA256_SIZE);
    }
    return status;
}

/* Reads the values of a series into the state's room for them, and reduces them. */
static wm_status compute_series(sealing *at, const wm_build_value *value, wm_result *result)
{
    wm_audit_state *state = &at->graph->state;
    const wm_series *series = &state->series[value->series];
    const wm_series_field field = wm_series_field_of(wm_member_text(value->field));
    bool is_there;
    if (!wm_audit_state_make_values(state, series->count))
        return wm_build_error(at->graph, at->err);
    for (uint32_t i = 0; i < series->count; i++) {
        const uint32_t entry = at->members[at->first[value->series] + i];
        if (!wm_series_value(state, entry, &field, &state->values[i], &is_there))
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
    wm_result result = {WM_RESULT_NULL, 0, ""};
    wm_status status = compute_series(at, value, &result);
    if (status != WM_OK)
        return status;
    for (uint32_t i = 0; status == WM_OK && i < state->series[value->series].count; i++)
        status = add_input(at, i, at->members[at->first[value->series] + i]);
    if (status != WM_OK)
        return wm_error_set(at->err, status, NULL, "%s", wm_status_text(status));
    status = emit_reduction(at, value->function, value->field, &result);
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

/* The results of a quantity, its class and its tolerance: a word where it has none. */
static void reduce_step(const wm_audit_state *state, const wm_step *step, wm_result results[3])
{
    const wm_quantity *quantity = step->quantity;
    const wm_function functions[3] = {quantity->function, quantity->class_function,
                                      quantity->tolerance_function};
    for (unsigned i = 0; i < 3; i++) {
        results[i].kind = WM_RESULT_WORD;
        results[i].text = "";
        if (functions[i] != WM_FUNCTION_NONE)
            results[i] = wm_audit_state_reduce(state, step, functions[i]);
    }
}

static wm_status claim_step(sealing *at, const wm_step *step)
{
    const wm_quantity *quantity = step->quantity;
    wm_field fields[WM_KIND_FIELDS];
    const wm_form form = wm_kind_claim_form(quantity, fields);
    char name[WM_SUBJECT_NAME_SIZE], text[WM_TEXT_SIZE];
    wm_result results[3];
    wm_claim_node node;
    reduce_step(&at->graph->state, step, results);
    wm_subject_claim_name(step, name);
    wm_text_write(&results[0], quantity->text, step->unit, text);
    memset(&node, 0, sizeof node);
    node.asserts = wm_member_edge_to(id_of(at, step));
    node.class = wm_kind_reduction_value(&results[1]).text;
    node.name = wm_member_text(name);
    for (unsigned i = 0; i < 3 && node.reason.bytes == NULL; i++)
        node.reason = wm_kind_reduction_reason(&results[i]);
    node.text = wm_member_text(text);
    node.tolerance = results[2].kind == WM_RESULT_NUMBER ? results[2].number : (double)NAN;
    node.unit = wm_member_text(step->unit);
    node.value = wm_kind_reduction_value(&results[0]);
    return emit_node(at, &form, &node);
}

static wm_status claim_items(sealing *at)
{
    wm_status status = WM_OK;
    wm_expansion expansion;
    wm_step step;
    expansion = at->graph->state.expansion;
    while (status == WM_OK && wm_subject_next(&expansion, &step))
        status = claim_step(at, &step);
    return status;
}

/* The format that was asked for, or that of the unit. */
static wm_text_format format_of(const wm_build_claim *claim, const wm_result *result)
{
    const double magnitude = result->kind == WM_RESULT_NUMBER ? fabs(result->number) : 0;
    const char *word = wm_tables_own_format(claim->unit, magnitude);
    return claim->has_format ? claim->format : wm_tables_text(word, strlen(word));
}

static wm_status claim_own(sealing *at, const wm_build_claim *claim)
{
    const wm_graph *graph = at->graph;
    const wm_build_value *value = &graph->values[claim->value];
    const uint32_t entry = wm_audit_state_find(&graph->state, value->id);
    const wm_result result = graph->state.results[graph->state.entries[entry].part];
    uint8_t beside[WM_TABLES_BESIDE][WM_SHA256_SIZE];
    const wm_text_format format = format_of(claim, &result);
    char text[WM_TEXT_SIZE];
    wm_claim_node node;
    wm_text_write(&result, format, claim->unit, text);
    for (uint32_t i = 0; i < claim->beside_count; i++)
        memcpy(beside[i], graph->values[claim->beside[i]].id, WM_SHA256_SIZE);
    memset(&node, 0, sizeof node);
    node.asserts = wm_member_edge_to(value->id);
    if (claim->beside_count > 0)
        node.beside = wm_member_list(beside, claim->beside_count);
    node.format = wm_member_text(wm_tables_text_name(format));
    node.name = wm_member_text(claim->name);
    node.reason = wm_kind_reduction_reason(&result);
    node.text = wm_member_text(text);
    node.unit = wm_member_text(claim->unit);
    node.value = wm_kind_reduction_value(&result);
    return emit_node(at, &wm_kind_claim_own, &node);
}

/* ---- root ------------------------------------------------------------------------------------ */

static wm_status emit_root(sealing *at)
{
    const wm_seal *seal = at->seal;
    const wm_audit_state *state = &at->graph->state;
    const size_t count = seal->file_count + seal->continue_count;
    const size_t named = state->plan.is_light ? seal->file_count : 0; /* not of the record */
    wm_file_node *files = calloc(count + 1, sizeof *files);
    wm_root_node node;
    wm_status status;
    if (files == NULL)
        return wm_error_set(at->err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    for (size_t i = 0; i < seal->file_count; i++) {
        files[i].is_there = true;
        files[i].path = wm_member_text(seal->files[i].path);
        files[i].sha256.is_there = wm_sha256_from_hex(
            seal->files[i].sha256, strlen(seal->files[i].sha256), files[i].sha256.bytes);
    }
    for (size_t i = 0; i < seal->continue_count; i++) {
        wm_file_node *file = &files[seal->file_count + i];
        file->is_there = true;
        file->path = wm_member_text(wm_kind_root_prior(i));
        file->sha256 = wm_member_hex(at->priors[i]);
    }
    memset(&node, 0, sizeof node);
    node.claim_count = (double)state->claims.count;
    node.files = wm_member_list(files + named, count - named);
    if (state->plan.is_light)
        node.checkers = wm_member_list(files, named);
    node.format = wm_member_text(WM_TABLES_FORMAT);
    node.plan = wm_member_edge_to(state->entries[state->plan_entry].id);
    node.merkle_root.is_there = true;
    wm_merkle_root(&state->claims, node.merkle_root.bytes);
    node.continues = wm_member_list(state->continues, state->continue_count);
    status = emit_node(at, &wm_kind_root_form, &node);
    free(files);
    return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Demands the priors of the plan, and takes the hashes of their files. */
static wm_status check_priors(sealing *at)
{
    const wm_audit_state *state = &at->graph->state;
    const wm_seal *seal = at->seal;
    if (seal->continue_count != state->continue_count)
        return wm_error_set(at->err, WM_E_INVALID, "continues",
                            "[prior] found %lu priors, expected %lu, as the plan",
                            (unsigned long)seal->continue_count,
                            (unsigned long)state->continue_count);
    for (size_t i = 0; i < seal->continue_count; i++) {
        uint8_t root[WM_SHA256_SIZE];
        const wm_status status =
            wm_prior_file_read(seal->continues[i], root, at->priors[i], at->err);
        if (status != WM_OK)
            return status;
        if (memcmp(root, state->continues[i], sizeof root) != 0)
            return wm_error_set(at->err, WM_E_INVALID, seal->continues[i],
                                "[prior] its root is not the one that the plan continues");
    }
    return WM_OK;
}

/* Finds what is missing before anything is emitted. */
static wm_status check_whole(sealing *at)
{
    wm_graph *graph = at->graph;
    wm_audit_state *state = &graph->state;
    if (state->plan_entry == WM_AUDIT_STATE_NONE)
        return wm_error_set(at->err, WM_E_INVALID, NULL, "[order] there is no plan yet");
    if (wm_audit_state_lacks_priors(state))
        return wm_error_set(at->err, WM_E_INVALID, "continues",
                            "[prior] the plan continues records; name their evidence before it is "
                            "added");
    if (!wm_linked_complete(state))
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
    const size_t count = wm_subject_claims(&graph->state.expansion);
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
    sealing at;
    wm_status status;
    memset(&at, 0, sizeof at);
    at.graph = graph;
    at.seal = seal;
    at.err = err;
    if (err != NULL)
        err->code = WM_OK;
    status = check_whole(&at);
    if (status == WM_OK)
        status = check_priors(&at);
    if (status == WM_OK) {
        graph->is_sealed = true;
        status = derive(&at);
    }
    if (status == WM_OK)
        status = emit_root(&at);
    if (status == WM_OK && !wm_intake_end(&graph->state))
        status = wm_build_error(graph, err);
    root[0] = '\0';
    if (status == WM_OK)
        wm_sha256_to_hex(graph->state.root, root);
    graph->has_root = status == WM_OK;
    free(at.ids);
    free(at.first);
    free(at.members);
    wm_buffer_clear(&at.inputs);
    return status;
}
