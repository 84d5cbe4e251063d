/* Fills operands from seeds: Philox blocks in parallel, then one look-up for each element. */
#include "backend/cpu/cpu_device.h"

#include <string.h>

enum { GROUP = 512 /* Philox blocks at a time: 8 KiB of words, which fit the first-level cache */ };

/* Makes elements from the words of one group, which begins at element `first`. */
typedef struct {
    const wm_cpu_device *cpu;
    uint8_t *bytes;
    size_t count;
    size_t elements_a_block; /* 8 indices or 4 words */
    wm_format format;
    uint64_t bound;
    size_t stride; /* words from one index to the next */
} fill;

typedef void fill_group(const fill *job, const uint32_t *words, size_t first, size_t count);

/* Index e is the low or high half of word e / 2. So on a little-endian machine the words are the
 * indices in order. */
#define LOOK_UP(TYPE, TABLE)                                   \
    do {                                                       \
        TYPE *out = (TYPE *)(void *)job->bytes + first;        \
        const TYPE *table = (TABLE);                           \
        for (size_t e = 0; e + 1 < count; e += 2) {            \
            out[e] = table[words[e / 2] & 0xFFFF];             \
            out[e + 1] = table[words[e / 2] >> 16];            \
        }                                                      \
        if (count % 2 != 0)                                    \
            out[count - 1] = table[words[count / 2] & 0xFFFF]; \
    } while (0)

static void group_normal(const fill *job, const uint32_t *words, size_t first, size_t count)
{
    switch (job->format) {
    case WM_FORMAT_F16:
        LOOK_UP(uint16_t, job->cpu->normal_f16);
        break;
    case WM_FORMAT_BF16:
        LOOK_UP(uint16_t, job->cpu->normal_bf16);
        break;
    case WM_FORMAT_E4M3:
        LOOK_UP(uint8_t, job->cpu->normal_e4m3);
        break;
    case WM_FORMAT_F32:
        LOOK_UP(float, job->cpu->normal_f32);
        break;
    default:
        LOOK_UP(double, job->cpu->normal);
    }
}

/* The high bytes of four indices, moved together. */
static uint32_t high_bytes(const uint32_t words[2])
{
    uint64_t four = (uint64_t)words[1] << 32 | words[0];
    four = four >> 8 & 0x00FF00FF00FF00FFu;
    four = (four | four >> 8) & 0x0000FFFF0000FFFFu;
    return (uint32_t)(four | four >> 16);
}

static void group_int8(const fill *job, const uint32_t *words, size_t first, size_t count)
{
    uint8_t *out = job->bytes + first;
    size_t e = 0;
    for (; e + 4 <= count; e += 4) {
        const uint32_t bytes = high_bytes(words + e / 2);
        memcpy(out + e, &bytes, sizeof bytes);
    }
    if (e < count) {
        const uint32_t bytes = high_bytes(words + e / 2);
        memcpy(out + e, &bytes, count - e);
    }
}

static void group_index(const fill *job, const uint32_t *words, size_t first, size_t count)
{
    const size_t stride = job->stride;
    uint32_t *out = (uint32_t *)(void *)job->bytes + first * stride;
    if (job->bound >> 32 != 0 && stride == 1)
        memcpy(out, words, count * sizeof *out);
    else /* with a bound of 2^32 the shift leaves the word itself */
        for (size_t e = 0; e < count; e++)
            out[e * stride] = (uint32_t)((uint64_t)words[e] * job->bound >> 32);
}

static wm_status run(const fill *job, const uint8_t seed[32], fill_group *group)
{
    const wm_philox stream = wm_philox_from_seed(seed);
    const size_t step = GROUP * job->elements_a_block;
    const size_t groups = (job->count + step - 1) / step;
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(job->cpu, job->count))
    for (size_t g = 0; g < groups; g++) {
        uint32_t words[GROUP * 4];
        const size_t first = g * step;
        const size_t count = job->count - first < step ? job->count - first : step;
        const size_t blocks = (count + job->elements_a_block - 1) / job->elements_a_block;
        job->cpu->kernels->philox(&stream, (uint64_t)g * GROUP, blocks, words);
        group(job, words, first, count);
    }
    return WM_OK;
}

wm_status wm_cpu_fill_normal(wm_device *device, wm_device_buffer *buffer, wm_format format,
                             size_t count, const uint8_t seed[32])
{
    if (device == NULL || seed == NULL || format > WM_FORMAT_F64 ||
        !wm_cpu_device_holds(buffer, format, count))
        return WM_E_ARG;
    const fill job = {wm_cpu_device_of(device), buffer->bytes, count, 8, format, 0, 1};
    return run(&job, seed, group_normal);
}

wm_status wm_cpu_fill_int8(wm_device *device, wm_device_buffer *buffer, size_t count,
                           const uint8_t seed[32])
{
    if (device == NULL || seed == NULL || !wm_cpu_device_holds(buffer, WM_FORMAT_I8, count))
        return WM_E_ARG;
    const fill job = {wm_cpu_device_of(device), buffer->bytes, count, 8, WM_FORMAT_I8, 0, 1};
    return run(&job, seed, group_int8);
}

wm_status wm_cpu_fill_index(wm_device *device, wm_device_buffer *buffer, size_t count,
                            size_t stride, uint64_t bound, const uint8_t seed[32])
{
    if (device == NULL || seed == NULL || bound == 0 || bound > 1ull << 32 ||
        !wm_cpu_device_holds_table(buffer, count, stride))
        return WM_E_ARG;
    const fill job = {
        wm_cpu_device_of(device), buffer->bytes, count, 4, WM_FORMAT_U32, bound, stride};
    return run(&job, seed, group_index);
}
