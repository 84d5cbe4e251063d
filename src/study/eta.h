/* The estimated time until the end of a run. */
#ifndef WM_STUDY_ETA_H
#define WM_STUDY_ETA_H

#include "study/run_plan.h"

enum { WM_ETA_SPEEDS = 32 }; /* the costs whose speeds are kept, at most */

/* The device's speed at items of one cost, as a multiple of the nominal speed. */
typedef struct wm_eta_speed {
    const wm_workload_cost *cost;
    double speed;
} wm_eta_speed;

/* The finished part of a plan, in estimated and in measured time. Set plan, repeat_seconds and
 * memory_bytes, and the rest to zero. */
typedef struct wm_eta {
    const wm_plan *plan;
    double repeat_seconds;
    /* memory limit of an item; a larger item is not run. 0 or NaN: no known limit */
    double memory_bytes;
    size_t done;        /* items finished, in this run or an earlier one */
    double estimated_s; /* estimate of the items that this run finished, from the measured speeds */
    double measured_s;  /* measured time of the same items */
    uint32_t resumed;   /* repeats of the current item from an earlier run */
    uint32_t resumed_segments; /* and its segments */
    size_t speed_count;
    wm_eta_speed speeds[WM_ETA_SPEEDS]; /* the measured speeds */
    bool is_least; /* no speed is known yet: the result is only the minimum duration of the loops */
} wm_eta;

/* Takes an event of the run and returns the seconds left. The estimate uses the measured speeds,
 * corrected by measured over estimated time of the finished parts. Before the first repeat the
 * result is the minimum duration of the loops that are left, `repeat_seconds` each. Never negative,
 * at most 360,000 (100 hours). */
double wm_eta_note(wm_eta *eta, const wm_run_plan_event *event);

/* The estimated time of a whole item, with its segments, at a speed as a multiple of the nominal
 * one. */
double wm_eta_item_seconds(const wm_item *item, double speed, double repeat_seconds);

/* Writes seconds as `1:02:03` or `2:03`. */
void wm_eta_time(double seconds, char text[16]);

#endif
