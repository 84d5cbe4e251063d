/* Tests of record/reduction and record/rule: values worked out by hand, order of null reasons. */
#include "record/laws/reduction.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "record/laws/rounding.h"
#include "record/laws/rule.h"
#include "record/laws/statistic.h"
#include "support/cmocka.h"

enum { REPEATS = 8 };

/* An item whose repeats a test then changes. */
typedef struct fixture {
    wm_item item;
    wm_observed_repeat repeats[REPEATS];
    wm_observed_calibration calibration;
    wm_observed_item observed;
} fixture;

static bool is_product(const fixture *of)
{
    return wm_tables_has(of->item.variant, WM_TRAIT_CALIBRATION);
}

/* hbm_triad of 1,000,000 elements, or a square gemm that is not thin, with every G at 1. Rates and
 * clocks rise together. */
static void make(fixture *of, const char *workload, const char *variant)
{
    memset(of, 0, sizeof *of);
    of->item.variant = wm_tables_variant(workload, strlen(workload), variant, strlen(variant));
    of->item.repeats = REPEATS;
    for (unsigned i = 0; i < of->item.variant->dimension_count; i++)
        of->item.dimension[i] = is_product(of) ? 64 : 1000000;
    for (unsigned i = 0; i < REPEATS; i++) {
        wm_observed_repeat *repeat = &of->repeats[i];
        repeat->ok = true;
        repeat->seconds = 0.5;
        repeat->iterations = 100 + i;
        repeat->clock = 3e9 + i;
        repeat->power = (double)NAN;
        repeat->temperature = 40 + i;
        repeat->peak_resident_bytes = 1e6 * i;
        repeat->residual.difference_max = 0;
        repeat->residual.reference_max = 1;
        repeat->residual.row_statistic = 1 + 0.125 * i;
        repeat->residual.residual_squares = repeat->residual.rounding_squares = 2;
    }
    for (unsigned i = 0; i < WM_TABLES_PROBES; i++) {
        of->calibration.difference_max[i] = 2.07e-4;
        of->calibration.reference_max[i] = 1;
        of->calibration.residual_squares[i] = of->calibration.rounding_squares[i] = 0.5;
    }
    of->calibration.ok = true;
    of->observed.item = &of->item;
    of->observed.repeats = of->repeats;
    of->observed.count[WM_PROCEDURE_REPEATS] = REPEATS;
    if (is_product(of))
        of->observed.calibration = &of->calibration;
}

static void is_number(const fixture *of, wm_function function, double expected)
{
    const wm_result result = wm_reduction_of_item(function, &of->observed);
    assert_int_equal(result.kind, WM_RESULT_NUMBER);
    if (result.number != expected)
        fail_msg("%s is %.17g and not %.17g", wm_tables_function_name(function), result.number,
                 expected);
}

static void is_word(const fixture *of, wm_function function, const char *expected)
{
    const wm_result result = wm_reduction_of_item(function, &of->observed);
    assert_int_equal(result.kind, WM_RESULT_WORD);
    assert_string_equal(result.text, expected);
}

static void is_null(const fixture *of, wm_function function, const char *reason)
{
    const wm_result result = wm_reduction_of_item(function, &of->observed);
    assert_int_equal(result.kind, WM_RESULT_NULL);
    assert_string_equal(result.text, reason);
}

