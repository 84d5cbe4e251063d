/* Comparisons for other programs: JSON and CSV. */
#ifndef WM_REPORT_COMPARISON_EXPORT_H
#define WM_REPORT_COMPARISON_EXPORT_H

#include "report/views/comparison.h"

#include <stdio.h>

/* Each prints count > 0 comparisons that have one base. */

/* Schema `witnessmark-compare/1`: status, base, and for each other record the counts, facts, items,
 * own numbers. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_comparison_export_json(const wm_comparison *comparisons, size_t count,
                                                  FILE *out);

/* A row for each item and own number, with all digits. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_comparison_export_csv(const wm_comparison *comparisons, size_t count,
                                                 FILE *out);

#endif
