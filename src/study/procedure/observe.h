/* The observations of a measured item: repeats, calibrations, segments and profiles. */
#ifndef WM_STUDY_OBSERVE_H
#define WM_STUDY_OBSERVE_H

#include "measure/repeat.h"
#include "study/procedure/sink.h"

/* The repeat of an item that an observation is about. */
typedef struct wm_observe_place {
    const wm_sink *sink;
    const wm_item *item;
    size_t item_index;
    uint32_t repeat; /* or the index of the segment */
} wm_observe_place;

/* A repeat that was measured and checked. */
typedef struct wm_observe_measured {
    const char *method;
    const wm_repeat *repeat;
    const wm_observed_residual *residual;
    const char *lost; /* why a divergence is NaN though the output is finite; else null */
} wm_observe_measured;

/* The time of a segment or a profile, and what was sampled meanwhile. */
typedef struct wm_observe_timed {
    double seconds;
    uint64_t started_at_ns;                 /* Unix time */
    const wm_covariate_summary *covariates; /* WM_COVARIATES of them */
} wm_observe_timed;

/* A segment that was measured. */
typedef struct wm_observe_load {
    wm_observe_timed timed;
    uint64_t products, errors;
    const wm_observed_residual *residual; /* the largest; NULL without products */
    double period_s, duty;                /* NaN, but for the point `bursts` */
    double memory_free_bytes;             /* NaN, but for the point `full` */
} wm_observe_load;

/* A profile that was measured. */
typedef struct wm_observe_latencies {
    wm_observe_timed timed;
    uint32_t allocation;
    const double *values; /* in the unit of the variant */
    size_t count;         /* 1 to 2016 */
} wm_observe_latencies;

/* Appends a measured repeat. Source: docs/formats/record.md section 3, workload (this and the
 * next). Errors: those of wm_sink_write (all of these). */
WM_MUST_CHECK wm_status wm_observe_repeat(const wm_observe_place *place,
                                          const wm_observe_measured *measured, wm_error *err);

/* Appends a failed repeat. */
WM_MUST_CHECK wm_status wm_observe_failure(const wm_observe_place *place, const char *reason,
                                           wm_error *err);

/* Appends a calibration; product is the id of repeat 0. If `ok` is false, reason says why. Source:
 * docs/formats/record.md section 3, calibration. */
WM_MUST_CHECK wm_status wm_observe_calibration(const wm_observe_place *place, const char *product,
                                               const wm_observed_calibration *calibration,
                                               const char *reason, wm_error *err);

/* Appends a measured segment, or a failed one. Source: docs/formats/record.md section 3, stress. */
WM_MUST_CHECK wm_status wm_observe_segment(const wm_observe_place *place,
                                           const wm_observe_load *load, wm_error *err);
WM_MUST_CHECK wm_status wm_observe_segment_failure(const wm_observe_place *place,
                                                   const char *reason, wm_error *err);

/* Appends a measured profile, or a failed one. Source: docs/formats/record.md section 3, profile.
 */
WM_MUST_CHECK wm_status wm_observe_profile(const wm_observe_place *place,
                                           const wm_observe_latencies *latencies, wm_error *err);
WM_MUST_CHECK wm_status wm_observe_profile_failure(const wm_observe_place *place,
                                                   const char *reason, wm_error *err);

/* The observed method of a repeat in the graph. Errors: NOTFOUND (no such repeat, or it failed);
 * NOMEM. */
WM_MUST_CHECK wm_status wm_observe_method(const wm_graph *graph, size_t item, uint32_t repeat,
                                          char method[256]);

#endif
