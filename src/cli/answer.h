/* What `run` says at its end. */
#ifndef WM_CLI_ANSWER_H
#define WM_CLI_ANSWER_H

#include "cli/request.h"

/* A sealed record: audits it, and prints the verdict, the table and where it lies. Returns the exit status. */
int wm_answer_record(const wm_run_request *ask, const char *root);

/* An interrupted run: where it was saved, and how to go on. partial is null if nothing was saved yet. Returns 128 + signal. */
int wm_answer_interrupted(const wm_run_request *ask, const char *partial, int signal_number);

/* A run that could not be ended. Returns WM_EXIT_TROUBLE. */
int wm_answer_trouble(const wm_run_request *ask, wm_status status, const wm_error *err,
                      const char *partial);

#endif
