/* Tests of report/comparison: intervals of series, directions of ratios, exit statuses. */
#include "report/views/comparison.h"

#include "record/tables/exit_status.h"
#include "record/laws/statistic.h"
#include "report/views/comparison.h"
#include "support/cmocka.h"

#include <string.h>

static wm_comparison_range range_of(double low, double high)
{
    const wm_comparison_range range = {wm_result_number((low + high) / 2), wm_result_number(low),
                                       wm_result_number(high)};
    return range;
}

static void an_interval_that_holds_1_shows_nothing(void **state)
{
    wm_comparison_range range = range_of(0.9, 1);
    (void)state;
    assert_int_equal(wm_comparison_direction(&range, false, true), WM_COMPARISON_NOT_SHOWN);
    range = range_of(1, 1.1);
    assert_int_equal(wm_comparison_direction(&range, true, false), WM_COMPARISON_NOT_SHOWN);
    range.low = wm_result_null("none");
    assert_int_equal(wm_comparison_direction(&range, false, true), WM_COMPARISON_UNKNOWN);
}

static void the_unit_gives_the_word(void **state)
{
    const wm_comparison_range up = range_of(1.01, 1.1), down = range_of(0.9, 0.99);
    (void)state;
    assert_int_equal(wm_comparison_direction(&up, false, true), WM_COMPARISON_FASTER);
    assert_int_equal(wm_comparison_direction(&down, false, true), WM_COMPARISON_SLOWER);
    assert_int_equal(wm_comparison_direction(&up, true, false), WM_COMPARISON_SLOWER);
    assert_int_equal(wm_comparison_direction(&down, true, false), WM_COMPARISON_FASTER);
    assert_int_equal(wm_comparison_direction(&up, false, false), WM_COMPARISON_HIGHER);
    assert_int_equal(wm_comparison_direction(&down, false, false), WM_COMPARISON_LOWER);
}

/* The tables of order statistics for the median at 95 %: Conover, Practical Nonparametric
 * Statistics, appendix A3, and the normal approximation for many values. */
static void the_interval_has_its_order_statistics(void **state)
{
    (void)state;
    assert_int_equal(wm_comparison_own_interval(5), 0);
    assert_int_equal(wm_comparison_own_interval(6), 1);
    assert_int_equal(wm_comparison_own_interval(9), 2);
    assert_int_equal(wm_comparison_own_interval(20), 6);
    for (size_t count = 1; count <= WM_TABLES_REPEATS; count++)
        assert_int_equal(wm_comparison_own_interval(count), wm_statistic_interval(count));
    /* 0.5 + n / 2 - 1.96 sqrt(n) / 2, cut */
    assert_int_equal(wm_comparison_own_interval(2000), 956);
    assert_int_equal(wm_comparison_own_interval(10000), 4902);
}

static void the_worst_exit_status_counts(void **state)
{
    wm_comparison comparisons[3];
    wm_comparison_row row;
    (void)state;
    memset(comparisons, 0, sizeof comparisons);
    memset(&row, 0, sizeof row);
    assert_int_equal(wm_comparison_exit_of(comparisons, 3), WM_EXIT_INCONCLUSIVE);
    row.ratio.median = wm_result_number(1);
    for (size_t i = 0; i < 3; i++) {
        comparisons[i].row = &row;
        comparisons[i].row_count = 1;
    }
    assert_int_equal(wm_comparison_exit_of(comparisons, 3), WM_EXIT_YES);
    comparisons[1].row_count = 0;
    comparisons[2].outputs[WM_COMPARISON_DIFFERENT] = 1;
    assert_int_equal(wm_comparison_exit_of(comparisons, 2), WM_EXIT_INCONCLUSIVE);
    assert_int_equal(wm_comparison_exit_of(comparisons, 3), WM_EXIT_NO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interval_that_holds_1_shows_nothing),
        cmocka_unit_test(the_unit_gives_the_word),
        cmocka_unit_test(the_interval_has_its_order_statistics),
        cmocka_unit_test(the_worst_exit_status_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
