/* Tests of report/comparison: intervals of series, directions of ratios, limits, exit statuses. */
#include "report/views/comparison.h"

#include "record/laws/statistic.h"
#include "record/tables/exit_status.h"
#include "report/print/printers.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_comparison_range range_of(double low, double high)
{
    const wm_comparison_range range = {wm_result_number((low + high) / 2), wm_result_number(low),
                                       wm_result_number(high)};
    return range;
}

static wm_comparison_change direction(double low, double high, wm_comparison_meaning meaning)
{
    const wm_comparison_range range = range_of(low, high);
    return wm_comparison_direction(&range, meaning);
}

static void an_interval_that_holds_1_shows_nothing(void **state)
{
    wm_comparison_range range = range_of(1, 1.1);
    (void)state;
    assert_int_equal(direction(0.9, 1, WM_COMPARISON_RATE), WM_COMPARISON_NOT_SHOWN);
    assert_int_equal(direction(1, 1.1, WM_COMPARISON_TIME), WM_COMPARISON_NOT_SHOWN);
    range.low = wm_result_null("none");
    assert_int_equal(wm_comparison_direction(&range, WM_COMPARISON_TIME),
                     WM_COMPARISON_NO_DIRECTION);
    assert_int_equal(direction((double)NAN, (double)NAN, WM_COMPARISON_RATE),
                     WM_COMPARISON_NO_DIRECTION);
}

static void the_unit_gives_the_word(void **state)
{
    (void)state;
    assert_int_equal(direction(1.01, 1.1, WM_COMPARISON_RATE), WM_COMPARISON_FASTER);
    assert_int_equal(direction(0.9, 0.99, WM_COMPARISON_RATE), WM_COMPARISON_SLOWER);
    assert_int_equal(direction(1.01, 1.1, WM_COMPARISON_TIME), WM_COMPARISON_SLOWER);
    assert_int_equal(direction(0.9, 0.99, WM_COMPARISON_TIME), WM_COMPARISON_FASTER);
    assert_int_equal(direction(1.01, 1.1, WM_COMPARISON_QUANTITY), WM_COMPARISON_HIGHER);
    assert_int_equal(direction(0.9, 0.99, WM_COMPARISON_QUANTITY), WM_COMPARISON_LOWER);
    assert_int_equal(wm_comparison_own_meaning("ms"), WM_COMPARISON_TIME);
    assert_int_equal(wm_comparison_own_meaning("B/s"), WM_COMPARISON_RATE);
    assert_int_equal(wm_comparison_own_meaning("/s"), WM_COMPARISON_QUANTITY);
    assert_int_equal(wm_comparison_own_meaning("1"), WM_COMPARISON_QUANTITY);
}

static wm_comparison_limit against(double low, double high, wm_comparison_meaning meaning)
{
    const wm_comparison_range range = range_of(low, high);
    return wm_comparison_against(&range, meaning, 0.05);
}

