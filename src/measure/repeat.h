/* One repeat of a workload: timed in a loop, sampled, digested, and compared with repeat 0. */
#ifndef WM_MEASURE_REPEAT_H
#define WM_MEASURE_REPEAT_H

#include "base/clock.h"
#include "measure/clock_check.h"
#include "measure/covariate.h"
#include "measure/idle_window.h"
#include "measure/sampler.h"
#include "workload/workload.h"

#include <signal.h>

/* The settings of repeats. */
typedef struct wm_repeat_options {
    double repeat_seconds;             /* the least duration of a timed loop */
    unsigned processors;               /* of the machine */
    wm_sampler *sampler;               /* null: no samples, all covariates are absent */
    const wm_clock_check_tsc *tsc;     /* null: `clock_tsc` is absent */
    wm_idle_window idle;               /* the last one before the repeat; may have none */
    bool watches_after;                /* behind the loop there is another idle window */
    const volatile sig_atomic_t *stop; /* null, or: if not 0, the loop ends with INTERRUPTED */
    /* Called with the workload between the timed loop and the digest, to inject a planned fault;
     * may be null. */
    wm_status (*after)(void *context, wm_workload *workload);
    void *context;
    /* another device's workload of the same item, which gets a copy of the output and digests it;
     * null: the device itself */
    wm_workload *witness;
    wm_clock_start start; /* of the session, which gives the repeats their Unix time */
} wm_repeat_options;

/* The values of one repeat. */
typedef struct wm_repeat {
    uint64_t started_at_ns; /* Unix time */
    double seconds;         /* of the timed loop */
    uint64_t iterations;    /* in that time */
    wm_covariate_summary covariates[WM_COVARIATES];
    double peak_resident_bytes; /* NaN if the device does not report it */
    const char *peak_reason;    /* why it is NaN; else null; static text */
    /* from repeat 0; NaN if it is not finite, or if there is no output to compare with */
    double divergence;
    /* of the output after the last iteration */
    uint8_t digest[WM_SHA256_SIZE];
    const char *doing; /* what failed, if something did; static text */
} wm_repeat;

/* Work that is timed. */
typedef struct wm_repeat_work {
    /* Runs a part of the work, and waits until all of it has run. */
    wm_status (*run)(void *context);
    /* Whether the work is done after so many seconds; called after each part. */
    bool (*is_done)(void *context, double seconds);
    void *context;
    /* why the work sleeps although nothing stops it; null: it does not; static text */
    const char *sleeps;
} wm_repeat_work;

/* Times a work on a device: part after part until it is done. Samples the covariates meanwhile, and
 * reads the effective clock before and after. Sets started_at_ns, seconds, covariates and the
 * peak of the memory. Errors: the work's; DEVICE, NOMEM. */
WM_MUST_CHECK wm_status wm_repeat_time(wm_device *device, const wm_repeat_options *options,
                                       const wm_repeat_work *work, wm_repeat *repeat);

/* Spoils the output. Runs the workload once to warm pages and caches, then in growing batches until
 * one lasts a tenth of repeat_seconds. Returns the number of iterations that should fill a repeat.
 * Errors: the operation's, INTERRUPTED, those of wm_workload_spoil. */
WM_MUST_CHECK wm_status wm_repeat_warm_up(wm_workload *workload, const wm_repeat_options *options,
                                          uint64_t *iterations);

/* Spoils the output, so that a loop that does nothing leaves a wrong one. Then times `iterations`
 * runs of the workload, and more until the loop has lasted repeat_seconds. Reads the effective
 * clock before and after. Then digests the output and compares it with `retained`, repeat 0's
 * output on the digesting device, whose digest is retained_digest. `retained` is null in repeat 0,
 * or if that output is lost. Errors: the device's, NOMEM, INTERRUPTED, those of wm_workload_spoil.
 */
WM_MUST_CHECK wm_status wm_repeat_measure(wm_workload *workload, const wm_repeat_options *options,
                                          uint64_t iterations, const wm_device_buffer *retained,
                                          const uint8_t *retained_digest, wm_repeat *repeat);

#endif
