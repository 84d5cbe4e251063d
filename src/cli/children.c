/* Child processes of this program that run at once. */
#include "cli/children.h"

#include "base/clock.h"
#include "base/code_point.h"
#include "model/mask.h"
#include "record/tables/exit_status.h"
#include "report/document/style.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char PROGRAM[] = "/proc/self/exe";

enum { LINE_SIZE = 4096, POLL_MS = 100, MOST = 64 };

/* From SIGTERM to SIGKILL, and from there until a child is given up. Units: s. */
static const double PATIENCE = 0.5;

/* A child that runs. */
typedef struct {
    wm_child *child;
    pid_t pid;
    int words;      /* its stderr; -1: closed */
    double begin_s; /* of wm_clock_s */
    int signals;    /* that it got for being late */
    char line[LINE_SIZE];
    size_t used;
} running;

/* ---- starting -------------------------------------------------------------------------------- */

/* Becomes the program. Calls only functions that are safe between fork and exec. The child has a
 * process group of its own, so that Ctrl-C reaches it once, through its parent. */
static void become(char *const *arguments, int words, pid_t parent)
{
    const int nothing = open("/dev/null", O_RDWR);
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (nothing >= 0 && getppid() == parent && dup2(nothing, STDIN_FILENO) >= 0 &&
        dup2(nothing, STDOUT_FILENO) >= 0 && dup2(words, STDERR_FILENO) >= 0)
        (void)execv(PROGRAM, arguments);
    _exit(WM_EXIT_TROUBLE);
}

static void start(running *r, FILE *out)
{
    const pid_t parent = getpid();
    int ends[2] = {-1, -1};
    r->words = -1;
    r->pid = -1;
    r->child->exit = WM_EXIT_TROUBLE;
    r->begin_s = wm_clock_s();
    if (pipe2(ends, O_CLOEXEC) == 0)
        r->pid = fork();
    if (r->pid == 0)
        become(r->child->arguments, ends[1], parent);
    if (r->pid < 0)
        (void)snprintf(r->child->last, sizeof r->child->last, "cannot start a process: %s",
                       strerror(errno));
    if (r->pid < 0 && out != NULL)
        fprintf(out, "%s: %s\n", r->child->name, r->child->last);
    if (ends[1] >= 0)
        (void)close(ends[1]);
    if (r->pid > 0)
        r->words = ends[0];
    else if (ends[0] >= 0)
        (void)close(ends[0]);
}

/* ---- their lines ----------------------------------------------------------------------------- */

static void print_line(running *r, size_t size, FILE *out)
{
    char masked[WM_STYLE_MASKED];
    wm_mask_copy(r->line, size, masked, sizeof masked);
    if (size > 0)
        (void)snprintf(r->child->last, sizeof r->child->last, "%.*s",
                       WM_FIT(masked, sizeof r->child->last - 1));
    if (size > 0 && out != NULL)
        fprintf(out, "%s: %s\n", r->child->name, masked);
}

/* Prints the whole lines that were read. A line that is too long is cut. */
static void print_lines(running *r, bool is_end, FILE *out)
{
    char *end;
    while ((end = memchr(r->line, '\n', r->used)) != NULL) {
        const size_t size = (size_t)(end - r->line);
        print_line(r, size, out);
        r->used -= size + 1;
        memmove(r->line, end + 1, r->used);
    }
    if (r->used == sizeof r->line || is_end) {
        print_line(r, r->used, out);
        r->used = 0;
    }
    if (out != NULL)
        fflush(out);
}

/* Reads what a child has printed. */
static void read_words(running *r, FILE *out)
{
    const ssize_t got = read(r->words, r->line + r->used, sizeof r->line - r->used);
    if (got < 0 && errno == EINTR)
        return;
    if (got > 0)
        r->used += (size_t)got;
    print_lines(r, got <= 0, out);
    if (got > 0)
        return;
    (void)close(r->words);
    r->words = -1;
}

