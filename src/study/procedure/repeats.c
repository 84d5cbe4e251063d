/* The procedure `repeats`: timed loops of a workload, the output of each digested and checked.
 *
 * The transcript is about one repeat's output: the first that the rule rejects, else the last. Only
 * that output is kept, and the transcript is prepared before the last repeat is observed: once all
 * repeats are on disk, a resumed run must not need an output that no longer exists. Repeat 0's
 * output is kept too, because later ones are compared with it. */
#include "base/code_point.h"
#include "study/procedure/procedure.h"

#include "base/status.h"
#include "study/procedure/item_output.h"
#include "study/procedure/trial.h"
#include "study/output/fault.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what was observed ----------------------------------------------------------------------- */

static double rate_of(const wm_observed_item *item)
{
    const wm_observed_repeat *last = item->count[WM_PROCEDURE_REPEATS] > 0
                                         ? &item->repeats[item->count[WM_PROCEDURE_REPEATS] - 1]
                                         : NULL;
    return last != NULL && last->ok ? wm_plan_work(item->item) * last->iterations / last->seconds
                                    : (double)NAN;
}

/* ---- observing ------------------------------------------------------------------------------- */

/* A node with the fields that every repeat has. */
static wm_workload_node node_of(const wm_observe_place *place)
{
    return (wm_workload_node){
        .environment = wm_member_edge(place->sink->environment),
        .plan = wm_member_edge(place->sink->plan),
        .item = (double)place->item_index,
        .repeat = place->index,
        .variant = wm_member_text(place->item->variant->variant),
        .workload = wm_member_text(place->item->variant->workload),
        .shape = {.item = place->item},
    };
}

/* One reason for all fields that are null; null if no field is. */
static const char *reason_of(const wm_repeat *repeat, const char *lost)
{
    if (!isfinite(repeat->divergence))
        return lost != NULL ? lost : "the output or repeat 0's is not finite";
    if (isfinite(repeat->peak_resident_bytes))
        return NULL;
    return repeat->peak_reason != NULL ? repeat->peak_reason : "it was not finite";
}

/* `lost`: why a divergence is NaN though the output is finite; else null. */
static wm_status observe(const wm_item_run *run, const wm_observe_place *place,
                         const wm_repeat *repeat, const wm_observed_residual *residual,
                         const char *lost, wm_error *err)
{
    wm_workload_node node = node_of(place);
    wm_observe_timed timed;
    wm_observe_time(place, repeat, &timed);
    node.started_at = timed.started_at;
    node.flags = timed.flags;
    node.covariates = timed.covariates;
    node.method = wm_member_text(run->method);
    node.seconds = repeat->seconds;
    node.iterations = (double)repeat->iterations;
    node.output_digest = wm_member_hex(repeat->digest);
    node.divergence = repeat->divergence;
    node.peak_resident_bytes = floor(repeat->peak_resident_bytes);
    node.reason = wm_member_text(reason_of(repeat, lost));
    node.residual = wm_objects_residual_node(residual, run->item->variant);
    return wm_sink_write(place->sink, &wm_kind_workload_ok, &node, NULL, err);
}

static wm_status fail_next(const wm_observe_place *place, const char *reason, wm_error *err)
{
    wm_workload_node node = node_of(place);
    node.reason = wm_member_text(reason);
    return wm_sink_write(place->sink, &wm_kind_workload_failed, &node, NULL, err);
}

static bool all_finite(const double *values)
{
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++)
        if (!isfinite(values[j]))
            return false;
    return true;
}

/* `product` is the id of the first repeat. */
static wm_status observe_calibration(const wm_item_run *run, const char *product, wm_error *err)
{
    const wm_sink *sink = run->options->sink;
    const wm_observed_calibration *calibration = &run->calibration;
    wm_calibration_node node = {.environment = wm_member_edge(sink->environment),
                                .plan = wm_member_edge(sink->plan),
                                .item = (double)run->index,
                                .product = wm_member_edge(product)};
    if (!calibration->ok) {
        node.reason = wm_member_text(run->calibration_reason);
        return wm_sink_write(sink, &wm_kind_calibration_failed, &node, NULL, err);
    }
    node.difference_max = wm_member_list(calibration->difference_max, WM_TABLES_PROBES);
    node.reference_max = wm_member_list(calibration->reference_max, WM_TABLES_PROBES);
    node.residual_squares = wm_member_list(calibration->residual_squares, WM_TABLES_PROBES);
    node.rounding_squares = wm_member_list(calibration->rounding_squares, WM_TABLES_PROBES);
    if (!all_finite(calibration->difference_max) || !all_finite(calibration->reference_max) ||
        !all_finite(calibration->residual_squares) || !all_finite(calibration->rounding_squares))
        node.reason = wm_member_text("not finite");
    return wm_sink_write(sink, &wm_kind_calibration_ok, &node, NULL, err);
}

