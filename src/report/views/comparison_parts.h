/* The parts of a comparison, one file each: comparison_NAME.c. */
#ifndef WM_REPORT_COMPARISON_PARTS_H
#define WM_REPORT_COMPARISON_PARTS_H

#include "report/views/comparison.h"

/* Fills the ratio of an own number that both records have. Errors: those of wm_reader_read;
 * NOMEM. */
WM_MUST_CHECK wm_status wm_comparison_own_compare(const wm_comparison *comparison,
                                                  wm_comparison_row *row, wm_error *err);

/* The index, from 1, of the lower end of the order-statistics interval of the median of count
 * values; 0 if there is none at 95 %. As wm_statistic_interval, for any count. */
size_t wm_comparison_own_interval(size_t count);

/* Fills the facts that differ: producer, backend, device, witness, plan, then the facts of line 1
 * and of its witness. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_comparison_facts_find(wm_comparison *comparison);

/* Frees a fact. */
void wm_comparison_facts_clear(wm_comparison_fact *fact);

#endif
