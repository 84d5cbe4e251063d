/* Re-verifies the outputs of a record: their opened elements and, on a device, the whole outputs.
 */
#include "base/code_point.h"
#include "base/clock.h"
#include "study/reverify/reverify.h"
#include "study/reverify/reverify_state.h"

#include "study/output/careful.h"
#include "study/output/fault.h"

#include "base/status.h"
#include "record/laws/derive.h"
#include "record/laws/rule.h"
#include "measure/facts/machine.h"
#include "workload/workload.h"
#include "standards/normal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool wm_reverify_selects(const wm_reverify_options *options, const char *label)
{
    for (size_t i = 0; i < options->only_count; i++)
        if (strncmp(label, options->only[i], strlen(options->only[i])) == 0)
            return true;
    return options->only_count == 0;
}

wm_reverify *wm_reverify_new(const wm_reverify_options *options)
{
    wm_reverify *reverify = calloc(1, sizeof *reverify);
    if (reverify != NULL)
        reverify->options = options;
    return reverify;
}

void wm_reverify_free(wm_reverify *reverify)
{
    if (reverify == NULL)
        return;
    for (size_t i = 0; i < reverify->plan.item_count; i++)
        free(reverify->items[i].repeats);
    for (size_t i = 0; i < reverify->output_count; i++) {
        free(reverify->outputs[i].openings);
        free(reverify->outputs[i].revisits);
    }
    if (reverify->device != NULL)
        reverify->device->ops->close(reverify->device);
    wm_buffer_clear(&reverify->environment);
    free(reverify->environments);
    free(reverify->items);
    free(reverify->outputs);
    free(reverify);
}

bool wm_reverify_is_stopped(const wm_reverify *reverify)
{
    return reverify->options->stop != NULL && *reverify->options->stop != 0;
}

size_t wm_reverify_count(const wm_reverify *reverify)
{
    return reverify->output_count;
}

wm_reverify_output *wm_reverify_at(wm_reverify *reverify, size_t index)
{
    return index < reverify->output_count ? &reverify->outputs[index] : NULL;
}

/* By item, then product, injected, repaired. */
static int compare_outputs(const void *left, const void *right)
{
    const wm_reverify_output *a = left, *b = right;
    if (a->item_index != b->item_index)
        return a->item_index < b->item_index ? -1 : 1;
    return (int)a->part - (int)b->part;
}

bool wm_reverify_is_due(const wm_reverify_output *of)
{
    return !of->is_finished && !of->is_left_out && of->skipped[0] == '\0' && !of->has_failed;
}

size_t wm_reverify_item_end(const wm_reverify *reverify, size_t index)
{
    size_t end = index + 1;
    while (end < reverify->output_count &&
           reverify->outputs[end].item_index == reverify->outputs[index].item_index)
        end++;
    return end;
}

bool wm_reverify_is_twin(const wm_reverify_output *a, const wm_reverify_output *b)
{
    return a->item->variant == b->item->variant &&
           memcmp(a->item->dimension, b->item->dimension, sizeof a->item->dimension) == 0 &&
           memcmp(a->digest, b->digest, WM_SHA256_SIZE) == 0;
}

/* An output without openings takes those of another output that is the same: the product of an item
 * whose transcript opens the faulty output is often that of another item, or the repaired one.
 * False when out of memory. */
static bool borrow_openings(wm_reverify *reverify, wm_reverify_output *of)
{
    const size_t size = WM_OPENING_MOST * sizeof *of->openings;
    const wm_reverify_output *from = reverify->outputs, *end = from + reverify->output_count;
    if (of->openings != NULL || of->is_faulty || of->has_failed)
        return true;
    while (from < end && !(from->openings != NULL && wm_reverify_is_twin(from, of)))
        from++;
    if (from == end)
        return true;
    of->openings = malloc(size);
    if (of->openings == NULL)
        return false;
    memcpy(of->openings, from->openings, size);
    of->opening_count = from->opening_count;
    of->has_twin = true;
    return true;
}

