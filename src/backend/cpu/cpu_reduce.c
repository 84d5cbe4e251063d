/* The sum of a vector, and its check. */
#include "backend/cpu/cpu_device.h"

#include <math.h>

/* Sums run in blocks of 4096 elements and those sums in groups of 64 blocks, so that chains of
 * additions are short. */
enum { BLOCK = 4096, GROUP = 64 * BLOCK, LANES = 16 };

/* One order of additions for any instruction set: 16 lanes, then the lanes from first to last. */
static float sum_block(const float *x, size_t count)
{
    float lanes[LANES] = {0};
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        for (size_t lane = 0; lane < LANES; lane++)
            lanes[lane] += x[i + lane];
    for (; i < count; i++)
        lanes[i % LANES] += x[i];
    float sum = 0;
    for (size_t lane = 0; lane < LANES; lane++)
        sum += lanes[lane];
    return sum;
}

static float sum_group(const float *x, size_t count)
{
    float sum = 0;
    for (size_t i = 0; i < count; i += BLOCK)
        sum += sum_block(x + i, count - i < BLOCK ? count - i : BLOCK);
    return sum;
}

/* Sums elements [first, last) in groups. */
static float sum_range(const float *x, size_t first, size_t last)
{
    float sum = 0;
    for (size_t i = first; i < last; i += GROUP)
        sum += sum_group(x + i, last - i < GROUP ? last - i : GROUP);
    return sum;
}

static bool agrees(const wm_device *device, const wm_reduction *reduction)
{
    return device != NULL && reduction != NULL && reduction->x != reduction->out &&
           wm_cpu_device_holds(reduction->x, WM_FORMAT_F32, reduction->count) &&
           wm_cpu_device_holds(reduction->out, WM_FORMAT_F32, 1);
}

/* Adds the groups' sums from first to last, however the threads divided the groups. */
static wm_status sum_in_order(wm_cpu_device *cpu, const float *x, size_t count, float *out)
{
    const size_t groups = (count + GROUP - 1) / GROUP;
    float *sums = wm_cpu_device_scratch(cpu, groups * sizeof *sums);
    if (sums == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the sum's groups");
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, count))
    for (size_t g = 0; g < groups; g++)
        sums[g] = sum_group(x + g * GROUP, count - g * GROUP < GROUP ? count - g * GROUP : GROUP);
    *out = 0;
    for (size_t g = 0; g < groups; g++)
        *out += sums[g];
    return WM_OK;
}

/* One contiguous part for each thread, then the threads' sums from first to last. The order depends
 * on the number of threads. */
static wm_status sum_by_threads(wm_cpu_device *cpu, const float *x, size_t count, float *out)
{
    const size_t threads = (size_t)cpu->threads;
    float *sums = wm_cpu_device_scratch(cpu, threads * sizeof *sums);
    if (sums == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the sum's parts");
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, count))
    for (size_t t = 0; t < threads; t++) {
        const size_t part = count / threads, more = count % threads;
        const size_t first = t * part + (t < more ? t : more);
        sums[t] = sum_range(x, first, first + part + (t < more ? 1 : 0));
    }
    *out = 0;
    for (size_t t = 0; t < threads; t++)
        *out += sums[t];
    return WM_OK;
}

wm_status wm_cpu_reduce_run(wm_device *device, const wm_reduction *reduction)
{
    if (!agrees(device, reduction))
        return WM_E_ARG;
    const float *x = (const float *)(const void *)reduction->x->bytes;
    float *out = (float *)(void *)reduction->out->bytes;
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    return reduction->deterministic ? sum_in_order(cpu, x, reduction->count, out)
                                    : sum_by_threads(cpu, x, reduction->count, out);
}

/* Source: Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", ZAMM
 * 54 (1974), method IV. */
wm_status wm_cpu_reduce_residual(wm_device *device, const wm_reduction *reduction,
                                 wm_difference *result)
{
    if (!agrees(device, reduction) || result == NULL)
        return WM_E_ARG;
    const float *x = (const float *)(const void *)reduction->x->bytes;
    double sum = 0, lost = 0, squares = 0;
    for (size_t i = 0; i < reduction->count; i++) {
        const double term = (double)x[i], next = sum + term;
        lost += fabs(sum) >= fabs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
        squares += term * term;
    }
    const float got = *(const float *)(const void *)reduction->out->bytes;
    const double difference = fabs((double)got - (sum + lost));
    *result = (wm_difference){isfinite(difference) ? difference : (double)NAN, sqrt(squares)};
    return WM_OK;
}
