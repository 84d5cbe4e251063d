/* What the printed forms of a table share: its cells with their notes. */
#include "report/print/table_layout.h"

const wm_table_cell *wm_table_layout_cell(const wm_table *table, size_t row, size_t column)
{
    return &table->cell[row * table->column_count + column];
}

const char *wm_table_layout_shown(const wm_table_layout *plan, const wm_table_cell *cell,
                                  char room[WM_TABLE_LAYOUT_SHOWN])
{
    const char *text = cell->text != NULL ? cell->text : "-";
    if (cell->note == 0 || plan->number[cell->note] == 0)
        return text;
    (void)snprintf(room, WM_TABLE_LAYOUT_SHOWN, "%.480s[%d]", text, plan->number[cell->note]);
    return room;
}

int wm_table_layout_shared(const wm_table *table, size_t column)
{
    const int note = wm_table_layout_cell(table, 0, column)->note;
    for (size_t row = 0; row < wm_table_rows(table); row++) {
        const wm_table_cell *cell = wm_table_layout_cell(table, row, column);
        if (cell->text != NULL || cell->note != note)
            return 0;
    }
    return note;
}

bool wm_table_layout_leaves_out(const wm_table *table, size_t column)
{
    return table->column[column].may_go && wm_table_layout_shared(table, column) != 0;
}

void wm_table_layout_number(const wm_table *table, bool may_leave_out, wm_table_layout *plan)
{
    for (size_t row = 0; row < wm_table_rows(table); row++)
        for (size_t column = 0; column < table->column_count; column++) {
            const int note = wm_table_layout_cell(table, row, column)->note;
            if (note != 0 && plan->number[note] == 0 &&
                !(may_leave_out && wm_table_layout_leaves_out(table, column)))
                plan->number[note] = ++plan->numbers;
        }
}

const char *wm_table_layout_note(const wm_table *table, const wm_table_layout *plan, int number)
{
    for (size_t i = 1; i <= table->note_count; i++)
        if (plan->number[i] == number)
            return table->note[i - 1];
    return "";
}
