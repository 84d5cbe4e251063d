/* Computes the spread between runs: Welch's interval, and the limit for odd values.
 *
 * The limit of the second rule is a quantile of t times the scaled median of the distances from the
 * median (MAD). The quantile is that of 0.01 / (2 of): Bonferroni, two-sided. The MAD of normal
 * values is as exact as a standard deviation with 37 % of the degrees of freedom. So t has 0.37
 * (count - 1) of them. tests/unit/test_run_spread.c counts how often equal records are odd. */
#include "model/run_spread.h"

#include "record/laws/statistic.h"
#include "standards/student.h"

#include <math.h>
#include <string.h>

static const double LEVEL = 0.01;          /* of both rules, two-sided */
static const double MAD_TO_SIGMA = 1.4826; /* of normal values */
static const double MAD_EFFICIENCY = 0.37;
static const double LEAST_SPREAD = 0.001; /* 0.1 %: a smaller one may be chance or rounding */

/* The mean of values, and the square of its standard error. Equal values give exactly 0. */
static double mean_of(const double *values, size_t count, double *square_error)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i] - values[0];
    sum /= (double)count;
    for (size_t i = 0; i < count; i++) {
        const double distance = values[i] - values[0] - sum;
        squares += distance * distance;
    }
    *square_error = squares / (double)(count - 1) / (double)count;
    return values[0] + sum;
}

bool wm_run_spread_welch(const double *a, size_t a_count, const double *b, size_t b_count,
                         wm_run_spread_difference *difference)
{
    double of_a, of_b, share, freedom;
    *difference = (wm_run_spread_difference){(double)NAN, (double)NAN};
    if (a_count < 2 || b_count < 2)
        return false;
    difference->mean = -mean_of(a, a_count, &of_a);
    difference->mean += mean_of(b, b_count, &of_b);
    if (!(of_a + of_b > 0))
        return false;
    share = of_a / (of_a + of_b); /* Welch-Satterthwaite */
    freedom = 1 / (share * share / (double)(a_count - 1) +
                   (1 - share) * (1 - share) / (double)(b_count - 1));
    difference->half = wm_student_quantile(LEVEL / 2, freedom) * sqrt(of_a + of_b);
    return difference->half > 0 && difference->half < (double)INFINITY;
}

double wm_run_spread_odd(double *values, double *room, size_t count, size_t of, double *median)
{
    double spread;
    *median = count > 0 ? wm_statistic_median(values, count) : (double)NAN;
    if (count < WM_RUN_SPREAD_FLEET)
        return (double)NAN;
    memcpy(room, values, count * sizeof *room);
    spread = MAD_TO_SIGMA * wm_statistic_distance(room, count, *median);
    if (!(spread > 0))
        return (double)NAN;
    return wm_student_quantile(LEVEL / 2 / (double)of,
                               fmax(1, MAD_EFFICIENCY * (double)(count - 1))) *
           fmax(spread, LEAST_SPREAD);
}
