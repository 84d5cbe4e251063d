/* Lays a figure out: title, key, panels, and the sentences below.
 *
 * Panels have the same margins, so that their axes are aligned. A mark's place follows from its
 * numbers and the axis alone. */
#include "report/print/figure_layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GAP = 14, TICK = 3, KEY_GAP = 12, PANEL_HEIGHT = 150, STACKED_HEIGHT = 62 };

typedef struct layout {
    const wm_figure *figure;
    wm_picture *to;
    double width, y;
    double left, right; /* margins of the marks in a panel */
} layout;

static wm_place place(double x, double y)
{
    return (wm_place){x, y};
}

/* ---- title, key, sentences ------------------------------------------------------------------- */

static void draw_title(layout *at)
{
    at->y = WM_LAYOUT_EDGE + WM_LAYOUT_TITLE;
    wm_figure_picture_text(at->to, WM_INK_TEXT, place(WM_LAYOUT_EDGE, at->y), WM_ANCHOR_START,
                           WM_LAYOUT_TITLE,
                           wm_figure_picture_fit(at->to, at->figure->title, WM_LAYOUT_TITLE,
                                                 0.87 * (at->width - 2 * WM_LAYOUT_EDGE)))
        ->is_bold = true;
    at->y += 6;
}

/* Adds an entry to the key; a new line where it does not fit. */
static void add_entry(layout *at, double *x, const wm_figure_series *series, wm_figure_state state,
                      const char *name)
{
    const double width = 14 + wm_figure_picture_width(name, WM_LAYOUT_SMALL);
    if (*x + width > at->width - WM_LAYOUT_EDGE && *x > WM_LAYOUT_EDGE) {
        *x = WM_LAYOUT_EDGE;
        at->y += WM_LAYOUT_LINE;
    }
    wm_figure_marks_draw_sample(at->to, series, state, place(*x + 5, at->y + 6));
    wm_figure_picture_text(at->to, WM_INK_TEXT, place(*x + 14, at->y + 8.5), WM_ANCHOR_START,
                           WM_LAYOUT_SMALL, name);
    *x += width + KEY_GAP;
}

/* Whether an earlier series has this name. */
static bool is_named_before(const wm_figure *figure, size_t panel, size_t series)
{
    const char *name = figure->panel[panel]->series[series]->name;
    for (size_t p = 0; p <= panel; p++)
        for (size_t s = 0; s < (p < panel ? figure->panel[p]->count : series); s++) {
            const wm_figure_series *other = figure->panel[p]->series[s];
            if (other->name != NULL && other->count > 0 && strcmp(other->name, name) == 0)
                return true;
        }
    return false;
}

static bool has_state(const wm_figure *figure, wm_figure_state state)
{
    for (size_t p = 0; p < figure->panel_count; p++)
        for (size_t s = 0; s < figure->panel[p]->count; s++)
            for (size_t i = 0; i < figure->panel[p]->series[s]->count; i++)
                if (figure->panel[p]->series[s]->point[i].state == state)
                    return true;
    return false;
}

static void draw_key(layout *at)
{
    static const char *const STATES[] = {NULL, "flagged", "failed", "not judged", "WRONG"};
    const wm_figure *figure = at->figure;
    double x = WM_LAYOUT_EDGE;
    for (size_t p = 0; p < figure->panel_count; p++)
        for (size_t s = 0; s < figure->panel[p]->count; s++) {
            const wm_figure_series *series = figure->panel[p]->series[s];
            if (series->name != NULL && !series->is_direct && !series->is_silent &&
                series->count > 0 && !is_named_before(figure, p, s))
                add_entry(at, &x, series, WM_FIGURE_SOUND, series->name);
        }
    for (unsigned state = WM_FIGURE_FLAGGED; state <= WM_FIGURE_WRONG; state++)
        if (has_state(figure, (wm_figure_state)state))
            add_entry(at, &x, NULL, (wm_figure_state)state, STATES[state]);
    at->y += x > WM_LAYOUT_EDGE ? WM_LAYOUT_LINE + 4 : 0;
}

