/* Intervals of the medians of a record of `wrap` or `run --against`, and what those of ratios of
 * times show. */
#ifndef WM_REPORT_WRAPPED_INTERVAL_H
#define WM_REPORT_WRAPPED_INTERVAL_H

#include "model/wrapped.h"

/* The 95 % interval of a median, by order statistics. */
typedef struct wm_wrapped_interval {
    double low, high; /* NaN: there is none: fewer than 6 values, or one is absent */
} wm_wrapped_interval;

/* Of `count` values; sorts them in `room`. Shapes: values count, room count. */
wm_wrapped_interval wm_wrapped_interval_find(const double *values, size_t count, double *room);

/* Of a value of a command's repeats. */
wm_wrapped_interval wm_wrapped_interval_of(const wm_wrapped *of, wm_wrapped_value value);

/* Of the ratios of a command's times to those of the first. */
wm_wrapped_interval wm_wrapped_interval_pairs(const wm_wrapped *of);

/* What that shows: `slower`, `faster`, `no difference shown`, `fewer than 6 pairs`; `no direction`:
 * a repeat of most pairs has a flag that bars one, or it is not known whether it has. */
const char *wm_wrapped_interval_words(const wm_wrapped *of);

/* Whether something is slower by more than a limit. */
typedef enum wm_wrapped_slower {
    WM_WRAPPED_NOT_SLOWER, /* the intervals of all ratios are on the right side of it */
    WM_WRAPPED_SLOWER,     /* that of one is beyond it */
    WM_WRAPPED_UNDECIDED   /* one contains it, is absent, or has no direction */
} wm_wrapped_slower;

/* Its word: `no`, `yes`, `undecided`. */
const char *wm_wrapped_interval_slower_word(wm_wrapped_slower slower);

/* Compares the ratios of the commands' times with this one. */
wm_wrapped_slower wm_wrapped_interval_slower(const wm_wrapped *wrapped, double ratio);

#endif
