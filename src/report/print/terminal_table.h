/* Tables in aligned columns. */
#ifndef WM_REPORT_TERMINAL_TABLE_H
#define WM_REPORT_TERMINAL_TABLE_H

#include "report/print/printers.h"

/* Prints a table that has rows, in lines of the paper's width. Columns that do not fit beside each
 * other become blocks below each other, each with the first column. A first cell that is too long
 * has a line of its own. Another cell that is wider than a line goes on below itself. */
void wm_terminal_table_print(const wm_table *table, const wm_paper *paper, FILE *out);

#endif
