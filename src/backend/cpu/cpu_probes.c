/* Draws probes from seeds. */
#include "backend/cpu/cpu_probes.h"
#include "backend/cpu/cpu_tiles.h"

#include <string.h>

enum { PROBES = WM_TABLES_PROBE_COLUMNS, GROUP = 128, PACKED = 8 };

/* A length rounded up, so that a vector never reaches past a probe. */
static size_t padded(size_t length)
{
    return (length + WM_CPU_KERNELS_PAD - 1) / WM_CPU_KERNELS_PAD * WM_CPU_KERNELS_PAD;
}

/* The numbers of at most GROUP rows. A Philox block has eight indices: one row of the eight
 * probes. */
static void draw_group(const wm_cpu_device *cpu, const wm_philox *stream, size_t first, size_t rows,
                       float numbers[GROUP * PROBES])
{
    uint32_t words[GROUP * 4];
    cpu->kernels->philox(stream, first, rows, words);
    for (size_t i = 0; i < rows * 4; i++) {
        numbers[2 * i] = cpu->normal_f32[words[i] & 0xFFFF];
        numbers[2 * i + 1] = cpu->normal_f32[words[i] >> 16];
    }
}

static void put_rows(const float *numbers, size_t rows, bool wide, size_t stride, size_t first,
                     void *X)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t p = 0; p < PROBES; p++)
            wm_cpu_probes_set(X, wide, (first + r) * stride + p, (double)numbers[r * PROBES + p]);
}

void wm_cpu_probes_draw(const wm_cpu_device *cpu, const uint8_t seed[32], size_t n, bool wide,
                        size_t stride, void *X)
{
    const wm_philox stream = wm_philox_from_seed(seed);
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, n *PROBES))
    for (size_t first = 0; first < n; first += GROUP) {
        float numbers[GROUP * PROBES];
        const size_t rows = n - first < GROUP ? n - first : GROUP;
        draw_group(cpu, &stream, first, rows, numbers);
        put_rows(numbers, rows, wide, stride, first, X);
    }
}

/* In the layout of the kernels, and as rows for the kernels that take strips. */
static void draw_X(const wm_cpu_probes *probes, const uint8_t seed[32], size_t n)
{
    const wm_philox stream = wm_philox_from_seed(seed);
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(probes->cpu, n *PROBES))
    for (size_t first = 0; first < n; first += GROUP) {
        float numbers[GROUP * PROBES];
        const size_t rows = n - first < GROUP ? n - first : GROUP;
        draw_group(probes->cpu, &stream, first, rows, numbers);
        for (size_t r = 0; r < rows; r++)
            for (size_t p = 0; p < PROBES; p++)
                wm_cpu_probes_set(probes->X, probes->wide, wm_cpu_kernels_probe_at(p, first + r),
                                  (double)numbers[r * PROBES + p]);
        if (probes->X_rows != NULL)
            put_rows(numbers, rows, probes->wide, PROBES, first, probes->X_rows);
    }
}

/* Writes zeros behind 8 probes of `length`, up to the end of their last vectors. */
static void clear_end(const wm_cpu_probes *probes, void *numbers, size_t length)
{
    const size_t start = length / WM_CPU_KERNELS_PAD * WM_CPU_KERNELS_PAD;
    for (size_t i = PROBES * start; i < PROBES * padded(length); i++)
        wm_cpu_probes_set(numbers, probes->wide, i, 0);
}

wm_status wm_cpu_probes_make(wm_cpu_probes *probes, wm_cpu_device *cpu, const wm_residual *residual,
                             size_t set_number)
{
    const size_t m = residual->gemm->m, n = residual->gemm->n, k = residual->gemm->k;
    const bool wide = residual->witness == WM_FORMAT_F64;
    const size_t size = wide ? sizeof(double) : sizeof(float);
    const size_t X_bytes = PROBES * padded(n) * size, Y_bytes = PROBES * padded(k) * size;
    const size_t X_rows_bytes = residual->gemm->layout != WM_LAYOUT_NN ? X_bytes : 0;
    const bool has_tiles = !wide && cpu->kernels->tiles != NULL;
    const size_t X_tiles = has_tiles ? wm_cpu_tiles_blocks(n) * WM_CPU_TILES_BLOCK_BYTES : 0;
    const size_t Y_tiles = has_tiles ? wm_cpu_tiles_blocks(k) * WM_CPU_TILES_BLOCK_BYTES : 0;
    const size_t CX_bytes = m * PROBES * sizeof(double), norms_bytes = m * sizeof(double);
    uint8_t *room = wm_cpu_device_scratch(cpu, X_bytes + X_rows_bytes + Y_bytes + X_tiles +
                                                   Y_tiles + CX_bytes + norms_bytes);
    if (room == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the probes");
    uint8_t *rows = room + X_bytes, *Y = rows + X_rows_bytes, *tiles = Y + Y_bytes;
    uint8_t *CX = tiles + X_tiles + Y_tiles;
    *probes = (wm_cpu_probes){.cpu = cpu,
                              .wide = wide,
                              .X = room,
                              .X_rows = X_rows_bytes > 0 ? rows : NULL,
                              .Y = Y,
                              .CX = (double *)(void *)CX,
                              .norms = (double *)(void *)(CX + CX_bytes),
                              .X_tiles = has_tiles ? tiles : NULL,
                              .Y_tiles = has_tiles ? tiles + X_tiles : NULL};
    clear_end(probes, probes->X, n);
    clear_end(probes, probes->Y, k);
    draw_X(probes, residual->seeds[set_number], n);
    return WM_OK;
}

static void pack(const wm_cpu_probes *probes, wm_format format, const void *numbers, size_t count,
                 uint8_t *packed)
{
    const wm_cpu_tiles *tiles = probes->cpu->kernels->tiles;
    const size_t blocks = wm_cpu_tiles_blocks(count);
#pragma omp parallel for schedule(static) \
    num_threads(wm_cpu_device_threads(probes->cpu, count *PROBES))
    for (size_t first = 0; first < blocks; first += PACKED)
        tiles->pack(format, numbers, count, first,
                    first + PACKED < blocks ? first + PACKED : blocks, packed);
}

static bool tiles_take(const wm_cpu_probes *probes, wm_format format)
{
    return probes->X_tiles != NULL && probes->cpu->kernels->tiles->takes(format);
}

const uint8_t *wm_cpu_probes_pack_X(wm_cpu_probes *probes, wm_format format, size_t n)
{
    if (!tiles_take(probes, format))
        return NULL;
    if (probes->X_packed != wm_format_size(format))
        pack(probes, format, probes->X, n, probes->X_tiles);
    probes->X_packed = wm_format_size(format);
    return probes->X_tiles;
}

const uint8_t *wm_cpu_probes_pack_Y(const wm_cpu_probes *probes, wm_format format, size_t k)
{
    if (!tiles_take(probes, format))
        return NULL;
    pack(probes, format, probes->Y, k, probes->Y_tiles);
    return probes->Y_tiles;
}
