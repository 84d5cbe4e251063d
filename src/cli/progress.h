/* Progress of a run on stderr: one redrawn line on a terminal, plain lines elsewhere. */
#ifndef WM_CLI_PROGRESS_H
#define WM_CLI_PROGRESS_H

#include "study/run/predictor.h"

#include <stdio.h>

enum { WM_PROGRESS_LINE = 240 };

/* The form in which progress is shown. */
typedef enum wm_progress_form {
    WM_PROGRESS_NONE,
    WM_PROGRESS_LINES, /* a line for each item, and one every 30 s */
    WM_PROGRESS_BAR    /* one line, redrawn */
} wm_progress_form;

typedef struct wm_progress {
    wm_progress_form form;
    FILE *out;
    unsigned columns; /* of the terminal */
    wm_predictor predictor;
    double end_s;       /* when a budget ends the run, of wm_clock_s; 0: no budget */
    double last_line_s; /* the time of the last plain line, on the clock of now_s */
} wm_progress;

/* Records an event and shows it; errors are shown in every form. now_s is of a monotonic clock. */
void wm_progress_show(wm_progress *progress, const wm_run_event *event, double now_s);

/* Clears the redrawn line, before other output. */
void wm_progress_clear(wm_progress *progress);

#endif
