/* Comparisons in words. */
#ifndef WM_REPORT_COMPARISON_TEXT_H
#define WM_REPORT_COMPARISON_TEXT_H

#include "report/document/words.h"
#include "report/views/comparison.h"

/* Adds the verdict on one line. `name` is that of the other record, or NULL. */
void wm_comparison_text_verdict(const wm_comparison *comparison, const char *name, wm_document *to);

/* Adds a comparison below its verdict: the records, outputs that differ, facts, the table of rows,
 * and what one record alone has. */
void wm_comparison_text_add(const wm_comparison *comparison, wm_document *to);

#endif
