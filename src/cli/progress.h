/* How far a run is, on stderr: a line that is redrawn on a terminal, plain lines elsewhere. */
#ifndef WM_CLI_PROGRESS_H
#define WM_CLI_PROGRESS_H

#include "evidence/plan.h"
#include "study/grid.h"

#include <stdio.h>

enum { WM_PROGRESS_LINE = 160 };

/* How progress is shown. */
typedef enum wm_progress_form {
    WM_PROGRESS_NONE,
    WM_PROGRESS_LINES, /* a line an item, and one every 30 s */
    WM_PROGRESS_BAR    /* one line, redrawn */
} wm_progress_form;

/* A run's progress: what is done, and what the rest should take. */
typedef struct wm_progress {
    wm_progress_form form;
    FILE *out;
    const wm_plan *plan;
    double repeat_seconds;
    unsigned columns;   /* of the terminal */
    size_t done;        /* items finished, by this run or a former one */
    double estimated_s; /* of what this run finished, as estimated before */
    double measured_s;  /* and as it turned out */
    uint32_t resumed;   /* repeats of the current item that a former run had left */
    double last_line_s; /* when a plain line was last written, on the clock of `now_s` */
} wm_progress;

/* Seconds that an item should take before anything is known of the machine. */
double wm_progress_estimate(const wm_item *item, double repeat_seconds);

/* Takes note of an event of the run and says how many seconds are left: the estimates of what is not done, weighted by what the done
 * parts took in truth. Never negative, at most 360,000 (100 hours). */
double wm_progress_note(wm_progress *progress, const wm_grid_event *event);

/* Writes seconds as `1:02:03` or `2:03`. */
void wm_progress_time(double seconds, char text[16]);

/* Notes an event and shows it. now_s is any steady clock. */
void wm_progress_show(wm_progress *progress, const wm_grid_event *event, double now_s);

/* Clears the redrawn line, before other text goes out. */
void wm_progress_clear(wm_progress *progress);

#endif
