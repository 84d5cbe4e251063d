/* Tests of record/laws/slope: planted slopes, what does not count as evidence, and the interval by
 * another route: the jackknife of a regression that is solved by normal equations. */
#include "record/laws/slope.h"

#include "support/cmocka.h"

#include <math.h>
#include <string.h>

enum { MOST = 1000, BLOCKS = 8 };

static double clocks[MOST], rates[MOST];

/* Numbers from -1 to 1 without a pattern. */
static double noise(size_t i)
{
    const double x = sin(12.9898 * ((double)i + 1)) * 43758.5453;
    return 2 * (x - floor(x)) - 1;
}

/* A clock around 1.5 GHz that varies by `spread`, and a rate that follows it. */
static void plant(size_t count, double slope, double spread, double error)
{
    for (size_t i = 0; i < count; i++) {
        const double moved = spread * noise(i);
        clocks[i] = 1.5e9 * (1 + moved);
        rates[i] = 6e14 * (1 + slope * moved + error * noise(i + 5000));
    }
}

static double number_of(wm_function function, size_t count)
{
    const wm_result result = wm_slope_reduce(function, rates, clocks, count);
    if (result.kind != WM_RESULT_NUMBER)
        fail_msg("null: %s", result.text);
    return result.number;
}

static void refused(size_t count, const double *clock, const char *reason)
{
    static const wm_function all[] = {WM_FUNCTION_CLOCK_SLOPE, WM_FUNCTION_CLOCK_SLOPE_LOW,
                                      WM_FUNCTION_CLOCK_SLOPE_HIGH};
    for (size_t i = 0; i < 3; i++) {
        const wm_result result = wm_slope_reduce(all[i], rates, clock, count);
        assert_int_equal(result.kind, WM_RESULT_NULL);
        assert_string_equal(result.text, reason);
    }
}

static void planted_slopes_come_back(void **state)
{
    static const double slopes[] = {0, 0.5, 1, -1, 3};
    static const size_t counts[] = {64, 65, 71, 240, 1000};
    (void)state;
    for (size_t c = 0; c < 5; c++)
        for (size_t s = 0; s < 5; s++) {
            double slope, low, high;
            plant(counts[c], slopes[s], 0.02, 1e-9);
            slope = number_of(WM_FUNCTION_CLOCK_SLOPE, counts[c]);
            /* relative to means, which the clock's own mean moves a little */
            assert_true(fabs(slope - slopes[s]) <= 0.01 * fabs(slopes[s]) + 1e-6);
            plant(counts[c], slopes[s], 0.02, 0.001);
            low = number_of(WM_FUNCTION_CLOCK_SLOPE_LOW, counts[c]);
            high = number_of(WM_FUNCTION_CLOCK_SLOPE_HIGH, counts[c]);
            assert_true(low < slope + 0.05 && slope - 0.05 < high && low < high);
        }
}

/* A level and a trend of each block are no evidence, however large. */
static void trends_do_not_count(void **state)
{
    const size_t count = 160, size = count / BLOCKS;
    double before, after;
    (void)state;
    plant(count, 0.3, 0.02, 0.002);
    before = number_of(WM_FUNCTION_CLOCK_SLOPE, count);
    for (size_t i = 0; i < count; i++) {
        const double block = (double)(i / size), t = (double)(i % size) - 9.5;
        rates[i] += 6e14 * (0.01 * sin(block) + 0.004 * cos(2 * block) * t);
        clocks[i] += 1.5e9 * (0.02 * cos(block) + 0.001 * sin(3 * block) * t);
    }
    after = number_of(WM_FUNCTION_CLOCK_SLOPE, count);
    /* the means moved too, so that the relative slope did by as much */
    assert_true(fabs(after - before) <= 0.05 * fabs(before));
    for (size_t i = 0; i < count; i++) {
        rates[i] = 6e14 * (1 - 1e-4 * (double)i);
        clocks[i] = 1.5e9 * (1 - 1e-3 * (double)i);
    }
    refused(count, clocks, "clock varied too little");
}

/* Solves for the coefficients of level and trend of each block that is not left out, and of the
 * clock, by Gauss elimination of the normal equations. Gives that of the clock. */
