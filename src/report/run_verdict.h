/* The verdict of a run: exit status, first line, tables, next command. */
#ifndef WM_REPORT_RUN_VERDICT_H
#define WM_REPORT_RUN_VERDICT_H

#include "report/results.h"
#include "report/tally.h"
#include "report/view.h"

typedef struct wm_run_verdict {
    wm_results *results; /* of the sealed record */
    const char *path;    /* its folder */
    const char *busy;    /* what was busy before the run; empty: nothing */
    bool is_injected;    /* --inject was given */
    wm_tally tally;
} wm_run_verdict;

/* Counts the outcomes of the record's items. */
wm_run_verdict wm_run_verdict_make(wm_results *results, const char *path, const char *busy,
                                   bool is_injected);

/* The exit status. An injected fault gives NO, even if it was caught. */
int wm_run_verdict_exit(const wm_run_verdict *verdict);

/* Prints the verdict, the record's tables, the next command, and the path. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_run_verdict_print(const wm_run_verdict *verdict, const wm_view *view,
                                             FILE *out);

/* Prints schema `witnessmark-run/1`. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_run_verdict_export(const wm_run_verdict *verdict, FILE *out);

#endif
