/* What `run` says at its end. */
#ifndef WM_CLI_RUN_REPORT_H
#define WM_CLI_RUN_REPORT_H

#include "cli/run_options.h"

/* A sealed record: audits it, and prints the verdict, the table and where it lies. Returns the exit
 * status. */
int wm_run_report_record(const wm_run_options *ask, const char *root);

/* An interrupted run: where it was saved, and how to go on. partial is null if nothing was saved
 * yet. Returns 128 + signal. */
int wm_run_report_interrupted(const wm_run_options *ask, const char *partial, int signal_number);

/* A run that could not be ended. Returns WM_EXIT_TROUBLE. */
int wm_run_report_trouble(const wm_run_options *ask, wm_status status, const wm_error *err,
                          const char *partial);

#endif
