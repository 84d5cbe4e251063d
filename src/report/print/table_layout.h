/* What the printed forms of a table share: its cells with their notes. */
#ifndef WM_REPORT_TABLE_LAYOUT_H
#define WM_REPORT_TABLE_LAYOUT_H

#include "report/document/table.h"

enum { WM_TABLE_LAYOUT_NOTES = 255, WM_TABLE_LAYOUT_SHOWN = 512 };

/* How a table is printed. Aligned columns show brief texts, and may be left out. */
typedef struct wm_table_layout {
    const wm_table *table;
    bool is_aligned, has_blocks;
    size_t width[WM_TABLE_COLUMNS];        /* of each column, 0 if it is left out */
    int number[WM_TABLE_LAYOUT_NOTES + 1]; /* the printed number of each note; 0: not printed */
    int numbers;
} wm_table_layout;

/* Numbers the notes in the order of their first cells. */
void wm_table_layout_number(wm_table_layout *plan);

/* The text of a cell with the number of its note; room may hold it. */
const char *wm_table_layout_shown(const wm_table_layout *plan, const wm_cell *cell,
                                  char room[WM_TABLE_LAYOUT_SHOWN]);

/* The note of a column whose cells are all absent for one reason, if the column may then be left
 * out; else 0. */
int wm_table_layout_left_out(const wm_table_layout *plan, size_t column);

/* The note that is printed with this number, 1 to plan->numbers. */
const char *wm_table_layout_note(const wm_table_layout *plan, int number);

#endif
