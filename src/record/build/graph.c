/* Graphs under construction: observations in, refusals out.
 *
 * A graph puts each line through the auditor's own checks when it is added. So what it takes is
 * valid, a wrong observation is refused where it is made, and there is one implementation of every
 * rule. */
#include "record/build/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/dir.h"
#include "base/sized.h"
#include "base/status.h"
#include "record/build/build.h"
#include "record/nodes/contents.h"
#include "record/build/given.h"
#include "record/audit/intake.h"
#include "record/nodes/series_limit.h"
#include "record/audit/series.h"
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
    graph->environment = WM_AUDIT_STATE_NONE;
    graph->state.source.context = graph;
    graph->state.source.read = read_lines;
    return graph;
}

void wm_graph_free(wm_graph *graph)
{
    if (graph == NULL)
        return;
    wm_audit_state_clear(&graph->state);
    for (size_t i = 0; i < graph->prior_count; i++)
        free(graph->priors[i]);
    wm_json_free(graph->json);
    wm_buffer_clear(&graph->line);
    wm_buffer_clear(&graph->lines);
    free(graph->values);
    free(graph->value_set.slots);
    free(graph->claims);
    free(graph->claim_set.slots);
    free(graph);
}

static wm_status open_prior(void *context, size_t index, wm_source *source)
{
    const wm_graph *graph = context;
    return index < graph->prior_count ? wm_dir_open_file(graph->priors[index], source)
                                      : WM_E_NOTFOUND;
}

wm_status wm_graph_name_priors(wm_graph *graph, const char *const *paths, size_t count,
                               wm_error *err)
{
    if (graph->state.plan_entry != WM_AUDIT_STATE_NONE)
        return wm_error_set(err, WM_E_ARG, "continues", "the graph has a plan already");
    if (count > WM_TABLES_CONTINUES)
        return wm_error_set(err, WM_E_LIMIT, "continues", "found %lu priors, expected at most 8",
                            (unsigned long)count);
    while (graph->prior_count > 0)
        free(graph->priors[--graph->prior_count]);
    for (size_t i = 0; i < count; i++) {
        const size_t size = strlen(paths[i]) + 1;
        graph->priors[i] = malloc(size);
        if (graph->priors[i] == NULL)
            return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
        memcpy(graph->priors[i], paths[i], size);
        graph->prior_count = i + 1;
    }
    graph->access.context = graph;
    graph->access.open = open_prior;
    graph->access.close = wm_dir_close_file;
    graph->state.access = &graph->access;
    return WM_OK;
}

const char *wm_build_ended(const wm_graph *graph)
{
    return graph->has_root ? "the graph is sealed" : "an earlier seal of the graph failed";
}

wm_status wm_build_error(wm_graph *graph, wm_error *err)
{
    wm_audit_state *state = &graph->state;
    wm_status status = state->status;
    if (state->refusal.is_made && strcmp(state->refusal.file, "evidence.jsonl") != 0)
        status = wm_error_set(err, status != WM_OK ? status : WM_E_INVALID, state->refusal.file,
                              "line %lu: [%s] %s", (unsigned long)state->refusal.line,
                              wm_refusal_tag(state->refusal.rule), state->refusal.words);
    else if (state->refusal.is_made)
        status = wm_error_set(err, WM_E_INVALID, NULL, "[%s] %s",
                              wm_refusal_tag(state->refusal.rule), state->refusal.words);
    else
        status = wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    state->refusal.is_made = false;
    state->refusal.file = "evidence.jsonl";
    state->status = WM_OK;
    return status;
}

/* ---- adding ---------------------------------------------------------------------------------- */

/* Refuses an observation whose series is full. */
static wm_status check_room(const wm_graph *graph, const wm_json_value *node, wm_error *err)
{
    const wm_series *series = graph->state.series;
    wm_content content;
    char name[WM_TABLES_NAME_BYTES + 1];
    uint32_t number, most;
    if (!wm_json_is_text(wm_json_member(node, "kind"), wm_kind_external.name) ||
        wm_contents_of(node, &content) != WM_OK ||
        content.of.external.series.size > WM_TABLES_NAME_BYTES)
        return WM_OK; /* the auditor's rules say what is wrong with it */
    (void)wm_member_copy(content.of.external.series, name, sizeof name);
    number = wm_series_find(&graph->state, name);
    if (number == WM_AUDIT_STATE_NONE || series[number].count < WM_SERIES_LIMIT_LEAST)
        return WM_OK;
    most = wm_series_limit_of(&content.of.external.values.numbers);
    if (series[number].count < most)
        return WM_OK;
    return wm_error_set(err, WM_E_LIMIT, "series",
                        "the series `%s` is full: at most %lu observations, so that the line of a "
                        "reduction has at most %lu bytes",
                        name, (unsigned long)most, (unsigned long)WM_INTAKE_LINE_MAX);
}

