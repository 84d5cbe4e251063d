/* Measures the repeats of one item and appends their observations. */
#include "study/procedure/item_run.h"

#include "base/clock.h"
#include "base/status.h"
#include "study/run/fault.h"
#include "study/procedure/observe.h"
#include "study/procedure/residual_match.h"
#include "study/life/revisit.h"
#include "study/procedure/segments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const wm_observed_item *observed(const wm_item_run *s)
{
    return wm_graph_item(s->options->sink->graph, s->index);
}

wm_status wm_item_run_note(wm_item_run *s, const char *doing, wm_status status)
{
    const char *words = "";
    if (status == WM_OK || status == WM_E_INTERRUPTED)
        return status;
    if (status == WM_E_DEVICE || status == WM_E_UNSUPPORTED || status == WM_E_NOMEM)
        words = s->device->ops->last_error(s->device);
    if (words[0] == '\0' && s->options->settings->witness != NULL)
        words = s->options->settings->witness->ops->last_error(s->options->settings->witness);
    (void)snprintf(s->reason, sizeof s->reason, "%s: %s%s%.255s", doing, wm_status_text(status),
                   words[0] != '\0' ? ": " : "", words);
    s->has_device_failed = s->has_device_failed || status == WM_E_DEVICE;
    return status;
}

void wm_item_run_step(const wm_item_run *run)
{
    if (run->options->tell != NULL)
        run->options->tell(run->options->context, run->phase);
}

void wm_item_run_enter(wm_item_run *run, wm_phase phase)
{
    if (run->phase == phase)
        return;
    run->phase = phase;
    wm_item_run_step(run);
}

uint32_t wm_item_run_repeats(const wm_observed_item *item)
{
    return wm_tables_has(item->item->variant, WM_TRAIT_PROFILE) ? item->profile_count
                                                                : item->repeat_count;
}

/* Whether all repeats and segments are observed. */
static bool is_complete(const wm_observed_item *item)
{
    return wm_item_run_repeats(item) == item->item->repeats && !wm_segments_are_next(item);
}

/* Observes the next repeat or segment as failed. */
static wm_status fail_next(const wm_sink *sink, size_t index, const char *reason, wm_error *err)
{
    const wm_observed_item *item = wm_graph_item(sink->graph, index);
    const bool is_segment = wm_segments_are_next(item);
    const wm_observe_place place = {sink, item->item, index,
                                    is_segment ? item->segment_count : wm_item_run_repeats(item)};
    if (wm_tables_has(item->item->variant, WM_TRAIT_PROFILE))
        return wm_observe_profile_failure(&place, reason, err);
    return is_segment ? wm_observe_segment_failure(&place, reason, err)
                      : wm_observe_failure(&place, reason, err);
}

wm_status wm_item_run_skip(const wm_sink *sink, size_t index, const char *reason, wm_error *err)
{
    wm_status status = WM_OK;
    while (status == WM_OK && !is_complete(wm_graph_item(sink->graph, index)))
        status = fail_next(sink, index, reason, err);
    return status;
}

wm_status wm_item_run_fail(wm_item_run *s, wm_error *err)
{
    char reason[sizeof s->reason + 32];
    wm_status status = fail_next(s->options->sink, s->index, s->reason, err);
    (void)snprintf(reason, sizeof reason, "not run after a failure: %s", s->reason);
    return status == WM_OK ? wm_item_run_skip(s->options->sink, s->index, reason, err) : status;
}

/* Fills the operands on the witness, if there is one. The witness takes only the output from the
 * device. */
static wm_status open_mirror(wm_item_run *s, double bytes)
{
    wm_status status;
    if (s->options->settings->witness == NULL)
        return WM_OK;
    if (bytes > s->options->settings->witness_memory_bytes) {
        (void)snprintf(s->reason, sizeof s->reason,
                       "the witness needs %.4g GB of memory to check it, available: %.4g GB",
                       bytes * 1e-9, s->options->settings->witness_memory_bytes * 1e-9);
        return WM_E_NOMEM;
    }
    status = wm_workload_open(&s->mirror, s->options->settings->witness, s->item);
    if (status == WM_OK)
        status = wm_workload_fill(&s->mirror, s->nonce);
    s->judged = &s->mirror;
    s->loop_options.witness = s->judged;
    return wm_item_run_note(s, "preparing the witness", status);
}

