/* Tests of study/pace: what is left is judged by what the done parts took. */
#include "study/pace.h"
#include "support/cmocka.h"

#include <math.h>

static wm_item items[4];
static wm_plan plan;
static wm_pace pace;

/* Four triads that are estimated alike. */
static int set_up(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        items[i] = (wm_item){.variant = wm_quantity_variant("hbm_triad", 9, "f32", 3),
                             .dimension = {1000},
                             .repeats = 8};
    plan = (wm_plan){.item_count = 4, .items = items};
    pace = (wm_pace){.plan = &plan, .repeat_seconds = 1};
    return 0;
}

static double note(size_t item, uint32_t repeats, bool is_done, bool was_there, double seconds)
{
    return wm_pace_note(&pace,
                        &(wm_grid_event){item, repeats, is_done, was_there, false, seconds, NULL});
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

static void at_first_the_estimates_stand(void **state)
{
    const double one = wm_pace_estimate(&items[0], 1);
    (void)state;
    assert_true(is_near(note(0, 0, false, false, 0), 4 * one));
}

static void later_items_are_weighted_by_what_earlier_ones_took(void **state)
{
    (void)state;
    (void)note(0, 0, false, false, 0);
    assert_true(is_near(note(0, 8, true, false, 100), 300));
    (void)note(1, 0, false, false, 0);
    assert_true(is_near(note(1, 8, true, false, 200), 300));
}

static void a_repeat_tells_about_the_ones_after_it(void **state)
{
    (void)state;
    (void)note(0, 0, false, false, 0);
    /* 3 of 8 repeats and the warm-up's share, 9 parts in all, took 30 s */
    assert_true(is_near(note(0, 3, false, false, 30), 60 + 3 * 90));
}

static void items_of_a_former_run_cost_nothing(void **state)
{
    const double one = wm_pace_estimate(&items[0], 1);
    (void)state;
    assert_true(is_near(note(0, 8, true, true, 0), 3 * one));
    assert_true(is_near(note(1, 8, true, true, 0), 2 * one));
    assert_int_equal(pace.done, 2);
}

static void repeats_of_a_former_run_are_not_counted_as_fast(void **state)
{
    (void)state;
    (void)note(0, 6, false, false, 0);
    /* one of the two that were left, and a part for the warm-up */
    assert_true(is_near(note(0, 7, false, false, 10), 20 + 3 * wm_pace_estimate(&items[0], 1) * 30 /
                                                               wm_pace_estimate(&items[0], 1)));
}

static void items_that_are_not_run_cost_nothing(void **state)
{
    const double one = wm_pace_estimate(&items[0], 1);
    (void)state;
    pace.memory_bytes = 1e6;
    items[2].dimension[0] = INT32_MAX;
    assert_true(is_near(note(0, 0, false, false, 0), 3 * one));
    /* one that was lost at once does not make the others look fast */
    (void)wm_pace_note(&pace, &(wm_grid_event){0, 8, true, false, true, 1e-6, NULL});
    assert_true(is_near(note(1, 0, false, false, 0), 2 * one));
}

static void what_is_left_is_clamped(void **state)
{
    (void)state;
    assert_true(note(0, 0, false, false, 0) >= 0);
    assert_true(note(0, 8, true, false, 1e300) <= 360000);
    assert_true(note(1, 1, false, false, (double)NAN) <= 360000);
    items[3].dimension[0] = INT32_MAX;
    items[3].repeats = 1000;
    pace.repeat_seconds = 3600;
    assert_true(note(1, 0, false, false, 0) == 360000);
}

static void times_are_short(void **state)
{
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{0, "0:00"},          {59.4, "0:59"},    {59.6, "1:00"},
                 {3599, "59:59"},      {3600, "1:00:00"}, {360000, "100:00:00"},
                 {1e300, "100:00:00"}, {-5, "100:00:00"}, {(double)NAN, "100:00:00"}};
    char text[16];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wm_pace_time(cases[i].seconds, text);
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(at_first_the_estimates_stand, set_up),
        cmocka_unit_test_setup(later_items_are_weighted_by_what_earlier_ones_took, set_up),
        cmocka_unit_test_setup(a_repeat_tells_about_the_ones_after_it, set_up),
        cmocka_unit_test_setup(items_of_a_former_run_cost_nothing, set_up),
        cmocka_unit_test_setup(repeats_of_a_former_run_are_not_counted_as_fast, set_up),
        cmocka_unit_test_setup(items_that_are_not_run_cost_nothing, set_up),
        cmocka_unit_test_setup(what_is_left_is_clamped, set_up),
        cmocka_unit_test(times_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
