/* Measures what the readings around a repeat cost: the counters of the process's threads, and the
 * clocks.
 *
 * usage: bench_threads [READINGS]. A line for each number of threads: the time of two readings of
 * the threads and of two of the clocks, and its share of a repeat of 0.2 s. */
#include "base/clock.h"
#include "measure/clock_check.h"
#include "measure/run_delay.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const double REPEAT_S = 0.2;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *sleep_until_unlocked(void *unused)
{
    (void)unused;
    (void)pthread_mutex_lock(&lock);
    (void)pthread_mutex_unlock(&lock);
    return NULL;
}

static void measure(unsigned threads, unsigned readings)
{
    wm_run_delay delay = {.threads = NULL};
    wm_clock_check_reading clocks;
    double begin_s = wm_clock_s(), threads_s, clocks_s;
    for (unsigned i = 0; i < 2 * readings; i++)
        wm_run_delay_read(WM_RUN_DELAY_TASKS, &delay);
    threads_s = (wm_clock_s() - begin_s) / readings;
    begin_s = wm_clock_s();
    for (unsigned i = 0; i < readings; i++) {
        (void)wm_clock_check_begin(NULL, &clocks);
        (void)wm_clock_check_end(NULL, &clocks);
    }
    clocks_s = (wm_clock_s() - begin_s) / readings;
    printf("%3u threads: threads %7.1f us, clocks %5.1f us, %.4f %% of a repeat of %.1f s\n",
           threads, 1e6 * threads_s, 1e6 * clocks_s, 100 * (threads_s + clocks_s) / REPEAT_S,
           REPEAT_S);
    wm_run_delay_clear(&delay);
}

int main(int argc, char **argv)
{
    const unsigned readings = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1000;
    pthread_t thread;
    (void)pthread_mutex_lock(&lock);
    for (unsigned threads = 1; threads <= 128; threads++) {
        if ((threads & (threads - 1)) == 0)
            measure(threads, readings);
        if (pthread_create(&thread, NULL, sleep_until_unlocked, NULL) != 0 ||
            pthread_detach(thread) != 0)
            return 2;
    }
    return 0;
}
