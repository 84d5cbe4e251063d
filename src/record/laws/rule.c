/* Decides on residuals, and computes flags.
 *
 * A decision is a function of recorded numbers, so that an auditor without the device decides
 * again. Comparisons are written so that a NaN loses: what could not be measured is not
 * accepted, and nothing is where the tolerance is null. */
#include "record/laws/rule.h"

#include <math.h>

#include "record/laws/rounding.h"
#include "record/laws/tolerance.h"

wm_limits wm_rule_limits_of(const wm_item *item, const wm_observed_calibration *calibration)
{
    const wm_result tolerance = wm_tolerance_of(item, calibration);
    wm_limits limits;
    limits.has_row_threshold = wm_tables_has(item->variant, WM_TRAIT_ROWS);
    limits.tolerance = tolerance.kind == WM_RESULT_NUMBER ? tolerance.number : (double)NAN;
    limits.row_threshold = limits.has_row_threshold ? wm_rounding_row_threshold(item) : (double)NAN;
    limits.row_sum_bound = wm_tables_has(item->variant, WM_TRAIT_ROW_SUMS)
                               ? wm_tolerance_row_sums(item)
                               : (double)INFINITY;
    limits.item = item;
    return limits;
}

wm_limits wm_rule_limits(const wm_observed_item *item)
{
    return wm_rule_limits_of(item->item, item->calibration);
}

/* Whether a field of the residual is null. */
static bool has_null(const wm_limits *limits, const wm_observed_residual *residual)
{
    return wm_observed_lacks(residual->difference_max) ||
           wm_observed_lacks(residual->reference_max) ||
           (limits->has_row_threshold && (wm_observed_lacks(residual->row_statistic) ||
                                          wm_observed_lacks(residual->residual_squares) ||
                                          wm_observed_lacks(residual->rounding_squares)));
}

bool wm_rule_rejects_row(const wm_limits *limits, const wm_observed_residual *residual)
{
    return limits->has_row_threshold && !has_null(limits, residual) &&
           !(residual->row_statistic <= limits->row_threshold);
}

/* Whether rows of probabilities do not sum to 1, as far as rounding leaves them. */
static bool rejects_row_sums(const wm_limits *limits, const wm_observed_residual *residual)
{
    return isfinite(limits->row_sum_bound) && !(residual->row_sum_error <= limits->row_sum_bound);
}

wm_decision wm_rule_decide(const wm_limits *limits, const wm_observed_residual *residual)
{
    const wm_result g = wm_rounding_of_residual(limits->item, residual);
    if (has_null(limits, residual) || wm_rule_rejects_row(limits, residual) ||
        rejects_row_sums(limits, residual))
        return WM_DECISION_REJECT;
    if (wm_observed_lacks(limits->tolerance))
        return WM_DECISION_UNDECIDED;
    if (wm_rounding_judge(limits->item, &g, 1) == WM_ROUNDING_FAILS)
        return WM_DECISION_REJECT;
    if (wm_observed_ratio(residual->difference_max, residual->reference_max) <= limits->tolerance)
        return WM_DECISION_ACCEPT;
    return WM_DECISION_REJECT;
}

uint32_t wm_rule_first_rejected(const wm_limits *limits, const wm_observed_item *item)
{
    uint32_t i = 0;
    while (i < item->count[WM_PROCEDURE_REPEATS] &&
           wm_rule_decide(limits, &item->repeats[i].residual) != WM_DECISION_REJECT)
        i++;
    return i;
}

uint32_t wm_rule_product(const wm_observed_item *item)
{
    const wm_limits limits = wm_rule_limits(item);
    const uint32_t first = wm_rule_first_rejected(&limits, item);
    return first < item->count[WM_PROCEDURE_REPEATS] || first == 0 ? first : first - 1;
}

