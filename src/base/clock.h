/* The monotonic clock of the host. */
#ifndef WM_BASE_CLOCK_H
#define WM_BASE_CLOCK_H

#include <stdint.h>

/* The time on CLOCK_MONOTONIC. Units: ns since an arbitrary start. */
uint64_t wm_clock_ns(void);

/* The same time. Units: s. */
double wm_clock_s(void);

#endif
