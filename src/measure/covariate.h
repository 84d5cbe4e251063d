/* Summaries of a repeat's samples, which its observation carries. */
#ifndef WM_MEASURE_COVARIATE_H
#define WM_MEASURE_COVARIATE_H

#include "backend/backend.h"
#include "record/tables/tables.h"

/* One covariate over one repeat. */
typedef struct wm_covariate_summary {
    const char *reason; /* why the covariate is absent; null if it is present */
    double minimum, median, maximum;
    uint64_t samples;
    /* the longest time without a sample, from the repeat's begin to its end */
    double longest_gap_s;
} wm_covariate_summary;

/* The samples of one repeat in order of time, and the repeat's bounds on the same clock. */
typedef struct wm_covariate_samples {
    const wm_device_sample *samples;
    size_t count;
    uint64_t begin_ns, end_ns;
    unsigned processors; /* of the machine: `steal` is divided by it */
} wm_covariate_samples;

/* Summarizes all covariates, in the order of wm_covariate_name. kernel_clock is the clock
 * that was measured around the repeat; `run_delay` and `idle_utilization` are left for the caller
 * to set. Counters become rates over the 0.2 s before each sample, because the kernel counts stolen
 * time in ticks of 0.01 s. Energy becomes the difference from the first sample. Source:
 * docs/formats/record.md section 3, with the rules for clock, power and error counters. Units:
 * there too. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_covariate_summarize(const wm_covariate_samples *samples,
                                               const wm_covariate_summary *kernel_clock,
                                               wm_covariate_summary summaries[WM_COVARIATES]);

/* Summarizes two measurements of the clock around a repeat. A clock that was not measured is NaN;
 * reason says why. Units: Hz. */
wm_covariate_summary wm_covariate_clock(double before_hz, double after_hz, double seconds,
                                        const char *reason);

/* The largest memory peak in the samples; NaN if none was read. Units: bytes. */
double wm_covariate_peak(const wm_covariate_samples *samples);

#endif
