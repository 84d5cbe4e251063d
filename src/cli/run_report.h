/* The result of `run`, or the command that resumes it. */
#ifndef WM_CLI_RUN_REPORT_H
#define WM_CLI_RUN_REPORT_H

#include "cli/run_options.h"

/* Audits a sealed record and prints the result. Returns the exit status. */
int wm_run_report_record(const wm_run_options *ask);

/* For an interrupted run: prints its path and the command that resumes it. partial is NULL if
 * nothing was saved. Returns 128 + signal. */
int wm_run_report_interrupted(const wm_run_options *ask, const char *partial, int signal_number);

/* For a failed run: prints the error; partial as above. Returns WM_EXIT_TROUBLE. */
int wm_run_report_trouble(const wm_run_options *ask, wm_status status, const wm_error *err,
                          const char *partial);

#endif
