/* Computes the functions over segments. */
#include "record/laws/segment.h"

#include <math.h>

static const char NOT_FINITE[] = "not finite", NO_PRODUCTS[] = "no products";

static bool is_null(double value)
{
    return !(value == value);
}

/* A sum over the ok segments, in order. */
static double sum_of(const wm_observed_item *item, double (*of)(const wm_observed_segment *))
{
    double sum = 0;
    for (uint32_t i = 0; i < item->count[WM_PROCEDURE_SEGMENTS]; i++)
        if (item->segments[i].ok)
            sum = sum + of(&item->segments[i]);
    return sum;
}

static double products_of(const wm_observed_segment *segment)
{
    return (double)segment->products;
}

static double errors_of(const wm_observed_segment *segment)
{
    return (double)segment->errors;
}

static double seconds_of(const wm_observed_segment *segment)
{
    return segment->seconds;
}

static double temperature_of(const wm_observed_segment *segment)
{
    return segment->temperature;
}

static double power_of(const wm_observed_segment *segment)
{
    return segment->power;
}

static double ratio_of(const wm_observed_segment *segment)
{
    const wm_observed_residual *residual = &segment->residual;
    return wm_observed_ratio(residual->difference_max, residual->reference_max);
}

static double row_statistic_of(const wm_observed_segment *segment)
{
    return segment->residual.row_statistic;
}

static double memory_of(const wm_observed_segment *segment)
{
    return segment->memory_free_bytes;
}

/* The largest or smallest number of the ok segments; null with the reason if one has none. */
static wm_result extreme(const wm_observed_item *item, double (*of)(const wm_observed_segment *),
                         bool is_largest, const char *reason)
{
    double found = (double)NAN;
    for (uint32_t i = 0; i < item->count[WM_PROCEDURE_SEGMENTS]; i++) {
        const double one = item->segments[i].ok ? of(&item->segments[i]) : 0;
        if (!item->segments[i].ok)
            continue;
        if (is_null(one))
            return wm_result_null(reason);
        if (is_null(found) || (is_largest ? one > found : one < found))
            found = one;
    }
    return wm_result_number(found);
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
    const double products = sum_of(item, products_of);
    if (products == 0)
        return wm_result_null(NO_PRODUCTS);
    if (function == WM_FUNCTION_LOAD_RATE)
        return wm_result_number((wm_plan_work(item->item) * products) / sum_of(item, seconds_of));
    return extreme(item, function == WM_FUNCTION_STRESS_RESIDUAL ? ratio_of : row_statistic_of,
                   true, NOT_FINITE);
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

wm_result wm_segment_reduce(wm_function function, const wm_observed_item *item)
{
    if (function == WM_FUNCTION_FAILED_SEGMENTS)
        return failed_segments(item);
    if (!has_ok(item))
        return wm_result_null("no segment");
    switch (function) {
    case WM_FUNCTION_PRODUCTS:
        return wm_result_number(sum_of(item, products_of));
    case WM_FUNCTION_ERRORS:
        return wm_result_number(sum_of(item, errors_of));
    case WM_FUNCTION_LOAD_TIME:
        return wm_result_number(sum_of(item, seconds_of));
    case WM_FUNCTION_TEMPERATURE_REACHED:
        return extreme(item, temperature_of, true, "temperature absent");
    case WM_FUNCTION_POWER_REACHED:
        return extreme(item, power_of, true, "power absent");
    case WM_FUNCTION_THROTTLE_REASONS:
        return throttle_reasons(item);
    case WM_FUNCTION_MEMORY_FREE:
        if (item->item->point != WM_POINT_FULL)
            return wm_result_null("memory not filled");
        return extreme(item, memory_of, false, "memory not filled");
    default:
        return over_products(function, item);
    }
}
