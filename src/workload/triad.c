/* hbm_triad: a[i] = fma(3, c[i], b[i]). The check computes every element again. */
#include "workload/workload.h"

static const wm_workload_row ROWS[] = {
    {WM_PLAN_QUICK, "f32", {65536}},
    {WM_PLAN_DEFAULT, "f32", {16777216}},
    {WM_PLAN_PAPER, "f32", {67108864}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "f32", {1073741824}},
    /* 64 KiB below the largest dimension: 35 GB resident */
    {WM_PLAN_PAPER_GPU, "f32", {2147418112}},
    {0, NULL, {0}},
};

static wm_status run(wm_device *device, const wm_job *job)
{
    const wm_triad *triad = &job->as.triad;
    return device->ops->triad(device, triad->a, triad->b, triad->c, triad->count);
}

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_TRIAD;
    job->run = run;
    job->as.triad = (wm_triad){item->dimension[0], operand[0], operand[1], output};
}

static wm_status check(const wm_check *check, const wm_buffer *context,
                       wm_observed_residual *residual)
{
    const wm_triad *triad = &check->job->as.triad;
    wm_difference result;
    const wm_status status = check->device->ops->triad_residual(check->device, triad->a, triad->b,
                                                                triad->c, triad->count, &result);
    (void)context;
    if (status == WM_OK)
        *residual = wm_check_difference(result.difference_max, result.reference_max);
    return status;
}

const wm_workload_kind wm_triad_kind = {
    .name = "hbm_triad",
    .job = set_job,
    .check = check,
    .exchanged = {0, 1},
    .cost = {.rate = 2e10},
    .rows = ROWS,
};
