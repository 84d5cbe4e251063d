/* Tests of measure/repeat, on a clock that the test moves. */
#include "measure/repeat.h"

#include "base/clock.h"
#include "support/cmocka.h"
#include "support/fake_clock.h"

#include <math.h>
#include <string.h>

static fake_clock fake;
static wm_item item;
static wm_workload workload;
static wm_repeat_options options;
static volatile sig_atomic_t stop;

static int set_up(void **state)
{
    (void)state;
    fake_clock_init(&fake);
    stop = 0;
    fake.stop = &stop;
    item = (wm_item){
        .variant = wm_tables_variant("hbm_triad", 9, "f32", 3), .dimension = {64}, .repeats = 8};
    options = (wm_repeat_options){
        .repeat_seconds = 0.1, .processors = 2, .stop = &stop, .start = wm_clock_begin()};
    assert_int_equal(wm_workload_open(&workload, &fake.base, &item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, ""), WM_OK);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    wm_workload_close(&workload);
    return 0;
}

static wm_status measure(const uint8_t *retained_digest, const wm_device_buffer *retained,
                         wm_repeat *repeat)
{
    return wm_repeat_measure(&workload, &options, 100, retained, retained_digest, repeat);
}

static void warm_up_finds_the_iterations_of_a_repeat(void **state)
{
    uint64_t iterations = 0;
    (void)state;
    assert_int_equal(wm_repeat_warm_up(&workload, &options, &iterations), WM_OK);
    assert_int_equal(iterations, 100);
    assert_true(fake.runs <= 25); /* a tenth of a repeat, and the batches before it */
}

static void warm_up_of_a_slow_operation_runs_it_twice(void **state)
{
    uint64_t iterations = 0;
    (void)state;
    fake.cost_ns = 3000000000u;
    assert_int_equal(wm_repeat_warm_up(&workload, &options, &iterations), WM_OK);
    assert_int_equal(iterations, 1);
    assert_int_equal(fake.runs, 2);
}

static void time_and_iterations_are_of_the_loop_alone(void **state)
{
    wm_repeat repeat;
    (void)state;
    assert_int_equal(measure(NULL, NULL, &repeat), WM_OK);
    assert_int_equal(repeat.iterations, 100);
    assert_true(fabs(repeat.seconds - 0.1) < 1e-12);
    assert_int_equal(fake.runs, 100);
    assert_true(repeat.divergence == 0);
    assert_true(repeat.started_at_ns > UINT64_C(1700000000000000000));
}

static void a_repeat_lasts_long_enough_though_it_gets_faster(void **state)
{
    wm_repeat repeat;
    (void)state;
    fake.speedup_after = 20;
    assert_int_equal(measure(NULL, NULL, &repeat), WM_OK);
    assert_true(repeat.seconds >= 0.1);
    assert_true(repeat.seconds < 0.14);
    assert_int_equal(repeat.iterations, fake.runs);
    assert_true(fabs(repeat.seconds - (0.02 + 0.0005 * (double)(fake.runs - 20))) < 1e-9);
}

static void divergence_is_against_the_retained_output(void **state)
{
    wm_device_buffer *retained = NULL;
    wm_repeat first, second;
    float largest = 0;
    (void)state;
    assert_int_equal(measure(NULL, NULL, &first), WM_OK);
    assert_int_equal(wm_workload_new_output(&workload, &retained), WM_OK);
    assert_int_equal(
        fake.base.ops->copy(&fake.base, retained, 0, workload.output, 0, workload.output_bytes),
        WM_OK);
    assert_int_equal(measure(first.digest, retained, &second), WM_OK);
    assert_true(second.divergence == 0);
    assert_memory_equal(first.digest, second.digest, 32);
    fake.change_at = 1;
    assert_int_equal(measure(first.digest, retained, &second), WM_OK);
    assert_memory_not_equal(first.digest, second.digest, 32);
    for (size_t i = 0; i < 64; i++) {
        float value;
        memcpy(&value, fake_clock_bytes(retained) + 4 * i, sizeof value);
        if (value > largest)
            largest = value;
    }
    assert_true(fabs(second.divergence - 1.0 / (double)largest) < 1e-12);
    assert_int_equal(measure(first.digest, NULL, &second), WM_OK);
    assert_true(isnan(second.divergence));
    fake.base.ops->free(&fake.base, retained);
}

