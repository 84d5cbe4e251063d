/* Compares a recorded residual with one computed here, from the same output and the same probes.
 *
 * With equal bytes and equal probes only the witness's rounding can differ: the order of its sums
 * and, between kinds of machine, fused operations or exact products. The same program on the same
 * kind of machine gives the same bits for any number of threads
 * (tests/conformance/test_cpu_device.c). Therefore only equal numbers count as YES.
 *
 * Another order of sums moves the result by a random walk. Each rounding has a root mean square of
 * 0.4 u of its partial sum. A sum of t terms, added one after the other, therefore moves by 0.28
 * sqrt(t) u of its own deviation. So r = A(BX) - CX moves by 0.28 u sqrt(2n + k), and two of them
 * differ by 0.4 u sqrt(2n + k); both maxima are over the same 24m values. `slack` is 2 (sqrt(n) +
 * sqrt(k)) u of max|CX|, at least six times that. Where C cancels, it is relative to an expected
 * row's size, sqrt(n k). u is 2^-24, or 2^-53 if the witness is binary64. The other checks are
 * binary64 sums of at most n terms: 8 sqrt(n) 2^-53 by the same argument. The checks of a triad and
 * of random reads have no sum that rounds: their numbers must be equal.
 *
 * A different number within the slack proves nothing. An honest machine of another kind gives one,
 * and so can a forger. For products that round as finely as their witness (f64, int8) the slack is
 * as large as the residual: a forger can choose any value. Measured
 * (tests/unit/test_residual_match.c): binary32 witnesses differ from a binary64 one by 0.38 of the
 * slack at n = k = 64, by 0.09 at 2048. Source: ours. */
#ifndef WM_STUDY_RESIDUAL_MATCH_H
#define WM_STUDY_RESIDUAL_MATCH_H

#include "record/laws/reduction.h"

typedef enum wm_residual_match {
    WM_RESIDUAL_MATCH_YES, /* bit for bit equal */
    /* another order of the witness's sums can give it, and so can a forger */
    WM_RESIDUAL_MATCH_UNSURE,
    WM_RESIDUAL_MATCH_NO /* no order of sums gives it */
} wm_residual_match;

/* The weaker of two results. */
wm_residual_match wm_residual_match_worse(wm_residual_match a, wm_residual_match b);

/* The weakest result over a recorded residual's fields: both maxima and, if the variant has rows,
 * the row statistic with its row. */
wm_residual_match wm_residual_match_residual(const wm_item *item,
                                             const wm_observed_residual *recorded,
                                             const wm_observed_residual *own);

/* The weakest result over a recorded calibration's pairs. */
wm_residual_match wm_residual_match_calibration(const wm_item *item,
                                                const wm_observed_calibration *recorded,
                                                const wm_observed_calibration *own);

#endif
