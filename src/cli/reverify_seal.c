/* Writes the record of a re-verification. */
#include "cli/reverify_seal.h"

#include "archive/writer.h"
#include "base/status.h"
#include "record/node.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A record under way. */
typedef struct {
    wm_writer *writer;
    wm_node node;
    char environment[WM_ID_SIZE], plan[WM_ID_SIZE];
} sealing;

/* A name is 64 bytes at most: a label, `.injected` and the longest of the claims. */
enum { SERIES_SIZE = 65, LABEL_MAX = 64 - 9 - 20 };

/* The claims over an output's series: the end of their names, the field, the format. */
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
    {"reproduced", "reproduced", "fixed0"}, {"openings_agree", "openings_agree", "fixed0"},
    {"differs", "differs", "fixed0"},       {"not_seen", "not_seen", "fixed0"},
    {"partly_seen", "partly", "fixed0"},    {"chunks_bound", "chunks_bound", "fixed0"},
    {"left_out", "left_out", "fixed0"},     {"exit_status", "exit_status", "fixed0"},
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

static wm_status append(sealing *s, wm_status status, char *id, wm_error *err)
{
    if (status == WM_OK)
        status = wm_node_finish(&s->node);
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "cannot write a node: %s", wm_status_text(status));
    return wm_writer_append(s->writer, s->node.text.data, s->node.text.size, id, err);
}

/* `re-verification of ROOT (OPTIONS): ANSWER`. */
static wm_status name_plan(const wm_reverify_report *report, wm_buffer *name)
{
    wm_status status =
        wm_buffer_printf(name, "re-verification of %s (%s", report->results->report.root,
                         report->has_computed ? "--product" : "openings");
    for (size_t i = 0; i < report->only_count && status == WM_OK; i++)
        status = wm_buffer_printf(name, " --only %.130s", report->only[i]);
    if (status == WM_OK && report->size_max != 0)
        status = wm_buffer_printf(name, " --max-size %llu", (unsigned long long)report->size_max);
    if (status == WM_OK && report->has_root)
        status = wm_buffer_puts(name, " --root");
    return status == WM_OK ? wm_buffer_printf(name, "): %s", wm_reverify_status(report)) : status;
}

static wm_status write_head(sealing *s, const wm_reverify_report *report,
                            const wm_node *environment, wm_error *err)
{
    wm_buffer name = WM_BUFFER_EMPTY;
    wm_status status = wm_writer_append(s->writer, environment->text.data, environment->text.size,
                                        s->environment, err);
    if (status != WM_OK)
        return status;
    status = name_plan(report, &name);
    wm_node_begin(&s->node, "observation", "plan");
    wm_node_text(&s->node, "environment", s->environment);
    wm_node_text_of(&s->node, "name", name.data, name.size);
    wm_buffer_clear(&name);
    wm_node_text(&s->node, "nonce", "");
    wm_node_number(&s->node, "repeat_seconds", 1);
    wm_node_open_array(&s->node, "items");
    wm_node_close_array(&s->node);
    return append(s, status, s->plan, err);
}

static void begin_external(sealing *s, const char *series)
{
    wm_node_begin(&s->node, "observation", "external");
    wm_node_text(&s->node, "environment", s->environment);
    wm_node_text(&s->node, "plan", s->plan);
    wm_node_text(&s->node, "series", series);
    wm_node_count(&s->node, "index", 0);
    wm_node_open_object(&s->node, "values");
}

/* A number, or null where nothing was looked at. */
static void put(wm_node *node, const char *key, bool is_there, double value)
{
    if (is_there)
        wm_node_number(node, key, value);
    else
        wm_node_null(node, key);
}

