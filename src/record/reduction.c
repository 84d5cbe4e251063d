/* Computes reductions, in the order of operations that the format states. */
#include "record/reduction.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/rule.h"

/* Capacity for the repeats of an item; the format allows 1000. */
enum { ROOM = 1024 };

static const char NOT_FINITE[] = "not finite";

static wm_result null_result(const char *reason)
{
    wm_result result = {WM_RESULT_NULL, 0, NULL};
    result.text = reason;
    return result;
}

static wm_result word_result(const char *word)
{
    wm_result result = {WM_RESULT_WORD, 0, NULL};
    result.text = word;
    return result;
}

/* A number, or null if it is not finite. Adding 0 turns -0 into 0. */
static wm_result number_result(double value)
{
    wm_result result = {WM_RESULT_NUMBER, 0, NULL};
    if (!(value - value == 0))
        return null_result(NOT_FINITE);
    result.number = value + 0.0;
    return result;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts in place by insertion; most series are short. */
static void sort(double *values, size_t count)
{
    if (count > 64) {
        qsort(values, count, sizeof *values, compare);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        const double value = values[i];
        size_t j = i;
        for (; j > 0 && values[j - 1] > value; j--)
            values[j] = values[j - 1];
        values[j] = value;
    }
}

/* The median of a sorted list. */
static double middle(const double *sorted, size_t count)
{
    if (count % 2 == 1)
        return sorted[count / 2];
    return (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

/* Sorts in place. */
static double median(double *values, size_t count)
{
    sort(values, count);
    return middle(values, count);
}

static double absolute(double value)
{
    return value < 0 ? -value : value;
}

/* The median of the distances from m. Replaces the values by the distances. */
static double median_distance(double *values, size_t count, double m)
{
    for (size_t i = 0; i < count; i++)
        values[i] = absolute(values[i] - m);
    return median(values, count);
}

static bool is_null(double value)
{
    return !(value == value);
}

double wm_reduction_rate(const wm_item *item, const wm_observed_repeat *repeat)
{
    return wm_plan_work(item) * repeat->iterations / repeat->seconds;
}

double wm_reduction_ratio(double difference_max, double reference_max)
{
    return difference_max / (reference_max + WM_THRESHOLD_EPSILON);
}

/* ---- Over the repeats of an item
 * ------------------------------------------------------------------------------------- */

static size_t rates_of(const wm_observed_item *item, double rates[ROOM])
{
    assert(item->repeat_count <= ROOM);
    for (size_t i = 0; i < item->repeat_count; i++)
        rates[i] = wm_reduction_rate(item->item, &item->repeats[i]);
    return item->repeat_count;
}

static wm_result relative_mad(const wm_observed_item *item)
{
    double rates[ROOM];
    const size_t count = rates_of(item, rates);
    const double m = median(rates, count);
    return number_result(median_distance(rates, count, m) / m);
}

/* The index, from 1, of the lower end of the order-statistics interval of the median; 0 if there is
 * none at 95 %. */
static size_t interval_low(size_t count)
{
    double t = 1, s = 0, p = 1;
    size_t low = 0;
    for (size_t i = 0; i < count; i++)
        p *= 2;
    for (size_t i = 0; i <= count; i++) {
        s = s + t;
        if (!(2 * s / p <= WM_THRESHOLD_INTERVAL))
            break;
        low = i + 1;
        t = t * (double)(count - i) / (double)(i + 1);
    }
    return low;
}

static wm_result rate_interval(const wm_observed_item *item, bool is_high)
{
    double rates[ROOM];
    const size_t count = rates_of(item, rates), low = interval_low(count);
    if (low == 0)
        return null_result("fewer than 6 repeats");
    sort(rates, count);
    return number_result(rates[is_high ? count - low : low - 1]);
}

/* The ranks of values; equal values share the mean of their ranks. */
static void rank(const double *values, size_t count, double *ranks)
{
    double sorted[ROOM];
    memcpy(sorted, values, count * sizeof *values);
    sort(sorted, count);
    for (size_t i = 0; i < count; i++) {
        size_t low = 0, high = count, smaller, equal;
        while (low < high) { /* the first that is not smaller */
            const size_t half = low + (high - low) / 2;
            if (sorted[half] < values[i])
                low = half + 1;
            else
                high = half;
        }
        smaller = low;
        for (high = count; low < high;) { /* the first that is larger */
            const size_t half = low + (high - low) / 2;
            if (sorted[half] <= values[i])
                low = half + 1;
            else
                high = half;
        }
        equal = low - smaller;
        ranks[i] = (double)smaller + ((double)equal + 1) / 2;
    }
}

static bool all_equal(const double *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (!(values[i] == values[0]))
            return false;
    return true;
}

static double spearman(const double *a_values, const double *b_values, size_t count)
{
    double a[ROOM], b[ROOM], ab = 0, aa = 0, bb = 0;
    const double m = ((double)count + 1) / 2;
    rank(a_values, count, a);
    rank(b_values, count, b);
    for (size_t i = 0; i < count; i++) {
        ab = ab + (a[i] - m) * (b[i] - m);
        aa = aa + (a[i] - m) * (a[i] - m);
        bb = bb + (b[i] - m) * (b[i] - m);
    }
    return ab / sqrt(aa * bb);
}

/* Collects one field of every repeat; false if a repeat has none. */
static bool gather(const wm_observed_item *item, size_t offset, double values[ROOM])
{
    assert(item->repeat_count <= ROOM);
    for (size_t i = 0; i < item->repeat_count; i++) {
        memcpy(&values[i], (const char *)&item->repeats[i] + offset, sizeof values[i]);
        if (is_null(values[i]))
            return false;
    }
    return true;
}

static wm_result median_field(const wm_observed_item *item, size_t offset, const char *reason)
{
    double values[ROOM];
    if (!gather(item, offset, values))
        return null_result(reason);
    return number_result(median(values, item->repeat_count));
}

static wm_result largest_field(const wm_observed_item *item, size_t offset, const char *reason)
{
    double values[ROOM], largest = 0; /* these fields are not negative */
    if (!gather(item, offset, values))
        return null_result(reason);
    for (size_t i = 0; i < item->repeat_count; i++)
        if (values[i] > largest)
            largest = values[i];
    return number_result(largest);
}

static wm_result clock_correlation(const wm_observed_item *item)
{
    double rates[ROOM], clocks[ROOM];
    const size_t count = rates_of(item, rates);
    if (count < 2)
        return null_result("fewer than 2 repeats");
    if (!gather(item, offsetof(wm_observed_repeat, clock), clocks))
        return null_result("clock absent");
    if (all_equal(clocks, count))
        return null_result("clock constant");
    if (all_equal(rates, count))
        return null_result("rate constant");
    return number_result(spearman(rates, clocks, count));
}

static bool is_clock_constant(const wm_observed_item *item)
{
    double clocks[ROOM];
    return gather(item, offsetof(wm_observed_repeat, clock), clocks) &&
           all_equal(clocks, item->repeat_count);
}

/* A constant clock has no correlation with the rate, so the class rests on dispersion alone. */
static wm_result performance_class(const wm_observed_item *item)
{
    const wm_result correlation = clock_correlation(item), dispersion = relative_mad(item);
    const bool has_correlation = correlation.kind == WM_RESULT_NUMBER;
    if (item->repeat_count < WM_PERFORMANCE_REPEATS ||
        (!has_correlation && !is_clock_constant(item)))
        return word_result("undetermined");
    if (has_correlation &&
        correlation.number * sqrt((double)item->repeat_count - 1) >= WM_THRESHOLD_CORRELATION)
        return word_result("S2");
    if (dispersion.kind == WM_RESULT_NUMBER && dispersion.number <= WM_PERFORMANCE_DISPERSION)
        return word_result("S1");
    return word_result("undetermined");
}

static wm_result numerical_class(const wm_observed_item *item)
{
    const wm_observed_repeat *repeats = item->repeats;
    if (item->repeat_count < 2)
        return null_result("fewer than 2 repeats");
    for (size_t i = 1; i < item->repeat_count; i++)
        if (memcmp(repeats[i].output_digest, repeats[0].output_digest, WM_SHA256_SIZE) != 0)
            return word_result("Snd");
    return word_result("S0");
}

static wm_result residual(const wm_observed_item *item)
{
    double largest = 0;
    for (size_t i = 0; i < item->repeat_count; i++) {
        const wm_observed_residual *one = &item->repeats[i].residual;
        const double ratio = wm_reduction_ratio(one->difference_max, one->reference_max);
        if (is_null(one->difference_max) || is_null(one->reference_max))
            return null_result(NOT_FINITE);
        if (ratio > largest)
            largest = ratio;
    }
    return number_result(largest);
}

static wm_result row_statistic(const wm_observed_item *item)
{
    return largest_field(item,
                         offsetof(wm_observed_repeat, residual) +
                             offsetof(wm_observed_residual, row_statistic),
                         NOT_FINITE);
}

/* ---- Over the calibration
 * -------------------------------------------------------------------------------------------- */

static wm_result floor_of(const wm_observed_calibration *calibration)
{
    double ratios[WM_TABLES_PROBES];
    for (size_t i = 0; i < WM_TABLES_PROBES; i++) {
        if (is_null(calibration->difference_max[i]) || is_null(calibration->reference_max[i]))
            return null_result(NOT_FINITE);
        ratios[i] =
            wm_reduction_ratio(calibration->difference_max[i], calibration->reference_max[i]);
    }
    return number_result(median(ratios, WM_TABLES_PROBES));
}

/* What the tolerance of an item with a calibration is based on. */
typedef enum source { NO_SOURCE, A_PRIORI, CALIBRATED, OFF_PREDICTION } source;

static source source_of(const wm_item *item, const wm_observed_calibration *calibration)
{
    const wm_result measured = floor_of(calibration);
    const double predicted = item->variant->predicted_floor;
    if (measured.kind != WM_RESULT_NUMBER)
        return NO_SOURCE;
    if (!(predicted > 0))
        return A_PRIORI;
    return measured.number <= WM_THRESHOLD_BAND * predicted &&
                   WM_THRESHOLD_BAND * measured.number >= predicted
               ? CALIBRATED
               : OFF_PREDICTION;
}

wm_result wm_reduction_tolerance(const wm_item *item, const wm_observed_calibration *calibration)
{
    if (!wm_tables_has(item->variant, WM_TRAIT_CALIBRATION))
        return number_result(wm_plan_bound(item));
    if (calibration == NULL)
        return null_result("not there");
    if (!calibration->ok)
        return null_result("calibration failed");
    switch (source_of(item, calibration)) {
    case A_PRIORI:
        return number_result(wm_plan_bound(item));
    case CALIBRATED:
        return number_result(wm_plan_widening(item) *
                             (WM_THRESHOLD_MARGIN * floor_of(calibration).number));
    case OFF_PREDICTION:
        return null_result("floor off its prediction");
    case NO_SOURCE:
        break;
    }
    return floor_of(calibration);
}

static wm_result calibrated_floor(const wm_observed_item *item)
{
    return floor_of(item->calibration);
}

static wm_result basis(const wm_observed_item *item)
{
    switch (source_of(item->item, item->calibration)) {
    case A_PRIORI:
        return word_result("a priori");
    case CALIBRATED:
        return word_result("calibrated");
    case OFF_PREDICTION:
        return word_result("off prediction");
    case NO_SOURCE:
        break;
    }
    return floor_of(item->calibration);
}

static wm_result tolerance(const wm_observed_item *item)
{
    return wm_reduction_tolerance(item->item, item->calibration);
}

static wm_result predicted_floor(const wm_observed_item *item)
{
    const double predicted = item->item->variant->predicted_floor;
    return predicted > 0 ? number_result(predicted) : null_result("no prediction");
}

/* ---- Verdicts -------------------------------------------------------------------------------- */

static wm_result verified(const wm_observed_item *item)
{
    const wm_limits limits = wm_rule_limits(item);
    const wm_result bound = wm_reduction_of_item(WM_FUNCTION_TOLERANCE, item);
    if (wm_rule_first_rejected(&limits, item) < item->repeat_count)
        return word_result("FAIL");
    return bound.kind == WM_RESULT_NULL ? bound : word_result("PASS");
}

static wm_result transcript(const wm_observed_item *item)
{
    wm_decision last;
    if (item->decision_count == 0)
        return null_result("not there");
    last = item->decision[item->decision_count - 1];
    if (last == WM_DECISION_UNDECIDED)
        return wm_reduction_of_item(WM_FUNCTION_TOLERANCE, item);
    if (last == WM_DECISION_REJECT)
        return word_result(item->is_injected ? "injected reject" : "reject");
    if (item->decision_count == 2)
        return word_result(item->is_injected ? "injected repaired" : "repaired");
    return word_result(item->is_injected ? "injected accept" : "accept");
}

/* Whether a function of this item depends on the calibration alone. */
static bool is_of_calibration(wm_function function, const wm_observed_item *item)
{
    const wm_inputs inputs = wm_tables_function_inputs(function);
    return inputs == WM_INPUTS_CALIBRATION ||
           (inputs == WM_INPUTS_TOLERANCE &&
            wm_tables_has(item->item->variant, WM_TRAIT_CALIBRATION));
}

static wm_result median_rate(const wm_observed_item *item)
{
    double rates[ROOM];
    return number_result(median(rates, rates_of(item, rates)));
}

static wm_result rate_low(const wm_observed_item *item)
{
    return rate_interval(item, false);
}

static wm_result rate_high(const wm_observed_item *item)
{
    return rate_interval(item, true);
}

static wm_result median_clock(const wm_observed_item *item)
{
    return median_field(item, offsetof(wm_observed_repeat, clock), "clock absent");
}

static wm_result largest_divergence(const wm_observed_item *item)
{
    return largest_field(item, offsetof(wm_observed_repeat, divergence), NOT_FINITE);
}

static wm_result row_threshold(const wm_observed_item *item)
{
    return number_result(wm_plan_row_threshold(item->item));
}

static wm_result median_power(const wm_observed_item *item)
{
    return median_field(item, offsetof(wm_observed_repeat, power), "power absent");
}

static wm_result median_temperature(const wm_observed_item *item)
{
    return median_field(item, offsetof(wm_observed_repeat, temperature), "temperature absent");
}

static wm_result peak_memory(const wm_observed_item *item)
{
    return largest_field(item, offsetof(wm_observed_repeat, peak_resident_bytes), "memory absent");
}

/* The reason why a function has no inputs; NULL if it has them. */
static const char *what_lacks(wm_function function, const wm_observed_item *item)
{
    if (item->has_failed)
        return "repeat failed";
    if (item->repeat_count == 0)
        return "not there";
    if (!is_of_calibration(function, item))
        return NULL;
    if (item->calibration == NULL)
        return "not there";
    return item->calibration->ok ? NULL : "calibration failed";
}

wm_result wm_reduction_of_item(wm_function function, const wm_observed_item *item)
{
    static wm_result (*const COMPUTE[WM_FUNCTION_COUNT])(const wm_observed_item *) = {
        [WM_FUNCTION_MEDIAN_RATE] = median_rate,
        [WM_FUNCTION_RATE_LOW] = rate_low,
        [WM_FUNCTION_RATE_HIGH] = rate_high,
        [WM_FUNCTION_RELATIVE_MAD] = relative_mad,
        [WM_FUNCTION_MEDIAN_CLOCK] = median_clock,
        [WM_FUNCTION_CLOCK_CORRELATION] = clock_correlation,
        [WM_FUNCTION_PERFORMANCE_CLASS] = performance_class,
        [WM_FUNCTION_DIVERGENCE] = largest_divergence,
        [WM_FUNCTION_NUMERICAL_CLASS] = numerical_class,
        [WM_FUNCTION_FLOOR] = calibrated_floor,
        [WM_FUNCTION_PREDICTED_FLOOR] = predicted_floor,
        [WM_FUNCTION_BASIS] = basis,
        [WM_FUNCTION_TOLERANCE] = tolerance,
        [WM_FUNCTION_RESIDUAL] = residual,
        [WM_FUNCTION_ROW_STATISTIC] = row_statistic,
        [WM_FUNCTION_ROW_THRESHOLD] = row_threshold,
        [WM_FUNCTION_VERIFIED] = verified,
        [WM_FUNCTION_TRANSCRIPT] = transcript,
        [WM_FUNCTION_MEDIAN_POWER] = median_power,
        [WM_FUNCTION_MEDIAN_TEMPERATURE] = median_temperature,
        [WM_FUNCTION_PEAK_MEMORY] = peak_memory,
    };
    const char *lacking = what_lacks(function, item);
    if (lacking != NULL)
        return null_result(lacking);
    if (function >= WM_FUNCTION_COUNT || COMPUTE[function] == NULL) /* a function over a series */
        return null_result("not there");
    return COMPUTE[function](item);
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
        return null_result("fewer than 2 values");
    for (size_t i = 0; i < count; i++)
        sum = sum + (values[i] - m) * (values[i] - m);
    return number_result(sqrt(sum / (double)(count - 1)));
}

static wm_result relative_mad_of(double *values, size_t count)
{
    const double m = median(values, count);
    if (m == 0)
        return null_result("median is zero");
    return number_result(median_distance(values, count, m) / absolute(m));
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
        if (is_null(values[i]))
            return null_result("value absent");
    switch (function) {
    case WM_FUNCTION_MEDIAN_OF:
        return number_result(median(values, count));
    case WM_FUNCTION_MINIMUM_OF:
        return number_result(extreme(values, count, false));
    case WM_FUNCTION_MAXIMUM_OF:
        return number_result(extreme(values, count, true));
    case WM_FUNCTION_MEAN_OF:
        return number_result(mean(values, count));
    case WM_FUNCTION_STANDARD_DEVIATION_OF:
        return standard_deviation(values, count);
    case WM_FUNCTION_RELATIVE_MAD_OF:
        return relative_mad_of(values, count);
    default:
        return null_result("not there");
    }
}
