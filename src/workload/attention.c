/* attention: O = softmax(Q K^T / sqrt(d)) V. The check recomputes rows that the output's digest
 * draws. */
#include "workload/attention.h"

#include "record/laws/derive.h"
#include "standards/philox.h"
#include "workload/attention_opened.h"

#include <math.h>

/* Measured row sums differ from 1 by 2.4e-7. This bound only catches a recomputation that failed
 * completely. */
#define ROW_SUM_TOLERANCE 1e-3

static const wm_workload_row ROWS[] = {
    {WM_PLAN_QUICK, "bf16", {1, 2, 128, 32}},
    {WM_PLAN_DEFAULT, "bf16", {1, 8, 512, 64}},
    {WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "bf16", {1, 8, 1024, 128}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "bf16", {4, 32, 8192, 128}},
    {0, NULL, {0}},
};

/* Consistent faults (Table 2 of the paper): every repeat's output is wrong in the same way. */
static const wm_workload_demonstration DEMONSTRATIONS[] = {
    {{WM_PLAN_QUICK, "bf16", {1, 2, 128, 32}}, WM_FAULT_OPERAND, true},
    {{WM_PLAN_DEFAULT, "bf16", {1, 8, 512, 64}}, WM_FAULT_OPERAND, true},
    {{WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "bf16", {1, 8, 1024, 128}}, WM_FAULT_OPERAND, true},
    {{0, NULL, {0}}, WM_FAULT_NONE, false},
};

static void set_operand(const wm_item *item, unsigned index, wm_operand *operand)
{
    const uint32_t *d = item->dimension;
    (void)index;
    operand->count = (double)d[0] * d[1] * d[2] * d[3];
}

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_ATTENTION;
    job->as.attention = (wm_attention){.batch = item->dimension[0],
                                       .heads = item->dimension[1],
                                       .sequence = item->dimension[2],
                                       .depth = item->dimension[3],
                                       .Q = operand[0],
                                       .K = operand[1],
                                       .V = operand[2],
                                       .O = output};
}

static void make_careful(wm_job *job)
{
    job->operation = WM_OPERATION_ATTENTION_CAREFUL;
}

void wm_attention_rows(const wm_buffer *context, uint64_t row_count,
                       uint64_t rows[WM_ATTENTION_ROWS])
{
    uint8_t seed[WM_SHA256_SIZE];
    wm_philox stream;
    wm_derive_challenge(context, WM_CHALLENGE_ROWS, seed);
    stream = wm_philox_from_seed(seed);
    for (unsigned t = 0; t < WM_ATTENTION_ROWS; t++)
        rows[t] = wm_philox_bounded(&stream, t, row_count);
}

/* Whether all of the output is finite. The drawn rows are few, and a NaN in any other row must not
 * pass. */
static wm_status check_finite(const wm_check *check, bool *is_finite)
{
    const wm_attention *attention = &check->job->as.attention;
    const size_t count =
        attention->batch * attention->heads * attention->sequence * attention->depth;
    wm_difference result = {(double)NAN, (double)NAN};
    const wm_status status = check->device->ops->compare(check->device, attention->O, attention->O,
                                                         WM_FORMAT_BF16, count, &result);
    if (status == WM_OK)
        *is_finite = isfinite(result.difference_max) && isfinite(result.reference_max);
    return status;
}

/* If the float32 row sums of the softmax differ from 1 by more than 1e-3, the residual is NaN: the
 * recomputation itself is then wrong. Source: paper section 4; docs/formats/inputs.md section 7. */
static wm_status check(const wm_check *check, const wm_buffer *context,
                       wm_observed_residual *residual)
{
    const wm_attention *attention = &check->job->as.attention;
    const uint64_t row_count = (uint64_t)attention->batch * attention->heads * attention->sequence;
    uint64_t rows[WM_ATTENTION_ROWS];
    wm_attention_result result = {.difference_max = (double)NAN};
    bool is_finite = false;
    wm_status status;
    if (row_count > (uint64_t)1 << 32)
        return WM_E_UNSUPPORTED;
    wm_attention_rows(context, row_count, rows);
    status = check->device->ops->attention_residual(check->device, attention, rows,
                                                    WM_ATTENTION_ROWS, &result);
    if (status == WM_OK)
        status = check_finite(check, &is_finite);
    if (status != WM_OK)
        return status;
    *residual = wm_check_difference(result.difference_max, result.reference_max);
    if (!is_finite || !(result.row_sum_error <= ROW_SUM_TOLERANCE))
        residual->difference_max = (double)NAN;
    return WM_OK;
}

/* Rows of probabilities, and the statistics of cuDNN. */
static double check_bytes(const wm_item *item)
{
    const double batch = item->dimension[0], heads = item->dimension[1],
                 sequence = item->dimension[2];
    return 8.0 * 1024.0 * sequence + 4.0 * batch * heads * sequence;
}

static double slack(const wm_item *item, double reference_max)
{
    const uint32_t *d = item->dimension;
    return wm_check_slack((double)d[0] * d[1] * d[2] * d[3], reference_max);
}

const wm_workload_kind wm_attention_kind = {
    .name = "attention",
    .operand = set_operand,
    .job = set_job,
    .make_careful = make_careful,
    .check = check,
    .opened = &wm_attention_opened_kind,
    .check_bytes = check_bytes,
    .slack = slack,
    .exchanged = {1, 2},
    .cost = {.rate = 3e10, .rate_gpu = 3e14},
    .search = WM_SEARCH_ATTENTION,
    .rows = ROWS,
    .demonstrations = DEMONSTRATIONS,
};
