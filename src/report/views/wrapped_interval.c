/* Intervals of the medians of a record of `wrap`, and what those of ratios show. */
#include "report/views/wrapped_interval.h"

#include "record/laws/statistic.h"
#include "report/views/comparison.h"

#include <math.h>

/* Finds it by order statistics. None where a value is absent. */
static wm_wrapped_interval find_interval(const wm_wrapped *of, const double *values, size_t count)
{
    const size_t low = wm_comparison_own_interval(count);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            return (wm_wrapped_interval){(double)NAN, (double)NAN};
        of->room[i] = values[i];
    }
    if (low == 0)
        return (wm_wrapped_interval){(double)NAN, (double)NAN};
    wm_statistic_sort(of->room, count);
    return (wm_wrapped_interval){of->room[low - 1], of->room[count - low]};
}

wm_wrapped_interval wm_wrapped_interval_of(const wm_wrapped *of, wm_wrapped_value value)
{
    return find_interval(of, of->values[value], of->repeats);
}

wm_wrapped_interval wm_wrapped_interval_pairs(const wm_wrapped *of)
{
    return find_interval(of, of->ratio, of->pairs);
}

wm_wrapped_slower wm_wrapped_interval_slower(const wm_wrapped *wrapped, double ratio)
{
    wm_wrapped_slower found = WM_WRAPPED_NOT_SLOWER;
    for (size_t i = 0; i < wrapped->others; i++) {
        const wm_wrapped_interval ends = wm_wrapped_interval_pairs(&wrapped->other[i]);
        if (ends.low > ratio)
            return WM_WRAPPED_SLOWER;
        if (!(ends.high <= ratio))
            found = WM_WRAPPED_UNDECIDED;
    }
    return found;
}

const char *wm_wrapped_interval_words(wm_wrapped_interval ends)
{
    if (isnan(ends.low))
        return "fewer than 6 pairs";
    return ends.low > 1 ? "slower" : ends.high < 1 ? "faster" : "no difference shown";
}
