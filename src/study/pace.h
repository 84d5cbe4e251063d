/* How long the rest of a run should take, judged by what its done parts took. */
#ifndef WM_STUDY_PACE_H
#define WM_STUDY_PACE_H

#include "study/grid.h"

/* What is done of a plan, in estimated and in measured time. Set plan and repeat_seconds, the rest zero. */
typedef struct wm_pace {
    const wm_plan *plan;
    double repeat_seconds;
    double
        memory_bytes;   /* what an item may take, else it is not run; 0 or NaN: no limit is known */
    size_t done;        /* items finished, by this run or a former one */
    double estimated_s; /* of what this run finished, as estimated before */
    double measured_s;  /* and as it turned out */
    uint32_t resumed;   /* repeats of the current item that a former run had left */
} wm_pace;

/* Seconds that an item should take before anything is known of the machine. */
double wm_pace_estimate(const wm_item *item, double repeat_seconds);

/* Takes note of an event of the run and says how many seconds are left: the estimates of what is not done, weighted by what the done
 * parts took in truth. Never negative, at most 360,000 (100 hours). */
double wm_pace_note(wm_pace *pace, const wm_grid_event *event);

/* Writes seconds as `1:02:03` or `2:03`. */
void wm_pace_time(double seconds, char text[16]);

#endif
