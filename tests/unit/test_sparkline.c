/* A row of numbers as one short word. */
#include "report/document/sparkline.h"

#include <math.h>

#include "support/cmocka.h"

static void expect(const double *value, size_t count, bool has_blocks, const char *wanted)
{
    char text[WM_SPARKLINE_SIZE];
    wm_sparkline_write(value, count, has_blocks, text);
    assert_string_equal(text, wanted);
}

static void the_largest_is_the_highest(void **state)
{
    const double far[] = {1, 1, 1, 20}, near[] = {100, 98, 96, 94}, failed[] = {1, (double)NAN, 2};
    (void)state;
    expect(far, 4, false, "1118");
    expect(far, 4, true, "\xe2\x96\x81\xe2\x96\x81\xe2\x96\x81\xe2\x96\x88");
    expect(near, 4, false, "8754");
    expect(failed, 3, false, "1-8");
    expect(failed, 0, false, "");
    expect(failed + 1, 1, false, "-");
    expect(near, 1, false, "8");
}

static void of_many_the_far_ones_are_shown(void **state)
{
    double value[100];
    (void)state;
    for (size_t i = 0; i < 100; i++)
        value[i] = 100;
    value[37] = 5;
    expect(value, 100, false, "8888881888888888");
    assert_true(wm_sparkline_median(value, 100) == 100);
    assert_true(isnan(wm_sparkline_median(value, 0)));
}

static void the_median_is_that_of_the_sorted_numbers(void **state)
{
    const double odd[] = {3, (double)NAN, -2.5, 1e300, (double)INFINITY, -1e-300, 0};
    const double even[] = {-7, 2, -1, -(double)INFINITY, 5}, same[] = {-4, -4, -4};
    (void)state;
    assert_true(wm_sparkline_median(odd, 7) == 0); /* -2.5, -1e-300, 0, 3, 1e300 */
    assert_true(wm_sparkline_median(even, 5) == 0.5);
    assert_true(wm_sparkline_median(same, 3) == -4);
    assert_true(wm_sparkline_median(odd + 2, 1) == -2.5);
    assert_true(isnan(wm_sparkline_median(odd + 4, 1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_is_the_highest),
        cmocka_unit_test(of_many_the_far_ones_are_shown),
        cmocka_unit_test(the_median_is_that_of_the_sorted_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