/* Copies the current output to the witness, if there is one. */
static wm_status copy_to_witness(wm_item_run *s)
{
    return s->judged == &s->workload ? WM_OK : wm_workload_copy_output(&s->workload, s->judged);
}

/* Asks for the method of the prior. A device without it uses its own; a link shows that. */
static wm_status ask_for_method(wm_item_run *s)
{
    wm_status status;
    if (s->there == NULL || s->there->method[0] == '\0')
        return WM_OK;
    status = wm_job_choose(s->device, &s->workload.job, s->there->method);
    if (status == WM_E_UNSUPPORTED)
        return WM_OK;
    return wm_item_run_note(s, "asking for the method of the prior", status);
}

/* A resumed item keeps the method of its first repeat. A device that chooses again may choose
 * another algorithm, whose output differs from the observed one. */
static wm_status keep_method(wm_item_run *s)
{
    char method[256];
    wm_status status;
    if (observed(s)->repeat_count == 0 || observed(s)->has_failed)
        return ask_for_method(s);
    status = wm_observe_method(s->options->sink->graph, s->index, 0, method);
    if (status == WM_OK)
        status = wm_job_choose(s->device, &s->workload.job, method);
    return wm_item_run_note(s, "resuming with the recorded method", status);
}

bool wm_item_run_fits(wm_item_run *s)
{
    const double bytes = wm_workload_bytes(s->item);
    if (!(bytes > s->options->settings->memory_bytes))
        return true;
    (void)snprintf(s->reason, sizeof s->reason, "needs %.4g GB of memory, available: %.4g GB",
                   bytes * 1e-9, s->options->settings->memory_bytes * 1e-9);
    return false;
}

/* Allocates, fills, warms up and asks for the method: a device may choose it when it first runs.
 * Notes a failure. */
static wm_status prepare(wm_item_run *s)
{
    wm_device *device = s->device;
    const double bytes = wm_workload_bytes(s->item);
    wm_status status;
    if (!wm_item_run_fits(s))
        return WM_E_NOMEM;
    status = wm_item_run_note(s, "allocating", wm_workload_open(&s->workload, device, s->item));
    if (status == WM_OK)
        status = open_mirror(s, bytes);
    s->check = (wm_check){s->judged->device, s->item, s->nonce, &s->judged->job};
    if (status == WM_OK)
        status =
            wm_item_run_note(s, "filling the operands", wm_workload_fill(&s->workload, s->nonce));
    if (status == WM_OK)
        wm_item_run_enter(s, WM_PHASE_WARM_UP);
    if (status == WM_OK)
        status = keep_method(s);
    if (status == WM_OK)
        status = wm_item_run_note(
            s, "warming up", wm_repeat_warm_up(&s->workload, &s->options->repeat, &s->iterations));
    if (status == WM_OK)
        status = wm_item_run_note(s, "describing the operation",
                                  wm_job_describe(device, &s->workload.job, s->method));
    return status;
}

/* Keeps the first repeat's output for the divergence of later repeats, and measures the floor of a
 * product on it. */
static wm_status keep_first(wm_item_run *s, const uint8_t digest[WM_SHA256_SIZE])
{
    wm_device *device = s->judged->device;
    wm_status status = wm_workload_new_output(s->judged, &s->retained);
    memcpy(s->retained_digest, digest, sizeof s->retained_digest);
    if (status == WM_OK)
        status = device->ops->copy(device, s->retained, 0, s->judged->output, 0,
                                   s->judged->output_bytes);
    if (status != WM_OK || !wm_tables_has(s->item->variant, WM_TRAIT_CALIBRATION))
        return wm_item_run_note(s, "keeping the output", status);
    wm_item_run_enter(s, WM_PHASE_CALIBRATION);
    status = s->workload.kind->calibrate(&s->check, digest, &s->calibration);
    if (status != WM_OK) {
        (void)wm_item_run_note(s, "measuring the floor", status);
        s->calibration = (wm_observed_calibration){.ok = false};
        (void)snprintf(s->calibration_reason, sizeof s->calibration_reason, "%.250s", s->reason);
    }
    return WM_OK;
}

