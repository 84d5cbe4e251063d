/* Writes the record of a re-verification: external numbers about the outputs of another record.
 *
 * Its reader recomputes medians of single observations, nothing more: the record shows what this
 * machine found, and does not prove it. A number that was not found out is absent, not 0. */
#include "base/code_point.h"
#include "study/reverify/reverify.h"
#include "study/reverify/reverify_state.h"

#include "base/status.h"
#include "record/tables/tables.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A name has at most 64 bytes: a label, `.injected` and the longest claim name. */
enum { SERIES_SIZE = 65, LABEL_MAX = 64 - 9 - 20 };

/* A number of a series, and the claim on it. */
typedef struct {
    const char *name;
    double value;      /* NaN: nothing was checked */
    const char *claim; /* the end of its name; NULL: none */
    const char *format;
} number;

/* The numbers of a series, which has one observation. */
typedef struct {
    char name[SERIES_SIZE];
    number numbers[WM_TABLES_VALUES];
    size_t count;
    const char *reason; /* why a number is absent */
} series;

static void add(series *to, const char *name, bool is_there, double value)
{
    assert(to->count < WM_TABLES_VALUES);
    to->numbers[to->count++] = (number){.name = name, .value = is_there ? value : (double)NAN};
}

/* Adds a number with a claim, in the order of the record's claims. */
static void claim(series *to, const char *name, bool is_there, double value, const char *words,
                  const char *format)
{
    add(to, name, is_there, value);
    to->numbers[to->count - 1].claim = words;
    to->numbers[to->count - 1].format = format;
}

static void claim_count(series *to, const char *name, double value)
{
    claim(to, name, true, value, name, "fixed0");
}

/* The name of an output's series. */
static void name_series(const wm_reverify_output *output, char name[SERIES_SIZE])
{
    static const char *const ends[] = {"", ".injected", ".repaired"};
    if (strlen(output->label) <= LABEL_MAX)
        (void)snprintf(name, SERIES_SIZE, "%.*s%s", WM_FIT(output->label, 35), ends[output->part]);
    else
        (void)snprintf(name, SERIES_SIZE, "item.%lu%s", (unsigned long)output->item_index,
                       ends[output->part]);
}

static series output_series(const wm_reverify_output *o)
{
    const wm_reverify_verdict verdict = wm_reverify_judge(o).verdict;
    const bool is_whole = verdict == WM_REVERIFY_REPRODUCED;
    const bool is_seen = is_whole || verdict == WM_REVERIFY_SPOT_CHECKED;
    const bool has_ratio = o->is_opened && isfinite(o->seen.worst_ratio);
    series to = {.count = 0};
    name_series(o, to.name);
    claim_count(&to, "reproduced", is_whole);
    add(&to, "differs", true, verdict == WM_REVERIFY_DIFFERS);
    add(&to, "not_checked", true, verdict == WM_REVERIFY_NOT_CHECKED);
    add(&to, "repeats", true, o->repeats);
    add(&to, "repeats_bound", true, o->repeats_bound);
    add(&to, "chunks", true, (double)o->chunks);
    add(&to, "openings", true, o->is_opened ? o->opening_count : 0);
    claim(&to, "openings_agreeing", o->is_opened, o->openings_agreeing, "openings_agreeing",
          "fixed0");
    add(&to, "elements", o->is_opened, (double)o->seen.elements);
    claim(&to, "wrong", o->is_opened, (double)o->seen.wrong, "wrong_elements", "fixed0");
    add(&to, "revisits", true, o->is_opened ? o->revisit_count : 0);
    add(&to, "revisits_agreeing", true, o->is_opened ? o->revisits_agreeing : 0);
    claim(&to, "worst_ratio", has_ratio, o->seen.worst_ratio, "worst_ratio", "sci3");
    claim(&to, "bound_95", is_seen, wm_reverify_share(o, 0), "chunks_right", "percent3");
    claim(&to, "bound_95_grinding_40", is_seen, wm_reverify_share(o, WM_REVERIFY_GRINDING),
          "chunks_right_ground", "percent3");
    if (!o->is_opened)
        to.reason = is_seen ? "no openings recomputed" : "the output was not checked";
    else if (!has_ratio || !is_seen)
        to.reason = "the output differs";
    return to;
}

