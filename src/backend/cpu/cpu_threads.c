/* Finds how many threads this process can have. */
#include "backend/cpu/cpu_threads.h"

#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int wm_cpu_threads_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

static void *wait_for(void *lock)
{
    (void)pthread_mutex_lock(lock);
    (void)pthread_mutex_unlock(lock);
    return NULL;
}

/* Starts so many threads at once, and ends them. Returns an error's number, or 0. OpenMP's library
 * ends the process where it cannot start a thread, so this asks first. */
static int try_to_start(int threads)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *all = malloc((size_t)threads * sizeof *all);
    int started = 0, failed = all != NULL ? 0 : ENOMEM;
    (void)pthread_mutex_lock(&lock);
    while (failed == 0 && started < threads - 1) {
        failed = pthread_create(&all[started], NULL, wait_for, &lock);
        started += failed == 0;
    }
    (void)pthread_mutex_unlock(&lock);
    for (int i = 0; i < started; i++)
        (void)pthread_join(all[i], NULL);
    free(all);
    return failed;
}

/* The size of the team that OpenMP gives. */
static int team(int threads)
{
    int given = 1;
    omp_set_dynamic(0); /* OMP_DYNAMIC lets each region have another number */
#pragma omp parallel num_threads(threads)
#pragma omp single
    given = omp_get_num_threads();
    return given;
}

wm_status wm_cpu_threads_choose(unsigned wanted, int *threads, char reason[256])
{
    const int asked = wanted > 0 ? (int)wanted : wm_cpu_threads_processors();
    const int most = asked < omp_get_thread_limit() ? asked : omp_get_thread_limit();
    const int failed = try_to_start(most);
    *threads = 0;
    if (failed != 0) {
        (void)snprintf(reason, 256,
                       "cannot start %d threads: %s; raise the limit (ulimit -u, ulimit -v), or "
                       "give a smaller --threads",
                       most, strerror(failed));
        return WM_E_LIMIT;
    }
    *threads = team(most);
    if (wanted == 0 || *threads == asked)
        return WM_OK;
    (void)snprintf(reason, 256,
                   "OpenMP gives %d of %d threads; unset OMP_THREAD_LIMIT and "
                   "OMP_MAX_ACTIVE_LEVELS, or give --threads %d",
                   *threads, asked, *threads);
    return WM_E_LIMIT;
}
