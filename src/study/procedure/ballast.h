/* Memory that is held so that a device has little left. */
#ifndef WM_STUDY_BALLAST_H
#define WM_STUDY_BALLAST_H

#include "backend/backend.h"

enum { WM_BALLAST_PIECES = 512 };

/* The held memory. Zero it before the first use. */
typedef struct wm_ballast {
    wm_device *device;
    size_t count;
    wm_device_buffer *pieces[WM_BALLAST_PIECES];
} wm_ballast;

/* Asked before each piece: whether the rest is not to be taken. */
typedef bool wm_ballast_stop(const void *context);

/* Allocates and writes memory until the device has about `reserve_bytes` left. What the device
 * refuses to give counts as not there: then as much as the reserve is given back. Errors:
 * UNSUPPORTED (the free memory is not known), DEVICE, NOMEM (there is less than the reserve),
 * INTERRUPTED (`stop` said so). Ownership: wm_ballast_drop in every case. */
WM_MUST_CHECK wm_status wm_ballast_take(wm_ballast *ballast, wm_device *device,
                                        uint64_t reserve_bytes, wm_ballast_stop *stop,
                                        const void *context);

/* What must be left: room for the checks of an output of this size and, on a CPU, a quarter of the
 * machine's memory, so that the kernel ends no program. */
WM_MUST_CHECK wm_status wm_ballast_reserve(wm_device *device, size_t output_bytes,
                                           uint64_t *reserve_bytes);

/* Frees the memory. Nothing held is allowed. */
void wm_ballast_drop(wm_ballast *ballast);

#endif