static double regress(const double *u, const double *v, size_t count, size_t left_out)
{
    enum { N = 2 * BLOCKS + 1 };
    double a[N][N + 1];
    memset(a, 0, sizeof a);
    for (size_t k = 0; k < BLOCKS; k++)
        for (size_t i = k * count / BLOCKS; i < (k + 1) * count / BLOCKS; i++) {
            double row[N] = {0};
            row[2 * k] = 1;
            row[2 * k + 1] = (double)i / (double)count;
            row[N - 1] = u[i];
            for (size_t r = 0; r < N && k != left_out; r++) {
                for (size_t c = 0; c < N; c++)
                    a[r][c] += row[r] * row[c];
                a[r][N] += row[r] * v[i];
            }
        }
    for (size_t p = 0; p < N; p++) {
        if (p / 2 == left_out && p + 1 < N)
            continue; /* nothing of this block is there */
        for (size_t r = p + 1; r < N; r++) {
            const double factor = a[r][p] / a[p][p];
            for (size_t c = p; c <= N; c++)
                a[r][c] -= factor * a[p][c];
        }
    }
    return a[N - 1][N] / a[N - 1][N - 1];
}

static void interval_is_the_jackknifes(void **state)
{
    static const size_t counts[] = {64, 77, 500};
    (void)state;
    for (size_t c = 0; c < 3; c++) {
        const size_t count = counts[c];
        double u[MOST], v[MOST], clock = 0, rate = 0, sum = 0, slope, half;
        plant(count, 0.7, 0.02, 0.004);
        for (size_t i = 0; i < count; i++) {
            clock += clocks[i] / (double)count;
            rate += rates[i] / (double)count;
        }
        for (size_t i = 0; i < count; i++) {
            u[i] = clocks[i] / clock - 1;
            v[i] = rates[i] / rate - 1;
        }
        slope = regress(u, v, count, BLOCKS);
        for (size_t k = 0; k < BLOCKS; k++)
            sum += pow(regress(u, v, count, k) - slope, 2);
        half = 2.3646242515927853 * sqrt(7.0 / 8 * sum);
        assert_true(fabs(number_of(WM_FUNCTION_CLOCK_SLOPE, count) - slope) < 1e-8);
        assert_true(fabs(number_of(WM_FUNCTION_CLOCK_SLOPE_LOW, count) - (slope - half)) < 1e-8);
        assert_true(fabs(number_of(WM_FUNCTION_CLOCK_SLOPE_HIGH, count) - (slope + half)) < 1e-8);
    }
}

static void unknown_is_null(void **state)
{
    wm_result result;
    (void)state;
    plant(64, 1, 0.02, 0.001);
    refused(64, NULL, "clock absent");
    result = wm_slope_reduce(WM_FUNCTION_CLOCK_VARIATION, rates, NULL, 64);
    assert_string_equal(result.text, "clock absent");
    plant(64, 1, 0.004, 0.001);
    refused(64, clocks, "clock varied too little");
    assert_true(number_of(WM_FUNCTION_CLOCK_VARIATION, 64) < 0.005);
    plant(64, 1, 0.05, 0.001); /* in one block alone, and enough in all of them together */
    for (size_t i = 8; i < 64; i++)
        clocks[i] = 1.5e9;
    assert_true(number_of(WM_FUNCTION_CLOCK_VARIATION, 64) > 0.005);
    refused(64, clocks, "clock varied too little");
    for (size_t i = 0; i < 8; i++)
        clocks[i] = 1.5e9;
    refused(64, clocks, "clock constant");
    result = wm_slope_reduce(WM_FUNCTION_CLOCK_VARIATION, rates, clocks, 64);
    assert_string_equal(result.text, "clock constant");
    plant(64, 1, 0.02, 0.001);
    for (size_t i = 0; i < 64; i++)
        rates[i] = 6e14;
    refused(64, clocks, "rate constant");
    rates[5] = (double)INFINITY;
    refused(64, clocks, "not finite");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_slopes_come_back), cmocka_unit_test(trends_do_not_count),
        cmocka_unit_test(interval_is_the_jackknifes), cmocka_unit_test(unknown_is_null)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