static void rates_of_a_triad(void **state)
{
    fixture of;
    (void)state;
    make(&of, "hbm_triad", "f32"); /* rates 2.4e9, 2.424e9, ... 2.568e9 */
    is_number(&of, WM_FUNCTION_MEDIAN_RATE, (2.472e9 + 2.496e9) / 2);
    is_number(&of, WM_FUNCTION_RATE_LOW, 2.4e9); /* R = 8: x(1) and x(8) */
    is_number(&of, WM_FUNCTION_RATE_HIGH, 2.568e9);
    is_number(&of, WM_FUNCTION_RELATIVE_MAD, 48e6 / 2.484e9);
    is_number(&of, WM_FUNCTION_MEDIAN_CLOCK, 3e9 + 3.5);
    is_number(&of, WM_FUNCTION_CLOCK_CORRELATION, 1);
    is_null(&of, WM_FUNCTION_MEDIAN_POWER, "power absent");
    is_number(&of, WM_FUNCTION_MEDIAN_TEMPERATURE, 43.5);
    is_number(&of, WM_FUNCTION_PEAK_MEMORY, 7e6);
    of.observed.count[WM_PROCEDURE_REPEATS] = 5;
    is_null(&of, WM_FUNCTION_RATE_LOW, "fewer than 6 repeats");
    is_null(&of, WM_FUNCTION_LAG_CORRELATION, "fewer than 8 repeats");
    is_null(&of, WM_FUNCTION_INDEPENDENCE, "fewer than 8 repeats");
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: fewer than 8 repeats");
    of.observed.count[WM_PROCEDURE_REPEATS] = 1;
    is_null(&of, WM_FUNCTION_CLOCK_CORRELATION, "fewer than 2 repeats");
    is_null(&of, WM_FUNCTION_NUMERICAL_CLASS, "fewer than 2 repeats");
}

static void correlation_of_constants_is_null(void **state)
{
    fixture of;
    (void)state;
    make(&of, "hbm_triad", "f32");
    of.repeats[3].clock = (double)NAN;
    is_null(&of, WM_FUNCTION_CLOCK_CORRELATION, "clock absent");
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: clock absent");
    for (unsigned i = 0; i < REPEATS; i++)
        of.repeats[i].clock = 3e9;
    is_null(&of, WM_FUNCTION_CLOCK_CORRELATION, "clock constant");
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS,
            "S1"); /* a constant clock has no correlation with the rate */
    of.observed.count[WM_PROCEDURE_REPEATS] = 7;
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: fewer than 8 repeats");
    of.observed.count[WM_PROCEDURE_REPEATS] = REPEATS;
    for (unsigned i = 0; i < REPEATS; i++) {
        of.repeats[i].clock = 3e9 - i;
        of.repeats[i].iterations = 100;
    }
    is_null(&of, WM_FUNCTION_CLOCK_CORRELATION, "rate constant");
    is_null(&of, WM_FUNCTION_LAG_CORRELATION, "rate constant");
    is_null(&of, WM_FUNCTION_INDEPENDENCE, "rate constant");
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "S1"); /* nor has a constant rate */
    of.repeats[0].iterations = 101; /* one rate above seven equal ones: ranks 8 and 4 */
    is_number(&of, WM_FUNCTION_CLOCK_CORRELATION, 14 / sqrt(14 * 42));
}

static void ranks_of_ties(void **state)
{
    /* rates a a b b, clocks 1 2 3 4: ranks 1.5 1.5 3.5 3.5 and 1 2 3 4 about 2.5: 4 / sqrt(4 *
     * 5) */
    fixture of;
    (void)state;
    make(&of, "hbm_triad", "f32");
    of.observed.count[WM_PROCEDURE_REPEATS] = 4;
    of.repeats[1].iterations = 100;
    of.repeats[2].iterations = of.repeats[3].iterations = 102;
    is_number(&of, WM_FUNCTION_CLOCK_CORRELATION, 4 / sqrt(20));
}

static void a_rate_that_is_not_finite(void **state)
{
    fixture of;
    (void)state;
    make(&of, "hbm_triad", "f32");
    for (unsigned i = 0; i < REPEATS; i++)
        of.repeats[i].seconds = 5e-324;
    is_null(&of, WM_FUNCTION_MEDIAN_RATE, "not finite");
    is_null(&of, WM_FUNCTION_RELATIVE_MAD, "not finite");
    is_null(&of, WM_FUNCTION_CLOCK_CORRELATION, "rate constant");
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: spread");
    of.repeats[0].clock = (double)NAN;
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: clock absent");
}

