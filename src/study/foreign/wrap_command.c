/* Runs a command once, and measures its time and its resources. */
#include "study/foreign/wrap_command.h"

#include "base/clock.h"
#include "base/file_line.h"
#include "base/status.h"
#include "model/wrapped_name.h"
#include "study/foreign/wrap_stops.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const uint64_t NS = 1000000000u;
static const uint64_t KILL_AFTER_NS = 2000000000u; /* from SIGTERM to SIGKILL */

static const uint64_t LOOK_NS = 50000000; /* between two looks for another signal */

enum { DRAIN_BLOCKS = 16 }; /* a pipe holds 64 KiB, and at most 1 MiB */

/* A command that runs. */
typedef struct {
    const wm_wrap_command *command;
    wm_wrap_end *end;
    pid_t pid;
    int output, words; /* descriptors to read from; -1: closed */
    uint64_t begin_ns, now_ns;
    uint64_t kill_ns;   /* when SIGKILL follows; 0: the command was not asked to end */
    sigset_t stop_mask; /* of ppoll after a stop: another signal must not end this process first */
    wm_wrap_stops stops;
    sig_atomic_t continued; /* how often this process was before the start */
} running;

/* ---- signals --------------------------------------------------------------------------------- */

/* How often this process was continued. While it is stopped it does not see the command's end. */
static volatile sig_atomic_t continued;

static void notice(int number)
{
    if (number == SIGCONT)
        continued++;
    /* else it interrupts ppoll */
}

static void choose_signals(sigset_t *set)
{
    (void)sigemptyset(set);
    (void)sigaddset(set, SIGCHLD);
    (void)sigaddset(set, SIGINT);
    (void)sigaddset(set, SIGTERM);
    (void)sigaddset(set, SIGHUP);
}

void wm_wrap_command_block(sigset_t *former)
{
    struct sigaction action = {.sa_handler = notice};
    sigset_t set;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGCHLD, &action, NULL);
    action.sa_flags = SA_RESTART;
    (void)sigaction(SIGCONT, &action, NULL);
    choose_signals(&set);
    (void)pthread_sigmask(SIG_BLOCK, &set, former);
    (void)sigdelset(former, SIGCHLD);
}

void wm_wrap_command_deliver(const sigset_t *former)
{
    sigset_t blocked;
    (void)pthread_sigmask(SIG_SETMASK, former, &blocked);
    (void)pthread_sigmask(SIG_SETMASK, &blocked, NULL);
}

void wm_wrap_command_unblock(const sigset_t *former)
{
    (void)pthread_sigmask(SIG_SETMASK, former, NULL);
    (void)signal(SIGCHLD, SIG_DFL);
    (void)signal(SIGCONT, SIG_DFL);
}

/* ---- start ----------------------------------------------------------------------------------- */

/* What the child needs between vfork and exec. It shares this memory with its parent. */
typedef struct {
    const wm_wrap_command *command;
    pid_t parent;
    int input, output, words;
    volatile int error; /* why it could not be executed */
} launch;

/* Executes the file. Returns only if that fails, with errno. The C library's fexecve may need
 * /proc. */
static void execute(const wm_wrap_command *command)
{
    if (command->descriptor < 0)
        (void)execve(command->file, command->argv, environ);
    else
        (void)syscall(SYS_execveat, command->descriptor, "", command->argv, environ, AT_EMPTY_PATH);
}

/* Becomes the command. Makes system calls only. */
static _Noreturn void become(launch *l)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGCONT, SIGXFSZ};
    struct sigaction standard = {.sa_handler = SIG_DFL}, former;
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i] == SIGXFSZ ||
            (sigaction(numbers[i], NULL, &former) == 0 && former.sa_handler != SIG_IGN))
            (void)sigaction(numbers[i], &standard, NULL);
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == l->parent && dup2(l->input, STDIN_FILENO) >= 0 &&
        dup2(l->output, STDOUT_FILENO) >= 0 && dup2(l->words, STDERR_FILENO) >= 0 &&
        sigprocmask(SIG_SETMASK, l->command->mask, NULL) == 0)
        execute(l->command);
    l->error = errno;
    _Exit(127); /* of the child */
}

