/* Tests of measure/covariate and measure/sampler. */
#include "base/clock.h"
#include "measure/covariate.h"
#include "measure/sampler.h"
#include "support/cmocka.h"
#include "support/fake_clock.h"

#include <math.h>
#include <time.h>

enum { COUNT = 6 };

static wm_device_sample samples[COUNT];
static wm_covariate_samples all;
static wm_covariate_summary kernel_clock;
static wm_covariate_summary out[WM_COVARIATES];

/* Six samples, 0.1 s apart, with all values absent. */
static int set_up(void **state)
{
    (void)state;
    for (unsigned i = 0; i < COUNT; i++)
        wm_backend_clear_sample(&samples[i], "not here");
    all = (wm_covariate_samples){samples, COUNT, 1000000000u, 1500000000u, 4};
    kernel_clock = (wm_covariate_summary){.reason = "not here"};
    return 0;
}

static void put(unsigned sample, wm_covariate_name covariate, double value)
{
    samples[sample].values[covariate] =
        (wm_covariate_value){.value = value, .time_ns = 1000000000u + sample * 100000000u};
}

static void give(wm_covariate_name covariate, const double values[COUNT])
{
    for (unsigned i = 0; i < COUNT; i++)
        put(i, covariate, values[i]);
}

/* The same, with each value read late_ns after its sample began. */
static void give_late(wm_covariate_name covariate, const double values[COUNT], unsigned late_ns)
{
    give(covariate, values);
    for (unsigned i = 0; i < COUNT; i++)
        samples[i].values[covariate].time_ns += late_ns;
}

static void absent_values_keep_their_reason(void **state)
{
    (void)state;
    /* the caller's, left unchanged */
    for (unsigned i = WM_COVARIATE_CLOCK_DEVICE; i <= WM_COVARIATE_CLOCK_TSC; i++)
        out[i].reason = "not here";
    out[WM_COVARIATE_RUN_DELAY].reason = "not here";
    out[WM_COVARIATE_STOPPED].reason = "not here";
    out[WM_COVARIATE_IDLE_UTILIZATION].reason = "not here";
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    for (unsigned i = 0; i < WM_COVARIATES; i++)
        assert_string_equal(out[i].reason, "not here");
}

static void samples_give_minimum_median_maximum(void **state)
{
    const wm_covariate_summary *t = &out[WM_COVARIATE_TEMPERATURE];
    (void)state;
    give(WM_COVARIATE_TEMPERATURE, (const double[]){50, 40, 60, 44, 42, 70});
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_null(t->reason);
    assert_true(t->minimum == 40 && t->median == 47 && t->maximum == 70);
    assert_int_equal(t->samples, 6);
    assert_true(fabs(t->longest_gap_s - 0.1) < 1e-12);
}

static void a_missing_sample_leaves_a_gap(void **state)
{
    const wm_covariate_summary *t = &out[WM_COVARIATE_TEMPERATURE];
    (void)state;
    give(WM_COVARIATE_TEMPERATURE, (const double[]){50, 40, 60, 44, 42, 70});
    samples[2].values[WM_COVARIATE_TEMPERATURE] = (wm_covariate_value){.reason = "sensor busy"};
    put(3, WM_COVARIATE_TEMPERATURE, (double)NAN);
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_int_equal(t->samples, 4);
    assert_true(t->maximum == 70);
    assert_true(fabs(t->longest_gap_s - 0.3) < 1e-12);
}

static void the_ends_of_the_repeat_count_as_gaps(void **state)
{
    (void)state;
    all.end_ns = 2500000000u;
    give(WM_COVARIATE_MEMORY, (const double[]){1, 1, 1, 1, 1, 1});
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(fabs(out[WM_COVARIATE_MEMORY].longest_gap_s - 1.0) < 1e-12);
}

