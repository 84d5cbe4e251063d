/* Maxima and the row statistic of a residual. */
#include "backend/cpu/cpu_judge.h"

#include <math.h>

static const double EPSILON = 1e-30; /* docs/formats/inputs.md section 7 */

/* Between these bounds a binary32 sum of squares has neither overflowed nor lost terms to
 * underflow. */
static const double NORM_MIN = 1e-25, NORM_MAX = 1e37;

wm_cpu_judge wm_cpu_judge_begin(void)
{
    return (wm_cpu_judge){0, 0, -1, 0, true, UINT64_MAX};
}

/* Ignores a NaN, as fmax does, without a call of it. */
static double larger(double so_far, double value)
{
    return value > so_far ? value : so_far;
}

static double careful_norm(const wm_gemm *gemm, uint64_t row)
{
    double norm = 0;
    for (size_t j = 0; j < gemm->n; j++) {
        const double c = wm_format_load(gemm->output_format, gemm->C->bytes, row * gemm->n + j);
        norm += c * c;
    }
    return norm;
}

void wm_cpu_judge_row(wm_cpu_judge *judge, const wm_residual *residual, uint64_t row,
                      const double r[8], const double cx[8], double norm)
{
    double squares = 0, difference = 0, reference = 0;
    bool finite = true;
    for (int p = 0; p < WM_TABLES_PROBE_COLUMNS; p++) {
        finite = finite && isfinite(r[p]) && isfinite(cx[p]);
        squares += r[p] * r[p];
        difference = larger(difference, fabs(r[p]));
        reference = larger(reference, fabs(cx[p]));
    }
    if (!(norm >= NORM_MIN && norm <= NORM_MAX))
        norm = careful_norm(residual->gemm, row);
    const double scale = residual->row_scale;
    const double square = norm < residual->row_square ? residual->row_square : norm;
    const double statistic = squares / (WM_TABLES_PROBE_COLUMNS * scale * scale * square + EPSILON);
    if (!finite || !isfinite(statistic)) {
        judge->finite = false;
        judge->bad_row = row < judge->bad_row ? row : judge->bad_row;
        return;
    }
    judge->difference_max = larger(judge->difference_max, difference);
    judge->reference_max = larger(judge->reference_max, reference);
    if (statistic > judge->row_statistic ||
        (statistic == judge->row_statistic && row < judge->worst_row)) {
        judge->row_statistic = statistic;
        judge->worst_row = row;
    }
}

void wm_cpu_judge_join(wm_cpu_judge *judge, const wm_cpu_judge *other)
{
    judge->difference_max = larger(judge->difference_max, other->difference_max);
    judge->reference_max = larger(judge->reference_max, other->reference_max);
    judge->finite = judge->finite && other->finite;
    judge->bad_row = judge->bad_row < other->bad_row ? judge->bad_row : other->bad_row;
    if (other->row_statistic > judge->row_statistic ||
        (other->row_statistic == judge->row_statistic && other->worst_row < judge->worst_row)) {
        judge->row_statistic = other->row_statistic;
        judge->worst_row = other->worst_row;
    }
}

wm_residual_result wm_cpu_judge_end(const wm_cpu_judge *judge)
{
    if (!judge->finite)
        return (wm_residual_result){(double)NAN, judge->reference_max, (double)NAN, judge->bad_row};
    return (wm_residual_result){judge->difference_max, judge->reference_max, judge->row_statistic,
                                judge->worst_row};
}
