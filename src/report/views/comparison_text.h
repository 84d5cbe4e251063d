/* Comparisons as text and Markdown. */
#ifndef WM_REPORT_COMPARISON_TEXT_H
#define WM_REPORT_COMPARISON_TEXT_H

#include "report/views/comparison.h"
#include "report/views/view.h"

#include <stdio.h>

/* Prints the verdict on one line. `name` is that of the other record, or NULL. */
void wm_comparison_text_verdict(const wm_comparison *comparison, const char *name,
                                const wm_view *view, FILE *out);

/* Prints a comparison below its verdict: the records, outputs that differ, facts, the table of
 * rows, and what one record alone has. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_comparison_text_print(const wm_comparison *comparison,
                                                 const wm_view *view, FILE *out);

#endif
