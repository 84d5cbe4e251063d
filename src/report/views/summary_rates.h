/* The table of a summary, and what its repeats show. */
#ifndef WM_REPORT_SUMMARY_RATES_H
#define WM_REPORT_SUMMARY_RATES_H

#include "model/model.h"
#include "report/document/words.h"

/* Adds a row for each item: rate, interval, spread, repeats, class. Items with a planned fault are
 * left out and counted, unless there is no other. Below it a line for each item that has a repeat
 * far from its median. Nothing without items. */
void wm_summary_rates_add(wm_model *model, wm_document *to);

#endif
