/* The first line of a result: the verdict, its counts, the time of the run. */
#ifndef WM_REPORT_VERDICT_LINE_H
#define WM_REPORT_VERDICT_LINE_H

#include "report/views/run_verdict.h"
#include "report/views/view.h"

/* Prints it in the view's width. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_verdict_line_print(const wm_run_verdict *verdict, const wm_view *view,
                                              FILE *out);

#endif
