/* A process that sets the power limit of a device, and the former one when this process ends. */
#ifndef WM_CLI_POWER_KEEPER_H
#define WM_CLI_POWER_KEEPER_H

#include "backend/backend.h"

/* Starts the process. Call it before there is a thread or a device. Errors: IO. */
WM_MUST_CHECK wm_status wm_power_keeper_begin(const wm_backend_power *ops);

/* Has it open the limit of a device. Errors: those of `open` of wm_backend_power with its reason,
 * IO (the process is gone). */
WM_MUST_CHECK wm_status wm_power_keeper_open(const char *uuid, wm_power_range *range,
                                             char reason[WM_BACKEND_POWER_REASON]);

/* Has it set a limit. Errors: those of `set` of wm_backend_power with its reason, IO. */
WM_MUST_CHECK wm_status wm_power_keeper_set(unsigned limit_mw,
                                            char reason[WM_BACKEND_POWER_REASON]);

/* Has it set the former limit, if it set one, and waits for its end. Returns whether the former
 * limit is in force again. Allowed without a process. */
bool wm_power_keeper_end(void);

#endif