/* Whether a residual will be rejected once the calibration is in the graph. */
static bool will_reject(const wm_item_run *s, const wm_observed_residual *residual)
{
    const wm_limits limits = wm_rule_limits_of(s->item, &s->calibration);
    return wm_rule_decide(&limits, residual) == WM_DECISION_REJECT;
}

/* Finds the wrong element of the output on `judged`, if the row test rejects its residual. */
static wm_status find_wrong(wm_item_run *s, const wm_observed_residual *residual)
{
    const wm_limits limits = wm_rule_limits_of(s->item, &s->calibration);
    s->wrong = (wm_wrong_element){0};
    if (!wm_rule_rejects_row(&limits, residual))
        return WM_OK;
    return wm_wrong_element_find(&s->check, residual->row, (uint32_t)residual->probe, &s->wrong);
}

/* Opens the workload's output while it is on the device. It must be the product. */
static wm_status open_product(wm_item_run *s)
{
    uint8_t digest[WM_SHA256_SIZE];
    wm_status status;
    status = copy_to_witness(s);
    if (status == WM_OK)
        status = wm_workload_digest_tree(s->judged, digest);
    if (status == WM_OK && memcmp(digest, s->product_digest, sizeof digest) != 0)
        status = WM_E_MISMATCH;
    if (status == WM_OK)
        status = wm_opener_open(&s->openings, &s->check, digest, s->judged->tree);
    if (status == WM_OK && s->there != NULL && wm_continuation_wants(s->there, s->item, digest))
        status = wm_opener_open_at(&s->revisit, &s->check, s->judged->tree, s->there->places,
                                   s->there->place_count);
    if (status == WM_OK)
        status = find_wrong(s, &s->product_residual);
    return wm_item_run_note(s, "opening the output", status);
}

/* Checks an output. Of the item's repeats with this digest all have this residual in a valid
 * record; a witness that gives another one was wrong once. Errors: MISMATCH, those of
 * wm_workload_check. */
static wm_status check_output(wm_item_run *s, const uint8_t digest[WM_SHA256_SIZE],
                              wm_observed_residual *residual)
{
    const wm_observed_item *item = observed(s);
    const wm_status status = wm_workload_check(&s->check, digest, residual);
    for (uint32_t i = 0; status == WM_OK && i < item->repeat_count; i++) {
        const wm_observed_repeat *one = &item->repeats[i];
        if (one->ok && memcmp(one->output_digest, digest, WM_SHA256_SIZE) == 0 &&
            wm_residual_match_residual(s->item, &one->residual, residual) != WM_RESIDUAL_MATCH_YES)
            return WM_E_MISMATCH;
    }
    return status;
}

wm_status wm_item_run_check(wm_item_run *s, uint8_t digest[WM_SHA256_SIZE],
                            wm_observed_residual *residual)
{
    wm_status status = copy_to_witness(s);
    if (status == WM_OK)
        status = wm_workload_digest_tree(s->judged, digest);
    if (status == WM_OK)
        status = check_output(s, digest, residual);
    if (status == WM_OK)
        status = wm_opener_open(&s->openings, &s->check, digest, s->judged->tree);
    return status == WM_OK ? find_wrong(s, residual) : status;
}

/* Injects the planned fault into the transcript's product, and checks that output. The fault
 * depends only on the product and on its place, so that it is the same after a resume. */
static wm_status inject(wm_item_run *s)
{
    const wm_planned_fault *fault = &s->item->fault;
    wm_status status;
    if (fault->kind == WM_FAULT_NONE || fault->in_repeats)
        return WM_OK;
    status = wm_fault_make(&s->workload, s->nonce);
    if (status == WM_OK)
        status = wm_item_run_check(s, s->injected_digest, &s->injected_residual);
    return wm_item_run_note(s, "injecting the fault", status);
}

