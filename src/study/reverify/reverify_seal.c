/* Writes the record of a re-verification. */
#include "study/reverify/reverify_seal.h"

#include "base/status.h"
#include "record/tables/tables.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A name has at most 64 bytes: a label, `.injected` and the longest claim name. */
enum { SERIES_SIZE = 65, LABEL_MAX = 64 - 9 - 20 };

/* A claim over a series: the end of the claim's name, the field, the format. */
typedef struct {
    const char *name, *field, *format;
} claimed;

static const claimed OUTPUT_CLAIMS[] = {
    {"reproduced", "reproduced", "fixed0"},
    {"openings_agreeing", "openings_agreeing", "fixed0"},
    {"wrong_elements", "wrong", "fixed0"},
    {"worst_ratio", "worst_ratio", "sci3"},
    {"chunks_right", "bound_95", "percent3"},
    {"chunks_right_ground", "bound_95_grinding_40", "percent3"},
};
static const claimed SUM_CLAIMS[] = {
    {"reproduced", "reproduced", "fixed0"},
    {"spot_checked", "spot_checked", "fixed0"},
    {"caught", "caught", "fixed0"},
    {"differs", "differs", "fixed0"},
    {"wrong_origin", "wrong_origin", "fixed0"},
    {"not_checked", "not_checked", "fixed0"},
    {"partly_checked", "partly_checked", "fixed0"},
    {"chunks_bound", "chunks_bound", "fixed0"},
    {"left_out", "left_out", "fixed0"},
    {"taken", "taken", "fixed0"},
    {"exit_status", "exit_status", "fixed0"},
};

/* The name of an output's series. */
static void name_series(const wm_reverify_output *output, char name[SERIES_SIZE])
{
    static const char *const ends[] = {"", ".injected", ".repaired"};
    if (strlen(output->label) <= LABEL_MAX)
        (void)snprintf(name, SERIES_SIZE, "%.35s%s", output->label, ends[output->part]);
    else
        (void)snprintf(name, SERIES_SIZE, "item.%lu%s", (unsigned long)output->item_index,
                       ends[output->part]);
}

/* `re-verification of ROOT (OPTIONS): ANSWER`. */
static wm_status name_plan(const wm_reverify_seal *seal, wm_buffer *name)
{
    const wm_reverify_options *options = seal->options;
    wm_status status = wm_buffer_printf(name, "re-verification of %s (%s", seal->checked_root,
                                        options->compute ? "--product" : "openings");
    for (size_t i = 0; i < options->only_count && status == WM_OK; i++)
        status = wm_buffer_printf(name, " --only %.130s", options->only[i]);
    if (status == WM_OK && options->size_max != 0)
        status = wm_buffer_printf(name, " --max-size %llu", (unsigned long long)options->size_max);
    if (status == WM_OK && options->has_root)
        status = wm_buffer_puts(name, " --root");
    return status == WM_OK ? wm_buffer_printf(name, "): %s", seal->answer) : status;
}

static wm_status write_head(wm_graph *graph, const wm_reverify_seal *seal,
                            const wm_buffer *environment, wm_error *err)
{
    wm_buffer name = WM_BUFFER_EMPTY;
    wm_status status = wm_graph_add(graph, environment->data, environment->size, NULL, err);
    if (status != WM_OK)
        return status;
    status = name_plan(seal, &name);
    if (status != WM_OK || wm_buffer_text(&name) == NULL)
        status = wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    else
        status = wm_graph_own_plan(graph, name.data, NULL, err);
    wm_buffer_clear(&name);
    return status;
}

/* A number; NaN if nothing was checked. */
typedef struct {
    const char *name;
    double value;
} named_number;

static named_number named(const char *name, bool is_there, double number)
{
    return (named_number){name, is_there ? number : (double)NAN};
}

/* Adds the only observation of a series. */
static wm_status add_numbers(wm_graph *graph, const char *series, const named_number *numbers,
                             size_t count, const char *reason, wm_error *err)
{
    const char *names[WM_TABLES_VALUES];
    double values[WM_TABLES_VALUES];
    const wm_own_numbers own = {.size = sizeof own,
                                .series = series,
                                .names = names,
                                .values = values,
                                .count = count,
                                .reason = reason};
    assert(count <= WM_TABLES_VALUES);
    for (size_t i = 0; i < count; i++) {
        names[i] = numbers[i].name;
        values[i] = numbers[i].value;
    }
    return wm_graph_numbers(graph, &own, NULL, err);
}