/* ---- waiting --------------------------------------------------------------------------------- */

static void pass_on(const running *all, size_t count, int signal_number)
{
    for (size_t i = 0; i < count; i++)
        if (all[i].pid > 0 && all[i].words >= 0)
            (void)kill(all[i].pid, signal_number);
}

/* Ends a child that is over its limit, with its whole process group. A process that waits for a
 * driver in the kernel does not end: it is given up. */
static void hurry(running *r)
{
    const double late_s = wm_clock_s() - r->begin_s - r->child->limit_s;
    if (r->child->limit_s <= 0 || r->pid <= 0 || r->signals > 2 || late_s < PATIENCE * r->signals)
        return;
    r->child->is_late = true;
    if (r->signals < 2) {
        (void)kill(-r->pid, r->signals == 0 ? SIGTERM : SIGKILL);
    } else if (r->words >= 0) {
        (void)close(r->words);
        r->words = -1;
    }
    r->signals++;
}

/* Reads from the children until all have closed their stderr, or are given up. */
static void follow(running *all, size_t count, const volatile sig_atomic_t *stop, FILE *out)
{
    struct pollfd files[MOST];
    bool is_passed_on = false;
    for (;;) {
        size_t open_count = 0;
        for (size_t i = 0; i < count; i++) {
            hurry(&all[i]);
            files[i] = (struct pollfd){.fd = all[i].words, .events = POLLIN};
            open_count += all[i].words >= 0;
        }
        if (open_count == 0)
            return;
        if (*stop != 0 && !is_passed_on) {
            pass_on(all, count, (int)*stop);
            is_passed_on = true;
        }
        if (poll(files, (nfds_t)count, POLL_MS) <= 0)
            continue;
        for (size_t i = 0; i < count; i++)
            if (files[i].fd >= 0 && files[i].revents != 0)
                read_words(&all[i], out);
    }
}

/* Waits for the end of a child. One that closed its stderr may still run. */
static void reap(running *r)
{
    const struct timespec pause = {0, 20 * 1000 * 1000};
    int status = 0;
    pid_t ended = 0;
    if (r->pid <= 0)
        return;
    for (;;) {
        ended = waitpid(r->pid, &status, r->child->limit_s > 0 ? WNOHANG : 0);
        if (ended > 0 || (ended < 0 && errno != EINTR) || r->signals > 2)
            break;
        hurry(r);
        (void)nanosleep(&pause, NULL);
    }
    if (ended == r->pid && WIFEXITED(status))
        r->child->exit = WEXITSTATUS(status);
    else if (ended == r->pid && WIFSIGNALED(status))
        r->child->exit = WM_CHILDREN_SIGNAL + WTERMSIG(status);
}

void wm_children_run(wm_child *children, size_t count, const volatile sig_atomic_t *stop, FILE *out)
{
    running *all = calloc(count > 0 ? count : 1, sizeof *all);
    for (size_t i = 0; i < count; i++) {
        children[i].exit = WM_EXIT_TROUBLE;
        children[i].is_late = false;
        children[i].last[0] = '\0';
    }
    if (all == NULL || count > MOST) {
        for (size_t i = 0; i < count; i++)
            (void)snprintf(children[i].last, sizeof children[i].last,
                           "cannot start a process: out of memory or too many");
        if (out != NULL && count > 0)
            fprintf(out, "%s\n", children[0].last);
        free(all);
        return;
    }
    /* If SIGCHLD is ignored, which a process may inherit, no child can be waited for. */
    (void)signal(SIGCHLD, SIG_DFL);
    fflush(NULL); /* a child that cannot exec must not print what this process has buffered */
    for (size_t i = 0; i < count; i++) {
        all[i].child = &children[i];
        start(&all[i], out);
    }
    follow(all, count, stop, out);
    for (size_t i = 0; i < count; i++)
        reap(&all[i]);
    free(all);
}
