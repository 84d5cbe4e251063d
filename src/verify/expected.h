/* The range of residuals expected from a product's elements. A recorded residual far outside was
 * not computed from them.
 *
 * r = A(BX) - CX is -(E X), E being the errors of C's elements. Each of the 24 m values of r sums
 * the errors of a probe's n / 24 columns. Its standard deviation is that of an element's error
 * times the root of the probe's X2. The same holds for CX and C. Elements recomputed from seeds
 * estimate both without the rest of C. The range is that of the largest of 24 m normal values
 * outside of which lie 1e-10 on either side, widened by the factor
 *
 *     1 + 10 / sqrt(elements seen) + 5 / sqrt(columns of a probe) + 10 / sqrt(k)
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
