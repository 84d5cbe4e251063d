/* Draws probes from seeds. */
#include "backend/cpu/cpu_probes.h"
#include "backend/cpu/cpu_tiles.h"

#include <string.h>

enum { PROBES = WM_CPU_PROBES_COUNT, BLOCKS = 128, INDICES = 8, PACKED = 8 };

/* A length rounded up, so that a vector never reaches past a probe. */
static size_t padded(size_t length)
{
    return (length + WM_CPU_KERNELS_PAD - 1) / WM_CPU_KERNELS_PAD * WM_CPU_KERNELS_PAD;
}

/* (48 + t) / 64 with the sign of the sixth bit (docs/formats/inputs.md section 6). */
static double entry_of(unsigned index)
{
    const int magnitude = 48 + (int)(index % 32);
    return (double)((index & 32) != 0 ? -magnitude : magnitude) / 64;
}

void wm_cpu_probes_draw(const wm_cpu_device *cpu, const uint8_t seed[32], size_t n, bool wide,
                        void *x)
{
    enum { GROUP = BLOCKS * INDICES };
    const wm_philox stream = wm_philox_from_seed(seed);
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, n))
    for (size_t first = 0; first < n; first += GROUP) {
        uint32_t words[BLOCKS * INDICES / 2];
        const size_t count = wm_cpu_smaller(n - first, GROUP);
        cpu->kernels->philox(&stream, first / INDICES, (count + INDICES - 1) / INDICES, words);
        for (size_t i = 0; i < count; i++)
            wm_cpu_probes_set(x, wide, first + i, entry_of(words[i / 2] >> 16 * (i % 2)));
    }
    for (size_t j = n; j < wm_cpu_probes_entries(n); j++)
        wm_cpu_probes_set(x, wide, j, 0);
}

void wm_cpu_probes_squares(const void *x, size_t n, bool wide, double squares[PROBES])
{
    memset(squares, 0, PROBES * sizeof *squares);
    for (size_t first = 0; first < n; first += PROBES)
        for (size_t p = 0; p < PROBES && first + p < n; p++) {
            const double entry =
                wide ? ((const double *)x)[first + p] : (double)((const float *)x)[first + p];
            squares[p] += entry * entry;
        }
}

/* Writes zeros behind the probes of `length`, up to the end of their last vectors. */
static void clear_end(const wm_cpu_probes *probes, void *numbers, size_t length)
{
    const size_t start = length / WM_CPU_KERNELS_PAD * WM_CPU_KERNELS_PAD;
    for (size_t i = PROBES * start; i < PROBES * padded(length); i++)
        wm_cpu_probes_set(numbers, probes->wide, i, 0);
}

wm_status wm_cpu_probes_make(wm_cpu_probes *probes, wm_cpu_device *cpu, const wm_residual *residual,
                             size_t set, size_t blocks)
{
    const size_t n = residual->gemm->n, k = residual->gemm->k;
    const bool wide = residual->witness == WM_FORMAT_F64;
    const size_t size = wide ? sizeof(double) : sizeof(float);
    const size_t x_bytes = wm_cpu_probes_entries(n) * size, Y_bytes = PROBES * padded(k) * size;
    const bool has_tiles = !wide && cpu->kernels->tiles != NULL;
    const size_t tiles_bytes = has_tiles ? wm_cpu_tiles_blocks(k) * WM_CPU_TILES_BLOCK_BYTES : 0;
    uint8_t *room =
        wm_cpu_device_scratch(cpu, x_bytes + Y_bytes + tiles_bytes + 2 * blocks * sizeof(double));
    if (room == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the probes");
    uint8_t *Y = room + x_bytes, *tiles = Y + Y_bytes;
    *probes = (wm_cpu_probes){.cpu = cpu,
                              .wide = wide,
                              .x = room,
                              .Y = Y,
                              .sums = (double *)(void *)(tiles + tiles_bytes),
                              .Y_tiles = has_tiles ? tiles : NULL};
    clear_end(probes, probes->Y, k);
    wm_cpu_probes_draw(cpu, residual->seeds[set], n, wide, probes->x);
    return WM_OK;
}

const uint8_t *wm_cpu_probes_pack_Y(const wm_cpu_probes *probes, wm_format format, size_t k)
{
    const wm_cpu_tiles *tiles = probes->cpu->kernels->tiles;
    const size_t blocks = wm_cpu_tiles_blocks(k);
    if (probes->Y_tiles == NULL || !tiles->takes(format))
        return NULL;
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(probes->cpu, k *PROBES))
    for (size_t first = 0; first < blocks; first += PACKED)
        tiles->pack(format, probes->Y, k, first, wm_cpu_smaller(first + PACKED, blocks),
                    probes->Y_tiles);
    return probes->Y_tiles;
}

void wm_cpu_probes_split(const wm_cpu_device *cpu, bool wide, const wm_cpu_rows *rows,
                         const void *x, double *out, double *roundings)
{
    if (wide)
        cpu->kernels->rows_split_f64(rows, x, out, roundings);
    else
        cpu->kernels->rows_split_f32(rows, x, out, roundings);
}
