/* Intervals of the medians of a record of `wrap` or `run --against`, and what those of ratios of
 * times show. */
#include "report/views/wrapped_interval.h"

#include "record/laws/statistic.h"
#include "report/views/comparison.h"

#include <math.h>

/* Source: order statistics. None where a value is absent. */
wm_wrapped_interval wm_wrapped_interval_find(const double *values, size_t count, double *room)
{
    const size_t low = wm_comparison_own_interval(count);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            return (wm_wrapped_interval){(double)NAN, (double)NAN};
        room[i] = values[i];
    }
    if (low == 0)
        return (wm_wrapped_interval){(double)NAN, (double)NAN};
    wm_statistic_sort(room, count);
    return (wm_wrapped_interval){room[low - 1], room[count - low]};
}

wm_wrapped_interval wm_wrapped_interval_of(const wm_wrapped *of, wm_wrapped_value value)
{
    return wm_wrapped_interval_find(of->values[value], of->repeats, of->room);
}

wm_wrapped_interval wm_wrapped_interval_pairs(const wm_wrapped *of)
{
    return wm_wrapped_interval_find(of->ratio, of->pairs, of->room);
}

/* Whether most pairs say nothing about a direction, as for pairs of `run --against`. */
static bool is_barred(const wm_wrapped *of)
{
    return 2 * of->barred > of->pairs;
}

wm_wrapped_slower wm_wrapped_interval_slower(const wm_wrapped *wrapped, double ratio)
{
    wm_wrapped_slower found = WM_WRAPPED_NOT_SLOWER;
    for (size_t i = 0; i < wrapped->others; i++) {
        const wm_wrapped_interval ends = wm_wrapped_interval_pairs(&wrapped->other[i]);
        if (ends.low > ratio && !is_barred(&wrapped->other[i]))
            return WM_WRAPPED_SLOWER;
        if (!(ends.high <= ratio) || is_barred(&wrapped->other[i]))
            found = WM_WRAPPED_UNDECIDED;
    }
    return found;
}

const char *wm_wrapped_interval_slower_word(wm_wrapped_slower slower)
{
    static const char *const WORDS[] = {[WM_WRAPPED_NOT_SLOWER] = "no",
                                        [WM_WRAPPED_SLOWER] = "yes",
                                        [WM_WRAPPED_UNDECIDED] = "undecided"};
    return WORDS[slower];
}

const char *wm_wrapped_interval_words(const wm_wrapped *of)
{
    const wm_wrapped_interval ends = wm_wrapped_interval_pairs(of);
    if (of->contradicted > 0)
        return "no direction";
    if (isnan(ends.low))
        return "fewer than 6 pairs";
    if (is_barred(of))
        return "no direction";
    return ends.low > 1 ? "slower" : ends.high < 1 ? "faster" : "no difference shown";
}
