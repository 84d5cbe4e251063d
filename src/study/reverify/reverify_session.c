/* A re-verification as a whole: reads a record, recomputes the selected outputs, seals the result.
 */
#include "study/reverify/reverify_session.h"

#include "archive/writer.h"
#include "base/clock.h"
#include "backend/registry.h"
#include "base/status.h"
#include "measure/facts/machine.h"
#include "study/reverify/reverify_eta.h"
#include "study/reverify/reverify_resume.h"
#include "study/reverify/reverify_seal.h"
#include "workload/workload.h"

#include <stdio.h>
#include <stdlib.h>

struct wm_reverify_session {
    const wm_reverify_options *options;
    wm_reverify *reverify;
    wm_device_options device_options;
    wm_device *device;     /* null if none is needed, or after it was lost */
    wm_buffer environment; /* of the record to seal; empty if none is sealed */
    wm_reverify_eta eta;
};

/* Passes the lines of a series to the re-verification. */
static wm_status read_series(wm_reverify *reverify, wm_reader *reader,
                             const wm_observations *series, wm_error *err)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < series->count && status == WM_OK; i++) {
        const uint32_t line = series->at[i].line;
        wm_content content;
        status = wm_reader_read(reader, line, &content, err);
        if (status == WM_OK)
            status = wm_reverify_take(reverify, &content, wm_reader_at(reader, line)->id, err);
    }
    return status;
}

/* Passes the observations of the record to the re-verification. */
static wm_status read_record(wm_reverify *reverify, const wm_model *model, wm_error *err)
{
    static const wm_observations_class CLASSES[] = {
        WM_OBSERVATIONS_REPEATS, WM_OBSERVATIONS_CALIBRATIONS, WM_OBSERVATIONS_STAGES,
        WM_OBSERVATIONS_REVISITS};
    wm_status status = read_series(reverify, model->reader, &model->environments, err);
    if (status == WM_OK)
        status = wm_reverify_take(reverify, &model->head.plan.content,
                                  wm_reader_at(model->reader, 2)->id, err);
    for (size_t i = 0; i < model->item_count; i++)
        for (size_t j = 0; j < sizeof CLASSES / sizeof CLASSES[0] && status == WM_OK; j++)
            status = read_series(reverify, model->reader, &model->item[i].series[CLASSES[j]], err);
    return status == WM_OK ? wm_reverify_ready(reverify, err) : status;
}

/* Checks that each prefix selects an item. */
static wm_status check_prefixes(const wm_reverify_session *s, wm_error *err)
{
    for (size_t i = 0; i < s->options->only_count; i++) {
        const wm_reverify_options one = {.only = &s->options->only[i], .only_count = 1};
        bool is_used = false;
        for (size_t j = 0; j < wm_reverify_count(s->reverify) && !is_used; j++)
            is_used = wm_reverify_selects(&one, wm_reverify_at(s->reverify, j)->label);
        if (!is_used)
            return wm_error_set(err, WM_E_NOTFOUND, "only", "no item's label begins with '%.200s'",
                                one.only[0]);
    }
    return WM_OK;
}

/* Openings need no device, but a device that the caller names must exist. */
static bool needs_device(const wm_reverify_options *options)
{
    return options->compute || options->sealed != NULL || options->needs_device;
}

/* Opens the device, and checks that the new record can be written. */
static wm_status prepare(wm_reverify_session *s, wm_error *err)
{
    const wm_reverify_options *options = s->options;
    wm_status status = WM_OK;
    if (wm_registry_find(options->backend) == NULL)
        return wm_registry_refuse(options->backend, err);
    if (options->sealed != NULL)
        status = wm_writer_probe(options->sealed, WM_REVERIFY_SEAL_BYTES, err);
    if (status != WM_OK || !needs_device(options))
        return status;
    s->device_options.threads = options->threads;
    status =
        wm_registry_open(options->backend, options->device, &s->device_options, &s->device, err);
    if (status == WM_OK && options->sealed != NULL)
        status = wm_machine_write(s->device, NULL, &s->environment);
    if (status != WM_OK)
        return status;
    status = wm_reverify_computes_on(s->reverify, s->device);
    return status == WM_OK ? WM_OK
                           : wm_error_set(err, status, NULL, "cannot describe the device: %s",
                                          wm_status_text(status));
}

/* Whether an item is larger than size_max N. A product is larger if a dimension is above N. Another
 * item, which is only computed whole, is larger if an operand has more than N * N elements. */
static bool is_too_large(const wm_reverify_options *options, const wm_item *item)
{
    if (options->size_max == 0 ||
        !(options->compute || wm_tables_has(item->variant, WM_TRAIT_CALIBRATION)))
        return false;
    return wm_workload_is_larger(item, options->size_max);
}