/* Draws a sentence in lines of the figure's width; a longer word is cut. */
static void draw_words(layout *at, const char *text)
{
    const double room = at->width - 2 * WM_LAYOUT_EDGE;
    char line[512];
    size_t used = 0;
    line[0] = '\0';
    while (*text != '\0' || used > 0) {
        const size_t word = strcspn(text, " ");
        char longer[sizeof line];
        const int size =
            snprintf(longer, sizeof longer, "%s%s%.*s", line, used > 0 ? " " : "", (int)word, text);
        const bool fits = size >= 0 && (size_t)size < sizeof longer &&
                          wm_figure_picture_width(longer, WM_LAYOUT_SMALL) <= room;
        if (*text == '\0' || (!fits && used > 0)) {
            at->y += 9;
            wm_figure_picture_text(at->to, WM_INK_SOFT, place(WM_LAYOUT_EDGE, at->y),
                                   WM_ANCHOR_START, WM_LAYOUT_SMALL,
                                   wm_figure_picture_fit(at->to, line, WM_LAYOUT_SMALL, room));
            used = 0;
            line[0] = '\0';
            continue;
        }
        memcpy(line, longer, sizeof line);
        line[sizeof line - 1] = '\0';
        used = strlen(line);
        text += word;
        text += strspn(text, " ");
    }
}

static void draw_notes(layout *at)
{
    wm_buffer all = WM_BUFFER_EMPTY;
    wm_status status = WM_OK;
    for (size_t i = 0; i < at->figure->note_count && status == WM_OK; i++)
        status = wm_buffer_printf(&all, "%s%s", i > 0 ? " " : "", at->figure->note[i]);
    wm_document_fail(&at->to->memory, status);
    draw_words(at, wm_document_take(&at->to->memory, &all));
    at->y += WM_LAYOUT_EDGE;
}

/* ---- ranges and margins ---------------------------------------------------------------------- */

