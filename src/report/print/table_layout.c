/* What the printed forms of a table share: its cells with their notes. */
#include "report/print/table_layout.h"

#include "base/code_point.h"

#include "report/document/sparkline.h"

#include <stdio.h>

const char *wm_table_layout_shown(const wm_table_layout *plan, const wm_cell *cell,
                                  char room[WM_TABLE_LAYOUT_SHOWN])
{
    const char *text = plan->is_aligned && cell->brief != NULL ? cell->brief : cell->text;
    if (cell->series != NULL) {
        wm_sparkline_write(cell->series, cell->series_count, plan->has_blocks, room);
        return room;
    }
    text = text != NULL ? text : "-";
    if (cell->note == 0 || plan->number[cell->note] == 0 ||
        (cell->is_note_brief && !plan->is_aligned))
        return text;
    (void)snprintf(room, WM_TABLE_LAYOUT_SHOWN, "%.*s[%d]", WM_FIT(text, 480),
                   plan->number[cell->note]);
    return room;
}

int wm_table_layout_left_out(const wm_table_layout *plan, size_t column)
{
    const wm_table *table = plan->table;
    const int note = wm_table_at(table, 0, column)->note;
    if (!plan->is_aligned || !table->column[column].may_go)
        return 0;
    for (size_t row = 0; row < wm_table_rows(table); row++) {
        const wm_cell *cell = wm_table_at(table, row, column);
        if (cell->text != NULL || cell->note != note)
            return 0;
    }
    return note;
}

void wm_table_layout_number(wm_table_layout *plan)
{
    const wm_table *table = plan->table;
    bool is_left_out[WM_TABLE_COLUMNS];
    for (size_t column = 0; column < table->column_count; column++)
        is_left_out[column] = wm_table_layout_left_out(plan, column) != 0;
    for (size_t i = 0; i < wm_table_rows(table) * table->column_count; i++) {
        const wm_cell *cell = &table->cell[i];
        if (cell->note != 0 && plan->number[cell->note] == 0 &&
            !is_left_out[i % table->column_count] && (plan->is_aligned || !cell->is_note_brief))
            plan->number[cell->note] = ++plan->numbers;
    }
}

const char *wm_table_layout_note(const wm_table_layout *plan, int number)
{
    for (size_t i = 1; i <= plan->table->note_count; i++)
        if (plan->number[i] == number)
            return plan->table->note[i - 1];
    return "";
}
