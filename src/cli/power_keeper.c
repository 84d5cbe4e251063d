/* A process that sets the power limit of a device, and the former one when this process ends.
 *
 * A limit outlives the process that set it. So the one that sets it does nothing else: it ignores
 * the signals that stop a run, and when the other end of its pipe is closed, for whatever reason,
 * it restores the limit. A second SIGINT, a crash or SIGKILL of the run closes that end too. */
#include "cli/power_keeper.h"

#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

/* The process, and the ends of the pipes to and from it; no process: 0. */
static struct {
    pid_t process;
    int to, from;
} keeper;

static bool read_all(int file, void *bytes, size_t count)
{
    char *at = bytes;
    while (count > 0) {
        const ssize_t got = read(file, at, count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        count -= (size_t)got;
    }
    return true;
}

static bool write_all(int file, const void *bytes, size_t count)
{
    const char *at = bytes;
    while (count > 0) {
        const ssize_t put = write(file, at, count);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        at += put;
        count -= (size_t)put;
    }
    return true;
}

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

static _Noreturn void keep(const wm_backend_power *ops, int from, int to)
{
    static const int STOPS[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    wm_power_limit *limit = NULL;
    wm_power_range range = {0, 0};
    bool is_set = false, is_restored;
    request ask;
    for (size_t i = 0; i < sizeof STOPS / sizeof STOPS[0]; i++)
        (void)signal(STOPS[i], SIG_IGN);
    while (read_all(from, &ask, sizeof ask)) {
        answer say = {.status = WM_E_ARG};
        if (ask.uuid[0] != '\0' && limit == NULL)
            say.status = ops->open(ask.uuid, &limit, &range, say.reason);
        else if (ask.uuid[0] == '\0' && limit != NULL) {
            is_set = true; /* also after a failure: who knows what is in force then */
            say.status = ops->set(limit, ask.limit_mw, say.reason);
        }
        say.range = range;
        if (!write_all(to, &say, sizeof say))
            break;
    }
    is_restored = !is_set || restore(ops, limit, range.former_mw);
    ops->close(limit);
    _exit(is_restored ? 0 : 1);
}

/* ---- the command's side ---------------------------------------------------------------------- */

wm_status wm_power_keeper_begin(const wm_backend_power *ops)
{
    int asks[2], answers[2];
    if (pipe2(asks, O_CLOEXEC) != 0)
        return WM_E_IO;
    if (pipe2(answers, O_CLOEXEC) != 0) {
        (void)close(asks[0]);
        (void)close(asks[1]);
        return WM_E_IO;
    }
    (void)signal(SIGCHLD,
                 SIG_DFL); /* an ignored one, which may be inherited, cannot be waited for */
    keeper.process = fork();
    if (keeper.process == 0) {
        (void)close(asks[1]);
        (void)close(answers[0]);
        keep(ops, asks[0], answers[1]);
    }
    (void)close(asks[0]);
    (void)close(answers[1]);
    keeper.to = asks[1];
    keeper.from = answers[0];
    if (keeper.process > 0)
        return WM_OK;
    (void)wm_power_keeper_end();
    return WM_E_IO;
}

static wm_status ask_keeper(const request *ask, answer *say)
{
    if (keeper.process > 0 && write_all(keeper.to, ask, sizeof *ask) &&
        read_all(keeper.from, say, sizeof *say))
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
    int status = 0;
    pid_t ended = 0;
    if (keeper.to > 0)
        (void)close(keeper.to);
    if (keeper.from > 0)
        (void)close(keeper.from);
    while (keeper.process > 0 && (ended = waitpid(keeper.process, &status, 0)) < 0 &&
           errno == EINTR)
        ;
    memset(&keeper, 0, sizeof keeper);
    return ended <= 0 ? status == 0 : WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
