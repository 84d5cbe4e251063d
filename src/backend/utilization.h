/* What others used of a device, by the device's own samples of its utilisation. */
#ifndef WM_BACKEND_UTILIZATION_H
#define WM_BACKEND_UTILIZATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The share of the time since the sample before it in which a kernel of anyone ran. */
typedef struct wm_utilization_sample {
    uint64_t end_us; /* Unix time */
    double share;
} wm_utilization_sample;

/* The share that others used since since_us, when this process last ran something. The samples
 * ascend; what is before since_us counts as used by this process throughout. False if the samples
 * cover less than 0.05 s of the time since then. Source: docs/formats/record.md section 3,
 * `idle_utilization`. */
bool wm_utilization_of_others(const wm_utilization_sample *samples, size_t count, uint64_t since_us,
                              double *share);

#endif
