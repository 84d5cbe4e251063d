/* Computes reductions, in the order of operations that the format states.
 *
 * Every checker must get the same bits. So sums run in the order of the inputs, no operation is
 * fused, and a function that could differ between mathematical libraries is not used. A null has a
 * reason: which of several conditions gives it is part of the format, so their order is too. */
#include "record/laws/reduction.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "record/laws/profile_summary.h"
#include "record/laws/rounding.h"
#include "record/laws/rule.h"
#include "record/laws/segment.h"
#include "record/laws/slope.h"
#include "record/laws/trials.h"
#include "record/laws/statistic.h"
#include "record/laws/tolerance.h"

enum { ROOM = WM_STATISTIC_ROOM };

static const char NOT_FINITE[] = "not finite", FEW_REPEATS[] = "fewer than 8 repeats";

/* ---- Over the repeats of an item ------------------------------------------------------------- */

static size_t rates_of(const wm_observed_item *item, double rates[ROOM])
{
    assert(item->count[WM_PROCEDURE_REPEATS] <= ROOM);
    for (size_t i = 0; i < item->count[WM_PROCEDURE_REPEATS]; i++)
        rates[i] = wm_observed_rate(item->item, &item->repeats[i]);
    return item->count[WM_PROCEDURE_REPEATS];
}

static wm_result relative_mad(const wm_observed_item *item)
{
    double rates[ROOM];
    const size_t count = rates_of(item, rates);
    const double m = wm_statistic_median(rates, count);
    return wm_result_number(wm_statistic_distance(rates, count, m) / m);
}

static wm_result rate_interval(const wm_observed_item *item, bool is_high)
{
    double rates[ROOM];
    const size_t count = rates_of(item, rates), low = wm_statistic_interval(count);
    if (low == 0)
        return wm_result_null("fewer than 6 repeats");
    wm_statistic_sort(rates, count);
    return wm_result_number(rates[is_high ? count - low : low - 1]);
}

/* Collects one field of every repeat; false if a repeat has none. */
static bool gather(const wm_observed_item *item, size_t offset, double values[ROOM])
{
    assert(item->count[WM_PROCEDURE_REPEATS] <= ROOM);
    for (size_t i = 0; i < item->count[WM_PROCEDURE_REPEATS]; i++) {
        memcpy(&values[i], (const char *)&item->repeats[i] + offset, sizeof values[i]);
        if (wm_observed_lacks(values[i]))
            return false;
    }
    return true;
}

/* The functions that are the median or the largest of one field. */
static wm_result of_field(wm_function function, const wm_observed_item *item)
{
    static const struct {
        wm_function function;
        size_t offset;
        const char *absent; /* the reason where a repeat has none */
        bool is_median;     /* else the largest; these fields are not negative */
    } FIELDS[] = {
        {WM_FUNCTION_MEDIAN_CLOCK, offsetof(wm_observed_repeat, clock), "clock absent", true},
        {WM_FUNCTION_MEDIAN_POWER, offsetof(wm_observed_repeat, power), "power absent", true},
        {WM_FUNCTION_MEDIAN_TEMPERATURE, offsetof(wm_observed_repeat, temperature),
         "temperature absent", true},
        {WM_FUNCTION_PEAK_MEMORY, offsetof(wm_observed_repeat, peak_resident_bytes),
         "memory absent", false},
        {WM_FUNCTION_DIVERGENCE, offsetof(wm_observed_repeat, divergence), NOT_FINITE, false},
        {WM_FUNCTION_ROW_STATISTIC, offsetof(wm_observed_repeat, residual.row_statistic),
         NOT_FINITE, false},
        {WM_FUNCTION_WRONG_ELEMENTS, offsetof(wm_observed_repeat, residual.difference_max),
         NOT_FINITE, false},
        {WM_FUNCTION_ROW_SUM_ERROR, offsetof(wm_observed_repeat, residual.row_sum_error),
         NOT_FINITE, false},
    };
    const size_t count = item->count[WM_PROCEDURE_REPEATS];
    double values[ROOM], largest = 0;
    size_t at = 0;
    while (at < sizeof FIELDS / sizeof FIELDS[0] && FIELDS[at].function != function)
        at++;
    if (at == sizeof FIELDS / sizeof FIELDS[0]) /* a function over a series */
        return wm_result_null("not there");
    if (!gather(item, FIELDS[at].offset, values))
        return wm_result_null(FIELDS[at].absent);
    if (FIELDS[at].is_median)
        return wm_result_number(wm_statistic_median(values, count));
    for (size_t i = 0; i < count; i++)
        if (values[i] > largest)
            largest = values[i];
    return wm_result_number(largest);
}

