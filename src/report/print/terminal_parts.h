/* The parts of a document on a terminal, a file each. */
#ifndef WM_REPORT_TERMINAL_PARTS_H
#define WM_REPORT_TERMINAL_PARTS_H

#include "report/print/paper.h"

#include <stdio.h>

/* terminal_line.c: prints a line, broken as it says. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_terminal_line_print(const wm_words *line, const wm_paper *paper,
                                               FILE *out);

/* terminal_table.c: prints a table that has rows, in lines of the paper's width. Columns that do
 * not fit beside each other become blocks below each other, each with the first column. A first
 * cell that is too long has a line of its own. Another cell that is wider than a line goes on below
 * itself. */
wm_status wm_terminal_table_print(const wm_table *table, const wm_paper *paper, FILE *out);

/* drawing.c: prints a series: a bar for each point with the axis below, or a digit for each point.
 * Lines of digits begin with `lead`. */
void wm_drawing_print(const wm_series_block *series, const wm_paper *paper, const char *lead,
                      FILE *out);

#endif
