/* Finds the time in which this process neither worked nor waited for a processor.
 *
 * The kernel has no counter of stopped time. It counts how long a thread ran and how long it waited
 * for a processor; the rest the thread slept or was stopped. A thread of a pool sleeps while others
 * work: so the thread that ran longest is taken. It may have slept because another one waited for a
 * processor: so the waits of all threads are taken off. A thread that is continued waits for some
 * microseconds; with many threads these would hide the stop, so short waits do not count. A thread
 * that a pool wakes has a latency before it counts as waiting: 15 to 30 us were measured. So each
 * time that the driving thread slept, a little more is taken off. */
#include "measure/stopped.h"

#include <math.h>

/* The least delay of a thread that counts, as a share of the repeat. */
static const double SHORT_WAIT = 0.01;

/* What is taken off for each time that the driving thread slept, in seconds. */
static const double WAKE_S = 5e-5;

/* The seconds from one time to a later one; 0 if it is not later. */
static double seconds_between(uint64_t begin_ns, uint64_t end_ns)
{
    return end_ns > begin_ns ? 1e-9 * (double)(end_ns - begin_ns) : 0;
}

/* The waits of all threads that are not short. */
static double long_waits_s(const wm_run_delay *begin, const wm_run_delay *end, double seconds)
{
    double sum = 0;
    for (size_t i = 0; i < end->count; i++) {
        const wm_run_delay_thread *now = &end->threads[i];
        const wm_run_delay_thread before = wm_run_delay_earlier(begin, now->id);
        const double wait = seconds_between(before.delay_ns, now->delay_ns);
        sum += wait >= SHORT_WAIT * seconds ? wait : 0;
    }
    return sum;
}

wm_covariate_summary wm_stopped_between(const wm_run_delay *begin, const wm_run_delay *end)
{
    const char *reason = begin->reason != NULL ? begin->reason : end->reason;
    double longest = -1, seconds = 0, share;
    for (size_t i = 0; i < end->count && reason == NULL; i++) {
        const wm_run_delay_thread *now = &end->threads[i];
        const wm_run_delay_thread before = wm_run_delay_earlier(begin, now->id);
        const double run = seconds_between(before.run_ns, now->run_ns);
        if (run <= longest)
            continue;
        longest = run;
        seconds = seconds_between(before.after_ns, now->before_ns);
    }
    if (reason == NULL && !(seconds > 0))
        reason = "the repeat is too short to see whether it was stopped";
    if (reason != NULL)
        return (wm_covariate_summary){.reason = reason};
    const double waits =
        long_waits_s(begin, end, seconds) + WAKE_S * (double)(end->sleeps - begin->sleeps);
    share = fmax(0, 1 - (longest + waits) / seconds);
    return (wm_covariate_summary){.minimum = share,
                                  .median = share,
                                  .maximum = share,
                                  .samples = 2,
                                  .longest_gap_s = seconds};
}
