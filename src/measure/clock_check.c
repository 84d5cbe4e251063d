/* Reads clocks without the C library, and compares them with its monotonic clock.
 *
 * A rate is as true as the clock that timed it. A preloaded library can replace that clock, and
 * adjtimex can bend the kernel's. So the same two moments are read from the kernel by our own
 * system calls, from the time stamp counter, and from the device, and a difference is a covariate
 * of the repeat. The counter is calibrated against CLOCK_MONOTONIC_RAW, which nothing bends. */
#include "measure/clock_check.h"

#include "base/clock.h"

#include <math.h>
#include <sys/syscall.h>
#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <x86intrin.h>
#endif

enum {
    TRIES_MIN = 8, /* the first ones load caches */
    TRIES_MAX = 64,
    CLOSE_NS = 1000,           /* a reading this close needs no more than TRIES_MIN */
    CALIBRATION_NS = 100000000 /* 0.1 s: an error of 2 us is 2e-5 */
};

/* Most that the uncertainty of a difference may be: half of what is flagged, so that clocks which
 * agree are never flagged. The reading at a loop's end takes some 1 to 4 us, with cold caches. */
static const double UNCERTAINTY = 0.5 * WM_THRESHOLD_CLOCK_DIFFERENCE;

/* A clock of the kernel, by a system call of our own: a preloaded library cannot change it. 0 if
 * there is no such clock. */