static void the_clock_is_read_around_the_loop(void **state)
{
    wm_repeat repeat;
    const wm_covariate_summary *clock = &repeat.covariates[WM_COVARIATE_CLOCK];
    (void)state;
    assert_int_equal(measure(NULL, NULL, &repeat), WM_OK);
    assert_null(clock->reason);
    assert_int_equal(clock->samples, 2);
    assert_true(clock->minimum == 2e9 && clock->maximum == 2.001e9 && clock->median == 2.0005e9);
    fake.clock_hz = 0;
    assert_int_equal(measure(NULL, NULL, &repeat), WM_OK);
    assert_string_equal(clock->reason, "the device has no way to measure its clock");
}

/* The fake's time passes in the loop alone, so a reading outside of the loop would not show it. */
static void the_readings_that_time_the_loop_are_compared(void **state)
{
    wm_repeat repeat;
    const wm_covariate_summary *clock = &repeat.covariates[WM_COVARIATE_CLOCK_SYSCALL];
    (void)state;
    fake.cost_ns = 1000000000u; /* 100 s in all */
    assert_int_equal(measure(NULL, NULL, &repeat), WM_OK);
    assert_true(repeat.seconds == 100);
    assert_true(clock->reason != NULL || (clock->median < -0.9 && clock->median > -1));
#if defined(__x86_64__) || defined(__aarch64__)
    assert_null(clock->reason);
#endif
}

static void a_clock_that_goes_back_fails_the_repeat(void **state)
{
    wm_repeat repeat;
    (void)state;
    fake.back_at = 50;
    assert_int_equal(measure(NULL, NULL, &repeat), WM_E_DEVICE);
    assert_string_equal(repeat.doing, "the clock went back");
}

/* The output of the warm-up would pass every check. What stands there instead is drawn anew. */
static void a_loop_that_does_nothing_leaves_no_correct_output(void **state)
{
    const float *out = (const float *)(const void *)fake_clock_bytes(workload.output);
    unsigned with_nan = 0, moved = 0;
    uint64_t iterations;
    (void)state;
    assert_int_equal(wm_repeat_warm_up(&workload, &options, &iterations), WM_OK);
    for (int i = 0; i < 200 && (with_nan == 0 || moved == 0); i++) {
        wm_repeat honest, idle;
        fake.is_idle = false;
        assert_int_equal(measure(NULL, NULL, &honest), WM_OK);
        assert_true(isfinite(out[0]) && isfinite(out[63]));
        fake.is_idle = true;
        assert_int_equal(measure(NULL, NULL, &idle), WM_OK);
        assert_memory_not_equal(honest.digest, idle.digest, 32);
        for (size_t j = 1; j < 64; j++)
            assert_int_equal(isnan(out[j]), isnan(out[0]));
        if (isnan(out[0]))
            with_nan++;
        else
            moved++;
    }
    assert_true(with_nan > 0 && moved > 0);
}

static void an_output_that_cannot_be_overwritten_is_an_error(void **state)
{
    uint64_t iterations;
    wm_repeat repeat;
    (void)state;
    assert_int_equal(wm_repeat_warm_up(&workload, &options, &iterations), WM_OK);
    fake.ignores_writes = true;
    fake.runs = 0;
    for (int i = 0; i < 20; i++) {
        assert_int_equal(measure(NULL, NULL, &repeat), WM_E_DEVICE);
        assert_string_equal(repeat.doing, "overwriting the output");
        assert_int_equal(fake.runs, 0);
    }
    assert_int_equal(wm_repeat_warm_up(&workload, &options, &iterations), WM_E_DEVICE);
}

static void a_signal_ends_the_loop(void **state)
{
    wm_repeat repeat;
    (void)state;
    fake.stop_at = 30;
    assert_int_equal(measure(NULL, NULL, &repeat), WM_E_INTERRUPTED);
    assert_int_equal(fake.runs, 30);
}

static void a_device_failure_is_returned(void **state)
{
    wm_repeat repeat;
    uint64_t iterations;
    (void)state;
    fake.fail_at = 30;
    assert_int_equal(measure(NULL, NULL, &repeat), WM_E_DEVICE);
    fake.runs = 29;
    assert_int_equal(wm_repeat_warm_up(&workload, &options, &iterations), WM_E_DEVICE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(warm_up_finds_the_iterations_of_a_repeat, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(warm_up_of_a_slow_operation_runs_it_twice, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(time_and_iterations_are_of_the_loop_alone, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_repeat_lasts_long_enough_though_it_gets_faster, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(divergence_is_against_the_retained_output, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_clock_is_read_around_the_loop, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_readings_that_time_the_loop_are_compared, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_clock_that_goes_back_fails_the_repeat, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_loop_that_does_nothing_leaves_no_correct_output, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_output_that_cannot_be_overwritten_is_an_error, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_signal_ends_the_loop, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_device_failure_is_returned, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
