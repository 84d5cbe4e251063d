/* Lays a figure out: gives each mark its place. */
#ifndef WM_REPORT_FIGURE_LAYOUT_H
#define WM_REPORT_FIGURE_LAYOUT_H

#include "report/print/figure_axis.h"
#include "report/print/figure_picture.h"

/* Sizes, in points. A figure is laid out for a column of 360 points, or a page of 500. */
enum {
    WM_LAYOUT_COLUMN = 360,
    WM_LAYOUT_PAGE = 500,
    WM_LAYOUT_EDGE = 8,
    WM_LAYOUT_LINE = 10,
    WM_LAYOUT_TITLE = 10, /* sizes of texts */
    WM_LAYOUT_LABEL = 8,
    WM_LAYOUT_SMALL = 7
};

/* Fills an empty picture. Errors: NOMEM. Ownership: wm_figure_picture_clear, also after a
 * failure. */
WM_MUST_CHECK wm_status wm_figure_layout_make(const wm_figure *figure, wm_picture *picture);

/* A panel that is laid out. */
typedef struct wm_layout_panel {
    const wm_figure_panel *panel;
    size_t index;
    wm_picture *to;
    wm_figure_ruler x, y;
    double left, width;  /* of all, with its margins */
    double label[64][4]; /* texts inside: their corners */
    size_t labels;
} wm_layout_panel;

/* The parts, a file each. */

/* figure_marks.c: draws the marks of a panel. */
void wm_figure_marks_draw(wm_layout_panel *at);

/* figure_marks.c: draws what stands for a series, or for a state if series is NULL, at a place. */
void wm_figure_marks_draw_sample(wm_picture *to, const wm_figure_series *series,
                                 wm_figure_state state, wm_place at);

/* figure_diagram.c: draws boxes and arrows below `top`; returns where they end. */
double wm_figure_diagram_draw(const wm_figure *figure, wm_picture *to, double top);

#endif
