/* What the printed forms of a table share: its cells with their notes. */
#ifndef WM_REPORT_TABLE_LAYOUT_H
#define WM_REPORT_TABLE_LAYOUT_H

#include "report/print/table.h"

/* Most tables have few different reasons. Cells past this many have no note; --json has all
 * reasons. */
enum { WM_TABLE_LAYOUT_NOTES = 255, WM_TABLE_LAYOUT_SHOWN = 512 };

/* The width of each column, 0 if it is left out; the printed number of each note, 0 if no printed
 * column needs it. */
typedef struct wm_table_layout {
    size_t width[WM_TABLE_COLUMNS];
    int number[WM_TABLE_LAYOUT_NOTES + 1];
    int numbers;
} wm_table_layout;

const wm_table_cell *wm_table_layout_cell(const wm_table *table, size_t row, size_t column);

/* The text of a cell with the number of its note; room may hold it. */
const char *wm_table_layout_shown(const wm_table_layout *plan, const wm_table_cell *cell,
                                  char room[WM_TABLE_LAYOUT_SHOWN]);

/* The note of a column whose cells are all absent for one reason; else 0. */
int wm_table_layout_shared(const wm_table *table, size_t column);

/* Whether the aligned form leaves a column out: it may go, and its cells share a note. */
bool wm_table_layout_leaves_out(const wm_table *table, size_t column);

/* Numbers the notes in the order of their first cells. */
void wm_table_layout_number(const wm_table *table, bool may_leave_out, wm_table_layout *plan);

/* The note that is printed with this number, 1 to plan->numbers. */
const char *wm_table_layout_note(const wm_table *table, const wm_table_layout *plan, int number);

#endif