wm_status wm_reverify_ready(wm_reverify *reverify, wm_error *err)
{
    if (!reverify->has_plan)
        return wm_error_set(err, WM_E_INVALID, NULL, "the record has no plan");
    if (reverify->output_count > 1)
        qsort(reverify->outputs, reverify->output_count, sizeof *reverify->outputs,
              compare_outputs);
    for (size_t i = 0; i < reverify->output_count; i++) {
        wm_reverify_output *one = &reverify->outputs[i];
        const kept_item *item = &reverify->items[one->item_index];
        one->has_failed = item->has_failed;
        one->is_faulty = one->part == WM_REVERIFY_INJECTED ||
                         (one->part == WM_REVERIFY_PRODUCT && one->item->fault.in_repeats);
        if (one->part != WM_REVERIFY_PRODUCT)
            continue;
        one->repeats = item->repeat_count;
        for (uint32_t r = 0; r < item->repeat_count; r++)
            if (memcmp(item->repeats[r].digest, one->digest, WM_SHA256_SIZE) == 0)
                one->repeats_bound++;
    }
    for (size_t i = 0; i < reverify->output_count; i++)
        if (!borrow_openings(reverify, &reverify->outputs[i]))
            return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    return WM_OK;
}

/* ---- the whole output, computed here ---- */

/* Sets the recorded method on the device, if the device offers it. A library may have several
 * algorithms, whose correct outputs differ in bits. Otherwise the device uses its own method, and
 * own->method names that. */
static wm_status choose_method(const wm_workload *workload, const char *method)
{
    wm_status status;
    if (method[0] == '\0')
        return WM_OK;
    status = workload->device->ops->choose(workload->device, &workload->job, method);
    return status == WM_E_UNSUPPORTED ? WM_OK : status;
}

/* Runs the operation. Where this device does not have it, any product with the same bits does: a
 * reader asks what the output is, and not how fast it is made. */
static wm_status run_any(wm_workload *workload)
{
    wm_device *device = workload->device;
    const wm_workload_kind *kind = workload->kind;
    const wm_status status = wm_job_run(device, &workload->job);
    if (status != WM_E_UNSUPPORTED || kind->make_plain == NULL ||
        !kind->make_plain(workload->item, &workload->job))
        return status;
    return wm_job_run(device, &workload->job);
}

/* Runs the operation as a benchmark run does, from operands filled again. */
static wm_status run_job(wm_workload *workload, const char *nonce, const char *method,
                         wm_reverify_own *own)
{
    wm_device *device = workload->device;
    wm_status status = wm_workload_fill(workload, nonce);
    double began;
    if (status == WM_OK)
        status = choose_method(workload, method);
    if (status == WM_OK)
        status = wm_workload_spoil(workload);
    began = wm_clock_s();
    if (status == WM_OK)
        status = run_any(workload);
    if (status == WM_OK)
        status = device->ops->sync(device);
    own->seconds = wm_clock_s() - began;
    return status == WM_OK ? device->ops->describe(device, &workload->job, own->method) : status;
}

/* Computes an output of the record in the workload. A fault is injected into the product, which
 * must be there already. */
static wm_status make(const wm_reverify *reverify, const wm_reverify_output *of,
                      wm_workload *workload, wm_reverify_own *own)
{
    const char *nonce = reverify->plan.nonce;
    const double began = wm_clock_s();
    wm_status status = WM_OK;
    switch (of->part) {
    case WM_REVERIFY_PRODUCT:
        status = run_job(workload, nonce, reverify->items[of->item_index].method, own);
        return status == WM_OK && of->is_faulty ? wm_fault_make(workload, nonce) : status;
    case WM_REVERIFY_INJECTED:
        (void)snprintf(own->method, sizeof own->method, "fault injected into the product");
        status = wm_fault_make(workload, nonce);
        break;
    case WM_REVERIFY_REPAIRED:
        status = wm_careful_run(workload, nonce, own->method);
        break;
    }
    own->seconds = wm_clock_s() - began;
    return status;
}

/* Computes an output and checks it as a benchmark run does. */
static wm_status make_and_check(const wm_reverify *reverify, wm_reverify_output *of,
                                wm_workload *workload)
{
    wm_reverify_own *own = &of->own;
    const wm_check check = {workload->device, of->item, reverify->plan.nonce, &workload->job, NULL};
    wm_status status = make(reverify, of, workload, own);
    if (status == WM_OK)
        status = wm_workload_digest(workload, own->digest);
    if (status == WM_OK && wm_reverify_is_stopped(reverify))
        return WM_E_INTERRUPTED;
    if (status == WM_OK)
        status = wm_workload_check(&check, own->digest, &own->residual);
    if (status == WM_OK && wm_reverify_is_stopped(reverify))
        return WM_E_INTERRUPTED;
    if (status == WM_OK && of->part == WM_REVERIFY_PRODUCT &&
        wm_tables_has(of->item->variant, WM_TRAIT_CALIBRATION))
        status = workload->kind->calibrate(&check, own->digest, &own->calibration);
    return status;
}

