/* reduction: the sums of a vector in levels. The check compares each with a compensated binary64
 * sum. */
#include "workload/reduce_opened.h"
#include "workload/workload.h"

#include <math.h>

static const wm_workload_row ROWS[] = {
    {WM_PLAN_QUICK, "default", {65536}},
    {WM_PLAN_DEFAULT, "default", {16777216}},
    {WM_PLAN_PAPER, "default", {67108864}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "default", {1073741824}},
    {WM_PLAN_QUICK, "deterministic", {65536}},
    {WM_PLAN_DEFAULT, "deterministic", {16777216}},
    {WM_PLAN_PAPER, "deterministic", {67108864}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "deterministic", {1073741824}},
    {0, NULL, {0}},
};

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_REDUCE;
    job->as.reduction =
        (wm_reduction){.deterministic = wm_tables_has(item->variant, WM_TRAIT_DETERMINISTIC),
                       .count = item->dimension[0],
                       .x = operand[0],
                       .out = output};
}

static void make_careful(wm_job *job)
{
    job->as.reduction.deterministic = true;
}

static wm_status check(const wm_check *check, const wm_buffer *context,
                       wm_observed_residual *residual)
{
    wm_difference result = {(double)NAN, (double)NAN};
    const wm_status status =
        check->device->ops->reduction_residual(check->device, &check->job->as.reduction, &result);
    (void)context;
    if (status == WM_OK)
        *residual = wm_check_difference(result.difference_max, result.reference_max);
    return status;
}

/* An error a sum, on a device that sums in parallel. */
static double check_bytes(const wm_item *item)
{
    return 8.0 * (double)wm_plan_sums(item->dimension[0]);
}

static double slack(const wm_item *item, double reference_max)
{
    (void)item;
    return wm_check_slack(WM_PLAN_ADDENDS, reference_max);
}

const wm_workload_kind wm_reduce_kind = {
    .name = "reduction",
    .job = set_job,
    .make_careful = make_careful,
    .check = check,
    .check_bytes = check_bytes,
    .opened = &wm_reduce_opened_kind,
    .slack = slack,
    .cost = {.rate = 2e10, .rate_gpu = 4e12},
    .rows = ROWS,
};
