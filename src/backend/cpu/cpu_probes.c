/* Probes from seeds. */
#include "backend/cpu/cpu_probes.h"

#include <string.h>

enum { PROBES = WM_BACKEND_PROBES, GROUP = 128 };

size_t wm_cpu_probes_stride(size_t length)
{
    return (length + WM_CPU_KERNELS_PAD - 1) / WM_CPU_KERNELS_PAD * WM_CPU_KERNELS_PAD;
}

/* A Philox block has eight indices: the eight probes of one row. */
void wm_cpu_probes_draw(const wm_cpu_device *cpu, const uint8_t seed[32], size_t n, bool wide,
                        size_t stride, void *X)
{
    const wm_philox stream = wm_philox_from_seed(seed);
    for (size_t first = 0; first < n; first += GROUP) {
        uint32_t words[GROUP * 4];
        const size_t rows = n - first < GROUP ? n - first : GROUP;
        cpu->kernels->philox(&stream, first, rows, words);
        for (size_t r = 0; r < rows; r++)
            for (size_t p = 0; p < PROBES; p++) {
                const uint32_t index = words[4 * r + p / 2] >> (p % 2 * 16) & 0xFFFF;
                const float x = cpu->normal_f32[index];
                if (wide)
                    ((double *)X)[(first + r) * stride + p] = (double)x;
                else
                    ((float *)X)[(first + r) * stride + p] = x;
            }
    }
}

wm_status wm_cpu_probes_make(wm_cpu_probes *probes, wm_cpu_device *cpu, const wm_residual *residual,
                             size_t set)
{
    const size_t n = residual->gemm->n, k = residual->gemm->k;
    const size_t stride_n = wm_cpu_probes_stride(n), stride_k = wm_cpu_probes_stride(k);
    const bool wide = residual->witness == WM_FORMAT_F64;
    const size_t size = wide ? sizeof(double) : sizeof(float);
    const size_t total = PROBES * (2 * stride_n + stride_k) * size;
    uint8_t *room = wm_cpu_device_scratch(cpu, total);
    if (room == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the probes");
    memset(room, 0, total);
    *probes = (wm_cpu_probes){
        cpu,     wide, room, room + PROBES * stride_n * size, room + 2 * PROBES * stride_n * size,
        stride_k};
    wm_cpu_probes_draw(cpu, residual->seeds[set], n, wide, PROBES, probes->X_rows);
    for (size_t j = 0; j < n; j++)
        for (size_t p = 0; p < PROBES; p++) {
            if (wide)
                ((double *)probes->X)[p * stride_n + j] =
                    ((double *)probes->X_rows)[j * PROBES + p];
            else
                ((float *)probes->X)[p * stride_n + j] = ((float *)probes->X_rows)[j * PROBES + p];
        }
    return WM_OK;
}

void wm_cpu_probes_set_Y(const wm_cpu_probes *probes, size_t p, size_t l, double value)
{
    if (probes->wide)
        ((double *)probes->Y)[p * probes->stride_k + l] = value;
    else
        ((float *)probes->Y)[p * probes->stride_k + l] = (float)value;
}
