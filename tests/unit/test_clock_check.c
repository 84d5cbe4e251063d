/* Tests of measure/clock_check: differences of clocks, and why there is none. */
#include "measure/clock_check.h"

#include "support/cmocka.h"

#include <math.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const uint64_t SECOND = 1000000000;

/* Two readings, one second apart on every clock. */
typedef struct {
    wm_clock_check_tsc tsc;
    wm_clock_check_reading begin, end;
    wm_covariate_summary out[WM_COVARIATES];
} fixture;

static fixture make(void)
{
    fixture of;
    memset(&of, 0, sizeof of);
    of.tsc.hz = 3e9;
    of.begin = (wm_clock_check_reading){.libc_ns = 5 * SECOND,
                                        .syscall_ns = 5 * SECOND,
                                        .real_ns = 9 * SECOND,
                                        .raw_ns = 2 * SECOND,
                                        .ticks = 7000};
    of.begin.device = (wm_device_timer){.device_ns = 3 * SECOND, .host_ns = 5 * SECOND};
    of.end = (wm_clock_check_reading){.libc_ns = 6 * SECOND,
                                      .syscall_ns = 6 * SECOND,
                                      .real_ns = 10 * SECOND,
                                      .raw_ns = 3 * SECOND,
                                      .ticks = 3000007000};
    of.end.device = (wm_device_timer){.device_ns = 4 * SECOND, .host_ns = 6 * SECOND};
    return of;
}

static const wm_covariate_summary *compare(fixture *of, wm_covariate_name name)
{
    wm_clock_check_between(&of->tsc, &of->begin, &of->end, of->out);
    return &of->out[name];
}

static void check_value(fixture *of, wm_covariate_name name, double expected)
{
    const wm_covariate_summary *summary = compare(of, name);
    assert_null(summary->reason);
    assert_true(fabs(summary->median - expected) < 1e-12);
    assert_true(summary->minimum == summary->median && summary->maximum == summary->median);
    assert_int_equal(summary->samples, 2);
}

static const wm_covariate_name ALL[] = {WM_COVARIATE_CLOCK_DEVICE, WM_COVARIATE_CLOCK_RAW,
                                        WM_COVARIATE_CLOCK_REAL, WM_COVARIATE_CLOCK_SYSCALL,
                                        WM_COVARIATE_CLOCK_TSC};
enum { COUNT = sizeof ALL / sizeof ALL[0] };

static void equal_clocks_differ_by_nothing(void **state)
{
    fixture of = make();
    (void)state;
    for (unsigned i = 0; i < COUNT; i++)
        check_value(&of, ALL[i], 0);
}

static void each_clock_is_compared_with_the_library(void **state)
{
    fixture of = make();
    (void)state;
    of.end.libc_ns = 5 * SECOND + SECOND / 2; /* a library that halves the time */
    of.end.device.host_ns = of.end.libc_ns;
    for (unsigned i = 0; i < COUNT; i++)
        check_value(&of, ALL[i], 1);
    of = make();
    of.end.real_ns = 8 * SECOND; /* real time was set back */
    check_value(&of, WM_COVARIATE_CLOCK_REAL, -2);
    of.end.ticks = 7000 + 3300000000;
    check_value(&of, WM_COVARIATE_CLOCK_TSC, 0.1);
    check_value(&of, WM_COVARIATE_CLOCK_SYSCALL, 0);
}

/* Half a second on the clocks that adjtimex slews is one second on those that it does not. */
static void a_slewed_kernel_differs_from_its_raw_clock(void **state)
{
    fixture of = make();
    (void)state;
    of.end.libc_ns = of.end.syscall_ns = 5 * SECOND + SECOND / 2;
    of.end.real_ns = 9 * SECOND + SECOND / 2;
    check_value(&of, WM_COVARIATE_CLOCK_SYSCALL, 0);
    check_value(&of, WM_COVARIATE_CLOCK_REAL, 0);
    check_value(&of, WM_COVARIATE_CLOCK_RAW, 1);
    check_value(&of, WM_COVARIATE_CLOCK_TSC, 1);
}

/* Of one second, 5e-4 is allowed. */
static void an_uncertain_difference_is_none(void **state)
{
    fixture of = make();
    (void)state;
    of.begin.uncertainty_ns = 500000;
    of.end.uncertainty_ns = 500000;
    of.begin.device.uncertainty_ns = 500000;
    for (unsigned i = 0; i < COUNT; i++)
        check_value(&of, ALL[i], 0);
    of.end.uncertainty_ns = 500001;
    of.end.device.uncertainty_ns = 1;
    for (unsigned i = 0; i < COUNT; i++)
        assert_string_equal(compare(&of, ALL[i])->reason,
                            "the repeat is too short to compare clocks");
    of = make();
    of.end.libc_ns = of.begin.libc_ns;
    assert_non_null(compare(&of, WM_COVARIATE_CLOCK_SYSCALL)->reason);
}

/* A false clock that takes 0.2 s to answer is still seen. With an uncertainty of 0.2 the difference
 * must exceed 0.201. */
