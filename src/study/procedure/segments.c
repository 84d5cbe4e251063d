/* The procedure `segments`: an item under load at its point of operation.
 *
 * A segment compares each output with repeat 0's, bit for bit, on the device. So it needs repeat 0,
 * and an item whose outputs differ by chance has no point. */

#include "base/status.h"
#include "record/nodes/kinds_plain.h"
#include "study/procedure/item_run.h"
#include "study/procedure/load.h"
#include "study/procedure/procedure.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Without minutes a segment lasts so many repeats: 10 s for a repeat of 0.2 s. */
static const double REPEATS = 50;

/* The length of a segment. Units: s. */
static double length_of(const wm_item *item, double repeat_seconds)
{
    return item->minutes > 0 ? WM_TABLES_SEGMENT_SECONDS : REPEATS * repeat_seconds;
}

static bool is_due(const wm_observed_item *item)
{
    return item->count[WM_PROCEDURE_REPEATS] > 0;
}

static double seconds_of(const wm_item *item, const wm_machine_speed *machine, wm_phase phase)
{
    return phase == WM_PHASE_SEGMENTS ? length_of(item, machine->repeat_seconds) : 0;
}

wm_status wm_segments_hold(wm_item_run *run)
{
    wm_device *device = run->device;
    uint64_t reserve_bytes = 0;
    wm_status status;
    if (run->item->point != WM_POINT_FULL || run->ballast.device != NULL)
        return WM_OK;
    status = wm_ballast_reserve(device, run->workload.output_bytes, &reserve_bytes);
    if (status == WM_OK)
        status = wm_ballast_take(&run->ballast, device, reserve_bytes, wm_item_run_ends, run);
    return wm_item_run_note(run, "filling the memory", status);
}

wm_status wm_segments_held(wm_device *device, const wm_item *item, double *bytes)
{
    uint64_t reserve_bytes = 0, free_bytes = 0;
    wm_status status;
    *bytes = wm_procedure_bytes(item);
    if (item->point != WM_POINT_FULL)
        return WM_OK;
    status = wm_ballast_reserve(device, (size_t)wm_workload_output_bytes(item), &reserve_bytes);
    if (status == WM_OK)
        status = device->ops->memory_free(device, &free_bytes);
    if (status == WM_OK && (double)free_bytes - *bytes < (double)reserve_bytes)
        status = WM_E_NOMEM;
    if (status == WM_OK)
        *bytes = (double)(free_bytes - reserve_bytes);
    return status;
}

/* The smaller of `least` and the free memory of the device, for the point `full`. */
static wm_status read_free(const wm_item_run *run, double *least)
{
    wm_device *device = run->device;
    uint64_t bytes = 0;
    wm_status status;
    if (run->item->point != WM_POINT_FULL)
        return WM_OK;
    status = device->ops->memory_free(device, &bytes);
    if (status == WM_OK && !((double)bytes >= *least))
        *least = (double)bytes;
    return status;
}

/* Runs one segment. Notes a failure. */
static wm_status run_segment(wm_item_run *run, const wm_observed_item *item,
                             wm_load_segment *segment, double *memory_free_bytes)
{
    const wm_load load = {.point = run->item->point,
                          .seconds = length_of(run->item, run->options->repeat.repeat_seconds),
                          .workload = &run->workload,
                          .judged = run->judged,
                          .check = &run->check,
                          .retained = run->retained,
                          .digest = run->retained_digest,
                          .residual = &item->repeats[0].residual,
                          .options = &run->loop_options};
    wm_status status = wm_segments_hold(run);
    *memory_free_bytes = (double)NAN;
    if (status != WM_OK)
        return status;
    status = wm_item_run_note(run, "reading the free memory", read_free(run, memory_free_bytes));
    if (status != WM_OK)
        return status;
    wm_item_run_enter(run, WM_PHASE_SEGMENTS);
    status = wm_load_run(&load, segment);
    status = wm_item_run_note(run, segment->timed.doing, status);
    if (status != WM_OK)
        return status;
    return wm_item_run_note(run, "reading the free memory", read_free(run, memory_free_bytes));
}

