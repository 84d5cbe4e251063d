/* Estimates and shows how far a run is. */
#include "cli/progress.h"

#include <math.h>
#include <string.h>

#define LEFT_MAX_S 360000.0
#define LINE_EVERY_S 30.0

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
    }
    return 1e9;
}

double wm_progress_estimate(const wm_item *item, double repeat_seconds)
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

/* The estimate of the items after one. */
static double estimate_after(const wm_progress *progress, size_t item)
{
    double seconds = 0;
    for (size_t i = item + 1; i < progress->plan->item_count; i++)
        seconds += wm_progress_estimate(&progress->plan->items[i], progress->repeat_seconds);
    return seconds;
}

double wm_progress_note(wm_progress *progress, const wm_grid_event *event)
{
    const wm_item *item = &progress->plan->items[event->item];
    const double estimate = wm_progress_estimate(item, progress->repeat_seconds);
    double left = 0, measured = progress->measured_s, estimated = progress->estimated_s;
    const bool is_begin = !event->is_done && event->seconds <= 0;
    if (is_begin)
        progress->resumed = event->repeats;
    if (event->is_done) {
        progress->done++;
        if (!event->was_there && progress->resumed == 0) {
            progress->estimated_s += estimate;
            progress->measured_s += event->seconds;
        }
        progress->resumed = 0;
        measured = progress->measured_s;
        estimated = progress->estimated_s;
    } else {
        const double share = (double)(event->repeats - progress->resumed) /
                             (item->repeats - progress->resumed + 1.0);
        left = estimate * (1 - share) * correction(measured, estimated);
        if (event->repeats > progress->resumed) {
            left = event->seconds / share * (1 - share);
            measured += event->seconds;
            estimated += estimate * share;
        }
    }
    left += estimate_after(progress, event->item) * correction(measured, estimated);
    return left >= 0 && left <= LEFT_MAX_S ? left : LEFT_MAX_S;
}

void wm_progress_time(double seconds, char text[16])
{
    const unsigned long whole =
        seconds >= 0 && seconds <= LEFT_MAX_S ? (unsigned long)(seconds + 0.5) : 360000;
    if (whole >= 3600)
        (void)snprintf(text, 16, "%lu:%02lu:%02lu", whole / 3600 % 1000, whole / 60 % 60,
                       whole % 60);
    else
        (void)snprintf(text, 16, "%lu:%02lu", whole / 60, whole % 60);
}

static void show_bar(const wm_progress *progress, const wm_grid_event *event, double left)
{
    const wm_item *item = &progress->plan->items[event->item];
    char label[WM_PLAN_LABEL_SIZE], time[16], line[WM_PROGRESS_LINE];
    const size_t width =
        progress->columns > 1 && progress->columns <= sizeof line ? progress->columns - 1 : 79;
    wm_plan_label(item, label);
    wm_progress_time(left, time);
    (void)snprintf(line, sizeof line, "%zu/%zu items, %s left, %s repeat %lu/%lu", progress->done,
                   progress->plan->item_count, time, label, (unsigned long)event->repeats,
                   (unsigned long)item->repeats);
    fprintf(progress->out, "\r%-*.*s", (int)width, (int)width, line);
    fflush(progress->out);
}

static void show_line(wm_progress *progress, const wm_grid_event *event, double left, double now_s)
{
    const wm_item *item = &progress->plan->items[event->item];
    char label[WM_PLAN_LABEL_SIZE], time[16];
    if (!event->is_done && now_s - progress->last_line_s < LINE_EVERY_S)
        return;
    progress->last_line_s = now_s;
    wm_plan_label(item, label);
    wm_progress_time(left, time);
    if (event->was_there)
        fprintf(progress->out, "%s: was done before", label);
    else if (event->is_done)
        fprintf(progress->out, "%s: done in %.1f s", label, event->seconds);
    else
        fprintf(progress->out, "%s: repeat %lu of %lu", label, (unsigned long)event->repeats,
                (unsigned long)item->repeats);
    fprintf(progress->out, "; %zu of %zu items, about %s left\n", progress->done,
            progress->plan->item_count, time);
    fflush(progress->out);
}

void wm_progress_show(wm_progress *progress, const wm_grid_event *event, double now_s)
{
    const double left = wm_progress_note(progress, event);
    if (progress->form == WM_PROGRESS_BAR)
        show_bar(progress, event, left);
    else if (progress->form == WM_PROGRESS_LINES)
        show_line(progress, event, left, now_s);
}

void wm_progress_clear(wm_progress *progress)
{
    if (progress->form != WM_PROGRESS_BAR)
        return;
    fprintf(progress->out, "\r%*s\r", progress->columns > 1 ? (int)progress->columns - 1 : 79, "");
    fflush(progress->out);
}
