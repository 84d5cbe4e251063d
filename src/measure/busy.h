/* Whether others use the machine, before anything is measured. */
#ifndef WM_MEASURE_BUSY_H
#define WM_MEASURE_BUSY_H

#include "backend/backend.h"

enum { WM_BUSY_WORDS = 160 };

/* The kernel's counters at one moment. NaN: not reported. */
typedef struct wm_busy_reading {
    uint64_t time_ns;  /* monotonic */
    double busy_s;     /* processor time used by all */
    double own_s;      /* of it, by this process */
    double pressure_s; /* time in which some task waited for a processor */
} wm_busy_reading;

/* Reads the counters; `proc` is /proc, or a folder like it. */
void wm_busy_read(const char *proc, wm_busy_reading *reading);

/* Whether others used the machine between two readings: more than 0.25 processors and 2 % of all of
 * them, a task that waited for more than a tenth of the time, a kernel of others on the device for
 * more than 5 % of it, or another process that computes there. `words` says what was found; empty
 * if the machine was quiet. */
bool wm_busy_between(const wm_busy_reading *begin, const wm_busy_reading *end, unsigned processors,
                     const wm_device_load *load, char words[WM_BUSY_WORDS]);

/* Watches the machine for some seconds, in which the caller must be idle. Stops early when *stop is
 * not 0; stop may be null. Errors: those of the device's load. */
WM_MUST_CHECK wm_status wm_busy_watch(wm_device *device, double seconds, const volatile int *stop,
                                      bool *is_busy, char words[WM_BUSY_WORDS]);

#endif
