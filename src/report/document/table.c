/* Builds tables of a document. */
#include "report/document/table.h"

#include "standards/number.h"

#include <string.h>

/* Most tables have few different reasons. Cells past this many have no note; --json has all
 * reasons. */
enum { NOTES_MOST = 255 };

wm_table *wm_table_new(wm_document *document, const char *title)
{
    wm_table *table = wm_document_alloc(document, sizeof *table);
    wm_block *block = table != NULL ? wm_document_add(document, WM_BLOCK_TABLE) : NULL;
    if (block == NULL)
        table = &document->spare_table;
    else
        block->of.table = table;
    *table = (wm_table){.document = document, .title = wm_document_copy(document, title)};
    return table;
}

wm_table *wm_table_apart(wm_document *document, const char *title)
{
    wm_table *table = wm_table_new(document, title);
    table->is_apart = true;
    return table;
}

void wm_table_add_column(wm_table *table, const char *title, wm_side side, bool may_go)
{
    wm_column *column;
    if (table->column_count == WM_TABLE_COLUMNS) {
        wm_document_fail(table->document, WM_E_LIMIT);
        return;
    }
    column = wm_document_grow(table->document, table->column, &table->column_capacity,
                              table->column_count + 1, sizeof *column);
    if (column == NULL)
        return;
    table->column = column;
    column[table->column_count++] = (wm_column){.title = title, .side = side, .may_go = may_go};
}

void wm_table_columns(wm_table *table, ...)
{
    va_list titles;
    const char *title;
    va_start(titles, table);
    while ((title = va_arg(titles, const char *)) != NULL) {
        const bool is_right = title[0] == '>', may_go = title[is_right] == '?';
        wm_table_add_column(table, title + is_right + may_go,
                            is_right ? WM_SIDE_RIGHT : WM_SIDE_LEFT, may_go);
    }
    va_end(titles);
}

void wm_table_rank_column(wm_table *table, unsigned rank)
{
    if (table->column_count > 0)
        table->column[table->column_count - 1].rank = rank;
}

void wm_table_key_column(wm_table *table, const char *key)
{
    if (table->column_count > 0)
        table->column[table->column_count - 1].key = key;
}

/* The number of the note with this text; adds it if it is new. 0 if there is no room. */
static int find_note(wm_table *table, const char *text)
{
    const char **note;
    for (size_t i = 0; i < table->note_count; i++)
        if (strcmp(table->note[i], text) == 0)
            return (int)i + 1;
    if (table->note_count == NOTES_MOST)
        return 0;
    note = wm_document_grow(table->document, table->note, &table->note_capacity,
                            table->note_count + 1, sizeof *note);
    if (note == NULL)
        return 0;
    table->note = note;
    note[table->note_count] = wm_document_mask(table->document, text);
    return note[table->note_count] == NULL ? 0 : (int)++table->note_count;
}

/* Adds an empty cell. */
static wm_cell *add_cell(wm_table *table)
{
    wm_cell *cell = wm_document_grow(table->document, table->cell, &table->cell_capacity,
                                     table->cell_count + 1, sizeof *cell);
    if (cell == NULL)
        return &table->document->spare_cell;
    table->cell = cell;
    cell = &cell[table->cell_count++];
    *cell = (wm_cell){.text = NULL};
    return cell;
}

wm_cell *wm_table_add(wm_table *table, const char *text, const char *reason, wm_emphasis emphasis)
{
    wm_cell *cell = add_cell(table);
    cell->text = wm_document_mask(table->document, text);
    cell->note = reason != NULL ? find_note(table, reason) : 0;
    cell->emphasis = emphasis;
    return cell;
}

wm_cell *wm_table_text(wm_table *table, const char *text)
{
    return wm_table_add(table, text, NULL, WM_EMPHASIS_NONE);
}

wm_cell *wm_table_write(wm_table *table, const char *format, ...)
{
    wm_cell *cell = add_cell(table);
    va_list arguments;
    va_start(arguments, format);
    cell->text =
        wm_document_mask(table->document, wm_document_vtext(table->document, format, arguments));
    va_end(arguments);
    return cell;
}

wm_cell *wm_table_value(wm_table *table, double value, const char *format, ...)
{
    wm_cell *cell = add_cell(table);
    char number[WM_NUMBER_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    cell->text = wm_document_vtext(table->document, format, arguments);
    va_end(arguments);
    if (wm_number_format(value, number) != 0)
        cell->value = wm_document_copy(table->document, number);
    cell->kind = WM_CELL_VALUE;
    return cell;
}

void wm_table_tell(wm_table *table, wm_cell *cell, const char *value)
{
    cell->kind = value != NULL ? WM_CELL_TEXT : WM_CELL_VALUE; /* a value without one is null */
    cell->value = wm_document_copy(table->document, value);
}

void wm_table_brief(wm_table *table, size_t size)
{
    wm_cell *cell = table->cell_count > 0 ? &table->cell[table->cell_count - 1] : NULL;
    if (cell == NULL || cell->text == NULL)
        return;
    cell->brief = wm_document_text(table->document, "%.*s", (int)size, cell->text);
    cell->note = find_note(table, cell->text);
    cell->is_note_brief = true;
}

void wm_table_series(wm_table *table, const double *value, size_t count)
{
    wm_cell *cell = add_cell(table);
    double *copy = wm_document_alloc(table->document, (count + 1) * sizeof *copy);
    if (copy == NULL)
        return;
    memcpy(copy, value, count * sizeof *copy);
    cell->series = copy;
    cell->series_count = count;
}

size_t wm_table_rows(const wm_table *table)
{
    return table->column_count != 0 ? table->cell_count / table->column_count : 0;
}

const wm_cell *wm_table_at(const wm_table *table, size_t row, size_t column)
{
    return &table->cell[row * table->column_count + column];
}
