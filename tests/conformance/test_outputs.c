/* Every backend's outputs: a loop that does nothing is rejected, also one that looks for what the
 * output was overwritten with, and each iteration writes all. */
#include "backend/registry.h"
#include "measure/repeat.h"
#include "record/laws/rule.h"
#include "support/cmocka.h"
#include "support/idle_backend.h"
#include "workload/workload.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Every variant, with a thin and an odd shape of products. */
static const struct {
    const char *workload, *variant, *operation; /* the member of wm_backend that computes it */
    uint64_t dimension[WM_TABLES_DIMENSIONS];
} CASES[] = {
    {"gemm", "fp16", "gemm", {300, 200, 700}},
    {"gemm", "fp16", "gemm", {1, 130, 33}},
    {"gemm", "bf16", "gemm", {300, 200, 700}},
    {"gemm", "tf32", "gemm", {300, 200, 700}},
    {"gemm", "fp8", "gemm", {64, 96, 128}},
    {"gemm", "fp8_fast", "gemm", {64, 96, 128}},
    {"gemm", "f32", "gemm", {300, 200, 700}},
    {"gemm", "f64", "gemm", {300, 200, 700}},
    {"gemm", "int8", "gemm", {64, 64, 70000}},
    {"hbm_triad", "f32", "triad", {100003}},
    {"hbm_copy", "f32", "copy", {100003}},
    {"attention", "bf16", "attention", {1, 2, 300, 40}},
    {"attention", "bf16_causal", "attention", {1, 2, 300, 40}},
    {"reduction", "default", "reduce", {5000003}},
    {"reduction", "deterministic", "reduce", {5000003}},
    {"scatter_add", "atomic", "scatter_add", {65536, 200}},
    {"scatter_add", "fixed", "scatter_add", {65536, 200}},
    {"index_add", "atomic", "index_add", {5000, 37, 200}},
    {"random_access", "latency", "random_access", {65536, 3, 100}},
    {"random_access", "bandwidth", "random_access", {65536, 1003, 100}},
};
enum { CASE_COUNT = sizeof CASES / sizeof CASES[0] };

static wm_item item_of(size_t i)
{
    const wm_variant *variant = wm_tables_variant(CASES[i].workload, strlen(CASES[i].workload),
                                                  CASES[i].variant, strlen(CASES[i].variant));
    wm_item item = {.variant = variant, .repeats = 1};
    assert_non_null(variant);
    memcpy(item.dimension, CASES[i].dimension, sizeof item.dimension);
    return item;
}

/* Calls `test` with the first device of every backend that has one. */
static void for_every_backend(void (*test)(wm_device *device))
{
    for (size_t i = 0; wm_registry_get(i) != NULL; i++) {
        const wm_backend *backend = wm_registry_get(i);
        size_t count = 0;
        char reason[256] = "";
        wm_device *device = NULL;
        assert_int_equal(backend->list(NULL, 0, &count, reason), WM_OK);
        if (count == 0) {
            printf("skipped: backend %s: %s\n", backend->name, reason);
            continue;
        }
        assert_int_equal(backend->open(&(wm_device_options){.index = 0}, &device, NULL), WM_OK);
        test(device);
        backend->close(device);
    }
}

/* What runs a job; a test may put another function in its place. */
static wm_status (*run_job)(wm_device *device, const wm_job *job) = wm_job_run;

/* Runs the job once. False if the device does not support it. */
static bool is_run(wm_workload *workload)
{
    const wm_status status = run_job(workload->device, &workload->job);
    if (status == WM_E_UNSUPPORTED)
        return false;
    assert_int_equal(status, WM_OK);
    assert_int_equal(workload->device->ops->sync(workload->device), WM_OK);
    return true;
}

/* ---- a loop that does nothing ---- */

/* Warms up, measures and checks an item as a run does. Sets *residual; false if the device does not
 * support the item. */
