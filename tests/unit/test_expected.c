/* Tests of verify/expected: the range of residuals against simulated ones. */
#include "verify/expected.h"
#include "verify/freivalds.h"
#include "standards/normal.h"
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

static void largest_is_the_quantile(void **state)
{
    (void)state;
    assert_true(fabs(wm_expected_largest(1, 0.5) - 0.674489750) < 1e-8);
    assert_true(fabs(wm_expected_largest(1, 0.95) - 1.959963985) < 1e-8);
    /* erf(x / sqrt(2))^1000 at x = 4 */
    assert_true(fabs(wm_expected_largest(1000, pow(erf(4 / sqrt(2)), 1000)) - 4) < 1e-8);
    assert_true(wm_expected_largest(8, 1e-10) < wm_expected_largest(8, 0.5));
}

/* The range for elements of this many, with errors and values of these sizes. */
static wm_expected range_of(const char *variant, uint32_t n, uint64_t elements, double error,
                            double value, wm_regenerate *operands)
{
    static wm_item item;
    const wm_recompute_result seen = {.elements = elements,
                                      .error_square = error * error * (double)elements,
                                      .value_square = value * value * (double)elements};
    item = (wm_item){wm_tables_variant("gemm", 4, variant, strlen(variant)),
                     {n, n, n, 0},
                     1,
                     {WM_FAULT_NONE, false, 0, 0},
                     WM_POINT_NONE,
                     0,
                     {WM_TRIAL_NOT, 0},
                     NULL};
    assert_int_equal(wm_regenerate_open(operands, &item, ""), WM_OK);
    return wm_expected_from(operands, &seen);
}

/* The largest of the 24 n sums of n / 24 errors (at most n^2 sums of one), as normal values by the
 * format's own table. */
static double simulate(uint32_t n, uint8_t seed)
{
    const uint8_t bytes[32] = {seed};
    const wm_philox stream = wm_philox_from_seed(bytes);
    const uint64_t probes = n < WM_TABLES_PROBE_COLUMNS ? n : WM_TABLES_PROBE_COLUMNS;
    const double *table = NULL;
    double largest = 0;
    assert_int_equal(wm_normal_table(&table), WM_OK);
    for (uint64_t e = 0; e < probes * n; e++)
        largest = fmax(largest, fabs(table[wm_philox_index16(&stream, e)]));
    return largest * sqrt((double)n / (double)probes);
}

static void honest_residuals_are_in_range(void **state)
{
    static const uint32_t sizes[] = {1, 16, 300, 4096};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        wm_regenerate operands;
        const double value = sqrt((double)sizes[i]);
        const wm_expected range = range_of("fp16", sizes[i], 16384, 1e-3, value, &operands);
        for (uint8_t seed = 0; seed < 40; seed++) {
            const double largest = simulate(sizes[i], seed);
            const double columns = fmax(1, (double)sizes[i] / WM_TABLES_PROBE_COLUMNS);
            const double least = wm_freivalds_least_reference(operands.item, columns);
            assert_true(wm_expected_covers(&range, 1e-3 * largest, fmax(value * largest, least)));
        }
        wm_regenerate_close(&operands);
    }
}

static void wrong_residuals_are_out_of_range(void **state)
{
    wm_regenerate operands;
    const wm_expected range = range_of("fp16", 4096, 16384, 0.0128, 64, &operands);
    const double largest = simulate(4096, 1);
    (void)state;
    assert_false(wm_expected_covers(&range, 0, 64 * largest));
    assert_false(wm_expected_covers(&range, 0.4 * 0.0128 * largest, 64 * largest));
    assert_false(wm_expected_covers(&range, 4 * 0.0128 * largest, 64 * largest));
    assert_false(wm_expected_covers(&range, 0.0128 * largest, 32 * largest));
    assert_false(wm_expected_covers(&range, 0.0128 * largest, 256 * largest));
    assert_false(wm_expected_covers(&range, (double)NAN, 64 * largest));
    assert_false(wm_expected_covers(&range, 0.0128 * largest, (double)NAN));
    wm_regenerate_close(&operands);
}

/* If the witness's rounding is as large as the output's, a small residual proves nothing. */
static void exact_formats_have_no_lower_end(void **state)
{
    static const char *const variants[] = {"f64", "int8"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        wm_regenerate operands;
        const wm_expected range = range_of(variants[i], 64, 4096, 0, 5, &operands);
        assert_true(range.difference_low == 0 && range.difference_high > 0);
        assert_true(range.reference_low > 0);
        wm_regenerate_close(&operands);
    }
}

/* One element that almost cancels, as can happen in a product of one row and one column. The
 * witness's sums round as usual. max|CX| of a format without a prediction is at least that of an
 * expected row. */
static void cancelling_sums_are_in_range(void **state)
{
    wm_regenerate operands;
    const wm_item item = {wm_tables_variant("gemm", 4, "f64", 3),
                          {1, 1, 496, 0},
                          1,
                          {WM_FAULT_NONE, false, 0, 0},
                          WM_POINT_NONE,
                          0,
                          {WM_TRIAL_NOT, 0},
                          NULL};
    const wm_recompute_result seen = {
        .elements = 1, .error_square = 1e-30, .value_square = 0.01 * 0.01};
    wm_expected range;
    (void)state;
    assert_int_equal(wm_regenerate_open(&operands, &item, ""), WM_OK);
    range = wm_expected_from(&operands, &seen);
    assert_true(wm_expected_covers(&range, 1e-14, sqrt(496)));
    assert_false(wm_expected_covers(&range, 1e-14, 0.02));
    assert_false(wm_expected_covers(&range, 1e-10, sqrt(496)));
    wm_regenerate_close(&operands);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(largest_is_the_quantile),
        cmocka_unit_test(honest_residuals_are_in_range),
        cmocka_unit_test(wrong_residuals_are_out_of_range),
        cmocka_unit_test(exact_formats_have_no_lower_end),
        cmocka_unit_test(cancelling_sums_are_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
