/* The sums of a vector in levels, and their check. */
#include "backend/cpu/cpu_device.h"

#include <math.h>

#include "record/laws/plan.h"

enum { ADDENDS = WM_PLAN_ADDENDS, FAN = WM_PLAN_FAN, LANES = 16, ORDERED_LANES = 1024 };

/* The device's own order, for any instruction set: 16 lanes, then the lanes from first to last. */
static float sum_in_lanes(const float *x, size_t count)
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

/* Adds the upper half of 2 * half lanes to the lower half. */
static inline void fold(float *lanes, size_t half)
{
    for (size_t lane = 0; lane < half; lane++)
        lanes[lane] += lanes[lane + half];
}

/* The format's order for a sum of addends. A constant `half` lets the compiler use vectors. Source:
 * docs/formats/inputs.md section 4. */
static float sum_addends(const float *x, size_t count)
{
    float lanes[ORDERED_LANES] = {0};
    size_t i = 0;
    for (; i < count && i < ORDERED_LANES; i++)
        lanes[i] = x[i];
    for (; i + ORDERED_LANES <= count; i += ORDERED_LANES)
        for (size_t lane = 0; lane < ORDERED_LANES; lane++)
            lanes[lane] += x[i + lane];
    for (size_t lane = 0; i < count; i++, lane++)
        lanes[lane] += x[i];
    fold(lanes, 512);
    fold(lanes, 256);
    fold(lanes, 128);
    for (size_t half = 64; half > 0; half /= 2)
        fold(lanes, half);
    return lanes[0];
}

/* The format's order for a sum of sums. */
static float sum_sums(const float *x, size_t count)
{
    float lanes[FAN] = {0};
    for (size_t i = 0; i < count; i++)
        lanes[i] = x[i];
    for (size_t half = FAN / 2; half > 0; half /= 2)
        fold(lanes, half);
    return lanes[0];
}

static bool agrees(const wm_device *device, const wm_reduction *reduction)
{
    return device != NULL && reduction != NULL && reduction->x != reduction->out &&
           reduction->count <= WM_TABLES_LENGTH &&
           wm_cpu_device_holds(reduction->x, WM_FORMAT_F32, reduction->count) &&
           wm_cpu_device_holds(reduction->out, WM_FORMAT_F32, wm_plan_sums(reduction->count));
}

/* Level 0 by all threads, whose number no sum depends on; the few sums above by one. */
wm_status wm_cpu_reduce_run(wm_device *device, const wm_reduction *reduction)
{
    uint64_t sums[WM_PLAN_LEVELS];
    if (!agrees(device, reduction))
        return WM_E_ARG;
    const wm_cpu_device *cpu = wm_cpu_device_of(device);
    const float *x = (const float *)(const void *)reduction->x->bytes;
    float *out = (float *)(void *)reduction->out->bytes;
    const unsigned levels = wm_plan_levels(reduction->count, sums);
    const size_t count = reduction->count;
    const bool is_ordered = reduction->deterministic;
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, count))
    for (size_t i = 0; i < sums[0]; i++) {
        const float *first = x + i * ADDENDS;
        const size_t part = wm_cpu_smaller(count - i * ADDENDS, ADDENDS);
        out[i] = is_ordered ? sum_addends(first, part) : sum_in_lanes(first, part);
    }
    for (unsigned level = 1; level < levels; level++) {
        const float *below = out;
        out += sums[level - 1];
        for (size_t i = 0; i < sums[level]; i++) {
            const size_t part = wm_cpu_smaller(sums[level - 1] - i * FAN, FAN);
            out[i] =
                is_ordered ? sum_sums(below + i * FAN, part) : sum_in_lanes(below + i * FAN, part);
        }
    }
    return WM_OK;
}

/* |got - sum| / (sqrt(count) * S) of one sum; NaN if it is not finite. Source: Neumaier,
 * "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", ZAMM 54 (1974), method
 * IV. */
static double error_of(float got, const float *x, size_t count)
{
    double sum = 0, lost = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        const double term = (double)x[i], next = sum + term;
        lost += fabs(sum) >= fabs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
        squares += term * term;
    }
    const double difference = fabs(((double)got - sum) - lost);
    const double error = difference == 0 ? 0 : difference / (sqrt((double)count) * sqrt(squares));
    return isfinite(error) ? error : (double)NAN;
}

/* The largest error of a level's sums; NaN if one is NaN. */
static double level_error(const wm_cpu_device *cpu, const float *out, size_t sums, const float *x,
                          size_t count, size_t width)
{
    double largest = 0;
    bool is_finite = true;
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, count)) \
    reduction(max : largest) reduction(&& : is_finite)
    for (size_t i = 0; i < sums; i++) {
        const double error =
            error_of(out[i], x + i * width, wm_cpu_smaller(count - i * width, width));
        is_finite = is_finite && isfinite(error);
        largest = error > largest ? error : largest;
    }
    return is_finite ? largest : (double)NAN;
}

wm_status wm_cpu_reduce_residual(wm_device *device, const wm_reduction *reduction,
                                 wm_difference *result)
{
    uint64_t sums[WM_PLAN_LEVELS];
    if (!agrees(device, reduction) || result == NULL)
        return WM_E_ARG;
    const wm_cpu_device *cpu = wm_cpu_device_of(device);
    const float *below = (const float *)(const void *)reduction->x->bytes;
    const float *out = (const float *)(const void *)reduction->out->bytes;
    const unsigned levels = wm_plan_levels(reduction->count, sums);
    size_t count = reduction->count, width = ADDENDS;
    double largest = 0;
    for (unsigned level = 0; level < levels; level++) {
        const double error = level_error(cpu, out, sums[level], below, count, width);
        largest = error <= largest || isnan(largest) ? largest : error;
        below = out;
        out += sums[level];
        count = sums[level];
        width = FAN;
    }
    *result = (wm_difference){largest, 1};
    return WM_OK;
}
