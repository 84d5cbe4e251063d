/* What a repeat's samples come to: the summaries that its observation carries. */
#ifndef WM_MEASURE_COVARIATE_H
#define WM_MEASURE_COVARIATE_H

#include "backend/backend.h"
#include "record/tables.h"

/* One covariate over one repeat. */
typedef struct wm_covariate_summary {
    const char *reason; /* why there is none; null if there is one */
    double minimum, median, maximum;
    uint64_t samples;
    double longest_gap_s; /* without a sample, the repeat's begin and end included */
} wm_covariate_summary;

/* The samples of one repeat, in order of time, and its bounds on the same clock. */
typedef struct wm_covariate_samples {
    const wm_device_sample *samples;
    size_t count;
    uint64_t begin_ns, end_ns;
    unsigned processors; /* of the machine: what `steal` is shared among */
} wm_covariate_samples;

/* Summarizes all covariates, in the order of wm_observed_covariate_name, with the clock that was
 * measured around the repeat. Counters become rates over the 0.2 s before each sample (the kernel
 * counts stolen time in ticks of 0.01 s), energy becomes the difference from the first sample;
 * clock, power and the counters of errors are as docs/formats/record.md section 3 says. Units:
 * there too. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_covariate_summarize(
    const wm_covariate_samples *samples, const wm_covariate_summary *kernel_clock,
    wm_covariate_summary summaries[WM_OBSERVED_COVARIATES]);

/* The summary of two measurements of the clock around a repeat; a clock that was not measured is
 * NaN, and a reason must be there. Units: Hz. */
wm_covariate_summary wm_covariate_clock(double before_hz, double after_hz, double seconds,
                                        const char *reason);

/* The largest memory peak in the samples; NaN if none was read. Units: bytes. */
double wm_covariate_peak(const wm_covariate_samples *samples);

#endif
