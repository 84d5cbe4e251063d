/* The common parts of every check of a finished output: the subject, and the residual in the
 * format's terms. */
#ifndef WM_VERIFY_CHECK_H
#define WM_VERIFY_CHECK_H

#include "backend/job.h"
#include "base/buffer.h"
#include "record/laws/reduction.h"

/* What the check of one output found, which repeats need once: equal outputs have the same. Of
 * attention it is the rows that the test of all rows suspects; of a product of integers, that the
 * output is right. */
typedef struct wm_check_known {
    bool is_there;
    uint8_t seed[WM_SHA256_SIZE]; /* of the signs: it depends on the output and on its inputs */
    double row_sum_error;
    size_t count;
    uint64_t rows[WM_BACKEND_SUSPECTS];
    const char *trouble; /* why the check of a product of integers has no answer; else null */
} wm_check_known;

/* The subject of a check: a job that has run, and the plan item from which its inputs and
 * challenges derive. */
typedef struct wm_check {
    wm_device *device;
    const wm_item *item;
    const char *nonce; /* the plan's */
    const wm_job *job;
    wm_check_known *known; /* of the last output that was checked; null: nothing is kept */
} wm_check;

/* A difference as an observed residual without rows. Values that are not finite become NaN. */
wm_observed_residual wm_check_difference(double difference_max, double reference_max);

/* How much two orders of a binary64 sum may differ, absolute: 8 sqrt(terms) 2^-53 of the reference.
 * Source: study/output/residual_match.h. */
double wm_check_slack(double terms, double reference_max);

/* Checks scatter add and index add: the difference between the weighted sums of the output and of
 * the addends. The output's digest draws the weights. Source: paper section 4;
 * docs/formats/inputs.md sections 6 and 7. Errors: the device's. */
WM_MUST_CHECK wm_status wm_check_scatter(const wm_check *check, const wm_buffer *context,
                                         wm_observed_residual *residual);

#endif
