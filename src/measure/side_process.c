/* A process of this program that does something beside it, and two pipes to talk with it.
 *
 * Both ends are closed on exec, so that no command that this program starts keeps one open. A
 * process that was killed must not end this one by SIGPIPE: a write to it fails instead. */
#include "measure/side_process.h"

#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool wm_side_process_read(int file, void *bytes, size_t count)
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

static bool write_all(int file, const char *at, size_t count)
{
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

bool wm_side_process_write(int file, const void *bytes, size_t count)
{
    struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
    bool is_well = sigaction(SIGPIPE, &ignored, &before) == 0;
    if (!is_well)
        return false;
    is_well = write_all(file, bytes, count);
    return sigaction(SIGPIPE, &before, NULL) == 0 && is_well;
}

/* Ends of two pipes: questions and answers. */
typedef struct {
    int asks[2], answers[2];
} pipes;

static bool open_pipes(pipes *both)
{
    if (pipe2(both->asks, O_CLOEXEC) != 0)
        return false;
    if (pipe2(both->answers, O_CLOEXEC) == 0)
        return true;
    (void)close(both->asks[0]);
    (void)close(both->asks[1]);
    return false;
}

wm_status wm_side_process_begin(wm_side_process *side, wm_side_process_serve *serve,
                                const void *context)
{
    pipes both;
    if (!open_pipes(&both))
        return WM_E_IO;
    (void)signal(SIGCHLD, SIG_DFL); /* an ignored one, which is inherited, cannot be waited for */
    side->process = fork();
    if (side->process == 0) {
        (void)close(both.asks[1]);
        (void)close(both.answers[0]);
        _Exit(serve(context, both.asks[0], both.answers[1])); /* of the child */
    }
    (void)close(both.asks[0]);
    (void)close(both.answers[1]);
    side->to = both.asks[1];
    side->from = both.answers[0];
    if (side->process > 0)
        return WM_OK;
    (void)wm_side_process_end(side);
    return WM_E_IO;
}

bool wm_side_process_end(wm_side_process *side)
{
    int status = 0;
    pid_t ended = 0;
    if (side->to > 0)
        (void)close(side->to);
    if (side->from > 0)
        (void)close(side->from);
    while (side->process > 0 && (ended = waitpid(side->process, &status, 0)) < 0 && errno == EINTR)
        ;
    memset(side, 0, sizeof *side);
    return ended <= 0 ? status == 0 : WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
