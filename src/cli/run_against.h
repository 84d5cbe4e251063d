/* `run --against PROGRAM`: this build and another one, in pairs. */
#ifndef WM_CLI_RUN_AGAINST_H
#define WM_CLI_RUN_AGAINST_H

#include "cli/run_options.h"

/* Runs the pairs, seals their record and prints what they show. Returns the exit status. */
int wm_run_against(const wm_run_options *ask);

#endif
