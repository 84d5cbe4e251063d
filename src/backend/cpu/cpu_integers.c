/* Small integers in any format: operands from seeds, outputs compared with exact integers, outputs
 * converted to integers. */
#include "backend/cpu/cpu_device.h"

#include <string.h>

enum {
    INDICES = 8,       /* 16-bit indices of a Philox block */
    CHUNK = 4096,      /* elements at a time, in the order of a row-major matrix */
    TILE_ROWS = 256,   /* of a matrix whose numbers go by columns */
    TILE_COLUMNS = 32, /* one line of the cache has as many 16-bit elements */
    INTEGERS = 2 * WM_EXACT_RANGE_MAX + 1
};

/* A fill, and the code of each integer: of -range first. */
typedef struct {
    const wm_cpu_device *cpu;
    const wm_integers *of;
    wm_philox stream;
    uint8_t *bytes;
    union {
        uint8_t of_8[INTEGERS];
        uint16_t of_16[INTEGERS];
        uint32_t of_32[INTEGERS];
    } codes;
} integer_fill;

/* The integers of `count` consecutive numbers plus range. Bounds: count <= CHUNK. */
static void draw_integers(const integer_fill *fill, uint64_t first, size_t count, uint8_t *to)
{
    uint32_t words[(CHUNK / INDICES + 1) * 4];
    const uint32_t choices = 2 * fill->of->range + 1;
    const size_t skipped = first % INDICES;
    fill->cpu->kernels->philox(&fill->stream, first / INDICES,
                               (skipped + count + INDICES - 1) / INDICES, words);
    for (size_t e = 0; e < count; e++) {
        const uint32_t word = words[(skipped + e) / 2];
        const uint32_t index = (skipped + e) % 2 == 0 ? word & 0xFFFF : word >> 16;
        to[e] = (uint8_t)(index * choices >> 16);
    }
}

/* Elements from `first` on, from integers `apart` bytes from each other. */
static void store_integers(const integer_fill *fill, size_t first, size_t count,
                           const uint8_t *integers, size_t apart)
{
    const size_t size = wm_format_size(fill->of->format);
    uint8_t *to = fill->bytes + first * size;
    if (size == 1)
        for (size_t e = 0; e < count; e++)
            to[e] = fill->codes.of_8[integers[e * apart]];
    else if (size == 2)
        for (size_t e = 0; e < count; e++)
            ((uint16_t *)(void *)to)[e] = fill->codes.of_16[integers[e * apart]];
    else
        for (size_t e = 0; e < count; e++)
            ((uint32_t *)(void *)to)[e] = fill->codes.of_32[integers[e * apart]];
}

static void fill_rows(const integer_fill *fill)
{
    const size_t count = fill->of->rows * fill->of->columns, chunks = (count + CHUNK - 1) / CHUNK;
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(fill->cpu, count))
    for (size_t c = 0; c < chunks; c++) {
        uint8_t integers[CHUNK];
        const size_t part = wm_cpu_smaller(CHUNK, count - c * CHUNK);
        draw_integers(fill, c * CHUNK, part, integers);
        store_integers(fill, c * CHUNK, part, integers, 1);
    }
}

/* One tile: its columns are drawn, its rows are stored. */
static void fill_tile(const integer_fill *fill, size_t i, size_t j)
{
    uint8_t integers[TILE_COLUMNS * TILE_ROWS];
    const size_t rows = wm_cpu_smaller(TILE_ROWS, fill->of->rows - i);
    const size_t columns = wm_cpu_smaller(TILE_COLUMNS, fill->of->columns - j);
    for (size_t c = 0; c < columns; c++)
        draw_integers(fill, (uint64_t)(j + c) * fill->of->rows + i, rows, integers + c * TILE_ROWS);
    for (size_t r = 0; r < rows; r++)
        store_integers(fill, (i + r) * fill->of->columns + j, columns, integers + r, TILE_ROWS);
}

static void fill_columns(const integer_fill *fill)
{
    const size_t count = fill->of->rows * fill->of->columns;
    const size_t down = (fill->of->rows + TILE_ROWS - 1) / TILE_ROWS;
    const size_t across = (fill->of->columns + TILE_COLUMNS - 1) / TILE_COLUMNS;
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(fill->cpu, count))
    for (size_t t = 0; t < down * across; t++)
        fill_tile(fill, t / across * TILE_ROWS, t % across * TILE_COLUMNS);
}

wm_status wm_cpu_integers_fill(wm_device *device, wm_device_buffer *buffer,
                               const wm_integers *integers, const uint8_t seed[32])
{
    if (device == NULL || seed == NULL || !wm_exact_agrees(integers) ||
        !wm_cpu_device_holds(buffer, integers->format,
                             wm_cpu_device_product(integers->rows, integers->columns, 1)))
        return WM_E_ARG;
    integer_fill fill = {
        wm_cpu_device_of(device), integers, wm_philox_from_seed(seed), buffer->bytes, {{0}}};
    for (unsigned v = 0; v <= 2 * integers->range; v++)
        wm_format_store(integers->format, &fill.codes, v, (double)v - integers->range);
    if (integers->by_columns)
        fill_columns(&fill);
    else
        fill_rows(&fill);
    return WM_OK;
}