static wm_status write_output(wm_graph *graph, const wm_reverify_output *o, wm_error *err)
{
    const wm_reverify_verdict verdict = wm_reverify_judge(o).verdict;
    const bool is_whole = verdict == WM_REVERIFY_REPRODUCED;
    const bool is_seen = is_whole || verdict == WM_REVERIFY_SPOT_CHECKED;
    const bool has_ratio = o->is_opened && isfinite(o->seen.worst_ratio);
    const named_number numbers[] = {
        named("reproduced", true, is_whole),
        named("differs", true, verdict == WM_REVERIFY_DIFFERS),
        named("not_checked", true, verdict == WM_REVERIFY_NOT_CHECKED),
        named("repeats", true, o->repeats),
        named("repeats_bound", true, o->repeats_bound),
        named("chunks", true, (double)o->chunks),
        named("openings", true, o->is_opened ? o->opening_count : 0),
        named("openings_agreeing", o->is_opened, o->openings_agreeing),
        named("elements", o->is_opened, (double)o->seen.elements),
        named("wrong", o->is_opened, (double)o->seen.wrong),
        named("revisits", true, o->is_opened ? o->revisit_count : 0),
        named("revisits_agreeing", true, o->is_opened ? o->revisits_agreeing : 0),
        named("bound_95", is_seen, wm_reverify_share(o, 0)),
        named("bound_95_grinding_40", is_seen, wm_reverify_share(o, WM_REVERIFY_GRINDING)),
        named("worst_ratio", has_ratio, o->seen.worst_ratio),
    };
    const char *reason = NULL;
    char series[SERIES_SIZE];
    name_series(o, series);
    if (!o->is_opened)
        reason = is_seen ? "no openings recomputed" : "the output was not checked";
    else if (!has_ratio || !is_seen)
        reason = "the output differs";
    return add_numbers(graph, series, numbers, sizeof numbers / sizeof numbers[0], reason, err);
}

static wm_status write_sum(wm_graph *graph, const wm_reverify_seal *seal, wm_reverify *reverify,
                           wm_error *err)
{
    const wm_reverify_summary sum = wm_reverify_conclude(reverify);
    const named_number numbers[] = {
        named("reproduced", true, sum.reproduced),
        named("spot_checked", true, sum.spot_checked),
        named("caught", true, sum.caught),
        named("differs", true, sum.differing),
        named("wrong_origin", true, sum.wrong_origin),
        named("not_checked", true, sum.not_checked),
        named("partly_checked", true, sum.partly),
        named("chunks_bound", true, (double)sum.bound),
        named("left_out", true, sum.left_out),
        named("taken", true, sum.taken),
        named("exit_status", true, seal->exit_status),
    };
    return add_numbers(graph, "outputs", numbers, sizeof numbers / sizeof numbers[0], NULL, err);
}

static wm_status claim_series(wm_graph *graph, const char *series, const claimed *claims,
                              size_t count, wm_error *err)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < count && status == WM_OK; i++) {
        char name[96];
        const wm_own_claim claim = {.size = sizeof claim,
                                    .name = name,
                                    .unit = "1",
                                    .format = claims[i].format,
                                    .value = {series, claims[i].field, "median_of"}};
        (void)snprintf(name, sizeof name, "x.%s.%s", series, claims[i].name);
        status = wm_graph_claim(graph, &claim, err);
    }
    return status;
}

static wm_status write_all(wm_graph *graph, const wm_reverify_seal *seal, wm_reverify *reverify,
                           wm_error *err)
{
    char series[SERIES_SIZE];
    wm_status status = write_sum(graph, seal, reverify, err);
    for (size_t i = 0; i < wm_reverify_count(reverify) && status == WM_OK; i++)
        if (!wm_reverify_at(reverify, i)->is_left_out)
            status = write_output(graph, wm_reverify_at(reverify, i), err);
    if (status == WM_OK)
        status =
            claim_series(graph, "outputs", SUM_CLAIMS, sizeof SUM_CLAIMS / sizeof *SUM_CLAIMS, err);
    for (size_t i = 0; i < wm_reverify_count(reverify) && status == WM_OK; i++) {
        if (wm_reverify_at(reverify, i)->is_left_out)
            continue;
        name_series(wm_reverify_at(reverify, i), series);
        status = claim_series(graph, series, OUTPUT_CLAIMS,
                              sizeof OUTPUT_CLAIMS / sizeof *OUTPUT_CLAIMS, err);
    }
    return status;
}

wm_status wm_reverify_seal_write(const wm_reverify_seal *seal, wm_reverify *reverify,
                                 const wm_buffer *environment, char root[WM_ID_SIZE], wm_error *err)
{
    wm_graph *graph = wm_graph_new();
    wm_status status = WM_OK;
    if (graph == NULL)
        status = wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    if (status == WM_OK)
        status = write_head(graph, seal, environment, err);
    if (status == WM_OK)
        status = write_all(graph, seal, reverify, err);
    if (status == WM_OK)
        status = wm_record_write(seal->options->sealed, graph, NULL, 0, root, err);
    wm_graph_free(graph);
    return status;
}