static bool measure(wm_device *device, const wm_item *item, wm_observed_residual *residual)
{
    const wm_repeat_options options = {.repeat_seconds = 1e-9, .processors = 1};
    wm_workload workload;
    wm_repeat repeat;
    uint64_t iterations;
    assert_int_equal(wm_workload_open(&workload, device, item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, ""), WM_OK);
    const wm_status status = wm_repeat_warm_up(&workload, &options, &iterations);
    if (status == WM_OK) {
        const wm_check check = {device, item, "", &workload.job, NULL};
        assert_int_equal(wm_repeat_measure(&workload, &options, 1, NULL, NULL, &repeat), WM_OK);
        assert_int_equal(wm_workload_check(&check, repeat.digest, residual), WM_OK);
    }
    wm_workload_close(&workload);
    if (status != WM_E_UNSUPPORTED)
        assert_int_equal(status, WM_OK);
    return status == WM_OK;
}

static wm_decision decide(const wm_item *item, const wm_observed_residual *residual)
{
    const wm_observed_calibration none = {.ok = false};
    const wm_limits limits = wm_rule_limits_of(item, &none);
    return wm_rule_decide(&limits, residual);
}

/* The manners of doing nothing are those of a backend that always returns at once, and of one that
 * does so when it is asked again. The honest device comes first: its residual is a number,
 * and it leaves the correct output in freed memory. */
static void reject_idle_loops(wm_device *device)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const wm_item item = item_of(i);
        wm_observed_residual residual;
        if (!measure(device, &item, &residual))
            continue;
        assert_true(isfinite(residual.difference_max));
        for (int manner = IDLE_ALWAYS; manner <= IDLE_AFTER_FIRST_CALL; manner++) {
            wm_device *lazy = idle_backend_wrap(device, CASES[i].operation, (idle_manner)manner);
            assert_true(measure(lazy, &item, &residual));
            if (decide(&item, &residual) != WM_DECISION_REJECT)
                fail_msg("%s.%s: a loop that does nothing is not rejected", CASES[i].workload,
                         CASES[i].variant);
        }
    }
}

static void a_loop_that_does_nothing_is_rejected(void **state)
{
    (void)state;
    for_every_backend(reject_idle_loops);
}

/* ---- a product that is computed only where the output was overwritten with NaN ---- */

static struct {
    const wm_backend *honest;
    wm_backend ops;
    unsigned computed; /* products */
} sly;

static wm_status compute_over_nan(wm_device *device, const wm_gemm *gemm)
{
    static const uint8_t overwritten[2] = {0xff, 0xff};
    uint8_t first[2];
    const wm_status status = sly.honest->download(device, gemm->C, 0, first, sizeof first);
    if (status != WM_OK || memcmp(first, overwritten, sizeof first) != 0)
        return status;
    sly.computed++;
    return sly.honest->gemm(device, gemm);
}

/* Of 64 loops some are over NaN, and their outputs are right. The others find values of a right
 * output, so nothing is computed, and each of these is rejected. */
static void reject_sly_loops(wm_device *device)
{
    enum { LOOPS = 64 };
    const wm_item item = item_of(0);
    const wm_repeat_options options = {.repeat_seconds = 1e-9, .processors = 1};
    unsigned rejected = 0;
    wm_workload workload;
    sly.honest = device->ops;
    sly.ops = *device->ops;
    sly.ops.gemm = compute_over_nan;
    sly.computed = 0;
    device->ops = &sly.ops;
    assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, ""), WM_OK);
    assert_int_equal(wm_workload_spoil(&workload), WM_OK);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    for (unsigned i = 0; i < LOOPS; i++) {
        const wm_check check = {device, &item, "", &workload.job, NULL};
        wm_observed_residual residual;
        wm_repeat repeat;
        assert_int_equal(wm_repeat_measure(&workload, &options, 1, NULL, NULL, &repeat), WM_OK);
        assert_int_equal(wm_workload_check(&check, repeat.digest, &residual), WM_OK);
        rejected += decide(&item, &residual) == WM_DECISION_REJECT;
    }
    wm_workload_close(&workload);
    device->ops = sly.honest;
    assert_true(sly.computed > 1);
    assert_true(rejected > 0);
    assert_int_equal(rejected + sly.computed - 1, LOOPS);
}

