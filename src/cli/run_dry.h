/* `run --dry-run`: what a run would do. */
#ifndef WM_CLI_RUN_DRY_H
#define WM_CLI_RUN_DRY_H

#include "cli/run_options.h"

/* Prints the items of a plan with their estimated time, their memory and what the device refuses.
 * The settings have the open devices. Nothing is timed or written. Returns WM_EXIT_YES,
 * WM_EXIT_INCONCLUSIVE if the run would leave an item out, or WM_EXIT_TROUBLE. */
int wm_run_dry_print(const wm_run_options *ask, const wm_schedule *schedule);

#endif
