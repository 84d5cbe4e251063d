/* Computes the expected range of residuals from recomputed elements. */
#include "verify/expected.h"

#include "verify/freivalds.h"

#include <math.h>

static const double TAIL = 1e-10; /* probability outside a range, on either side */

/* log of P(every magnitude <= x) = count * log(1 - erfc(x / sqrt(2))) */
static double log_probability(double count, double x)
{
    return count * log1p(-erfc(x * 0.70710678118654752));
}

double wm_expected_largest(double count, double probability)
{
    double low = 0, high = 40;
    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        if (log_probability(count, middle) < log(probability))
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* The quantile with TAIL above it; log1p keeps digits that 1 - TAIL would lose. */
static double largest_at_most(double count)
{
    double low = 0, high = 40;
    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        if (log_probability(count, middle) < log1p(-TAIL))
            low = middle;
        else
            high = middle;
    }
    return high;
}

wm_expected wm_expected_from(const wm_regenerate *operands, const wm_recompute_result *seen)
{
    const double n = (double)operands->n, k = (double)operands->k;
    const double elements = (double)seen->elements, count = 8 * (double)operands->m;
    const double wide = 1 + 10 / sqrt(elements) + 10 / sqrt(n) + 10 / sqrt(k);
    const double least = wm_expected_largest(count, TAIL) / wide;
    const double most = largest_at_most(count) * wide;
    const double error = sqrt(n * seen->error_square / elements);
    const double value = sqrt(n * seen->value_square / elements);
    const bool is_exact =
        operands->output_format == WM_FORMAT_F64 || operands->output_format == WM_FORMAT_I32;
    const bool witness_f32 = wm_freivalds_witness(operands->item) == WM_FORMAT_F32;
    const double reference = wm_freivalds_least_reference(operands->item);
    /* The rounding of the witness, in its own format. The terms of its sums do not cancel where C
     * does. */
    const double noise = 2 * (sqrt(n) + sqrt(k)) * (witness_f32 ? 0x1p-24 : 0x1p-53) * most *
                         fmax(value, sqrt(wm_freivalds_row_square(operands->item)));
    return (wm_expected){.difference_low = is_exact ? 0 : error * least,
                         .difference_high = error * most + noise,
                         .reference_low = fmax(value * least, reference),
                         .reference_high = fmax(value * most, reference)};
}

bool wm_expected_covers(const wm_expected *expected, double difference_max, double reference_max)
{
    return difference_max >= expected->difference_low &&
           difference_max <= expected->difference_high &&
           reference_max >= expected->reference_low && reference_max <= expected->reference_high;
}