/* Gives the repeats iterations in an order; the clocks are equal to them. */
static void set_series(fixture *of, const double iterations[REPEATS])
{
    for (unsigned i = 0; i < REPEATS; i++)
        of->repeats[i].clock = of->repeats[i].iterations = iterations[i];
}

/* The figures are from numpy, by the definition of the rank autocorrelation. */
static void correlated_repeats(void **state)
{
    static const double ORDERED[] = {100, 101, 102, 103, 104, 105, 106, 107};
    static const double MIXED[] = {103, 100, 106, 101, 107, 102, 105, 104};
    static const double WAVE[] = {105, 107, 108, 106, 104, 102, 101, 103};
    fixture of;
    (void)state;
    make(&of, "hbm_triad", "f32");
    set_series(&of, ORDERED);
    is_number(&of, WM_FUNCTION_LAG_CORRELATION, 0.625);
    is_word(&of, WM_FUNCTION_INDEPENDENCE, "independent");
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: repeats correlated");
    set_series(&of, MIXED);
    is_number(&of, WM_FUNCTION_LAG_CORRELATION, -28.75 / 42);
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "S2");
    set_series(&of, WAVE);
    is_number(&of, WM_FUNCTION_LAG_CORRELATION, 0.70833333333333337);
    is_word(&of, WM_FUNCTION_INDEPENDENCE, "correlated, interval too narrow");
    assert_true(fabs(wm_statistic_lag_limit(8) - 0.67263823715367022) < 1e-15);
    assert_true(fabs(wm_statistic_lag_limit(24) - 0.55682065144733417) < 1e-15);
    assert_true(fabs(wm_statistic_lag_limit(54) - 0.40125908530799104) < 1e-15);
    assert_true(wm_statistic_lag_limit(55) == 0.4);
}

/* One condition of the performance class at a time, and the order of the conditions. */
static void classes_say_why_they_are_undetermined(void **state)
{
    static const struct {
        double iterations[REPEATS];
        const char *expected;
    } cases[] = {
        {{100, 100, 100, 100, 100, 100, 100, 101}, "S1"},
        {{100, 106, 100, 106, 100, 106, 100, 106}, "S1"},
        {{100, 112, 100, 112, 100, 112, 100, 112}, "undetermined: spread"},
        {{100, 100, 100, 100, 100, 100, 100, 110.1}, "undetermined: interval"},
        {{100, 100, 100, 100, 100, 100, 100, 109.9}, "S1"},
    };
    fixture of;
    (void)state;
    make(&of, "hbm_triad", "f32");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_series(&of, cases[i].iterations);
        for (unsigned r = 0; r < REPEATS; r++)
            of.repeats[r].clock = 3e9;
        is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, cases[i].expected);
    }
    of.repeats[6].stops_unknown = true;
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: not known");
    of.repeats[4].flags = 1U << WM_FLAG_STOPPED;
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: stopped");
    of.repeats[3].flags = 1U << WM_FLAG_STARVED;
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: starved");
    of.repeats[5].clock = (double)NAN;
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: clock absent");
}

/* With 16 repeats the interval leaves out three at each end. */
static void outliers_and_fast_repeats(void **state)
{
    enum { MANY = 16 };
    wm_observed_repeat repeats[MANY];
    fixture of;
    (void)state;
    make(&of, "hbm_triad", "f32");
    for (unsigned i = 0; i < MANY; i++) {
        repeats[i] = of.repeats[0];
        repeats[i].iterations = 100;
    }
    of.observed.repeats = repeats;
    of.observed.count[WM_PROCEDURE_REPEATS] = MANY;
    repeats[4].iterations = 89;
    repeats[9].iterations = 111;
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "S1"); /* 2 of 16 */
    repeats[11].iterations = 111;
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: outliers");
    repeats[11].iterations = 100;
    repeats[9].iterations = 126;
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "undetermined: fast repeat");
    repeats[9].iterations = 125;
    is_word(&of, WM_FUNCTION_PERFORMANCE_CLASS, "S1");
}