/* The counts of all outputs. */
static series sum_series(const wm_reverify *reverify, int exit_status)
{
    const wm_reverify_summary sum = wm_reverify_conclude(reverify);
    series to = {.name = "outputs"};
    claim_count(&to, "reproduced", sum.reproduced);
    claim_count(&to, "spot_checked", sum.spot_checked);
    claim_count(&to, "caught", sum.caught);
    claim_count(&to, "differs", sum.differing);
    claim_count(&to, "wrong_origin", sum.wrong_origin);
    claim_count(&to, "not_checked", sum.not_checked);
    claim_count(&to, "partly_checked", sum.partly);
    claim_count(&to, "chunks_bound", (double)sum.bound);
    claim_count(&to, "left_out", sum.left_out + sum.atomic + sum.inexact);
    claim_count(&to, "taken", sum.taken);
    claim_count(&to, "exit_status", exit_status);
    return to;
}

/* `re-verification of ROOT (OPTIONS): ANSWER`. */
static wm_status name_plan(const wm_reverify_options *options, const char *checked_root,
                           const char *answer, wm_buffer *name)
{
    wm_status status = wm_buffer_printf(name, "re-verification of %s (%s", checked_root,
                                        options->compute ? "--product" : "openings");
    for (size_t i = 0; i < options->only_count && status == WM_OK; i++)
        status = wm_buffer_printf(name, " --only %.*s", WM_FIT(options->only[i], 130));
    if (status == WM_OK && options->reproducible)
        status = wm_buffer_puts(name, " --reproducible");
    if (status == WM_OK && options->exact)
        status = wm_buffer_puts(name, " --exact");
    if (status == WM_OK && options->size_max != 0)
        status = wm_buffer_printf(name, " --max-size %llu", (unsigned long long)options->size_max);
    if (status == WM_OK && options->has_root)
        status = wm_buffer_puts(name, " --root");
    return status == WM_OK ? wm_buffer_printf(name, "): %s", answer) : status;
}

/* Adds the only observation of a series. */
static wm_status write_numbers(wm_graph *graph, const series *of, wm_error *err)
{
    const char *names[WM_TABLES_VALUES];
    double values[WM_TABLES_VALUES];
    const wm_own_numbers own = {.size = sizeof own,
                                .series = of->name,
                                .names = names,
                                .values = values,
                                .count = of->count,
                                .reason = of->reason};
    for (size_t i = 0; i < of->count; i++) {
        names[i] = of->numbers[i].name;
        values[i] = of->numbers[i].value;
    }
    return wm_graph_numbers(graph, &own, NULL, err);
}

static wm_status write_claims(wm_graph *graph, const series *of, wm_error *err)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < of->count && status == WM_OK; i++) {
        const number *one = &of->numbers[i];
        char name[96];
        const wm_own_claim own = {.size = sizeof own,
                                  .name = name,
                                  .unit = "1",
                                  .format = one->format,
                                  .value = {of->name, one->name, "median_of"}};
        if (one->claim == NULL)
            continue;
        (void)snprintf(name, sizeof name, "x.%s.%s", of->name, one->claim);
        status = wm_graph_claim(graph, &own, err);
    }
    return status;
}

/* Passes the series of the counts, then of each output, to `write`. */
static wm_status write_each(wm_graph *graph, wm_reverify *reverify, int exit_status,
                            wm_status (*write)(wm_graph *, const series *, wm_error *),
                            wm_error *err)
{
    series one = sum_series(reverify, exit_status);
    wm_status status = write(graph, &one, err);
    for (size_t i = 0; i < reverify->output_count && status == WM_OK; i++) {
        if (reverify->outputs[i].is_left_out)
            continue;
        one = output_series(&reverify->outputs[i]);
        status = write(graph, &one, err);
    }
    return status;
}

wm_status wm_reverify_seal(wm_reverify *reverify, const char *checked_root, const char *answer,
                           int exit_status, char root[WM_ID_SIZE], wm_error *err)
{
    const wm_reverify_options *options = reverify->options;
    const wm_buffer *environment = &reverify->environment;
    wm_buffer name = WM_BUFFER_EMPTY;
    wm_graph *graph;
    wm_status status;
    root[0] = '\0';
    if (options->sealed == NULL)
        return WM_OK;
    graph = wm_graph_new();
    status = graph != NULL ? name_plan(options, checked_root, answer, &name) : WM_E_NOMEM;
    if (status != WM_OK || wm_buffer_text(&name) == NULL)
        status = wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    if (status == WM_OK)
        status = wm_graph_add(graph, environment->data, environment->size, NULL, err);
    if (status == WM_OK)
        status = wm_graph_own_plan(graph, name.data, NULL, err);
    if (status == WM_OK)
        status = write_each(graph, reverify, exit_status, write_numbers, err);
    if (status == WM_OK)
        status = write_each(graph, reverify, exit_status, write_claims, err);
    if (status == WM_OK)
        status = wm_record_write(options->sealed, graph, NULL, 0, root, err);
    wm_buffer_clear(&name);
    wm_graph_free(graph);
    return status;
}
