/* What was observed of a plan's items: the numbers that reductions need.
 *
 * In all structs here NaN is a null or absent value: JSON has no NaN, and NaN loses every
 * comparison. */
#ifndef WM_RECORD_OBSERVED_H
#define WM_RECORD_OBSERVED_H

#include "record/laws/plan.h"
#include "standards/sha256.h"

/* The residual of one probe set. The members after reference_max are NaN and 0 if the item has no
 * row statistic. */
typedef struct wm_observed_residual {
    double difference_max;
    double reference_max;
    double row_statistic;
    uint64_t row, probe; /* where it is largest */
    double residual_squares, rounding_squares;
    double row_sum_error; /* NaN: not finite, or no row sums */
} wm_observed_residual;

/* A workload observation: the fields that reductions need. */
typedef struct wm_observed_repeat {
    bool ok;
    unsigned flags;          /* bit i: wm_flag i */
    bool stops_unknown;      /* whether the host's threads computed, and `stopped` is absent */
    bool is_sharing_unknown; /* a GPU's, with nothing that would show another process */
    double seconds;
    double iterations;
    double divergence;
    double clock; /* medians of covariates */
    double power;
    double temperature;
    double temperature_least; /* minimum of the covariate */
    double peak_resident_bytes;
    wm_observed_residual residual;
    uint8_t output_digest[WM_SHA256_SIZE];
    uint8_t residual_hash[WM_SHA256_SIZE]; /* of the image of its `residual`; audits alone set it */
} wm_observed_repeat;

/* A calibration observation. */
typedef struct wm_observed_calibration {
    bool ok;
    double difference_max[WM_TABLES_PROBES];
    double reference_max[WM_TABLES_PROBES];
    double residual_squares[WM_TABLES_PROBES];
    double rounding_squares[WM_TABLES_PROBES];
} wm_observed_calibration;

/* A stress observation: one segment of a point of operation. */
typedef struct wm_observed_segment {
    bool ok;
    double seconds;
    uint64_t started_at_ns;
    uint64_t products, errors;
    bool has_residual;
    wm_observed_residual residual;
    /* maxima of covariates; of power_mean the median, of temperature_least the minimum */
    double temperature, power_reading, power_window, throttle_reasons;
    double power_mean, temperature_least;
    double period_s, duty;    /* of bursts */
    double memory_free_bytes; /* of `full` */
} wm_observed_segment;

/* A profile observation. */
typedef struct wm_observed_profile {
    bool ok;
    double seconds;
    uint64_t started_at_ns;
    uint32_t allocation;
    uint32_t count;          /* of latencies */
    const double *latencies; /* NULL in an audit after the last one: the summary has them */
} wm_observed_profile;

/* A trials observation. The numbers of an attack are NaN where they are null. */
typedef struct wm_observed_trials {
    bool ok;
    double seconds;
    bool has_seen[WM_CHECKS];
    uint32_t seen[WM_CHECKS]; /* trials in which the check rejected */
    double committed, cost, derived, error;
    double divergence_least, divergence_most; /* these and the next of pairs of witnesses */
    double faulty_residual, honest_derived, honest_residual;
} wm_observed_trials;

/* What follows from all profile observations of an item; record/laws/profile_summary.h. */
typedef struct wm_profile_summary wm_profile_summary;

/* The decision of a decide stage. */
typedef enum wm_decision {
    WM_DECISION_NONE,
    WM_DECISION_ACCEPT,
    WM_DECISION_REJECT,
    WM_DECISION_UNDECIDED
} wm_decision;

enum { WM_OBSERVED_ELEMENT = 96 };

/* All observations of one plan item. */
typedef struct wm_observed_item {
    const wm_item *item;
    uint32_t count[WM_PROCEDURES]; /* of the observations that each procedure made so far */
    const wm_observed_repeat *repeats;
    const wm_observed_segment *segments;
    const wm_observed_profile *profiles;
    const wm_observed_trials *trials; /* one */
    bool has_failed;                  /* any repeat, profile observation or trials failed */
    /* NULL if not there yet, and if the item has none */
    const wm_observed_calibration *calibration;
    bool is_injected; /* the transcript has an inject stage */
    unsigned decision_count;
    wm_decision decision[2]; /* of the transcript, in order */
    /* of an item of integers, the element of the transcript's first witness stage */
    char first_wrong[WM_OBSERVED_ELEMENT];
    const wm_profile_summary *summary; /* NULL before the last one, and if one failed */
} wm_observed_item;

/* Whether a value is null or absent. */
static inline bool wm_observed_lacks(double value)
{
    return !(value == value);
}

/* The rate of a repeat in the workload's unit. */
double wm_observed_rate(const wm_item *item, const wm_observed_repeat *repeat);

/* difference_max / (reference_max + 1e-30); NaN if one is null. */
double wm_observed_ratio(double difference_max, double reference_max);

#endif
