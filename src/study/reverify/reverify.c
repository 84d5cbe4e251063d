/* Re-verifies the outputs of a record: their opened elements and, on a device, the whole outputs.
 */
#include "base/clock.h"
#include "study/reverify/reverify.h"
#include "study/reverify/reverify_state.h"

#include "study/output/careful.h"
#include "study/output/fault.h"

#include "base/status.h"
#include "record/laws/derive.h"
#include "record/laws/rule.h"
#include "measure/facts/machine.h"
#include "workload/spoil.h"
#include "workload/workload.h"
#include "standards/normal.h"

#include <math.h>
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
    return index < reverify->output_count ? &reverify->outputs[index].shown : NULL;
}

/* By item, then product, injected, repaired. */
static int compare_outputs(const void *left, const void *right)
{
    const wm_reverify_output *a = &((const kept_output *)left)->shown,
                             *b = &((const kept_output *)right)->shown;
    if (a->item_index != b->item_index)
        return a->item_index < b->item_index ? -1 : 1;
    return (int)a->part - (int)b->part;
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
static bool borrow_openings(wm_reverify *reverify, kept_output *of)
{
    const size_t size = WM_OPENING_MOST * sizeof *of->openings;
    const kept_output *from = reverify->outputs, *end = from + reverify->output_count;
    if (of->openings != NULL || of->shown.is_faulty || of->shown.has_failed)
        return true;
    while (from < end && !(from->openings != NULL && wm_reverify_is_twin(&from->shown, &of->shown)))
        from++;
    if (from == end)
        return true;
    of->openings = malloc(size);
    if (of->openings == NULL)
        return false;
    memcpy(of->openings, from->openings, size);
    of->shown.opening_count = from->shown.opening_count;
    of->shown.has_twin = true;
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
        wm_reverify_output *one = &reverify->outputs[i].shown;
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
    status = wm_job_choose(workload->device, &workload->job, method);
    return status == WM_E_UNSUPPORTED ? WM_OK : status;
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
        status = wm_spoil_output(workload);
    began = wm_clock_s();
    if (status == WM_OK)
        status = wm_job_run(device, &workload->job);
    if (status == WM_OK)
        status = device->ops->sync(device);
    own->seconds = wm_clock_s() - began;
    return status == WM_OK ? wm_job_describe(device, &workload->job, own->method) : status;
}

/* Computes an output of the record in the workload. A fault is injected into the product, which
 * must be there already. */
static wm_status make(const wm_reverify *reverify, const kept_output *of, wm_workload *workload,
                      wm_reverify_own *own)
{
    const char *nonce = reverify->plan.nonce;
    const double began = wm_clock_s();
    wm_status status = WM_OK;
    switch (of->shown.part) {
    case WM_REVERIFY_PRODUCT:
        status = run_job(workload, nonce, reverify->items[of->shown.item_index].method, own);
        return status == WM_OK && of->shown.is_faulty ? wm_fault_make(workload, nonce) : status;
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
static wm_status make_and_check(const wm_reverify *reverify, kept_output *of, wm_workload *workload)
{
    wm_reverify_own *own = &of->shown.own;
    const wm_check check = {workload->device, of->shown.item, reverify->plan.nonce, &workload->job};
    wm_status status = make(reverify, of, workload, own);
    if (status == WM_OK)
        status = wm_workload_digest(workload, own->digest);
    if (status == WM_OK && wm_reverify_is_stopped(reverify))
        return WM_E_INTERRUPTED;
    if (status == WM_OK)
        status = wm_workload_check(&check, own->digest, &own->residual);
    if (status == WM_OK && wm_reverify_is_stopped(reverify))
        return WM_E_INTERRUPTED;
    if (status == WM_OK && of->shown.part == WM_REVERIFY_PRODUCT &&
        wm_tables_has(of->shown.item->variant, WM_TRAIT_CALIBRATION))
        status = workload->kind->calibrate(&check, own->digest, &own->calibration);
    return status;
}

/* This machine's decision on its own output, by the format's rule and the product's floor. */
static void decide(kept_output *of, const wm_observed_calibration *calibration)
{
    wm_reverify_own *own = &of->shown.own;
    const wm_limits limits = wm_rule_limits_of(of->shown.item, calibration);
    own->tolerance = limits.tolerance;
    own->decision = wm_rule_decide(&limits, &own->residual);
}

/* The weakest match over all residuals that the record has for this digest. */
static wm_residual_match match_residuals(const wm_reverify *reverify, const kept_output *of)
{
    const kept_item *item = &reverify->items[of->shown.item_index];
    const wm_reverify_own *own = &of->shown.own;
    wm_residual_match worst = WM_RESIDUAL_MATCH_YES;
    if (of->has_witness)
        worst = wm_residual_match_residual(&item->item, &of->residual, &own->residual);
    if (of->shown.part != WM_REVERIFY_PRODUCT)
        return worst;
    for (uint32_t r = 0; r < item->repeat_count; r++)
        if (memcmp(item->repeats[r].digest, own->digest, WM_SHA256_SIZE) == 0)
            worst = wm_residual_match_worse(
                worst, wm_residual_match_residual(&item->item, &item->repeats[r].residual,
                                                  &own->residual));
    if (item->calibration.ok && memcmp(item->repeats[0].digest, own->digest, WM_SHA256_SIZE) == 0)
        worst = wm_residual_match_worse(
            worst,
            wm_residual_match_calibration(&item->item, &item->calibration, &own->calibration));
    return worst;
}

/* Writes how the recorded environment of the output differs from this one. If the output was
 * reproduced, the comparison is with the environment of the residuals. Empty if the record's
 * environment is unknown. */
static void describe_provenance(const wm_reverify *reverify, kept_output *of)
{
    const kept_environment *by = wm_reverify_environment_of(reverify, of);
    of->shown.own.provenance[0] = '\0';
    if (by != NULL && reverify->origin.here[0] != '\0')
        wm_provenance_compare(of->shown.is_same ? &by->residuals : &by->outputs, &reverify->here,
                              of->shown.own.provenance);
}

/* Whether the record says that another backend than the one here made the output. */
static bool is_of_other_backend(const wm_reverify *reverify, const kept_output *of)
{
    const kept_environment *by = wm_reverify_environment_of(reverify, of);
    return by != NULL && reverify->origin.here[0] != '\0' &&
           !wm_provenance_same_backend(&by->outputs, &reverify->here);
}

void wm_reverify_derive(const wm_reverify *reverify, kept_output *of, const kept_output *product)
{
    wm_reverify_output *shown = &of->shown;
    decide(of, &product->shown.own.calibration);
    shown->is_same = memcmp(shown->own.digest, shown->digest, WM_SHA256_SIZE) == 0;
    shown->residual_match = shown->is_same ? match_residuals(reverify, of) : WM_RESIDUAL_MATCH_NO;
    shown->own.differing_expected = 0;
    if (is_of_other_backend(reverify, of) && !shown->is_faulty &&
        shown->part == WM_REVERIFY_PRODUCT)
        shown->own.differing_expected = wm_reverify_differing(shown->item);
    if (!shown->is_same || shown->residual_match == WM_RESIDUAL_MATCH_UNSURE)
        describe_provenance(reverify, of);
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
static wm_status compute(const wm_reverify *reverify, kept_output *of, const kept_output *product,
                         wm_workload *workload)
{
    wm_reverify_output *shown = &of->shown;
    const wm_status status = make_and_check(reverify, of, workload);
    if (status != WM_OK) {
        set_reason(&shown->own, workload->device, status);
        return status;
    }
    shown->own.is_done = true;
    wm_reverify_derive(reverify, of, product);
    return WM_OK;
}

/* Copies the reason why an output was not computed to the item's later outputs: they need the same
 * workload. */
static void copy_reason(wm_reverify *reverify, size_t index)
{
    const char *reason = "";
    for (size_t i = index; i < reverify->output_count; i++) {
        wm_reverify_own *own = &reverify->outputs[i].shown.own;
        if (reverify->outputs[i].shown.item_index != reverify->outputs[index].shown.item_index)
            break;
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
    size_t last = index; /* output of the item: an earlier one may have been computed */
    while (last + 1 < reverify->output_count && reverify->outputs[last + 1].shown.item_index ==
                                                    reverify->outputs[index].shown.item_index)
        last++;
    const char *failure = reverify->outputs[last].shown.own.reason;
    const wm_backend *ops = (*device)->ops;
    char reason[256] = "";
    wm_status status;
    ops->close(*device);
    *device = NULL;
    status = ops->open(options, device, reason);
    if (status != WM_OK)
        (void)snprintf(reverify->lost, sizeof reverify->lost,
                       "the device cannot be opened again: %.60s (%.100s)",
                       reason[0] != '\0' ? reason : wm_status_text(status), failure);
}

/* Computes an item's outputs. They must fit into memory. */
static wm_status compute_item(wm_reverify *reverify, size_t index, wm_device *device)
{
    kept_output *product = &reverify->outputs[index];
    wm_workload workload;
    wm_status status = wm_workload_open(&workload, device, product->shown.item);
    if (status != WM_OK)
        set_reason(&product->shown.own, device, status);
    for (size_t i = index; i < reverify->output_count && status == WM_OK; i++) {
        if (reverify->outputs[i].shown.item_index != product->shown.item_index)
            break;
        status = compute(reverify, &reverify->outputs[i], product, &workload);
    }
    wm_workload_close(&workload);
    return status;
}

wm_status wm_reverify_compute(wm_reverify *reverify, size_t index, wm_device **device,
                              const wm_device_options *options)
{
    wm_reverify_output *shown = &reverify->outputs[index].shown;
    wm_status status = WM_OK;
    if (shown->part != WM_REVERIFY_PRODUCT || shown->is_finished || shown->has_failed ||
        shown->is_left_out || shown->skipped[0] != '\0')
        return WM_OK;
    if (*device == NULL)
        (void)snprintf(shown->own.reason, sizeof shown->own.reason, "%s", reverify->lost);
    else if (fits(*device, shown->item, &shown->own))
        status = compute_item(reverify, index, *device);
    copy_reason(reverify, index);
    if (status == WM_E_DEVICE)
        reopen(reverify, index, device, options);
    return status == WM_E_INTERRUPTED ? status : WM_OK;
}
