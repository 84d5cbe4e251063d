/* Sums of scattered addends and rows, and their checksum.
 *
 * The limit of a checksum grows with the root of its addends. So the checksum is also judged in up
 * to 1,024 blocks of places: a single fault then stands out 16 times more, in the same two passes.
 * The rounding of a place with h addends is 0.3 sqrt(h) 2^-24 of the root of their squares, and the
 * limit of a block twice that of the whole, 8 sqrt(h) 2^-24: 27 standard deviations. Blocks of 64
 * places or more keep one place with many addends from having a block for itself. */
#include "backend/cpu/cpu_device.h"

#include <math.h>
#include <string.h>

enum {
    PART = 1 << 16,  /* addends per part of the checksum, at least */
    PARTS = 256,     /* at most */
    BLOCKS = 1024,   /* at most, of the output */
    LEAST_SHIFT = 6, /* targets per block: at least 2^6 */
    MARGIN = 2       /* of a block's limit */
};

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

/* ---- the checksum ---------------------------------------------------------------------------- */

/* The sums of one block of the output, or of one part of the addends. */
typedef struct {
    double sum, squares;
} checksum;

/* Blocks of targets: 2^shift of them each. */
typedef struct {
    unsigned shift;
    size_t count;
} blocks;

static blocks blocks_of(size_t targets)
{
    unsigned shift = LEAST_SHIFT;
    while ((targets - 1) >> shift >= BLOCKS)
        shift++;
    return (blocks){shift, targets == 0 ? 0 : ((targets - 1) >> shift) + 1};
}

/* Elements of a part: the same for any number of threads. */
static size_t part_of(size_t count)
{
    size_t part = PART;
    while ((count + part - 1) / part > PARTS)
        part *= 2;
    return part;
}

/* Adds weight * value to its block's sums, over elements [first, last) of the sources or, if index
 * is null, of the output. NaN if an addend has no target. */
static void sum_part(const wm_cpu_device *cpu, const wm_scatter *scatter, const uint16_t *weights,
                     const uint32_t *index, const float *values, size_t first, size_t last,
                     unsigned shift, checksum *sums)
{
    const size_t columns = scatter->columns;
    for (size_t i = first; i < last; i++) {
        size_t target = i;
        if (index != NULL && index[i / columns] >= scatter->buckets) {
            sums[0].sum = (double)NAN;
            continue;
        }
        if (index != NULL)
            target = index[i / columns] * columns + i % columns;
        const double term = cpu->normal[weights[target]] * (double)values[i];
        sums[target >> shift].sum += term;
        sums[target >> shift].squares += term * term;
    }
}

/* The same over all `count` elements: parts in parallel, then for each block their sums from first
 * to last. */
static void sum_all(const wm_cpu_device *cpu, const wm_scatter *scatter, const uint16_t *weights,
                    const uint32_t *index, const float *values, size_t count, const blocks *of,
                    checksum *parts, checksum *all)
{
    const size_t part = part_of(count), part_count = (count + part - 1) / part;
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, count))
    for (size_t p = 0; p < part_count; p++) {
        const size_t first = p * part, last = count - first < part ? count : first + part;
        memset(parts + p * of->count, 0, of->count * sizeof *parts);
        sum_part(cpu, scatter, weights, index, values, first, last, of->shift,
                 parts + p * of->count);
    }
    for (size_t b = 0; b < of->count; b++) {
        all[b] = (checksum){0, 0};
        for (size_t p = 0; p < part_count; p++) {
            all[b].sum += parts[p * of->count + b].sum;
            all[b].squares += parts[p * of->count + b].squares;
        }
    }
}

/* The residual of all blocks together. Where that accepts, each block must be within its own
 * limit. */
static wm_difference judge(const wm_scatter *scatter, size_t count, const checksum *wanted,
                           const checksum *got)
{
    const double hits = (double)scatter->rows / (double)scatter->buckets;
    const double limit = 4 * sqrt(hits > 1 ? hits : 1) * 0x1p-24;
    double difference = 0, squares = 0;
    bool is_off = false;
    for (size_t b = 0; b < count; b++) {
        const double off = got[b].sum - wanted[b].sum;
        difference += off;
        squares += wanted[b].squares;
        is_off = is_off || !(fabs(off) <= MARGIN * limit * sqrt(wanted[b].squares));
    }
    difference = fabs(difference);
    if (!isfinite(difference) || (difference <= limit * sqrt(squares) && is_off))
        difference = (double)NAN;
    return (wm_difference){difference, sqrt(squares)};
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
    const size_t most = sources > targets ? sources : targets;
    const size_t parts = most < PART ? 1 : most / PART < PARTS ? most / PART + 1 : PARTS;
    const size_t draws = (targets + 7) / 8;
    const blocks of = blocks_of(targets);
    checksum *room = wm_cpu_device_scratch(cpu, parts * of.count * sizeof *room + draws * 16);
    if (room == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the weights");
    uint32_t *words = (uint32_t *)(void *)(room + parts * of.count);
    const uint16_t *indices = (const uint16_t *)(const void *)words; /* little-endian: in order */
    const wm_philox stream = wm_philox_from_seed(weights);
    cpu->kernels->philox(&stream, 0, draws, words);
    checksum wanted[BLOCKS], got[BLOCKS];
    sum_all(cpu, scatter, indices, index_of(scatter), src_of(scatter), sources, &of, room, wanted);
    sum_all(cpu, scatter, indices, NULL, (const float *)(const void *)scatter->out->bytes, targets,
            &of, room, got);
    *result = judge(scatter, of.count, wanted, got);
    return WM_OK;
}