static uint64_t read_kernel(clockid_t clock)
{
    struct timespec now = {0, 0};
#if defined(__x86_64__) && !defined(__ILP32__)
    long status = SYS_clock_gettime;
    __asm__ volatile("syscall"
                     : "+a"(status)
                     : "D"((long)clock), "S"(&now)
                     : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long number __asm__("x8") = SYS_clock_gettime;
    register long status __asm__("x0") = clock;
    register struct timespec *to __asm__("x1") = &now;
    __asm__ volatile("svc 0" : "+r"(status) : "r"(number), "r"(to) : "memory");
#else
    const long status = -1;
    (void)clock;
#endif
    return status == 0 ? (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec : 0;
}

#if defined(__x86_64__)
/* Whether this process may read the time stamp counter. Where PR_SET_TSC forbids it, the
 * instruction is a fault, so this is asked before the first one. */
static bool may_read_ticks(void)
{
    enum { UNASKED, ALLOWED, FORBIDDEN };
    static atomic_int known = UNASKED;
    int mode = PR_TSC_ENABLE, state = atomic_load_explicit(&known, memory_order_relaxed);
    if (state == UNASKED) {
        state =
            prctl(PR_GET_TSC, &mode, 0, 0, 0) == 0 && mode == PR_TSC_SIGSEGV ? FORBIDDEN : ALLOWED;
        atomic_store_explicit(&known, state, memory_order_relaxed);
    }
    return state == ALLOWED;
}
#endif

/* Why the time stamp counter cannot be used; null if it can. */
static const char *tsc_reason(void)
{
#if defined(__x86_64__)
    enum { LEAF_POWER = 0x80000007, INVARIANT = 1 << 8 };
    unsigned a, b, c, d = 0;
    if (!may_read_ticks())
        return "the time stamp counter may not be read";
    if (__get_cpuid(LEAF_POWER, &a, &b, &c, &d) == 0 || (d & INVARIANT) == 0)
        return "the processor has no invariant time stamp counter";
    return NULL;
#else
    return "the processor is no x86";
#endif
}

static uint64_t read_ticks(void)
{
#if defined(__x86_64__)
    if (!may_read_ticks())
        return 0;
    _mm_lfence();
    return __rdtsc();
#else
    return 0;
#endif
}

/* Reads all clocks once. The library's clock is the device's, or without a device the host's. */
static void read_once(wm_device *device, wm_clock_check_reading *reading)
{
    const uint64_t begin_ns = read_kernel(CLOCK_MONOTONIC);
    const uint64_t libc_ns = device != NULL ? device->ops->time_ns(device) : wm_clock_ns();
    const uint64_t real_ns = read_kernel(CLOCK_REALTIME);
    const uint64_t raw_ns = read_kernel(CLOCK_MONOTONIC_RAW);
    const uint64_t ticks = read_ticks();
    const uint64_t end_ns = read_kernel(CLOCK_MONOTONIC);
    reading->libc_ns = libc_ns;
    reading->syscall_ns = begin_ns + (end_ns - begin_ns) / 2;
    reading->real_ns = real_ns;
    reading->raw_ns = raw_ns;
    reading->ticks = ticks;
    reading->uncertainty_ns = end_ns - begin_ns;
    reading->syscall_reason = begin_ns == 0 || real_ns == 0 || raw_ns == 0 || end_ns == 0
                                  ? "this program makes no system call of its own on this processor"
                                  : NULL;
    if (reading->syscall_reason != NULL)
        reading->uncertainty_ns = CLOSE_NS; /* not used without the system call */
}

uint64_t wm_clock_check_begin(wm_device *device, wm_clock_check_reading *reading)
{
    for (int i = 0; i < TRIES_MIN || (i < TRIES_MAX && reading->uncertainty_ns > CLOSE_NS); i++)
        read_once(device, reading);
    return reading->libc_ns;
}

uint64_t wm_clock_check_end(wm_device *device, wm_clock_check_reading *reading)
{
    read_once(device, reading);
    return reading->libc_ns;
}

/* Reads the clocks, several times, and keeps the reading with the least uncertainty. */
static void read_closest(wm_clock_check_reading *reading)
{
    wm_clock_check_reading next = *reading;
    read_once(NULL, reading);
    for (int i = 1; i < TRIES_MIN || (i < TRIES_MAX && reading->uncertainty_ns > CLOSE_NS); i++) {
        read_once(NULL, &next);
        if (next.uncertainty_ns < reading->uncertainty_ns)
            *reading = next;
    }
}

void wm_clock_check_calibrate(wm_clock_check_tsc *tsc)
{
    wm_clock_check_reading begin = {.libc_ns = 0}, end = {.libc_ns = 0};
    *tsc = (wm_clock_check_tsc){.reason = tsc_reason()};
    if (tsc->reason != NULL)
        return;
    read_closest(&begin);
    tsc->reason = begin.syscall_reason;
    while (tsc->reason == NULL && end.raw_ns < begin.raw_ns + CALIBRATION_NS) {
        (void)nanosleep(&(struct timespec){0, CALIBRATION_NS / 4}, NULL);
        read_closest(&end);
    }
    if (tsc->reason == NULL)
        tsc->hz = (double)(end.ticks - begin.ticks) / ((double)(end.raw_ns - begin.raw_ns) * 1e-9);
}

/* The covariate of another clock, which advanced by other_s while the library's clock advanced by
 * libc_s. An uncertain difference is left out, unless it is above the flag's limit by more than its
 * uncertainty: a clock that answers slowly must not hide that it is wrong. */
static wm_covariate_summary compare(double other_s, double libc_s, double uncertainty_s)
{
    const double difference = (other_s - libc_s) / libc_s;
    const bool is_sure =
        uncertainty_s <= UNCERTAINTY * libc_s ||
        fabs(difference) > WM_THRESHOLD_CLOCK_DIFFERENCE + fabs(uncertainty_s / libc_s);
    wm_covariate_summary summary = {.reason = "the repeat is too short to compare clocks"};
    if (!(libc_s > 0) || !is_sure || !isfinite(difference))
        return summary;
    summary.reason = NULL;
    summary.minimum = summary.median = summary.maximum = difference;
    summary.samples = 2;
    summary.longest_gap_s = libc_s;
    return summary;
}

static wm_covariate_summary absent(const char *reason)
{
    return (wm_covariate_summary){.reason = reason};
}

/* The seconds from one reading of a clock to the next; negative if it went back. */
static double seconds_between(uint64_t begin_ns, uint64_t end_ns)
{
    return end_ns >= begin_ns ? 1e-9 * (double)(end_ns - begin_ns)
                              : -1e-9 * (double)(begin_ns - end_ns);
}

static wm_covariate_summary compare_device(const wm_device_timer *begin, const wm_device_timer *end)
{
    if (begin->reason != NULL || end->reason != NULL)
        return absent(begin->reason != NULL ? begin->reason : end->reason);
    return compare(seconds_between(begin->device_ns, end->device_ns),
                   seconds_between(begin->host_ns, end->host_ns),
                   1e-9 * (double)(begin->uncertainty_ns + end->uncertainty_ns));
}

void wm_clock_check_between(const wm_clock_check_tsc *tsc, const wm_clock_check_reading *begin,
                            const wm_clock_check_reading *end,
                            wm_covariate_summary summaries[WM_COVARIATES])
{
    const double libc_s = seconds_between(begin->libc_ns, end->libc_ns);
    /* The clocks are read in one order. So one clock's delay behind another is between 0 and the
     * reading's uncertainty, and the difference of two delays is at most the larger of these. */
    const uint64_t uncertainty_ns =
        begin->uncertainty_ns > end->uncertainty_ns ? begin->uncertainty_ns : end->uncertainty_ns;
    const double uncertainty_s = 1e-9 * (double)uncertainty_ns;
    const char *reason =
        begin->syscall_reason != NULL ? begin->syscall_reason : end->syscall_reason;
    wm_covariate_summary *syscall = &summaries[WM_COVARIATE_CLOCK_SYSCALL];
    wm_covariate_summary *real = &summaries[WM_COVARIATE_CLOCK_REAL];
    wm_covariate_summary *raw = &summaries[WM_COVARIATE_CLOCK_RAW];
    *syscall = *real = *raw = absent(reason);
    if (reason == NULL) {
        *syscall =
            compare(seconds_between(begin->syscall_ns, end->syscall_ns), libc_s, uncertainty_s);
        *real = compare(seconds_between(begin->real_ns, end->real_ns), libc_s, uncertainty_s);
        *raw = compare(seconds_between(begin->raw_ns, end->raw_ns), libc_s, uncertainty_s);
    }
    summaries[WM_COVARIATE_CLOCK_TSC] =
        tsc == NULL || tsc->reason != NULL
            ? absent(tsc == NULL ? "not calibrated" : tsc->reason)
            : compare((double)(end->ticks - begin->ticks) / tsc->hz, libc_s, uncertainty_s);
    summaries[WM_COVARIATE_CLOCK_DEVICE] = compare_device(&begin->device, &end->device);
}
