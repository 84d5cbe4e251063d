/* A figure as a TikZ picture. */
#ifndef WM_REPORT_LATEX_FIGURE_H
#define WM_REPORT_LATEX_FIGURE_H

#include "report/document/figure.h"

#include <stdio.h>

/* Prints a figure. It needs the package tikz alone. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_latex_figure_print(const wm_figure *figure, FILE *out);

#endif
