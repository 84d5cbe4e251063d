/* The result of `wrap`. */
#ifndef WM_CLI_WRAP_REPORT_H
#define WM_CLI_WRAP_REPORT_H

#include "cli/terminal.h"
#include "study/foreign/wrap.h"

typedef struct wm_wrap_report {
    bool as_json, is_coloured;
    const wm_wrap *wrap;
    const wm_wrap_outcome *outcome;
} wm_wrap_report;

/* Prints the result of wm_wrap_run: the verdict, the claims of the sealed record, the next command;
 * or what went wrong. Returns the exit status. */
int wm_wrap_report_print(const wm_wrap_report *report, wm_status status, const wm_error *err,
                         int signal_number);

#endif
