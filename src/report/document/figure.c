/* Builds figures of a document. */
#include "report/document/figure.h"

#include <math.h>
#include <string.h>

wm_figure *wm_figure_new(wm_document *document, const char *name, const char *title,
                         const char *root)
{
    wm_block *block = wm_document_add(document, WM_BLOCK_FIGURE);
    wm_figure *figure = block != NULL ? wm_document_alloc(document, sizeof *figure) : NULL;
    if (figure == NULL) {
        document->block_count -= block != NULL;
        return NULL;
    }
    block->of.figure = figure;
    *figure = (wm_figure){.document = document,
                          .name = wm_document_mask(document, name),
                          .title = wm_document_mask(document, title),
                          .root = wm_document_mask(document, root),
                          .columns = 1};
    return figure;
}

/* Makes room for one more element of an array of a figure; NULL when out of memory. */
#define MORE(figure, array, count, capacity) \
    wm_document_grow((figure)->document, (array), &(capacity), (count) + 1, sizeof *(array))

static void add_text(wm_figure *figure, const char ***texts, size_t *count, size_t *capacity,
                     const char *text)
{
    const char **grown = MORE(figure, *texts, *count, *capacity);
    const char *copy = wm_document_mask(figure->document, text);
    if (grown != NULL)
        *texts = grown;
    if (grown != NULL && copy != NULL)
        grown[(*count)++] = copy;
}

void wm_figure_say(wm_figure *figure, const char *format, ...)
{
    const char *text;
    va_list arguments;
    va_start(arguments, format);
    text = wm_document_vtext(figure->document, format, arguments);
    va_end(arguments);
    add_text(figure, &figure->note, &figure->note_count, &figure->note_capacity, text);
}

void wm_figure_add_heading(wm_figure *figure, const char *text)
{
    add_text(figure, &figure->heading, &figure->heading_count, &figure->heading_capacity, text);
}

wm_figure_panel *wm_figure_add_panel(wm_figure *figure, const char *title)
{
    wm_figure_panel **grown =
        MORE(figure, figure->panel, figure->panel_count, figure->panel_capacity);
    wm_figure_panel *panel = wm_document_alloc(figure->document, sizeof *panel);
    if (grown == NULL || panel == NULL) {
        figure->spare_panel = (wm_figure_panel){.figure = figure};
        return &figure->spare_panel;
    }
    *panel =
        (wm_figure_panel){.figure = figure, .title = wm_document_mask(figure->document, title)};
    panel->x.low = panel->x.high = panel->y.low = panel->y.high = (double)NAN;
    figure->panel = grown;
    figure->panel[figure->panel_count++] = panel;
    return panel;
}

wm_figure_panel *wm_figure_last_panel(wm_figure *figure)
{
    return figure->panel_count > 0 ? figure->panel[figure->panel_count - 1] : &figure->spare_panel;
}

void wm_figure_axis_is(wm_figure_axis *axis, wm_figure_scale scale, const char *title,
                       const char *unit)
{
    axis->scale = scale;
    axis->title = title;
    axis->unit = unit;
}

double wm_figure_add_category(wm_figure_panel *panel, wm_figure_axis *axis, const char *name)
{
    add_text(panel->figure, &axis->category, &axis->category_count, &axis->category_capacity, name);
    return (double)axis->category_count - 1;
}

wm_figure_series *wm_figure_add_series(wm_figure_panel *panel, wm_figure_mark mark,
                                       const char *name, unsigned colour)
{
    wm_figure_series **grown = MORE(panel->figure, panel->series, panel->count, panel->capacity);
    wm_figure_series *series = wm_document_alloc(panel->figure->document, sizeof *series);
    if (grown == NULL || series == NULL) {
        panel->figure->spare_series = (wm_figure_series){.figure = panel->figure};
        return &panel->figure->spare_series;
    }
    *series = (wm_figure_series){.figure = panel->figure,
                                 .mark = mark,
                                 .name = wm_document_mask(panel->figure->document, name),
                                 .colour = colour};
    panel->series = grown;
    panel->series[panel->count++] = series;
    return series;
}

wm_figure_point *wm_figure_add_point(wm_figure_series *series, wm_figure_state state,
                                     const char *name)
{
    wm_figure_point *grown = MORE(series->figure, series->point, series->count, series->capacity);
    wm_figure_point *point = &series->figure->spare_point;
    if (grown != NULL) {
        series->point = grown;
        point = &grown[series->count++];
    }
    *point =
        (wm_figure_point){.state = state, .name = wm_document_mask(series->figure->document, name)};
    for (unsigned i = 0; i < WM_FIGURE_PARTS; i++)
        point->at[i] = (double)NAN;
    return point;
}

static wm_figure_source copy_source(wm_document *document, wm_figure_source of)
{
    of.file = wm_document_mask(document, of.file);
    of.field = wm_document_mask(document, of.field);
    of.text = wm_document_mask(document, of.text);
    of.claim = wm_document_mask(document, of.claim);
    of.root = wm_document_mask(document, of.root);
    return of;
}

void wm_figure_set(wm_figure_series *series, wm_figure_point *point, wm_figure_part part,
                   double value, wm_figure_source of)
{
    point->at[part] = value;
    point->of[part] = copy_source(series->figure->document, of);
}

wm_figure_source wm_figure_on(uint32_t line, const char *field)
{
    return (wm_figure_source){.line = line, .field = field};
}

size_t wm_figure_add_box(wm_figure *figure, const wm_figure_box *box)
{
    wm_document *document = figure->document;
    wm_figure_box *grown = MORE(figure, figure->box, figure->box_count, figure->box_capacity);
    if (grown == NULL)
        return 0;
    figure->box = grown;
    grown = &grown[figure->box_count];
    *grown = *box;
    grown->title = wm_document_mask(document, box->title);
    grown->detail = wm_document_mask(document, box->detail);
    grown->right = wm_document_mask(document, box->right);
    grown->name = wm_document_mask(document, box->name);
    grown->of = copy_source(document, box->of);
    grown->also = copy_source(document, box->also);
    return figure->box_count++;
}

void wm_figure_add_arrow(wm_figure *figure, const wm_figure_arrow *arrow)
{
    wm_figure_arrow *grown =
        MORE(figure, figure->arrow, figure->arrow_count, figure->arrow_capacity);
    if (grown == NULL)
        return;
    figure->arrow = grown;
    grown = &grown[figure->arrow_count++];
    *grown = *arrow;
    grown->of = copy_source(figure->document, arrow->of);
}

bool wm_figure_is_number(double value)
{
    return fabs(value) <= 1.7976931348623157e308;
}
