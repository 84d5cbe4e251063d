/* hbm_triad: a[i] = fma(3, c[i], b[i]). The check computes every element again. */
#include "workload/workload.h"

#include "standards/normal.h"

#include <math.h>

static const wm_workload_row ROWS[] = {
    {WM_PLAN_QUICK, "f32", {65536}},
    {WM_PLAN_DEFAULT | WM_PLAN_SIGNATURE, "f32", {16777216}},
    {WM_PLAN_PAPER, "f32", {67108864}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU | WM_PLAN_SIGNATURE_GPU, "f32", {1073741824}},
    /* 64 KiB below the largest dimension: 35 GB resident */
    {WM_PLAN_PAPER_GPU, "f32", {2147418112}},
    {0, NULL, {0}},
};

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_TRIAD;
    job->as.triad = (wm_triad){item->dimension[0], operand[0], operand[1], output};
}

static wm_status check(const wm_check *check, const wm_buffer *context,
                       wm_observed_residual *residual)
{
    const wm_triad *triad = &check->job->as.triad;
    wm_difference result = {(double)NAN, (double)NAN};
    const wm_status status = check->device->ops->triad_residual(check->device, triad->a, triad->b,
                                                                triad->c, triad->count, &result);
    (void)context;
    if (status == WM_OK)
        *residual = wm_check_difference(result.difference_max, result.reference_max);
    return status;
}

/* Exactly: `fma(3, c[i], b[i])` has one rounding. */
static wm_status recompute_chunk(const wm_opened *opened, unsigned t, wm_recompute_result *result)
{
    float b[WM_TABLES_CHUNK_BYTES / sizeof(float)], c[WM_TABLES_CHUNK_BYTES / sizeof(float)];
    const uint64_t first = wm_opened_first(opened, t);
    const size_t count = wm_opened_elements(opened, t);
    wm_normal_fill(opened->normal, &opened->operand[0], first, count, WM_FORMAT_F32, b);
    wm_normal_fill(opened->normal, &opened->operand[1], first, count, WM_FORMAT_F32, c);
    for (size_t j = 0; j < count; j++)
        wm_opened_compare(opened, t, j, (double)fmaf(3, c[j], b[j]), 0, result);
    return WM_OK;
}

static double opening_work(const wm_item *item, unsigned openings)
{
    (void)item;
    return 2.0 * openings * WM_TABLES_CHUNK_BYTES / sizeof(float);
}

static const wm_opened_kind OPENED = {.work = opening_work, .chunk = recompute_chunk};

const wm_workload_kind wm_triad_kind = {
    .name = "hbm_triad",
    .job = set_job,
    .check = check,
    .opened = &OPENED,
    .exchanged = {0, 1},
    .cost = {.rate = 2e10, .rate_gpu = 4e12},
    .rows = ROWS,
};