/* The lowest temperature of the repeats behind the segments of a point. */
static wm_result temperature_of_repeats(const wm_observed_item *item)
{
    const size_t count = item->count[WM_PROCEDURE_REPEATS];
    double least = (double)INFINITY;
    for (size_t i = 1; i < count; i++) {
        const double one = item->repeats[i].temperature_least;
        if (wm_observed_lacks(one))
            return wm_result_null("temperature absent");
        least = one < least ? one : least;
    }
    return count > 1 ? wm_result_number(least) : wm_result_null("temperature absent");
}

static wm_result clock_correlation(const wm_observed_item *item)
{
    double rates[ROOM], clocks[ROOM];
    const size_t count = rates_of(item, rates);
    if (count < 2)
        return wm_result_null("fewer than 2 repeats");
    if (!gather(item, offsetof(wm_observed_repeat, clock), clocks))
        return wm_result_null("clock absent");
    if (wm_statistic_is_constant(clocks, count))
        return wm_result_null("clock constant");
    if (wm_statistic_is_constant(rates, count))
        return wm_result_null("rate constant");
    return wm_result_number(wm_statistic_correlation(rates, clocks, count));
}

static wm_result lag_correlation(const wm_observed_item *item)
{
    double rates[ROOM];
    const size_t count = rates_of(item, rates);
    if (count < WM_THRESHOLD_CLASS_REPEATS)
        return wm_result_null(FEW_REPEATS);
    if (wm_statistic_is_constant(rates, count))
        return wm_result_null("rate constant");
    return wm_result_number(wm_statistic_lag(rates, count));
}

static wm_result independence(const wm_observed_item *item)
{
    const wm_result lag = lag_correlation(item);
    if (lag.kind != WM_RESULT_NUMBER)
        return lag;
    return wm_result_word(lag.number > wm_statistic_lag_limit(item->count[WM_PROCEDURE_REPEATS])
                              ? "correlated, interval too narrow"
                              : "independent");
}

static bool has_clock(const wm_observed_item *item)
{
    double clocks[ROOM];
    return gather(item, offsetof(wm_observed_repeat, clock), clocks);
}

static bool has_flag(const wm_observed_item *item, wm_flag flag)
{
    for (size_t i = 0; i < item->count[WM_PROCEDURE_REPEATS]; i++)
        if ((item->repeats[i].flags & 1U << flag) != 0)
            return true;
    return false;
}

/* Whether a field of type bool is true in one repeat. */
static bool is_any(const wm_observed_item *item, size_t offset)
{
    for (size_t i = 0; i < item->count[WM_PROCEDURE_REPEATS]; i++) {
        bool one;
        memcpy(&one, (const char *)&item->repeats[i] + offset, sizeof one);
        if (one)
            return true;
    }
    return false;
}

/* What else used the GPU or the processors; NULL if nothing did. Unknown is not good. */
static const char *why_disturbed(const wm_observed_item *item)
{
    if (has_flag(item, WM_FLAG_SHARED))
        return "undetermined: shared";
    if (is_any(item, offsetof(wm_observed_repeat, is_sharing_unknown)))
        return "undetermined: sharing unknown";
    if (has_flag(item, WM_FLAG_STARVED))
        return "undetermined: starved";
    if (has_flag(item, WM_FLAG_STOPPED))
        return "undetermined: stopped";
    return is_any(item, offsetof(wm_observed_repeat, stops_unknown)) ? "undetermined: not known"
                                                                     : NULL;
}

