/* Prints tables of text with notes: aligned, Markdown, CSV. */
#include "report/print/table.h"

#include "base/array.h"
#include "model/mask.h"
#include "report/print/table_layout.h"
#include "report/print/table_plain.h"

#include <stdlib.h>
#include <string.h>

void wm_table_add_column(wm_table *table, const char *title, wm_table_side side, bool may_go)
{
    wm_table_column *column = &table->column[table->column_count];
    if (table->column_count == WM_TABLE_COLUMNS) {
        table->status = WM_E_LIMIT;
        return;
    }
    column->title = title;
    column->side = side;
    column->may_go = may_go;
    table->column_count++;
}

void wm_table_rank_column(wm_table *table, unsigned rank)
{
    table->column[table->column_count - 1].rank = rank;
}

static char *copy_masked(const char *text)
{
    char *copy = strdup(text);
    if (copy != NULL)
        wm_mask_bytes(copy, strlen(copy));
    return copy;
}

/* The number of the note with this text; adds it if it is new. 0 if there is no room. */
static int find_note(wm_table *table, const char *text)
{
    char **note;
    size_t i;
    for (i = 0; i < table->note_count; i++)
        if (strcmp(table->note[i], text) == 0)
            return (int)i + 1;
    if (table->note_count == WM_TABLE_LAYOUT_NOTES)
        return 0;
    note = wm_array_grow(table->note, &table->note_capacity, table->note_count + 1, sizeof *note);
    if (note == NULL)
        return 0;
    table->note = note;
    note[table->note_count] = copy_masked(text);
    if (note[table->note_count] == NULL)
        return 0;
    return (int)++table->note_count;
}

static bool make_room(wm_table *table)
{
    wm_table_cell *cell =
        wm_array_grow(table->cell, &table->cell_capacity, table->cell_count + 1, sizeof *cell);
    if (cell != NULL)
        table->cell = cell;
    return cell != NULL;
}

void wm_table_add(wm_table *table, const char *text, const char *reason, wm_emphasis emphasis)
{
    wm_table_cell cell = {NULL, 0, emphasis};
    if (table->status != WM_OK)
        return;
    table->status = WM_E_NOMEM;
    if (!make_room(table))
        return;
    if (text != NULL && (cell.text = copy_masked(text)) == NULL)
        return;
    if (reason != NULL)
        cell.note = find_note(table, reason);
    table->cell[table->cell_count++] = cell;
    table->status = WM_OK;
}

size_t wm_table_rows(const wm_table *table)
{
    return table->column_count != 0 ? table->cell_count / table->column_count : 0;
}

void wm_table_clear(wm_table *table)
{
    size_t i;
    for (i = 0; i < table->cell_count; i++)
        free(table->cell[i].text);
    for (i = 0; i < table->note_count; i++)
        free(table->note[i]);
    free(table->cell);
    free(table->note);
    memset(table, 0, sizeof *table);
}

void wm_table_print_words(const char *text, wm_table_form form, FILE *out)
{
    char before = '\0';
    for (; *text != '\0'; before = *text++) {
        const bool opens_link = before == ']' && *text == '(';
        if (form == WM_TABLE_MARKDOWN && (opens_link || strchr("|\\`*_<", *text) != NULL))
            fputc('\\', out);
        fputc(*text, out);
    }
}

/* Prints the notes in the order of their numbers, an item of a list each. */
static void print_notes(const wm_table *table, const wm_table_layout *plan, FILE *out)
{
    for (int number = 1; number <= plan->numbers; number++) {
        fprintf(out, "- [%d] ", number);
        wm_table_print_words(wm_table_layout_note(table, plan, number), WM_TABLE_MARKDOWN, out);
        fputc('\n', out);
    }
}

static void print_markdown(const wm_table *table, FILE *out)
{
    wm_table_layout plan = {{0}, {0}, 0};
    char room[WM_TABLE_LAYOUT_SHOWN];
    size_t row, column;
    wm_table_layout_number(table, false, &plan);
    if (table->title != NULL)
        fprintf(out, "### %s\n\n", table->title);
    for (column = 0; column < table->column_count; column++)
        fprintf(out, "| %s ", table->column[column].title);
    fputs("|\n", out);
    for (column = 0; column < table->column_count; column++)
        fputs(table->column[column].side == WM_TABLE_RIGHT ? "| ---: " : "| --- ", out);
    fputs("|\n", out);
    for (row = 0; row < wm_table_rows(table); row++) {
        for (column = 0; column < table->column_count; column++) {
            fputs("| ", out);
            wm_table_print_words(
                wm_table_layout_shown(&plan, wm_table_layout_cell(table, row, column), room),
                WM_TABLE_MARKDOWN, out);
            fputc(' ', out);
        }
        fputs("|\n", out);
    }
    if (plan.numbers > 0)
        fputc('\n', out);
    print_notes(table, &plan, out);
}

void wm_table_print_csv(const char *text, FILE *out)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void print_csv(const wm_table *table, FILE *out)
{
    size_t row, column;
    for (column = 0; column < table->column_count; column++) {
        fputs(column == 0 ? "" : ",", out);
        wm_table_print_csv(table->column[column].title, out);
    }
    fputc('\n', out);
    for (row = 0; row < wm_table_rows(table); row++) {
        for (column = 0; column < table->column_count; column++) {
            const wm_table_cell *cell = wm_table_layout_cell(table, row, column);
            fputs(column == 0 ? "" : ",", out);
            wm_table_print_csv(cell->text != NULL ? cell->text : "", out);
        }
        fputc('\n', out);
    }
}

wm_status wm_table_print(const wm_table *table, wm_table_form form, bool is_coloured, FILE *out)
{
    if (table->status != WM_OK)
        return table->status;
    if (wm_table_rows(table) == 0 && form != WM_TABLE_CSV)
        return WM_OK;
    if (form == WM_TABLE_PLAIN)
        wm_table_plain_print(table, is_coloured, out);
    else if (form == WM_TABLE_MARKDOWN)
        print_markdown(table, out);
    else
        print_csv(table, out);
    return WM_OK;
}
