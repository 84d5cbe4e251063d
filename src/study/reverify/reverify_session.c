/* A re-verification as a whole: reads a record, recomputes the selected outputs, and estimates the
 * time that is left.
 *
 * The estimate is not that of a run: its work is of two kinds, whose amounts follow from the
 * record. What an amount took so far is the speed of the rest. */
#include "base/code_point.h"
#include "study/reverify/reverify.h"
#include "study/reverify/reverify_state.h"

#include "archive/writer.h"
#include "backend/registry.h"
#include "base/clock.h"
#include "base/status.h"
#include "measure/facts/machine.h"
#include "study/procedure/procedure.h"

#include <stdio.h>

enum { SEAL_BYTES = 4 << 20 }; /* required free disk space */

static const double SECONDS_AN_ELEMENT = 2e-8; /* of one processor of the nominal machine */

/* ---- opening --------------------------------------------------------------------------------- */

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
static wm_status check_prefixes(const wm_reverify *r, wm_error *err)
{
    for (size_t i = 0; i < r->options->only_count; i++) {
        const wm_reverify_options one = {.only = &r->options->only[i], .only_count = 1};
        bool is_used = false;
        for (size_t j = 0; j < r->output_count && !is_used; j++)
            is_used = wm_reverify_selects(&one, r->outputs[j].label);
        if (!is_used)
            return wm_error_set(err, WM_E_NOTFOUND, "only", "no item's label begins with '%.*s'",
                                WM_FIT(one.only[0], 200));
    }
    return WM_OK;
}

/* Openings need no device, but a device that the caller names must exist. */
static bool needs_device(const wm_reverify_options *options)
{
    return options->compute || options->sealed != NULL || options->needs_device;
}

/* ---- the device that computes ---------------------------------------------------------------- */

/* Takes the processors, and says why it is not the recorded kind of device. */
static wm_status take_host(wm_reverify *r, const char *why, wm_error *err)
{
    wm_reverify_origin *origin = &r->origin;
    origin->backend = wm_registry_host()->name;
    (void)snprintf(origin->why, sizeof origin->why, "%s", why);
    return wm_registry_open(origin->backend, r->options->device, &r->device_options, &r->device,
                            err);
}

/* The device of a kind that is like the recorded one: the same name, else the first that can be
 * used. */
static wm_status find_device(const wm_backend *backend, const wm_provenance *recorded,
                             char number[24], wm_error *err)
{
    wm_device_entry entries[WM_REGISTRY_DEVICES];
    size_t count, at, usable = WM_REGISTRY_DEVICES;
    const wm_status status = wm_registry_list(backend, entries, &count, err);
    if (status != WM_OK)
        return status;
    for (at = count; at-- > 0;)
        if (entries[at].reason[0] == '\0' &&
            (usable == WM_REGISTRY_DEVICES || wm_provenance_is_device(recorded, entries[at].name) ||
             !wm_provenance_is_device(recorded, entries[usable].name)))
            usable = at;
    if (usable == WM_REGISTRY_DEVICES)
        return wm_error_set(err, WM_E_NOTFOUND, backend->name, "%s", entries[0].reason);
    (void)snprintf(number, 24, "%zu", usable);
    return WM_OK;
}

/* Opens a device of the recorded kind. If this machine has none that opens, the processors compute:
 * openings are the same there, and exact outputs too. */
static wm_status open_recorded(wm_reverify *r, wm_error *err)
{
    const wm_provenance *recorded = &r->environments[0].outputs;
    const wm_backend *backend = wm_provenance_backend(recorded);
    char number[24], why[320];
    wm_error found = {WM_OK, "", ""};
    wm_status status;
    if (backend == NULL && wm_registry_absent() != NULL &&
        wm_provenance_is_backend(recorded, wm_registry_absent()))
        return take_host(r, "this program was built without it", err);
    if (backend == NULL)
        return take_host(r, "this program does not know it", err);
    r->origin.backend = backend->name;
    if (r->options->device != NULL || backend->is_host) /* another device is not meant */
        return wm_registry_open(backend->name, r->options->device, &r->device_options, &r->device,
                                err);
    status = find_device(backend, recorded, number, &found);
    if (status == WM_OK)
        status = wm_registry_open(backend->name, number, &r->device_options, &r->device, &found);
    if (status == WM_OK || status == WM_E_NOMEM)
        return status == WM_OK ? WM_OK : wm_error_set(err, status, backend->name, "out of memory");
    (void)snprintf(why, sizeof why, "%.*s", WM_FIT(found.message, 300));
    return take_host(r, why, err);
}

/* Opens the device that the caller names, else one of the recorded kind. */
static wm_status open_device(wm_reverify *r, wm_error *err)
{
    const wm_reverify_options *options = r->options;
    r->device_options.threads = options->threads;
    if (options->backend == NULL && r->output_count != 0 && r->environment_count != 0)
        return open_recorded(r, err);
    return wm_registry_open(r->origin.backend, options->device, &r->device_options, &r->device,
                            err);
}