static wm_rounding_band band_of(const char *variant, uint32_t m, uint32_t n, uint32_t k,
                                unsigned sets)
{
    const wm_item item = {.variant = wm_tables_variant("gemm", 4, variant, strlen(variant)),
                          .dimension = {m, n, k}};
    return wm_rounding_band_of(&item, sets);
}

static void is_near(double found, double expected)
{
    if (!(fabs(found - expected) < 1e-15))
        fail_msg("%.17g and not %.17g", found, expected);
}

/* The figures are from numpy, from the formulas of record.md section 4 alone. */
static void bands_of_g(void **state)
{
    wm_rounding_band band = band_of("fp16", 64, 64, 64, 21);
    (void)state;
    assert_true(band.is_there);
    is_near(band.low, 0.8606498689990959);
    is_near(band.high, 1.1383506078380625);
    band = band_of("fp16", 128, 100, 64, 1);
    is_near(band.low, 0.8644845687831697);
    is_near(band.high, 1.1345159080539886);
    band = band_of("tf32", 64, 64, 64, 21);
    is_near(band.low, 0.73809946567264828);
    is_near(band.high, 1.2619024416759845);
    band = band_of("tf32", 128, 128, 128, 1);
    is_near(band.low, 0.80863361384506427);
    is_near(band.high, 1.191374015549467);
    band = band_of("fp8", 64, 64, 64, 1);
    is_near(band.low, 0.79948972824815745);
    is_near(band.high, 1.2239602866530037);
    assert_false(band_of("fp16", 64, 64, 63, 21).is_there);
    assert_false(band_of("fp16", 1, 65536, 4096, 21).is_there);
    assert_false(band_of("tf32", 64, 64, 64, 1).is_there);
    assert_true(band_of("bf16", 2, 899, 64, 21).is_there);
    assert_false(band_of("bf16", 2, 898, 64, 21).is_there);
    assert_false(band_of("fp8_fast", 4096, 4096, 4096, 21).is_there);
    assert_false(band_of("f64", 4096, 4096, 4096, 21).is_there);
}

/* 2^T is at least the rows by the probes. */
static void row_thresholds(void **state)
{
    static const struct {
        const char *variant;
        uint32_t m, n, k;
        double expected;
    } cases[] = {
        {"fp16", 1, 1, 1, 23.93},           {"fp16", 1, 2, 1, 25.27},
        {"fp16", 1, 3, 1, 26.61},           {"fp16", 64, 64, 64, 38.73}, /* 1,536: T = 11 */
        {"f64", 4096, 4096, 4096, 46.86},   {"int8", 65536, 1, 9, 45.51},
        {"bf16", 65537, 1, 9, 46.86},       {"tf32", 1, 1, 1, 23.93 * 161},
        {"f32", 2147483647, 24, 64, 72.78}, {"tf32", 64, 64, 64, 38.73 * 3.5},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wm_item item = {
            .variant = wm_tables_variant("gemm", 4, cases[i].variant, strlen(cases[i].variant)),
            .dimension = {cases[i].m, cases[i].n, cases[i].k}};
        assert_true(wm_rounding_row_threshold(&item) == cases[i].expected);
    }
}

