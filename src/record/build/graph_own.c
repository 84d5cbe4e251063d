/* Environments, plans and observations of own numbers, added to a graph without JSON. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "base/sized.h"
#include "base/status.h"
#include "record/build/build.h"
#include "record/build/environment.h"
#include "record/build/given.h"
#include "record/nodes/kinds_plain.h"
#include "record/nodes/kind_plan.h"
#include "record/audit/series.h"
#include "record/build/graph.h"
#include "record/audit/prior_file.h"

/* Writes a node and adds it. */
static wm_status add_node(wm_graph *graph, const wm_form *form, const void *node, wm_line *line,
                          wm_error *err)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = wm_kind_write(form, node, &text);
    if (status != WM_OK)
        status = wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    else
        status = wm_graph_add(graph, text.data, text.size, line, err);
    wm_buffer_clear(&text);
    return status;
}

wm_status wm_graph_environment(wm_graph *graph, const wm_environment *environment, wm_line *line,
                               wm_error *err)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = wm_given_is_there("graph", graph != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("environment", environment != NULL, err);
    if (status == WM_OK)
        status = wm_environment_write(environment, NULL, &text, err);
    if (status == WM_OK)
        status = wm_graph_add(graph, text.data, text.size, line, err);
    wm_buffer_clear(&text);
    return status;
}

/* Reads the roots of the priors, and names them to the graph. */
static wm_status read_priors(wm_graph *graph, const char *const *continues, size_t count,
                             uint8_t (*roots)[WM_SHA256_SIZE], wm_error *err)
{
    wm_status status = wm_given_is_there("continues", continues != NULL || count == 0, err);
    if (status == WM_OK && count > WM_TABLES_CONTINUES)
        status = wm_error_set(err, WM_E_LIMIT, "continues", "found %lu priors, expected at most 8",
                              (unsigned long)count);
    for (size_t i = 0; status == WM_OK && i < count; i++) {
        status = wm_given_is_there("a path of continues", continues[i] != NULL, err);
        if (status == WM_OK)
            status = wm_prior_file_read(continues[i], roots[i], NULL, err);
    }
    if (status == WM_OK && count > 0)
        status = wm_graph_name_priors(graph, continues, count, err);
    return status;
}

wm_status wm_graph_own_plan(wm_graph *graph, const char *name, wm_line *line, wm_error *err)
{
    return wm_graph_continuing_plan(graph, name, NULL, 0, line, err);
}

wm_status wm_graph_continuing_plan(wm_graph *graph, const char *name, const char *const *continues,
                                   size_t continue_count, wm_line *line, wm_error *err)
{
    uint8_t roots[WM_TABLES_CONTINUES][WM_SHA256_SIZE];
    wm_plan_node node;
    char run[WM_ID_SIZE];
    wm_status status = wm_given_is_there("graph", graph != NULL, err);
    if (status == WM_OK)
        status = wm_given_text("name", name, err);
    if (status == WM_OK && graph->environment == WM_AUDIT_STATE_NONE)
        status = wm_error_set(err, WM_E_ARG, NULL, "the graph has no environment yet");
    if (status == WM_OK)
        status = read_priors(graph, continues, continue_count, roots, err);
    if (status != WM_OK)
        return status;
    memset(&node, 0, sizeof node);
    node.environment = wm_member_edge_to(graph->state.entries[graph->environment].id);
    node.items = wm_member_list(NULL, 0);
    node.name = wm_member_text(name);
    node.nonce = wm_member_text("");
    node.repeat_seconds = 1; /* of no item */
    node.continues = wm_member_list(roots, continue_count);
    status = wm_random_digits(run);
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "cannot read /dev/urandom");
    node.run.is_there = wm_sha256_from_hex(run, strlen(run), node.run.bytes);
    return add_node(graph, &wm_kind_plan_form, &node, line, err);
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* Checks the name of a value, and that none before it is equal. */
static wm_status check_name(const wm_own_numbers *own, size_t index, wm_error *err)
{
    const char *name = own->names[index];
    const wm_status status = wm_given_name("name of a value", name, err);
    if (status != WM_OK)
        return status;
    if (strchr(name, '.') != NULL || strcmp(name, "reason") == 0)
        return wm_error_set(err, WM_E_ARG, name,
                            "name of a value: found `%s`, expected 1 to %d of [a-z0-9_], "
                            "not `reason`",
                            name, WM_TABLES_NAME_BYTES);
    for (size_t i = 0; i < index; i++)
        if (strcmp(own->names[i], name) == 0)
            return wm_error_set(err, WM_E_ARG, name, "two values are named `%s`", name);
    return WM_OK;
}