/* Why the rates have no class, whatever the clock; NULL if they may have one. */
static const char *why_no_class(const wm_observed_item *item)
{
    const wm_result dispersion = relative_mad(item);
    const wm_result low = rate_interval(item, false), high = rate_interval(item, true);
    double rates[ROOM], sorted[ROOM], m, largest;
    const size_t count = rates_of(item, rates);
    size_t outliers = 0;
    memcpy(sorted, rates, count * sizeof *rates);
    m = wm_statistic_median(sorted, count);
    largest = sorted[count - 1];
    for (size_t i = 0; i < count; i++)
        outliers += wm_statistic_absolute(rates[i] - m) > WM_THRESHOLD_CLASS_DISTANCE * m;
    if (!(dispersion.kind == WM_RESULT_NUMBER && dispersion.number <= WM_THRESHOLD_DISPERSION))
        return "undetermined: spread";
    if (!(low.kind == WM_RESULT_NUMBER && high.kind == WM_RESULT_NUMBER &&
          high.number <= WM_THRESHOLD_CLASS_INTERVAL * low.number))
        return "undetermined: interval";
    if (WM_THRESHOLD_CLASS_OUTLIERS * outliers > count)
        return "undetermined: outliers";
    return largest > WM_THRESHOLD_CLASS_FAST * m ? "undetermined: fast repeat" : NULL;
}

/* The significance of a correlation between a rate and a clock, with correlated repeats counted for
 * fewer (Bartlett). */
static double corrected_significance(const wm_observed_item *item, double correlation)
{
    double rates[ROOM], clocks[ROOM];
    const size_t count = rates_of(item, rates);
    double a, b, u, effective;
    if (!gather(item, offsetof(wm_observed_repeat, clock), clocks))
        return 0;
    a = wm_statistic_lag(rates, count);
    b = wm_statistic_lag(clocks, count);
    u = a > 0 && b > 0 ? a * b : 0;
    effective = (double)count * (1 - u) / (1 + u);
    return effective > 1 ? correlation * sqrt(effective - 1) : 0;
}

/* A constant clock has no correlation with the rate, nor has a clock with a constant rate. */
static wm_result performance_class(const wm_observed_item *item)
{
    const wm_result correlation = clock_correlation(item);
    const char *open;
    if (item->count[WM_PROCEDURE_REPEATS] < WM_THRESHOLD_CLASS_REPEATS)
        return wm_result_word("undetermined: fewer than 8 repeats");
    if (!has_clock(item))
        return wm_result_word("undetermined: clock absent");
    open = why_disturbed(item);
    if (open == NULL)
        open = why_no_class(item);
    if (open != NULL)
        return wm_result_word(open);
    if (correlation.kind != WM_RESULT_NUMBER ||
        !(correlation.number * sqrt((double)item->count[WM_PROCEDURE_REPEATS] - 1) >=
          WM_THRESHOLD_CORRELATION))
        return wm_result_word("S1");
    if (!(corrected_significance(item, correlation.number) >= WM_THRESHOLD_CORRELATION))
        return wm_result_word("undetermined: repeats correlated");
    return wm_result_word("S2");
}

static wm_result clock_slope(wm_function function, const wm_observed_item *item)
{
    double rates[ROOM], clocks[ROOM];
    const size_t count = rates_of(item, rates);
    const bool is_there = gather(item, offsetof(wm_observed_repeat, clock), clocks);
    return wm_slope_reduce(function, rates, is_there ? clocks : NULL, count);
}

static wm_result numerical_class(const wm_observed_item *item)
{
    const wm_observed_repeat *repeats = item->repeats;
    if (item->count[WM_PROCEDURE_REPEATS] < 2)
        return wm_result_null("fewer than 2 repeats");
    for (size_t i = 1; i < item->count[WM_PROCEDURE_REPEATS]; i++)
        if (memcmp(repeats[i].output_digest, repeats[0].output_digest, WM_SHA256_SIZE) != 0)
            return wm_result_word("Snd");
    return wm_result_word("S0");
}

static wm_result residual(const wm_observed_item *item)
{
    double largest = 0;
    for (size_t i = 0; i < item->count[WM_PROCEDURE_REPEATS]; i++) {
        const wm_observed_residual *one = &item->repeats[i].residual;
        const double ratio = wm_observed_ratio(one->difference_max, one->reference_max);
        if (wm_observed_lacks(one->difference_max) || wm_observed_lacks(one->reference_max))
            return wm_result_null(NOT_FINITE);
        if (ratio > largest)
            largest = ratio;
    }
    return wm_result_number(largest);
}

