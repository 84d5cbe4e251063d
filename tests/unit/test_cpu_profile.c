/* Tests of backend/cpu/cpu_profile: the pairs, and the words of refusals. */
#include "backend/cpu/cpu_device.h"

#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

static wm_device *device;
static wm_profile profile = {.steps = 256};
static wm_profile_result result;

static int set_up(void **state)
{
    (void)state;
    device = open_cpu(1);
    return device == NULL ||
           device->ops->alloc(device, WM_BACKEND_PROFILE_BYTES, &profile.table) != WM_OK;
}

static int tear_down(void **state)
{
    (void)state;
    device->ops->close(device);
    return 0;
}

static size_t processors(cpu_set_t *set)
{
    assert_int_equal(sched_getaffinity(0, sizeof *set, set), 0);
    return (size_t)CPU_COUNT(set);
}

static void each_pair_has_a_latency(void **state)
{
    cpu_set_t set;
    size_t count = processors(&set);
    (void)state;
    if (count < 2) {
        printf("skipped: one processor\n");
        skip();
    }
    count = count < 64 ? count : 64;
    assert_int_equal(device->ops->profile(device, &profile, &result), WM_OK);
    assert_string_equal(result.unit, "ns");
    assert_int_equal(result.count, count * (count - 1) / 2);
    for (size_t i = 0; i < result.count; i++)
        assert_true(result.latency[i] > 1 && result.latency[i] < 1e8);
}

/* The second thread of a pair is started first; both orders must end. */
static void a_refused_pin_has_its_reason(void **state)
{
    cpu_set_t set;
    unsigned usable = 0;
    (void)state;
    (void)processors(&set);
    while (!CPU_ISSET(usable, &set))
        usable++;
    const unsigned pairs[2][2] = {{usable, CPU_SETSIZE - 1}, {CPU_SETSIZE - 1, usable}};
    for (int i = 0; i < 2; i++) {
        result.count = 77;
        assert_int_equal(
            wm_cpu_profile_pairs(wm_cpu_device_of(device), &profile, pairs[i], 2, &result),
            WM_E_UNSUPPORTED);
        assert_string_equal(device->ops->last_error(device),
                            "profile: no thread can be pinned to processor 1023: Invalid argument");
        assert_int_equal(result.count, 77);
    }
}

static void one_processor_has_no_pairs(void **state)
{
    cpu_set_t all, one;
    unsigned first = 0;
    (void)state;
    (void)processors(&all);
    while (!CPU_ISSET(first, &all))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(device->ops->profile(device, &profile, &result), WM_E_UNSUPPORTED);
    assert_non_null(strstr(device->ops->last_error(device), "one processor"));
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
}

static void wrong_arguments_are_refused(void **state)
{
    wm_device_buffer *small = NULL;
    const size_t steps[] = {0, 63, WM_BACKEND_PROFILE_STEPS_MAX + 1};
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        assert_int_equal(
            device->ops->profile(device, &(wm_profile){steps[i], profile.table}, &result),
            WM_E_ARG);
    assert_int_equal(device->ops->alloc(device, WM_BACKEND_PROFILE_BYTES - 1, &small), WM_OK);
    assert_int_equal(device->ops->profile(device, &(wm_profile){256, small}, &result), WM_E_ARG);
    assert_int_equal(device->ops->profile(device, &(wm_profile){256, NULL}, &result), WM_E_ARG);
    assert_int_equal(device->ops->profile(device, &profile, NULL), WM_E_ARG);
    assert_int_equal(device->ops->profile(device, NULL, &result), WM_E_ARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pair_has_a_latency),
        cmocka_unit_test(a_refused_pin_has_its_reason),
        cmocka_unit_test(one_processor_has_no_pairs),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