/* Prepares what the transcript needs from the device. Only a repair comes later. */
static wm_status prepare_transcript(wm_item_run *s)
{
    wm_status status;
    wm_item_run_enter(s, WM_PHASE_OPENINGS);
    status = open_product(s);
    return status == WM_OK ? inject(s) : status;
}

/* Keeps a rejected output for the transcript, and gives the workload another buffer. */
static wm_status keep_rejected(wm_item_run *s)
{
    const wm_status status = wm_workload_new_output(&s->workload, &s->aside);
    if (status == WM_OK)
        wm_workload_swap_output(&s->workload, &s->aside);
    return wm_item_run_note(s, "keeping a rejected output", status);
}

static void choose_product(wm_item_run *s, uint32_t repeat, const uint8_t digest[WM_SHA256_SIZE],
                           const wm_observed_residual *residual)
{
    s->product_residual = *residual;
    s->product = repeat;
    memcpy(s->product_digest, digest, sizeof s->product_digest);
}

/* After a repeat, keeps the output that the transcript needs. After the last repeat, makes the
 * product the output again and prepares the transcript. */
static wm_status keep_product(wm_item_run *s, uint32_t repeat, const uint8_t digest[WM_SHA256_SIZE],
                              const wm_observed_residual *residual)
{
    const bool is_last = repeat + 1 == s->item->repeats;
    if (!s->is_rejected) {
        s->is_rejected = will_reject(s, residual);
        choose_product(s, repeat, digest, residual);
        if (s->is_rejected && !is_last)
            return keep_rejected(s);
    }
    if (!is_last)
        return WM_OK;
    if (s->aside != NULL)
        wm_workload_swap_output(&s->workload, &s->aside);
    return prepare_transcript(s);
}

/* Injects the planned fault into every repeat's output, if the plan asks for that. */
static wm_status make_fault(void *context, wm_workload *workload)
{
    const wm_item_run *s = context;
    return s->item->fault.in_repeats ? wm_fault_make(workload, s->nonce) : WM_OK;
}

/* Measures and checks one repeat. Notes a failure. */
static wm_status measure_one(wm_item_run *s, uint32_t repeat, wm_repeat *measured,
                             wm_observed_residual *residual)
{
    wm_status status = repeat > 0 ? wm_segments_hold(s) : WM_OK;
    if (status != WM_OK)
        return status;
    wm_item_run_enter(s, WM_PHASE_REPEATS);
    status = wm_repeat_measure(&s->workload, &s->loop_options, s->iterations, s->retained,
                               repeat > 0 ? s->retained_digest : NULL, measured);
    status = wm_item_run_note(s, measured->doing, status);
    if (status == WM_OK) {
        wm_item_run_enter(s, WM_PHASE_WITNESS);
        status = check_output(s, measured->digest, residual);
        status = wm_item_run_note(
            s, status == WM_E_MISMATCH ? "the witness gave two answers for one output" : "checking",
            status);
    }
    if (status == WM_OK && repeat == 0)
        status = keep_first(s, measured->digest);
    return status == WM_OK ? keep_product(s, repeat, measured->digest, residual) : status;
}

/* Whether the budget of the whole run is used up. */
static bool is_over_budget(const wm_item_run *s)
{
    return s->options->settings->budget_seconds > 0 &&
           wm_clock_s() > s->options->settings->budget_end_s;
}

bool wm_item_run_is_late(const wm_item_run *s)
{
    return is_over_budget(s) || (s->options->settings->item_seconds > 0 &&
                                 wm_clock_s() - s->begin_s > s->options->settings->item_seconds);
}

