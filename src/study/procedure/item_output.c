/* Computes, checks and opens the output of an item.
 *
 * The device computes, `judged` judges: the witness's copy of the workload if there is a witness,
 * else the workload itself. A witness fills its own operands from their seeds, so that only the
 * output comes from the device that is judged. */
#include "study/procedure/item_output.h"

#include "measure/idle_window.h"
#include "record/nodes/contents.h"
#include "study/life/continuation.h"
#include "study/output/residual_match.h"
#include "study/output/fault.h"
#include "verify/exact_product.h"

#include <stdio.h>
#include <string.h>

/* Fills the operands on the witness, if there is one. The witness takes only the output from the
 * device. */
static wm_status open_mirror(wm_item_run *run, double bytes)
{
    wm_status status;
    if (run->options->settings->witness == NULL)
        return WM_OK;
    if (bytes > run->options->settings->witness_memory_bytes) {
        (void)snprintf(run->reason, sizeof run->reason,
                       "the witness needs %.4g GB of memory to check it, available: %.4g GB",
                       bytes * 1e-9, run->options->settings->witness_memory_bytes * 1e-9);
        return WM_E_NOMEM;
    }
    status = wm_workload_open(&run->mirror, run->options->settings->witness, run->item);
    if (status == WM_OK)
        status = wm_workload_fill(&run->mirror, run->nonce);
    run->judged = &run->mirror;
    run->loop_options.witness = run->judged;
    return wm_item_run_note(run, "preparing the witness", status);
}

wm_status wm_item_output_to_witness(wm_item_run *run)
{
    return run->judged == &run->workload ? WM_OK
                                         : wm_workload_copy_output(&run->workload, run->judged);
}

/* Asks for the method of the prior. A device without it uses its own; a link shows that. */
static wm_status ask_for_method(wm_item_run *run)
{
    wm_status status;
    if (run->there == NULL || run->there->method[0] == '\0')
        return WM_OK;
    status = run->device->ops->choose(run->device, &run->workload.job, run->there->method);
    if (status == WM_E_UNSUPPORTED)
        return WM_OK;
    return wm_item_run_note(run, "asking for the method of the prior", status);
}

/* The recorded method of repeat 0. Errors: NOTFOUND (it failed), NOMEM. */
static wm_status read_method(const wm_item_run *run, char method[256])
{
    wm_content content;
    size_t size = 0;
    const char *line = wm_graph_repeat_line(run->options->sink->graph, run->index, 0, &size);
    wm_json *json;
    wm_status status;
    if (line == NULL)
        return WM_E_NOTFOUND;
    json = wm_json_new();
    if (json == NULL)
        return WM_E_NOMEM;
    status = wm_contents_read(json, line, size, &content);
    if (status == WM_OK &&
        (!wm_contents_is(&content, &wm_kind_workload_ok) || content.of.workload.method.size >= 256))
        status = WM_E_NOTFOUND;
    if (status == WM_OK)
        (void)wm_member_copy(content.of.workload.method, method, 256);
    wm_json_free(json);
    return status;
}

/* A resumed item keeps the method of its first repeat. A device that chooses again may choose
 * another algorithm, whose output differs from the observed one. */
static wm_status keep_method(wm_item_run *run)
{
    char method[256];
    wm_status status;
    if (wm_item_run_observed(run)->count[WM_PROCEDURE_REPEATS] == 0 ||
        wm_item_run_observed(run)->has_failed)
        return ask_for_method(run);
    status = read_method(run, method);
    if (status == WM_OK)
        status = run->device->ops->choose(run->device, &run->workload.job, method);
    return wm_item_run_note(run, "resuming with the recorded method", status);
}

wm_status wm_item_output_open(wm_item_run *run)
{
    wm_device *device = run->device;
    const double bytes = wm_workload_bytes(run->item);
    wm_status status;
    status =
        wm_item_run_note(run, "allocating", wm_workload_open(&run->workload, device, run->item));
    if (status == WM_OK)
        status = open_mirror(run, bytes);
    run->check =
        (wm_check){run->judged->device, run->item, run->nonce, &run->judged->job, &run->known};
    if (status == WM_OK)
        status = wm_item_run_note(run, "filling the operands",
                                  wm_workload_fill(&run->workload, run->nonce));
    if (status == WM_OK)
        wm_item_run_enter(run, WM_PHASE_WARM_UP);
    if (status == WM_OK)
        status = keep_method(run);
    if (status == WM_OK)
        status = wm_item_run_note(
            run, "warming up",
            wm_repeat_warm_up(&run->workload, &run->options->repeat, &run->iterations));
    if (status == WM_OK)
        status = wm_item_run_note(run, "describing the operation",
                                  device->ops->describe(device, &run->workload.job, run->method));
    return status;
}

