/* The latency of a cache line passed between each pair of processors. */
#include "backend/cpu/cpu_device.h"

#include "base/clock.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROCESSORS = 64,
    ROUNDS = 31, /* odd: the median is one of them */
    WARM_TURNS = 16,
    STRIDE_BYTES = (WM_BACKEND_PROFILE_BYTES / 32) + 128 /* between the lines of two rounds */
};

_Static_assert(ROUNDS *STRIDE_BYTES <= WM_BACKEND_PROFILE_BYTES, "the lines are in the table");
_Static_assert(PROCESSORS *(PROCESSORS - 1) / 2 == WM_BACKEND_PROFILE_LATENCIES, "all pairs");

static const uint32_t abandoned = UINT32_MAX; /* the flag of a pair whose second thread failed */

/* One of two threads that pass lines. `answers` is 0 for the one that begins, 1 for the other. */
typedef struct {
    uint8_t *table;
    uint32_t answers, turns;
    unsigned processor;
    int ran_on; /* processor at the end */
    double pass_ns[ROUNDS];
} passer;

static uint32_t *line_of(const passer *p, size_t round)
{
    return (uint32_t *)(void *)(p->table + round * STRIDE_BYTES);
}

/* Passes a line `turns` times to the other thread: this one writes odd values and waits for even
 * ones, or the reverse. False if the pair was abandoned. */
static bool pass_line(uint32_t *line, uint32_t first, uint32_t turns, uint32_t answers)
{
    for (uint32_t i = first; i < first + turns; i++) {
        const uint32_t mine = 2 * i + 1 + answers;
        const uint32_t wanted = answers ? mine - 1 : mine + 1;
        uint32_t seen = wanted;
        if (!answers)
            __atomic_store_n(line, mine, __ATOMIC_RELEASE);
        while ((seen = __atomic_load_n(line, __ATOMIC_ACQUIRE)) != wanted)
            if (seen == abandoned)
                return false;
        if (answers)
            __atomic_store_n(line, mine, __ATOMIC_RELEASE);
    }
    return true;
}

static void *pass_lines(void *context)
{
    passer *p = context;
    for (size_t round = 0; round < ROUNDS; round++) {
        uint32_t *line = line_of(p, round);
        if (!pass_line(line, 0, WARM_TURNS, p->answers))
            break;
        const uint64_t begin_ns = wm_clock_ns();
        if (!pass_line(line, WARM_TURNS, p->turns, p->answers))
            break;
        p->pass_ns[round] = (double)(wm_clock_ns() - begin_ns) / (2.0 * p->turns);
    }
    p->ran_on = sched_getcpu();
    return NULL;
}

/* Starts a thread on its processor. Returns 0 or the error's number. */
static int start(passer *p, pthread_t *thread)
{
    pthread_attr_t attributes;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(p->processor, &set);
    int failed = pthread_attr_init(&attributes);
    if (failed != 0)
        return failed;
    failed = pthread_attr_setaffinity_np(&attributes, sizeof set, &set);
    if (failed == 0)
        failed = pthread_create(thread, &attributes, pass_lines, p);
    (void)pthread_attr_destroy(&attributes);
    return failed;
}

static wm_status refuse(wm_cpu_device *cpu, unsigned processor, const char *why)
{
    char words[160];
    (void)snprintf(words, sizeof words, "profile: no thread can be pinned to processor %u: %s",
                   processor, why);
    return wm_cpu_device_fail(cpu, WM_E_UNSUPPORTED, words);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The latency of one pair. */
static wm_status measure(wm_cpu_device *cpu, passer pair[2], double *latency)
{
    pthread_t threads[2];
    for (size_t round = 0; round < ROUNDS; round++)
        __atomic_store_n(line_of(&pair[0], round), 0, __ATOMIC_RELEASE);
    int failed = start(&pair[1], &threads[1]); /* it waits */
    if (failed != 0)
        return refuse(cpu, pair[1].processor, strerror(failed));
    failed = start(&pair[0], &threads[0]);
    if (failed != 0)
        __atomic_store_n(line_of(&pair[0], 0), abandoned, __ATOMIC_RELEASE);
    else
        (void)pthread_join(threads[0], NULL);
    (void)pthread_join(threads[1], NULL);
    if (failed != 0)
        return refuse(cpu, pair[0].processor, strerror(failed));
    for (int i = 0; i < 2; i++)
        if (pair[i].ran_on != (int)pair[i].processor)
            return refuse(cpu, pair[i].processor, "it ran on another one");
    qsort(pair[0].pass_ns, ROUNDS, sizeof pair[0].pass_ns[0], compare);
    *latency = pair[0].pass_ns[ROUNDS / 2];
    return WM_OK;
}

wm_status wm_cpu_profile_pairs(wm_cpu_device *cpu, const wm_profile *profile,
                               const unsigned *processors, size_t count, wm_profile_result *result)
{
    const uint32_t turns = (uint32_t)(profile->steps / ROUNDS / 2);
    double latency[WM_BACKEND_PROFILE_LATENCIES];
    size_t pairs = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            passer pair[2] = {
                {.table = profile->table->bytes, .turns = turns, .processor = processors[i]},
                {.table = profile->table->bytes, .turns = turns, .processor = processors[j]}};
            pair[1].answers = 1;
            const wm_status status = measure(cpu, pair, &latency[pairs]);
            if (status != WM_OK)
                return status;
            pairs++;
        }
    memcpy(result->latency, latency, pairs * sizeof *latency);
    result->unit = "ns";
    result->count = pairs;
    return WM_OK;
}

/* The processors that this process may use; at most PROCESSORS of them. */
static size_t usable(unsigned processors[PROCESSORS])
{
    size_t count = 0;
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 0;
    for (unsigned i = 0; i < CPU_SETSIZE && count < PROCESSORS; i++)
        if (CPU_ISSET(i, &set))
            processors[count++] = i;
    return count;
}

wm_status wm_cpu_profile_run(wm_device *device, const wm_profile *profile,
                             wm_profile_result *result)
{
    unsigned processors[PROCESSORS];
    if (device == NULL || profile == NULL || result == NULL ||
        profile->steps < WM_BACKEND_PROFILE_STEPS_LEAST ||
        profile->steps > WM_BACKEND_PROFILE_STEPS_MAX ||
        !wm_cpu_device_holds(profile->table, WM_FORMAT_I8, WM_BACKEND_PROFILE_BYTES))
        return WM_E_ARG;
    const size_t count = usable(processors);
    if (count < 2)
        return wm_cpu_device_fail(wm_cpu_device_of(device), WM_E_UNSUPPORTED,
                                  "profile: this process may use one processor only, or the "
                                  "system does not say which");
    return wm_cpu_profile_pairs(wm_cpu_device_of(device), profile, processors, count, result);
}