/* Checks names and values, and gathers them. */
static wm_status read_values(const wm_own_numbers *own, wm_named_number *numbers, bool *has_absent,
                             wm_error *err)
{
    *has_absent = false;
    for (size_t i = 0; i < own->count; i++) {
        const wm_status status = check_name(own, i, err);
        if (status != WM_OK)
            return status;
        if (isinf(own->values[i]))
            return wm_error_set(err, WM_E_ARG, own->names[i], "the value `%s` is infinite",
                                own->names[i]);
        numbers[i].name = wm_member_text(own->names[i]);
        numbers[i].number = own->values[i];
        *has_absent = *has_absent || isnan(own->values[i]);
    }
    if (!*has_absent)
        return WM_OK;
    if (own->reason == NULL || own->reason[0] == '\0')
        return wm_error_set(err, WM_E_ARG, "reason", "a value is absent (NaN) without a reason");
    return wm_given_text("reason", own->reason, err);
}

static wm_status check_numbers(const wm_own_numbers *own, wm_error *err)
{
    wm_status status = wm_given_name("series", own->series, err);
    if (status == WM_OK)
        status = wm_given_is_there("names", own->names != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("values", own->values != NULL, err);
    if (status == WM_OK && (own->count < 1 || own->count > WM_TABLES_VALUES))
        status = wm_error_set(err, WM_E_ARG, "count", "values: found %lu, expected 1 to %d",
                              (unsigned long)own->count, WM_TABLES_VALUES);
    return status;
}

/* The environment that an observation names. */
static wm_status find_environment(const wm_graph *graph, const char *id, wm_edge *edge,
                                  wm_error *err)
{
    uint32_t entry = graph->environment;
    if (id != NULL) {
        *edge = wm_member_edge(id);
        entry = edge->is_there ? wm_audit_state_find(&graph->state, edge->id) : WM_AUDIT_STATE_NONE;
    }
    if (entry == WM_AUDIT_STATE_NONE || graph->state.entries[entry].class != WM_CLASS_ENVIRONMENT)
        return wm_error_set(err, WM_E_INVALID, "environment",
                            "[edge] `environment` is no environment of this graph");
    *edge = wm_member_edge_to(graph->state.entries[entry].id);
    return WM_OK;
}

/* Makes the node; its index is the number of observations that the series has. */
static wm_status make_node(const wm_graph *graph, const wm_own_numbers *own,
                           wm_named_number *numbers, wm_external_node *node, wm_error *err)
{
    bool has_absent;
    uint32_t series;
    wm_status status = read_values(own, numbers, &has_absent, err);
    memset(node, 0, sizeof *node);
    if (status == WM_OK)
        status = find_environment(graph, own->environment, &node->environment, err);
    if (status != WM_OK)
        return status;
    series = wm_series_find(&graph->state, own->series);
    node->plan = wm_member_edge_to(graph->state.entries[graph->state.plan_entry].id);
    node->index = series == WM_AUDIT_STATE_NONE ? 0 : graph->state.series[series].count;
    node->series = wm_member_text(own->series);
    node->values.numbers = wm_member_list(numbers, own->count);
    node->values.reason = wm_member_text(has_absent ? own->reason : NULL);
    return WM_OK;
}

wm_status wm_graph_numbers(wm_graph *graph, const wm_own_numbers *given, wm_line *line,
                           wm_error *err)
{
    static const wm_sized SIZED = {"wm_own_numbers", sizeof(wm_own_numbers),
                                   sizeof(wm_own_numbers)};
    wm_named_number numbers[WM_TABLES_VALUES];
    wm_external_node node;
    wm_own_numbers own;
    wm_status status = wm_given_is_there("graph", graph != NULL, err);
    if (status == WM_OK)
        status = wm_sized_take(&SIZED, given, &own, err);
    if (status == WM_OK && graph->state.plan_entry == WM_AUDIT_STATE_NONE)
        status = wm_error_set(err, WM_E_ARG, NULL, "the graph has no plan yet");
    if (status == WM_OK)
        status = check_numbers(&own, err);
    if (status == WM_OK)
        status = make_node(graph, &own, numbers, &node, err);
    return status == WM_OK ? add_node(graph, &wm_kind_external_form, &node, line, err) : status;
}

wm_status wm_graph_number(wm_graph *graph, const char *series, const char *name, double value,
                          wm_line *line, wm_error *err)
{
    wm_own_numbers own = WM_OWN_NUMBERS_INIT;
    own.series = series;
    own.names = &name;
    own.values = &value;
    own.count = 1;
    return wm_graph_numbers(graph, &own, line, err);
}
