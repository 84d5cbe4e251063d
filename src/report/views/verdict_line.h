/* The first line of a result: the verdict, its counts, the time of the run. */
#ifndef WM_REPORT_VERDICT_LINE_H
#define WM_REPORT_VERDICT_LINE_H

#include "report/views/run_verdict.h"
#include "report/document/words.h"

/* Adds it. */
void wm_verdict_line_add(const wm_run_verdict *verdict, wm_document *to);

#endif
