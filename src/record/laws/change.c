/* Finds the base of an item, and computes the functions of changes and judgements.
 *
 * A change says what a point of operation, or a larger table, does to an item. The base must be
 * the same item but for that one property: else the ratio would mix two causes. */
#include "record/laws/change.h"

#include <string.h>

/* ---- the base -------------------------------------------------------------------------------- */

/* Whether a candidate is the item's, without its point. */
static bool is_same(const wm_item *item, const wm_item *other)
{
    wm_item without = *item;
    without.point = WM_POINT_NONE;
    without.minutes = 0;
    return wm_plan_is_same_item(&without, other);
}

/* Whether a candidate differs from the item in a smaller n alone. */
static bool is_smaller(const wm_item *item, const wm_item *other)
{
    for (unsigned i = 0; i < item->variant->dimension_count; i++) {
        const bool is_n = strcmp(item->variant->dimension[i].name, "n") == 0;
        if (is_n ? other->dimension[i] >= item->dimension[i]
                 : other->dimension[i] != item->dimension[i])
            return false;
    }
    return wm_plan_is_plain(other);
}

/* The dimension n of an item; 0: it has none. */
static uint64_t size_of(const wm_item *item)
{
    for (unsigned i = 0; i < item->variant->dimension_count; i++)
        if (strcmp(item->variant->dimension[i].name, "n") == 0)
            return item->dimension[i];
    return 0;
}

size_t wm_change_base(const wm_plan *plan, size_t index)
{
    const wm_item *item = &plan->items[index];
    const bool is_swept = wm_plan_is_plain(item) && wm_tables_has(item->variant, WM_TRAIT_SWEPT);
    size_t base = plan->item_count;
    if (item->point == WM_POINT_NONE && !is_swept)
        return base;
    for (size_t i = 0; i < plan->item_count; i++) {
        const wm_item *other = &plan->items[i];
        if (i == index || other->variant != item->variant)
            continue;
        if (!is_swept && is_same(item, other))
            return i;
        if (is_swept && is_smaller(item, other) &&
            (base == plan->item_count || size_of(other) > size_of(&plan->items[base])))
            base = i;
    }
    return base;
}

size_t wm_change_other(const wm_plan *plan, size_t index, wm_function function)
{
    size_t named;
    if (wm_tables_function_inputs(function) == WM_INPUTS_CHANGE)
        return wm_change_base(plan, index);
    named = wm_plan_named(plan->items, index);
    return named < index ? named : plan->item_count;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* The first repeat: what a point of operation did to the output is in none before its segments. */
static const wm_observed_repeat *first_of(const wm_observed_item *item)
{
    return &item->repeats[wm_plan_first_repeat(item->item)];
}

static wm_result output_kept(const wm_observed_item *item, const wm_observed_item *base)
{
    wm_result result = {WM_RESULT_WORD, 0, "different"};
    if (memcmp(item->item->dimension, base->item->dimension, sizeof item->item->dimension) != 0)
        return wm_result_null("other shape");
    if (item->count[WM_PROCEDURE_REPEATS] <= wm_plan_first_repeat(item->item) ||
        base->count[WM_PROCEDURE_REPEATS] <= wm_plan_first_repeat(base->item))
        return wm_result_null("not there");
    if (memcmp(first_of(item)->output_digest, first_of(base)->output_digest, WM_SHA256_SIZE) == 0)
        result.text = "identical";
    return result;
}

static wm_result ratio_of(wm_function function, wm_function of_base, const wm_observed_item *item,
                          const wm_observed_item *base, bool is_interval)
{
    const wm_result own = wm_reduction_of_item(function, item);
    const wm_result other = wm_reduction_of_item(of_base, base);
    return wm_result_ratio(&own, &other, is_interval ? "no interval" : "not finite",
                           is_interval ? "no interval of the base" : "not finite");
}

static wm_result inflation(const wm_observed_item *item, const wm_observed_item *base)
{
    const wm_result own = wm_reduction_of_item(WM_FUNCTION_FLOOR, item);
    const wm_result other = wm_reduction_of_item(WM_FUNCTION_FLOOR, base);
    return wm_result_floor_ratio(&own, &other, "no floor", "no floor of the base");
}

/* The item's residual at the tolerance of the named item. NaN loses. */
static wm_result judged_decision(const wm_observed_item *item, const wm_observed_item *named)
{
    const wm_result residual = wm_reduction_of_item(WM_FUNCTION_RESIDUAL, item);
    const wm_result tolerance = wm_reduction_of_item(WM_FUNCTION_TOLERANCE, named);
    wm_result result = {WM_RESULT_WORD, 0, "reject"};
    if (tolerance.kind == WM_RESULT_NULL)
        return tolerance;
    if (residual.kind == WM_RESULT_NUMBER && residual.number <= tolerance.number)
        result.text = "accept";
    return result;
}

wm_result wm_change_reduce(wm_function function, const wm_observed_item *item,
                           const wm_observed_item *other)
{
    if (item->has_failed || other->has_failed)
        return wm_result_null("repeat failed");
    if (item->count[WM_PROCEDURE_REPEATS] == 0 || other->count[WM_PROCEDURE_REPEATS] == 0)
        return wm_result_null("not there");
    switch (function) {
    case WM_FUNCTION_OUTPUT_KEPT:
        return output_kept(item, other);
    case WM_FUNCTION_RATE_CHANGE:
        return ratio_of(WM_FUNCTION_MEDIAN_RATE, WM_FUNCTION_MEDIAN_RATE, item, other, false);
    case WM_FUNCTION_RATE_CHANGE_LOW:
        return ratio_of(WM_FUNCTION_RATE_LOW, WM_FUNCTION_RATE_HIGH, item, other, true);
    case WM_FUNCTION_RATE_CHANGE_HIGH:
        return ratio_of(WM_FUNCTION_RATE_HIGH, WM_FUNCTION_RATE_LOW, item, other, true);
    case WM_FUNCTION_INFLATION:
        return inflation(item, other);
    case WM_FUNCTION_JUDGED_RESIDUAL:
        return wm_reduction_of_item(WM_FUNCTION_RESIDUAL, item);
    case WM_FUNCTION_JUDGED_TOLERANCE:
        return wm_reduction_of_item(WM_FUNCTION_TOLERANCE, other);
    case WM_FUNCTION_JUDGED_DECISION:
        return judged_decision(item, other);
    default:
        return wm_result_null("not there");
    }
}
