/* The path of a new record: the one that was asked for, or a name that is not used. */
#ifndef WM_CLI_NEW_PATH_H
#define WM_CLI_NEW_PATH_H

#include "cli/run_options.h"

enum { WM_NEW_PATH_SIZE = 4096 };

/* Takes the value of -o or, if it is NULL, makes a name of the stem, the date and the time, and a
 * number if needed. Returns WM_EXIT_YES, or prints an error and returns WM_EXIT_TROUBLE. */
int wm_new_path_choose(const wm_call *call, const char *output, const char *stem,
                       char path[WM_NEW_PATH_SIZE]);

/* The same for a run; `own_size` says the size of a default name. With --resume and no -o it is the
 * only interrupted run of this folder. */
int wm_new_path_of_run(wm_run_options *ask);

/* Makes the next default name of a run: NAME-2, NAME-3. False after 999. */
bool wm_new_path_next(wm_run_options *ask);

#endif