/* The infinities among binary16 codes. */
static size_t count_infinities(const uint16_t *codes, size_t count)
{
    size_t infinities = 0;
#pragma omp simd reduction(+ : infinities)
    for (size_t i = 0; i < count; i++)
        infinities += (codes[i] & 0x7FFF) == 0x7C00;
    return infinities;
}

/* Elements that are compared with each other. */
typedef struct {
    const wm_cpu_device *cpu;
    wm_format format;
    size_t size; /* of an element */
    const uint8_t *output;
    const int32_t *exact;
} comparison;

static void compare_elements(const comparison *of, size_t first, size_t count,
                             const uint8_t *expected, wm_exact_difference *result)
{
    const uint8_t *found = of->output + first * of->size;
    if (memcmp(found, expected, count * of->size) == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        if (memcmp(found + i * of->size, expected + i * of->size, of->size) == 0)
            continue;
        if (result->wrong++ > 0)
            continue;
        result->first = first + i;
        memcpy(&result->found, found + i * of->size, of->size); /* little-endian */
        memcpy(&result->expected, expected + i * of->size, of->size);
    }
}

static void compare_chunk(const comparison *of, size_t first, size_t count,
                          wm_exact_difference *result)
{
    uint32_t expected[CHUNK];
    of->cpu->kernels->from_i32(of->format, of->exact + first, expected, count);
    compare_elements(of, first, count, (const uint8_t *)expected, result);
    if (of->format == WM_FORMAT_F16)
        result->too_large += count_infinities((const uint16_t *)(const void *)expected, count);
}

static void join(wm_exact_difference *all, const wm_exact_difference *part)
{
    const uint64_t wrong = all->wrong + part->wrong, too_large = all->too_large + part->too_large;
    if (part->wrong > 0 && (all->wrong == 0 || part->first < all->first))
        *all = *part;
    all->wrong = wrong;
    all->too_large = too_large;
}

wm_status wm_cpu_integers_compare(wm_device *device, const wm_device_buffer *output,
                                  wm_format format, const wm_device_buffer *exact, size_t count,
                                  wm_exact_difference *result)
{
    if (device == NULL || result == NULL ||
        (format != WM_FORMAT_F16 && format != WM_FORMAT_BF16 && format != WM_FORMAT_F32) ||
        !wm_cpu_device_holds(output, format, count) ||
        !wm_cpu_device_holds(exact, WM_FORMAT_I32, count))
        return WM_E_ARG;
    const comparison of = {wm_cpu_device_of(device), format, wm_format_size(format), output->bytes,
                           (const int32_t *)(const void *)exact->bytes};
    const size_t chunks = (count + CHUNK - 1) / CHUNK;
    wm_exact_difference all = {0};
#pragma omp parallel num_threads(wm_cpu_device_threads(of.cpu, count))
    {
        wm_exact_difference own = {0};
#pragma omp for schedule(static)
        for (size_t c = 0; c < chunks; c++)
            compare_chunk(&of, c * CHUNK, wm_cpu_smaller(CHUNK, count - c * CHUNK), &own);
#pragma omp critical
        join(&all, &own);
    }
    *result = all;
    return WM_OK;
}

/* An integer has the bits that it gets when it is converted there and back; -0 has not. */
static size_t take_chunk(const float *from, int32_t *to, size_t count, float most)
{
    size_t refused = 0;
#pragma omp simd reduction(+ : refused)
    for (size_t i = 0; i < count; i++) {
        const bool is_inside = from[i] >= -most && from[i] <= most; /* a NaN is not */
        const int32_t integer = (int32_t)(is_inside ? from[i] : 0);
        const float back = (float)integer;
        uint32_t bits, back_bits;
        memcpy(&bits, &from[i], sizeof bits);
        memcpy(&back_bits, &back, sizeof back_bits);
        to[i] = bits == back_bits ? integer : 0;
        refused += bits != back_bits;
    }
    return refused;
}

wm_status wm_cpu_integers_take(wm_device *device, const wm_device_buffer *output, size_t count,
                               uint32_t most, wm_device_buffer *integers, uint64_t *refused)
{
    if (device == NULL || refused == NULL || most > WM_EXACT_INTEGERS_MAX || output == integers ||
        !wm_cpu_device_holds(output, WM_FORMAT_F32, count) ||
        !wm_cpu_device_holds(integers, WM_FORMAT_I32, count))
        return WM_E_ARG;
    const size_t chunks = (count + CHUNK - 1) / CHUNK;
    const float *from = (const float *)(const void *)output->bytes;
    int32_t *to = (int32_t *)(void *)integers->bytes;
    uint64_t all = 0;
#pragma omp parallel for schedule(static) \
    num_threads(wm_cpu_device_threads(wm_cpu_device_of(device), count)) reduction(+ : all)
    for (size_t c = 0; c < chunks; c++)
        all += take_chunk(from + c * CHUNK, to + c * CHUNK,
                          wm_cpu_smaller(CHUNK, count - c * CHUNK), (float)most);
    *refused = all;
    return WM_OK;
}
