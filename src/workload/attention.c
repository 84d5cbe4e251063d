/* attention: O = softmax(Q K^T / sqrt(d)) V, where a query sees all keys of its head, or in a
 * causal item those up to its own place. The check recomputes rows that the output's digest draws,
 * and rows that a test of all rows suspects. An opened chunk is computed in binary64 from all keys
 * and values that its row sees. Memory: 512 KiB, and 8 bytes a key for each thread.
 *
 * What a correct device may be off. For one element o = sum p_j v_j over the row's s keys, with
 * scores s_j, p_j = exp(s_j - max) / Z, A = sum p_j |v_j|, T = sqrt(sum p_j^2 v_j^2),
 * D = sqrt(sum p_j^2):
 *
 *     E = 2^-8  * min( A + |o|, 5 (T + D |o|) )                P and Z in bfloat16
 *       + 2^-13 * (A + |o|)                                     scores and exponentials
 *       + 2^-24 * ( (8 sqrt(s) + s / 4) (T + |o|) + (s / 32 + 16) A )    sums in binary32
 *
 * Why 5. A device may round its probabilities to bfloat16: exp(s_j - running maximum), or p_j, or
 * neither. Each rounding is relative, at most u = 2^-8, and independent of the others. A common
 * factor cancels. The error of o is sum p_j delta_j v_j, or with v_j - o in place of v_j if Z was
 * summed from rounded probabilities. For independent errors that are uniform in their interval,
 * P(|error| > q u T) <= 2 exp(-3 q^2 / 2): 1e-16 at q = 5. With few keys the sum of the intervals,
 * u A, is smaller.
 *
 * Why 2^-13. With normal operands and d up to 256 a score is off by at most 5e-5. ex2.approx is off
 * by 2^-22, a cubic in place of it by 9e-5. Together this is below 2^-13.
 *
 * Why the last line. The sums over keys are those of verify/recompute.h, with s / 4 for units that
 * truncate. A new running maximum rescales at most once in 32 keys.
 *
 * Source: ours, docs/formats/inputs.md section 8. */
#include "workload/workload.h"

#include "record/laws/derive.h"
#include "record/laws/plan.h"
#include "standards/normal.h"
#include "standards/philox.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = WM_TABLES_CHUNK_BYTES / 2, PANEL = 512 };
enum { Q, K, V };

static const wm_workload_row ROWS[] = {
    {WM_PLAN_QUICK, "bf16", {1, 2, 128, 32}},
    {WM_PLAN_DEFAULT, "bf16", {1, 8, 512, 64}},
    {WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "bf16", {1, 8, 1024, 128}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "bf16", {4, 32, 8192, 128}},
    {WM_PLAN_QUICK, "bf16_causal", {1, 2, 128, 32}},
    {WM_PLAN_DEFAULT, "bf16_causal", {1, 8, 512, 64}},
    {WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "bf16_causal", {1, 8, 1024, 128}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "bf16_causal", {4, 32, 8192, 128}},
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
    const uint64_t *d = item->dimension;
    (void)index;
    operand->count = (double)(d[0] * d[1]) * (double)(d[2] * d[3]);
}

