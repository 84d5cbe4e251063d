/* Whether a recorded residual is the one that comes out here, of the same output under the same
 * probes.
 *
 * Equal bytes and equal probes leave nothing but the witness's own rounding: the order of its sums
 * and, between kinds of machine, fused operations or exact products. The same program on the same
 * kind of machine gives the same bits, whatever the number of threads
 * (tests/conformance/test_cpu_device.c): only a number that is equal has recurred. Another order is
 * off by a random walk: a sum of t terms, one after the other, strays by 0.28 sqrt(t) u of its own
 * deviation (each rounding has a root mean square of 0.4 u of its partial sum), so r = A(BX) - CX
 * by 0.28 u sqrt(2n + k), and two of them by 0.4 u sqrt(2n + k), both maxima being over the same 8m
 * values. `slack` is 2 (sqrt(n) + sqrt(k)) u of max|CX| (of an expected row's size sqrt(n k) where
 * C cancels), at least six times that; u is 2^-24, or 2^-53 where the witness is binary64. The
 * other checks are binary64 sums of n terms at most, 8 sqrt(n) 2^-53 by the same argument; a
 * triad's and that of random reads have no sum that rounds, and must be equal.
 *
 * Another number inside the slack proves nothing, neither way: an honest machine of another kind
 * gives one, and so does a liar, who for products whose own rounding is as fine as their witness's
 * (f64, int8) has all of the residual to choose from. Measured (tests/unit/ test_residual_match.c):
 * binary32 witnesses stray from a binary64 one by 0.38 of the slack at n = k = 64, 0.09 at 2048.
 * Source: ours. */
#ifndef WM_STUDY_RESIDUAL_MATCH_H
#define WM_STUDY_RESIDUAL_MATCH_H

#include "record/reduction.h"

typedef enum wm_residual_match {
    WM_RESIDUAL_MATCH_YES, /* it came out again, bit for bit */
    /* another order of the witness's sums could give it, and so could a liar */
    WM_RESIDUAL_MATCH_UNSURE,
    WM_RESIDUAL_MATCH_NO /* no order of sums gives it */
} wm_residual_match;

/* Of two answers the one that says less. */
wm_residual_match wm_residual_match_worse(wm_residual_match a, wm_residual_match b);

/* The worst of a recorded residual's fields: both maxima, and a product's row statistic with its
 * row. */
wm_residual_match wm_residual_match_residual(const wm_item *item,
                                             const wm_observed_residual *recorded,
                                             const wm_observed_residual *own);

/* The worst of a recorded calibration's 64 pairs. */
wm_residual_match wm_residual_match_calibration(const wm_item *item,
                                                const wm_observed_calibration *recorded,
                                                const wm_observed_calibration *own);

#endif
