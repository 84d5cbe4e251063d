/* A thread that samples a device's covariates while something runs on it. */
#ifndef WM_MEASURE_SAMPLER_H
#define WM_MEASURE_SAMPLER_H

#include "backend/backend.h"

/* The time between samples. Source: docs/formats/record.md section 3 (`sampling_gap` counts with
 * it). Units: ns. */
enum { WM_SAMPLER_PERIOD_NS = 20000000 };

/* A sampler; its samples stay until the next start. */
typedef struct wm_sampler wm_sampler;

/* A new sampler, or null when out of memory. Ownership: wm_sampler_free. */
wm_sampler *wm_sampler_new(void);

/* Gives a sampler back; null is nothing. It must have been stopped. */
void wm_sampler_free(wm_sampler *sampler);

/* Drops the former samples, takes a full one now, and goes on in a thread of its own.
 * Errors: NOMEM (no memory, or no thread). */
WM_MUST_CHECK wm_status wm_sampler_start(wm_sampler *sampler, wm_device *device);

/* Ends the thread and takes one last, full sample. A sample that the device refused is left out. */
void wm_sampler_stop(wm_sampler *sampler);

/* The samples, in order of time; the sampler's, until the next start. */
const wm_device_sample *wm_sampler_samples(const wm_sampler *sampler, size_t *count);

#endif
