/* A time of load at a point of operation, in which every output is compared with the first. */
#ifndef WM_STUDY_LOAD_H
#define WM_STUDY_LOAD_H

#include "measure/repeat.h"

/* The load, and what its outputs are compared with. */
typedef struct wm_load {
    wm_point point;
    double seconds; /* least length */
    wm_workload *workload;
    wm_workload *judged;   /* the witness's copy of the workload; or the workload itself */
    const wm_check *check; /* of the output of `judged` */
    /* output of repeat 0 on the device of `judged`, with its digest and its residual, set 0 */
    const wm_device_buffer *retained;
    const uint8_t *digest;
    const wm_observed_residual *residual;
    const wm_repeat_options *options; /* `after` injects a planned fault into each output */
} wm_load;

/* One segment. */
typedef struct wm_load_segment {
    wm_repeat timed; /* started_at_ns, seconds, covariates, doing */
    uint64_t products, errors;
    bool has_residual;
    /* that with the largest ratio; one with a null counts as larger than all others */
    wm_observed_residual residual;
    double period_s, duty; /* of bursts, as measured; else NaN */
} wm_load_segment;

/* Runs a segment: for `seconds`, computes outputs and checks each, with pauses in `bursts`; or
 * waits, in `cold`, until the temperature has not fallen for `seconds`. The output is spoiled
 * before the first product. After each comparison one word of 128 is spoiled again, at another
 * place each time. The comparisons are counted on the device and fetched at the end. Errors: the
 * device's, NOMEM; INTERRUPTED; DEVICE also if comparisons did not run; MISMATCH: the outputs are
 * equal, but not their residuals. segment->timed.doing says what failed. After INTERRUPTED,
 * products and errors are those up to then. */
WM_MUST_CHECK wm_status wm_load_run(const wm_load *load, wm_load_segment *segment);

/* Whether a residual counts as larger than another. */
bool wm_load_is_larger(const wm_observed_residual *a, const wm_observed_residual *b);

#endif
