/* Resuming a run: the partial record says what is measured. */
#ifndef WM_CLI_RUN_RESUME_H
#define WM_CLI_RUN_RESUME_H

#include "cli/run_options.h"
#include "study/run/partial.h"

/* Takes the options that were not given from the partial record, and refuses a given one that
 * differs. The partial must outlive the options. Errors: MISMATCH (err's place is the option). */
WM_MUST_CHECK wm_status wm_run_resume_settle(wm_run_options *ask, const wm_partial *partial,
                                             wm_error *err);

/* Copies the plan of the partial record, and refuses an option that asks for another plan. Errors:
 * MISMATCH (err's place is the option), NOMEM, those of wm_run_options_read_plan. Ownership:
 * wm_schedule_clear. */
WM_MUST_CHECK wm_status wm_run_resume_plan(const wm_run_options *ask, wm_device *device,
                                           const wm_partial *partial, wm_schedule *schedule,
                                           wm_error *err);

/* The options of the first command that a command which resumes does not need again, with blanks
 * between them: the partial record has them. */
const char *wm_run_resume_has(const wm_run_options *ask);

#endif
