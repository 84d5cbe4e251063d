/* Comparisons for other programs: members, and a table of rows. */
#ifndef WM_REPORT_COMPARISON_EXPORT_H
#define WM_REPORT_COMPARISON_EXPORT_H

#include "report/document/document.h"
#include "report/views/comparison.h"

/* Each adds count > 0 comparisons that have one base. */

/* Schema `witnessmark-compare/1`: status, base, and for each other record the counts, facts, items,
 * own numbers. */
void wm_comparison_export_json(const wm_comparison *comparisons, size_t count, wm_document *to);

/* A row for each item and own number, with all digits. */
void wm_comparison_export_rows(const wm_comparison *comparisons, size_t count, wm_document *to);

#endif
