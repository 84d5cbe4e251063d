/* How far a run is, on stderr: a line that is redrawn on a terminal, plain lines elsewhere. */
#ifndef WM_CLI_PROGRESS_H
#define WM_CLI_PROGRESS_H

#include "study/eta.h"

#include <stdio.h>

enum { WM_PROGRESS_LINE = 240 };

/* How progress is shown. */
typedef enum wm_progress_form {
    WM_PROGRESS_NONE,
    WM_PROGRESS_LINES, /* a line an item, and one every 30 s */
    WM_PROGRESS_BAR    /* one line, redrawn */
} wm_progress_form;

typedef struct wm_progress {
    wm_progress_form form;
    FILE *out;
    unsigned columns; /* of the terminal */
    wm_eta pace;
    double last_line_s; /* when a plain line was last written, on the clock of `now_s` */
} wm_progress;

/* Notes an event and shows it; trouble is shown in every form. now_s is any steady clock. */
void wm_progress_show(wm_progress *progress, const wm_run_plan_event *event, double now_s);

/* Clears the redrawn line, before other text goes out. */
void wm_progress_clear(wm_progress *progress);

#endif
