/* Reads the scheduler's counters of this process's threads.
 *
 * A thread that waits for a processor makes a repeat slow, and no load average shows it. Threads
 * that mostly sleep, such as a driver's, would hide the wait of those that work: they do not count.
 */
#include "measure/run_delay.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/file_line.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static const double BUSY =
    0.01; /* share of the repeat: a thread that ran or waited for less does not count */

/* The processor time of a thread of this process, by its clock; 0 if it has none. The clock's
 * number is the kernel's (include/linux/posix-timers_types.h): the complement of the thread's
 * number, and the bits of one thread's scheduler time. */
static uint64_t processor_ns(uint64_t id)
{
    enum { NUMBER_BITS = 3, ONE_THREADS_TIME = 6 };
    const unsigned number = ~(unsigned)id << NUMBER_BITS | ONE_THREADS_TIME;
    struct timespec time = {0, 0};
    return clock_gettime((clockid_t)number, &time) == 0
               ? (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec
               : 0;
}

/* Reads one thread. False if it has ended, or if the kernel keeps no such counters: the file then
 * says 0. The file's processor time may be behind by a tick while the thread runs; its clock is
 * not. */
static bool read_thread(const char *tasks, const char *name, wm_run_delay_thread *thread)
{
    char path[128], line[128];
    uint64_t run_ns;
    const int size = snprintf(path, sizeof path, "%s/%.20s/schedstat", tasks, name);
    thread->id = strtoull(name, NULL, 10);
    thread->before_ns = wm_clock_ns();
    run_ns = processor_ns(thread->id);
    if (size <= 0 || (size_t)size >= sizeof path ||
        !wm_file_line_read(path, NULL, line, sizeof line) ||
        sscanf(line, "%" SCNu64 " %" SCNu64, &thread->run_ns, &thread->delay_ns) != 2)
        return false;
    thread->after_ns = wm_clock_ns();
    if (thread->run_ns == 0 && thread->delay_ns == 0)
        return false;
    thread->run_ns = run_ns > 0 ? run_ns : thread->run_ns;
    return true;
}

static void add_thread(wm_run_delay *reading, const wm_run_delay_thread *thread)
{
    wm_run_delay_thread *threads = wm_array_grow(reading->threads, &reading->capacity,
                                                 reading->count + 1, sizeof *reading->threads);
    if (threads == NULL) {
        reading->reason = "out of memory";
        return;
    }
    reading->threads = threads;
    threads[reading->count++] = *thread;
}

void wm_run_delay_read(const char *tasks, wm_run_delay *reading)
{
    DIR *folder = opendir(tasks);
    const struct dirent *entry;
    wm_run_delay_thread thread;
    struct rusage usage;
    reading->count = 0;
    reading->reason = folder != NULL    ? NULL
                      : errno == ENOMEM ? "out of memory"
                                        : "no /proc/self/task";
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.' && read_thread(tasks, entry->d_name, &thread))
            add_thread(reading, &thread);
    if (folder != NULL)
        (void)closedir(folder);
    if (reading->reason == NULL && reading->count == 0)
        reading->reason = "no schedstat in /proc/self/task";
    reading->time_ns = wm_clock_ns();
    reading->sleeps = getrusage(RUSAGE_THREAD, &usage) == 0 ? (uint64_t)usage.ru_nvcsw : 0;
}

void wm_run_delay_leave_out(wm_run_delay *reading, uint64_t id)
{
    for (size_t i = 0; i < reading->count; i++)
        if (reading->threads[i].id == id) {
            reading->threads[i] = reading->threads[--reading->count];
            return;
        }
}

wm_run_delay_thread wm_run_delay_earlier(const wm_run_delay *begin, uint64_t id)
{
    for (size_t i = 0; i < begin->count; i++)
        if (begin->threads[i].id == id)
            return begin->threads[i];
    return (wm_run_delay_thread){.id = id, .before_ns = begin->time_ns, .after_ns = begin->time_ns};
}

wm_covariate_summary wm_run_delay_between(const wm_run_delay *begin, const wm_run_delay *end)
{
    const double seconds = (double)(end->time_ns - begin->time_ns) * 1e-9;
    const char *reason = begin->reason != NULL ? begin->reason : end->reason;
    double run = 0, delay = 0, share;
    for (size_t i = 0; i < end->count && reason == NULL; i++) {
        const wm_run_delay_thread *now = &end->threads[i];
        const wm_run_delay_thread before = wm_run_delay_earlier(begin, now->id);
        const double run_s = (double)(now->run_ns - before.run_ns) * 1e-9;
        const double delay_s = (double)(now->delay_ns - before.delay_ns) * 1e-9;
        if (now->run_ns < before.run_ns || now->delay_ns < before.delay_ns)
            return (wm_covariate_summary){.reason = "its counter overflowed"};
        if (!(run_s + delay_s >= BUSY * seconds))
            continue;
        run += run_s;
        delay += delay_s;
    }
    if (reason == NULL && !(run + delay > 0))
        reason = "no thread ran or waited for 1 % of the repeat";
    if (reason != NULL)
        return (wm_covariate_summary){.reason = reason};
    share = delay / (delay + run);
    return (wm_covariate_summary){.minimum = share,
                                  .median = share,
                                  .maximum = share,
                                  .samples = 2,
                                  .longest_gap_s = seconds};
}

void wm_run_delay_clear(wm_run_delay *reading)
{
    free(reading->threads);
    *reading = (wm_run_delay){0};
}
