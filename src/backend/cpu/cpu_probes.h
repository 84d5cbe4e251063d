/* The probes of a residual, drawn from their seeds, with memory for their products. */
#ifndef WM_BACKEND_CPU_CPU_PROBES_H
#define WM_BACKEND_CPU_CPU_PROBES_H

#include "backend/cpu/cpu_device.h"

/* Numbers are binary32, or binary64 if `wide`. All arrays are in the device's scratch memory. */
typedef struct {
    const wm_cpu_device *cpu;
    bool wide;
    void *X;       /* 8 x n in the layout of wm_cpu_kernels_probe_at, zero-padded */
    void *X_rows;  /* n x 8; null unless B is stored n x k */
    void *Y;       /* 8 x k in the same layout: B X */
    double *CX;    /* m x 8 */
    double *norms; /* squared norms of the m rows of C */
    uint8_t *X_tiles,
        *Y_tiles; /* memory for X and Y packed for tiles; null where the kernels have no tiles */
    /* which X is packed: the one for rows of elements of this many bytes; 0: none yet */
    size_t X_packed;
} wm_cpu_probes;

/* Draws probe set `set`. Y is zero past its length, other arrays are not set. Errors:
 * WM_E_NOMEM. */
wm_status wm_cpu_probes_make(wm_cpu_probes *probes, wm_cpu_device *cpu, const wm_residual *residual,
                             size_t set);

static inline void wm_cpu_probes_set(void *numbers, bool wide, size_t index, double value)
{
    if (wide)
        ((double *)numbers)[index] = value;
    else
        ((float *)numbers)[index] = (float)value;
}

/* Element l of probe p's Y. */
static inline void wm_cpu_probes_set_Y(const wm_cpu_probes *probes, size_t p, size_t l,
                                       double value)
{
    wm_cpu_probes_set(probes->Y, probes->wide, wm_cpu_kernels_probe_at(p, l), value);
}

/* X, or Y, packed for rows of a format; null if tiles do not support these rows. X is packed once
 * for all formats of one element size. */
const uint8_t *wm_cpu_probes_pack_X(wm_cpu_probes *probes, wm_format format, size_t n);
const uint8_t *wm_cpu_probes_pack_Y(const wm_cpu_probes *probes, wm_format format, size_t k);

/* Writes the probes of one set to X, n rows of 8, `stride` numbers from row to row. */
void wm_cpu_probes_draw(const wm_cpu_device *cpu, const uint8_t seed[32], size_t n, bool wide,
                        size_t stride, void *X);

/* The residual of many probe sets: each matrix is widened once, and BLAS multiplies it with all
 * probes (cpu_batch.c). */
wm_status wm_cpu_batch_run(wm_cpu_device *cpu, const wm_residual *residual,
                           wm_residual_result *results);

#endif