/* ---- the outputs that are kept --------------------------------------------------------------- */

/* Keeps repeat 0's output for the divergence of later repeats. */
static wm_status keep_first(wm_item_run *run, const uint8_t digest[WM_SHA256_SIZE])
{
    wm_device *device = run->judged->device;
    wm_status status = wm_workload_new_output(run->judged, &run->retained);
    memcpy(run->retained_digest, digest, sizeof run->retained_digest);
    if (status == WM_OK)
        status = device->ops->copy(device, run->retained, 0, run->judged->output, 0,
                                   run->judged->output_bytes);
    return wm_item_run_note(run, "keeping the output", status);
}

/* Measures the floor of a product on the output of the item's first repeat. A failure is a
 * calibration that failed. */
static wm_status calibrate(wm_item_run *run, const uint8_t digest[WM_SHA256_SIZE])
{
    wm_status status;
    if (!wm_tables_has(run->item->variant, WM_TRAIT_CALIBRATION))
        return WM_OK;
    wm_item_run_enter(run, WM_PHASE_CALIBRATION);
    status = run->workload.kind->calibrate(&run->check, digest, &run->calibration);
    if (status != WM_OK) {
        (void)wm_item_run_note(run, "measuring the floor", status);
        run->calibration = (wm_observed_calibration){.ok = false};
        (void)snprintf(run->calibration_reason, sizeof run->calibration_reason, "%.*s",
                       WM_FIT(run->reason, 250));
    }
    return WM_OK;
}

/* Whether a residual will be rejected once the calibration is in the graph. */
static bool will_reject(const wm_item_run *run, const wm_observed_residual *residual)
{
    const wm_limits limits = wm_rule_limits_of(run->item, &run->calibration);
    return wm_rule_decide(&limits, residual) == WM_DECISION_REJECT;
}

/* Keeps a rejected output for the transcript, and gives the workload another buffer. */
static wm_status keep_rejected(wm_item_run *run)
{
    const wm_status status = wm_workload_new_output(&run->workload, &run->aside);
    if (status == WM_OK)
        wm_workload_swap_output(&run->workload, &run->aside);
    return wm_item_run_note(run, "keeping a rejected output", status);
}

static void choose_product(wm_item_run *run, uint32_t repeat, const uint8_t digest[WM_SHA256_SIZE],
                           const wm_observed_residual *residual)
{
    run->product_residual = *residual;
    run->product = repeat;
    memcpy(run->product_digest, digest, sizeof run->product_digest);
}

/* Decides on repeat 0 of a point, whose calibration came after it. Its output was kept aside. */
static void decide_first(wm_item_run *run)
{
    const wm_observed_repeat *first = &wm_item_run_observed(run)->repeats[0];
    run->is_rejected = will_reject(run, &first->residual);
    if (run->is_rejected) {
        choose_product(run, 0, first->output_digest, &first->residual);
        return;
    }
    run->device->ops->free(run->device, run->aside);
    run->aside = NULL;
}

/* After a repeat, keeps the output that the transcript needs. After the last repeat, makes the
 * product the output again and prepares the transcript. */
static wm_status keep_product(wm_item_run *run, uint32_t repeat,
                              const uint8_t digest[WM_SHA256_SIZE],
                              const wm_observed_residual *residual)
{
    const uint32_t first = wm_plan_first_repeat(run->item);
    const bool is_last = repeat + 1 == run->item->repeats;
    if (!run->is_rejected && repeat > 0 && repeat == first)
        decide_first(run);
    if (!run->is_rejected) {
        run->is_rejected = will_reject(run, residual);
        choose_product(run, repeat, digest, residual);
        if ((run->is_rejected || repeat < first) && !is_last)
            return keep_rejected(run);
    }
    if (!is_last)
        return WM_OK;
    if (run->aside != NULL)
        wm_workload_swap_output(&run->workload, &run->aside);
    return wm_item_output_prepare_transcript(run);
}

/* ---- resuming -------------------------------------------------------------------------------- */

