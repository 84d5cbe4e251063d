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

/* The value that no magnitude exceeds, with the probability of this logarithm. */
static double quantile(double count, double logarithm)
{
    double low = 0, high = 40;
    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        if (log_probability(count, middle) < logarithm)
            low = middle;
        else
            high = middle;
    }
    return high;
}

double wm_expected_largest(double count, double probability)
{
    return quantile(count, log(probability));
}

enum { PROBES = WM_TABLES_PROBE_COLUMNS };

/* The least and the largest square of a probe's entry, and the mean: ((48 + t) / 64)^2 for t = 0 to
 * 31. */
static const double LEAST_SQUARE = 0.5625, LARGEST_SQUARE = 1.523681640625;
static const double MEAN_SQUARE = 1.0052490234375;

wm_expected wm_expected_from(const wm_regenerate *operands, const wm_recompute_result *seen)
{
    const double n = (double)operands->n, k = (double)operands->k;
    const double probes = fmin(n, PROBES), columns = n / probes;
    const double elements = (double)seen->elements, count = probes * (double)operands->m;
    const double wide = 1 + 10 / sqrt(elements) + 5 / sqrt(columns) + 10 / sqrt(k);
    const double least = wm_expected_largest(count, TAIL) / wide;
    const double most = quantile(count, log1p(-TAIL)) * wide; /* keeps digits that 1 - TAIL loses */
    const double squares = columns * MEAN_SQUARE;
    const double error = sqrt(squares * seen->error_square / elements);
    const double value = sqrt(squares * seen->value_square / elements);
    const bool is_exact =
        operands->output_format == WM_FORMAT_F64 || operands->output_format == WM_FORMAT_I32;
    const bool witness_f32 = wm_freivalds_witness(operands->item) == WM_FORMAT_F32;
    const double reference_low =
        wm_freivalds_least_reference(operands->item, floor(columns) * LEAST_SQUARE);
    const double reference_high =
        wm_freivalds_least_reference(operands->item, ceil(columns) * LARGEST_SQUARE);
    /* The witness's own rounding, in its own format, and of sums whose terms do not cancel where C
     * does. */
    const double noise = 2 * (sqrt(n) + sqrt(k)) * (witness_f32 ? 0x1p-24 : 0x1p-53) * most *
                         fmax(value, reference_high);
    return (wm_expected){.difference_low = is_exact ? 0 : error * least,
                         .difference_high = error * most + noise,
                         .reference_low = fmax(value * least, reference_low),
                         .reference_high = fmax(value * most, reference_high)};
}

bool wm_expected_covers(const wm_expected *expected, double difference_max, double reference_max)
{
    return difference_max >= expected->difference_low &&
           difference_max <= expected->difference_high &&
           reference_max >= expected->reference_low && reference_max <= expected->reference_high;
}
