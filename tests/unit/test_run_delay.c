/* Tests of measure/run_delay: the fraction of waiting, of busy threads only. */
#include "measure/run_delay.h"

#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint64_t SECOND = 1000000000;

/* Two readings one second apart. */
typedef struct {
    wm_run_delay_thread before[4], after[4];
    wm_run_delay begin, end;
} fixture;

static fixture make(size_t before, size_t after)
{
    fixture of;
    memset(&of, 0, sizeof of);
    of.begin.count = before;
    of.end.count = after;
    of.begin.time_ns = 5 * SECOND;
    of.end.time_ns = 6 * SECOND;
    return of;
}

static wm_covariate_summary between(fixture *of)
{
    of->begin.threads = of->before;
    of->end.threads = of->after;
    return wm_run_delay_between(&of->begin, &of->end);
}

static void busy_threads_are_summed(void **state)
{
    fixture of = make(3, 3);
    wm_covariate_summary summary;
    (void)state;
    of.before[0] = (wm_run_delay_thread){10, 1000, 2000, 0, 0};
    of.before[1] = (wm_run_delay_thread){11, 0, 0, 0, 0};
    of.before[2] = (wm_run_delay_thread){12, 7, 0, 0, 0};
    of.after[0] = (wm_run_delay_thread){10, 1000 + SECOND / 2, 2000 + SECOND / 2, 0, 0};
    of.after[1] = (wm_run_delay_thread){11, SECOND / 4, 0, 0, 0};
    /* under 1 % of the repeat: it does not count */
    of.after[2] = (wm_run_delay_thread){12, 7 + SECOND / 400, SECOND / 200, 0, 0};
    summary = between(&of);
    assert_null(summary.reason);
    assert_true(summary.median == 0.5 / 1.25);
    assert_true(summary.minimum == summary.median && summary.maximum == summary.median);
    assert_int_equal(summary.samples, 2);
    assert_true(summary.longest_gap_s == 1);
    of.after[2].run_ns += SECOND / 400; /* exactly 1 %: it counts */
    summary = between(&of);
    assert_true(fabs(summary.median - 0.505 / 1.26) < 1e-12);
}

/* Neighbours can keep a thread from running at all. */
static void a_thread_that_only_waited_counts(void **state)
{
    fixture of = make(2, 2);
    (void)state;
    of.before[0].id = of.after[0].id = 10;
    of.before[1].id = of.after[1].id = 11;
    of.after[0].run_ns = SECOND / 2;
    of.after[1].run_ns = SECOND / 1000;
    of.after[1].delay_ns = SECOND / 2 - SECOND / 1000;
    assert_true(fabs(between(&of).median - 0.499) < 1e-12);
    of.after[0].run_ns = of.after[1].run_ns = 0;
    assert_true(between(&of).median == 1);
}

static void a_thread_may_begin_or_end_in_between(void **state)
{
    fixture of = make(1, 1);
    (void)state;
    of.before[0] = (wm_run_delay_thread){10, SECOND, SECOND, 0, 0};
    of.after[0] = (wm_run_delay_thread){11, SECOND / 2, SECOND / 2, 0, 0};
    assert_true(between(&of).median == 0.5);
}

static void an_absent_value_has_its_reason(void **state)
{
    fixture of = make(1, 1);
    (void)state;
    assert_string_equal(between(&of).reason, "no thread ran or waited for 1 % of the repeat");
    of.before[0] = (wm_run_delay_thread){10, 5, 5, 0, 0};
    of.after[0] = (wm_run_delay_thread){10, SECOND, 4, 0, 0};
    assert_string_equal(between(&of).reason, "its counter overflowed");
    of.end.reason = "no schedstat in /proc/self/task";
    assert_string_equal(between(&of).reason, of.end.reason);
}

static void put(const char *folder, const char *thread, const char *text)
{
    char path[256];
    FILE *file;
    (void)snprintf(path, sizeof path, "%s/%s", folder, thread);
    assert_int_equal(mkdir(path, 0700), 0);
    (void)snprintf(path, sizeof path, "%s/%s/schedstat", folder, thread);
    file = text == NULL ? NULL : fopen(path, "w");
    if (file != NULL) {
        (void)fputs(text, file);
        (void)fclose(file);
    }
}

static void clear(const char *folder)
{
    char command[300];
    (void)snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

static void a_thread_is_left_out(void **state)
{
    fixture of = make(0, 2);
    (void)state;
    of.end.threads = of.after;
    of.after[0].id = 10;
    of.after[1].id = 11;
    wm_run_delay_leave_out(&of.end, 12);
    assert_int_equal(of.end.count, 2);
    wm_run_delay_leave_out(&of.end, 10);
    assert_int_equal(of.end.count, 1);
    assert_int_equal(of.end.threads[0].id, 11);
}

static void threads_are_read_from_their_folder(void **state)
{
    char folder[] = "/tmp/run_delay.XXXXXX", absent[64];
    wm_run_delay reading = {0};
    (void)state;
    assert_non_null(mkdtemp(folder));
    wm_run_delay_read(folder, &reading);
    assert_string_equal(reading.reason, "no schedstat in /proc/self/task");
    put(folder, "7", "12 34 5\n");
    put(folder, "8", NULL); /* it ended while it was read */
    put(folder, "9", "garbage\n");
    put(folder, "10", "0 0 0\n"); /* a kernel that does not count */
    wm_run_delay_read(folder, &reading);
    assert_null(reading.reason);
    assert_int_equal(reading.count, 1);
    assert_true(reading.threads[0].id == 7 && reading.threads[0].run_ns == 12 &&
                reading.threads[0].delay_ns == 34);
    (void)snprintf(absent, sizeof absent, "%s/none", folder);
    wm_run_delay_read(absent, &reading);
    assert_string_equal(reading.reason, "no /proc/self/task");
    wm_run_delay_clear(&reading);
    clear(folder);
}

static void this_process_is_read(void **state)
{
    wm_run_delay begin = {0}, end = {0};
    wm_covariate_summary summary;
    (void)state;
    wm_run_delay_read(WM_RUN_DELAY_TASKS, &begin);
    if (begin.reason != NULL) {
        print_message("skipped: %s\n", begin.reason);
        skip();
    }
    for (volatile uint64_t i = 0; i < 50000000; i = i + 1)
        continue;
    wm_run_delay_read(WM_RUN_DELAY_TASKS, &end);
    summary = wm_run_delay_between(&begin, &end);
    assert_null(summary.reason);
    assert_true(summary.median >= 0 && summary.median < 1);
    wm_run_delay_clear(&begin);
    wm_run_delay_clear(&end);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(busy_threads_are_summed),
        cmocka_unit_test(a_thread_that_only_waited_counts),
        cmocka_unit_test(a_thread_may_begin_or_end_in_between),
        cmocka_unit_test(an_absent_value_has_its_reason),
        cmocka_unit_test(a_thread_is_left_out),
        cmocka_unit_test(threads_are_read_from_their_folder),
        cmocka_unit_test(this_process_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
