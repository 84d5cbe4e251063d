/* Estimates how long the rest of a run takes. */
#include "study/eta.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LEFT_MAX_S 360000.0

/* The kinds of work whose speeds have little to do with each other. */
typedef enum { GEMM, ATTENTION, TRIAD, REDUCTION, SCATTER, INDEX, LATENCY, BANDWIDTH, KINDS } kind;

_Static_assert((int)KINDS == (int)WM_ETA_KINDS, "every kind has its speed");

static kind kind_of(const wm_item *item)
{
    switch (item->variant->work) {
    case WM_WORK_GEMM:
        return GEMM;
    case WM_WORK_ATTENTION:
        return ATTENTION;
    case WM_WORK_TRIAD:
        return TRIAD;
    case WM_WORK_REDUCTION:
        return REDUCTION;
    case WM_WORK_SCATTER:
        return SCATTER;
    case WM_WORK_INDEX:
        return INDEX;
    case WM_WORK_ACCESS:
        return strcmp(item->variant->variant, "latency") == 0 ? LATENCY : BANDWIDTH;
    }
    return GEMM;
}

/* Rates of one machine of two cores, in the unit of the workload. Nothing rests on them alone: they
 * relate a kind of work that was not measured yet to those that were. */
static const double NOMINAL_RATE[KINDS] = {
    [GEMM] = 1e11,   [ATTENTION] = 3e10, [TRIAD] = 2e10,  [REDUCTION] = 2e10,
    [SCATTER] = 1e8, [INDEX] = 1e8,      [LATENCY] = 1e7, [BANDWIDTH] = 1e8};

/* How many times faster than nominal the device is at a kind: as measured; else as the slowest kind
 * that was, of which the latency is none, since no device makes it much shorter than another; 0:
 * not known. */
static double speed_of(const wm_eta *pace, kind wanted)
{
    double slowest = 0;
    if (pace->speed[wanted] > 0)
        return pace->speed[wanted];
    if (wanted == LATENCY)
        return 1;
    for (int i = 0; i < KINDS; i++)
        if (i != LATENCY && pace->speed[i] > 0 && !(slowest > 0 && slowest <= pace->speed[i]))
            slowest = pace->speed[i];
    return slowest;
}

static bool knows_a_speed(const wm_eta *pace)
{
    for (int i = 0; i < KINDS; i++)
        if (pace->speed[i] > 0)
            return true;
    return false;
}

/* Seconds of an item on a device of this speed at its kind; where it is 0 (not known), as if the
 * work took no time of its own. */
static double seconds_at(const wm_item *item, double speed, double repeat_seconds)
{
    const double rate = NOMINAL_RATE[kind_of(item)] * speed;
    const double once = rate > 0 ? wm_plan_work(item) / rate : 0;
    const double repeat = once > repeat_seconds ? once : repeat_seconds;
    double seconds = (item->repeats + 1) * (1.2 * repeat + 0.02);
    if (item->variant->is_gemm &&
        rate > 0) /* calibration: 65 sets of 8 probes over three matrices */
        seconds += 10 * 65 * 8 *
                   ((double)item->dimension[0] * item->dimension[2] +
                    (double)item->dimension[2] * item->dimension[1] +
                    (double)item->dimension[0] * item->dimension[1]) /
                   rate;
    return seconds;
}

/* How much longer things took than estimated from the rates that they were seen to have. */
static double correction(double measured_s, double estimated_s)
{
    const double ratio = measured_s / estimated_s;
    return ratio > 0 && ratio <= LEFT_MAX_S ? ratio : 1;
}

/* The estimate of an item that may not be run at all. */
static double estimate(const wm_eta *pace, const wm_item *item)
{
    if (pace->memory_bytes > 0 && wm_workload_bytes(item) > pace->memory_bytes)
        return 0;
    return seconds_at(item, speed_of(pace, kind_of(item)), pace->repeat_seconds);
}

/* The estimate of the items after one. */
static double estimate_after(const wm_eta *pace, size_t item)
{
    double seconds = 0;
    for (size_t i = item + 1; i < pace->plan->item_count; i++)
        seconds += estimate(pace, &pace->plan->items[i]);
    return seconds;
}

/* What the timed loops that are to come last at least. */
static double least_left(const wm_eta *pace, const wm_run_plan_event *event)
{
    const wm_item *items = pace->plan->items;
    double seconds = event->is_done ? 0
                                    : (double)(items[event->item].repeats - event->repeats) *
                                          pace->repeat_seconds;
    for (size_t i = event->item + 1; i < pace->plan->item_count; i++)
        if (estimate(pace, &items[i]) > 0)
            seconds += items[i].repeats * pace->repeat_seconds;
    return seconds;
}

static void note_speed(wm_eta *pace, const wm_run_plan_event *event)
{
    const kind measured = kind_of(&pace->plan->items[event->item]);
    const double speed = event->rate / NOMINAL_RATE[measured];
    if (speed > 0 && isfinite(speed))
        pace->speed[measured] = speed;
}

/* What is left of the item, of which the warm-up is one part and each repeat another, and of those
 * after it. */
static double about_left(const wm_eta *pace, const wm_run_plan_event *event)
{
    const wm_item *item = &pace->plan->items[event->item];
    double in_item = 0, measured = pace->measured_s, estimated = pace->estimated_s;
    if (!event->is_done) {
        const double parts = item->repeats - pace->resumed + 1.0;
        const uint32_t made = event->repeats - pace->resumed;
        const double expected = estimate(pace, item) / (item->repeats + 1.0);
        in_item = expected * (made > 0 ? parts - made - 1 : parts);
        if (made > 0) {
            measured += event->seconds;
            estimated += expected * (made + 1);
        }
    }
    return (in_item + estimate_after(pace, event->item)) * correction(measured, estimated);
}

double wm_eta_note(wm_eta *pace, const wm_run_plan_event *event)
{
    double left;
    note_speed(pace, event);
    if (!event->is_done && event->seconds <= 0)
        pace->resumed = event->repeats;
    if (event->is_done) {
        pace->done++;
        if (!event->was_there && !event->is_lost && pace->resumed == 0) {
            pace->estimated_s += estimate(pace, &pace->plan->items[event->item]);
            pace->measured_s += event->seconds;
        }
        pace->resumed = 0;
    }
    pace->is_least = !knows_a_speed(pace);
    left = pace->is_least ? least_left(pace, event) : about_left(pace, event);
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
