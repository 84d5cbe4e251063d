/* Tests of measure/stopped: time in which no thread worked or waited, beside pools and neighbours.
 */
#include "measure/stopped.h"

#include "support/cmocka.h"

#include <math.h>
#include <string.h>

static const uint64_t SECOND = 1000000000, BEGAN = 5000000000, READ = 1000000;

enum { THREADS = 64 };

/* Two readings of the threads, one second apart. */
typedef struct {
    wm_run_delay_thread before[THREADS], after[THREADS];
    wm_run_delay begin, end;
} fixture;

static void make(fixture *of, size_t threads)
{
    memset(of, 0, sizeof *of);
    of->begin = (wm_run_delay){of->before, threads, THREADS, BEGAN, 0, NULL};
    of->end = (wm_run_delay){of->after, threads, THREADS, BEGAN + SECOND + READ, 0, NULL};
    for (size_t i = 0; i < threads; i++) {
        of->before[i] = (wm_run_delay_thread){10 + i, 7 * SECOND, 3 * SECOND, BEGAN - READ, BEGAN};
        of->after[i] = of->before[i];
        of->after[i].before_ns = BEGAN + SECOND;
        of->after[i].after_ns = BEGAN + SECOND + READ;
    }
}

/* What a thread did in that second. */
static void did(fixture *of, size_t thread, double run_s, double delay_s)
{
    of->after[thread].run_ns += (uint64_t)(run_s * 1e9);
    of->after[thread].delay_ns += (uint64_t)(delay_s * 1e9);
}

static void check(const fixture *of, double expected)
{
    const wm_covariate_summary share = wm_stopped_between(&of->begin, &of->end);
    assert_null(share.reason);
    assert_true(fabs(share.median - expected) < 1e-9);
    assert_true(share.minimum == share.median && share.maximum == share.median);
    assert_int_equal(share.samples, 2);
}

static void one_thread_runs_waits_or_is_stopped(void **state)
{
    fixture of;
    (void)state;
    make(&of, 1);
    did(&of, 0, 1, 0);
    check(&of, 0);
    make(&of, 1);
    did(&of, 0, 0.25, 0.75); /* starved, and not stopped */
    check(&of, 0);
    make(&of, 1);
    did(&of, 0, 0.5, 0);
    check(&of, 0.5);
    make(&of, 1);
    did(&of, 0, 0.3, 0.2);
    check(&of, 0.5);
    make(&of, 1);
    did(&of, 0, 1.01, 0); /* the readings are not at one moment */
    check(&of, 0);
}

/* The thread that drives the loop sleeps until the pool is done. */
static void a_pool_works_while_its_driver_sleeps(void **state)
{
    fixture of;
    (void)state;
    make(&of, 3);
    did(&of, 0, 0.05, 0);
    did(&of, 1, 0.97, 0);
    did(&of, 2, 0.4, 0);
    check(&of, 0.03);
}

/* Each of two threads waits in turn, and the other one sleeps until it is done. */
static void threads_that_wait_in_turn_are_not_stopped(void **state)
{
    fixture of;
    (void)state;
    make(&of, 2);
    did(&of, 0, 0.5, 0.25);
    did(&of, 1, 0.5, 0.25);
    check(&of, 0);
}

/* All threads of a pool are continued at once, and each waits for some microseconds. */
static void many_short_waits_do_not_hide_a_stop(void **state)
{
    fixture of;
    (void)state;
    make(&of, THREADS);
    for (size_t i = 0; i < THREADS; i++)
        did(&of, i, 0.5, 0.0099);
    check(&of, 0.5);
    did(&of, 0, 0, 0.0002); /* 0.0101: no short wait */
    check(&of, 0.4899);
}

/* A pool whose threads sleep between short loops: each time they are woken with a latency. */
static void the_wakes_of_a_pool_are_no_stop(void **state)
{
    fixture of;
    (void)state;
    make(&of, 2);
    did(&of, 0, 0.7, 0);
    did(&of, 1, 0.7, 0);
    of.begin.sleeps = 500;
    of.end.sleeps = 500 + 10000;
    check(&of, 0);
    of.end.sleeps = 500 + 100; /* a stop is one, however long */
    check(&of, 0.295);
}

static void a_thread_may_begin_or_end_meanwhile(void **state)
{
    fixture of;
    (void)state;
    make(&of, 2);
    of.begin.count = 1;
    of.after[1].run_ns = (uint64_t)(0.8 * 1e9);
    of.after[1].delay_ns = 0;
    check(&of, 0.2);
    make(&of, 2);
    of.end.count = 1; /* the other one ended: what it did is not known */
    did(&of, 0, 0.9, 0);
    check(&of, 0.1);
}

static void no_reading_and_no_time_have_their_reason(void **state)
{
    fixture of;
    (void)state;
    make(&of, 1);
    of.begin.reason = "no /proc/self/task";
    assert_string_equal(wm_stopped_between(&of.begin, &of.end).reason, "no /proc/self/task");
    make(&of, 1);
    of.end.reason = "out of memory";
    assert_string_equal(wm_stopped_between(&of.begin, &of.end).reason, "out of memory");
    make(&of, 1);
    of.after[0].before_ns = BEGAN;
    assert_string_equal(wm_stopped_between(&of.begin, &of.end).reason,
                        "the repeat is too short to see whether it was stopped");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_runs_waits_or_is_stopped),
        cmocka_unit_test(a_pool_works_while_its_driver_sleeps),
        cmocka_unit_test(threads_that_wait_in_turn_are_not_stopped),
        cmocka_unit_test(many_short_waits_do_not_hide_a_stop),
        cmocka_unit_test(the_wakes_of_a_pool_are_no_stop),
        cmocka_unit_test(a_thread_may_begin_or_end_meanwhile),
        cmocka_unit_test(no_reading_and_no_time_have_their_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
