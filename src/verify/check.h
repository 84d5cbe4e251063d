/* What every check of a finished output shares: its subject, and its answer in the format's terms.
 */
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

/* A difference that is finite or NaN, as an observed residual without rows. */
wm_observed_residual wm_check_difference(double difference_max, double reference_max);

/* How far apart two orders of a binary64 sum may put a difference, absolute: 8 sqrt(terms) 2^-53 of
 * the reference. Source: study/residual_match.h. */
double wm_check_slack(double terms, double reference_max);

#endif
