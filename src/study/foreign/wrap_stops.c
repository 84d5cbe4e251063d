/* Counts how often a command, or a process below it, was seen stopped.
 *
 * The kernel tells a parent of its child's stops, so each of the command is counted. It tells us of
 * none further down: these are looked for in /proc, every 0.05 to 0.1 s. A look goes step by step,
 * a thread a step, so that neither the output of the command nor its end waits for it. Looks take
 * 1 % of the time at most. Of many processes they are rarer; then no stop that was seen does not
 * mean that there was none. State t does not count: a debugger or strace that is wrapped stops what
 * it traces all the time. */
#include "study/foreign/wrap_stops.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* From look to look at most; at least half of it, so that no rhythm of stops hides from them. */
static const uint64_t PERIOD_NS = 100000000;
static const uint64_t FIRST_NS = 10000000;
static const uint64_t REST = 100; /* a look is followed by so many times what it took */
static const uint64_t LONGEST_NS = 1000000000; /* from one look to the next */

static const char HIDDEN[] = "a process below the command cannot be looked at";
static const char NO_MEMORY[] = "no memory for a look at the processes below the command";
static const char RARE[] = "looks at the processes below the command were more than 1 s apart";

void wm_wrap_stops_begin(wm_wrap_stops *stops)
{
    char path[64];
    const long own = (long)getpid();
    *stops = (wm_wrap_stops){.command = -1, .due_ns = UINT64_MAX};
    (void)snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", own, own);
    if (access(path, R_OK) != 0)
        stops->reason = "/proc does not list the processes below the command";
}

void wm_wrap_stops_follow(wm_wrap_stops *stops, pid_t command, uint64_t begin_ns)
{
    stops->command = command;
    stops->last_ns = begin_ns;
    if (stops->reason == NULL)
        stops->due_ns = begin_ns + FIRST_NS;
}

void wm_wrap_stops_notice(wm_wrap_stops *stops)
{
    siginfo_t about;
    for (;;) {
        about.si_pid = 0;
        if (waitid(P_PID, (id_t)stops->command, &about, WSTOPPED | WCONTINUED | WNOHANG) != 0 ||
            about.si_pid == 0)
            return;
        /* one that was continued before we were told of its stop was stopped, too */
        stops->count += about.si_code == CLD_STOPPED || !stops->is_stopped;
        stops->is_stopped = about.si_code == CLD_STOPPED;
    }
}

/* ---- looks ----------------------------------------------------------------------------------- */

/* Whether a process that cannot be looked at is there. */
static bool is_there(pid_t process)
{
    return kill(process, 0) == 0 || errno == EPERM;
}

/* The state of a process as proc(5) has it; 0: it ended or is hidden. Its name may have any
 * character. */
static char read_state(pid_t process)
{
    char path[64], text[512];
    const char *behind;
    ssize_t size;
    int file;
    (void)snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    size = read(file, text, sizeof text - 1);
    (void)close(file);
    text[size > 0 ? size : 0] = '\0';
    behind = strrchr(text, ')');
    return behind != NULL && behind[1] == ' ' ? behind[2] : (char)0;
}

/* Notes that a process that is there could not be looked at. */
static void note_hidden(wm_wrap_stops *stops, int error)
{
    stops->reason = error == ENOMEM ? NO_MEMORY : HIDDEN;
}

/* Adds the children of a thread of the process. */
static void add_children(wm_wrap_stops *stops, const char *thread)
{
    char path[320];
    long child;
    FILE *file;
    (void)snprintf(path, sizeof path, "/proc/%ld/task/%s/children",
                   (long)stops->process[stops->next], thread);
    file = fopen(path, "re");
    if (file == NULL && errno != ENOENT && errno != ESRCH) /* these: it ended */
        note_hidden(stops, errno);
    while (file != NULL && fscanf(file, "%ld", &child) == 1) {
        if (stops->known == WM_WRAP_STOPS_PROCESSES) {
            stops->reason = "more than 1,024 processes below the command";
            break;
        }
        stops->process[stops->known++] = (pid_t)child;
    }
    if (file != NULL)
        (void)fclose(file);
}

/* Reads the state of the process, and opens the list of its threads. */
static void open_process(wm_wrap_stops *stops)
{
    const pid_t process = stops->process[stops->next];
    char path[64], state = 'S';
    int error;
    if (process != stops->command) /* its own stops are told */
        state = read_state(process);
    stops->sees_stop = stops->sees_stop || state == 'T';
    (void)snprintf(path, sizeof path, "/proc/%ld/task", (long)process);
    stops->threads = opendir(path);
    error = stops->threads == NULL ? errno : 0;
    if ((state == 0 || stops->threads == NULL) && is_there(process))
        note_hidden(stops, error);
    stops->next += stops->threads == NULL;
}

/* Goes on to the next thread, or behind the last one to the next process. */
static void read_thread(wm_wrap_stops *stops)
{
    const struct dirent *entry = readdir(stops->threads);
    if (entry != NULL && entry->d_name[0] != '.')
        add_children(stops, entry->d_name);
    if (entry != NULL)
        return;
    (void)closedir(stops->threads);
    stops->threads = NULL;
    stops->next++;
}

/* Notes how long no look saw anything. */
static void note_gap(wm_wrap_stops *stops, uint64_t now_ns)
{
    if (now_ns - stops->last_ns > LONGEST_NS)
        stops->reason = RARE;
    stops->last_ns = now_ns;
}

/* Counts a stop that this look was the first to see. One that goes with a stop of the command, as
 * of a group, is counted there. */
static void conclude(wm_wrap_stops *stops, uint64_t now_ns)
{
    const uint64_t rest_ns = REST * stops->spent_ns;
    const uint64_t period_ns = PERIOD_NS / 2 + now_ns % (PERIOD_NS / 2);
    if (stops->sees_stop && !stops->saw_stop && !stops->is_stopped &&
        stops->count == stops->counted)
        stops->count++;
    stops->saw_stop = stops->sees_stop;
    stops->counted = stops->count;
    stops->known = stops->next = 0;
    note_gap(stops, now_ns);
    stops->due_ns = now_ns + (rest_ns > period_ns ? rest_ns : period_ns);
}

void wm_wrap_stops_look(wm_wrap_stops *stops, uint64_t now_ns)
{
    uint64_t end_ns;
    if (now_ns < stops->due_ns)
        return;
    if (stops->known == 0) {
        stops->process[stops->known++] = stops->command;
        stops->sees_stop = false;
        stops->spent_ns = 0;
    }
    if (stops->threads == NULL)
        open_process(stops);
    else
        read_thread(stops);
    end_ns = wm_clock_ns();
    stops->spent_ns += end_ns - now_ns;
    if (stops->next == stops->known)
        conclude(stops, end_ns);
}

void wm_wrap_stops_end(wm_wrap_stops *stops, uint64_t now_ns)
{
    if (stops->reason == NULL)
        note_gap(stops, now_ns);
    if (stops->threads != NULL)
        (void)closedir(stops->threads);
    stops->threads = NULL;
}