static void stolen_time_is_a_share_of_all_processors(void **state)
{
    const wm_covariate_summary *steal = &out[WM_COVARIATE_STEAL];
    (void)state;
    /* 0.04 s in each 0.1 s on 4 processors: a tenth, in any window */
    give(WM_COVARIATE_STEAL, (const double[]){7, 7.04, 7.08, 7.12, 7.16, 7.2});
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_int_equal(steal->samples, 5);
    assert_true(fabs(steal->minimum - 0.1) < 1e-9 && fabs(steal->maximum - 0.1) < 1e-9);
}

/* The kernel counts stolen time in ticks of 0.01 s, so its rate can be above 1. */
static void a_share_is_at_most_1(void **state)
{
    (void)state;
    give(WM_COVARIATE_STEAL, (const double[]){7, 7.5, 8, 8.5, 9, 9.5});
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(out[WM_COVARIATE_STEAL].minimum == 1 && out[WM_COVARIATE_STEAL].maximum == 1);
    give(WM_COVARIATE_PRESSURE, (const double[]){7, 7.101, 7.202, 7.303, 7.404, 7.404});
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(out[WM_COVARIATE_PRESSURE].maximum == 1);
    assert_true(out[WM_COVARIATE_PRESSURE].minimum < 1);
}

static void a_rate_looks_back_two_tenths_of_a_second(void **state)
{
    const wm_covariate_summary *switches = &out[WM_COVARIATE_CONTEXT_SWITCHES];
    (void)state;
    /* one burst of 10 between the third and the fourth sample: two windows contain it */
    give(WM_COVARIATE_CONTEXT_SWITCHES, (const double[]){5, 5, 5, 15, 15, 15});
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_int_equal(switches->samples, 5);
    assert_true(switches->minimum == 0 && switches->median == 0);
    assert_true(fabs(switches->maximum - 50) < 1e-9);
}

static void power_is_the_energy_between_its_steps(void **state)
{
    const wm_covariate_summary *power = &out[WM_COVARIATE_POWER];
    (void)state;
    give(WM_COVARIATE_POWER, (const double[]){300, 300, 300, 300, 300, 300});
    /* steps at 0.1, 0.3 and 0.4 s: 60 J in 0.3 s, although the repeat's own difference is 80 J in
     * 0.5 s */
    give(WM_COVARIATE_ENERGY, (const double[]){900, 920, 920, 960, 980, 980});
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(out[WM_COVARIATE_ENERGY].minimum == 0 && out[WM_COVARIATE_ENERGY].maximum == 80);
    assert_null(power->reason);
    assert_true(fabs(power->median - 200) < 1e-9);
    assert_true(power->minimum == power->median && power->maximum == power->median);
    assert_int_equal(power->samples, 6);
    assert_true(fabs(power->longest_gap_s - 0.1) < 1e-12);
}

static void steps_outside_the_loop_do_not_count_for_power(void **state)
{
    (void)state;
    give(WM_COVARIATE_POWER, (const double[]){300, 300, 300, 300, 300, 300});
    give(WM_COVARIATE_ENERGY, (const double[]){900, 910, 920, 940, 960, 1000});
    all.begin_ns = 1150000000u;
    all.end_ns = 1450000000u;
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(fabs(out[WM_COVARIATE_POWER].median - 200) < 1e-9);
}

static void power_is_read_where_energy_steps_are_few(void **state)
{
    (void)state;
    give(WM_COVARIATE_POWER, (const double[]){300, 300, 300, 300, 300, 300});
    give(WM_COVARIATE_ENERGY, (const double[]){900, 900, 920, 940, 940, 940}); /* 0.1 s apart */
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(out[WM_COVARIATE_POWER].median == 300);
    give(WM_COVARIATE_ENERGY, (const double[]){900, 920, 940, 10, 30, 50}); /* it overflowed */
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(out[WM_COVARIATE_POWER].median == 300);
}

/* A loop of 0.3 s has three steps of a counter that moves every 0.1 s. A sample 20 ms early or late
 * must not change the source of the power. */
