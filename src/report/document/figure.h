/* Figures of a document: panels of marks on axes, or boxes with arrows.
 *
 * Each number of a mark keeps its place in the evidence, so a figure can be printed as a table
 * (figure_data.c) and each point found again. A figure has no sizes and no colours: a printer lays
 * it out (print/figure_layout.h). Texts are copied and masked. */
#ifndef WM_REPORT_FIGURE_H
#define WM_REPORT_FIGURE_H

#include "report/document/table.h"

/* Where a number is: fields of a line of a file, joined by `+ - * / ( )`, as in
 * `2147483648*iterations/seconds`. */
typedef struct wm_figure_source {
    const char *file;  /* a member of the record; NULL: evidence.jsonl */
    uint32_t line;     /* 0: the file as a whole, of which a field is `size` or `sha256` */
    const char *field; /* NULL: the number comes from no evidence, as the number of a category */
    const char *text;  /* in place of a number: a digest, a name; else NULL */
    const char *claim; /* the name of the claim on the line; or NULL */
    const char *root;  /* of the record, all digits; NULL: that of the figure */
} wm_figure_source;

typedef enum wm_figure_scale {
    WM_FIGURE_LINEAR,
    WM_FIGURE_LOG,     /* decades */
    WM_FIGURE_BYTES,   /* powers of two */
    WM_FIGURE_DATE,    /* seconds of Unix time, shown in UTC */
    WM_FIGURE_CATEGORY /* 0, 1, 2, ...: names */
} wm_figure_scale;

typedef struct wm_figure_axis {
    wm_figure_scale scale;
    /* NULL: none, as of names. An x axis without one has no texts, and the range of the panel below
     * it */
    const char *title;
    const char *unit; /* it gets a decimal prefix; NULL: plain numbers; "%": shares */
    double low, high; /* the least range; NAN: that of the marks */
    bool has_zero;    /* linear: the axis begins at 0 */
    const char **category;
    size_t category_count, category_capacity;
} wm_figure_axis;

/* What a series draws for each of its points. LOW and HIGH are along y, or of a series that
 * is_across along x. */
typedef enum wm_figure_mark {
    WM_FIGURE_POINTS,
    WM_FIGURE_LINE,     /* through the points, with a small point at each */
    WM_FIGURE_INTERVAL, /* LOW to HIGH, with the point */
    WM_FIGURE_BAND,     /* LOW to HIGH over the whole panel */
    WM_FIGURE_RULE,     /* at the point's y over the whole panel; across: at its x */
    WM_FIGURE_STEP,     /* a line from LOW to HIGH, with its shape in the middle; in ink: without */
    WM_FIGURE_BAR,      /* a bar from LOW to HIGH */
    WM_FIGURE_TICK      /* a short line across the axis of the value */
} wm_figure_mark;

/* What is to be said of a point. */
typedef enum wm_figure_state {
    WM_FIGURE_SOUND,
    WM_FIGURE_FLAGGED,  /* hollow */
    WM_FIGURE_FAILED,   /* it has no value: a cross at the panel's edge */
    WM_FIGURE_UNJUDGED, /* hollow, with a question mark */
    WM_FIGURE_WRONG     /* a cross */
} wm_figure_state;

typedef enum wm_figure_part {
    WM_FIGURE_X,
    WM_FIGURE_Y,
    WM_FIGURE_LOW,
    WM_FIGURE_HIGH,
    WM_FIGURE_PARTS
} wm_figure_part;

typedef struct wm_figure_point {
    double at[WM_FIGURE_PARTS]; /* NAN: none */
    wm_figure_source of[WM_FIGURE_PARTS];
    wm_figure_state state;
    const char *name;  /* what it is: `repeat 3`, an item's label */
    const char *label; /* beside it; or NULL */
} wm_figure_point;

typedef struct wm_figure_series {
    struct wm_figure *figure;
    const char *name;
    wm_figure_mark mark;
    unsigned colour; /* 0: ink; else 1 to WM_FIGURE_COLOURS; its shape follows from it */
    bool is_dashed, is_across;
    bool is_direct; /* its name is beside its last point, not in the key */
    bool is_silent; /* its name is nowhere: the axis says it */
    bool is_bare;   /* a line without its points: it was not measured */
    wm_figure_point *point;
    size_t count, capacity;
} wm_figure_series;

