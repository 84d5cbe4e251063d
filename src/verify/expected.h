/* The residual that a product's elements lead one to expect: a recorded one that is far from it was
 * not computed from them.
 *
 * r = A(BX) - CX is -(E X), E being the errors of C's elements. With X standard normal, each of the
 * 8m values of r is normal with a standard deviation of sqrt(n) times the root-mean-square error of
 * a row, and so is CX with C's root-mean-square. Elements recomputed from seeds estimate both
 * without the rest of C. The range is that of the largest of 8m such values outside of which lie
 * 1e-10 on either side, widened by the factor
 *
 *     1 + 10 / sqrt(elements seen) + 10 / sqrt(n) + 10 / sqrt(k)
 *
 * for how far the estimate strays (a kurtosis up to 10, six standard deviations), and how far rows
 * stray from each other. max|CX| has the lower limit that the format gives it, and the witness's
 * rounding is that of an expected row at least. Source: ours. */
#ifndef WM_VERIFY_EXPECTED_H
#define WM_VERIFY_EXPECTED_H

#include "verify/recompute.h"

#include <stdbool.h>

typedef struct wm_expected {
    /* of max|A(BX) - CX|; 0 where the witness's own rounding is as large (f64, int8) */
    double difference_low;
    double difference_high;
    double reference_low; /* of max|CX| */
    double reference_high;
} wm_expected;

/* What the elements that were seen lead one to expect. */
wm_expected wm_expected_from(const wm_regenerate *operands, const wm_recompute_result *seen);

/* Whether a recorded pair is in range; NaN is not. */
bool wm_expected_covers(const wm_expected *expected, double difference_max, double reference_max);

/* The largest of `count` standard normal values' magnitudes is at most this with the given
 * probability. */
double wm_expected_largest(double count, double probability);

#endif