static void a_loop_of_300_ms_takes_power_from_the_counter(void **state)
{
    (void)state;
    all.begin_ns = 1050000000u;
    all.end_ns = 1350000000u;
    for (int late = -1; late <= 1; late++) {
        give(WM_COVARIATE_POWER, (const double[]){300, 300, 300, 300, 300, 300});
        give(WM_COVARIATE_ENERGY, (const double[]){900, 970, 1040, 1110, 1180, 1250});
        samples[3].values[WM_COVARIATE_ENERGY].time_ns += (uint64_t)(late * 20000000);
        assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
        assert_true(fabs(out[WM_COVARIATE_POWER].median - 140 / (0.2 + 0.02 * late)) < 1e-6);
    }
}

static void power_without_readings_is_the_counters_rate(void **state)
{
    (void)state;
    give(WM_COVARIATE_ENERGY, (const double[]){900, 900, 920, 940, 940, 940});
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_null(out[WM_COVARIATE_POWER].reason);
    assert_true(out[WM_COVARIATE_POWER].minimum == 0);
    assert_true(fabs(out[WM_COVARIATE_POWER].maximum - 200) < 1e-9);
}

/* A processor's energy counter restarts after about 262 kJ. */
static void a_counter_that_restarts_gives_no_difference(void **state)
{
    const wm_covariate_summary *power = &out[WM_COVARIATE_POWER];
    (void)state;
    give(WM_COVARIATE_ENERGY, (const double[]){262100, 262110, 262120, 8, 18, 28});
    give(WM_COVARIATE_ECC_CORRECTED, (const double[]){7, 7, 7, 0, 0, 1});
    give(WM_COVARIATE_STEAL, (const double[]){7, 7.04, 7.08, 7, 7.04, 7.08});
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_non_null(out[WM_COVARIATE_ENERGY].reason);
    assert_non_null(out[WM_COVARIATE_ECC_CORRECTED].reason);
    assert_string_equal(out[WM_COVARIATE_ENERGY].reason, "its counter overflowed");
    assert_string_equal(out[WM_COVARIATE_ECC_CORRECTED].reason, "its counter overflowed");
    /* the rates before and after it are unchanged */
    assert_null(power->reason);
    assert_int_equal(power->samples, 4);
    assert_true(fabs(power->minimum - 100) < 1e-6 && fabs(power->maximum - 100) < 1e-6);
    assert_true(fabs(out[WM_COVARIATE_STEAL].minimum - 0.1) < 1e-9);
}

static void throttle_reasons_become_a_flag_and_are_kept(void **state)
{
    const wm_covariate_summary *reasons = &out[WM_COVARIATE_THROTTLE_REASONS];
    (void)state;
    give(WM_COVARIATE_THROTTLE_REASONS, (const double[]){1, 0, 0, 4, 32, 0});
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(out[WM_COVARIATE_THROTTLE].maximum == 1 && out[WM_COVARIATE_THROTTLE].median == 0);
    assert_true(reasons->minimum == 37 && reasons->median == 37 && reasons->maximum == 37);
    assert_int_equal(reasons->samples, 6);
}

static void idle_and_settings_do_not_throttle(void **state)
{
    (void)state;
    give(WM_COVARIATE_THROTTLE_REASONS, (const double[]){1, 2, 256, 259, 3, 0});
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(out[WM_COVARIATE_THROTTLE].maximum == 0);
    assert_true(out[WM_COVARIATE_THROTTLE_REASONS].maximum == 259);
    for (double bit = 4; bit < 1e9; bit *= 2) {
        give(WM_COVARIATE_THROTTLE_REASONS, (const double[]){0, 0, 0, bit, 0, 0});
        assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
        assert_true(out[WM_COVARIATE_THROTTLE].maximum == (bit == 256 ? 0 : 1));
    }
}

static void errors_are_the_difference_over_the_repeat(void **state)
{
    const wm_covariate_summary *errors = &out[WM_COVARIATE_ECC_CORRECTED];
    (void)state;
    put(0, WM_COVARIATE_ECC_CORRECTED, 40);
    put(COUNT - 1, WM_COVARIATE_ECC_CORRECTED, 43);
    put(0, WM_COVARIATE_ECC_UNCORRECTED, 1);
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_null(errors->reason);
    assert_true(errors->minimum == 3 && errors->median == 3 && errors->maximum == 3);
    assert_int_equal(errors->samples, 2);
    assert_non_null(out[WM_COVARIATE_ECC_UNCORRECTED].reason); /* one reading gives no difference */
}

