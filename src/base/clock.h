/* The monotonic clock of the host. */
#ifndef WM_BASE_CLOCK_H
#define WM_BASE_CLOCK_H

#include <stdint.h>

/* The time on CLOCK_MONOTONIC. Units: ns since an arbitrary start. */
uint64_t wm_clock_ns(void);

/* A moment on both clocks. */
typedef struct wm_clock_start {
    uint64_t real_ns; /* Unix time */
    uint64_t monotonic_ns;
} wm_clock_start;

/* This moment. */
wm_clock_start wm_clock_begin(void);

/* The Unix time now: that of the start, plus the monotonic time since. Units: ns. */
uint64_t wm_clock_since(const wm_clock_start *start);

/* The same time. Units: s. */
double wm_clock_s(void);

#endif
