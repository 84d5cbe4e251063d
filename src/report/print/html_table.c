/* Prints a table as HTML: it scrolls in a region of its own, and its first cells head their rows.
 */
#include "report/print/html_parts.h"

#include "model/claims.h"
#include "report/document/sparkline.h"
#include "report/print/html_text.h"
#include "report/print/table_layout.h"

/* A table, the places of the document, and the number of this table in it. */
typedef struct {
    wm_table_layout plan;
    const wm_html_places *places;
    unsigned number;
    FILE *out;
} table_form;

static void print_titles(const table_form *of)
{
    const wm_table *table = of->plan.table;
    fputs("<thead><tr>", of->out);
    for (size_t i = 0; i < table->column_count; i++) {
        if (table->column[i].title == NULL)
            continue;
        fprintf(of->out, "<th scope=\"col\"%s>",
                table->column[i].side == WM_SIDE_RIGHT ? " class=\"r\"" : "");
        wm_html_text_print(table->column[i].title, of->out);
        fputs("</th>", of->out);
    }
    fputs("</tr></thead>\n", of->out);
}

/* Numbers as a row of blocks. A reader of the page aloud gets their count and their range. */
static void print_series(const wm_cell *cell, FILE *out)
{
    char text[WM_SPARKLINE_SIZE];
    double least = 0, most = 0;
    size_t numbers = 0;
    for (size_t i = 0; i < cell->series_count; i++) {
        const double value = cell->series[i];
        if (!(value - value == 0)) /* not finite */
            continue;
        least = numbers == 0 || value < least ? value : least;
        most = numbers == 0 || value > most ? value : most;
        numbers++;
    }
    wm_sparkline_write(cell->series, cell->series_count, true, text);
    fputs("<span class=\"spark\" role=\"img\" aria-label=\"", out);
    fprintf(out, "%zu of %zu repeats, %.4g to %.4g\">", numbers, cell->series_count, least, most);
    wm_html_text_print(text, out);
    fputs("</span>", out);
}

static void print_note_link(const table_form *of, const wm_cell *cell)
{
    const int number = cell->note > 0 ? of->plan.number[cell->note] : 0;
    if (number == 0 || cell->is_note_brief)
        return;
    fprintf(of->out, "<a class=\"note\" href=\"#note-%u-%d\">[%d]</a>", of->number, number, number);
}

static void print_content(const table_form *of, const wm_cell *cell)
{
    const wm_html_place *place = wm_html_places_of(of->places, cell->claim);
    if (cell->series != NULL) {
        print_series(cell, of->out);
        return;
    }
    if (place != NULL) {
        fputs("<a class=\"claim\" href=\"", of->out);
        wm_html_text_place(place->claim->name, of->out);
        fputs("\">", of->out);
    }
    wm_html_text_emphasis(cell->text != NULL ? cell->text : "-", cell->emphasis, of->out);
    fputs(place != NULL ? "</a>" : "", of->out);
    print_note_link(of, cell);
}

static void print_row(const table_form *of, size_t row)
{
    const wm_table *table = of->plan.table;
    const wm_cell *first = wm_table_at(table, row, 0);
    const wm_claim *claim = wm_html_places_row(of->places, table, first);
    const char *tag = "th scope=\"row\"";
    fputs("<tr", of->out);
    if (claim != NULL) {
        fputs(" id=\"", of->out);
        wm_html_text_print(claim->name, of->out);
        fputc('"', of->out);
    }
    fputc('>', of->out);
    for (size_t i = 0; i < table->column_count; i++) {
        if (table->column[i].title == NULL)
            continue;
        fprintf(of->out, "<%s%s>", tag,
                table->column[i].side == WM_SIDE_RIGHT ? " class=\"r\"" : "");
        print_content(of, &first[i]);
        fprintf(of->out, "</%.2s>", tag);
        tag = "td";
    }
    fputs("</tr>\n", of->out);
}

static void print_notes(const table_form *of)
{
    if (of->plan.numbers == 0)
        return;
    fputs("<ul class=\"notes\">\n", of->out);
    for (int number = 1; number <= of->plan.numbers; number++) {
        fprintf(of->out, "<li id=\"note-%u-%d\">[%d] ", of->number, number, number);
        wm_html_text_print(wm_table_layout_note(&of->plan, number), of->out);
        fputs("</li>\n", of->out);
    }
    fputs("</ul>\n", of->out);
}

void wm_html_table_print(const wm_table *table, const char *about, wm_html_places *places,
                         FILE *out)
{
    table_form of = {.plan = {.table = table, .has_blocks = true}, .places = places, .out = out};
    if (wm_table_rows(table) == 0)
        return;
    of.number = ++places->tables;
    wm_table_layout_number(&of.plan);
    fputs("<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"", out);
    wm_html_text_print(table->title != NULL ? table->title : about, out);
    fputs("\"><table>\n", out);
    fprintf(out, "<caption%s>", table->title != NULL ? "" : " class=\"hidden\"");
    wm_html_text_print(table->title != NULL ? table->title : about, out);
    fputs("</caption>\n", out);
    print_titles(&of);
    fputs("<tbody>\n", out);
    for (size_t row = 0; row < wm_table_rows(table); row++)
        print_row(&of, row);
    fputs("</tbody></table></div>\n", out);
    print_notes(&of);
}