static void a_loop_that_looks_for_nan_is_rejected(void **state)
{
    (void)state;
    for_every_backend(reject_sly_loops);
}

/* ---- each iteration writes its whole output ---- */

/* Whether one run over an output of these bytes leaves a finite output; its digest. */
static bool is_finite_over(wm_workload *workload, uint8_t byte, uint8_t digest[WM_SHA256_SIZE])
{
    wm_device *device = workload->device;
    wm_difference result = {(double)NAN, (double)NAN};
    assert_int_equal(
        device->ops->fill_bytes(device, workload->output, workload->output_bytes, byte), WM_OK);
    assert_true(is_run(workload));
    assert_int_equal(wm_workload_digest(workload, digest), WM_OK);
    assert_int_equal(device->ops->compare(device, workload->output, workload->output,
                                          workload->output_format, workload->output_count, &result),
                     WM_OK);
    return isfinite(result.reference_max) && isfinite(result.difference_max);
}

/* Whether one iteration overwrites all of its output: the result does not depend on what was there.
 * The order of atomic sums changes digests, so these must be finite only. */
static bool writes_all(wm_workload *workload)
{
    uint8_t one[WM_SHA256_SIZE], other[WM_SHA256_SIZE];
    const bool is_finite = is_finite_over(workload, 0xff, one);
    const bool is_finite_again = is_finite_over(workload, 0x5a, other);
    return is_finite && is_finite_again &&
           (wm_tables_has(workload->item->variant, WM_TRAIT_CHANCE) ||
            memcmp(one, other, sizeof one) == 0);
}

static void expect_whole_outputs(wm_device *device)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const wm_item item = item_of(i);
        wm_workload workload;
        assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
        assert_int_equal(wm_workload_fill(&workload, ""), WM_OK);
        if (is_run(&workload) && !writes_all(&workload))
            fail_msg("%s.%s: an iteration does not write its whole output", CASES[i].workload,
                     CASES[i].variant);
        wm_workload_close(&workload);
    }
}

static void every_iteration_writes_its_whole_output(void **state)
{
    (void)state;
    for_every_backend(expect_whole_outputs);
}

/* ---- a job that leaves the middle row of its output as it was ---- */

static size_t kept_row_at, kept_row_bytes;

static wm_status run_without_a_row(wm_device *device, const wm_job *job)
{
    uint8_t row[4096];
    wm_status status = device->ops->download(device, job->output, kept_row_at, row, kept_row_bytes);
    if (status == WM_OK)
        status = wm_job_run(device, job);
    if (status == WM_OK)
        status = device->ops->upload(device, job->output, kept_row_at, row, kept_row_bytes);
    return status;
}

static void notice_unwritten_rows(wm_device *device)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const wm_item item = item_of(i);
        wm_workload workload;
        assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
        assert_int_equal(wm_workload_fill(&workload, ""), WM_OK);
        const size_t size = wm_format_size(workload.output_format);
        const bool is_vector = workload.shape.rows == 1;
        kept_row_bytes = is_vector ? size : (size_t)workload.shape.row_bytes;
        kept_row_at = is_vector ? workload.output_count / 2 * size
                                : (size_t)(workload.shape.rows / 2 * workload.shape.row_bytes);
        if (is_run(&workload)) {
            run_job = run_without_a_row;
            if (writes_all(&workload))
                fail_msg("%s.%s: an unwritten row is not noticed", CASES[i].workload,
                         CASES[i].variant);
            run_job = wm_job_run;
        }
        wm_workload_close(&workload);
    }
}

static void an_unwritten_row_is_noticed(void **state)
{
    (void)state;
    for_every_backend(notice_unwritten_rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_that_does_nothing_is_rejected),
        cmocka_unit_test(a_loop_that_looks_for_nan_is_rejected),
        cmocka_unit_test(every_iteration_writes_its_whole_output),
        cmocka_unit_test(an_unwritten_row_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
