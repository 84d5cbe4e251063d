/* The range of residuals expected from a product's elements. A recorded residual far outside was
 * not computed from them.
 *
 * r = A(BX) - CX equals -(E X); E are the errors of C's elements. With X standard normal, each of
 * the 8m values of r is normal. Its standard deviation is sqrt(n) times the root-mean-square error
 * of a row. The same holds for CX with C's root-mean-square. Elements recomputed from seeds
 * estimate both without the rest of C. The range is that of the largest of 8m such values; 1e-10 of
 * the probability lies outside on either side. It is widened by the factor
 *
 *     1 + 10 / sqrt(elements seen) + 10 / sqrt(n) + 10 / sqrt(k)
 *
 * for the error of the estimate (a kurtosis up to 10, six standard deviations), and for the
 * difference between rows. max|CX| has the format's lower limit. The witness's rounding is at least
 * that of an expected row. Source: ours. */
#ifndef WM_VERIFY_EXPECTED_H
#define WM_VERIFY_EXPECTED_H

#include "verify/recompute.h"

#include <stdbool.h>

typedef struct wm_expected {
    /* of max|A(BX) - CX|; 0 if the witness's rounding is as large (f64, int8) */
    double difference_low;
    double difference_high;
    double reference_low; /* of max|CX| */
    double reference_high;
} wm_expected;

/* The expected range, from the recomputed elements. */
wm_expected wm_expected_from(const wm_regenerate *operands, const wm_recompute_result *seen);

/* Whether a recorded pair is in range; false for NaN. */
bool wm_expected_covers(const wm_expected *expected, double difference_max, double reference_max);

/* The value that the largest magnitude of `count` standard normal values does not exceed, with the
 * given probability. */
double wm_expected_largest(double count, double probability);

#endif
