/* Whether numbers of several runs differ by more than the runs of one thing do.
 *
 * Both rules take the logarithms of rates or times. A run is one number: repeats of one run share
 * its clock, its memory layout and its neighbours, so they do not show the spread between runs. */
#ifndef WM_MODEL_RUN_SPREAD_H
#define WM_MODEL_RUN_SPREAD_H

#include <stdbool.h>
#include <stddef.h>

/* Fewest records of which one can be odd: the spread of fewer is hardly known. */
enum { WM_RUN_SPREAD_FLEET = 5 };

/* A difference of two means, b less a, and half the width of its 99 % interval. */
typedef struct wm_run_spread_difference {
    double mean, half;
} wm_run_spread_difference;

/* Welch's interval, which does not take the two spreads for equal. Source: B. L. Welch, The
 * generalization of Student's problem when several different population variances are involved,
 * Biometrika 34 (1947). False without 2 values on each side, and without any spread: half is then
 * NaN. */
bool wm_run_spread_welch(const double *a, size_t a_count, const double *b, size_t b_count,
                         wm_run_spread_difference *difference);

/* How far from the median a value is odd. `of` is the number of values that are judged together, in
 * this list and in others: with normal values, any of them is odd in at most 1 % of all cases.
 * *median is that of the values. Both arrays have `count` elements and are overwritten. NaN for
 * fewer than WM_RUN_SPREAD_FLEET values, or if more than half of them are equal. */
double wm_run_spread_odd(double *values, double *room, size_t count, size_t of, double *median);

#endif
