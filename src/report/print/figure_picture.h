/* A picture: a figure as lines, rectangles, circles, paths and texts, with places and roles. */
#ifndef WM_REPORT_FIGURE_PICTURE_H
#define WM_REPORT_FIGURE_PICTURE_H

#include "report/document/figure.h"

/* The colour of a primitive, by what it is for. A printer gives each a light and a dark colour. */
#define WM_INK_LIST(X)                                                                 \
    X(NONE, "", "", "")                                                                \
    X(PAPER, "paper", "FFFFFF", "0D1117")                                              \
    X(TEXT, "text", "1A1A1A", "E6E6E6")                                                \
    X(SOFT, "soft", "5A5A5A", "A8A8A8")                                                \
    X(AXIS, "axis", "8A8A8A", "7D7D7D")                                                \
    X(GRID, "grid", "E2E2E2", "2E343C")                                                \
    X(BAD, "bad", "C04A00", "FF8A4C") /* vermillion: wrong and failed alone have it */ \
    X(SERIES1, "s1", "0072B2", "56B4E9")                                               \
    X(SERIES2, "s2", "E69F00", "F0B429")                                               \
    X(SERIES3, "s3", "009E73", "35C79B")                                               \
    X(SERIES4, "s4", "AA4499", "E39BCB")                                               \
    X(SERIES5, "s5", "56B4E9", "8FA8FF")                                               \
    X(SERIES6, "s6", "4D4D4D", "C8C8C8")

typedef enum wm_ink {
#define WM_INK_ENUM(id, name, light, dark) WM_INK_##id,
    WM_INK_LIST(WM_INK_ENUM)
#undef WM_INK_ENUM
        WM_INK_COUNT
} wm_ink;

typedef enum wm_primitive_kind {
    WM_PRIMITIVE_LINE,   /* from `a` to `b` */
    WM_PRIMITIVE_RECT,   /* its corners `a`, above and on the left, and `b` */
    WM_PRIMITIVE_CIRCLE, /* around `a` */
    WM_PRIMITIVE_PATH,   /* through `at` */
    WM_PRIMITIVE_TEXT    /* its base line begins, is centred or ends at `a` */
} wm_primitive_kind;

typedef enum wm_anchor { WM_ANCHOR_START, WM_ANCHOR_MIDDLE, WM_ANCHOR_END } wm_anchor;

/* A place: to the right and down, in points. */
typedef struct wm_place {
    double x, y;
} wm_place;

typedef struct wm_primitive {
    wm_primitive_kind kind;
    wm_ink stroke, fill;
    double width;   /* of the stroke */
    double opacity; /* of the fill; 0: full */
    double radius;  /* of a circle; of a rectangle's corners */
    wm_place a, b;
    wm_place *at;
    size_t count;
    bool is_closed, is_dashed;
    const char *text;
    double size; /* of the text */
    wm_anchor anchor;
    bool is_bold, is_code;
    /* For a program that reads the picture back: the point that is drawn, as `0.1.5`: panel, series
     * and point by their numbers; or the tick, as `0.x`. NULL: neither. */
    const char *key;
    double value;     /* of a tick */
    double begins;    /* the top of a row of panels, of which this is the first; 0: it is not */
    const char *hint; /* words about it; NULL: none */
} wm_primitive;

/* Zero-initialised, empty. Ownership: wm_figure_picture_clear. */
typedef struct wm_picture {
    wm_document memory;
    double width, height;
    wm_primitive *primitive;
    size_t count, capacity;
    wm_primitive spare;
} wm_picture;

/* Each adds a primitive, which the caller may complete. Never NULL. */
wm_primitive *wm_figure_picture_line(wm_picture *to, wm_ink ink, wm_place a, wm_place b);
wm_primitive *wm_figure_picture_rect(wm_picture *to, wm_ink stroke, wm_ink fill, wm_place a,
                                     wm_place b);
wm_primitive *wm_figure_picture_circle(wm_picture *to, wm_ink stroke, wm_ink fill, wm_place centre,
                                       double radius);
/* at is copied. */
wm_primitive *wm_figure_picture_path(wm_picture *to, wm_ink stroke, wm_ink fill, const wm_place *at,
                                     size_t count);
/* text is copied. */
wm_primitive *wm_figure_picture_text(wm_picture *to, wm_ink ink, wm_place at, wm_anchor anchor,
                                     double size, const char *text);

void wm_figure_picture_clear(wm_picture *picture);

/* The room that a text takes at most, in points, in the widest of the usual fonts without
 * serifs. */
double wm_figure_picture_width(const char *text, double size);

/* A copy of a text that fits into a width, with an ellipsis where it was cut. */
const char *wm_figure_picture_fit(wm_picture *picture, const char *text, double size, double width);

enum { WM_FIGURE_COORDINATE = 32 };

/* Writes a coordinate with at most two decimals, the same in every locale. */
const char *wm_figure_picture_number(double value, char text[WM_FIGURE_COORDINATE]);

#endif
