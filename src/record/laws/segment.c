/* Computes the functions over segments. */
#include "record/laws/segment.h"

#include <math.h>

/* The number of a segment that a function takes. */
static double number_of(const wm_observed_segment *segment, wm_function function)
{
    switch (function) {
    case WM_FUNCTION_PRODUCTS:
        return (double)segment->products;
    case WM_FUNCTION_ERRORS:
        return (double)segment->errors;
    case WM_FUNCTION_LOAD_TIME:
        return segment->seconds;
    case WM_FUNCTION_TEMPERATURE_REACHED:
        return segment->temperature;
    case WM_FUNCTION_TEMPERATURE_LOWEST:
        return segment->temperature_least;
    case WM_FUNCTION_POWER_MEAN: /* in W s */
        return segment->power_mean * segment->seconds;
    case WM_FUNCTION_POWER_REACHED:
        return segment->power_reading;
    case WM_FUNCTION_POWER_WINDOW:
        return segment->power_window;
    case WM_FUNCTION_MEMORY_FREE:
        return segment->memory_free_bytes;
    case WM_FUNCTION_STRESS_RESIDUAL:
        return wm_observed_ratio(segment->residual.difference_max, segment->residual.reference_max);
    default:
        return segment->residual.row_statistic;
    }
}

/* A sum over the ok segments, in order. */
static double sum_of(const wm_observed_item *item, wm_function function)
{
    double sum = 0;
    for (uint32_t i = 0; i < item->count[WM_PROCEDURE_SEGMENTS]; i++)
        if (item->segments[i].ok)
            sum = sum + number_of(&item->segments[i], function);
    return sum;
}

/* The largest or smallest number of the ok segments; null with the reason if one has none. */
static wm_result extreme(const wm_observed_item *item, wm_function function, bool is_largest,
                         const char *reason)
{
    double found = (double)NAN;
    for (uint32_t i = 0; i < item->count[WM_PROCEDURE_SEGMENTS]; i++) {
        const double one = number_of(&item->segments[i], function);
        if (!item->segments[i].ok)
            continue;
        if (wm_observed_lacks(one))
            return wm_result_null(reason);
        if (wm_observed_lacks(found) || (is_largest ? one > found : one < found))
            found = one;
    }
    return wm_result_number(found);
}

/* The mean power over all ok segments: their energy over their time. */
static wm_result power_mean(const wm_observed_item *item)
{
    const double energy = sum_of(item, WM_FUNCTION_POWER_MEAN);
    if (wm_observed_lacks(energy))
        return wm_result_null("power absent");
    return wm_result_number(energy / sum_of(item, WM_FUNCTION_LOAD_TIME));
}

static wm_result throttle_reasons(const wm_observed_item *item)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < item->count[WM_PROCEDURE_SEGMENTS]; i++) {
        const wm_observed_segment *segment = &item->segments[i];
        if (!segment->ok)
            continue;
        if (!(segment->throttle_reasons >= 0))
            return wm_result_null("throttle reasons absent");
        bits |= (uint64_t)segment->throttle_reasons;
    }
    return wm_result_number((double)bits);
}

/* The functions that need products. */
static wm_result over_products(wm_function function, const wm_observed_item *item)
{
    const double products = sum_of(item, WM_FUNCTION_PRODUCTS);
    if (products == 0)
        return wm_result_null("no products");
    if (function == WM_FUNCTION_LOAD_RATE)
        return wm_result_number((wm_plan_work(item->item) * products) /
                                sum_of(item, WM_FUNCTION_LOAD_TIME));
    return extreme(item, function, true, "not finite");
}

static wm_result failed_segments(const wm_observed_item *item)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < item->count[WM_PROCEDURE_SEGMENTS]; i++)
        count += !item->segments[i].ok;
    return wm_result_number(count);
}

static bool has_ok(const wm_observed_item *item)
{
    for (uint32_t i = 0; i < item->count[WM_PROCEDURE_SEGMENTS]; i++)
        if (item->segments[i].ok)
            return true;
    return false;
}

/* Whether the load was there: without an ok segment nothing of the item is at its point. */
static wm_result segments(const wm_observed_item *item)
{
    if (!has_ok(item))
        return wm_result_word("all failed");
    return wm_result_word(failed_segments(item).number == 0 ? "complete" : "some failed");
}

wm_result wm_segment_reduce(wm_function function, const wm_observed_item *item)
{
    if (function == WM_FUNCTION_FAILED_SEGMENTS)
        return failed_segments(item);
    if (function == WM_FUNCTION_SEGMENTS)
        return segments(item);
    if (!has_ok(item))
        return wm_result_null("no segment");
    switch (function) {
    case WM_FUNCTION_PRODUCTS:
    case WM_FUNCTION_ERRORS:
    case WM_FUNCTION_LOAD_TIME:
        return wm_result_number(sum_of(item, function));
    case WM_FUNCTION_TEMPERATURE_REACHED:
        return extreme(item, function, true, "temperature absent");
    case WM_FUNCTION_TEMPERATURE_LOWEST:
        return extreme(item, function, false, "temperature absent");
    case WM_FUNCTION_POWER_MEAN:
        return power_mean(item);
    case WM_FUNCTION_POWER_REACHED:
        return extreme(item, function, true, "no reading of a moment");
    case WM_FUNCTION_POWER_WINDOW:
        return extreme(item, function, true, "window not known");
    case WM_FUNCTION_THROTTLE_REASONS:
        return throttle_reasons(item);
    case WM_FUNCTION_MEMORY_FREE:
        if (item->item->point != WM_POINT_FULL)
            return wm_result_null("memory not filled");
        return extreme(item, function, false, "memory not filled");
    default:
        return over_products(function, item);
    }
}