static void the_clock_is_sampled_during_the_loop(void **state)
{
    const wm_covariate_summary *clock = &out[WM_COVARIATE_CLOCK];
    (void)state;
    kernel_clock = wm_covariate_clock(1.9e9, 1.98e9, 0.5, "broken");
    give(WM_COVARIATE_CLOCK, (const double[]){1.98e9, 1.4e9, 1.5e9, 1.45e9, 1.41e9, 1.98e9});
    all.begin_ns = 1050000000u;
    all.end_ns = 1450000000u;
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_int_equal(clock->samples, 4);
    assert_true(clock->minimum == 1.4e9 && clock->median == 1.43e9 && clock->maximum == 1.5e9);
    assert_true(fabs(clock->longest_gap_s - 0.1) < 1e-12);
    assert_true(out[WM_COVARIATE_KERNEL_CLOCK].median == 1.94e9);
}

/* Of two covariates in one sample, one can be read within the loop and the other after it. */
static void a_window_is_judged_by_each_values_own_time(void **state)
{
    static const double clocks[COUNT] = {1.98e9, 1.4e9, 1.5e9, 1.45e9, 1.98e9, 1.98e9};
    (void)state;
    kernel_clock = wm_covariate_clock(1.9e9, 1.98e9, 0.5, "broken");
    all.begin_ns = 1050000000u;
    all.end_ns = 1350000000u;
    give(WM_COVARIATE_CLOCK, clocks);
    give_late(WM_COVARIATE_TEMPERATURE, (const double[]){50, 40, 60, 44, 42, 70}, 60000000u);
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_int_equal(out[WM_COVARIATE_CLOCK].samples, 3);
    assert_true(fabs(out[WM_COVARIATE_TEMPERATURE].longest_gap_s - 0.1) < 1e-12);
    give_late(WM_COVARIATE_CLOCK, clocks,
              60000000u); /* 1.06, 1.16, 1.26 s: now the first reading is inside */
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_int_equal(out[WM_COVARIATE_CLOCK].samples, 3);
    assert_true(out[WM_COVARIATE_CLOCK].maximum == 1.98e9);
    give_late(WM_COVARIATE_CLOCK, clocks, 260000000u); /* two are left */
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(out[WM_COVARIATE_CLOCK].median == 1.94e9);
}

/* A counter's rate uses the times of its own readings. */
static void a_rate_is_over_its_own_times(void **state)
{
    (void)state;
    give(WM_COVARIATE_ENERGY, (const double[]){900, 900, 920, 920, 920, 980});
    samples[2].values[WM_COVARIATE_ENERGY].time_ns += 40000000u; /* seen at 1.24 s */
    samples[5].values[WM_COVARIATE_ENERGY].time_ns -= 20000000u; /* and 1.48 s: 60 J in 0.24 s */
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(fabs(out[WM_COVARIATE_POWER].median - 250) < 1e-9);
}

static void few_clock_samples_give_the_kernel_clock(void **state)
{
    (void)state;
    kernel_clock = wm_covariate_clock(1.9e9, 1.98e9, 0.5, "broken");
    give(WM_COVARIATE_CLOCK, (const double[]){1.98e9, 1.4e9, 1.5e9, 1.45e9, 1.41e9, 1.98e9});
    all.begin_ns = 1150000000u;
    all.end_ns = 1350000000u;
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_true(out[WM_COVARIATE_CLOCK].median == 1.94e9 && out[WM_COVARIATE_CLOCK].samples == 2);
    kernel_clock = wm_covariate_clock((double)NAN, (double)NAN, 0.5, "broken");
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_int_equal(out[WM_COVARIATE_CLOCK].samples, 6);
    assert_string_equal(out[WM_COVARIATE_KERNEL_CLOCK].reason, "broken");
}