/* ---- Over the calibration -------------------------------------------------------------------- */

static wm_result predicted_floor(const wm_observed_item *item)
{
    const double predicted = item->item->variant->predicted_floor;
    return predicted > 0 ? wm_result_number(predicted) : wm_result_null("no prediction");
}

/* ---- Verdicts -------------------------------------------------------------------------------- */

/* Whether two outputs differ where every correct one is the same: then one of them is wrong, and
 * its own check did not see it. */
static bool has_two_outputs(const wm_observed_item *item)
{
    const wm_observed_repeat *first = &item->repeats[0];
    for (size_t i = 1; wm_tables_has(item->item->variant, WM_TRAIT_EXACT) &&
                       i < item->count[WM_PROCEDURE_REPEATS];
         i++)
        if (memcmp(item->repeats[i].output_digest, first->output_digest, WM_SHA256_SIZE) != 0)
            return true;
    return false;
}

static wm_result verified(const wm_observed_item *item)
{
    const wm_limits limits = wm_rule_limits(item);
    const wm_result bound = wm_reduction_of_item(WM_FUNCTION_TOLERANCE, item);
    if (wm_rule_first_rejected(&limits, item) < item->count[WM_PROCEDURE_REPEATS] ||
        has_two_outputs(item))
        return wm_result_word("FAIL");
    return bound.kind == WM_RESULT_NULL ? bound : wm_result_word("PASS");
}

static wm_result transcript(const wm_observed_item *item)
{
    wm_decision last;
    if (item->decision_count == 0)
        return wm_result_null("not there");
    last = item->decision[item->decision_count - 1];
    if (last == WM_DECISION_UNDECIDED)
        return wm_reduction_of_item(WM_FUNCTION_TOLERANCE, item);
    if (last == WM_DECISION_REJECT)
        return wm_result_word(item->is_injected ? "injected reject" : "reject");
    if (item->decision_count == 2)
        return wm_result_word(item->is_injected ? "injected repaired" : "repaired");
    return wm_result_word(item->is_injected ? "injected accept" : "accept");
}

/* Whether a function of this item depends on the calibration alone. */
static bool is_of_calibration(wm_function function, const wm_observed_item *item)
{
    const wm_inputs inputs = wm_tables_function_inputs(function);
    return inputs == WM_INPUTS_CALIBRATION ||
           (inputs == WM_INPUTS_TOLERANCE &&
            wm_tables_has(item->item->variant, WM_TRAIT_CALIBRATION));
}

/* The reason why a function has no inputs; NULL if it has them. */
static const char *what_lacks(wm_function function, const wm_observed_item *item)
{
    if (item->has_failed)
        return "repeat failed";
    if (item->count[WM_PROCEDURE_REPEATS] == 0)
        return "not there";
    if (!is_of_calibration(function, item))
        return NULL;
    if (item->calibration == NULL)
        return "not there";
    return item->calibration->ok ? NULL : "calibration failed";
}

