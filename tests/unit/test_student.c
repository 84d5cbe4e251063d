/* Tests of standards/student: published quantiles, closed forms, and the integral of the density.
 */
#include "standards/student.h"

#include "support/cmocka.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

static void assert_near(double got, double wanted, double relative)
{
    if (!(fabs(got - wanted) <= relative * fabs(wanted)))
        fail_msg("%.17g, not %.17g", got, wanted);
}

/* Upper critical values of t, as in A&S table 26.10. */
static void quantiles_are_those_of_published_tables(void **state)
{
    static const struct {
        double freedom, q95, q975, q99, q995, q999;
    } ROWS[] = {
        {1, 6.314, 12.706, 31.821, 63.657, 318.309}, {2, 2.920, 4.303, 6.965, 9.925, 22.327},
        {3, 2.353, 3.182, 4.541, 5.841, 10.215},     {4, 2.132, 2.776, 3.747, 4.604, 7.173},
        {5, 2.015, 2.571, 3.365, 4.032, 5.893},      {7, 1.895, 2.365, 2.998, 3.499, 4.785},
        {10, 1.812, 2.228, 2.764, 3.169, 4.144},     {30, 1.697, 2.042, 2.457, 2.750, 3.385},
        {100, 1.660, 1.984, 2.364, 2.626, 3.174},
    };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const double n = ROWS[i].freedom;
        assert_true(fabs(wm_student_quantile(0.05, n) - ROWS[i].q95) <= 0.000501);
        assert_true(fabs(wm_student_quantile(0.025, n) - ROWS[i].q975) <= 0.000501);
        assert_true(fabs(wm_student_quantile(0.01, n) - ROWS[i].q99) <= 0.000501);
        assert_true(fabs(wm_student_quantile(0.005, n) - ROWS[i].q995) <= 0.000501);
        assert_true(fabs(wm_student_quantile(0.001, n) - ROWS[i].q999) <= 0.000501);
    }
    /* the normal distribution, A&S table 26.5 */
    assert_near(wm_student_quantile(0.005, 1e9), 2.5758293035489, 1e-8);
    assert_near(wm_student_quantile(0.025, 1e9), 1.9599639845401, 1e-8);
}

/* Whole degrees of freedom 1, 2 and 4 have closed forms; A&S 26.7.3 and 26.7.4. */
static void quantiles_are_those_of_closed_forms(void **state)
{
    (void)state;
    for (double tail = 1e-9; tail < 0.49; tail = tail * 1.7 + 1e-10) {
        const double two = (1 - 2 * tail) * sqrt(2 / (4 * tail * (1 - tail)));
        double t, sine, cosine;
        assert_near(wm_student_quantile(tail, 1), 1 / tan(PI * tail), 1e-9);
        assert_near(wm_student_quantile(tail, 2), two, 1e-9);
        t = wm_student_quantile(tail, 4);
        cosine = 2 / sqrt(4 + t * t);
        sine = t / sqrt(4 + t * t);
        assert_true(fabs((1 - sine * (1 + cosine * cosine / 2)) / 2 - tail) <= 1e-12);
    }
}

/* The probability between 0 and a value, by Simpson's rule on the density, A&S 26.7.1. */
static double integral(double value, double freedom)
{
    enum { STEPS = 20000 };
    const double h = value / STEPS;
    const double scale = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * PI);
    double sum = 0;
    for (int i = 0; i <= STEPS; i++) {
        const double t = i * h, weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
        sum += weight * pow(1 + t * t / freedom, -(freedom + 1) / 2);
    }
    return scale * sum * h / 3;
}

static void degrees_of_freedom_need_not_be_whole(void **state)
{
    static const double FREEDOM[] = {1, 1.0001, 1.5, 2.37, 3.14159, 3.9999, 7.5, 23.7, 98.6};
    (void)state;
    for (size_t i = 0; i < sizeof FREEDOM / sizeof FREEDOM[0]; i++)
        for (double value = 0.01; value < 40; value *= 1.9)
            assert_true(fabs(0.5 - integral(value, FREEDOM[i]) -
                             wm_student_tail(value, FREEDOM[i])) <= 1e-9);
}

static void a_quantile_is_the_inverse_of_the_tail(void **state)
{
    (void)state;
    for (double freedom = 0.3; freedom < 1e7; freedom *= 3.3)
        for (double tail = 1e-12; tail < 0.5; tail *= 7)
            if (wm_student_quantile(tail, freedom) < 1e100)
                assert_near(wm_student_tail(wm_student_quantile(tail, freedom), freedom), tail,
                            1e-9);
}

static void other_arguments_have_no_answer(void **state)
{
    (void)state;
    assert_true(isnan(wm_student_tail(-1, 3)));
    assert_true(isnan(wm_student_tail((double)NAN, 3)));
    assert_true(isnan(wm_student_tail(1, 0)));
    assert_true(isnan(wm_student_tail(1, (double)NAN)));
    assert_true(isnan(wm_student_quantile(0, 3)));
    assert_true(isnan(wm_student_quantile(0.5, 3)));
    assert_true(isnan(wm_student_quantile(0.1, -1)));
    assert_true(isnan(wm_student_quantile((double)NAN, 3)));
    assert_true(wm_student_tail((double)INFINITY, 3) == 0);
    assert_true(wm_student_tail(0, 3) == 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_those_of_published_tables),
        cmocka_unit_test(quantiles_are_those_of_closed_forms),
        cmocka_unit_test(degrees_of_freedom_need_not_be_whole),
        cmocka_unit_test(a_quantile_is_the_inverse_of_the_tail),
        cmocka_unit_test(other_arguments_have_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
