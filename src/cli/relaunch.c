/* Resumes a run in a new process. */
#include "cli/relaunch.h"

#include "base/clock.h"
#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char PROGRAM[] = "/proc/self/exe";

static const double KILL_SECONDS = 5;

/* Waits until a time for the child to end. False if it still runs. */
static bool wait_until(pid_t child, double end_s, int *status)
{
    const struct timespec pause = {0, 20000000};
    pid_t ended;
    while ((ended = waitpid(child, status, WNOHANG)) != child) {
        if ((ended < 0 && errno != EINTR) || wm_clock_s() >= end_s)
            return false;
        (void)nanosleep(&pause, NULL);
    }
    return true;
}

/* Whether the child exits with 0 within a time. A hanging driver can block it even after a kill;
 * the child is then abandoned. */
static bool ends_well(pid_t child, double limit_s)
{
    int status = -1;
    if (wait_until(child, wm_clock_s() + limit_s, &status))
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    (void)kill(child, SIGKILL);
    (void)wait_until(child, wm_clock_s() + KILL_SECONDS, &status);
    return false;
}

bool wm_relaunch_probe(const char *backend, const char *device, double limit_s)
{
    const char *const words[] = {"witnessmark", "selftest",    "--backend", backend, "--device",
                                 device,        "--operation", "triad",     NULL};
    char *arguments[sizeof words / sizeof words[0]];
    posix_spawn_file_actions_t actions;
    pid_t child;
    bool is_usable = false;
    memcpy(arguments, words, sizeof arguments); /* posix_spawn does not change them */
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    /* If SIGCHLD is ignored, which a process may inherit, no child can be waited for. */
    (void)signal(SIGCHLD, SIG_DFL);
    /* Only this process prints on stdout. */
    if (posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn(&child, PROGRAM, &actions, NULL, arguments, environ) == 0)
        is_usable = ends_well(child, limit_s);
    (void)posix_spawn_file_actions_destroy(&actions);
    return is_usable;
}

/* The driver's files must close at the exec; open files would keep the memory of the faulty
 * context. */
static void close_at_exec(void)
{
    for (int file = STDERR_FILENO + 1; file < 1024; file++)
        (void)fcntl(file, F_SETFD, FD_CLOEXEC);
}

wm_status wm_relaunch_resume(size_t count, char *const *words, const char *path, const char *device,
                             wm_error *err)
{
    const char *const before[] = {"witnessmark", "run"};
    const char *const behind[] = {"--resume", "-o", path, "--device", device, NULL};
    char **arguments = calloc(count + 8, sizeof *arguments);
    if (arguments == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    memcpy(arguments, before, sizeof before); /* execv does not change them */
    memcpy(arguments + 2, words, count * sizeof *words);
    memcpy(arguments + 2 + count, behind, sizeof behind);
    close_at_exec();
    (void)execv(PROGRAM, arguments);
    free(arguments);
    return wm_error_set(err, WM_E_IO, PROGRAM, "cannot restart the program: %s", strerror(errno));
}
