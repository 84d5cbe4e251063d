/* Tests of the monotonic clock. */
#include "support/cmocka.h"

#include "base/clock.h"

#include <time.h>

static uint64_t monotonic_ns(void)
{
    struct timespec now;
    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void the_clock_runs_with_real_time(void **state)
{
    const uint64_t before_ns = monotonic_ns(), now_ns = wm_clock_ns();
    (void)state;
    assert_true(before_ns <= now_ns && now_ns <= monotonic_ns());
}

static void seconds_and_nanoseconds_agree(void **state)
{
    const uint64_t before_ns = wm_clock_ns();
    const double now_s = wm_clock_s();
    const uint64_t after_ns = wm_clock_ns();
    (void)state;
    assert_true(now_s >= 1e-9 * (double)before_ns && now_s <= 1e-9 * (double)after_ns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_runs_with_real_time),
        cmocka_unit_test(seconds_and_nanoseconds_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