/* This machine's decision on its own output, by the format's rule and the product's floor. */
static void decide(wm_reverify_output *of, const wm_observed_calibration *calibration)
{
    wm_reverify_own *own = &of->own;
    const wm_limits limits = wm_rule_limits_of(of->item, calibration);
    own->tolerance = limits.tolerance;
    own->decision = wm_rule_decide(&limits, &own->residual);
}

/* The weakest match over all residuals that the record has for this digest. */
static wm_residual_match match_residuals(const wm_reverify *reverify, const wm_reverify_output *of)
{
    const kept_item *item = &reverify->items[of->item_index];
    const wm_reverify_own *own = &of->own;
    wm_residual_match worst = WM_RESIDUAL_MATCH_YES;
    if (of->has_witness)
        worst = wm_residual_match_residual(&item->item, &of->residual, &own->residual);
    if (of->part != WM_REVERIFY_PRODUCT)
        return worst;
    for (uint32_t r = 0; r < item->repeat_count; r++)
        if (memcmp(item->repeats[r].digest, own->digest, WM_SHA256_SIZE) == 0)
            worst = wm_residual_match_worse(
                worst, wm_residual_match_residual(&item->item, &item->repeats[r].residual,
                                                  &own->residual));
    if (item->calibration.ok && memcmp(item->repeats[wm_plan_first_repeat(&item->item)].digest,
                                       own->digest, WM_SHA256_SIZE) == 0)
        worst = wm_residual_match_worse(
            worst,
            wm_residual_match_calibration(&item->item, &item->calibration, &own->calibration));
    return worst;
}

const char *wm_reverify_method_of(const wm_reverify *reverify, const wm_reverify_output *of)
{
    const kept_item *item = &reverify->items[of->item_index];
    if (of->part == WM_REVERIFY_REPAIRED)
        return item->repair;
    return of->part == WM_REVERIFY_INJECTED || item->has_methods ? "" : item->method;
}

const char *wm_reverify_method_words(const wm_reverify *reverify, const wm_reverify_output *of)
{
    const char *method = wm_reverify_method_of(reverify, of);
    if (method[0] != '\0')
        return method;
    return of->part == WM_REVERIFY_PRODUCT && reverify->items[of->item_index].has_methods
               ? "several methods"
               : "none";
}

/* Whether the output was made here by the method that the record names. A fault is injected into
 * the product, which has a method. */
static bool is_made_as_recorded(const wm_reverify *reverify, const wm_reverify_output *of,
                                const wm_reverify_output *product)
{
    const wm_reverify_output *made = of->part == WM_REVERIFY_INJECTED ? product : of;
    const char *method = wm_reverify_method_of(reverify, made);
    return method[0] != '\0' && strcmp(method, made->own.method) == 0;
}

void wm_reverify_derive(const wm_reverify *reverify, wm_reverify_output *of,
                        const wm_reverify_output *product)
{
    const bool is_here = reverify->origin.here[0] != '\0';
    const kept_environment *by = is_here ? wm_reverify_environment_of(reverify, of) : NULL;
    decide(of, &product->own.calibration);
    of->is_same = memcmp(of->own.digest, of->digest, WM_SHA256_SIZE) == 0;
    of->residual_match = of->is_same ? match_residuals(reverify, of) : WM_RESIDUAL_MATCH_NO;
    of->own.is_recorded_method = is_made_as_recorded(reverify, of, product);
    of->own.differing_expected = 0;
    of->own.provenance[0] = '\0';
    if (by == NULL)
        return;
    if (!wm_provenance_same_backend(&by->outputs, &reverify->here) && !of->is_faulty &&
        of->part == WM_REVERIFY_PRODUCT)
        of->own.differing_expected = wm_reverify_differing(of->item);
    if (!of->is_same || of->residual_match == WM_RESIDUAL_MATCH_UNSURE)
        wm_provenance_compare(of->is_same ? &by->residuals : &by->outputs, &reverify->here,
                              of->own.provenance);
}