/* A node with the fields that every segment has. */
static wm_stress_node node_of(const wm_observe_place *place)
{
    return (wm_stress_node){.environment = wm_member_edge(place->sink->environment),
                            .plan = wm_member_edge(place->sink->plan),
                            .item = (double)place->item_index,
                            .index = place->index,
                            .seconds = (double)NAN};
}

static wm_status observe(const wm_observe_place *place, const wm_load_segment *segment,
                         double memory_free_bytes, wm_error *err)
{
    wm_stress_node node = node_of(place);
    wm_observe_timed timed;
    wm_observe_time(place, &segment->timed, &timed);
    node.started_at = timed.started_at;
    node.flags = timed.flags;
    node.covariates = timed.covariates;
    node.seconds = segment->timed.seconds;
    node.products = (double)segment->products;
    node.errors = (double)segment->errors;
    if (segment->has_residual)
        node.residual = wm_objects_residual_node(&segment->residual, place->item->variant);
    node.period_s = segment->period_s;
    node.duty = segment->duty;
    node.memory_free_bytes = floor(memory_free_bytes);
    return wm_sink_write(place->sink, &wm_kind_stress_ok, &node, NULL, err);
}

static wm_status fail_next(const wm_observe_place *place, const char *reason, wm_error *err)
{
    wm_stress_node node = node_of(place);
    node.reason = wm_member_text(reason);
    return wm_sink_write(place->sink, &wm_kind_stress_failed, &node, NULL, err);
}

/* Observes an interrupted segment as failed. It has its counts, because errors must not be lost,
 * and its time, because the record's wall time would lack it. */
static wm_status observe_interrupted(wm_item_run *run, const wm_observe_place *place,
                                     const wm_load_segment *segment, wm_error *err)
{
    char words[128] = "interrupted", digits[24];
    wm_stress_node node = node_of(place);
    if (segment->products > 0)
        (void)snprintf(words, sizeof words, "interrupted after %llu outputs, %llu of them wrong",
                       (unsigned long long)segment->products, (unsigned long long)segment->errors);
    if (segment->errors > 0)
        (void)snprintf(run->reason, sizeof run->reason, "%s", words);
    (void)snprintf(digits, sizeof digits, "%" PRIu64, segment->timed.started_at_ns);
    node.reason = wm_member_text(words);
    node.started_at = wm_member_text(digits);
    node.seconds = segment->timed.seconds;
    return wm_sink_write(place->sink, &wm_kind_stress_failed, &node, NULL, err);
}

static wm_status next(wm_item_run *run, bool *is_measured, wm_error *err)
{
    const wm_sink *sink = run->options->sink;
    const wm_observed_item *item = wm_item_run_observed(run);
    const wm_observe_place place = {sink, run->item, run->index,
                                    item->count[WM_PROCEDURE_SEGMENTS]};
    wm_load_segment segment = {.products = 0};
    double memory_free_bytes;
    wm_status status;
    if (run->retained == NULL)
        return wm_item_run_note(run, "repeat 0's output was lost with an interrupted run",
                                WM_E_MISMATCH);
    status = run_segment(run, item, &segment, &memory_free_bytes);
    if (status == WM_E_INTERRUPTED && run->options->seals_interrupted &&
        segment.timed.seconds > 0) {
        const wm_status observed = observe_interrupted(run, &place, &segment, err);
        *is_measured = observed != WM_OK;
        return observed == WM_OK ? status : observed;
    }
    if (status != WM_OK)
        return status;
    *is_measured = true;
    return observe(&place, &segment, memory_free_bytes, err);
}

const wm_procedure wm_segments = {
    .row = WM_PROCEDURE_SEGMENTS,
    .phase = WM_PHASE_SEGMENTS,
    .is_due = is_due,
    .seconds = seconds_of,
    .next = next,
    .fail_next = fail_next,
};