/* A function whose inputs are there. */
static wm_result compute(wm_function function, const wm_observed_item *item)
{
    double rates[ROOM];
    switch (function) {
    case WM_FUNCTION_MEDIAN_RATE:
        return wm_result_number(wm_statistic_median(rates, rates_of(item, rates)));
    case WM_FUNCTION_RATE_LOW:
        return rate_interval(item, false);
    case WM_FUNCTION_RATE_HIGH:
        return rate_interval(item, true);
    case WM_FUNCTION_RELATIVE_MAD:
        return relative_mad(item);
    case WM_FUNCTION_CLOCK_CORRELATION:
        return clock_correlation(item);
    case WM_FUNCTION_TEMPERATURE_OF_REPEATS:
        return temperature_of_repeats(item);
    case WM_FUNCTION_LAG_CORRELATION:
        return lag_correlation(item);
    case WM_FUNCTION_INDEPENDENCE:
        return independence(item);
    case WM_FUNCTION_PERFORMANCE_CLASS:
        return performance_class(item);
    case WM_FUNCTION_CLOCK_SLOPE:
    case WM_FUNCTION_CLOCK_SLOPE_LOW:
    case WM_FUNCTION_CLOCK_SLOPE_HIGH:
    case WM_FUNCTION_CLOCK_VARIATION:
        return clock_slope(function, item);
    case WM_FUNCTION_NUMERICAL_CLASS:
        return numerical_class(item);
    case WM_FUNCTION_FLOOR:
        return wm_tolerance_floor(item->calibration);
    case WM_FUNCTION_PREDICTED_FLOOR:
        return predicted_floor(item);
    case WM_FUNCTION_CALIBRATED_ROUNDING:
        return wm_rounding_of_calibration(item->item, item->calibration);
    case WM_FUNCTION_BASIS:
        return wm_tolerance_basis(item->item, item->calibration);
    case WM_FUNCTION_TOLERANCE:
        return wm_tolerance_of(item->item, item->calibration);
    case WM_FUNCTION_RESIDUAL:
        return residual(item);
    case WM_FUNCTION_ROW_THRESHOLD:
        return wm_result_number(wm_rounding_row_threshold(item->item));
    case WM_FUNCTION_ROW_SUM_BOUND:
        return wm_result_number(wm_tolerance_row_sums(item->item));
    case WM_FUNCTION_ROUNDING:
        return wm_rounding_farthest(item);
    case WM_FUNCTION_VERIFIED:
        return verified(item);
    case WM_FUNCTION_TRANSCRIPT:
        return transcript(item);
    case WM_FUNCTION_FIRST_WRONG:
        return item->decision_count == 0 ? wm_result_null("not there")
                                         : wm_result_word(item->first_wrong);
    default:
        return of_field(function, item);
    }
}

wm_result wm_reduction_of_item(wm_function function, const wm_observed_item *item)
{
    const wm_inputs inputs =
        function < WM_FUNCTION_COUNT ? wm_tables_function_inputs(function) : WM_INPUTS_SERIES;
    const char *lacking = what_lacks(function, item);
    if (inputs == WM_INPUTS_SEGMENTS)
        return wm_segment_reduce(function, item);
    if (inputs == WM_INPUTS_OBSERVED && item->count[WM_PROCEDURE_TRIALS] > 0 && !item->has_failed)
        return wm_trials_reduce(item->item, item->trials, function);
    if (inputs == WM_INPUTS_OBSERVED && item->summary != NULL)
        return wm_profile_summary_reduce(item->summary, function);
    return lacking != NULL ? wm_result_null(lacking) : compute(function, item);
}

/* ---- Over a series --------------------------------------------------------------------------- */

static double mean(const double *values, size_t count)
{
    double sum = values[0];
    for (size_t i = 1; i < count; i++)
        sum = sum + values[i];
    return sum / (double)count;
}

static wm_result standard_deviation(const double *values, size_t count)
{
    const double m = mean(values, count);
    double sum = 0;
    if (count < 2)
        return wm_result_null("fewer than 2 values");
    for (size_t i = 0; i < count; i++)
        sum = sum + (values[i] - m) * (values[i] - m);
    return wm_result_number(sqrt(sum / (double)(count - 1)));
}

static wm_result relative_mad_of(double *values, size_t count)
{
    const double m = wm_statistic_median(values, count);
    if (m == 0)
        return wm_result_null("median is zero");
    return wm_result_number(wm_statistic_distance(values, count, m) / wm_statistic_absolute(m));
}

static double extreme(const double *values, size_t count, bool is_maximum)
{
    double found = values[0];
    for (size_t i = 1; i < count; i++)
        if (is_maximum ? values[i] > found : values[i] < found)
            found = values[i];
    return found;
}

wm_result wm_reduction_of_series(wm_function function, double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (wm_observed_lacks(values[i]))
            return wm_result_null("value absent");
    switch (function) {
    case WM_FUNCTION_MEDIAN_OF:
        return wm_result_number(wm_statistic_median(values, count));
    case WM_FUNCTION_MINIMUM_OF:
        return wm_result_number(extreme(values, count, false));
    case WM_FUNCTION_MAXIMUM_OF:
        return wm_result_number(extreme(values, count, true));
    case WM_FUNCTION_MEAN_OF:
        return wm_result_number(mean(values, count));
    case WM_FUNCTION_STANDARD_DEVIATION_OF:
        return standard_deviation(values, count);
    case WM_FUNCTION_RELATIVE_MAD_OF:
        return relative_mad_of(values, count);
    default:
        return wm_result_null("not there");
    }
}
