/* Sums of scattered addends and rows, and their checksum. */
#include "backend/cpu/cpu_device.h"

#include <math.h>
#include <string.h>

enum { PART = 1 << 14 /* addends per part of the checksum */ };

static wm_status check(wm_device *device, const wm_scatter *scatter)
{
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (cpu == NULL || scatter == NULL)
        return WM_E_ARG;
    const size_t sources = wm_cpu_device_product(scatter->rows, scatter->columns, 1);
    const size_t targets = wm_cpu_device_product(scatter->buckets, scatter->columns, 1);
    if (!wm_cpu_device_holds(scatter->src, WM_FORMAT_F32, sources) ||
        !wm_cpu_device_holds(scatter->index, WM_FORMAT_U32, scatter->rows) ||
        !wm_cpu_device_holds(scatter->out, WM_FORMAT_F32, targets) ||
        scatter->out == scatter->src || scatter->out == scatter->index)
        return wm_cpu_device_fail(cpu, WM_E_ARG, "sizes and buffers do not fit together");
    return WM_OK;
}

static const uint32_t *index_of(const wm_scatter *scatter)
{
    return (const uint32_t *)(const void *)scatter->index->bytes;
}

static const float *src_of(const wm_scatter *scatter)
{
    return (const float *)(const void *)scatter->src->bytes;
}

