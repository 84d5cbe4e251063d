/* Lines of words in a width. */
#ifndef WM_REPORT_TERMINAL_LINE_H
#define WM_REPORT_TERMINAL_LINE_H

#include "report/print/paper.h"

#include <stdio.h>

/* Prints a line, broken as it says. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_terminal_line_print(const wm_words *line, const wm_paper *paper,
                                               FILE *out);

#endif