/* A child by vfork: fork would copy this process's page tables, which takes longer than some
 * commands. This process waits until the command is executed. */
static pid_t launch_child(launch *l)
{
    const pid_t pid = vfork(); /* NOLINT: become makes system calls only */
    if (pid == 0)
        become(l); /* NOLINT: as above */
    return pid;
}

int wm_wrap_command_above_standard(int file)
{
    int higher, reason;
    if (file < 0 || file > STDERR_FILENO)
        return file;
    higher = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    reason = errno;
    (void)close(file);
    errno = reason;
    return higher;
}

/* A pipe whose read end does not block. */
static bool make_pipe(int *from, int *to)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    *from = wm_wrap_command_above_standard(ends[0]);
    *to = wm_wrap_command_above_standard(ends[1]);
    return *from >= 0 && *to >= 0 && fcntl(*from, F_SETFL, O_NONBLOCK) == 0;
}

static void close_file(int *file)
{
    if (*file >= 0)
        (void)close(*file);
    *file = -1;
}

/* Says why the command could not be executed. */
static wm_status refuse(const wm_wrap_command *command, int reason, wm_error *err)
{
    if (reason == ENOEXEC)
        return wm_error_set(err, WM_E_OPEN, command->file,
                            "is no program, and no script with #! on its first line");
    if (reason == ENOENT && command->descriptor >= 0)
        return wm_error_set(err, WM_E_OPEN, command->file,
                            "cannot be executed: its loader is missing, or it is a script that "
                            "cannot be read, or the system gives it to another program: then name "
                            "that program in the command");
    return wm_error_set(err, WM_E_OPEN, command->file, "cannot be executed: %s", strerror(reason));
}

/* Starts the child with all signals blocked: a handler of this process must not run in it. */
static wm_status start_child(running *r, launch *l, wm_error *err)
{
    sigset_t all, former;
    int reason;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &former);
    wm_wrap_stops_begin(&r->stops);
    r->continued = continued;
    r->begin_ns = wm_clock_ns();
    r->pid = launch_child(l);
    reason = errno;
    (void)pthread_sigmask(SIG_SETMASK, &former, NULL);
    if (r->pid < 0)
        return wm_error_set(err, WM_E_IO, NULL, "cannot start a process: %s", strerror(reason));
    wm_wrap_stops_follow(&r->stops, r->pid, r->begin_ns);
    if (l->error == 0)
        return WM_OK;
    (void)waitpid(r->pid, NULL, 0);
    r->pid = -1;
    return refuse(r->command, l->error, err);
}