wm_status wm_item_output_judge(wm_item_run *run, const uint8_t digest[WM_SHA256_SIZE],
                               wm_observed_residual *residual)
{
    const wm_observed_item *item = wm_item_run_observed(run);
    const wm_status status = wm_workload_check(&run->check, digest, residual);
    for (uint32_t i = 0; status == WM_OK && i < item->count[WM_PROCEDURE_REPEATS]; i++) {
        const wm_observed_repeat *one = &item->repeats[i];
        if (!one->ok || memcmp(one->output_digest, digest, WM_SHA256_SIZE) != 0)
            continue;
        if (wm_residual_match_residual(run->item, &one->residual, residual) !=
            WM_RESIDUAL_MATCH_YES)
            return WM_E_MISMATCH;
        residual->row_sum_error = one->residual.row_sum_error; /* an output has one residual */
    }
    return status;
}

/* Finds the wrong element of the output on `judged`, if the row test rejects its residual, or if it
 * is a product of integers and wrong. */
static wm_status find_wrong(wm_item_run *run, const uint8_t digest[WM_SHA256_SIZE],
                            const wm_observed_residual *residual)
{
    const wm_limits limits = wm_rule_limits_of(run->item, &run->calibration);
    run->wrong = (wm_wrong_element){0};
    if (wm_tables_has(run->item->variant, WM_TRAIT_INTEGERS))
        return residual->difference_max > 0
                   ? wm_exact_product_find(&run->check, digest, &run->wrong)
                   : WM_OK;
    if (!wm_rule_rejects_row(&limits, residual))
        return WM_OK;
    return wm_wrong_element_find(&run->check, residual->row, (uint32_t)residual->probe,
                                 &run->wrong);
}

/* Opens the output that was checked, unless the record is light. */
static wm_status open_checked(wm_item_run *run, const uint8_t digest[WM_SHA256_SIZE])
{
    if (!wm_graph_plan(run->options->sink->graph)->is_light)
        return wm_opener_open(&run->openings, &run->check, digest, run->judged->tree);
    wm_opener_clear(&run->openings);
    return WM_OK;
}

/* Opens the workload's output while it is on the device. It must be the product. */
static wm_status open_product(wm_item_run *run)
{
    uint8_t digest[WM_SHA256_SIZE];
    wm_status status;
    status = wm_item_output_to_witness(run);
    if (status == WM_OK)
        status = wm_workload_digest_tree(run->judged, digest);
    if (status == WM_OK && memcmp(digest, run->product_digest, sizeof digest) != 0)
        status = WM_E_MISMATCH;
    if (status == WM_OK)
        status = open_checked(run, digest);
    if (status == WM_OK && run->there != NULL &&
        wm_continuation_wants(run->there, run->item, digest))
        status = wm_opener_open_at(&run->revisit, &run->check, run->judged->tree,
                                   run->there->places, run->there->place_count);
    if (status == WM_OK)
        status = find_wrong(run, digest, &run->product_residual);
    return wm_item_run_note(run, "opening the output", status);
}

wm_status wm_item_output_check(wm_item_run *run, uint8_t digest[WM_SHA256_SIZE],
                               wm_observed_residual *residual)
{
    wm_status status = wm_item_output_to_witness(run);
    if (status == WM_OK)
        status = wm_workload_digest_tree(run->judged, digest);
    if (status == WM_OK)
        status = wm_item_output_judge(run, digest, residual);
    if (status == WM_OK)
        status = open_checked(run, digest);
    return status == WM_OK ? find_wrong(run, digest, residual) : status;
}

/* Injects the planned fault into the transcript's product, and checks that output. The fault
 * depends only on the product and on its place, so that it is the same after a resume. */
static wm_status inject(wm_item_run *run)
{
    const wm_planned_fault *fault = &run->item->fault;
    wm_status status;
    if (fault->kind == WM_FAULT_NONE || fault->in_repeats)
        return WM_OK;
    status = wm_fault_make(&run->workload, run->nonce);
    if (status == WM_OK)
        status = wm_item_output_check(run, run->injected_digest, &run->injected_residual);
    return wm_item_run_note(run, "injecting the fault", status);
}

wm_status wm_item_output_prepare_transcript(wm_item_run *run)
{
    wm_status status;
    wm_item_run_enter(run, WM_PHASE_OPENINGS);
    status = open_product(run);
    return status == WM_OK ? inject(run) : status;
}

/* Behind an item of this much memory, or with a ballast, the device is waited for. An H200 read as
 * used by others beside 2 of 8 items that followed one of 48 GiB or more, and beside none that
 * followed 32 GiB or less. Likely the driver still gave memory back. */
static const double LARGE_BYTES = 48e9;

void wm_item_output_close(wm_item_run *run)
{
    wm_device *device = run->device;
    const bool was_large = run->ballast.count > 0 || wm_workload_bytes(run->item) >= LARGE_BYTES;
    wm_ballast_drop(&run->ballast);
    if (run->retained != NULL)
        run->judged->device->ops->free(run->judged->device, run->retained);
    device->ops->free(device, run->aside);
    wm_workload_close(&run->mirror);
    wm_workload_close(&run->workload);
    wm_opener_clear(&run->openings);
    wm_opener_clear(&run->revisit);
    if (was_large)
        wm_idle_window_settle(device);
}