static void a_slow_clock_does_not_hide_a_difference(void **state)
{
    fixture of = make();
    (void)state;
    of.end.uncertainty_ns = of.end.device.uncertainty_ns = SECOND / 5;
    of.end.syscall_ns += SECOND;
    of.end.real_ns -= SECOND;
    of.end.raw_ns += 2 * SECOND;
    of.end.ticks += 608000000;
    check_value(&of, WM_COVARIATE_CLOCK_SYSCALL, 1);
    check_value(&of, WM_COVARIATE_CLOCK_REAL, -1);
    check_value(&of, WM_COVARIATE_CLOCK_RAW, 2);
    check_value(&of, WM_COVARIATE_CLOCK_TSC, 608e6 / 3e9);
    of.end.ticks -= 10000000;
    assert_non_null(compare(&of, WM_COVARIATE_CLOCK_TSC)->reason);
    of.end.device.device_ns += SECOND;
    check_value(&of, WM_COVARIATE_CLOCK_DEVICE, 1);
}

static void a_clock_that_is_not_there_has_its_reason(void **state)
{
    fixture of = make();
    (void)state;
    of.tsc.reason = "varies";
    of.end.syscall_reason = "no call";
    of.end.device.reason = "no timer";
    assert_string_equal(compare(&of, WM_COVARIATE_CLOCK_TSC)->reason, "varies");
    assert_string_equal(compare(&of, WM_COVARIATE_CLOCK_SYSCALL)->reason, "no call");
    assert_string_equal(compare(&of, WM_COVARIATE_CLOCK_REAL)->reason, "no call");
    assert_string_equal(compare(&of, WM_COVARIATE_CLOCK_RAW)->reason, "no call");
    assert_string_equal(compare(&of, WM_COVARIATE_CLOCK_DEVICE)->reason, "no timer");
    wm_clock_check_between(NULL, &of.begin, &of.end, of.out);
    assert_string_equal(of.out[WM_COVARIATE_CLOCK_TSC].reason, "not calibrated");
}

/* The clocks of this machine agree over the time of a calibration. */
static void the_clocks_of_this_machine_agree(void **state)
{
    fixture of = make();
    wm_clock_check_tsc tsc;
    uint64_t begin_ns, end_ns;
    (void)state;
    memset(&of.begin, 0, sizeof of.begin);
    memset(&of.end, 0, sizeof of.end);
    begin_ns = wm_clock_check_begin(NULL, &of.begin);
    assert_int_equal(begin_ns, of.begin.libc_ns);
    wm_clock_check_calibrate(&of.tsc);
    wm_clock_check_calibrate(&tsc);
    end_ns = wm_clock_check_end(NULL, &of.end);
    assert_int_equal(end_ns, of.end.libc_ns);
    assert_true(end_ns > begin_ns);
#if defined(__x86_64__) || defined(__aarch64__)
    assert_null(of.begin.syscall_reason);
    assert_true(fabs(compare(&of, WM_COVARIATE_CLOCK_SYSCALL)->median) < 0.01);
#endif
    assert_true(of.tsc.reason != NULL || (of.tsc.hz > 1e8 && of.tsc.hz < 1e10));
    assert_true(of.tsc.reason != NULL || fabs(of.tsc.hz / tsc.hz - 1) < 1e-3);
}

#if defined(__x86_64__)
/* The library's clock may read the counter itself, so this one asks the kernel. */
static uint64_t time_of_kernel(wm_device *device)
{
    struct timespec now = {0, 0};
    (void)device;
    (void)syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

/* Reads all clocks in a process to which the counter is forbidden; its exit status. */
static int read_without_ticks(void)
{
    const wm_backend ops = {.time_ns = time_of_kernel};
    wm_device device = {.ops = &ops};
    fixture of = make();
    if (prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) != 0)
        return 2;
    wm_clock_check_calibrate(&of.tsc);
    (void)wm_clock_check_begin(&device, &of.begin);
    (void)wm_clock_check_end(&device, &of.end);
    if (of.tsc.reason == NULL ||
        strcmp(of.tsc.reason, "the time stamp counter may not be read") != 0)
        return 3;
    if (compare(&of, WM_COVARIATE_CLOCK_TSC)->reason == NULL || of.begin.ticks != 0)
        return 4;
    return of.end.syscall_ns > of.begin.syscall_ns ? 0 : 5;
}

/* Asked once in a process, so this is the first test. */
static void a_counter_that_may_not_be_read_is_absent(void **state)
{
    int status;
    const pid_t child = fork();
    (void)state;
    assert_true(child >= 0);
    if (child == 0)
        _exit(read_without_ticks());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 2)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#if defined(__x86_64__)
        cmocka_unit_test(a_counter_that_may_not_be_read_is_absent),
#endif
        cmocka_unit_test(equal_clocks_differ_by_nothing),
        cmocka_unit_test(each_clock_is_compared_with_the_library),
        cmocka_unit_test(a_slewed_kernel_differs_from_its_raw_clock),
        cmocka_unit_test(an_uncertain_difference_is_none),
        cmocka_unit_test(a_slow_clock_does_not_hide_a_difference),
        cmocka_unit_test(a_clock_that_is_not_there_has_its_reason),
        cmocka_unit_test(the_clocks_of_this_machine_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
