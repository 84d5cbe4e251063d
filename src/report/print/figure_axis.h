/* Axes: ranges, ticks with their texts, and the place of a value. */
#ifndef WM_REPORT_FIGURE_AXIS_H
#define WM_REPORT_FIGURE_AXIS_H

#include "report/document/figure.h"

enum { WM_FIGURE_TICKS = 64, WM_FIGURE_TICK_TEXT = 48 };

typedef struct wm_tick {
    double value;
    char text[WM_FIGURE_TICK_TEXT]; /* empty: none */
} wm_tick;

/* An axis that is laid out. */
typedef struct wm_figure_ruler {
    const wm_figure_axis *axis;
    double low, high;  /* values at its ends */
    double begin, end; /* places of its ends */
    int prefix;        /* the texts are in 10^prefix of the unit */
    wm_tick tick[WM_FIGURE_TICKS];
    size_t count;
} wm_figure_ruler;

/* Finds the range: that of the marks, low and high, widened a little. Without marks it is 0 to 1 on
 * a linear axis. */
void wm_figure_axis_begin(wm_figure_ruler *ruler, const wm_figure_axis *axis, double low,
                          double high);

/* Sets ticks, about `most` at most. */
void wm_figure_axis_tick(wm_figure_ruler *ruler, unsigned most);

/* The place of a value, once begin and end are set. */
double wm_figure_axis_place(const wm_figure_ruler *ruler, double value);

/* The title with the unit and its prefix, as in `Rate, TFLOP/s`; "" without a title. */
void wm_figure_axis_title(const wm_figure_ruler *ruler, char *text, size_t size);

/* The logarithm to base 2 of a positive number. It is here, and not the one of the C library, so
 * that every machine has the same digits. */
double wm_figure_axis_log2(double value);

#endif
