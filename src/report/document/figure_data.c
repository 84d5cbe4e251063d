/* The numbers of a figure as a table, each with its place in the evidence.
 *
 * A row is one number: which panel, series and point of the figure it belongs to, along which part
 * (x, y, low, high), its value with all digits, and the member, the line and the fields that give
 * it. A number without a place (the number of a name on an axis) has no row. */
#include "report/document/data.h"
#include "report/document/figure.h"

#include "standards/number.h"

#include <stdio.h>
#include <string.h>

static const char *const PARTS[WM_FIGURE_PARTS] = {"x", "y", "low", "high"};
static const char *const STATES[] = {"", "flagged", "failed", "not judged", "WRONG"};

/* What a row says beside its number. */
typedef struct row {
    const char *at; /* as in the picture: panel, series and point by their numbers */
    const char *panel, *series, *point, *part, *state;
} row;

static void add_columns(wm_table *table)
{
    static const char *const KEYS[] = {"at",    "panel", "series", "point", "part",  "state",
                                       "value", "root",  "file",   "line",  "field", "claim"};
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        wm_table_add_column(table, KEYS[i], WM_SIDE_LEFT, false);
        wm_table_key_column(table, KEYS[i]);
    }
}

static void add_number(wm_table *table, double value)
{
    char text[WM_NUMBER_TEXT_SIZE];
    (void)wm_number_format(value, text);
    wm_table_value(table, value, "%s", text);
}

static void add_row(wm_table *table, const char *root, const row *of, double value,
                    const wm_figure_source *source)
{
    const bool is_text = source->text != NULL;
    root = source->root != NULL ? source->root : root;
    wm_table_text(table, of->at);
    wm_table_text(table, of->panel != NULL ? of->panel : "");
    wm_table_text(table, of->series != NULL ? of->series : "");
    wm_table_text(table, of->point != NULL ? of->point : "");
    wm_table_text(table, of->part);
    wm_table_text(table, of->state);
    if (is_text)
        wm_table_text(table, source->text);
    else
        add_number(table, value);
    wm_table_text(table, root != NULL ? root : "");
    wm_table_text(table, source->file != NULL ? source->file : "evidence.jsonl");
    if (source->line > 0)
        add_number(table, source->line);
    else
        wm_table_text(table, NULL);
    wm_table_text(table, source->field);
    wm_table_text(table, source->claim);
}

/* Adds the numbers of the point `at`: panel, series and point. */
static void add_point(wm_table *table, const wm_figure *figure, const size_t at[3])
{
    const wm_figure_panel *panel = figure->panel[at[0]];
    const wm_figure_series *series = panel->series[at[1]];
    const wm_figure_point *point = &series->point[at[2]];
    row of = {wm_document_text(table->document, "%zu.%zu.%zu", at[0], at[1], at[2]),
              panel->title,
              series->name,
              point->name,
              NULL,
              STATES[point->state]};
    for (unsigned i = 0; i < WM_FIGURE_PARTS; i++) {
        const wm_figure_source *source = &point->of[i];
        of.part = PARTS[i];
        if (source->field != NULL && wm_figure_is_number(point->at[i]))
            add_row(table, figure->root, &of, point->at[i], source);
    }
}

static void add_diagram(wm_table *table, const wm_figure *figure)
{
    for (size_t i = 0; i < figure->box_count; i++) {
        const wm_figure_box *box = &figure->box[i];
        const row of = {wm_document_text(table->document, "box.%zu", i),
                        NULL,
                        "box",
                        box->name,
                        "text",
                        STATES[box->state]};
        if (box->of.field != NULL)
            add_row(table, figure->root, &of, 0, &box->of);
        if (box->also.field != NULL)
            add_row(table, figure->root, &of, 0, &box->also);
    }
    for (size_t i = 0; i < figure->arrow_count; i++) {
        const wm_figure_arrow *arrow = &figure->arrow[i];
        const row of = {wm_document_text(table->document, "arrow.%zu", i),
                        NULL,
                        "arrow",
                        figure->box[arrow->from].name,
                        "text",
                        ""};
        if (arrow->of.field != NULL)
            add_row(table, figure->root, &of, 0, &arrow->of);
    }
}

void wm_figure_data_add(const wm_figure *figure, wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    add_columns(table);
    for (size_t p = 0; p < figure->panel_count; p++)
        for (size_t s = 0; s < figure->panel[p]->count; s++)
            for (size_t i = 0; i < figure->panel[p]->series[s]->count; i++)
                add_point(table, figure, (const size_t[]){p, s, i});
    add_diagram(table, figure);
    wm_data_begin(to, "figure", "valid");
    wm_data_text(to, "root", figure->root);
    wm_data_text(to, "figure", figure->name);
    wm_data_table(to, "data", table);
}
