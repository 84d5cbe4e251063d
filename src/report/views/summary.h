/* The result of a run in few lines: verdict, machine, warnings, one table, what is notable. */
#ifndef WM_REPORT_SUMMARY_H
#define WM_REPORT_SUMMARY_H

#include "report/document/words.h"
#include "report/views/overview.h"
#include "report/views/run_verdict.h"

/* Adds it, with the tables of special subjects that the record has: curves, points, profiles,
 * links, own numbers. view->is_verbose adds all tables; view->is_quiet leaves the verdict alone.
 * was_audited: the next command shows a claim, in place of an audit. */
void wm_summary_add(const wm_run_verdict *verdict, bool was_audited, const wm_view *view,
                    wm_document *to);

/* Its parts, a file each. */

/* verdict_line.c: adds the first line: the verdict, its counts, the time of the run. */
void wm_verdict_line_add(const wm_run_verdict *verdict, wm_document *to);

/* machine_line.c: adds the machine on one line: the device, its cores or its UUID, memory, system,
 * library, and the witness if it is another device. What the record does not say is left out. */
void wm_machine_line_add(const wm_model *model, wm_document *to);

/* summary_rates.c: adds a row for each item: rate, interval, spread, repeats, class. Items with a
 * planned fault are left out and counted, unless there is no other. Below it a line for each item
 * that has a repeat far from its median. Nothing without items. */
void wm_summary_rates_add(const wm_model *model, wm_document *to);

/* summary_rates.c: says how many repeats of an item are far above its median, or far below; NULL if
 * none is. */
const char *wm_summary_rates_far(const wm_model_item *item, bool is_faster, wm_document *to);

/* What came of an item's output, in words; of one that is wrong on purpose, what came of its check.
 */
const char *wm_summary_verdict(const wm_model_item *item);

#endif
