/* Estimates the time that the rest of a run takes. */
#include "study/eta.h"

#include "study/segments.h"

#include <math.h>
#include <stdio.h>

#define LEFT_MAX_S 360000.0

/* The device's speed at items of a cost, as a multiple of the nominal speed. Without a measurement
 * it is the slowest measured speed. A latency is about the same on every device: its speed is 1,
 * and it does not count for the others. 0: unknown. */
static double speed_of(const wm_eta *eta, const wm_workload_cost *wanted)
{
    double slowest = 0;
    for (size_t i = 0; i < eta->speed_count; i++)
        if (eta->speeds[i].cost == wanted)
            return eta->speeds[i].speed;
    if (wanted->is_latency)
        return 1;
    for (size_t i = 0; i < eta->speed_count; i++)
        if (!eta->speeds[i].cost->is_latency && !(slowest > 0 && slowest <= eta->speeds[i].speed))
            slowest = eta->speeds[i].speed;
    return slowest;
}

/* Seconds of an item at this speed. If the speed is 0 (unknown), the work itself takes no time. */
static double seconds_at(const wm_item *item, double speed, double repeat_seconds)
{
    const wm_workload_kind *kind = wm_workload_kind_of(item);
    const double rate = wm_workload_cost_of(item)->rate * speed;
    const double once = rate > 0 ? wm_plan_work(item) / rate : 0;
    const double repeat = once > repeat_seconds ? once : repeat_seconds;
    double seconds = (item->repeats + 1) * (1.2 * repeat + 0.02);
    if (kind->calibration_work != NULL && rate > 0)
        seconds += kind->calibration_work(item) / rate;
    return seconds;
}

double wm_eta_item_seconds(const wm_item *item, double speed, double repeat_seconds)
{
    return seconds_at(item, speed, repeat_seconds) + wm_segments_total(item, repeat_seconds);
}

/* Measured time over estimated time. */
static double correction(double measured_s, double estimated_s)
{
    const double ratio = measured_s / estimated_s;
    return ratio > 0 && ratio <= LEFT_MAX_S ? ratio : 1;
}

/* The estimate of an item; 0 if the item does not fit into memory. */
static double estimate(const wm_eta *eta, const wm_item *item)
{
    if (eta->memory_bytes > 0 && wm_workload_bytes(item) > eta->memory_bytes)
        return 0;
    return seconds_at(item, speed_of(eta, wm_workload_cost_of(item)), eta->repeat_seconds);
}

/* The time of the segments that an item has left. They take what they are given. */
static double segments_left(const wm_eta *eta, const wm_item *item, uint32_t segments)
{
    return wm_segments_total(item, eta->repeat_seconds) -
           segments * wm_segments_seconds(item, eta->repeat_seconds);
}

/* The time of all segments of the items after this one. */
static double segments_after(const wm_eta *eta, size_t item)
{
    double seconds = 0;
    for (size_t i = item + 1; i < eta->plan->item_count; i++)
        seconds += segments_left(eta, &eta->plan->items[i], 0);
    return seconds;
}

/* Measured seconds of an item without those of its segments. */
static double without_segments(const wm_eta *eta, const wm_run_plan_event *event)
{
    const wm_item *item = &eta->plan->items[event->item];
    const double seconds = event->seconds - (event->segments - eta->resumed_segments) *
                                                wm_segments_seconds(item, eta->repeat_seconds);
    return seconds > 0 ? seconds : 0;
}

/* The estimate of all items after this one, without segments. */
static double estimate_after(const wm_eta *eta, size_t item)
{
    double seconds = 0;
    for (size_t i = item + 1; i < eta->plan->item_count; i++)
        seconds += estimate(eta, &eta->plan->items[i]);
    return seconds;
}

/* The minimum duration of the timed loops that are left. */
static double least_left(const wm_eta *eta, const wm_run_plan_event *event)
{
    const wm_item *items = eta->plan->items;
    double seconds = event->is_done ? 0
                                    : (double)(items[event->item].repeats - event->repeats) *
                                          eta->repeat_seconds;
    for (size_t i = event->item + 1; i < eta->plan->item_count; i++)
        if (estimate(eta, &items[i]) > 0)
            seconds += items[i].repeats * eta->repeat_seconds;
    return seconds;
}

static void note_speed(wm_eta *eta, const wm_run_plan_event *event)
{
    const wm_workload_cost *measured = wm_workload_cost_of(&eta->plan->items[event->item]);
    const double speed = event->rate / measured->rate;
    size_t i = 0;
    if (!(speed > 0 && isfinite(speed)))
        return;
    while (i < eta->speed_count && eta->speeds[i].cost != measured)
        i++;
    if (i == WM_ETA_SPEEDS)
        return;
    eta->speeds[i] = (wm_eta_speed){measured, speed};
    eta->speed_count += i == eta->speed_count ? 1 : 0;
}

/* Seconds left in this item and the items after it. The warm-up and each repeat are equal parts of
 * an item. */
static double about_left(const wm_eta *eta, const wm_run_plan_event *event)
{
    const wm_item *item = &eta->plan->items[event->item];
    double in_item = 0, measured = eta->measured_s, estimated = eta->estimated_s;
    if (!event->is_done) {
        const double parts = item->repeats - eta->resumed + 1.0;
        const uint32_t made = event->repeats - eta->resumed;
        const double expected = estimate(eta, item) / (item->repeats + 1.0);
        in_item = expected * (made > 0 ? parts - made - 1 : parts);
        if (made > 0) {
            measured += without_segments(eta, event);
            estimated += expected * (made + 1);
        }
    }
    return (in_item + estimate_after(eta, event->item)) * correction(measured, estimated);
}

double wm_eta_note(wm_eta *eta, const wm_run_plan_event *event)
{
    double left;
    note_speed(eta, event);
    if (!event->is_done && event->seconds <= 0) {
        eta->resumed = event->repeats;
        eta->resumed_segments = event->segments;
    }
    if (event->is_done) {
        eta->done++;
        if (!event->was_there && !event->is_lost && eta->resumed == 0) {
            eta->estimated_s += estimate(eta, &eta->plan->items[event->item]);
            eta->measured_s += without_segments(eta, event);
        }
        eta->resumed = eta->resumed_segments = 0;
    }
    eta->is_least = eta->speed_count == 0;
    left = eta->is_least ? least_left(eta, event) : about_left(eta, event);
    left += segments_after(eta, event->item);
    if (!event->is_done)
        left += segments_left(eta, &eta->plan->items[event->item], event->segments);
    return left >= 0 && left <= LEFT_MAX_S ? left : LEFT_MAX_S;
}

void wm_eta_time(double seconds, char text[16])
{
    const unsigned long whole =
        seconds >= 0 && seconds <= LEFT_MAX_S ? (unsigned long)(seconds + 0.5) : 360000;
    if (whole >= 3600)
        (void)snprintf(text, 16, "%lu:%02lu:%02lu", whole / 3600 % 1000, whole / 60 % 60,
                       whole % 60);
    else
        (void)snprintf(text, 16, "%lu:%02lu", whole / 60, whole % 60);
}
