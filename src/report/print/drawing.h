/* Series as lines of characters. */
#ifndef WM_REPORT_DRAWING_H
#define WM_REPORT_DRAWING_H

#include "report/print/paper.h"

#include <stdio.h>

/* Prints a bar for each point with the axis below, or a digit for each point. Lines of digits begin
 * with `lead`. */
void wm_drawing_print(const wm_series_block *series, const wm_paper *paper, const char *lead,
                      FILE *out);

#endif