/* Skips the outputs that are not selected or too large. */
static void choose(const wm_reverify_session *s)
{
    for (size_t i = 0; i < wm_reverify_count(s->reverify); i++) {
        wm_reverify_output *o = wm_reverify_at(s->reverify, i);
        o->is_left_out = o->is_left_out || !wm_reverify_selects(s->options, o->label);
        if (is_too_large(s->options, o->item))
            (void)snprintf(o->skipped, sizeof o->skipped, "larger than --max-size %llu",
                           (unsigned long long)s->options->size_max);
    }
}

wm_status wm_reverify_session_open(const wm_reverify_options *options, const wm_model *model,
                                   wm_reverify_session **out, wm_error *err)
{
    wm_reverify_session *s = calloc(1, sizeof *s);
    wm_status status = WM_OK;
    if (s != NULL) {
        s->options = options;
        s->reverify = wm_reverify_new();
    }
    if (s == NULL || s->reverify == NULL)
        status = wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    if (status == WM_OK)
        status = read_record(s->reverify, model, err);
    if (status == WM_OK)
        status = check_prefixes(s, err);
    if (status == WM_OK)
        status = prepare(s, err);
    if (status != WM_OK) {
        wm_reverify_session_close(s);
        return status;
    }
    choose(s);
    wm_reverify_stops_at(s->reverify, options->stop);
    wm_reverify_eta_begin(&s->eta, s->reverify, options->compute);
    *out = s;
    return WM_OK;
}

/* Recomputes the openings of an output; for an item's product, all outputs of the item. */
static wm_status run_output(wm_reverify_session *s, size_t index, wm_reverify_progress *progress,
                            void *context)
{
    const wm_reverify_output *output = wm_reverify_at(s->reverify, index);
    double began = wm_clock_s();
    wm_status status = wm_reverify_openings(s->reverify, index, progress, context);
    wm_reverify_eta_opened(&s->eta, output, wm_clock_s() - began);
    if (status != WM_OK || !s->options->compute)
        return status;
    if (progress != NULL && !progress(context, output, 0, 0))
        return WM_E_INTERRUPTED;
    began = wm_clock_s();
    status = wm_reverify_compute(s->reverify, index, &s->device, &s->device_options);
    wm_reverify_eta_computed(&s->eta, output, wm_clock_s() - began);
    return status;
}

/* Marks an item's outputs as finished after the last one. */
static void finish_item(wm_reverify_session *s, size_t last)
{
    const size_t item = wm_reverify_at(s->reverify, last)->item_index;
    const wm_reverify_output *next = wm_reverify_at(s->reverify, last + 1);
    if (next != NULL && next->item_index == item)
        return;
    for (size_t i = last + 1; i-- > 0;) {
        wm_reverify_output *output = wm_reverify_at(s->reverify, i);
        if (output->item_index != item)
            break;
        output->is_finished = true;
    }
}

wm_status wm_reverify_session_run(wm_reverify_session *s, wm_reverify_progress *progress,
                                  void *context, wm_error *err)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < wm_reverify_count(s->reverify) && status == WM_OK; i++) {
        if (wm_reverify_at(s->reverify, i)->is_finished)
            continue;
        status = run_output(s, i, progress, context);
        if (status == WM_OK)
            finish_item(s, i);
    }
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "cannot recompute: %s", wm_status_text(status));
    return WM_OK;
}

double wm_reverify_session_left(const wm_reverify_session *s, const wm_reverify_output *output,
                                double part)
{
    return wm_reverify_eta_left(&s->eta, output, part);
}

static wm_reverify_resume resume_of(const wm_reverify_session *s, const char *root)
{
    return (wm_reverify_resume){
        .root = root, .has_computed = s->options->compute, .threads = s->options->threads};
}

wm_status wm_reverify_session_save(const wm_reverify_session *s, const char *root, wm_buffer *text)
{
    const wm_reverify_resume resume = resume_of(s, root);
    return wm_reverify_resume_write(&resume, s->reverify, text);
}

wm_status wm_reverify_session_resume(wm_reverify_session *s, const char *root,
                                     const wm_buffer *text, wm_error *err)
{
    const wm_reverify_resume resume = resume_of(s, root);
    const wm_status status = wm_reverify_resume_read(&resume, text, s->reverify, err);
    wm_reverify_eta_begin(&s->eta, s->reverify, s->options->compute);
    return status;
}

wm_reverify *wm_reverify_session_outputs(wm_reverify_session *s)
{
    return s->reverify;
}

wm_status wm_reverify_session_seal(const wm_reverify_session *s, const char *checked_root,
                                   const char *answer, int exit_status, char root[WM_ID_SIZE],
                                   wm_error *err)
{
    const wm_reverify_seal seal = {s->options, checked_root, answer, exit_status};
    root[0] = '\0';
    if (s->options->sealed == NULL)
        return WM_OK;
    return wm_reverify_seal_write(&seal, s->reverify, &s->environment, root, err);
}

void wm_reverify_session_close(wm_reverify_session *s)
{
    if (s == NULL)
        return;
    wm_buffer_clear(&s->environment);
    wm_reverify_free(s->reverify);
    if (s->device != NULL)
        s->device->ops->close(s->device);
    free(s);
}