/* Puts the canonical line of some JSON behind the others. */
static wm_status append_image(wm_graph *graph, const char *json, size_t size, wm_error *err)
{
    static const wm_json_options OPTIONS = {WM_JSON_STRICT, WM_INTAKE_DEPTH_MAX, 0};
    const size_t before = graph->lines.size;
    const wm_json_value *node;
    wm_status status = wm_json_parse(graph->json, json, size, &OPTIONS, &node, err);
    if (status != WM_OK)
        return status;
    if (!wm_json_is_text(wm_json_member(node, "type"), "observation"))
        return wm_error_set(err, WM_E_ARG, NULL, "a graph takes observations; it derives the rest");
    status = check_room(graph, node, err);
    if (status == WM_OK)
        status = wm_jcs_append(&graph->lines, node, err);
    if (status == WM_OK && wm_buffer_putc(&graph->lines, '\n') != WM_OK)
        status = wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    if (status == WM_OK && graph->lines.size - before > WM_INTAKE_LINE_MAX)
        status = wm_error_set(err, WM_E_LIMIT, NULL, "a line of %lu bytes; the format allows %lu",
                              (unsigned long)(graph->lines.size - before),
                              (unsigned long)WM_INTAKE_LINE_MAX);
    return status;
}

/* Checks what every function that adds a node is given. */
static wm_status check_add(const wm_graph *graph, const char *json, wm_error *err)
{
    wm_status status = wm_given_is_there("graph", graph != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("json", json != NULL, err);
    if (status == WM_OK && graph->is_sealed)
        status = wm_error_set(err, WM_E_ARG, NULL, "%s", wm_build_ended(graph));
    return status;
}

wm_status wm_graph_add(wm_graph *graph, const char *json, size_t size, wm_line *line, wm_error *err)
{
    wm_status status = check_add(graph, json, err);
    wm_audit_state *state;
    size_t before;
    uint64_t number;
    wm_phase phase;
    if (status != WM_OK)
        return status;
    state = &graph->state;
    before = graph->lines.size;
    number = state->line;
    phase = state->phase;
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
    if (state->entries[state->entry_count - 1].class == WM_CLASS_ENVIRONMENT)
        graph->environment = state->entry_count - 1;
    if (line != NULL) {
        line->text = graph->lines.data + before;
        line->size = graph->lines.size - before;
        wm_sha256_to_hex(state->entries[state->entry_count - 1].id, line->id);
    }
    return WM_OK;
}

/* ---- sealing --------------------------------------------------------------------------------- */

/* Checks what a seal points to. */
static wm_status check_seal(const wm_seal *seal, wm_error *err)
{
    wm_status status = wm_given_is_there("emit", seal->emit != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("files", seal->files != NULL || seal->file_count == 0, err);
    for (size_t i = 0; status == WM_OK && i < seal->file_count; i++)
        status = wm_given_text("path of a file", seal->files[i].path, err);
    if (status == WM_OK)
        status = wm_given_is_there("continues",
                                   seal->continues != NULL || seal->continue_count == 0, err);
    for (size_t i = 0; status == WM_OK && i < seal->continue_count; i++)
        status = wm_given_is_there("a path of continues", seal->continues[i] != NULL, err);
    return status;
}

wm_status wm_graph_seal(wm_graph *graph, const wm_seal *given, char root[WM_ID_SIZE], wm_error *err)
{
    static const wm_sized SIZED = {"wm_seal", sizeof(wm_seal), sizeof(wm_seal)};
    wm_seal seal;
    wm_status status = wm_given_is_there("graph", graph != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("root", root != NULL, err);
    if (status == WM_OK)
        status = wm_sized_take(&SIZED, given, &seal, err);
    if (status == WM_OK)
        status = check_seal(&seal, err);
    if (status == WM_OK && graph->is_sealed)
        status = wm_error_set(err, WM_E_ARG, NULL, "%s", wm_build_ended(graph));
    return status == WM_OK ? wm_seal_graph(graph, &seal, root, err) : status;
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

uint32_t wm_graph_sessions(const wm_graph *graph)
{
    return graph->state.timeline.session_count;
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

bool wm_graph_plan_id(const wm_graph *graph, char id[WM_ID_SIZE])
{
    return give_id(graph, graph->state.plan_entry, id);
}

bool wm_graph_repeat_id(const wm_graph *graph, size_t item, uint32_t repeat, char id[WM_ID_SIZE])
{
    const wm_audit_state_item *of = item_at(graph, item);
    return of != NULL && repeat < of->observed.count[WM_PROCEDURE_REPEATS] &&
           give_id(graph, of->series[WM_PROCEDURE_REPEATS].entries[repeat], id);
}

const char *wm_graph_repeat_line(const wm_graph *graph, size_t item, uint32_t repeat, size_t *size)
{
    const wm_audit_state_item *of = item_at(graph, item);
    const wm_entry *entry;
    if (of == NULL || repeat >= of->observed.count[WM_PROCEDURE_REPEATS])
        return NULL;
    entry = &graph->state.entries[of->series[WM_PROCEDURE_REPEATS].entries[repeat]];
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

unsigned wm_graph_revisited(const wm_graph *graph, size_t item)
{
    const wm_audit_state_item *of = item_at(graph, item);
    return of == NULL ? 0 : of->revisited;
}

double wm_graph_clock_limit(const wm_graph *graph)
{
    return wm_audit_state_clock_limit(&graph->state, graph->environment);
}

const char *wm_graph_lines(const wm_graph *graph)
{
    return graph->lines.size == 0 ? "" : graph->lines.data;
}

size_t wm_graph_size(const wm_graph *graph)
{
    return graph->lines.size;
}