static bool is_causal(const wm_item *item)
{
    return wm_tables_has(item->variant, WM_TRAIT_CAUSAL);
}

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_ATTENTION;
    job->as.attention = (wm_attention){.causal = is_causal(item),
                                       .batch = item->dimension[0],
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

/* Adds how far a row sum that the device formed is from 1. The recomputation itself is wrong where
 * that is above wm_tolerance_row_sums; measured on an H200: 2.4e-7. A sum that is not finite makes
 * the residual null. */
static void take_row_sums(wm_observed_residual *residual, double row_sum_error)
{
    if (!isfinite(row_sum_error))
        residual->difference_max = (double)NAN;
    else if (!(residual->row_sum_error >= row_sum_error))
        residual->row_sum_error = row_sum_error;
}

/* The residual over these rows, and how far the probabilities of their recomputation are from a sum
 * of 1. */
static wm_status recompute(const wm_check *check, const uint64_t *rows, size_t count,
                           wm_observed_residual *residual)
{
    const wm_attention *attention = &check->job->as.attention;
    wm_attention_result result = {.difference_max = (double)NAN};
    const wm_status status =
        check->device->ops->attention_residual(check->device, attention, rows, count, &result);
    if (status != WM_OK)
        return status;
    *residual = wm_check_difference(result.difference_max, result.reference_max);
    take_row_sums(residual, result.row_sum_error);
    return WM_OK;
}

/* Tests all rows. No row is suspected on a device that has no such test. */
static wm_status find_suspects(const wm_check *check, wm_check_known *known)
{
    wm_attention_guard guard = {.suspects = 0};
    wm_status status = check->device->ops->attention_guard(check->device, &check->job->as.attention,
                                                           known->seed, &guard);
    if (status != WM_OK && status != WM_E_UNSUPPORTED)
        return status;
    known->row_sum_error = guard.row_sum_error;
    known->count =
        guard.suspects < WM_BACKEND_SUSPECTS ? (size_t)guard.suspects : (size_t)WM_BACKEND_SUSPECTS;
    memcpy(known->rows, guard.rows, known->count * sizeof *known->rows);
    known->is_there = true;
    return WM_OK;
}

/* The same, unless the last output was this one. */
static wm_status know_suspects(const wm_check *check, const wm_buffer *context,
                               wm_check_known *suspects)
{
    wm_check_known *known = check->known;
    wm_status status;
    *suspects = (wm_check_known){.is_there = false};
    wm_derive_challenge(context, WM_CHALLENGE_SIGNS, suspects->seed);
    if (known != NULL && known->is_there &&
        memcmp(known->seed, suspects->seed, sizeof known->seed) == 0) {
        *suspects = *known;
        return WM_OK;
    }
    status = find_suspects(check, suspects);
    if (status == WM_OK && known != NULL)
        *known = *suspects;
    return status;
}

/* Judges the rows that are suspected beside the drawn ones. An output that the drawn rows reject
 * needs no suspects. A correct output has none, so its residual is that of the drawn rows. */
static wm_status add_suspects(const wm_check *check, const wm_buffer *context,
                              uint64_t rows[WM_ATTENTION_ROWS + WM_BACKEND_SUSPECTS],
                              wm_observed_residual *residual)
{
    wm_check_known suspects;
    wm_status status;
    if (!(wm_observed_ratio(residual->difference_max, residual->reference_max) <=
          wm_plan_bound(check->item)))
        return WM_OK;
    status = know_suspects(check, context, &suspects);
    if (status != WM_OK)
        return status;
    memcpy(rows + WM_ATTENTION_ROWS, suspects.rows, suspects.count * sizeof *rows);
    if (suspects.count > 0)
        status = recompute(check, rows, WM_ATTENTION_ROWS + suspects.count, residual);
    if (status == WM_OK)
        take_row_sums(residual, suspects.row_sum_error);
    return status;
}

/* Source: paper section 4; docs/formats/inputs.md section 7. */
static wm_status check(const wm_check *check, const wm_buffer *context,
                       wm_observed_residual *residual)
{
    const wm_attention *attention = &check->job->as.attention;
    const uint64_t row_count = (uint64_t)attention->batch * attention->heads * attention->sequence;
    uint64_t rows[WM_ATTENTION_ROWS + WM_BACKEND_SUSPECTS];
    bool is_finite = false;
    wm_status status;
    if (row_count > (uint64_t)1 << 32)
        return WM_E_UNSUPPORTED;
    wm_attention_rows(context, row_count, rows);
    status = recompute(check, rows, WM_ATTENTION_ROWS, residual);
    if (status == WM_OK)
        status = check_finite(check, &is_finite);
    if (status == WM_OK && !is_finite)
        residual->difference_max = (double)NAN;
    return status == WM_OK ? add_suspects(check, context, rows, residual) : status;
}

/* Rows of probabilities, the statistics of cuDNN, and the test of all rows. On a GPU that has the
 * ratios of all rows, and 36 bytes a key of some heads; on a CPU keys and scores. */
static double check_bytes(const wm_item *item)
{
    const double heads = (double)item->dimension[0] * (double)item->dimension[1];
    const double sequence = (double)item->dimension[2], depth = (double)item->dimension[3],
                 keys = sequence + 64;
    const double at_once = fmin(heads, 0x1p21 / keys + 2);
    return (8.0 * 1024.0 + 8.0 * (depth + 20)) * sequence + 40.0 * at_once * keys +
           8.0 * heads * sequence;
}

static double slack(const wm_item *item, double reference_max)
{
    const uint64_t *d = item->dimension;
    return wm_check_slack((double)(d[0] * d[1]) * (double)(d[2] * d[3]), reference_max);
}

/* ---- opened chunks --------------------------------------------------------------------------- */

/* The sums of one row over the keys that it sees, for the columns of a chunk. */
typedef struct {
    double o[ELEMENTS], A[ELEMENTS], T2[ELEMENTS];
} row_sums;

static wm_status open_values(wm_opened *opened)
{
    double *value = malloc(WM_NORMAL_ENTRIES * sizeof *value);
    opened->state = value;
    if (value == NULL)
        return WM_E_NOMEM;
    for (unsigned i = 0; i < WM_NORMAL_ENTRIES; i++)
        value[i] = wm_recompute_rounded(WM_FORMAT_BF16, opened->normal[i]);
    return WM_OK;
}

/* Sums q . k over the depth, a panel at a time. */
static double dot(const wm_opened *opened, uint64_t query, uint64_t key)
{
    const double *value = opened->state;
    const uint64_t depth = opened->item->dimension[3];
    uint16_t left[PANEL], right[PANEL];
    double sum = 0;
    for (uint64_t from = 0; from < depth; from += PANEL) {
        const size_t count = depth - from < PANEL ? (size_t)(depth - from) : PANEL;
        wm_regenerate_indices(&opened->operand[Q], query * depth + from, count, left);
        wm_regenerate_indices(&opened->operand[K], key * depth + from, count, right);
        for (size_t i = 0; i < count; i++)
            sum += value[left[i]] * value[right[i]];
    }
    return sum;
}

/* Turns scores into probabilities. Returns the sum of their squares. */
static double normalize(double *p, uint64_t keys)
{
    double max = p[0], Z = 0, square = 0;
    for (uint64_t j = 1; j < keys; j++)
        max = p[j] > max ? p[j] : max;
    for (uint64_t j = 0; j < keys; j++) {
        p[j] = exp(p[j] - max);
        Z += p[j];
    }
    for (uint64_t j = 0; j < keys; j++) {
        p[j] /= Z;
        square += p[j] * p[j];
    }
    return square;
}

static void add_value(const wm_opened *opened, double p, uint64_t first, size_t count, row_sums *s)
{
    const double *value = opened->state;
    uint16_t indices[ELEMENTS];
    wm_regenerate_indices(&opened->operand[V], first, count, indices);
    for (size_t j = 0; j < count; j++) {
        const double term = p * value[indices[j]];
        s->o[j] += term;
        s->A[j] += fabs(term);
        s->T2[j] += term * term;
    }
}

/* E of the rule. */
static double allowance(double keys, double o, double A, double T, double D)
{
    const double all = A + fabs(o), independent = 5 * (T + D * fabs(o));
    return 0x1p-8 * (all < independent ? all : independent) + 0x1p-13 * all +
           0x1p-24 * ((8 * sqrt(keys) + keys / 4) * (T + fabs(o)) + (keys / 32 + 16) * A);
}

static wm_status compare_chunk(const wm_opened *opened, unsigned t, wm_recompute_result *result)
{
    const uint64_t sequence = opened->item->dimension[2], depth = opened->item->dimension[3];
    const uint64_t row = opened->chunks[t].row, head_first = row / sequence * sequence;
    const uint64_t keys = is_causal(opened->item) ? row - head_first + 1 : sequence;
    const size_t count = wm_opened_elements(opened, t);
    double *p = malloc((size_t)keys * sizeof *p);
    row_sums *s = calloc(1, sizeof *s);
    double D;
    if (p == NULL || s == NULL) {
        free(p);
        free(s);
        return WM_E_NOMEM;
    }
    for (uint64_t j = 0; j < keys; j++)
        p[j] = dot(opened, row, head_first + j) / sqrt((double)depth);
    D = sqrt(normalize(p, keys));
    for (uint64_t j = 0; j < keys; j++)
        add_value(opened, p[j], (head_first + j) * depth + wm_opened_column(opened, t), count, s);
    for (size_t j = 0; j < count; j++)
        wm_opened_compare(opened, t, j, s->o[j],
                          allowance((double)keys, s->o[j], s->A[j], sqrt(s->T2[j]), D), result);
    free(p);
    free(s);
    return WM_OK;
}

static void close_values(wm_opened *opened)
{
    free(opened->state);
}

static double opening_work(const wm_item *item, unsigned openings)
{
    const double keys = (double)item->dimension[2]; /* of a causal row half as many, on average */
    return 2.0 * openings * (is_causal(item) ? (keys + 1) / 2 : keys) * (double)item->dimension[3];
}

static const wm_opened_kind OPENED = {
    .work = opening_work, .open = open_values, .chunk = compare_chunk, .close = close_values};

const wm_workload_kind wm_attention_kind = {
    .name = "attention",
    .operand = set_operand,
    .job = set_job,
    .make_careful = make_careful,
    .check = check,
    .opened = &OPENED,
    .check_bytes = check_bytes,
    .slack = slack,
    .exchanged = {1, 2},
    .cost = {.rate = 3e10, .rate_gpu = 3e14},
    .search = WM_SEARCH_ATTENTION,
    .rows = ROWS,
    .demonstrations = DEMONSTRATIONS,
};
