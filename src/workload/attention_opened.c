/* Computes opened rows of attention in binary64, with what a correct device may be off.
 *
 * The rule. For one element o = sum p_j v_j over s keys, with scores s_j, p_j = exp(s_j - max) / Z,
 * A = sum p_j |v_j|, T = sqrt(sum p_j^2 v_j^2), D = sqrt(sum p_j^2):
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
#include "workload/attention_opened.h"

#include "standards/normal.h"

#include <math.h>
#include <stdlib.h>

enum { ELEMENTS = WM_TABLES_CHUNK_BYTES / 2, PANEL = 512 };
enum { Q, K, V };

/* The sums of one row over all keys, for the columns of a chunk. */
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
    const uint64_t keys = opened->item->dimension[2], depth = opened->item->dimension[3];
    const uint64_t row = opened->chunks[t].row, head_first = row / keys * keys;
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

static double work(const wm_item *item, unsigned openings)
{
    return 2.0 * openings * item->dimension[2] * item->dimension[3];
}

const wm_opened_kind wm_attention_opened_kind = {
    .work = work, .open = open_values, .chunk = compare_chunk, .close = close_values};
