/* `run` on several devices: a child process for each device and pass. */
#ifndef WM_CLI_RUN_CARDS_H
#define WM_CLI_RUN_CARDS_H

#include "cli/run_options.h"

/* Runs the devices of --device, which names several, and prints how they compare. backend is that
 * of --backend; NULL: this program has none of this name. Returns the exit status. */
int wm_run_cards(const wm_run_options *ask, const wm_backend *backend);

#endif
