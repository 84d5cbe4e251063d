/* Reads the monotonic clock of the host. */
#define _POSIX_C_SOURCE 200809L

#include "base/clock.h"

#include <time.h>

uint64_t wm_clock_ns(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

double wm_clock_s(void)
{
    return 1e-9 * (double)wm_clock_ns();
}

wm_clock_start wm_clock_begin(void)
{
    struct timespec now;
    wm_clock_start start;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    start.real_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    start.monotonic_ns = wm_clock_ns();
    return start;
}

uint64_t wm_clock_since(const wm_clock_start *start)
{
    return start->real_ns + (wm_clock_ns() - start->monotonic_ns);
}
