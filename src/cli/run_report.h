/* The end of `run`: its answer, and how to resume it. */
#ifndef WM_CLI_RUN_REPORT_H
#define WM_CLI_RUN_REPORT_H

#include "cli/run_options.h"

/* For a sealed record: audits it and prints the answer. Returns the exit status. */
int wm_run_report_record(const wm_run_options *ask);

/* For an interrupted run: prints where it is saved and the command that resumes it. partial is NULL
 * if nothing was saved. Returns 128 + signal. */
int wm_run_report_interrupted(const wm_run_options *ask, const char *partial, int signal_number);

/* For a run that failed: prints the error, and the same about partial. Returns WM_EXIT_TROUBLE. */
int wm_run_report_trouble(const wm_run_options *ask, wm_status status, const wm_error *err,
                          const char *partial);

#endif
