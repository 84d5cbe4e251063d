/* Probes from seeds. */
#include "backend/cpu/cpu_probes.h"
#include "backend/cpu/cpu_tiles.h"

#include <string.h>

enum { PROBES = WM_BACKEND_PROBES, GROUP = 128, PACKED = 8 };

/* A length rounded up so that a vector never reaches past a probe. */
static size_t padded(size_t length)
{
    return (length + WM_CPU_KERNELS_PAD - 1) / WM_CPU_KERNELS_PAD * WM_CPU_KERNELS_PAD;
}

static void set(void *numbers, bool wide, size_t index, double value)
{
    if (wide)
        ((double *)numbers)[index] = value;
    else
        ((float *)numbers)[index] = (float)value;
}

/* A Philox block has eight indices: the eight probes of one row. */
void wm_cpu_probes_draw(const wm_cpu_device *cpu, const uint8_t seed[32], size_t n, bool wide,
                        size_t stride, void *X)
{
    const wm_philox stream = wm_philox_from_seed(seed);
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, n *PROBES))
    for (size_t first = 0; first < n; first += GROUP) {
        uint32_t words[GROUP * 4];
        const size_t rows = n - first < GROUP ? n - first : GROUP;
        cpu->kernels->philox(&stream, first, rows, words);
        for (size_t r = 0; r < rows; r++)
            for (size_t p = 0; p < PROBES; p++) {
                const uint32_t index = words[4 * r + p / 2] >> (p % 2 * 16) & 0xFFFF;
                set(X, wide, (first + r) * stride + p, (double)cpu->normal_f32[index]);
            }
    }
}

wm_status wm_cpu_probes_make(wm_cpu_probes *probes, wm_cpu_device *cpu, const wm_residual *residual,
                             size_t set_number)
{
    const size_t n = residual->gemm->n, k = residual->gemm->k;
    const bool wide = residual->witness == WM_FORMAT_F64;
    const size_t size = wide ? sizeof(double) : sizeof(float);
    const size_t X_bytes = PROBES * padded(n) * size, Y_bytes = PROBES * padded(k) * size;
    const bool has_tiles = !wide && cpu->kernels->tiles != NULL;
    const size_t X_tiles = has_tiles ? wm_cpu_tiles_blocks(n) * WM_CPU_TILES_BLOCK_BYTES : 0;
    const size_t Y_tiles = has_tiles ? wm_cpu_tiles_blocks(k) * WM_CPU_TILES_BLOCK_BYTES : 0;
    uint8_t *room = wm_cpu_device_scratch(cpu, 2 * X_bytes + Y_bytes + X_tiles + Y_tiles);
    if (room == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the probes");
    memset(room, 0, 2 * X_bytes + Y_bytes);
    uint8_t *tiles = room + 2 * X_bytes + Y_bytes;
    *probes = (wm_cpu_probes){cpu,
                              wide,
                              room,
                              room + X_bytes,
                              room + 2 * X_bytes,
                              has_tiles ? tiles : NULL,
                              has_tiles ? tiles + X_tiles : NULL};
    wm_cpu_probes_draw(cpu, residual->seeds[set_number], n, wide, PROBES, probes->X_rows);
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, n *PROBES))
    for (size_t j = 0; j < n; j++)
        for (size_t p = 0; p < PROBES; p++)
            set(probes->X, wide, wm_cpu_kernels_probe_at(p, j),
                wide ? ((double *)probes->X_rows)[j * PROBES + p]
                     : (double)((float *)probes->X_rows)[j * PROBES + p]);
    return WM_OK;
}

void wm_cpu_probes_set_Y(const wm_cpu_probes *probes, size_t p, size_t l, double value)
{
    set(probes->Y, probes->wide, wm_cpu_kernels_probe_at(p, l), value);
}

const uint8_t *wm_cpu_probes_pack(const wm_cpu_probes *probes, wm_format format,
                                  const void *numbers, size_t count, uint8_t *packed)
{
    const wm_cpu_tiles *tiles = probes->cpu->kernels->tiles;
    const size_t blocks = wm_cpu_tiles_blocks(count);
    if (packed == NULL || !tiles->takes(format))
        return NULL;
#pragma omp parallel for schedule(static) \
    num_threads(wm_cpu_device_threads(probes->cpu, count *PROBES))
    for (size_t first = 0; first < blocks; first += PACKED)
        tiles->pack(format, numbers, count, first,
                    first + PACKED < blocks ? first + PACKED : blocks, packed);
    return packed;
}
