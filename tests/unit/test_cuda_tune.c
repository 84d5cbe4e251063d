/* Tests of cuda_tune: its choice on a device with a falling clock, noisy timings, or failures.
 * Needs no toolkit. */
#include "backend/cuda/cuda_tune.h"

#include "support/cmocka.h"

#include <stdint.h>

#include "base/status.h"

/* A device that runs candidates: the time of each, and the disturbances. */
typedef struct {
    double ms[WM_CUDA_TUNE_CANDIDATES];
    double noise;    /* largest relative noise of a timing */
    double cold;     /* how much faster it is in the first second after a rest */
    double drift;    /* slower by this each second, permanently */
    double busy_s;   /* since the rest */
    uint64_t random; /* state of the generator */
    int calls, fails_at;
    int timed[WM_CUDA_TUNE_CANDIDATES];
} fake_device;

static double noise_of(fake_device *device)
{
    device->random = device->random * 6364136223846793005u + 1442695040888963407u;
    return ((double)(device->random >> 33) / (double)(1u << 30) - 1) * device->noise;
}

static wm_status run(void *context, size_t candidate, int runs, float *ms)
{
    fake_device *device = context;
    double one = device->ms[candidate] * (1 + noise_of(device) + device->drift * device->busy_s);
    assert_true(candidate < WM_CUDA_TUNE_CANDIDATES && device->ms[candidate] > 0 && runs > 0);
    if (++device->calls == device->fails_at)
        return WM_E_DEVICE;
    if (device->busy_s < 0.3)
        one *= 1 - device->cold;
    device->timed[candidate]++;
    device->busy_s += one * runs * 1e-3;
    *ms = (float)one;
    return WM_OK;
}

static size_t choose(fake_device *device, size_t count)
{
    size_t chosen = 99;
    double fastest = device->ms[0];
    for (size_t i = 1; i < count; i++)
        fastest = device->ms[i] < fastest ? device->ms[i] : fastest;
    assert_int_equal(wm_cuda_tune(run, device, count, (float)fastest, &chosen), WM_OK);
    return chosen;
}

static void the_fastest_is_chosen_at_any_place(void **state)
{
    (void)state;
    for (size_t fast = 0; fast < 8; fast++) {
        fake_device device = {.noise = 0.01, .random = fast};
        for (size_t i = 0; i < 8; i++)
            device.ms[i] = i == fast ? 3.0 : 3.2 + 0.05 * (double)i;
        assert_int_equal(choose(&device, 8), fast);
    }
}

static void equal_timings_keep_their_order(void **state)
{
    size_t first = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        fake_device device = {.ms = {3.2, 3.2, 3.2}, .noise = 0.02, .random = seed};
        first += choose(&device, 3) == 0 ? 1 : 0;
    }
    assert_in_range(first, 85, 100); /* by chance alone: 33 */
}

static void a_small_difference_counts_where_timings_are_steady(void **state)
{
    fake_device device = {.ms = {3.2, 3.19, 3.3}};
    (void)state;
    assert_int_equal(choose(&device, 3), 1);
}

static void the_first_candidate_has_no_advantage(void **state)
{
    (void)state;
    for (size_t fast = 0; fast < 5; fast++) {
        fake_device device = {.noise = 0.002, .cold = 0.2, .random = fast};
        for (size_t i = 0; i < 5; i++)
            device.ms[i] = i == fast ? 3.1 : 3.2;
        assert_int_equal(choose(&device, 5), fast);
    }
}

static void a_falling_clock_changes_no_choice(void **state)
{
    (void)state;
    for (size_t fast = 0; fast < 3; fast++) {
        fake_device device = {.ms = {3.2, 3.2, 3.2}, .drift = 0.05};
        device.ms[fast] = 3.17;
        assert_int_equal(choose(&device, 3), fast);
    }
}

static void slow_candidates_are_dropped_early(void **state)
{
    fake_device device = {.ms = {5, 5, 5, 3.1, 5, 3.0, 5, 3.05}, .noise = 0.01};
    (void)state;
    assert_int_equal(choose(&device, 8), 5);
    assert_int_equal(device.timed[1], 2);
    assert_true(device.timed[3] > 4 && device.timed[5] > 4 && device.timed[7] > 4);
    assert_true(device.busy_s < 4.5);
}

static void short_runs_are_tuned_in_a_fraction_of_a_second(void **state)
{
    fake_device device = {.ms = {0.011, 0.010, 0.014, 0.012}, .noise = 0.01};
    (void)state;
    assert_int_equal(choose(&device, 4), 1);
    assert_true(device.busy_s < 0.25);
}

static void one_candidate_is_not_timed(void **state)
{
    fake_device device = {.ms = {3}};
    (void)state;
    assert_int_equal(choose(&device, 1), 0);
    assert_int_equal(device.calls, 0);
}

static void each_failure_is_passed_on(void **state)
{
    fake_device whole = {.ms = {3, 3.1, 3.2, 3.3}};
    (void)state;
    (void)choose(&whole, 4);
    for (int at = 1; at <= whole.calls; at++) {
        fake_device device = {.ms = {3, 3.1, 3.2, 3.3}, .fails_at = at};
        size_t chosen = 99;
        assert_int_equal(wm_cuda_tune(run, &device, 4, 3, &chosen), WM_E_DEVICE);
        assert_int_equal(chosen, 99);
        assert_int_equal(device.calls, at);
    }
}

static void arguments_are_refused(void **state)
{
    fake_device device = {.ms = {3}};
    size_t chosen = 99;
    (void)state;
    assert_int_equal(wm_cuda_tune(NULL, &device, 1, 3, &chosen), WM_E_ARG);
    assert_int_equal(wm_cuda_tune(run, &device, 1, 3, NULL), WM_E_ARG);
    assert_int_equal(wm_cuda_tune(run, &device, 0, 3, &chosen), WM_E_ARG);
    assert_int_equal(wm_cuda_tune(run, &device, WM_CUDA_TUNE_CANDIDATES + 1, 3, &chosen), WM_E_ARG);
    assert_int_equal(chosen, 99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_is_chosen_at_any_place),
        cmocka_unit_test(equal_timings_keep_their_order),
        cmocka_unit_test(a_small_difference_counts_where_timings_are_steady),
        cmocka_unit_test(the_first_candidate_has_no_advantage),
        cmocka_unit_test(a_falling_clock_changes_no_choice),
        cmocka_unit_test(slow_candidates_are_dropped_early),
        cmocka_unit_test(short_runs_are_tuned_in_a_fraction_of_a_second),
        cmocka_unit_test(one_candidate_is_not_timed),
        cmocka_unit_test(each_failure_is_passed_on),
        cmocka_unit_test(arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
