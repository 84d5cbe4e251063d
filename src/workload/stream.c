/* hbm_copy: b[i] = a[i]. hbm_triad: a[i] = fma(3, c[i], b[i]). The checks compute every element
 * again, exactly: the triad has one rounding. */
#include "workload/workload.h"

#include "standards/normal.h"

#include <math.h>

enum { ELEMENTS = WM_TABLES_CHUNK_BYTES / sizeof(float) };

static const wm_workload_row COPIES[] = {
    {WM_PLAN_QUICK, "f32", {65536}},
    {WM_PLAN_DEFAULT, "f32", {16777216}},
    {WM_PLAN_PAPER, "f32", {67108864}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "f32", {1073741824}},
    {0, NULL, {0}},
};

static const wm_workload_row TRIADS[] = {
    {WM_PLAN_QUICK, "f32", {65536}},
    {WM_PLAN_DEFAULT | WM_PLAN_SIGNATURE | WM_PLAN_DRIFT, "f32", {16777216}},
    {WM_PLAN_PAPER, "f32", {67108864}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU | WM_PLAN_SIGNATURE_GPU | WM_PLAN_DRIFT_GPU,
     "f32",
     {1073741824}},
    {0, NULL, {0}},
};

/* Its loop streams over three fifths of a GPU's memory; the rest are copies of the output. */
static const wm_workload_row FILLER = {WM_PLAN_PAPER_GPU, "f32", {(1 << 30) + (1 << 26)}};

static void set_copy(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                     wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_COPY;
    job->as.copy = (wm_copy){item->dimension[0], operand[0], output};
}

static void set_triad(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                      wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_TRIAD;
    job->as.triad = (wm_triad){item->dimension[0], operand[0], operand[1], output};
}

/* No operand of a copy is 0, so its elements are equal if and only if their bits are. */
static wm_status check(const wm_check *check, const wm_buffer *context,
                       wm_observed_residual *residual)
{
    wm_device *device = check->device;
    const wm_copy *copy = &check->job->as.copy;
    const wm_triad *triad = &check->job->as.triad;
    wm_difference result = {(double)NAN, (double)NAN};
    const wm_status status =
        check->job->operation == WM_OPERATION_COPY
            ? device->ops->compare(device, copy->b, copy->a, WM_FORMAT_F32, copy->count, &result)
            : device->ops->triad_residual(device, triad->a, triad->b, triad->c, triad->count,
                                          &result);
    (void)context;
    if (status == WM_OK)
        *residual = wm_check_difference(result.difference_max, result.reference_max);
    return status;
}

static wm_status recompute_chunk(const wm_opened *opened, unsigned t, wm_recompute_result *result)
{
    float x[2][ELEMENTS];
    const unsigned operands = opened->item->variant->operand_count;
    const size_t count = wm_opened_elements(opened, t);
    for (unsigned i = 0; i < operands; i++)
        wm_normal_fill(opened->normal, &opened->operand[i], wm_opened_first(opened, t), count,
                       WM_FORMAT_F32, x[i]);
    for (size_t j = 0; j < count; j++)
        wm_opened_compare(opened, t, j,
                          (double)(operands == 1 ? x[0][j] : fmaf(3, x[1][j], x[0][j])), 0, result);
    return WM_OK;
}

static double opening_work(const wm_item *item, unsigned openings)
{
    return (double)item->variant->operand_count * openings * ELEMENTS;
}

static const wm_opened_kind OPENED = {.work = opening_work, .chunk = recompute_chunk};

const wm_workload_kind wm_copy_kind = {
    .name = "hbm_copy",
    .job = set_copy,
    .check = check,
    .opened = &OPENED,
    .cost = {.rate = 2e10, .rate_gpu = 4e12},
    .rows = COPIES,
};

const wm_workload_kind wm_triad_kind = {
    .name = "hbm_triad",
    .job = set_triad,
    .check = check,
    .opened = &OPENED,
    .exchanged = {0, 1},
    .cost = {.rate = 2e10, .rate_gpu = 4e12},
    .rows = TRIADS,
    .filler = &FILLER,
};