static void g_of_a_calibration(void **state)
{
    fixture of;
    (void)state;
    make(&of, "gemm", "fp16");
    is_number(&of, WM_FUNCTION_CALIBRATED_ROUNDING, 1);
    of.calibration.residual_squares[20] = 3.5; /* 13.5 / 10.5 */
    is_number(&of, WM_FUNCTION_CALIBRATED_ROUNDING, 13.5 / 10.5);
    is_word(&of, WM_FUNCTION_BASIS, "off prediction");
    is_null(&of, WM_FUNCTION_TOLERANCE, "G off its prediction");
    is_null(&of, WM_FUNCTION_VERIFIED, "G off its prediction");
    of.calibration.residual_squares[20] = 1.9; /* 1.1333: within 1.1384 */
    is_word(&of, WM_FUNCTION_BASIS, "calibrated");
    of.calibration.residual_squares[20] = 2; /* 1.1429 */
    is_word(&of, WM_FUNCTION_BASIS, "off prediction");
    of.item.dimension[2] = 63;
    is_word(&of, WM_FUNCTION_BASIS, "predicted");
    is_number(&of, WM_FUNCTION_TOLERANCE, 12 * 2.07e-4); /* no wider for a thin product */
    of.calibration.rounding_squares[7] = (double)NAN;
    is_null(&of, WM_FUNCTION_CALIBRATED_ROUNDING, "not finite");
    is_null(&of, WM_FUNCTION_BASIS, "not finite");
    is_null(&of, WM_FUNCTION_TOLERANCE, "not finite");
    for (unsigned i = 0; i < WM_TABLES_PROBES; i++)
        of.calibration.residual_squares[i] = of.calibration.rounding_squares[i] = 0;
    is_null(&of, WM_FUNCTION_CALIBRATED_ROUNDING, "no rounding seen");
    is_word(&of, WM_FUNCTION_BASIS, "predicted");
    of.calibration.residual_squares[0] = 1;
    is_null(&of, WM_FUNCTION_CALIBRATED_ROUNDING, "not finite");
    make(&of, "gemm", "int8");
    is_null(&of, WM_FUNCTION_CALIBRATED_ROUNDING, "no rounding to measure");
    is_word(&of, WM_FUNCTION_BASIS, "a priori");
    make(&of, "gemm", "f32"); /* shown, without a verdict */
    of.calibration.residual_squares[0] = 2000;
    is_number(&of, WM_FUNCTION_CALIBRATED_ROUNDING, 2010 / 10.5);
    is_word(&of, WM_FUNCTION_BASIS, "a priori");
}

static void g_of_the_repeats(void **state)
{
    fixture of;
    (void)state;
    make(&of, "gemm", "fp16");
    is_number(&of, WM_FUNCTION_ROUNDING, 1);
    of.repeats[2].residual.residual_squares = 1.75; /* 0.875: farther from 0.9995 than 1.1 */
    of.repeats[4].residual.residual_squares = 2.2;
    is_number(&of, WM_FUNCTION_ROUNDING, 0.875);
    is_word(&of, WM_FUNCTION_VERIFIED, "PASS");
    of.repeats[4].residual.residual_squares = 2.5; /* above 1.1961 */
    is_number(&of, WM_FUNCTION_ROUNDING, 1.25);
    is_word(&of, WM_FUNCTION_VERIFIED, "FAIL");
    assert_int_equal(wm_rule_product(&of.observed), 4);
    of.repeats[4].residual.residual_squares = 1.5; /* below 0.8029 */
    is_word(&of, WM_FUNCTION_VERIFIED, "FAIL");
    of.item.dimension[2] = 63; /* no verdict */
    is_word(&of, WM_FUNCTION_VERIFIED, "PASS");
    of.repeats[4].residual.residual_squares = 0;
    of.repeats[4].residual.rounding_squares = 0;
    is_null(&of, WM_FUNCTION_ROUNDING, "no rounding seen");
    is_word(&of, WM_FUNCTION_VERIFIED, "PASS");
    of.repeats[6].residual.residual_squares = (double)NAN;
    is_null(&of, WM_FUNCTION_ROUNDING, "not finite");
    is_word(&of, WM_FUNCTION_VERIFIED, "FAIL"); /* a null sum hides the G */
    make(&of, "gemm", "f64");
    of.repeats[6].residual.residual_squares = (double)NAN;
    is_null(&of, WM_FUNCTION_ROUNDING, "no rounding to measure");
    make(&of, "gemm", "f32");
    of.repeats[6].residual.residual_squares = 4000;
    is_number(&of, WM_FUNCTION_ROUNDING, 2000);
    is_word(&of, WM_FUNCTION_VERIFIED, "FAIL"); /* above k */
}