/* Opens the device, and checks that the new record can be written. */
static wm_status prepare(wm_reverify *r, wm_error *err)
{
    const wm_reverify_options *options = r->options;
    wm_status status = WM_OK;
    r->origin.backend = options->backend != NULL ? options->backend : wm_registry_host()->name;
    if (wm_registry_find(r->origin.backend) == NULL)
        return wm_registry_refuse(r->origin.backend, err);
    if (options->sealed != NULL)
        status = wm_writer_probe(options->sealed, SEAL_BYTES, err);
    if (status != WM_OK || !needs_device(options))
        return status;
    status = open_device(r, err);
    if (status == WM_OK && options->sealed != NULL)
        status = wm_machine_write(r->device, NULL, NULL, &r->environment);
    if (status != WM_OK)
        return status;
    status = wm_reverify_computes_on(r, r->device);
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
static void choose(wm_reverify *r)
{
    for (size_t i = 0; i < r->output_count; i++) {
        wm_reverify_output *o = wm_reverify_at(r, i);
        o->is_left_out = o->is_left_out || !wm_reverify_selects(r->options, o->label);
        o->is_left_atomic = !o->is_left_out && r->options->reproducible && wm_reverify_is_atomic(o);
        o->is_left_out = o->is_left_out || o->is_left_atomic;
        o->is_left_inexact = !o->is_left_out && r->options->exact && !o->is_exact;
        o->is_left_out = o->is_left_out || o->is_left_inexact;
        if (is_too_large(r->options, o->item))
            (void)snprintf(o->skipped, sizeof o->skipped, "larger than --max-size %llu",
                           (unsigned long long)r->options->size_max);
    }
}

wm_status wm_reverify_open(const wm_reverify_options *options, const wm_model *model,
                           wm_reverify **reverify, wm_error *err)
{
    wm_reverify *r = wm_reverify_new(options);
    wm_status status = r != NULL ? WM_OK : wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    if (status == WM_OK)
        status = read_record(r, model, err);
    if (status == WM_OK)
        status = check_prefixes(r, err);
    if (status == WM_OK)
        status = prepare(r, err);
    if (status != WM_OK) {
        wm_reverify_free(r);
        return status;
    }
    choose(r);
    *reverify = r;
    return WM_OK;
}

/* ---- the time that is left ------------------------------------------------------------------- */

static double opening_work(const wm_reverify_output *o)
{
    if (!wm_reverify_is_due(o) || o->is_faulty || o->opening_count == 0)
        return 0;
    return wm_workload_kind_of(o->item)->opened->work(o->item, o->opening_count + o->revisit_count);
}

/* The operation and its calibration. */
static double computing_work(const wm_reverify_output *o)
{
    return wm_reverify_is_due(o) && o->part == WM_REVERIFY_PRODUCT
               ? wm_repeats_cost_operation(o->item)
               : 0;
}

/* Adds up the work of all outputs that are not finished. */
static void estimate(wm_reverify *r)
{
    r->opening = r->computing = (kept_work){0, 0, 0};
    for (size_t i = 0; i < r->output_count; i++) {
        r->opening.left += opening_work(&r->outputs[i]);
        r->computing.left += r->options->compute ? computing_work(&r->outputs[i]) : 0;
    }
}

/* Notes what an amount of work took since `began`. */
static void note(kept_work *work, double amount, double began)
{
    work->left -= amount < work->left ? amount : work->left;
    work->done += amount;
    work->seconds += wm_clock_s() - began;
}

static double left_of(const kept_work *work, double amount_done, double nominal)
{
    const double speed = work->done > 0 ? work->seconds / work->done : nominal;
    return work->left > amount_done ? (work->left - amount_done) * speed : 0;
}

double wm_reverify_left(const wm_reverify *reverify, const wm_reverify_output *output, double part)
{
    return left_of(&reverify->opening, part * opening_work(output), SECONDS_AN_ELEMENT) +
           left_of(&reverify->computing, 0, 1);
}

/* ---- working --------------------------------------------------------------------------------- */

/* Recomputes the openings of an output; for an item's product, all outputs of the item. */
static wm_status run_output(wm_reverify *r, size_t index, wm_reverify_progress *progress,
                            void *context)
{
    const wm_reverify_output *output = wm_reverify_at(r, index);
    double began = wm_clock_s();
    wm_status status = wm_reverify_openings(r, index, progress, context);
    note(&r->opening, opening_work(output), began);
    if (status != WM_OK || !r->options->compute)
        return status;
    if (computing_work(output) > 0 && progress != NULL && !progress(context, output, 0, 0))
        return WM_E_INTERRUPTED;
    began = wm_clock_s();
    status = wm_reverify_compute(r, index, &r->device, &r->device_options);
    note(&r->computing, computing_work(output), began);
    return status;
}

/* Marks an item's outputs as finished after the last one. */
static void finish_item(wm_reverify *r, size_t last)
{
    const size_t item = r->outputs[last].item_index;
    if (wm_reverify_item_end(r, last) > last + 1)
        return;
    for (size_t i = 0; i <= last; i++)
        if (r->outputs[i].item_index == item)
            r->outputs[i].is_finished = true;
}

wm_status wm_reverify_run(wm_reverify *r, wm_reverify_progress *progress, void *context,
                          wm_error *err)
{
    wm_status status = WM_OK;
    estimate(r);
    for (size_t i = 0; i < r->output_count && status == WM_OK; i++) {
        if (r->outputs[i].is_finished)
            continue;
        status = run_output(r, i, progress, context);
        if (status == WM_OK)
            finish_item(r, i);
    }
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "cannot recompute: %s", wm_status_text(status));
    return WM_OK;
}
