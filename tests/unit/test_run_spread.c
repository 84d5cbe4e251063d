/* Tests of model/run_spread: the rules, and how often they are wrong about equal runs. */
#include "model/run_spread.h"

#include "support/cmocka.h"

#include <math.h>
#include <stdint.h>

static uint64_t state_of_random = 88172645463325252u;

/* A number above 0 and below 1, by Marsaglia's xorshift. */
static double uniform(void)
{
    state_of_random ^= state_of_random << 13;
    state_of_random ^= state_of_random >> 7;
    state_of_random ^= state_of_random << 17;
    return ((double)(state_of_random >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
    return sqrt(-2 * log(uniform())) * cos(2 * 3.14159265358979323846 * uniform());
}

/* ---- Welch ----------------------------------------------------------------------------------- */

static void two_equal_spreads_have_four_degrees_of_freedom(void **state)
{
    const double a[] = {-0.1, 0, 0.1}, b[] = {0.9, 1, 1.1};
    wm_run_spread_difference found;
    (void)state;
    assert_true(wm_run_spread_welch(a, 3, b, 3, &found));
    assert_true(fabs(found.mean - 1) < 1e-12);
    assert_true(fabs(found.half - 4.6040949 * sqrt(2 * 0.01 / 3)) < 1e-7);
}

/* One spread alone: the degrees of freedom of its side, here 2. */
static void a_side_without_spread_leaves_the_other_one(void **state)
{
    const double a[] = {-0.1, 0, 0.1}, b[] = {1, 1, 1, 1, 1, 1};
    wm_run_spread_difference found;
    (void)state;
    assert_true(wm_run_spread_welch(a, 3, b, 6, &found));
    assert_true(fabs(found.half - 9.9248432 * sqrt(0.01 / 3)) < 1e-7);
    assert_true(wm_run_spread_welch(b, 6, a, 3, &found));
    assert_true(fabs(found.mean + 1) < 1e-12);
    assert_true(fabs(found.half - 9.9248432 * sqrt(0.01 / 3)) < 1e-7);
}

static void one_run_or_no_spread_has_no_interval(void **state)
{
    const double third = 1.0 / 3, a[] = {third, third, third}, b[] = {0.7, 0.7, 0.7};
    wm_run_spread_difference found;
    (void)state;
    assert_false(wm_run_spread_welch(a, 1, b, 3, &found));
    assert_true(isnan(found.mean) && isnan(found.half));
    assert_false(wm_run_spread_welch(a, 3, b, 0, &found));
    assert_false(wm_run_spread_welch(a, 3, b, 3, &found));
    assert_true(isnan(found.half));
}

/* How many of TRIALS comparisons of equal programs show a direction. Each run has its own factor,
 * with a log-normal spread, and the median of its repeats has another. */
enum { TRIALS = 30000 };
static double share_of_directions(size_t a_count, size_t b_count, double a_spread, double b_spread)
{
    size_t wrong = 0;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        double a[8], b[8];
        wm_run_spread_difference found;
        for (size_t i = 0; i < a_count; i++)
            a[i] = log(1e9 * exp(a_spread * normal()) * exp(0.002 * normal()));
        for (size_t i = 0; i < b_count; i++)
            b[i] = log(1e9 * exp(b_spread * normal()) * exp(0.002 * normal()));
        assert_true(wm_run_spread_welch(a, a_count, b, b_count, &found));
        wrong += fabs(found.mean) > found.half;
    }
    return (double)wrong / TRIALS;
}

/* Welch's interval is an approximation. With few runs it is too wide for equal spreads, and too
 * narrow for very different ones. 0.0023 is four standard errors of a share of 0.01. */
static void equal_programs_seldom_have_a_direction(void **state)
{
    (void)state;
    assert_true(share_of_directions(3, 3, 0.03, 0.03) <= 0.006 + 0.0018);
    assert_true(share_of_directions(3, 3, 0.30, 0.30) <= 0.006 + 0.0018);
    assert_true(share_of_directions(2, 2, 0.03, 0.03) <= 0.004 + 0.0015);
    assert_true(share_of_directions(8, 8, 0.03, 0.01) <= 0.011 + 0.0024);
    assert_true(share_of_directions(3, 3, 0.03, 0.003) <= 0.017 + 0.0030);
    assert_true(share_of_directions(3, 8, 0.05, 0.01) <= 0.024 + 0.0035);
}

/* A real difference is seen: 20 % with a spread of 1 %. */
static void another_program_has_a_direction(void **state)
{
    size_t seen = 0;
    (void)state;
    for (size_t trial = 0; trial < 1000; trial++) {
        double a[3], b[3];
        wm_run_spread_difference found;
        for (size_t i = 0; i < 3; i++) {
            a[i] = 0.01 * normal();
            b[i] = log(0.8) + 0.01 * normal();
        }
        assert_true(wm_run_spread_welch(a, 3, b, 3, &found));
        seen += found.mean + found.half < 0;
    }
    assert_true(seen > 980);
}

/* ---- odd records ----------------------------------------------------------------------------- */

static void few_or_equal_records_have_no_limit(void **state)
{
    double values[] = {1, 2, 3, 4, 5}, equal[] = {1, 1, 1, 4, 5}, room[5], median;
    (void)state;
    assert_true(isnan(wm_run_spread_odd(values, room, 4, 4, &median)));
    assert_true(median == 2.5);
    assert_true(wm_run_spread_odd(values, room, 5, 5, &median) > 0 && median == 3);
    assert_true(isnan(wm_run_spread_odd(equal, room, 5, 5, &median)));
    assert_true(isnan(wm_run_spread_odd(values, room, 0, 0, &median)) && isnan(median));
}

/* Ten records with distances from the median of 0 to 4.5 thousandths: their spread is about 0.37 %.
 * A tenth of it is below the least spread. */
static void the_limit_grows_with_the_spread_and_the_number(void **state)
{
    double values[10], small[10], room[10], median, limit;
    (void)state;
    for (size_t i = 0; i < 10; i++) {
        values[i] = 0.001 * (double)i;
        small[i] = 0.0001 * (double)i;
    }
    limit = wm_run_spread_odd(values, room, 10, 10, &median);
    assert_true(fabs(median - 0.0045) < 1e-15);
    assert_true(wm_run_spread_odd(values, room, 10, 30, &median) > limit);
    assert_true(fabs(wm_run_spread_odd(small, room, 10, 10, &median) / limit -
                     0.001 / (1.4826 * 0.0025)) < 1e-9);
}

/* t of equal steps, whose MAD is known. The table of SOUNDNESS.md, section 12: Student's density
 * was integrated by Simpson's rule, with 0.37 (count - 1) degrees of freedom and at least 1. */
static void few_records_have_a_wide_limit(void **state)
{
    static const struct {
        size_t count;
        double one, twenty; /* items */
    } TABLE[] = {{5, 54.71, 414.2}, {7, 20.43, 78.91}, {10, 10.96, 27.19}, {50, 4.640, 6.043}};
    static const double MAD[] = {1, 2, 2.5, 12.5};
    (void)state;
    for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++) {
        const size_t count = TABLE[i].count;
        for (size_t items = 1; items <= 20; items += 19) {
            const double wanted = items == 1 ? TABLE[i].one : TABLE[i].twenty;
            double values[50], room[50], median, t;
            for (size_t j = 0; j < count; j++)
                values[j] = 0.01 * (double)j;
            t = wm_run_spread_odd(values, room, count, count * items, &median) /
                (1.4826 * 0.01 * MAD[i]);
            assert_true(fabs(t / wanted - 1) < 0.0005);
        }
    }
}

