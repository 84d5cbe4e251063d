/* The pure functions that reduce observations to values.
 *
 * Arithmetic is + - * / sqrt and comparisons on binary64 in a stated order, so that every
 * implementation gets the same bits. In all structures here NaN stands for a null or an absent
 * value: JSON has no NaN, and NaN loses every comparison. Source: ours, record.md section 4. */
#ifndef WM_RECORD_REDUCTION_H
#define WM_RECORD_REDUCTION_H

#include "record/plan.h"
#include "standards/sha256.h"

/* A residual of one probe. */
typedef struct wm_observed_residual {
    double difference_max;
    double reference_max;
    double row_statistic; /* of an item with a row statistic; else NaN */
    uint64_t row;         /* where it is largest */
} wm_observed_residual;

/* A workload observation, as far as reductions need it. */
typedef struct wm_observed_repeat {
    bool ok;
    double seconds;
    double iterations;
    double divergence;
    double clock; /* medians of covariates */
    double power;
    double temperature;
    double peak_resident_bytes;
    wm_observed_residual residual;
    uint8_t output_digest[WM_SHA256_SIZE];
} wm_observed_repeat;

/* A calibration observation. */
typedef struct wm_observed_calibration {
    bool ok;
    double difference_max[WM_TABLES_PROBES];
    double reference_max[WM_TABLES_PROBES];
} wm_observed_calibration;

/* What a decide stage says. */
typedef enum wm_decision {
    WM_DECISION_NONE,
    WM_DECISION_ACCEPT,
    WM_DECISION_REJECT,
    WM_DECISION_UNDECIDED
} wm_decision;

/* All that was observed of one plan item. */
typedef struct wm_observed_item {
    const wm_item *item;
    uint32_t repeat_count; /* seen so far */
    const wm_observed_repeat *repeats;
    bool has_failed; /* some repeat failed */
    /* NULL while not seen, and of an item that has none */
    const wm_observed_calibration *calibration;
    bool is_injected; /* the transcript has an inject stage */
    unsigned decision_count;
    wm_decision decision[2]; /* of the transcript, in order */
} wm_observed_item;

/* What the rule for the performance class asks for. Source: record.md section 4. */
enum { WM_PERFORMANCE_REPEATS = WM_THRESHOLD_CLASS_REPEATS };
#define WM_PERFORMANCE_DISPERSION WM_THRESHOLD_DISPERSION

/* What a reduction comes to. */
typedef enum wm_result_kind { WM_RESULT_NULL, WM_RESULT_NUMBER, WM_RESULT_WORD } wm_result_kind;

typedef struct wm_result {
    wm_result_kind kind;
    double number;    /* NUMBER: finite, never -0 */
    const char *text; /* WORD: the word; NULL: the reason; a constant */
} wm_result;

/* Computes a function of a plan item (any but those over a series). For a function of the
 * calibration where there is none yet, or of the decision where there is none, the result is null
 * with the reason `not there`, which no record has. */
wm_result wm_reduction_of_item(wm_function function, const wm_observed_item *item);

/* Computes a function over the count >= 1 values of a series, in the order of its indices. values
 * are sorted in place by some functions. NaN among them is a null value. */
wm_result wm_reduction_of_series(wm_function function, double *values, size_t count);

/* The tolerance of an item with this calibration; NULL where it has none, or none yet. */
wm_result wm_reduction_tolerance(const wm_item *item, const wm_observed_calibration *calibration);

/* The rate of a repeat in the workload's unit. */
double wm_reduction_rate(const wm_item *item, const wm_observed_repeat *repeat);

/* difference_max / (reference_max + 1e-30); NaN if one is null. */
double wm_reduction_ratio(double difference_max, double reference_max);

#endif
