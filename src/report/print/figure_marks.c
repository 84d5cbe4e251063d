/* Draws the marks of a panel.
 *
 * A colour is never alone: each has a shape too, a flagged point is hollow, and a wrong one is a
 * cross. */
#include "report/print/figure_layout.h"

#include <math.h>
#include <stdlib.h>

enum { RADIUS_TENTHS = 20, SMALL_TENTHS = 15, MANY = 60 };

static wm_place place(double x, double y)
{
    return (wm_place){x, y};
}

static wm_ink ink_of(const wm_figure_series *series)
{
    return series == NULL || series->colour == 0 || series->colour > WM_FIGURE_COLOURS
               ? WM_INK_TEXT
               : (wm_ink)(WM_INK_SERIES1 + series->colour - 1);
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static wm_primitive *draw_cross(wm_picture *to, wm_ink ink, wm_place at, double r)
{
    const wm_place cross[] = {{at.x - r, at.y - r},
                              {at.x + r, at.y + r},
                              {at.x, at.y},
                              {at.x - r, at.y + r},
                              {at.x + r, at.y - r}};
    wm_primitive *one = wm_figure_picture_path(to, ink, WM_INK_NONE, cross, 5);
    one->a = at;
    one->width = 1.5;
    return one;
}

static wm_primitive *draw_corners(wm_picture *to, wm_ink stroke, wm_ink fill, wm_place at,
                                  const wm_place *corner, size_t count)
{
    wm_place moved[4];
    wm_primitive *one;
    for (size_t i = 0; i < count; i++)
        moved[i] = place(at.x + corner[i].x, at.y + corner[i].y);
    one = wm_figure_picture_path(to, stroke, fill, moved, count);
    one->is_closed = true;
    one->a = at;
    return one;
}

/* The shape of a colour. */
static wm_primitive *draw_shape(wm_picture *to, unsigned colour, wm_ink stroke, wm_ink fill,
                                wm_place at, double r)
{
    const wm_place square[] = {{-r, -r}, {r, -r}, {r, r}, {-r, r}};
    const wm_place up[] = {{0, -1.25 * r}, {1.2 * r, r}, {-1.2 * r, r}};
    const wm_place diamond[] = {{0, -1.35 * r}, {1.35 * r, 0}, {0, 1.35 * r}, {-1.35 * r, 0}};
    const wm_place down[] = {{-1.2 * r, -r}, {1.2 * r, -r}, {0, 1.25 * r}};
    switch (colour) {
    case 2:
        return draw_corners(to, stroke, fill, at, square, 4);
    case 3:
        return draw_corners(to, stroke, fill, at, up, 3);
    case 4:
        return draw_corners(to, stroke, fill, at, diamond, 4);
    case 5:
        return draw_corners(to, stroke, fill, at, down, 3);
    default:
        return wm_figure_picture_circle(to, stroke, fill, at, r);
    }
}

/* A point in its state. */
static wm_primitive *draw_state(wm_picture *to, unsigned colour, wm_ink ink, wm_figure_state state,
                                wm_place at, double r)
{
    wm_primitive *one;
    if (state == WM_FIGURE_WRONG || state == WM_FIGURE_FAILED) {
        one = draw_cross(to, WM_INK_BAD, at, r + 0.8);
    } else if (state == WM_FIGURE_UNJUDGED) {
        one = draw_shape(to, colour, ink, WM_INK_PAPER, at, r + 1.2);
        one->width = 0.9;
    } else {
        one = draw_shape(to, colour, ink, state == WM_FIGURE_FLAGGED ? WM_INK_PAPER : ink, at, r);
        one->width = 0.9;
    }
    return one;
}

/* The question mark of a point that was not judged. */
static void draw_question(wm_picture *to, wm_figure_state state, wm_place at)
{
    if (state == WM_FIGURE_UNJUDGED)
        wm_figure_picture_text(to, WM_INK_TEXT, place(at.x, at.y + 1.9), WM_ANCHOR_MIDDLE, 5, "?");
}

void wm_figure_marks_draw_sample(wm_picture *to, const wm_figure_series *series,
                                 wm_figure_state state, wm_place at)
{
    const wm_ink ink = ink_of(series);
    wm_primitive *line = NULL;
    if (series == NULL) {
        draw_state(to, 1, WM_INK_TEXT, state, at, RADIUS_TENTHS / 10.0);
        draw_question(to, state, at);
        return;
    }
    if (series->mark == WM_FIGURE_BAND || series->mark == WM_FIGURE_BAR) {
        wm_figure_picture_rect(to, WM_INK_NONE, ink, place(at.x - 5, at.y - 3),
                               place(at.x + 5, at.y + 3))
            ->opacity = series->mark == WM_FIGURE_BAND ? 0.18 : 0;
        return;
    }
    if (series->mark == WM_FIGURE_TICK)
        line = series->is_across
                   ? wm_figure_picture_line(to, ink, place(at.x, at.y - 4), place(at.x, at.y + 4))
                   : wm_figure_picture_line(to, ink, place(at.x - 4, at.y), place(at.x + 4, at.y));
    else if (series->mark != WM_FIGURE_POINTS)
        line = wm_figure_picture_line(to, ink, place(at.x - 6, at.y), place(at.x + 6, at.y));
    if (line != NULL) {
        line->width = series->mark == WM_FIGURE_STEP ? 1.8 : 1.1;
        line->is_dashed = series->is_dashed;
    }
    if (series->mark == WM_FIGURE_POINTS || (series->mark == WM_FIGURE_LINE && !series->is_bare) ||
        series->mark == WM_FIGURE_INTERVAL ||
        (series->mark == WM_FIGURE_STEP && series->colour != 0))
        draw_state(to, series->colour, ink, WM_FIGURE_SOUND, at, RADIUS_TENTHS / 10.0);
}

/* ---- marks ----------------------------------------------------------------------------------- */

/* A series on its panel. */
typedef struct pen {
    wm_layout_panel *at;
    const wm_figure_series *series;
    size_t number;
    wm_ink ink;
    double radius;
} pen;

static double x_of(const pen *with, double value)
{
    return wm_figure_axis_place(&with->at->x, value);
}

static double y_of(const pen *with, double value)
{
    return wm_figure_axis_place(&with->at->y, value);
}

/* Notes which point a primitive draws, and what a reader sees who points at it. */
static void sign(const pen *with, wm_primitive *one, size_t index, const char *part)
{
    static const char *const WORDS[] = {"", ", flagged", ", failed", ", not judged", ", WRONG"};
    wm_document *memory = &with->at->to->memory;
    const wm_figure_point *point = &with->series->point[index];
    one->key =
        wm_document_text(memory, "%zu.%zu.%zu%s", with->at->index, with->number, index, part);
    if (point->name != NULL)
        one->hint = wm_document_text(
            memory, "%s%s%s%s", with->series->name != NULL ? with->series->name : "",
            with->series->name != NULL ? ": " : "", point->name, WORDS[point->state]);
}

static void draw_point(const pen *with, size_t index)
{
    const wm_figure_point *point = &with->series->point[index];
    const bool is_at_edge =
        point->state == WM_FIGURE_FAILED && !wm_figure_is_number(point->at[WM_FIGURE_Y]);
    wm_place at;
    if (!wm_figure_is_number(point->at[WM_FIGURE_X]) ||
        !(is_at_edge || wm_figure_is_number(point->at[WM_FIGURE_Y])))
        return;
    at.x = x_of(with, point->at[WM_FIGURE_X]);
    at.y = is_at_edge ? with->at->y.begin - 4 : y_of(with, point->at[WM_FIGURE_Y]);
    sign(with,
         draw_state(with->at->to, with->series->colour, with->ink, point->state, at, with->radius),
         index, "");
    draw_question(with->at->to, point->state, at);
}

/* A line that is not interrupted where a number is absent ends there. */
static void draw_line(const pen *with)
{
    const wm_figure_series *series = with->series;
    wm_place *at = wm_document_alloc(&with->at->to->memory, (series->count + 1) * sizeof *at);
    size_t count = 0;
    for (size_t i = 0; at != NULL && i <= series->count; i++) {
        const double *value = i < series->count ? series->point[i].at : NULL;
        if (value != NULL && wm_figure_is_number(value[WM_FIGURE_X]) &&
            wm_figure_is_number(value[WM_FIGURE_Y])) {
            at[count++] = place(x_of(with, value[WM_FIGURE_X]), y_of(with, value[WM_FIGURE_Y]));
            continue;
        }
        if (count > 1) {
            wm_primitive *line =
                wm_figure_picture_path(with->at->to, with->ink, WM_INK_NONE, at, count);
            line->width = 1.1;
            line->is_dashed = series->is_dashed;
        }
        count = 0;
    }
}

/* The ends of a range along its axis; of a band over the whole panel. */
static bool find_range(const pen *with, const wm_figure_point *point, wm_place *a, wm_place *b)
{
    const wm_layout_panel *at = with->at;
    const bool is_across = with->series->is_across, is_band = with->series->mark == WM_FIGURE_BAND;
    const double *value = point->at;
    if (!wm_figure_is_number(value[WM_FIGURE_LOW]) || !wm_figure_is_number(value[WM_FIGURE_HIGH]))
        return false;
    if (is_band) {
        *a = is_across ? place(x_of(with, value[WM_FIGURE_LOW]), at->y.end)
                       : place(at->x.begin, y_of(with, value[WM_FIGURE_HIGH]));
        *b = is_across ? place(x_of(with, value[WM_FIGURE_HIGH]), at->y.begin)
                       : place(at->x.end, y_of(with, value[WM_FIGURE_LOW]));
        return true;
    }
    if (!wm_figure_is_number(value[is_across ? WM_FIGURE_Y : WM_FIGURE_X]))
        return false;
    *a = is_across ? place(x_of(with, value[WM_FIGURE_LOW]), y_of(with, value[WM_FIGURE_Y]))
                   : place(x_of(with, value[WM_FIGURE_X]), y_of(with, value[WM_FIGURE_HIGH]));
    *b = is_across ? place(x_of(with, value[WM_FIGURE_HIGH]), y_of(with, value[WM_FIGURE_Y]))
                   : place(x_of(with, value[WM_FIGURE_X]), y_of(with, value[WM_FIGURE_LOW]));
    return true;
}

/* The short lines at the ends of an interval. */
static void draw_caps(const pen *with, wm_ink ink, wm_place a, wm_place b)
{
    const bool is_across = with->series->is_across;
    const wm_place ends[] = {a, b};
    for (size_t i = 0; i < 2; i++)
        wm_figure_picture_line(
            with->at->to, ink,
            is_across ? place(ends[i].x, ends[i].y - 1.8) : place(ends[i].x - 1.8, ends[i].y),
            is_across ? place(ends[i].x, ends[i].y + 1.8) : place(ends[i].x + 1.8, ends[i].y));
}

static void draw_range(const pen *with, size_t index)
{
    const wm_figure_point *point = &with->series->point[index];
    const wm_figure_mark mark = with->series->mark;
    const wm_ink ink = point->state == WM_FIGURE_WRONG ? WM_INK_BAD : with->ink;
    wm_primitive *one;
    wm_place a, b;
    if (!find_range(with, point, &a, &b))
        return;
    if (mark == WM_FIGURE_BAND || mark == WM_FIGURE_BAR) {
        const double half = mark == WM_FIGURE_BAR ? 3 : 0;
        if (with->series->is_across) {
            a.y -= half;
            b.y += half;
        } else {
            a.x -= half;
            b.x += half;
        }
        one = wm_figure_picture_rect(with->at->to, WM_INK_NONE, ink, a, b);
        one->opacity = mark == WM_FIGURE_BAND ? 0.18 : 0;
    } else {
        one = wm_figure_picture_line(with->at->to, ink, a, b);
        one->width = mark == WM_FIGURE_STEP ? 1.8 : 0.9;
        one->is_dashed = with->series->is_dashed && mark != WM_FIGURE_LINE;
    }
    sign(with, one, index, ".range");
    if (mark == WM_FIGURE_INTERVAL || mark == WM_FIGURE_LINE)
        draw_caps(with, ink, a, b);
    if (mark == WM_FIGURE_STEP && (with->series->colour != 0 || point->state != WM_FIGURE_SOUND)) {
        const wm_place middle = place((a.x + b.x) / 2, (a.y + b.y) / 2);
        (void)draw_state(with->at->to, with->series->colour, with->ink, point->state, middle,
                         with->radius);
        draw_question(with->at->to, point->state, middle);
    }
}

/* A rule over the whole panel, or a tick across the axis of the value. */
static void draw_rule(const pen *with, size_t index)
{
    const wm_figure_point *point = &with->series->point[index];
    const wm_layout_panel *at = with->at;
    const bool is_rule = with->series->mark == WM_FIGURE_RULE, is_across = with->series->is_across;
    const double x = x_of(with, point->at[WM_FIGURE_X]), y = y_of(with, point->at[WM_FIGURE_Y]);
    wm_place a, b;
    wm_primitive *one;
    if (is_across) {
        a = place(x, is_rule ? at->y.end : y - 4);
        b = place(x, is_rule ? at->y.begin : y + 4);
    } else {
        a = place(is_rule ? at->x.begin : x - 4, y);
        b = place(is_rule ? at->x.end : x + 4, y);
    }
    if (!wm_figure_is_number(a.x + b.x + a.y + b.y))
        return;
    one = wm_figure_picture_line(at->to, with->ink, a, b);
    one->width = is_rule ? 0.8 : 1.2;
    one->is_dashed = with->series->is_dashed;
    sign(with, one, index, "");
}

/* ---- texts inside ---------------------------------------------------------------------------- */

static bool is_free(const wm_layout_panel *at, const double box[4])
{
    if (box[0] < at->x.begin || box[2] > at->left + at->width || box[1] < at->y.end - 8 ||
        box[3] > at->y.begin)
        return false;
    for (size_t i = 0; i < at->labels; i++)
        if (box[0] < at->label[i][2] && box[2] > at->label[i][0] && box[1] < at->label[i][3] &&
            box[3] > at->label[i][1])
            return false;
    return true;
}

/* Draws a text beside a place, at the first side where it has room; else not. */
static void draw_beside(wm_layout_panel *at, wm_place where, const char *text)
{
    const double width = wm_figure_picture_width(text, WM_LAYOUT_SMALL);
    const wm_place base[] = {{where.x + 4, where.y + 2.5},
                             {where.x - 4 - width, where.y + 2.5},
                             {where.x - width / 2, where.y - 4.5},
                             {where.x - width / 2, where.y + 10}};
    for (size_t i = 0; i < 4 && at->labels < 64; i++) {
        const double box[4] = {base[i].x, base[i].y - 6, base[i].x + width, base[i].y + 2};
        if (!is_free(at, box))
            continue;
        for (size_t c = 0; c < 4; c++)
            at->label[at->labels][c] = box[c];
        at->labels++;
        wm_figure_picture_text(at->to, WM_INK_TEXT, base[i], WM_ANCHOR_START, WM_LAYOUT_SMALL,
                               text);
        return;
    }
}

static void draw_labels(const pen *with)
{
    for (size_t i = 0; i < with->series->count; i++) {
        const wm_figure_point *point = &with->series->point[i];
        const wm_place where = {x_of(with, point->at[WM_FIGURE_X]),
                                y_of(with, point->at[WM_FIGURE_Y])};
        if (point->label != NULL && wm_figure_is_number(where.x + where.y))
            draw_beside(with->at, where, point->label);
    }
}

/* Where the name of a series begins: beside the panel, at the height of its last point. NAN: it has
 * none. */
static double name_height(const pen *with)
{
    const wm_figure_series *series = with->series;
    for (size_t i = series->count; i > 0; i--) {
        const double *value = series->point[i - 1].at;
        if (series->mark == WM_FIGURE_BAND)
            return y_of(with, (value[WM_FIGURE_LOW] + value[WM_FIGURE_HIGH]) / 2);
        if (wm_figure_is_number(value[WM_FIGURE_Y]))
            return y_of(with, value[WM_FIGURE_Y]);
    }
    return (double)NAN;
}

/* A rule across has its name inside, at the top. */
static void draw_name_inside(const pen *with)
{
    const double x = x_of(with, with->series->point[0].at[WM_FIGURE_X]);
    if (wm_figure_is_number(x))
        draw_beside(with->at, place(x - 1, with->at->y.end + 6), with->series->name);
}

typedef struct name {
    double y;
    const char *text;
} name;

static int by_height(const void *a, const void *b)
{
    const double x = ((const name *)a)->y, y = ((const name *)b)->y;
    return (x > y) - (x < y);
}

/* Draws names at the right, from above down, each at least a line below the one before and, if
 * there is room, above the panel's lower edge. */
static void draw_names(wm_layout_panel *at, name *names, size_t count)
{
    const double room = at->left + at->width - at->x.end - 4, line = 8.5;
    double most = at->y.begin;
    qsort(names, count, sizeof *names, by_height);
    for (size_t i = 1; i < count; i++)
        names[i].y = fmax(names[i].y, names[i - 1].y + line);
    for (size_t i = count; i > 0; i--) {
        names[i - 1].y = fmin(names[i - 1].y, most);
        most = names[i - 1].y - line;
    }
    for (size_t i = 0; i < count; i++)
        wm_figure_picture_text(at->to, WM_INK_TEXT, place(at->x.end + 4, names[i].y + 2.5),
                               WM_ANCHOR_START, WM_LAYOUT_SMALL,
                               wm_figure_picture_fit(at->to, names[i].text, WM_LAYOUT_SMALL, room));
}

static void draw_series(const pen *with)
{
    const wm_figure_series *series = with->series;
    const bool has_range = series->mark != WM_FIGURE_POINTS && series->mark != WM_FIGURE_RULE &&
                           series->mark != WM_FIGURE_TICK;
    const bool has_point =
        !series->is_bare && (series->mark == WM_FIGURE_POINTS || series->mark == WM_FIGURE_LINE ||
                             series->mark == WM_FIGURE_INTERVAL);
    if (series->mark == WM_FIGURE_LINE)
        draw_line(with);
    for (size_t i = 0; i < series->count; i++) {
        if (has_range)
            draw_range(with, i);
        if (has_point)
            draw_point(with, i);
        if (series->mark == WM_FIGURE_RULE || series->mark == WM_FIGURE_TICK)
            draw_rule(with, i);
    }
    draw_labels(with);
}

static pen pen_of(wm_layout_panel *at, size_t number)
{
    const wm_figure_series *series = at->panel->series[number];
    return (pen){.at = at,
                 .series = series,
                 .number = number,
                 .ink = ink_of(series),
                 .radius = (series->count > MANY ? SMALL_TENTHS : RADIUS_TENTHS) / 10.0};
}

void wm_figure_marks_draw(wm_layout_panel *at)
{
    name names[16];
    size_t count = 0;
    for (size_t s = 0; s < at->panel->count; s++) {
        const pen with = pen_of(at, s);
        draw_series(&with);
    }
    for (size_t s = 0; s < at->panel->count && count < 16; s++) {
        const pen with = pen_of(at, s);
        const double y = name_height(&with);
        if (with.series->name == NULL || !with.series->is_direct || with.series->count == 0)
            continue;
        if (with.series->mark == WM_FIGURE_RULE && with.series->is_across)
            draw_name_inside(&with);
        else if (wm_figure_is_number(y))
            names[count++] = (name){y, with.series->name};
    }
    draw_names(at, names, count);
}
