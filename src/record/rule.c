/* Decides on residuals, and computes flags. */
#include "record/rule.h"

#include <math.h>

wm_limits wm_rule_limits_of(const wm_item *item, const wm_observed_calibration *calibration)
{
    const wm_result tolerance = wm_reduction_tolerance(item, calibration);
    wm_limits limits;
    limits.has_row_threshold = wm_tables_has(item->variant, WM_TRAIT_ROWS);
    limits.tolerance = tolerance.kind == WM_RESULT_NUMBER ? tolerance.number : (double)NAN;
    limits.row_threshold = limits.has_row_threshold ? wm_plan_row_threshold(item) : (double)NAN;
    return limits;
}

wm_limits wm_rule_limits(const wm_observed_item *item)
{
    return wm_rule_limits_of(item->item, item->calibration);
}

static bool is_null(double value)
{
    return !(value == value);
}

wm_decision wm_rule_decide(const wm_limits *limits, const wm_observed_residual *residual)
{
    if (is_null(residual->difference_max) || is_null(residual->reference_max) ||
        (limits->has_row_threshold && is_null(residual->row_statistic)))
        return WM_DECISION_REJECT;
    if (limits->has_row_threshold && !(residual->row_statistic <= limits->row_threshold))
        return WM_DECISION_REJECT;
    if (is_null(limits->tolerance))
        return WM_DECISION_UNDECIDED;
    if (wm_reduction_ratio(residual->difference_max, residual->reference_max) <= limits->tolerance)
        return WM_DECISION_ACCEPT;
    return WM_DECISION_REJECT;
}

uint32_t wm_rule_first_rejected(const wm_limits *limits, const wm_observed_item *item)
{
    uint32_t i = 0;
    while (i < item->repeat_count &&
           wm_rule_decide(limits, &item->repeats[i].residual) != WM_DECISION_REJECT)
        i++;
    return i;
}

uint32_t wm_rule_product(const wm_observed_item *item)
{
    const wm_limits limits = wm_rule_limits(item);
    const uint32_t first = wm_rule_first_rejected(&limits, item);
    return first < item->repeat_count || first == 0 ? first : first - 1;
}

const char *wm_rule_decision_word(wm_decision decision)
{
    switch (decision) {
    case WM_DECISION_ACCEPT:
        return "accept";
    case WM_DECISION_REJECT:
        return "reject";
    case WM_DECISION_UNDECIDED:
        return "undecided";
    case WM_DECISION_NONE:
        break;
    }
    return "";
}

const char *wm_rule_flag_word(wm_flag flag)
{
    static const char *const WORDS[] = {
#define FLAG_WORD(id, word) word,
        WM_FLAG_LIST(FLAG_WORD)
#undef FLAG_WORD
    };
    return WORDS[flag];
}

unsigned wm_rule_flags(double seconds, const wm_observed_covariate covariate[WM_COVARIATES])
{
    const wm_observed_covariate *corrected = &covariate[WM_COVARIATE_ECC_CORRECTED];
    const wm_observed_covariate *uncorrected = &covariate[WM_COVARIATE_ECC_UNCORRECTED];
    const wm_observed_covariate *steal = &covariate[WM_COVARIATE_STEAL];
    const wm_observed_covariate *throttle = &covariate[WM_COVARIATE_THROTTLE];
    unsigned flags = 0;
    if ((corrected->present && corrected->maximum > 0) ||
        (uncorrected->present && uncorrected->maximum > 0))
        flags |= 1U << WM_FLAG_ECC;
    for (unsigned i = 0; i < WM_COVARIATES; i++)
        if (wm_tables_is_throughout((wm_covariate_name)i) && covariate[i].present &&
            covariate[i].samples < WM_THRESHOLD_GAP_SHARE * seconds / WM_THRESHOLD_SAMPLE_PERIOD)
            flags |= 1U << WM_FLAG_SAMPLING_GAP;
    if (steal->present && steal->median > WM_THRESHOLD_STEAL)
        flags |= 1U << WM_FLAG_STEAL;
    if (throttle->present && throttle->maximum > 0)
        flags |= 1U << WM_FLAG_THROTTLED;
    return flags;
}
