/* The trials of a record, made again. */
#ifndef WM_CLI_ATTACK_AGAIN_H
#define WM_CLI_ATTACK_AGAIN_H

#include "cli/run_options.h"

/* Compares the trials of the sealed record of `ask` with those of the one that it made again, and
 * prints in which items they differ. Returns the exit status: NO if they do. */
int wm_attack_again_report(const wm_run_options *ask);

#endif
