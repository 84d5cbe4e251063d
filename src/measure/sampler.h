/* A thread that samples a device's covariates while something runs on it. */
#ifndef WM_MEASURE_SAMPLER_H
#define WM_MEASURE_SAMPLER_H

#include "backend/backend.h"

/* The time between samples; the flag `sampling_gap` depends on it. Source: docs/formats/record.md
 * section 3. Units: ns. */
enum { WM_SAMPLER_PERIOD_NS = 20000000 };

/* A sampler. Its samples stay until the next start. */
typedef struct wm_sampler wm_sampler;

/* A new sampler, or null when out of memory. Ownership: wm_sampler_free. */
wm_sampler *wm_sampler_new(void);

/* Frees a sampler, which must have been stopped; null is allowed. */
void wm_sampler_free(wm_sampler *sampler);

/* Drops the earlier samples, takes a full one now, and continues in its own thread. Errors: NOMEM
 * (no memory, or no thread). */
WM_MUST_CHECK wm_status wm_sampler_start(wm_sampler *sampler, wm_device *device);

/* Ends the thread and takes a last, full sample. A sample that the device refuses is left out.
 * Errors: NOMEM (a sample was lost). */
WM_MUST_CHECK wm_status wm_sampler_stop(wm_sampler *sampler);

/* The number of the thread of the last start, as the kernel counts threads; 0: it did not begin.
 * Call it after the stop. */
uint64_t wm_sampler_thread(const wm_sampler *sampler);

/* The samples in order of time. Ownership: the sampler's, until the next start. */
const wm_device_sample *wm_sampler_samples(const wm_sampler *sampler, size_t *count);

#endif
