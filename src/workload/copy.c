/* hbm_copy: b[i] = a[i]. The check compares every element with its source. */
#include "workload/workload.h"

#include "standards/normal.h"

#include <math.h>

static const wm_workload_row ROWS[] = {
    {WM_PLAN_QUICK, "f32", {65536}},
    {WM_PLAN_DEFAULT, "f32", {16777216}},
    {WM_PLAN_PAPER, "f32", {67108864}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "f32", {1073741824}},
    {0, NULL, {0}},
};

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_COPY;
    job->as.copy = (wm_copy){item->dimension[0], operand[0], output};
}

/* No operand is 0, so elements are equal if and only if their bits are. */
static wm_status check(const wm_check *check, const wm_buffer *context,
                       wm_observed_residual *residual)
{
    const wm_copy *copy = &check->job->as.copy;
    wm_difference result = {(double)NAN, (double)NAN};
    const wm_status status = check->device->ops->compare(check->device, copy->b, copy->a,
                                                         WM_FORMAT_F32, copy->count, &result);
    (void)context;
    if (status == WM_OK)
        *residual = wm_check_difference(result.difference_max, result.reference_max);
    return status;
}

static wm_status recompute_chunk(const wm_opened *opened, unsigned t, wm_recompute_result *result)
{
    float a[WM_TABLES_CHUNK_BYTES / sizeof(float)];
    const size_t count = wm_opened_elements(opened, t);
    wm_normal_fill(opened->normal, &opened->operand[0], wm_opened_first(opened, t), count,
                   WM_FORMAT_F32, a);
    for (size_t j = 0; j < count; j++)
        wm_opened_compare(opened, t, j, (double)a[j], 0, result);
    return WM_OK;
}

static double opening_work(const wm_item *item, unsigned openings)
{
    (void)item;
    return 1.0 * openings * WM_TABLES_CHUNK_BYTES / sizeof(float);
}

static const wm_opened_kind OPENED = {.work = opening_work, .chunk = recompute_chunk};

const wm_workload_kind wm_copy_kind = {
    .name = "hbm_copy",
    .job = set_job,
    .check = check,
    .opened = &OPENED,
    .cost = {.rate = 2e10, .rate_gpu = 4e12},
    .rows = ROWS,
};