static void floors_and_tolerances(void **state)
{
    const double floor = 2.07e-4 / (1 + 1e-30);
    fixture of;
    (void)state;
    make(&of, "gemm", "fp16");
    is_number(&of, WM_FUNCTION_FLOOR, floor);
    is_number(&of, WM_FUNCTION_PREDICTED_FLOOR, 2.07e-4);
    is_word(&of, WM_FUNCTION_BASIS, "calibrated");
    is_number(&of, WM_FUNCTION_TOLERANCE, 3 * floor);
    is_number(&of, WM_FUNCTION_ROW_THRESHOLD, 38.73);
    for (unsigned i = 0; i < WM_TABLES_PROBES; i++)
        of.calibration.difference_max[i] = 2 * 2.07e-4;
    is_word(&of, WM_FUNCTION_BASIS, "calibrated"); /* G judges, not the floor */
    of.calibration.difference_max[WM_TABLES_PROBES - 1] = (double)NAN;
    is_null(&of, WM_FUNCTION_BASIS, "not finite");
    of.calibration.ok = false;
    is_null(&of, WM_FUNCTION_PREDICTED_FLOOR, "calibration failed");
    is_null(&of, WM_FUNCTION_VERIFIED, "calibration failed");
    of.observed.has_failed = true;
    is_null(&of, WM_FUNCTION_TOLERANCE, "repeat failed");
    make(&of, "gemm", "f32");
    is_null(&of, WM_FUNCTION_PREDICTED_FLOOR, "no prediction");
    is_word(&of, WM_FUNCTION_BASIS, "a priori");
    is_number(&of, WM_FUNCTION_TOLERANCE, 32.0 / 16777216);
    make(&of, "gemm", "fp8_fast");
    is_null(&of, WM_FUNCTION_PREDICTED_FLOOR, "no prediction");
    is_word(&of, WM_FUNCTION_BASIS, "a priori");
    is_number(&of, WM_FUNCTION_TOLERANCE, 4 * sqrt(1.66e-3 * 1.66e-3 + 64.0 / 1073741824));
    make(&of, "random_access", "latency");
    is_number(&of, WM_FUNCTION_TOLERANCE, 0);
}

/* The tolerance is four times as wide at 63 rows or terms, but not at 64, for any number of
 * columns, calibrated or not. With one column G has no verdict: 12 predicted floors. */
static void tolerances_of_thin_products(void **state)
{
    static const struct {
        uint32_t m, n, k;
        double widening;
    } cases[] = {{63, 64, 64, 4}, {64, 63, 64, 1}, {64, 64, 63, 4}, {64, 1, 64, 1},
                 {1, 64, 64, 4},  {64, 64, 1, 4},  {1, 1, 1, 4},    {64, 64, 64, 1}};
    fixture of;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double n = cases[i].n, k = cases[i].k, widening = cases[i].widening;
        static const char *const variants[] = {"bf16", "fp8_fast", "f32", "f64", "int8"};
        const double bounds[] = {cases[i].n == 1 ? 12 * 1.66e-3 / widening : 3 * 1.66e-3,
                                 4 * sqrt(1.66e-3 * 1.66e-3 + k / 1073741824),
                                 4 * sqrt(k) * 0x1p-24, 4 * sqrt(k + n) * 0x1p-53,
                                 4 * sqrt(k + n) * 0x1p-53};
        for (size_t j = 0; j < sizeof variants / sizeof *variants; j++) {
            make(&of, "gemm", variants[j]);
            of.item.dimension[0] = cases[i].m;
            of.item.dimension[1] = cases[i].n;
            of.item.dimension[2] = cases[i].k;
            for (unsigned p = 0; p < WM_TABLES_PROBES; p++)
                of.calibration.difference_max[p] = 1.66e-3;
            is_number(&of, WM_FUNCTION_TOLERANCE, widening * bounds[j]);
            of.repeats[3].residual.difference_max = 1.001 * widening * bounds[j];
            is_word(&of, WM_FUNCTION_VERIFIED, "FAIL");
            of.repeats[3].residual.difference_max = 0.999 * widening * bounds[j];
            is_word(&of, WM_FUNCTION_VERIFIED, "PASS");
        }
    }
}