/* Adds to a number that other threads add to as well; the order is left to chance. */
static void add_atomically(float *target, float addend)
{
    uint32_t *bits = (uint32_t *)(void *)target;
    uint32_t old = __atomic_load_n(bits, __ATOMIC_RELAXED), new;
    do {
        float sum;
        memcpy(&sum, &old, sizeof sum);
        sum += addend;
        memcpy(&new, &sum, sizeof new);
    } while (
        !__atomic_compare_exchange_n(bits, &old, new, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

/* An index that is out of range adds nothing. */
static void add_rows(const wm_cpu_device *cpu, const wm_scatter *scatter)
{
    const uint32_t *index = index_of(scatter);
    const float *src = src_of(scatter);
    float *out = (float *)(void *)scatter->out->bytes;
    const size_t columns = scatter->columns, buckets = scatter->buckets;
    memset(out, 0, buckets * columns * sizeof *out);
#pragma omp parallel for schedule(static) \
    num_threads(wm_cpu_device_threads(cpu, scatter->rows *columns))
    for (size_t r = 0; r < scatter->rows; r++)
        for (size_t c = 0; c < columns && index[r] < buckets; c++)
            add_atomically(&out[index[r] * columns + c], src[r * columns + c]);
}

/* As 64-bit integers of 2^-40. Integer addition is associative, so the order does not matter. */
static void add_integers(const wm_cpu_device *cpu, const wm_scatter *scatter, int64_t *sums)
{
    const uint32_t *index = index_of(scatter);
    const float *src = src_of(scatter);
    float *out = (float *)(void *)scatter->out->bytes;
    const size_t buckets = scatter->buckets;
    memset(sums, 0, buckets * sizeof *sums);
#pragma omp parallel num_threads(wm_cpu_device_threads(cpu, scatter->rows))
    {
#pragma omp for schedule(static)
        for (size_t r = 0; r < scatter->rows; r++) {
            if (index[r] >= buckets)
                continue;
            const int64_t term = (int64_t)llrint((double)src[r] * 0x1p40);
            __atomic_fetch_add(&sums[index[r]], term, __ATOMIC_RELAXED);
        }
#pragma omp for schedule(static)
        for (size_t b = 0; b < buckets; b++)
            out[b] = (float)sums[b] * 0x1p-40f;
    }
}

wm_status wm_cpu_scatter_index_add(wm_device *device, const wm_scatter *scatter)
{
    const wm_status status = check(device, scatter);
    if (status != WM_OK)
        return status;
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (scatter->fixed)
        return wm_cpu_device_fail(cpu, WM_E_UNSUPPORTED, "index_add has no fixed-point variant");
    add_rows(cpu, scatter);
    return WM_OK;
}

wm_status wm_cpu_scatter_add(wm_device *device, const wm_scatter *scatter)
{
    const wm_status status = check(device, scatter);
    if (status != WM_OK)
        return status;
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (scatter->columns != 1)
        return wm_cpu_device_fail(cpu, WM_E_ARG, "scatter_add has one column");
    if (!scatter->fixed) {
        add_rows(cpu, scatter);
        return WM_OK;
    }
    int64_t *sums = wm_cpu_device_scratch(cpu, scatter->buckets * sizeof *sums);
    if (sums == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the integer sums");
    add_integers(cpu, scatter, sums);
    return WM_OK;
}

/* The parts of the checksum. Each element of the array is one part of the addends, for any number
 * of threads. */
typedef struct {
    double sum, squares;
} checksum;

/* Sums of weight * value over elements [first, last) of the sources or, if index is null, of the
 * output. NaN if an addend has no target. */
static void sum_part(const wm_cpu_device *cpu, const wm_scatter *scatter, const uint16_t *weights,
                     const uint32_t *index, const float *values, size_t first, size_t last,
                     checksum *part)
{
    const size_t columns = scatter->columns;
    for (size_t i = first; i < last; i++) {
        size_t target = i;
        if (index != NULL && index[i / columns] >= scatter->buckets) {
            part->sum = (double)NAN;
            continue;
        }
        if (index != NULL)
            target = index[i / columns] * columns + i % columns;
        const double term = cpu->normal[weights[target]] * (double)values[i];
        part->sum += term;
        part->squares += term * term;
    }
}

/* The same over all `count` elements: parts in parallel, then their sums from first to last. */
static void sum_all(const wm_cpu_device *cpu, const wm_scatter *scatter, const uint16_t *weights,
                    const uint32_t *index, const float *values, size_t count, checksum *parts,
                    checksum *all)
{
    const size_t part_count = (count + PART - 1) / PART;
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, count))
    for (size_t p = 0; p < part_count; p++) {
        const size_t first = p * PART, last = count - first < PART ? count : first + PART;
        parts[p] = (checksum){0, 0};
        sum_part(cpu, scatter, weights, index, values, first, last, &parts[p]);
    }
    *all = (checksum){0, 0};
    for (size_t p = 0; p < part_count; p++) {
        all->sum += parts[p].sum;
        all->squares += parts[p].squares;
    }
}

wm_status wm_cpu_scatter_residual(wm_device *device, const wm_scatter *scatter,
                                  const uint8_t weights[32], wm_difference *result)
{
    const wm_status status = check(device, scatter);
    if (status != WM_OK)
        return status;
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (weights == NULL || result == NULL)
        return wm_cpu_device_fail(cpu, WM_E_ARG, "no weights seed or no result");
    const size_t sources = scatter->rows * scatter->columns;
    const size_t targets = scatter->buckets * scatter->columns;
    const size_t parts = ((sources > targets ? sources : targets) + PART - 1) / PART;
    const size_t blocks = (targets + 7) / 8;
    checksum *room = wm_cpu_device_scratch(cpu, parts * sizeof *room + blocks * 16);
    if (room == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the weights");
    uint32_t *words = (uint32_t *)(void *)(room + parts);
    const uint16_t *indices = (const uint16_t *)(const void *)words; /* little-endian: in order */
    const wm_philox stream = wm_philox_from_seed(weights);
    cpu->kernels->philox(&stream, 0, blocks, words);
    checksum wanted, got;
    sum_all(cpu, scatter, indices, index_of(scatter), src_of(scatter), sources, room, &wanted);
    sum_all(cpu, scatter, indices, NULL, (const float *)(const void *)scatter->out->bytes, targets,
            room, &got);
    const double difference = fabs(got.sum - wanted.sum);
    *result =
        (wm_difference){isfinite(difference) ? difference : (double)NAN, sqrt(wanted.squares)};
    return WM_OK;
}
