/* The result of a run in few lines: verdict, machine, warnings, one table, what is notable. */
#ifndef WM_REPORT_SUMMARY_H
#define WM_REPORT_SUMMARY_H

#include "report/views/run_verdict.h"
#include "report/document/document.h"
#include "report/views/overview.h"

/* Adds it, with the tables of special subjects that the record has: curves, points, profiles,
 * links, own numbers. view->is_verbose adds all tables; view->is_quiet leaves the verdict alone.
 * was_audited: the next command shows a claim, in place of an audit. */
void wm_summary_add(const wm_run_verdict *verdict, bool was_audited, const wm_view *view,
                    wm_document *to);

#endif