wm_status wm_item_run_skip_late(wm_item_run *s, wm_error *err)
{
    const bool is_budget = is_over_budget(s);
    (void)snprintf(
        s->reason, sizeof s->reason, "%s: --%s %g ended before repeat %lu of %lu",
        is_budget ? "over the budget" : "not started", is_budget ? "budget" : "item-seconds",
        is_budget ? s->options->settings->budget_seconds : s->options->settings->item_seconds,
        (unsigned long)wm_item_run_repeats(observed(s)) + 1, (unsigned long)s->item->repeats);
    return wm_item_run_skip(s->options->sink, s->index, s->reason, err);
}

wm_status wm_item_run_interrupt(wm_item_run *s, wm_error *err)
{
    if (!s->options->seals_interrupted || is_complete(observed(s)))
        return wm_error_set(err, WM_E_INTERRUPTED, NULL, "interrupted");
    s->was_interrupted = true;
    return wm_item_run_skip(s->options->sink, s->index, "interrupted", err);
}

/* Measures and observes the next repeat. Sets *is_measured before it observes. */
static wm_status measure_repeat(wm_item_run *s, bool *is_measured, wm_error *err)
{
    static const char lost[] = "repeat 0's output was lost with an interrupted run";
    const uint32_t repeat = observed(s)->repeat_count;
    const wm_observe_place place = {s->options->sink, s->item, s->index, repeat};
    wm_observed_residual residual;
    wm_repeat measured;
    const wm_status status = measure_one(s, repeat, &measured, &residual);
    *is_measured = status == WM_OK;
    if (status != WM_OK)
        return status;
    return wm_observe_repeat(
        &place,
        &(wm_observe_measured){s->method, &measured, &residual,
                               repeat > 0 && s->retained == NULL ? lost : NULL},
        err);
}

/* Repeat 0, the segments, the other repeats. */
static wm_status measure_rest(wm_item_run *s, wm_error *err)
{
    while (!is_complete(observed(s))) {
        bool is_measured;
        wm_status status;
        if (wm_item_run_is_late(s))
            return wm_item_run_skip_late(s, err);
        status = wm_segments_are_next(observed(s)) ? wm_segments_measure(s, &is_measured, err)
                                                   : measure_repeat(s, &is_measured, err);
        if (status == WM_E_INTERRUPTED && !is_measured)
            return wm_item_run_interrupt(s, err);
        if (status != WM_OK)
            return is_measured ? status : wm_item_run_fail(s, err);
        wm_item_run_step(s);
    }
    return WM_OK;
}

static wm_status calibrate(wm_item_run *s, wm_error *err)
{
    const wm_sink *sink = s->options->sink;
    const wm_observe_place place = {sink, s->item, s->index, 0};
    char product[WM_ID_SIZE];
    if (!wm_tables_has(s->item->variant, WM_TRAIT_CALIBRATION) || observed(s)->has_failed ||
        observed(s)->calibration != NULL)
        return WM_OK;
    if (!wm_graph_repeat_id(sink->graph, s->index, 0, product))
        return wm_error_set(err, WM_E_ARG, NULL, "repeat 0 was not observed");
    return wm_observe_calibration(&place, product, &s->calibration, s->calibration_reason, err);
}

/* Whether the recomputed output may differ from that of the interrupted run: its witness is there
 * already, and no fault goes into it. */
static bool is_witnessed(const wm_item_run *s)
{
    const wm_planned_fault *fault = &s->item->fault;
    char id[WM_ID_SIZE];
    unsigned stages = 0;
    if (fault->kind != WM_FAULT_NONE && !fault->in_repeats)
        return false;
    if (wm_revisit_is_missing(s->options->sink->graph, s->index, s->there))
        return false;
    return wm_graph_stage_id(s->options->sink->graph, s->index, &stages, id) && stages > 1;
}

/* Repeat 0's output is lost. Only a calibration needs it; a divergence can be absent. */
static bool needs_first(const wm_item_run *s)
{
    return wm_tables_has(s->item->variant, WM_TRAIT_CALIBRATION) &&
           observed(s)->calibration == NULL;
}

/* The output of the interrupted run is lost, and the record needs its bytes. */
static wm_status lose_output(wm_item_run *s)
{
    (void)snprintf(s->reason, sizeof s->reason,
                   "the interrupted run's output is lost and cannot be reproduced");
    return WM_E_MISMATCH;
}

