/* Starts this program again. */
#include "cli/relaunch.h"

#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char PROGRAM[] = "/proc/self/exe";

bool wm_relaunch_probe(const char *backend, const char *device)
{
    const char *const words[] = {"witnessmark", "selftest",    "--backend", backend, "--device",
                                 device,        "--operation", "triad",     NULL};
    char *arguments[sizeof words / sizeof words[0]];
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    memcpy(arguments, words, sizeof arguments); /* posix_spawn does not change them */
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    /* Ignored, as it may be inherited, there would be no child to wait for. */
    (void)signal(SIGCHLD, SIG_DFL);
    /* stdout is for the answer of this process alone */
    if (posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn(&child, PROGRAM, &actions, NULL, arguments, environ) == 0)
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    (void)posix_spawn_file_actions_destroy(&actions);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* What the driver has open must not outlive the exec: it would keep the broken context's memory. */
static void close_at_exec(void)
{
    for (int file = STDERR_FILENO + 1; file < 1024; file++)
        (void)fcntl(file, F_SETFD, FD_CLOEXEC);
}

wm_status wm_relaunch_resume(int argc, char **argv, const char *path, const char *device,
                             wm_error *err)
{
    const char *const added[] = {"--resume", "-o", path, "--device", device, NULL};
    char **arguments = calloc((size_t)argc + 1 + sizeof added / sizeof added[0], sizeof *arguments);
    if (arguments == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    memcpy(arguments, (char *const[]){"witnessmark"}, sizeof *arguments);
    memcpy(arguments + 1, argv, (size_t)argc * sizeof *arguments);
    memcpy(arguments + 1 + argc, added, sizeof added);
    close_at_exec();
    (void)execv(PROGRAM, arguments);
    free(arguments);
    return wm_error_set(err, WM_E_IO, PROGRAM, "cannot be started again: %s", strerror(errno));
}
