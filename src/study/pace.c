/* Estimates how long the rest of a run takes. */
#include "study/pace.h"

#include <stdio.h>

#define LEFT_MAX_S 360000.0

/* Rates of a slow machine of today, in the unit of the workload. Only their ratios matter after the first item. */
static double nominal_rate(wm_work work)
{
    switch (work) {
    case WM_WORK_GEMM:
        return 1e11;
    case WM_WORK_ATTENTION:
        return 3e10;
    case WM_WORK_TRIAD:
    case WM_WORK_REDUCTION:
        return 2e10;
    case WM_WORK_SCATTER:
    case WM_WORK_INDEX:
        return 1e8;
    case WM_WORK_ACCESS: /* between one lane and many */
        return 3e7;
    }
    return 1e9;
}

double wm_pace_estimate(const wm_item *item, double repeat_seconds)
{
    const double once = wm_plan_work(item) / nominal_rate(item->variant->work);
    const double repeat = 1.2 * (once > repeat_seconds ? once : repeat_seconds) + 0.02;
    double seconds = (item->repeats + 1) * repeat;
    if (item->variant->is_gemm) /* the calibration: 65 sets of 8 probes over three matrices */
        seconds += 2.0 * 65 * 8 *
                   ((double)item->dimension[0] * item->dimension[2] +
                    (double)item->dimension[2] * item->dimension[1] +
                    (double)item->dimension[0] * item->dimension[1]) /
                   2e10;
    return seconds;
}

/* How much longer things took than estimated. */
static double correction(double measured_s, double estimated_s)
{
    const double ratio = measured_s / estimated_s;
    if (!(estimated_s > 0) || !(ratio > 0.01))
        return estimated_s > 0 && measured_s >= 0 ? 0.01 : 1;
    return ratio < 100 ? ratio : 100;
}

/* The estimate of an item that may not be run at all. */
static double estimate(const wm_pace *pace, const wm_item *item)
{
    if (pace->memory_bytes > 0 && wm_workload_bytes(item) > pace->memory_bytes)
        return 0;
    return wm_pace_estimate(item, pace->repeat_seconds);
}

/* The estimate of the items after one. */
static double estimate_after(const wm_pace *pace, size_t item)
{
    double seconds = 0;
    for (size_t i = item + 1; i < pace->plan->item_count; i++)
        seconds += estimate(pace, &pace->plan->items[i]);
    return seconds;
}

double wm_pace_note(wm_pace *pace, const wm_grid_event *event)
{
    const wm_item *item = &pace->plan->items[event->item];
    const double expected = estimate(pace, item);
    double left = 0, measured = pace->measured_s, estimated = pace->estimated_s;
    const bool is_begin = !event->is_done && event->seconds <= 0;
    if (is_begin)
        pace->resumed = event->repeats;
    if (event->is_done) {
        pace->done++;
        if (!event->was_there && !event->is_lost && pace->resumed == 0) {
            pace->estimated_s += expected;
            pace->measured_s += event->seconds;
        }
        pace->resumed = 0;
        measured = pace->measured_s;
        estimated = pace->estimated_s;
    } else {
        const double share =
            (double)(event->repeats - pace->resumed) / (item->repeats - pace->resumed + 1.0);
        left = expected * (1 - share) * correction(measured, estimated);
        if (event->repeats > pace->resumed) {
            left = event->seconds / share * (1 - share);
            measured += event->seconds;
            estimated += expected * share;
        }
    }
    left += estimate_after(pace, event->item) * correction(measured, estimated);
    return left >= 0 && left <= LEFT_MAX_S ? left : LEFT_MAX_S;
}

void wm_pace_time(double seconds, char text[16])
{
    const unsigned long whole =
        seconds >= 0 && seconds <= LEFT_MAX_S ? (unsigned long)(seconds + 0.5) : 360000;
    if (whole >= 3600)
        (void)snprintf(text, 16, "%lu:%02lu:%02lu", whole / 3600 % 1000, whole / 60 % 60,
                       whole % 60);
    else
        (void)snprintf(text, 16, "%lu:%02lu", whole / 60, whole % 60);
}
