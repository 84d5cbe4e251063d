/* `run --steps N`: N power limits across the repeats of each item. */
#ifndef WM_CLI_POWER_STEPS_H
#define WM_CLI_POWER_STEPS_H

#include "backend/backend.h"

typedef struct wm_power_steps {
    unsigned count; /* 0: no limit is set */
    wm_power_range range;
    unsigned now_mw; /* that was asked for last */
    char fact[128];  /* for the record: the limits; empty: none is set */
} wm_power_steps;

/* Before a device is open: starts the process that sets limits, if devices of a kind have them. */
void wm_power_steps_begin(const wm_backend *backend, unsigned count);

/* Opens the limit of a device, and says in one line on stderr what comes: the steps, or why there
 * are none and the clock varies as the device drifts. */
void wm_power_steps_open(wm_power_steps *steps, const wm_backend *backend, const char *uuid,
                         unsigned count);

/* Sets the limit for a repeat, unless it is in force. A failure ends the steps: the former limit is
 * set again, and a line on stderr says it. */
void wm_power_steps_before(wm_power_steps *steps, uint32_t repeat, uint32_t repeats);

/* Sets the former limit again and waits for that. Says so on stderr if it failed. */
void wm_power_steps_end(wm_power_steps *steps);

#endif
