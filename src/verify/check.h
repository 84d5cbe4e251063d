/* The check of one finished output: its residual under the challenges that its digest fixes. */
#ifndef WM_VERIFY_CHECK_H
#define WM_VERIFY_CHECK_H

#include "backend/job.h"
#include "record/reduction.h"

/* What is checked: a job that has run, and the plan item that its inputs and challenges derive
 * from. */
typedef struct wm_check {
    wm_device *device;
    const wm_item *item;
    const char *nonce; /* the plan's */
    const wm_job *job;
} wm_check;

/* The residual of the job's output, whose digest the caller has just taken. Values that are not
 * finite are NaN. Source: docs/formats/inputs.md sections 6 and 7. Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_check_residual(const wm_check *check,
                                          const uint8_t digest[WM_BACKEND_DIGEST_BYTES],
                                          wm_observed_residual *residual);

/* A difference that is finite or NaN, as an observed residual without rows. */
wm_observed_residual wm_check_difference(double difference_max, double reference_max);

#endif
