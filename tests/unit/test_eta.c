/* Tests of study/eta: the estimate uses the time of the finished parts. */
#include "measure/schedule.h"
#include "study/eta.h"
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

static wm_item items[4];
static wm_plan plan;
static wm_eta pace;

/* Four triads with equal estimates. */
static int set_up(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        items[i] = (wm_item){.variant = wm_tables_variant("hbm_triad", 9, "f32", 3),
                             .dimension = {1000},
                             .repeats = 8};
    plan = (wm_plan){.item_count = 4, .items = items};
    pace = (wm_eta){.plan = &plan, .repeat_seconds = 1};
    return 0;
}

/* A rate at which a triad of 1000 takes no time. */
static double note(size_t item, uint32_t repeats, bool is_done, bool was_there, double seconds)
{
    const double rate = repeats > 0 ? 1e9 : (double)NAN;
    return wm_eta_note(&pace, &(wm_run_plan_event){item, repeats, is_done, was_there, false,
                                                   seconds, rate, NULL, 0});
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

static void the_first_estimate_is_a_lower_bound(void **state)
{
    (void)state;
    assert_true(is_near(note(0, 0, false, false, 0), 4 * 8));
    assert_true(pace.is_least);
    (void)note(0, 1, false, false, 2);
    assert_false(pace.is_least);
}

static void later_items_are_weighted_by_what_earlier_ones_took(void **state)
{
    (void)state;
    (void)note(0, 0, false, false, 0);
    assert_true(is_near(note(0, 8, true, false, 100), 300));
    (void)note(1, 0, false, false, 0);
    assert_true(is_near(note(1, 8, true, false, 200), 300));
}

static void a_repeat_corrects_the_estimate(void **state)
{
    (void)state;
    (void)note(0, 0, false, false, 0);
    /* 3 of 8 repeats and the warm-up, 4 parts of 9, took 40 s */
    assert_true(is_near(note(0, 3, false, false, 40), 50 + 3 * 90));
}

/* They cost no time now, and their rates are those of the device. */
static void items_of_a_former_run_cost_nothing(void **state)
{
    double left;
    (void)state;
    left = note(0, 8, true, true, 0);
    assert_false(pace.is_least);
    assert_true(left > 3 * 8 && left < 3 * 12);
    assert_true(is_near(note(1, 8, true, true, 0), left * 2 / 3));
    assert_int_equal(pace.done, 2);
}

static void repeats_of_a_former_run_are_not_counted_as_fast(void **state)
{
    (void)state;
    (void)note(0, 6, false, false, 0);
    /* one of the two remaining repeats, and the warm-up */
    assert_true(is_near(note(0, 7, false, false, 20), 10 + 3 * 90));
}

static void items_that_are_not_run_cost_nothing(void **state)
{
    (void)state;
    pace.memory_bytes = 1e6;
    items[2].dimension[0] = INT32_MAX;
    assert_true(is_near(note(0, 0, false, false, 0), 3 * 8));
    /* an item that failed at once does not make the others look fast */
    (void)wm_eta_note(&pace,
                      &(wm_run_plan_event){0, 8, true, false, true, 1e-6, (double)NAN, NULL, 0});
    assert_true(is_near(note(1, 0, false, false, 0), 2 * 8));
}

/* Invented devices: the rates of one H200 (docs/results.md), and typical rates of a machine with
 * two cores. Another workload is this many times faster than nominal. */
enum { GPU, CPU };

static const struct {
    const char *workload, *variant; /* variant null: all of them */
    double rate[2];
} RATES[] = {
    {"gemm", "f64", {5e13, 6e10}},
    {"gemm", NULL, {6e14, 2e11}},
    {"attention", NULL, {6e14, 4e10}},
    {"hbm_triad", NULL, {4.4e12, 4e10}},
    {"reduction", NULL, {4.4e12, 4e10}},
    {"scatter_add", NULL, {9.4e10, 2e8}},
    {"index_add", NULL, {5.2e11, 1e9}},
    {"random_access", "latency", {2.8e6, 1.2e7}},
    {"random_access", "bandwidth", {3.9e10, 2e8}},
    {"random_access", "latency_lines", {2.8e6, 1.2e7}},
    {"random_access", "bandwidth_lines", {3.9e10, 2e8}},
};

static const double FASTER[] = {[GPU] = 220, [CPU] = 2};

static unsigned device;

static double rate_of(const wm_item *item, double slower)
{
    const wm_workload_cost *cost = wm_workload_cost_of(item);
    const double divisor = cost->is_latency ? 1 : slower;
    for (size_t i = 0; i < sizeof RATES / sizeof *RATES; i++)
        if (strcmp(item->variant->workload, RATES[i].workload) == 0 &&
            (RATES[i].variant == NULL || strcmp(item->variant->variant, RATES[i].variant) == 0))
            return RATES[i].rate[device] / divisor;
    return cost->rate * FASTER[device] / divisor;
}

/* Duration of a repeat there, and of the warm-up: whole iterations, and a tenth more for the
 * checks. */
static double repeat_of(const wm_item *item, double slower)
{
    const double once = wm_plan_work(item) / rate_of(item, slower);
    return 1.1 * once * ceil(pace.repeat_seconds / once) + 0.02;
}

/* Runs a plan on the device. `within`: the permitted error of an estimate once a repeat was
 * measured. */
static void follow(const wm_schedule *schedule, double slower, double within)
{
    double truth = 0;
    plan = (wm_plan){.item_count = schedule->item_count, .items = schedule->items};
    pace = (wm_eta){.plan = &plan, .repeat_seconds = schedule->repeat_seconds};
    for (size_t i = 0; i < plan.item_count; i++)
        truth += (plan.items[i].repeats + 1) * repeat_of(&plan.items[i], slower);
    for (size_t i = 0; i < plan.item_count; i++) {
        const wm_item *item = &plan.items[i];
        const double repeat = repeat_of(item, slower);
        for (uint32_t r = 0; r <= item->repeats; r++) {
            const double seconds = r > 0 ? (r + 1) * repeat : 0;
            const double rate = r > 0 ? rate_of(item, slower) : (double)NAN;
            const double left =
                wm_eta_note(&pace, &(wm_run_plan_event){i, r, r == item->repeats, false, false,
                                                        seconds, rate, NULL, 0});
            const double left_truth = truth - seconds;
            assert_int_equal(pace.is_least, i == 0 && r == 0);
            if (pace.is_least)
                assert_true(left > 0 && left <= left_truth);
            else if (left_truth > 10)
                assert_true(left < within * left_truth && left > left_truth / within);
        }
        truth -= (item->repeats + 1) * repeat;
    }
}

/* The plan took 7 minutes on the H200, but the estimate after the first item was "about 19:53:52".
 */
static void a_fast_device_is_estimated_from_one_repeat(void **state)
{
    wm_schedule schedule;
    (void)state;
    device = GPU;
    assert_int_equal(wm_schedule_builtin("paper", "cuda", 150e9, &schedule), WM_OK);
    follow(&schedule, 1, 1.5);
    follow(&schedule, 0.01, 1.5); /* only its loops take time */
    wm_schedule_clear(&schedule);
}

static void a_slow_device_is_estimated_from_one_repeat(void **state)
{
    wm_schedule schedule;
    (void)state;
    device = CPU;
    assert_int_equal(wm_schedule_builtin("default", "cpu", 150e9, &schedule), WM_OK);
    follow(&schedule, 1, 1.5);
    follow(&schedule, 100, 4);
    wm_schedule_clear(&schedule);
}

static void the_remaining_time_is_clamped(void **state)
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

static void times_are_printed_short(void **state)
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
        wm_eta_time(cases[i].seconds, text);
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_first_estimate_is_a_lower_bound, set_up),
        cmocka_unit_test_setup(later_items_are_weighted_by_what_earlier_ones_took, set_up),
        cmocka_unit_test_setup(a_repeat_corrects_the_estimate, set_up),
        cmocka_unit_test_setup(items_of_a_former_run_cost_nothing, set_up),
        cmocka_unit_test_setup(repeats_of_a_former_run_are_not_counted_as_fast, set_up),
        cmocka_unit_test_setup(items_that_are_not_run_cost_nothing, set_up),
        cmocka_unit_test_setup(the_remaining_time_is_clamped, set_up),
        cmocka_unit_test(a_fast_device_is_estimated_from_one_repeat),
        cmocka_unit_test(a_slow_device_is_estimated_from_one_repeat),
        cmocka_unit_test(times_are_printed_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
