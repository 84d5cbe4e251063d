/* Runs an installed program of others, with a limit of time and of output.
 *
 * A tool reads files that anyone may have made, so it can hang or print without end. Its output is
 * read to the end, or it would wait for a reader; what is too much is dropped. */
#include "cli/tool.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 65536, WAIT_MS = 5 };

/* Milliseconds that are left; 0: none. */
static int left_ms(const wm_tool *tool)
{
    const uint64_t now = wm_clock_ns();
    return now < tool->end_ns ? (int)((tool->end_ns - now) / 1000000) + 1 : 0;
}

/* Reads a pipe until it ends or the time is over. Errors: NOMEM. */
static wm_status read_all(int from, wm_tool *tool, wm_buffer *output)
{
    struct pollfd ready = {from, POLLIN, 0};
    const size_t most = output->size + tool->most_bytes;
    char block[BLOCK];
    ssize_t got = 1;
    while (got != 0 && left_ms(tool) > 0) {
        size_t taken;
        if (poll(&ready, 1, left_ms(tool)) <= 0)
            continue;
        got = read(from, block, sizeof block);
        if (got < 0 && errno != EINTR)
            break;
        taken = got > 0 ? (size_t)got : 0;
        if (taken > most - output->size) {
            taken = most - output->size;
            tool->is_long = true;
        }
        if (wm_buffer_append(output, block, taken) != WM_OK)
            return WM_E_NOMEM;
    }
    return WM_OK;
}

/* Waits for it; kills it when the time is over. */
static void wait_for(pid_t child, wm_tool *tool)
{
    const struct timespec pause = {0, WAIT_MS * 1000000L};
    int status = -1;
    pid_t ended;
    while ((ended = waitpid(child, &status, WNOHANG)) == 0 && left_ms(tool) > 0)
        (void)nanosleep(&pause, NULL);
    if (ended == 0) {
        tool->is_late = true;
        (void)kill(child, SIGKILL);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    }
    tool->result = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* Starts it with these ends of pipes. Returns its process; -1 with errno after a failure. */
static pid_t start(const wm_tool *tool, int input, int output)
{
    posix_spawn_file_actions_t actions;
    pid_t child = -1;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed == 0) {
        failed = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
        if (failed == 0)
            failed = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        if (failed == 0)
            failed = tool->has_words
                         ? posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
                         : posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                                            O_WRONLY, 0);
        if (failed == 0)
            failed = posix_spawn(&child, tool->path, &actions, NULL, tool->arguments, environ);
        (void)posix_spawn_file_actions_destroy(&actions);
    }
    errno = failed;
    return failed == 0 ? child : -1;
}

static void close_end(int end)
{
    if (end >= 0)
        (void)close(end);
}

wm_status wm_tool_run(wm_tool *tool, wm_buffer *output)
{
    const char *text = tool->input != NULL ? tool->input : "";
    int in[2] = {-1, -1}, out[2] = {-1, -1}, saved;
    wm_status status = WM_E_OPEN;
    pid_t child = -1;
    tool->is_late = tool->is_long = false;
    tool->result = 128;
    if (pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0 &&
        write(in[1], text, strlen(text)) == (ssize_t)strlen(text)) {
        (void)signal(SIGCHLD, SIG_DFL); /* an ignored one, maybe inherited, takes the status away */
        child = start(tool, in[0], out[1]);
    }
    saved = errno;
    close_end(in[0]);
    close_end(in[1]);
    close_end(out[1]);
    if (child >= 0) {
        status = read_all(out[0], tool, output);
        if (status != WM_OK)
            tool->end_ns = 0;
        wait_for(child, tool);
    }
    close_end(out[0]);
    errno = saved;
    return status;
}