static void take(double value, const wm_figure_axis *axis, double *low, double *high)
{
    const bool is_log = axis->scale == WM_FIGURE_LOG || axis->scale == WM_FIGURE_BYTES;
    if (!wm_figure_is_number(value) || (is_log && !(value > 0)))
        return;
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

/* Widens the ranges of both axes by the marks of a panel. */
static void widen(const wm_figure_panel *panel, double low[2], double high[2])
{
    for (size_t s = 0; s < panel->count; s++)
        for (size_t i = 0; i < panel->series[s]->count; i++) {
            const double *value = panel->series[s]->point[i].at;
            const unsigned along = panel->series[s]->is_across ? 0 : 1;
            const wm_figure_axis *axis = along == 0 ? &panel->x : &panel->y;
            take(value[WM_FIGURE_X], &panel->x, &low[0], &high[0]);
            take(value[WM_FIGURE_Y], &panel->y, &low[1], &high[1]);
            take(value[WM_FIGURE_LOW], axis, &low[along], &high[along]);
            take(value[WM_FIGURE_HIGH], axis, &low[along], &high[along]);
        }
}

/* A panel without a title of its x axis has the axis of the panel below. */
static void measure(const wm_figure *figure, wm_layout_panel *at)
{
    double low[2] = {(double)INFINITY, (double)INFINITY};
    double high[2] = {-(double)INFINITY, -(double)INFINITY};
    double unused[2][2] = {{low[1], low[1]}, {high[1], high[1]}};
    size_t first = at->index, last = at->index;
    while (first > 0 && figure->panel[first - 1]->x.title == NULL)
        first--;
    while (last + 1 < figure->panel_count && figure->panel[last]->x.title == NULL)
        last++;
    widen(at->panel, low, high);
    for (size_t i = first; i <= last; i++)
        widen(figure->panel[i], unused[0], unused[1]);
    wm_figure_axis_begin(&at->x, &at->panel->x, unused[0][0], unused[1][0]);
    wm_figure_axis_begin(&at->y, &at->panel->y, low[1], high[1]);
}

static double height_of(const wm_figure *figure, const wm_figure_panel *panel)
{
    const bool is_stacked = figure->columns == 1 && figure->panel_count > 1;
    if (panel->y.scale == WM_FIGURE_CATEGORY)
        return (double)(WM_LAYOUT_LINE * (panel->y.category_count + 0));
    if (panel->height > 0)
        return WM_LAYOUT_LINE * panel->height;
    return is_stacked ? STACKED_HEIGHT : PANEL_HEIGHT;
}

/* The room that the texts of an axis at the left take. */
static double left_of(const wm_layout_panel *at)
{
    double widest = 0;
    for (size_t i = 0; i < at->y.count; i++)
        widest = fmax(widest, wm_figure_picture_width(at->y.tick[i].text, WM_LAYOUT_SMALL));
    for (size_t i = 0; i < at->panel->y.category_count; i++)
        widest = fmax(widest, wm_figure_picture_width(at->panel->y.category[i], WM_LAYOUT_SMALL));
    return fmin(widest, 0.5 * at->width) + 5;
}

static double right_of(const wm_layout_panel *at)
{
    double widest = 2;
    for (size_t s = 0; s < at->panel->count; s++) {
        const wm_figure_series *series = at->panel->series[s];
        const bool is_beside = series->is_direct && series->name != NULL && series->count > 0 &&
                               !(series->mark == WM_FIGURE_RULE && series->is_across);
        if (is_beside)
            widest = fmax(widest, 5 + wm_figure_picture_width(series->name, WM_LAYOUT_SMALL));
    }
    return fmin(widest, 0.4 * at->width) + 4;
}

static double panel_width(const layout *at)
{
    const double columns = at->figure->columns > 0 ? at->figure->columns : 1;
    return (at->width - 2 * WM_LAYOUT_EDGE - (columns - 1) * GAP) / columns;
}

/* At least two ticks, so that a reader has a scale. */
static void tick_up(wm_figure_ruler *ruler, unsigned most)
{
    do
        wm_figure_axis_tick(ruler, most);
    while (ruler->count < 2 && ruler->axis->scale != WM_FIGURE_CATEGORY && ++most < 12);
}

static void prepare(const layout *at, size_t index, wm_layout_panel *panel)
{
    *panel = (wm_layout_panel){
        .panel = at->figure->panel[index], .index = index, .to = at->to, .width = panel_width(at)};
    measure(at->figure, panel);
    tick_up(&panel->y, 1 + (unsigned)(height_of(at->figure, panel->panel) / 17));
}

static void find_margins(layout *at)
{
    for (size_t i = 0; i < at->figure->panel_count; i++) {
        wm_layout_panel panel;
        prepare(at, i, &panel);
        at->left = fmax(at->left, left_of(&panel));
        at->right = fmax(at->right, right_of(&panel));
    }
}

/* ---- axes ------------------------------------------------------------------------------------ */

static bool collides(const wm_figure_ruler *ruler)
{
    double end = -(double)INFINITY;
    for (size_t i = 0; i < ruler->count; i++) {
        const double half = wm_figure_picture_width(ruler->tick[i].text, WM_LAYOUT_SMALL) / 2;
        const double at = wm_figure_axis_place(ruler, ruler->tick[i].value);
        if (at - half < end + 4)
            return true;
        end = at + half;
    }
    return false;
}

/* Sets as many ticks as have room for their texts. */
static void tick_across(wm_figure_ruler *ruler)
{
    unsigned most = 1 + (unsigned)((ruler->end - ruler->begin) / 26);
    do
        wm_figure_axis_tick(ruler, most);
    while (collides(ruler) && --most > 0);
}

static const char *key_of(const wm_layout_panel *at, const char *part)
{
    return wm_document_text(&at->to->memory, "%zu.%s", at->index, part);
}

static void mark_tick(const wm_layout_panel *at, wm_primitive *line, const char *part, double value)
{
    line->key = key_of(at, part);
    line->value = value;
    line->width = 0.5;
}

/* Centres a text at a place, moved so that it stays inside of the panel. */
static void draw_centred(const wm_layout_panel *at, wm_ink ink, double x, double y,
                         const char *text)
{
    const double half = wm_figure_picture_width(text, WM_LAYOUT_SMALL) / 2;
    x = fmin(x, at->left + at->width + WM_LAYOUT_EDGE - 2 - half);
    wm_figure_picture_text(at->to, ink, place(fmax(x, half + 2), y), WM_ANCHOR_MIDDLE,
                           WM_LAYOUT_SMALL, text);
}

static void draw_x_axis(const wm_layout_panel *at)
{
    const wm_figure_ruler *x = &at->x;
    const double bottom = at->y.begin, top = at->y.end;
    const bool has_grid = at->panel->y.scale == WM_FIGURE_CATEGORY;
    char title[128];
    for (size_t i = 0; i < x->count; i++) {
        const double where = wm_figure_axis_place(x, x->tick[i].value);
        mark_tick(at,
                  has_grid ? wm_figure_picture_line(at->to, WM_INK_GRID, place(where, bottom),
                                                    place(where, top))
                           : wm_figure_picture_line(at->to, WM_INK_AXIS, place(where, bottom),
                                                    place(where, bottom + TICK)),
                  "x", x->tick[i].value);
        if (at->panel->x.title != NULL)
            draw_centred(at, WM_INK_SOFT, where, bottom + TICK + 7, x->tick[i].text);
    }
    wm_figure_picture_line(at->to, WM_INK_AXIS, place(x->begin, bottom), place(x->end, bottom));
    wm_figure_axis_title(x, title, sizeof title);
    if (title[0] != '\0')
        draw_centred(at, WM_INK_TEXT, (x->begin + x->end) / 2, bottom + TICK + 17, title);
}

static void draw_categories(const wm_layout_panel *at)
{
    const wm_figure_axis *axis = &at->panel->y;
    const double room = at->x.begin - 5 - at->left;
    for (size_t i = 0; i < axis->category_count; i++) {
        const double where = wm_figure_axis_place(&at->y, (double)i);
        mark_tick(at,
                  wm_figure_picture_line(at->to, WM_INK_GRID, place(at->x.begin, where),
                                         place(at->x.end, where)),
                  "y", (double)i);
        wm_figure_picture_text(
            at->to, WM_INK_TEXT, place(at->x.begin - 5, where + 2.5), WM_ANCHOR_END,
            WM_LAYOUT_SMALL,
            wm_figure_picture_fit(at->to, axis->category[i], WM_LAYOUT_SMALL, room));
    }
}

static void draw_y_axis(const wm_layout_panel *at)
{
    const wm_figure_ruler *y = &at->y;
    for (size_t i = 0; i < y->count; i++) {
        const double where = wm_figure_axis_place(y, y->tick[i].value);
        mark_tick(at,
                  wm_figure_picture_line(at->to, WM_INK_GRID, place(at->x.begin, where),
                                         place(at->x.end, where)),
                  "y", y->tick[i].value);
        wm_figure_picture_text(at->to, WM_INK_SOFT, place(at->x.begin - 4, where + 2.5),
                               WM_ANCHOR_END, WM_LAYOUT_SMALL, y->tick[i].text);
    }
    draw_categories(at);
}

/* ---- panels ---------------------------------------------------------------------------------- */

/* Draws the title of a panel and that of its axis at the left, above it. */
static double draw_heads(const wm_layout_panel *at, double y)
{
    char title[128];
    if (at->panel->title != NULL) {
        y += WM_LAYOUT_LINE;
        wm_figure_picture_text(
            at->to, WM_INK_TEXT, place(at->left, y), WM_ANCHOR_START, WM_LAYOUT_LABEL,
            wm_figure_picture_fit(at->to, at->panel->title, WM_LAYOUT_LABEL, 0.88 * at->width))
            ->is_bold = true;
        y += 2;
    }
    wm_figure_axis_title(&at->y, title, sizeof title);
    if (title[0] != '\0') {
        y += 9;
        wm_figure_picture_text(at->to, WM_INK_TEXT, place(at->left, y), WM_ANCHOR_START,
                               WM_LAYOUT_SMALL, title);
    }
    return y + 6;
}

/* Draws a panel below `top`; returns where it ends. */
static double draw_panel(layout *at, size_t index, double top)
{
    wm_layout_panel panel;
    const size_t columns = at->figure->columns > 0 ? at->figure->columns : 1;
    double end;
    prepare(at, index, &panel);
    panel.left = WM_LAYOUT_EDGE + (double)(index % columns) * (panel.width + GAP);
    top = draw_heads(&panel, top);
    end = top + height_of(at->figure, panel.panel);
    panel.x.begin = panel.left + at->left;
    panel.x.end = panel.left + panel.width - at->right;
    /* names come from above down, values from below up */
    panel.y.begin = end;
    panel.y.end = top;
    if (panel.panel->y.scale == WM_FIGURE_CATEGORY) {
        const double low = panel.y.low;
        panel.y.low = panel.y.high;
        panel.y.high = low;
    }
    tick_across(&panel.x);
    draw_y_axis(&panel);
    draw_x_axis(&panel);
    wm_figure_marks_draw(&panel);
    return end + (panel.panel->x.title != NULL ? TICK + 22 : TICK + 4);
}

static void draw_panels(layout *at)
{
    const size_t columns = at->figure->columns > 0 ? at->figure->columns : 1;
    find_margins(at);
    for (size_t i = 0; i < at->figure->panel_count; i += columns) {
        const size_t first = at->to->count;
        double end = at->y;
        for (size_t c = 0; c < columns && i + c < at->figure->panel_count; c++)
            end = fmax(end, draw_panel(at, i + c, at->y));
        if (first < at->to->count)
            at->to->primitive[first].begins = at->y;
        at->y = end;
    }
}

wm_status wm_figure_layout_make(const wm_figure *figure, wm_picture *picture)
{
    layout at = {.figure = figure,
                 .to = picture,
                 .width = figure->is_wide ? WM_LAYOUT_PAGE : WM_LAYOUT_COLUMN};
    wm_primitive *paper =
        wm_figure_picture_rect(picture, WM_INK_NONE, WM_INK_PAPER, place(0, 0), place(0, 0));
    (void)paper;
    draw_title(&at);
    draw_key(&at);
    draw_panels(&at);
    if (figure->box_count > 0)
        at.y = wm_figure_diagram_draw(figure, picture, at.y);
    draw_notes(&at);
    picture->width = at.width;
    picture->height = at.y;
    if (picture->count > 0)
        picture->primitive[0].b = place(at.width, at.y);
    return picture->memory.status;
}