/* Chooses the product among the recorded repeats. */
static void choose_recorded(wm_item_run *s, const wm_observed_item *item)
{
    const wm_limits limits = wm_rule_limits_of(s->item, &s->calibration);
    const uint32_t first = wm_rule_first_rejected(&limits, item);
    const uint32_t last = item->repeat_count - 1, product = first < last ? first : last;
    s->is_rejected = first < item->repeat_count;
    choose_product(s, product, item->repeats[product].output_digest,
                   &item->repeats[product].residual);
}

/* Resumes an item of an interrupted run. The outputs that it still needs are computed again, which
 * needs a deterministic operation. Another operation can resume unless the output that the
 * transcript opens is lost: a rejected repeat, or the last one. Notes a failure. */
static wm_status resume(wm_item_run *s)
{
    const wm_observed_item *item = observed(s);
    const uint32_t count = item->repeat_count;
    uint8_t digest[WM_SHA256_SIZE];
    wm_status status = wm_item_run_note(s, "injecting the fault", make_fault(s, &s->workload));
    if (status == WM_OK)
        status = wm_item_run_note(s, "copying the output to the witness", copy_to_witness(s));
    if (status == WM_OK)
        status = wm_item_run_note(s, "taking the digest", wm_workload_digest(s->judged, digest));
    memcpy(s->retained_digest, item->repeats[0].output_digest, sizeof s->retained_digest);
    if (status == WM_OK && memcmp(digest, s->retained_digest, sizeof digest) == 0)
        status = keep_first(s, digest);
    else if (status == WM_OK && needs_first(s))
        status = lose_output(s);
    choose_recorded(s, item);
    if (status != WM_OK || (!s->is_rejected && count < s->item->repeats))
        return status;
    if (memcmp(digest, s->product_digest, sizeof digest) != 0)
        return is_witnessed(s) ? WM_OK : lose_output(s);
    return count < s->item->repeats ? keep_rejected(s) : prepare_transcript(s);
}

static wm_status run_prepared(wm_item_run *s, wm_status status, wm_error *err)
{
    const bool is_whole = is_complete(observed(s));
    if (status == WM_OK && observed(s)->repeat_count > 0)
        status = resume(s);
    if (status == WM_E_INTERRUPTED)
        return wm_item_run_interrupt(s, err);
    if (status != WM_OK && is_whole)
        return wm_error_set(err, status, NULL, "cannot be resumed: %s", s->reason);
    if (status != WM_OK)
        return wm_item_run_fail(s, err);
    return measure_rest(s, err);
}

wm_status wm_item_run_measure(wm_item_run *run, const wm_item_run_options *options, size_t index,
                              wm_error *err)
{
    const wm_plan *plan = wm_graph_plan(options->sink->graph);
    const wm_settings *settings = options->settings;
    wm_status status;
    *run = (wm_item_run){.options = options,
                         .device = *settings->device,
                         .item = &plan->items[index],
                         .index = index,
                         .nonce = plan->nonce};
    run->judged = &run->workload;
    run->openings.continues = &plan->continues;
    run->begin_s = wm_clock_s();
    run->loop_options = options->repeat;
    run->loop_options.after = make_fault;
    run->loop_options.context = run;
    if (settings->continuation != NULL)
        run->there = wm_continuation_find(settings->continuation, run->item);
    status = prepare(run);
    status = run_prepared(run, status, err);
    return status == WM_OK ? calibrate(run, err) : status;
}

void wm_item_run_close(wm_item_run *run)
{
    wm_device *device = run->device;
    wm_ballast_drop(&run->ballast);
    if (run->retained != NULL)
        run->judged->device->ops->free(run->judged->device, run->retained);
    device->ops->free(device, run->aside);
    wm_workload_close(&run->mirror);
    wm_workload_close(&run->workload);
    wm_opener_clear(&run->openings);
    wm_opener_clear(&run->revisit);
}
