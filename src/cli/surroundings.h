/* What `run` reports about the machine before it measures. */
#ifndef WM_CLI_SURROUNDINGS_H
#define WM_CLI_SURROUNDINGS_H

#include "cli/run_options.h"
#include "measure/busy.h"

#include <signal.h>

/* Says which GPU is not measured, if nobody chose the processors. Warns of variables that make the
 * device slower, and of a busy machine. With --wait-quiet it first waits until the machine is quiet
 * or the time has passed. `seen` gets the warnings, for the record. Errors: INTERRUPTED, those of
 * the device's load. */
WM_MUST_CHECK wm_status wm_surroundings_check(const wm_run_options *ask, wm_device *device,
                                              const volatile sig_atomic_t *stop,
                                              wm_settings_warnings *seen);

#endif