enum { WM_FIGURE_COLOURS = 6 };

typedef struct wm_figure_panel {
    struct wm_figure *figure;
    const char *title; /* or NULL */
    wm_figure_axis x, y;
    wm_figure_series **series;
    size_t count, capacity;
    double height; /* of its marks, in lines of text; 0: usual, or a line for each name */
} wm_figure_panel;

/* A box of a diagram: lines of text. */
typedef struct wm_figure_box {
    unsigned column, colour;
    bool is_dots; /* what is left out: its text without a frame */
    wm_figure_state state;
    const char *title, *detail, *right; /* detail, right: or NULL; right: at the right end */
    wm_figure_source of, also;          /* of what it shows: an id, a hash, a size */
    const char *name;
} wm_figure_box;

typedef struct wm_figure_arrow {
    size_t from, to; /* boxes */
    bool is_soft;    /* it stands for some that are left out */
    wm_figure_source of;
} wm_figure_arrow;

/* A figure. */
typedef struct wm_figure {
    wm_document *document;
    const char *name, *title;
    const char *root; /* of the record, all digits; NULL: of several, which the numbers name */
    bool is_wide;     /* it needs the width of a page, not of a column */
    unsigned columns; /* of panels beside each other */
    wm_figure_panel **panel;
    size_t panel_count, panel_capacity;
    wm_figure_box *box;
    size_t box_count, box_capacity;
    wm_figure_arrow *arrow;
    size_t arrow_count, arrow_capacity;
    const char **heading; /* of the diagram's columns */
    size_t heading_count, heading_capacity;
    const char **note; /* sentences below */
    size_t note_count, note_capacity;
    wm_figure_panel spare_panel; /* these take what comes when memory is out */
    wm_figure_series spare_series;
    wm_figure_point spare_point;
} wm_figure;

/* Adds a figure; NULL when out of memory. What the functions below return is never NULL: when
 * memory is out, the document notes it and a spare takes what comes. */
wm_figure *wm_figure_new(wm_document *document, const char *name, const char *title,
                         const char *root);

/* Adds a sentence below the figure. */
void wm_figure_say(wm_figure *figure, const char *format, ...) WM_PRINTF(2, 3);

wm_figure_panel *wm_figure_add_panel(wm_figure *figure, const char *title);

/* The panel that was added last. */
wm_figure_panel *wm_figure_last_panel(wm_figure *figure);

void wm_figure_axis_is(wm_figure_axis *axis, wm_figure_scale scale, const char *title,
                       const char *unit);

/* Adds a name to an axis; returns its number. */
double wm_figure_add_category(wm_figure_panel *panel, wm_figure_axis *axis, const char *name);

wm_figure_series *wm_figure_add_series(wm_figure_panel *panel, wm_figure_mark mark,
                                       const char *name, unsigned colour);

/* Adds a point without numbers. */
wm_figure_point *wm_figure_add_point(wm_figure_series *series, wm_figure_state state,
                                     const char *name);

/* Sets a number and its place. */
void wm_figure_set(wm_figure_series *series, wm_figure_point *point, wm_figure_part part,
                   double value, wm_figure_source of);

/* The place of a number on a line of the record's evidence. */
wm_figure_source wm_figure_on(uint32_t line, const char *field);

size_t wm_figure_add_box(wm_figure *figure, const wm_figure_box *box);
void wm_figure_add_arrow(wm_figure *figure, const wm_figure_arrow *arrow);
void wm_figure_add_heading(wm_figure *figure, const char *text);

/* Whether a number is one: neither NAN nor infinite. */
bool wm_figure_is_number(double value);

/* figure_data.c: adds the numbers of a figure as a table: a row for each, with its place. It is
 * also the member `data`. `to` may be the figure's document. */
void wm_figure_data_add(const wm_figure *figure, wm_document *to);

#endif
