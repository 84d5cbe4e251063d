/* Tests of measure/facts/clock_adjustment: what adjtimex says, rounded. */
#include "measure/facts/clock_adjustment.h"

#include "support/cmocka.h"

#include <errno.h>
#include <math.h>
#include <sys/timex.h>

/* The kernel's answer; this replaces the C library's function in this program. */
static struct timex told;
static int answer;

int adjtimex(struct timex *now)
{
    assert_int_equal(now->modes, 0); /* it reads, and sets nothing */
    errno = answer == -1 ? EPERM : 0;
    *now = told;
    return answer;
}

static void an_adjustment_is_rounded_to_ten_millionths(void **state)
{
    (void)state;
    answer = TIME_OK;
    told = (struct timex){.tick = 10000, .freq = 24 * 65536};
    assert_true(wm_clock_adjustment_read().tick_us == 10000);
    assert_true(wm_clock_adjustment_read().frequency_ppm == 20);
    told.freq = -26 * 65536;
    assert_true(wm_clock_adjustment_read().frequency_ppm == -30);
    told.freq = -4 * 65536; /* -0 is no number of a record */
    assert_true(!signbit(wm_clock_adjustment_read().frequency_ppm));
    answer = TIME_ERROR; /* the clock is not synchronized; the values are there */
    told.tick = 9000;
    assert_true(wm_clock_adjustment_read().tick_us == 9000);
}

static void a_refused_reading_is_unknown(void **state)
{
    (void)state;
    answer = -1;
    assert_true(isnan(wm_clock_adjustment_read().tick_us));
    assert_true(isnan(wm_clock_adjustment_read().frequency_ppm));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_adjustment_is_rounded_to_ten_millionths),
        cmocka_unit_test(a_refused_reading_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
