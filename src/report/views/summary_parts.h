/* The parts of a summary, a file each. */
#ifndef WM_REPORT_SUMMARY_PARTS_H
#define WM_REPORT_SUMMARY_PARTS_H

#include "report/document/words.h"
#include "report/views/run_verdict.h"

/* verdict_line.c: adds the first line: the verdict, its counts, the time of the run. */
void wm_verdict_line_add(const wm_run_verdict *verdict, wm_document *to);

/* machine_line.c: adds the machine on one line: the device, its cores or its UUID, memory, system,
 * library, and the witness if it is another device. What the record does not say is left out. */
void wm_machine_line_add(const wm_model *model, wm_document *to);

/* summary_rates.c: adds a row for each item: rate, interval, spread, repeats, class. Items with a
 * planned fault are left out and counted, unless there is no other. Below it a line for each item
 * that has a repeat far from its median. Nothing without items. */
void wm_summary_rates_add(const wm_model *model, wm_document *to);

#endif
