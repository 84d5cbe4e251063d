/* The record of a re-verification. */
#include "study/reverify_seal.h"

#include "archive/writer.h"
#include "base/status.h"
#include "record/contents.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A record that is being written. */
typedef struct {
    wm_writer *writer;
    char environment[WM_ID_SIZE], plan[WM_ID_SIZE];
} sealing;

/* A name is 64 bytes at most: a label, `.injected` and the longest of the claims. */
enum { SERIES_SIZE = 65, LABEL_MAX = 64 - 9 - 20 };

/* A claim over a series: the end of its name, the field, the format. */
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
    {"differs", "differs", "fixed0"},
    {"not_checked", "not_checked", "fixed0"},
    {"partly_checked", "partly_checked", "fixed0"},
    {"chunks_bound", "chunks_bound", "fixed0"},
    {"left_out", "left_out", "fixed0"},
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

static wm_status append(sealing *s, const wm_form *form, const void *node, char *id, wm_error *err)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    wm_status status = wm_kind_write(form, node, &line);
    if (status != WM_OK)
        status = wm_error_set(err, status, NULL, "cannot write a node: %s", wm_status_text(status));
    else
        status = wm_writer_append(s->writer, line.data, line.size, id, err);
    wm_buffer_clear(&line);
    return status;
}

/* `re-verification of ROOT (OPTIONS): ANSWER`. */
static wm_status name_plan(const wm_reverify_seal *seal, wm_buffer *name)
{
    wm_status status = wm_buffer_printf(name, "re-verification of %s (%s", seal->checked_root,
                                        seal->has_computed ? "--product" : "openings");
    for (size_t i = 0; i < seal->only_count && status == WM_OK; i++)
        status = wm_buffer_printf(name, " --only %.130s", seal->only[i]);
    if (status == WM_OK && seal->size_max != 0)
        status = wm_buffer_printf(name, " --max-size %llu", (unsigned long long)seal->size_max);
    if (status == WM_OK && seal->has_root)
        status = wm_buffer_puts(name, " --root");
    return status == WM_OK ? wm_buffer_printf(name, "): %s", seal->answer) : status;
}

static wm_status write_head(sealing *s, const wm_reverify_seal *seal, const wm_buffer *environment,
                            wm_error *err)
{
    wm_buffer name = WM_BUFFER_EMPTY;
    wm_plan_node plan = {.nonce = wm_member_text(""), .repeat_seconds = 1};
    wm_status status =
        wm_writer_append(s->writer, environment->data, environment->size, s->environment, err);
    if (status != WM_OK)
        return status;
    status = name_plan(seal, &name);
    plan.environment = wm_member_edge(s->environment);
    plan.items = wm_member_list(NULL, 0);
    plan.name = (wm_text){name.data, name.size};
    if (status == WM_OK)
        status = append(s, &wm_kind_plan_form, &plan, s->plan, err);
    else
        status = wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    wm_buffer_clear(&name);
    return status;
}

/* Appends the only observation of a series. */
static wm_status append_values(sealing *s, const char *series, const wm_named_number *numbers,
                               size_t count, const char *reason, wm_error *err)
{
    const wm_external_node node = {
        .environment = wm_member_edge(s->environment),
        .plan = wm_member_edge(s->plan),
        .index = 0,
        .series = wm_member_text(series),
        .values = {wm_member_list(numbers, count), wm_member_text(reason)}};
    return append(s, &wm_kind_external_form, &node, NULL, err);
}

/* A number; null where nothing was checked. */
static wm_named_number named(const char *name, bool is_there, double number)
{
    return (wm_named_number){wm_member_text(name), is_there ? number : (double)NAN};
}

static wm_status write_output(sealing *s, const wm_reverify_output *o, wm_error *err)
{
    const wm_reverify_verdict verdict = wm_reverify_judge(o).verdict;
    const bool is_whole = verdict == WM_REVERIFY_REPRODUCED;
    const bool is_seen = is_whole || verdict == WM_REVERIFY_OPENINGS_AGREE;
    const bool has_ratio = o->is_opened && isfinite(o->seen.worst_ratio);
    const wm_named_number numbers[] = {
        named("reproduced", true, is_whole),
        named("differs", true, verdict == WM_REVERIFY_DIFFERS),
        named("not_checked", true, verdict == WM_REVERIFY_NOT_SEEN),
        named("repeats", true, o->repeats),
        named("repeats_bound", true, o->repeats_bound),
        named("chunks", true, (double)o->chunks),
        named("openings", true, o->is_opened ? o->opening_count : 0),
        named("openings_agreeing", o->is_opened, o->openings_agreeing),
        named("chunks_agreeing", o->is_opened, (double)o->chunks_agreeing),
        named("elements", o->is_opened, (double)o->seen.elements),
        named("wrong", o->is_opened, (double)o->seen.wrong),
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
    return append_values(s, series, numbers, sizeof numbers / sizeof numbers[0], reason, err);
}

/* Outputs that were not selected. */
static size_t left_out(wm_reverify *reverify)
{
    size_t count = 0;
    for (size_t i = 0; i < wm_reverify_count(reverify); i++)
        count += wm_reverify_at(reverify, i)->is_left_out;
    return count;
}

static wm_status write_sum(sealing *s, const wm_reverify_seal *seal, wm_reverify *reverify,
                           wm_error *err)
{
    const wm_reverify_summary sum = wm_reverify_conclude(reverify);
    const wm_named_number numbers[] = {
        named("reproduced", true, sum.reproduced),
        named("spot_checked", true, sum.agreeing),
        named("differs", true, sum.differing),
        named("not_checked", true, sum.not_seen),
        named("partly_checked", true, sum.partly),
        named("chunks_bound", true, (double)sum.bound),
        named("left_out", true, (double)left_out(reverify)),
        named("exit_status", true, seal->exit_status),
    };
    return append_values(s, "outputs", numbers, sizeof numbers / sizeof numbers[0], NULL, err);
}

static wm_status claim_series(sealing *s, const char *series, const claimed *claims, size_t count,
                              wm_error *err)
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
        status = wm_graph_claim(wm_writer_graph(s->writer), &claim, err);
    }
    return status;
}

static wm_status write_all(sealing *s, const wm_reverify_seal *seal, wm_reverify *reverify,
                           wm_error *err)
{
    char series[SERIES_SIZE];
    wm_status status = write_sum(s, seal, reverify, err);
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

wm_status wm_reverify_seal_write(const wm_reverify_seal *seal, wm_reverify *reverify,
                                 const wm_buffer *environment, char root[WM_ID_SIZE], wm_error *err)
{
    sealing s = {NULL, "", ""};
    wm_status status = wm_writer_open(seal->path, WM_REVERIFY_SEAL_BYTES, &s.writer, err);
    if (status == WM_OK)
        status = write_head(&s, seal, environment, err);
    if (status == WM_OK)
        status = write_all(&s, seal, reverify, err);
    if (status == WM_OK)
        status = wm_writer_seal(s.writer, NULL, root, err);
    wm_writer_close(s.writer);
    return status;
}
