/* Maxima, sums and the row statistic of a residual. */
#include "backend/cpu/cpu_judge.h"

#include <math.h>
#include <string.h>

enum { PROBES = WM_CPU_PROBES_COUNT, LANES = 2, VECTORS = PROBES / LANES };

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t masks __attribute__((vector_size(LANES * sizeof(double))));

wm_cpu_rule wm_cpu_judge_rule(const wm_residual *residual, const void *x)
{
    const wm_gemm *gemm = residual->gemm;
    const bool wide = residual->witness == WM_FORMAT_F64;
    double squares[PROBES];
    wm_cpu_rule rule = {.residual = residual,
                        .probes = wm_cpu_smaller(gemm->n, PROBES),
                        .gap_scale = residual->has_gap ? residual->gap_scale : 0,
                        .range = wm_cpu_kernels_rounding_range(gemm->output_format, wide)};
    wm_cpu_probes_squares(x, gemm->n, wide, squares);
    for (size_t p = 0; p < PROBES; p++) {
        rule.least[p] = p < rule.probes ? residual->least_square * squares[p] : 1;
        rule.square_max = squares[p] > rule.square_max ? squares[p] : rule.square_max;
    }
    return rule;
}

wm_cpu_judge wm_cpu_judge_begin(void)
{
    return (wm_cpu_judge){0, 0, -1, 0, 0, true, UINT64_MAX};
}

static lanes load(const double *numbers)
{
    lanes v;
    memcpy(&v, numbers, sizeof v);
    return v;
}

static lanes magnitude(lanes v)
{
    return (lanes)((masks)v & INT64_MAX);
}

/* Ignores a NaN in b. */
static lanes larger(lanes a, lanes b)
{
    const masks where = b > a;
    return (lanes)((where & (masks)b) | (~where & (masks)a));
}

static double larger_one(double so_far, double value)
{
    return value > so_far ? value : so_far;
}

static double largest(lanes v)
{
    double result = v[0];
    for (int i = 1; i < LANES; i++)
        result = larger_one(result, v[i]);
    return result;
}

static double sum_of(lanes v)
{
    double sum = 0;
    for (int i = 0; i < LANES; i++)
        sum += v[i];
    return sum;
}

/* V of one row in binary64, where the kernels' squares may have overflowed or been lost. */
static void careful_roundings(const wm_cpu_rule *rule, uint64_t row, const void *x,
                              double roundings[PROBES])
{
    const wm_gemm *gemm = rule->residual->gemm;
    const wm_cpu_gap format = wm_cpu_kernels_gap(gemm->output_format);
    const bool wide = rule->residual->witness == WM_FORMAT_F64;
    memset(roundings, 0, PROBES * sizeof *roundings);
    for (size_t j = 0; j < gemm->n; j++) {
        const double c = wm_format_load(gemm->output_format, gemm->C->bytes, row * gemm->n + j);
        const double entry = wide ? ((const double *)x)[j] : (double)((const float *)x)[j];
        int exponent;
        (void)frexp(c, &exponent);
        const double power = isfinite(c) && c != 0 ? ldexp(1, exponent - 1) : fabs(c);
        const double gap = larger_one(format.least, power) * format.unit;
        roundings[j % PROBES] += entry * entry * gap * gap / 12;
    }
}

/* The first probe with this statistic. */
static uint32_t probe_of(const lanes statistics[VECTORS], double statistic)
{
    uint32_t p = 0;
    while (p + 1 < PROBES && !(statistics[p / LANES][p % LANES] == statistic))
        p++;
    return p;
}

void wm_cpu_judge_row(wm_cpu_judge *judge, const wm_cpu_rule *rule, uint64_t row,
                      const wm_cpu_judged *of, const void *x, double sums[2])
{
    lanes squares = {0}, roundings = {0}, differences = {0}, references = {0}, check = {0};
    lanes statistics[VECTORS], worst = {0};
    for (size_t p = 0; rule->residual->has_gap && p < rule->probes; p++)
        if (!(of->roundings[p] >= rule->range.least && of->roundings[p] <= rule->range.largest)) {
            careful_roundings(rule, row, x, of->roundings);
            break;
        }
    for (int v = 0; v < VECTORS; v++) {
        const lanes r = load(of->r + v * LANES), cx = load(of->cx + v * LANES);
        const lanes V = load(of->roundings + v * LANES);
        const lanes square = r * r;
        statistics[v] = square / larger(load(rule->least + v * LANES), rule->gap_scale * V);
        squares += square;
        roundings += V;
        differences = larger(differences, magnitude(r));
        references = larger(references, magnitude(cx));
        worst = larger(worst, statistics[v]);
        check += statistics[v] * 0 + cx * 0 + V * 0;
    }
    if (!(sum_of(check) == 0)) {
        judge->finite = false;
        judge->bad_row = row < judge->bad_row ? row : judge->bad_row;
        return;
    }
    sums[0] += sum_of(squares);
    sums[1] += sum_of(roundings);
    judge->difference_max = larger_one(judge->difference_max, largest(differences));
    judge->reference_max = larger_one(judge->reference_max, largest(references));
    const double statistic = largest(worst);
    if (statistic > judge->row_statistic ||
        (statistic == judge->row_statistic && row < judge->worst_row)) {
        judge->row_statistic = statistic;
        judge->worst_row = row;
        judge->worst_probe = probe_of(statistics, statistic);
    }
}

void wm_cpu_judge_join(wm_cpu_judge *judge, const wm_cpu_judge *other)
{
    judge->difference_max = larger_one(judge->difference_max, other->difference_max);
    judge->reference_max = larger_one(judge->reference_max, other->reference_max);
    judge->finite = judge->finite && other->finite;
    judge->bad_row = judge->bad_row < other->bad_row ? judge->bad_row : other->bad_row;
    if (other->row_statistic > judge->row_statistic ||
        (other->row_statistic == judge->row_statistic && other->worst_row < judge->worst_row)) {
        judge->row_statistic = other->row_statistic;
        judge->worst_row = other->worst_row;
        judge->worst_probe = other->worst_probe;
    }
}

wm_residual_result wm_cpu_judge_end(const wm_cpu_judge *judge, const wm_cpu_rule *rule,
                                    const double *sums, size_t blocks, size_t stride)
{
    const double none = (double)NAN;
    double squares = 0, roundings = 0;
    if (!judge->finite)
        return (wm_residual_result){none, none, none, judge->bad_row,
                                    0,    none, none, rule->square_max};
    for (size_t b = 0; b < blocks; b++) {
        squares += sums[b * stride];
        roundings += sums[b * stride + 1];
    }
    return (wm_residual_result){judge->difference_max,
                                judge->reference_max,
                                judge->row_statistic,
                                judge->worst_row,
                                judge->worst_probe,
                                squares,
                                roundings,
                                rule->square_max};
}
