/* The rules of decision: the limits of residuals, and the flags of repeats. */
#ifndef WM_RECORD_RULE_H
#define WM_RECORD_RULE_H

#include "record/laws/observed.h"

/* The limits for the residuals of one item. */
typedef struct wm_limits {
    const wm_item *item;
    bool has_row_threshold;
    double tolerance;     /* NaN: null, nothing can be accepted */
    double row_threshold; /* if has_row_threshold */
    double row_sum_bound; /* infinite: no row sums */
} wm_limits;

/* The limits of an item, from its calibration or the bound of its workload. Source: record.md
 * sections 4 and 5. */
wm_limits wm_rule_limits(const wm_observed_item *item);

/* The limits of an item, given its calibration; NULL if it has none. */
wm_limits wm_rule_limits_of(const wm_item *item, const wm_observed_calibration *calibration);

/* Whether the row test rejects a residual: no field of it is null. Source: record.md section 5,
 * step 2. */
bool wm_rule_rejects_row(const wm_limits *limits, const wm_observed_residual *residual);

/* The decision on one residual. Source: record.md section 5. */
wm_decision wm_rule_decide(const wm_limits *limits, const wm_observed_residual *residual);

/* The first repeat that these limits reject; the count of repeats if there is none. */
uint32_t wm_rule_first_rejected(const wm_limits *limits, const wm_observed_item *item);

/* The repeat of the transcript: the first that is rejected, else the last. Source: record.md
 * section 3, acquire. */
uint32_t wm_rule_product(const wm_observed_item *item);

/* The word of a decision, as in a decide stage. */
const char *wm_rule_decision_word(wm_decision decision);

/* One covariate of a repeat: the numbers that flags depend on. */
typedef struct wm_observed_covariate {
    bool present;
    double median;
    double maximum;
    double samples;
    double longest_gap_s;
    double minimum;
} wm_observed_covariate;

/* The flags of a repeat, in the order of their words: identifier, word. */
#define WM_FLAG_LIST(X) WM_WORDS_FLAGS(X)

typedef enum wm_flag {
#define WM_FLAG_ENUM(id, word) WM_FLAG_##id,
    WM_FLAG_LIST(WM_FLAG_ENUM)
#undef WM_FLAG_ENUM
        WM_FLAG_WORDS
} wm_flag;

/* The word of a flag, as in a repeat. */
const char *wm_rule_flag_word(wm_flag flag);

/* The flags of a repeat: bit i is flag i. clock_limit_hz is the environment's. Source: record.md
 * section 3. */
unsigned wm_rule_flags(double seconds, double clock_limit_hz,
                       const wm_observed_covariate covariate[WM_COVARIATES]);

/* Whether a repeat has a covariate that shows other processes on a GPU. */
bool wm_rule_knows_sharing(const wm_observed_covariate covariate[WM_COVARIATES]);

/* Whether the rule of a flag reads this covariate. */
bool wm_rule_reads(wm_covariate_name name);

#endif
