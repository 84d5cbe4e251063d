/* Where a run writes its record. */
#ifndef WM_CLI_RUN_PATH_H
#define WM_CLI_RUN_PATH_H

#include "cli/run_options.h"

/* Sets the record's path: that of -o; with --resume the only interrupted run of this folder; else a
 * name of host, date and time, which `own_size` says. Returns WM_EXIT_YES, or prints an error and
 * returns WM_EXIT_TROUBLE. */
int wm_run_path_choose(wm_run_options *ask);

/* Makes the next default name: NAME-2, NAME-3. False after 999. */
bool wm_run_path_next(wm_run_options *ask);

#endif