static wm_status start(running *r, wm_error *err)
{
    const char *input = r->command->input != NULL ? r->command->input : "/dev/null";
    launch l = {r->command, getpid(), -1, -1, -1, 0};
    wm_status status = WM_OK;
    l.input = wm_wrap_command_above_standard(open(input, O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (l.input < 0)
        status = wm_error_set(err, WM_E_OPEN, input, "cannot be read: %s", strerror(errno));
    else if (!make_pipe(&r->output, &l.output) || !make_pipe(&r->words, &l.words))
        status = wm_error_set(err, WM_E_IO, NULL, "cannot make a pipe: %s", strerror(errno));
    if (status == WM_OK)
        status = start_child(r, &l, err);
    close_file(&l.input);
    close_file(&l.output);
    close_file(&l.words);
    return status;
}

/* ---- while it runs --------------------------------------------------------------------------- */

/* Reads once and keeps what fits. Returns whether there may be more. */
static bool take(int *file, char *kept, size_t room, size_t *size, uint64_t *total)
{
    char block[WM_WRAP_OUTPUT];
    const ssize_t got = *file < 0 ? -1 : read(*file, block, sizeof block);
    size_t copied;
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        close_file(file);
    if (got <= 0)
        return false;
    copied = (size_t)got < room - *size ? (size_t)got : room - *size;
    memcpy(kept + *size, block, copied);
    *size += copied;
    *total += (uint64_t)got;
    return true;
}

static bool take_output(running *r)
{
    return take(&r->output, r->end->output, WM_WRAP_OUTPUT, &r->end->output_size,
                &r->end->output_bytes);
}

static bool take_words(running *r)
{
    return take(&r->words, r->end->words, WM_WRAP_WORDS, &r->end->error_size, &r->end->error_bytes);
}

static bool has_ended(const running *r)
{
    siginfo_t about;
    about.si_pid = 0;
    return waitid(P_PID, (id_t)r->pid, &about, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           about.si_pid == r->pid;
}

/* Sends a signal to the group, and to the command if it has left the group. */
static void send_signal(const running *r, int number)
{
    (void)kill(-r->pid, number);
    (void)kill(r->pid, number);
}

/* Whether another signal to stop came after the first. Takes it. */
static bool is_urgent(void)
{
    static const struct timespec now = {0, 0};
    sigset_t set;
    choose_signals(&set);
    (void)sigdelset(&set, SIGCHLD);
    return sigtimedwait(&set, NULL, &now) > 0;
}

/* When the next signal is due; UINT64_MAX: never. */
static uint64_t deadline(const running *r)
{
    if (r->kill_ns != 0)
        return r->kill_ns;
    if (r->command->timeout_s > 0)
        return r->begin_ns + (uint64_t)(r->command->timeout_s * 1e9);
    return UINT64_MAX;
}

/* Ends a command that is stopped or has no time left. */
static void end_in_time(running *r)
{
    const bool is_late = r->now_ns >= deadline(r);
    if (r->kill_ns != 0) {
        if (is_late || (r->end->is_stopped && r->kill_ns != UINT64_MAX && is_urgent())) {
            send_signal(r, SIGKILL);
            r->kill_ns = UINT64_MAX;
        }
        return;
    }
    r->end->is_stopped = *r->command->stop != 0;
    r->end->is_timed_out = !r->end->is_stopped && is_late;
    if (!r->end->is_stopped && !r->end->is_timed_out)
        return;
    send_signal(r, SIGTERM);
    send_signal(r, SIGCONT);
    r->kill_ns = r->now_ns + KILL_AFTER_NS;
}

/* The time until something is due; negative: no limit. After a stop it is short, because signals
 * do not interrupt the wait. */
static struct timespec time_left(const running *r)
{
    const uint64_t signal_ns = deadline(r), look_ns = r->stops.due_ns, now = wm_clock_ns();
    const uint64_t due = look_ns < signal_ns ? look_ns : signal_ns;
    uint64_t left = due > now ? due - now : 0;
    if (r->end->is_stopped && left > LOOK_NS)
        left = LOOK_NS;
    if (due == UINT64_MAX && !r->end->is_stopped)
        return (struct timespec){-1, 0};
    return (struct timespec){(time_t)(left / NS), (long)(left % NS)};
}

static void follow(running *r)
{
    for (;;) {
        struct pollfd files[] = {{.fd = r->output, .events = POLLIN},
                                 {.fd = r->words, .events = POLLIN}};
        const struct timespec wait = time_left(r);
        /* A killed command may block in the kernel: the next signal then ends this process. */
        const bool is_held = r->end->is_stopped && r->kill_ns != UINT64_MAX;
        const int ready = ppoll(files, 2, wait.tv_sec < 0 ? NULL : &wait,
                                is_held ? &r->stop_mask : r->command->mask);
        r->now_ns = wm_clock_ns();
        if (has_ended(r))
            return;
        wm_wrap_stops_notice(&r->stops);
        end_in_time(r);
        if (ready > 0 && files[0].revents != 0)
            (void)take_output(r);
        if (ready > 0 && files[1].revents != 0)
            (void)take_words(r);
        wm_wrap_stops_look(&r->stops, r->now_ns);
    }
}

/* ---- the end --------------------------------------------------------------------------------- */

/* The time that the ended, unreaped command waited for a processor; NaN if it is not reported. */
static double read_waiting(pid_t pid)
{
    char path[64], line[128];
    uint64_t run_ns, delay_ns;
    (void)snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)pid);
    return wm_file_line_read(path, NULL, line, sizeof line) &&
                   sscanf(line, "%" SCNu64 " %" SCNu64, &run_ns, &delay_ns) == 2
               ? (double)delay_ns * 1e-9
               : (double)NAN;
}

static void take_stops(running *r)
{
    const unsigned count = r->stops.count + (unsigned)(continued - r->continued);
    wm_wrap_stops_end(&r->stops, r->now_ns);
    r->end->stops_reason = count > 0 ? NULL : r->stops.reason; /* what was seen is known */
    r->end->stops = r->end->stops_reason != NULL ? (double)NAN : (double)count;
}

static void finish(running *r)
{
    pid_t ended;
    r->end->elapsed_s = (double)(r->now_ns - r->begin_ns) * 1e-9;
    take_stops(r);
    r->end->waiting_s = read_waiting(r->pid);
    if (r->kill_ns != 0)
        (void)kill(-r->pid, SIGKILL); /* what is left of its group */
    for (int i = 0; i < DRAIN_BLOCKS && take_output(r); i++)
        continue;
    for (int i = 0; i < DRAIN_BLOCKS && take_words(r); i++)
        continue;
    do
        ended = wait4(r->pid, &r->end->status, 0, &r->end->usage);
    while (ended < 0 && errno == EINTR);
    r->end->output[r->end->output_size] = '\0';
    r->end->words[r->end->error_size] = '\0';
}

wm_status wm_wrap_command_run(const wm_wrap_command *command, wm_wrap_end *end, wm_error *err)
{
    running r = {.command = command, .end = end, .pid = -1, .output = -1, .words = -1};
    wm_status status;
    r.stop_mask = *command->mask;
    (void)sigaddset(&r.stop_mask, SIGINT);
    (void)sigaddset(&r.stop_mask, SIGTERM);
    (void)sigaddset(&r.stop_mask, SIGHUP);
    end->elapsed_s = end->waiting_s = end->stops = (double)NAN;
    end->stops_reason = "not started";
    end->status = 0;
    end->is_timed_out = end->is_stopped = false;
    end->output_bytes = end->error_bytes = 0;
    end->output_size = end->error_size = 0;
    memset(&end->usage, 0, sizeof end->usage);
    status = start(&r, err);
    if (status == WM_OK) {
        follow(&r);
        finish(&r);
    }
    close_file(&r.output);
    close_file(&r.words);
    return status;
}

bool wm_wrap_command_failure(const wm_wrap_end *end, double timeout_s, char text[WM_WRAP_REASON])
{
    if (end->is_timed_out)
        (void)snprintf(text, WM_WRAP_REASON, WM_WRAPPED_TIMED_OUT "%g s", timeout_s);
    else if (WIFSIGNALED(end->status))
        (void)snprintf(text, WM_WRAP_REASON, "signal %d (%s)", WTERMSIG(end->status),
                       strsignal(WTERMSIG(end->status)));
    else if (WEXITSTATUS(end->status) != 0)
        (void)snprintf(text, WM_WRAP_REASON, "exit %d", WEXITSTATUS(end->status));
    else
        return false;
    return true;
}

wm_status wm_wrap_command_shell(const char *text, const wm_wrap_command *like, wm_wrap_end *end,
                                char why[WM_WRAP_REASON], wm_error *err)
{
    char shell[] = "sh", option[] = "-c", command[] = "";
    char *argv[] = {shell, option, command, NULL};
    wm_wrap_command run = *like;
    wm_status status;
    union {
        const char *given;
        char *word; /* execve does not change it */
    } text_of = {text};
    argv[2] = text_of.word;
    run.file = "/bin/sh";
    run.descriptor = -1;
    run.argv = argv;
    why[0] = '\0';
    status = wm_wrap_command_run(&run, end, err);
    if (status == WM_OK && end->is_stopped)
        return WM_E_INTERRUPTED;
    if (status == WM_OK)
        (void)wm_wrap_command_failure(end, run.timeout_s, why);
    return status;
}
