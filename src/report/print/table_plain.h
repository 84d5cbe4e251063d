/* The aligned form of a table. */
#ifndef WM_REPORT_TABLE_PLAIN_H
#define WM_REPORT_TABLE_PLAIN_H

#include "report/print/table.h"

/* Prints a table that has rows, in lines of its width. Columns that do not fit beside each other
 * become blocks below each other, each with the first column. A first cell that is too long has a
 * line of its own. Another cell that is wider than a line goes on below itself. */
void wm_table_plain_print(const wm_table *table, bool is_coloured, FILE *out);

#endif