/* Injects the planned fault into every repeat's output, if the plan asks for that. */
static wm_status make_fault(void *context, wm_workload *workload)
{
    const wm_item_run *run = context;
    return run->item->fault.in_repeats ? wm_fault_make(workload, run->nonce) : WM_OK;
}

/* Whether the recomputed output may differ from that of the interrupted run: its witness is there
 * already, and no fault goes into it. */
static bool is_witnessed(const wm_item_run *run)
{
    const wm_planned_fault *fault = &run->item->fault;
    char id[WM_ID_SIZE];
    unsigned stages = 0;
    if (fault->kind != WM_FAULT_NONE && !fault->in_repeats)
        return false;
    if (wm_continuation_is_missing(run->options->sink->graph, run->index, run->there))
        return false;
    return wm_graph_stage_id(run->options->sink->graph, run->index, &stages, id) && stages > 1;
}

/* The output of the interrupted run is lost, and the record needs its bytes. */
static wm_status lose_output(wm_item_run *run)
{
    (void)snprintf(run->reason, sizeof run->reason,
                   "the interrupted run's output is lost and cannot be reproduced");
    return WM_E_MISMATCH;
}

/* Whether the output of the first repeat is needed, which the interrupted run made: only a
 * calibration needs it. */
static bool needs_first(const wm_item_run *run)
{
    const wm_observed_item *item = wm_item_run_observed(run);
    return wm_tables_has(run->item->variant, WM_TRAIT_CALIBRATION) && item->calibration == NULL &&
           item->count[WM_PROCEDURE_REPEATS] > wm_plan_first_repeat(run->item);
}

/* Takes up the outputs of repeat 0 and of the first repeat, where the recomputed one is equal. A
 * divergence can be absent, a calibration cannot. */
static wm_status take_up_first(wm_item_run *run, const wm_observed_item *item,
                               const uint8_t digest[WM_SHA256_SIZE])
{
    const uint32_t first = wm_plan_first_repeat(run->item);
    wm_status status = WM_OK;
    memcpy(run->retained_digest, item->repeats[0].output_digest, sizeof run->retained_digest);
    if (memcmp(digest, run->retained_digest, WM_SHA256_SIZE) == 0)
        status = keep_first(run, digest);
    if (status != WM_OK || item->count[WM_PROCEDURE_REPEATS] <= first)
        return status;
    if (memcmp(digest, item->repeats[first].output_digest, WM_SHA256_SIZE) == 0)
        return calibrate(run, digest);
    return needs_first(run) ? lose_output(run) : WM_OK;
}

/* Chooses the product among the recorded repeats. */
static void choose_recorded(wm_item_run *run, const wm_observed_item *item)
{
    const wm_limits limits = wm_rule_limits_of(run->item, &run->calibration);
    const uint32_t first = wm_rule_first_rejected(&limits, item);
    const uint32_t last = item->count[WM_PROCEDURE_REPEATS] - 1,
                   product = first < last ? first : last;
    run->is_rejected = first < item->count[WM_PROCEDURE_REPEATS];
    choose_product(run, product, item->repeats[product].output_digest,
                   &item->repeats[product].residual);
}

/* Resumes an item of an interrupted run. The outputs that it still needs are computed again, which
 * needs a deterministic operation. Another operation can resume unless the output that the
 * transcript opens is lost: a rejected repeat, or the last one. Notes a failure. */
static wm_status resume(wm_item_run *run)
{
    const wm_observed_item *item = wm_item_run_observed(run);
    const uint32_t count = item->count[WM_PROCEDURE_REPEATS];
    uint8_t digest[WM_SHA256_SIZE];
    wm_status status =
        wm_item_run_note(run, "injecting the fault", make_fault(run, &run->workload));
    if (status == WM_OK)
        status = wm_item_run_note(run, "copying the output to the witness",
                                  wm_item_output_to_witness(run));
    if (status == WM_OK)
        status =
            wm_item_run_note(run, "taking the digest", wm_workload_digest(run->judged, digest));
    if (status == WM_OK)
        status = take_up_first(run, item, digest);
    choose_recorded(run, item);
    if (status != WM_OK)
        return status;
    if (!run->is_rejected && count < run->item->repeats)
        return count <= wm_plan_first_repeat(run->item) && run->retained != NULL
                   ? keep_rejected(run)
                   : WM_OK;
    if (memcmp(digest, run->product_digest, sizeof digest) != 0)
        return is_witnessed(run) ? WM_OK : lose_output(run);
    return count < run->item->repeats ? keep_rejected(run) : wm_item_output_prepare_transcript(run);
}

