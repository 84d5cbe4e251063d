/* How long the rest of a run should take, judged by what its done parts took. */
#ifndef WM_STUDY_ETA_H
#define WM_STUDY_ETA_H

#include "study/run_plan.h"

enum { WM_ETA_SPEEDS = 32 }; /* most costs whose speeds are kept */

/* How fast the device is at the items of one cost, times nominal. */
typedef struct wm_eta_speed {
    const wm_workload_cost *cost;
    double speed;
} wm_eta_speed;

/* What is done of a plan, in estimated and in measured time. Set plan, repeat_seconds and
 * memory_bytes, the rest zero. */
typedef struct wm_eta {
    const wm_plan *plan;
    double repeat_seconds;
    /* what an item may take, else it is not run; 0 or NaN: no limit is known */
    double memory_bytes;
    size_t done;        /* items finished, by this run or a former one */
    double estimated_s; /* of what this run finished, from the rates that it was seen to have */
    double measured_s;  /* and as it turned out */
    uint32_t resumed;   /* repeats of the current item that a former run had left */
    size_t speed_count;
    wm_eta_speed speeds[WM_ETA_SPEEDS]; /* those that were measured */
    bool is_least; /* no rate is known yet: the answer is only what the loops must last */
} wm_eta;

/* Takes note of an event of the run and says how many seconds are left: from the rates that the
 * device was seen to have, weighted by how long the done parts took beside that. Before the first
 * repeat nothing is known of the device, and the answer is the least: the loops that are to come,
 * `repeat_seconds` each. Never negative, at most 360,000 (100 hours). */
double wm_eta_note(wm_eta *pace, const wm_run_plan_event *event);

/* Writes seconds as `1:02:03` or `2:03`. */
void wm_eta_time(double seconds, char text[16]);

#endif