static void one_sample_gives_no_rate(void **state)
{
    (void)state;
    give(WM_COVARIATE_PRESSURE, (const double[]){1, 1, 1, 1, 1, 1});
    all.count = 1;
    assert_int_equal(wm_covariate_summarize(&all, &kernel_clock, out), WM_OK);
    assert_string_equal(out[WM_COVARIATE_PRESSURE].reason, "fewer than 2 samples");
}

static void a_single_clock_reading_is_kept(void **state)
{
    wm_covariate_summary clock = wm_covariate_clock((double)NAN, 3e9, 0.5, "broken");
    (void)state;
    assert_null(clock.reason);
    assert_int_equal(clock.samples, 1);
    assert_true(clock.minimum == 3e9 && clock.maximum == 3e9);
    clock = wm_covariate_clock((double)NAN, (double)NAN, 0.5, "broken");
    assert_string_equal(clock.reason, "broken");
}

/* The only test here with a real clock: the thread starts, samples and stops. */
static void the_sampler_samples_until_it_is_stopped(void **state)
{
    const struct timespec pause = {0, 130000000};
    fake_clock fake;
    size_t count;
    wm_sampler *sampler = wm_sampler_new();
    (void)state;
    assert_non_null(sampler);
    fake_clock_init(&fake);
    for (unsigned round = 0; round < 2; round++) {
        const double begin = wm_clock_s();
        assert_int_equal(wm_sampler_start(sampler, &fake.base), WM_OK);
        (void)nanosleep(&pause, NULL);
        assert_int_equal(wm_sampler_stop(sampler), WM_OK);
        assert_non_null(wm_sampler_samples(sampler, &count));
        /* one at each end, and at most one in each 20 ms of the real pause */
        assert_in_range(count, 3, 3 + (size_t)((wm_clock_s() - begin) / 0.02));
    }
    wm_sampler_free(sampler);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(absent_values_keep_their_reason, set_up),
        cmocka_unit_test_setup(samples_give_minimum_median_maximum, set_up),
        cmocka_unit_test_setup(a_missing_sample_leaves_a_gap, set_up),
        cmocka_unit_test_setup(the_ends_of_the_repeat_count_as_gaps, set_up),
        cmocka_unit_test_setup(a_share_is_at_most_1, set_up),
        cmocka_unit_test_setup(stolen_time_is_a_share_of_all_processors, set_up),
        cmocka_unit_test_setup(a_rate_looks_back_two_tenths_of_a_second, set_up),
        cmocka_unit_test_setup(power_is_the_energy_between_its_steps, set_up),
        cmocka_unit_test_setup(steps_outside_the_loop_do_not_count_for_power, set_up),
        cmocka_unit_test_setup(power_is_read_where_energy_steps_are_few, set_up),
        cmocka_unit_test_setup(a_loop_of_300_ms_takes_power_from_the_counter, set_up),
        cmocka_unit_test_setup(power_without_readings_is_the_counters_rate, set_up),
        cmocka_unit_test_setup(a_counter_that_restarts_gives_no_difference, set_up),
        cmocka_unit_test_setup(throttle_reasons_become_a_flag_and_are_kept, set_up),
        cmocka_unit_test_setup(idle_and_settings_do_not_throttle, set_up),
        cmocka_unit_test_setup(errors_are_the_difference_over_the_repeat, set_up),
        cmocka_unit_test_setup(the_clock_is_sampled_during_the_loop, set_up),
        cmocka_unit_test_setup(a_window_is_judged_by_each_values_own_time, set_up),
        cmocka_unit_test_setup(a_rate_is_over_its_own_times, set_up),
        cmocka_unit_test_setup(few_clock_samples_give_the_kernel_clock, set_up),
        cmocka_unit_test_setup(one_sample_gives_no_rate, set_up),
        cmocka_unit_test(a_single_clock_reading_is_kept),
        cmocka_unit_test(the_sampler_samples_until_it_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
