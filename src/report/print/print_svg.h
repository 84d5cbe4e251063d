/* One figure as SVG, for a page that has it inside. */
#ifndef WM_REPORT_PRINT_SVG_H
#define WM_REPORT_PRINT_SVG_H

#include "report/document/figure.h"

#include <stdio.h>

/* Prints a figure. Its ids begin with `prefix`, so that a page can have several. Without a style
 * the page has wm_print_svg_style once; its rules are for the class `wmf` alone. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_print_svg_figure(const wm_figure *figure, const char *prefix,
                                            bool has_style, FILE *out);

/* Prints the rules of colours and texts, light and dark. */
void wm_print_svg_style(FILE *out);

#endif