/* Sets a reason instead of a result. */
static void set_reason(wm_reverify_own *own, wm_device *device, wm_status status)
{
    const char *words = device->ops->last_error(device);
    (void)snprintf(own->reason, sizeof own->reason, "%s%s%s", wm_status_text(status),
                   words[0] != '\0' ? ": " : "", words);
}

/* Whether the item fits into memory. An allocation alone does not show it: systems often promise
 * memory that they do not have. */
static bool fits(wm_device *device, const wm_item *item, wm_reverify_own *own)
{
    const double bytes = wm_workload_bytes(item), room_bytes = wm_machine_memory_bytes(device);
    if (!(bytes > 0.9 * room_bytes))
        return true;
    (void)snprintf(own->reason, sizeof own->reason, "needs %.3g GB of memory, available: %.3g GB",
                   bytes * 1e-9, room_bytes * 1e-9);
    return false;
}

/* Computes one output of an item. The workload holds the item's product. */
static wm_status compute(const wm_reverify *reverify, wm_reverify_output *of,
                         const wm_reverify_output *product, wm_workload *workload)
{
    const wm_status status = make_and_check(reverify, of, workload);
    if (status != WM_OK) {
        set_reason(&of->own, workload->device, status);
        return status;
    }
    of->own.is_done = true;
    wm_reverify_derive(reverify, of, product);
    return WM_OK;
}

/* Copies the reason why an output was not computed to the item's later outputs: they need the same
 * workload. */
static void copy_reason(wm_reverify *reverify, size_t index)
{
    const char *reason = "";
    for (size_t i = index, end = wm_reverify_item_end(reverify, index); i < end; i++) {
        wm_reverify_own *own = &reverify->outputs[i].own;
        if (own->reason[0] != '\0')
            reason = own->reason;
        else if (!own->is_done)
            (void)snprintf(own->reason, sizeof own->reason, "%s", reason);
    }
}

/* Opens a failed device again; keeps the reason if that fails. */
static void reopen(wm_reverify *reverify, size_t index, wm_device **device,
                   const wm_device_options *options)
{
    const size_t last = wm_reverify_item_end(reverify, index) - 1; /* others may be computed */
    const char *failure = reverify->outputs[last].own.reason;
    const wm_backend *ops = (*device)->ops;
    char reason[256] = "";
    wm_status status;
    ops->close(*device);
    *device = NULL;
    status = ops->open(options, device, reason);
    if (status != WM_OK)
        (void)snprintf(
            reverify->lost, sizeof reverify->lost, "the device cannot be opened again: %.*s (%.*s)",
            WM_FIT(reason[0] != '\0' ? reason : wm_status_text(status), 60), WM_FIT(failure, 100));
}

/* Computes an item's outputs. They must fit into memory. */
static wm_status compute_item(wm_reverify *reverify, size_t index, wm_device *device)
{
    wm_reverify_output *product = &reverify->outputs[index];
    wm_workload workload;
    wm_status status = wm_workload_open(&workload, device, product->item);
    if (status != WM_OK)
        set_reason(&product->own, device, status);
    for (size_t i = index, end = wm_reverify_item_end(reverify, index); i < end && status == WM_OK;
         i++)
        status = compute(reverify, &reverify->outputs[i], product, &workload);
    wm_workload_close(&workload);
    return status;
}

wm_status wm_reverify_compute(wm_reverify *reverify, size_t index, wm_device **device,
                              const wm_device_options *options)
{
    wm_reverify_output *of = &reverify->outputs[index];
    wm_status status = WM_OK;
    if (of->part != WM_REVERIFY_PRODUCT || !wm_reverify_is_due(of))
        return WM_OK;
    if (*device == NULL)
        (void)snprintf(of->own.reason, sizeof of->own.reason, "%s", reverify->lost);
    else if (fits(*device, of->item, &of->own))
        status = compute_item(reverify, index, *device);
    copy_reason(reverify, index);
    if (status == WM_E_DEVICE)
        reopen(reverify, index, device, options);
    return status == WM_E_INTERRUPTED ? status : WM_OK;
}