static void the_whole_interval_must_be_beyond_the_limit(void **state)
{
    (void)state;
    assert_int_equal(against(0.5, 0.94, WM_COMPARISON_RATE), WM_COMPARISON_BEYOND);
    assert_int_equal(against(0.5, 0.96, WM_COMPARISON_RATE), WM_COMPARISON_OPEN);
    assert_int_equal(against(0.951, 0.99, WM_COMPARISON_RATE), WM_COMPARISON_WITHIN);
    assert_int_equal(against(0.951, 7, WM_COMPARISON_RATE), WM_COMPARISON_WITHIN);
    assert_int_equal(against(1.06, 2, WM_COMPARISON_TIME), WM_COMPARISON_BEYOND);
    assert_int_equal(against(1.04, 2, WM_COMPARISON_TIME), WM_COMPARISON_OPEN);
    assert_int_equal(against(0.1, 1.04, WM_COMPARISON_TIME), WM_COMPARISON_WITHIN);
    assert_int_equal(against(0.1, 0.2, WM_COMPARISON_QUANTITY), WM_COMPARISON_NOT_ASKED);
    assert_int_equal(against((double)NAN, (double)NAN, WM_COMPARISON_RATE), WM_COMPARISON_OPEN);
    assert_int_equal(against((double)NAN, (double)NAN, WM_COMPARISON_TIME), WM_COMPARISON_OPEN);
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

static void one_number_decides_without_a_limit(void **state)
{
    wm_comparison_row rows[2];
    wm_comparison comparison = {.split = 1, .slower = (double)NAN, .row = rows};
    (void)state;
    memset(rows, 0, sizeof rows);
    assert_int_equal(wm_comparison_exit(&comparison), WM_EXIT_INCONCLUSIVE);
    rows[0].why = rows[1].why = "starved";
    comparison.row_count = 2;
    assert_int_equal(wm_comparison_exit(&comparison), WM_EXIT_INCONCLUSIVE);
    assert_string_equal(wm_comparison_status(&comparison), "inconclusive");
    rows[1].why = NULL;
    assert_int_equal(wm_comparison_exit(&comparison), WM_EXIT_YES);
    assert_string_equal(wm_comparison_status(&comparison), "compared");
    comparison.outputs[WM_COMPARISON_DIFFERENT] = 1;
    assert_int_equal(wm_comparison_exit(&comparison), WM_EXIT_NO);
    assert_string_equal(wm_comparison_status(&comparison), "different");
}

static void each_number_decides_with_a_limit(void **state)
{
    wm_comparison_row rows[3];
    wm_comparison comparison = {.split = 1, .slower = 0.05, .row = rows, .row_count = 3};
    (void)state;
    memset(rows, 0, sizeof rows);
    for (size_t i = 0; i < 3; i++)
        rows[i].limit = WM_COMPARISON_NOT_ASKED;
    assert_int_equal(wm_comparison_exit(&comparison), WM_EXIT_INCONCLUSIVE);
    rows[0].limit = WM_COMPARISON_WITHIN;
    assert_int_equal(wm_comparison_exit(&comparison), WM_EXIT_YES);
    assert_string_equal(wm_comparison_status(&comparison), "not slower");
    comparison.only_other.count = 1; /* A never had it */
    assert_int_equal(wm_comparison_exit(&comparison), WM_EXIT_YES);
    comparison.only_base.count = 1; /* a number that is not asked */
    assert_int_equal(wm_comparison_exit(&comparison), WM_EXIT_YES);
    comparison.lacking = 1;
    assert_int_equal(wm_comparison_exit(&comparison), WM_EXIT_INCONCLUSIVE);
    comparison.lacking = 0;
    rows[1].limit = WM_COMPARISON_OPEN;
    assert_int_equal(wm_comparison_exit(&comparison), WM_EXIT_INCONCLUSIVE);
    rows[2].limit = WM_COMPARISON_BEYOND;
    assert_int_equal(wm_comparison_exit(&comparison), WM_EXIT_NO);
    assert_string_equal(wm_comparison_status(&comparison), "slower");
}

/* ---- words ----------------------------------------------------------------------------------- */

/* The warning about four records; the caller frees it. */
static char *warning(const wm_model *models)
{
    const wm_comparison comparison = {.model = models, .count = 4};
    const wm_paper paper = {.width = 200};
    wm_document document = {0};
    size_t size;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    wm_comparison_text_warnings(&comparison, &document);
    assert_int_equal(wm_print_terminal(&document, &paper, out), WM_OK);
    assert_int_equal(fclose(out), 0);
    wm_document_clear(&document);
    return text;
}

/* A wrap has no repeats with flags. */
static void a_warning_counts_what_there_is(void **state)
{
    static wm_model models[4];
    static const char BUSY[] = "machine busy: tasks waited for a processor 50 % of the time "
                               "(the busiest)\n";
    char wanted[256], *text;
    (void)state;
    for (size_t i = 0; i < 4; i++)
        models[i].pressure.mean = (double)NAN;
    text = warning(models);
    assert_string_equal(text, "");
    free(text);
    models[1].pressure.mean = 0.2;
    models[3].pressure.mean = 0.5;
    text = warning(models);
    (void)snprintf(wanted, sizeof wanted, "WARNING  2 of 4 records: %s", BUSY);
    assert_string_equal(text, wanted);
    free(text);
    models[0].repeat_count = 9;
    models[0].disturbed_count = 2;
    text = warning(models);
    (void)snprintf(wanted, sizeof wanted, "WARNING  3 of 4 records: 2 of 9 repeats flagged; %s",
                   BUSY);
    assert_string_equal(text, wanted);
    free(text);
    models[1].pressure.mean = models[3].pressure.mean = 0;
    text = warning(models);
    assert_string_equal(text, "WARNING  1 of 4 records: 2 of 9 repeats flagged\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interval_that_holds_1_shows_nothing),
        cmocka_unit_test(the_unit_gives_the_word),
        cmocka_unit_test(the_whole_interval_must_be_beyond_the_limit),
        cmocka_unit_test(the_interval_has_its_order_statistics),
        cmocka_unit_test(one_number_decides_without_a_limit),
        cmocka_unit_test(each_number_decides_with_a_limit),
        cmocka_unit_test(a_warning_counts_what_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