const char *wm_rule_decision_word(wm_decision decision)
{
    static const char *const WORDS[] = {[WM_DECISION_NONE] = "",
                                        [WM_DECISION_ACCEPT] = "accept",
                                        [WM_DECISION_REJECT] = "reject",
                                        [WM_DECISION_UNDECIDED] = "undecided"};
    return WORDS[decision];
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

/* Whether the host's clocks disagree over the repeat. */
static bool clock_differs(const wm_observed_covariate covariate[WM_COVARIATES])
{
    static const wm_covariate_name clocks[] = {WM_COVARIATE_CLOCK_DEVICE, WM_COVARIATE_CLOCK_RAW,
                                               WM_COVARIATE_CLOCK_REAL, WM_COVARIATE_CLOCK_SYSCALL,
                                               WM_COVARIATE_CLOCK_TSC};
    for (unsigned i = 0; i < sizeof clocks / sizeof clocks[0]; i++)
        if (covariate[clocks[i]].present &&
            fabs(covariate[clocks[i]].median) > WM_THRESHOLD_CLOCK_DIFFERENCE)
            return true;
    return false;
}

/* Whether a covariate is above a limit that it may not exceed. */
static bool exceeds(const wm_observed_covariate *covariate, double limit)
{
    return covariate->present && covariate->maximum > limit;
}

/* Whether another process was on the GPU. A process that is hidden still holds memory, and one that
 * computes still uses the GPU while we do not. */
static bool is_shared(const wm_observed_covariate covariate[WM_COVARIATES])
{
    return exceeds(&covariate[WM_COVARIATE_OTHER_PROCESSES], 0) ||
           exceeds(&covariate[WM_COVARIATE_OTHER_MEMORY], WM_THRESHOLD_SHARED_MEMORY) ||
           exceeds(&covariate[WM_COVARIATE_IDLE_UTILIZATION], WM_THRESHOLD_SHARED_UTILIZATION);
}

bool wm_rule_knows_sharing(const wm_observed_covariate covariate[WM_COVARIATES])
{
    return covariate[WM_COVARIATE_OTHER_PROCESSES].present ||
           covariate[WM_COVARIATE_OTHER_MEMORY].present ||
           covariate[WM_COVARIATE_IDLE_UTILIZATION].present;
}

/* Whether a covariate that is sampled throughout has too few samples, or too long a gap. */
static bool has_gap(double seconds, const wm_observed_covariate covariate[WM_COVARIATES])
{
    const double fewest = WM_THRESHOLD_GAP_SHARE * seconds / WM_THRESHOLD_SAMPLE_PERIOD;
    const double longest = WM_THRESHOLD_GAP_LONGEST * seconds + WM_THRESHOLD_GAP_FLOOR;
    for (unsigned i = 0; i < WM_COVARIATES; i++)
        if (wm_tables_is_throughout((wm_covariate_name)i) && covariate[i].present &&
            (covariate[i].samples < fewest || covariate[i].longest_gap_s > longest))
            return true;
    return false;
}

unsigned wm_rule_flags(double seconds, double clock_limit_hz,
                       const wm_observed_covariate covariate[WM_COVARIATES])
{
    const double clock_hz = WM_THRESHOLD_CLOCK_SLACK * clock_limit_hz;
    const wm_observed_covariate *run_delay = &covariate[WM_COVARIATE_RUN_DELAY];
    const wm_observed_covariate *steal = &covariate[WM_COVARIATE_STEAL];
    const wm_observed_covariate *stopped = &covariate[WM_COVARIATE_STOPPED];
    const bool holds[WM_FLAG_WORDS] = {
        [WM_FLAG_CLOCK_DIFFERS] = clock_differs(covariate),
        [WM_FLAG_CLOCK_IMPLAUSIBLE] = exceeds(&covariate[WM_COVARIATE_CLOCK], clock_hz) ||
                                      exceeds(&covariate[WM_COVARIATE_KERNEL_CLOCK], clock_hz),
        [WM_FLAG_ECC] = exceeds(&covariate[WM_COVARIATE_ECC_CORRECTED], 0) ||
                        exceeds(&covariate[WM_COVARIATE_ECC_UNCORRECTED], 0),
        [WM_FLAG_SAMPLING_GAP] = has_gap(seconds, covariate),
        [WM_FLAG_SHARED] = is_shared(covariate),
        [WM_FLAG_STARVED] = run_delay->present && run_delay->median > WM_THRESHOLD_STARVED,
        [WM_FLAG_STEAL] = steal->present && steal->median > WM_THRESHOLD_STEAL,
        [WM_FLAG_STOPPED] = stopped->present && stopped->median > WM_THRESHOLD_STOPPED,
        [WM_FLAG_THROTTLED] = exceeds(&covariate[WM_COVARIATE_THROTTLE], 0),
    };
    unsigned flags = 0;
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        flags |= (unsigned)holds[i] << i;
    return flags;
}

bool wm_rule_reads(wm_covariate_name name)
{
    static const wm_covariate_name READ[] = {
        WM_COVARIATE_CLOCK,         WM_COVARIATE_CLOCK_DEVICE,    WM_COVARIATE_CLOCK_RAW,
        WM_COVARIATE_CLOCK_REAL,    WM_COVARIATE_CLOCK_SYSCALL,   WM_COVARIATE_CLOCK_TSC,
        WM_COVARIATE_ECC_CORRECTED, WM_COVARIATE_ECC_UNCORRECTED, WM_COVARIATE_IDLE_UTILIZATION,
        WM_COVARIATE_KERNEL_CLOCK,  WM_COVARIATE_OTHER_MEMORY,    WM_COVARIATE_OTHER_PROCESSES,
        WM_COVARIATE_RUN_DELAY,     WM_COVARIATE_STEAL,           WM_COVARIATE_STOPPED,
        WM_COVARIATE_THROTTLE};
    for (size_t i = 0; i < sizeof READ / sizeof READ[0]; i++)
        if (READ[i] == name)
            return true;
    return wm_tables_is_throughout(name); /* sampling_gap */
}
