/* The table of a summary, and what its repeats show. */
#ifndef WM_REPORT_SUMMARY_RATES_H
#define WM_REPORT_SUMMARY_RATES_H

#include "model/model.h"
#include "report/views/view.h"

#include <stdio.h>

/* Prints a row for each item: rate, interval, spread, repeats, class. Items with a planned fault
 * are left out and counted, unless there is no other. Below it a line for each item that has a
 * repeat far from its median. Nothing without items. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_summary_rates_print(wm_model *model, const wm_view *view, FILE *out);

#endif