static wm_status write_output(sealing *s, const wm_reverify_output *o, wm_error *err)
{
    const wm_reverify_verdict verdict = wm_reverify_judge(o).verdict;
    const bool is_whole = verdict == WM_REVERIFY_REPRODUCED;
    const bool is_seen = is_whole || verdict == WM_REVERIFY_OPENINGS_AGREE;
    const bool has_ratio = o->is_opened && isfinite(o->seen.worst_ratio);
    char series[SERIES_SIZE];
    name_series(o, series);
    begin_external(s, series);
    wm_node_count(&s->node, "reproduced", is_whole ? 1 : 0);
    wm_node_count(&s->node, "differs", verdict == WM_REVERIFY_DIFFERS ? 1 : 0);
    wm_node_count(&s->node, "not_seen", verdict == WM_REVERIFY_NOT_SEEN ? 1 : 0);
    wm_node_count(&s->node, "repeats", o->repeats);
    wm_node_count(&s->node, "repeats_bound", o->repeats_bound);
    wm_node_count(&s->node, "chunks", o->chunks);
    wm_node_count(&s->node, "openings", o->is_opened ? o->opening_count : 0);
    put(&s->node, "openings_agreeing", o->is_opened, o->openings_agreeing);
    put(&s->node, "chunks_agreeing", o->is_opened, (double)o->chunks_agreeing);
    put(&s->node, "elements", o->is_opened, (double)o->seen.elements);
    put(&s->node, "wrong", o->is_opened, (double)o->seen.wrong);
    put(&s->node, "bound_95", is_seen, wm_reverify_share(o, 0));
    put(&s->node, "bound_95_grinding_40", is_seen, wm_reverify_share(o, WM_REVERIFY_GRINDING));
    put(&s->node, "worst_ratio", has_ratio, o->seen.worst_ratio);
    if (!o->is_opened)
        wm_node_text(&s->node, "reason",
                     is_seen ? "no openings recomputed" : "the output was not seen");
    else if (!has_ratio || !is_seen)
        wm_node_text(&s->node, "reason", "the output differs");
    wm_node_close_object(&s->node);
    return append(s, WM_OK, NULL, err);
}

/* Outputs that were not asked for. */
static size_t left_out(wm_reverify *reverify)
{
    size_t count = 0;
    for (size_t i = 0; i < wm_reverify_count(reverify); i++)
        count += wm_reverify_at(reverify, i)->is_left_out;
    return count;
}

static wm_status write_sum(sealing *s, const wm_reverify_report *report, wm_error *err)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    begin_external(s, "outputs");
    wm_node_count(&s->node, "reproduced", sum.reproduced);
    wm_node_count(&s->node, "openings_agree", sum.agreeing);
    wm_node_count(&s->node, "differs", sum.differing);
    wm_node_count(&s->node, "not_seen", sum.not_seen);
    wm_node_count(&s->node, "partly", sum.partly);
    wm_node_count(&s->node, "chunks_bound", sum.bound);
    wm_node_count(&s->node, "left_out", left_out(report->reverify));
    wm_node_count(&s->node, "exit_status", (uint64_t)wm_reverify_exit(report));
    wm_node_close_object(&s->node);
    return append(s, WM_OK, NULL, err);
}

static wm_status claim_series(sealing *s, const char *series, const claimed *claims, size_t count,
                              wm_error *err)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < count && status == WM_OK; i++) {
        char name[96];
        const wm_own_claim claim = {.name = name,
                                    .unit = "1",
                                    .format = claims[i].format,
                                    .value = {series, claims[i].field, "median_of"}};
        (void)snprintf(name, sizeof name, "x.%s.%s", series, claims[i].name);
        status = wm_graph_claim(wm_writer_graph(s->writer), &claim, err);
    }
    return status;
}

static wm_status write_all(sealing *s, const wm_reverify_report *report, wm_error *err)
{
    wm_reverify *reverify = report->reverify;
    char series[SERIES_SIZE];
    wm_status status = write_sum(s, report, err);
    for (size_t i = 0; i < wm_reverify_count(reverify) && status == WM_OK; i++)
        if (!wm_reverify_at(reverify, i)->is_left_out)
            status = write_output(s, wm_reverify_at(reverify, i), err);
    if (status == WM_OK)
        status =
            claim_series(s, "outputs", SUM_CLAIMS, sizeof SUM_CLAIMS / sizeof *SUM_CLAIMS, err);
    for (size_t i = 0; i < wm_reverify_count(reverify) && status == WM_OK; i++) {
        if (wm_reverify_at(reverify, i)->is_left_out)
            continue;
        name_series(wm_reverify_at(reverify, i), series);
        status = claim_series(s, series, OUTPUT_CLAIMS,
                              sizeof OUTPUT_CLAIMS / sizeof *OUTPUT_CLAIMS, err);
    }
    return status;
}

wm_status wm_reverify_seal(const wm_reverify_report *report, const wm_node *environment,
                           char root[WM_ID_SIZE], wm_error *err)
{
    sealing s = {NULL, WM_NODE_EMPTY, "", ""};
    wm_status status = wm_writer_open(report->sealed, WM_REVERIFY_SEAL_BYTES, &s.writer, err);
    if (status == WM_OK)
        status = write_head(&s, report, environment, err);
    if (status == WM_OK)
        status = write_all(&s, report, err);
    if (status == WM_OK)
        status = wm_writer_seal(s.writer, NULL, root, err);
    wm_writer_close(s.writer);
    wm_node_clear(&s.node);
    return status;
}
