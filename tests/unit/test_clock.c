/* Tests of the monotonic clock. */
#include "support/cmocka.h"

#include "base/clock.h"

#include <time.h>

static void the_clock_runs_with_real_time(void **state)
{
    const struct timespec pause = {0, 20000000};
    const uint64_t begin_ns = wm_clock_ns();
    (void)state;
    assert_int_equal(nanosleep(&pause, NULL), 0);
    assert_true(wm_clock_ns() - begin_ns >= 20000000);
    assert_true(wm_clock_ns() - begin_ns < 20000000000u);
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