/* Lanes by steps, for any table; one wrong lane is too many. */
static void random_reads(void **state)
{
    fixture of;
    (void)state;
    make(&of, "random_access", "bandwidth");
    of.item.dimension[1] = 300;
    of.item.dimension[2] = 50;
    is_number(&of, WM_FUNCTION_MEDIAN_RATE, 300 * 50 * (100 + (REPEATS - 1) / 2.0) / 0.5);
    is_word(&of, WM_FUNCTION_VERIFIED, "PASS");
    of.repeats[0].residual =
        (wm_observed_residual){.difference_max = 1, .reference_max = 300, .row_statistic = NAN};
    is_number(&of, WM_FUNCTION_RESIDUAL, 1.0 / 300);
    is_word(&of, WM_FUNCTION_VERIFIED, "FAIL");
}

static void verdicts(void **state)
{
    fixture of;
    wm_limits limits;
    (void)state;
    make(&of, "gemm", "fp16");
    is_word(&of, WM_FUNCTION_VERIFIED, "PASS");
    is_number(&of, WM_FUNCTION_ROW_STATISTIC, 1.875);
    assert_int_equal(wm_rule_product(&of.observed), REPEATS - 1);
    of.repeats[2].residual.difference_max = 3.01 * 2.07e-4;
    is_word(&of, WM_FUNCTION_VERIFIED, "FAIL");
    assert_int_equal(wm_rule_product(&of.observed), 2);
    of.repeats[2].residual.difference_max = 0;
    of.repeats[5].residual.row_statistic = 38.74; /* the threshold is 38.73 */
    is_word(&of, WM_FUNCTION_VERIFIED, "FAIL");
    of.repeats[5].residual.row_statistic = (double)NAN;
    is_word(&of, WM_FUNCTION_VERIFIED, "FAIL");
    of.calibration.ok = false;
    /* a value that is not finite fails without any tolerance */
    is_word(&of, WM_FUNCTION_VERIFIED, "FAIL");
    of.repeats[5].residual.row_statistic = 1;
    limits = wm_rule_limits(&of.observed);
    assert_int_equal(wm_rule_decide(&limits, &of.repeats[5].residual), WM_DECISION_UNDECIDED);
    make(&of, "hbm_triad", "f32"); /* a tolerance of 0: the output must be exact */
    is_word(&of, WM_FUNCTION_VERIFIED, "PASS");
    of.repeats[0].residual.difference_max = 1e-300;
    is_word(&of, WM_FUNCTION_VERIFIED, "FAIL");
}

static void the_first_rejected_repeat(void **state)
{
    fixture of;
    wm_limits limits;
    (void)state;
    make(&of, "gemm", "fp16");
    limits = wm_rule_limits(&of.observed);
    assert_int_equal(wm_rule_first_rejected(&limits, &of.observed), REPEATS);
    of.repeats[6].residual.difference_max = of.repeats[3].residual.difference_max = 1;
    assert_int_equal(wm_rule_first_rejected(&limits, &of.observed), 3);
    of.repeats[0].residual.difference_max = (double)NAN;
    assert_int_equal(wm_rule_first_rejected(&limits, &of.observed), 0);
    of.observed.count[WM_PROCEDURE_REPEATS] = 0;
    assert_int_equal(wm_rule_first_rejected(&limits, &of.observed), 0);
    assert_int_equal(wm_rule_product(&of.observed), 0);
}

