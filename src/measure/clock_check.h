/* Comparisons of the C library's monotonic clock with other clocks, over a repeat. */
#ifndef WM_MEASURE_CLOCK_CHECK_H
#define WM_MEASURE_CLOCK_CHECK_H

#include "backend/backend.h"
#include "measure/covariate.h"

/* The rate of the processor's time stamp counter. */
typedef struct wm_clock_check_tsc {
    double hz;
    const char *reason; /* why there is no rate; else null */
} wm_clock_check_tsc;

/* The clocks at one moment. */
typedef struct wm_clock_check_reading {
    uint64_t libc_ns;           /* the device's time: CLOCK_MONOTONIC, from the C library */
    uint64_t syscall_ns;        /* the same, from the kernel */
    uint64_t real_ns;           /* CLOCK_REALTIME, from the kernel */
    uint64_t raw_ns;            /* CLOCK_MONOTONIC_RAW, from the kernel */
    uint64_t ticks;             /* the time stamp counter */
    uint64_t uncertainty_ns;    /* the longest time between two of these readings */
    const char *syscall_reason; /* why the kernel's clocks are not there; else null */
    wm_device_timer device;
} wm_clock_check_reading;

/* Measures the rate of the counter against CLOCK_MONOTONIC_RAW, over 0.1 s. There is none if the
 * counter's rate may change, or if the processor is no x86. */
void wm_clock_check_calibrate(wm_clock_check_tsc *tsc);

/* Reads the clocks around the device's time that begins a timed loop, and returns that time.
 * Without a device the time is the host's. Reads again until the reading is close. Leaves
 * reading->device as it is. */
uint64_t wm_clock_check_begin(wm_device *device, wm_clock_check_reading *reading);

/* The same for the time that ends a loop. Reads once, because every reading takes the loop's time.
 */
uint64_t wm_clock_check_end(wm_device *device, wm_clock_check_reading *reading);

/* Sets the covariates clock_device, clock_raw, clock_real, clock_syscall and clock_tsc. tsc may be
 * null.
 * Source: docs/formats/record.md section 3, workload. */
void wm_clock_check_between(const wm_clock_check_tsc *tsc, const wm_clock_check_reading *begin,
                            const wm_clock_check_reading *end,
                            wm_covariate_summary summaries[WM_COVARIATES]);

#endif