/* ---- the procedure --------------------------------------------------------------------------- */

/* Prepares the output, and takes up the repeats that are there. */
static wm_status begin(wm_item_run *run)
{
    const wm_settings *settings = run->options->settings;
    wm_status status;
    run->judged = &run->workload;
    run->openings.continues = &wm_graph_plan(run->options->sink->graph)->continues;
    run->loop_options = run->options->repeat;
    run->loop_options.after = make_fault;
    run->loop_options.context = run;
    if (settings->continuation != NULL)
        run->there = wm_continuation_find(settings->continuation, run->item);
    status = wm_item_output_open(run);
    if (status == WM_OK)
        status = wm_item_run_note(run, "watching the idle device",
                                  wm_idle_window_watch(run->device, &run->loop_options.idle));
    return status == WM_OK && wm_item_run_observed(run)->count[WM_PROCEDURE_REPEATS] > 0
               ? resume(run)
               : status;
}

/* Measures and checks one repeat. Notes a failure. */
static wm_status measure_one(wm_item_run *run, uint32_t repeat, wm_repeat *measured,
                             wm_observed_residual *residual)
{
    const wm_settings *settings = run->options->settings;
    wm_status status = repeat > 0 ? wm_segments_hold(run) : WM_OK;
    if (status != WM_OK)
        return status;
    if (settings->before_repeat != NULL)
        settings->before_repeat(settings->context, repeat, run->item->repeats);
    run->loop_options.watches_after = repeat + 1 == run->item->repeats;
    wm_item_run_enter(run, WM_PHASE_REPEATS);
    status = wm_repeat_measure(&run->workload, &run->loop_options, run->iterations, run->retained,
                               repeat > 0 ? run->retained_digest : NULL, measured);
    run->loop_options.watches_after = false; /* segments have no window behind them */
    status = wm_item_run_note(run, measured->doing, status);
    if (status == WM_OK) {
        wm_item_run_enter(run, WM_PHASE_WITNESS);
        status = wm_item_output_judge(run, measured->digest, residual);
        status = wm_item_run_note(run,
                                  status != WM_E_MISMATCH      ? "checking"
                                  : run->known.trouble != NULL ? run->known.trouble
                                                               : "the witness gave two answers for "
                                                                 "one output",
                                  status);
    }
    if (status == WM_OK && repeat == 0)
        status = keep_first(run, measured->digest);
    if (status == WM_OK && repeat == wm_plan_first_repeat(run->item))
        status = calibrate(run, measured->digest);
    return status == WM_OK ? keep_product(run, repeat, measured->digest, residual) : status;
}

static wm_status next(wm_item_run *run, bool *is_measured, wm_error *err)
{
    static const char lost[] = "repeat 0's output was lost with an interrupted run";
    const uint32_t repeat = wm_item_run_observed(run)->count[WM_PROCEDURE_REPEATS];
    const wm_observe_place place = {run->options->sink, run->item, run->index, repeat};
    wm_observed_residual residual;
    wm_repeat measured;
    const wm_status status = measure_one(run, repeat, &measured, &residual);
    *is_measured = status == WM_OK;
    if (status != WM_OK)
        return status;
    return observe(run, &place, &measured, &residual,
                   repeat > 0 && run->retained == NULL ? lost : NULL, err);
}

/* Appends the calibration, if the variant has one and all repeats are ok. */
static wm_status end(wm_item_run *run, wm_error *err)
{
    const wm_sink *sink = run->options->sink;
    char product[WM_ID_SIZE];
    if (!wm_tables_has(run->item->variant, WM_TRAIT_CALIBRATION) ||
        wm_item_run_observed(run)->has_failed || wm_item_run_observed(run)->calibration != NULL)
        return WM_OK;
    if (!wm_graph_repeat_id(sink->graph, run->index, wm_plan_first_repeat(run->item), product))
        return wm_error_set(err, WM_E_ARG, NULL, "the first repeat was not observed");
    return observe_calibration(run, product, err);
}

const wm_procedure wm_repeats = {
    .row = WM_PROCEDURE_REPEATS,
    .phase = WM_PHASE_REPEATS,
    .rate = rate_of,
    .bytes = wm_workload_bytes,
    .nominal = wm_workload_cost_of,
    .seconds = wm_repeats_cost_seconds,
    .try_out = wm_trial_run,
    .begin = begin,
    .next = next,
    .fail_next = fail_next,
    .end = end,
    .close = wm_item_output_close,
};