static void transcripts(void **state)
{
    fixture of;
    (void)state;
    make(&of, "hbm_triad", "f32");
    of.observed.decision_count = 1;
    of.observed.decision[0] = WM_DECISION_ACCEPT;
    is_word(&of, WM_FUNCTION_TRANSCRIPT, "accept");
    of.observed.is_injected = true;
    is_word(&of, WM_FUNCTION_TRANSCRIPT, "injected accept");
    of.observed.decision[0] = WM_DECISION_REJECT;
    is_word(&of, WM_FUNCTION_TRANSCRIPT, "injected reject");
    of.observed.decision_count = 2;
    of.observed.decision[1] = WM_DECISION_ACCEPT;
    is_word(&of, WM_FUNCTION_TRANSCRIPT, "injected repaired");
    of.observed.is_injected = false;
    is_word(&of, WM_FUNCTION_TRANSCRIPT, "repaired");
}

static void series(void **state)
{
    double values[5] = {4, -2, 0, 1, 2}, huge[2] = {DBL_MAX, DBL_MAX}, zero[3] = {-1, 0, 1};
    double null[2] = {1, (double)NAN}, minus[2] = {-5e-324, 0};
    wm_result result;
    (void)state;
    assert_true(wm_reduction_of_series(WM_FUNCTION_MEAN_OF, values, 5).number == 1);
    assert_true(wm_reduction_of_series(WM_FUNCTION_STANDARD_DEVIATION_OF, values, 5).number ==
                sqrt(5));
    assert_true(wm_reduction_of_series(WM_FUNCTION_MINIMUM_OF, values, 5).number == -2);
    assert_true(wm_reduction_of_series(WM_FUNCTION_MAXIMUM_OF, values, 5).number == 4);
    assert_true(wm_reduction_of_series(WM_FUNCTION_MEDIAN_OF, values, 5).number == 1);
    assert_true(wm_reduction_of_series(WM_FUNCTION_RELATIVE_MAD_OF, values, 5).number == 1);
    assert_string_equal(wm_reduction_of_series(WM_FUNCTION_MEDIAN_OF, huge, 2).text, "not finite");
    assert_string_equal(wm_reduction_of_series(WM_FUNCTION_RELATIVE_MAD_OF, zero, 3).text,
                        "median is zero");
    assert_string_equal(wm_reduction_of_series(WM_FUNCTION_STANDARD_DEVIATION_OF, zero, 1).text,
                        "fewer than 2 values");
    assert_string_equal(wm_reduction_of_series(WM_FUNCTION_MAXIMUM_OF, null, 2).text,
                        "value absent");
    result = wm_reduction_of_series(WM_FUNCTION_MEDIAN_OF, minus, 2); /* half of the least: -0 */
    assert_true(result.kind == WM_RESULT_NUMBER && result.number == 0 && !signbit(result.number));
}

static void long_series_sort_as_short_ones(void **state)
{
    double values[1001];
    (void)state;
    for (int i = 0; i < 1001; i++)
        values[i] = (i * 7919) % 1001;
    assert_true(wm_reduction_of_series(WM_FUNCTION_MEDIAN_OF, values, 1001).number == 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_of_a_triad),
        cmocka_unit_test(correlation_of_constants_is_null),
        cmocka_unit_test(ranks_of_ties),
        cmocka_unit_test(a_rate_that_is_not_finite),
        cmocka_unit_test(correlated_repeats),
        cmocka_unit_test(classes_say_why_they_are_undetermined),
        cmocka_unit_test(outliers_and_fast_repeats),
        cmocka_unit_test(bands_of_g),
        cmocka_unit_test(row_thresholds),
        cmocka_unit_test(g_of_a_calibration),
        cmocka_unit_test(g_of_the_repeats),
        cmocka_unit_test(floors_and_tolerances),
        cmocka_unit_test(tolerances_of_thin_products),
        cmocka_unit_test(random_reads),
        cmocka_unit_test(verdicts),
        cmocka_unit_test(the_first_rejected_repeat),
        cmocka_unit_test(transcripts),
        cmocka_unit_test(series),
        cmocka_unit_test(long_series_sort_as_short_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