/* In how many of `trials` fleets of equal records any is odd. */
static double share_of_fleets(size_t count, size_t items, size_t trials)
{
    size_t wrong = 0;
    for (size_t trial = 0; trial < trials; trial++) {
        bool is_any = false;
        for (size_t item = 0; item < items; item++) {
            double values[64], sorted[64], room[64], median, limit;
            for (size_t i = 0; i < count; i++)
                sorted[i] = values[i] = 3 + 0.02 * normal();
            limit = wm_run_spread_odd(sorted, room, count, count * items, &median);
            for (size_t i = 0; i < count; i++)
                is_any = is_any || fabs(values[i] - median) > limit;
        }
        wrong += is_any;
    }
    return (double)wrong / (double)trials;
}

/* 0.0073 is four standard errors of 0.01 in 3,000 trials. */
static void equal_records_are_seldom_odd(void **state)
{
    static const size_t COUNTS[] = {5, 6, 9, 16, 32, 64};
    (void)state;
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
        assert_true(share_of_fleets(COUNTS[i], 1, 3000) <= 0.01 + 0.0073);
        assert_true(share_of_fleets(COUNTS[i], 5, 3000) <= 0.01 + 0.0073);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_equal_spreads_have_four_degrees_of_freedom),
        cmocka_unit_test(a_side_without_spread_leaves_the_other_one),
        cmocka_unit_test(one_run_or_no_spread_has_no_interval),
        cmocka_unit_test(equal_programs_seldom_have_a_direction),
        cmocka_unit_test(another_program_has_a_direction),
        cmocka_unit_test(few_or_equal_records_have_no_limit),
        cmocka_unit_test(the_limit_grows_with_the_spread_and_the_number),
        cmocka_unit_test(few_records_have_a_wide_limit),
        cmocka_unit_test(equal_records_are_seldom_odd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
