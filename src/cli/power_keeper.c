/* A process that sets the power limit of a device, and the former one when this process ends.
 *
 * A limit outlives the process that set it. So the one that sets it does nothing else: it ignores
 * the signals that stop a run, and when the other end of its pipe is closed, for whatever reason,
 * it restores the limit. A second SIGINT, a crash or SIGKILL of the run closes that end too. */
#include "cli/power_keeper.h"

#include "base/status.h"
#include "measure/side_process.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { UUID = 80, TRIES = 5 };

typedef struct {
    char uuid[UUID];   /* of the device to open; empty: set the limit */
    unsigned limit_mw; /* to set */
} request;

typedef struct {
    wm_status status;
    wm_power_range range;
    char reason[WM_BACKEND_POWER_REASON];
} answer;

static wm_side_process keeper;

/* ---- the process ----------------------------------------------------------------------------- */

/* Sets the former limit; a driver that refuses is asked again. */
static bool restore(const wm_backend_power *ops, wm_power_limit *limit, unsigned former_mw)
{
    const struct timespec pause = {0, 200000000};
    char reason[WM_BACKEND_POWER_REASON];
    for (unsigned i = 0; i < TRIES; i++) {
        if (ops->set(limit, former_mw, reason) == WM_OK)
            return true;
        (void)nanosleep(&pause, NULL);
    }
    return false;
}

static int keep(const void *context, int from, int to)
{
    const wm_backend_power *ops = context;
    static const int STOPS[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    wm_power_limit *limit = NULL;
    wm_power_range range = {0, 0};
    bool is_set = false, is_restored;
    request ask;
    for (size_t i = 0; i < sizeof STOPS / sizeof STOPS[0]; i++)
        (void)signal(STOPS[i], SIG_IGN);
    while (wm_side_process_read(from, &ask, sizeof ask)) {
        answer say = {.status = WM_E_ARG};
        if (ask.uuid[0] != '\0' && limit == NULL)
            say.status = ops->open(ask.uuid, &limit, &range, say.reason);
        else if (ask.uuid[0] == '\0' && limit != NULL) {
            is_set = true; /* also after a failure: who knows what is in force then */
            say.status = ops->set(limit, ask.limit_mw, say.reason);
        }
        say.range = range;
        if (!wm_side_process_write(to, &say, sizeof say))
            break;
    }
    is_restored = !is_set || restore(ops, limit, range.former_mw);
    ops->close(limit);
    return is_restored ? 0 : 1;
}

/* ---- the command's side ---------------------------------------------------------------------- */

wm_status wm_power_keeper_begin(const wm_backend_power *ops)
{
    return wm_side_process_begin(&keeper, keep, ops);
}

static wm_status ask_keeper(const request *ask, answer *say)
{
    if (keeper.process > 0 && wm_side_process_write(keeper.to, ask, sizeof *ask) &&
        wm_side_process_read(keeper.from, say, sizeof *say))
        return say->status;
    (void)snprintf(say->reason, sizeof say->reason, "the process that sets it is gone");
    return WM_E_IO;
}

wm_status wm_power_keeper_open(const char *uuid, wm_power_range *range,
                               char reason[WM_BACKEND_POWER_REASON])
{
    request ask = {.limit_mw = 0};
    answer say = {.reason = ""};
    wm_status status;
    (void)snprintf(ask.uuid, sizeof ask.uuid, "%s", uuid);
    status = ask_keeper(&ask, &say);
    *range = say.range;
    memcpy(reason, say.reason, WM_BACKEND_POWER_REASON);
    return status;
}

wm_status wm_power_keeper_set(unsigned limit_mw, char reason[WM_BACKEND_POWER_REASON])
{
    const request ask = {.uuid = "", .limit_mw = limit_mw};
    answer say = {.reason = ""};
    const wm_status status = ask_keeper(&ask, &say);
    memcpy(reason, say.reason, WM_BACKEND_POWER_REASON);
    return status;
}

bool wm_power_keeper_end(void)
{
    return wm_side_process_end(&keeper);
}
