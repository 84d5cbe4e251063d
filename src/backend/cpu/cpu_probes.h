/* The probes of a residual, drawn from their seeds, with memory for their products. */
#ifndef WM_BACKEND_CPU_CPU_PROBES_H
#define WM_BACKEND_CPU_CPU_PROBES_H

#include "backend/cpu/cpu_device.h"

enum { WM_CPU_PROBES_COUNT = WM_CPU_KERNELS_PROBES };
_Static_assert((int)WM_CPU_PROBES_COUNT == (int)WM_TABLES_PROBE_COLUMNS,
               "the kernels have the probes of a set");

/* Numbers are binary32, or binary64 if `wide`. All arrays are in the device's scratch memory. */
typedef struct {
    const wm_cpu_device *cpu;
    bool wide;
    void *x;          /* n: one number a column, zero-padded */
    void *Y;          /* 24 x k in the layout of wm_cpu_kernels_probe_at: B X */
    double *sums;     /* two for each block of rows */
    uint8_t *Y_tiles; /* memory for Y packed for tiles; null where the kernels have no tiles */
} wm_cpu_probes;

/* The length of x for n columns. */
static inline size_t wm_cpu_probes_entries(size_t n)
{
    return (n + WM_CPU_KERNELS_ENTRIES_PAD - 1) / WM_CPU_KERNELS_ENTRIES_PAD *
           WM_CPU_KERNELS_ENTRIES_PAD;
}

/* Draws probe set `set`. Y is zero past its length, other arrays are not set. `blocks` is the
 * number of blocks of rows. Errors: WM_E_NOMEM. */
wm_status wm_cpu_probes_make(wm_cpu_probes *probes, wm_cpu_device *cpu, const wm_residual *residual,
                             size_t set, size_t blocks);

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

/* Y packed for rows of a format; null if tiles do not support these rows. */
const uint8_t *wm_cpu_probes_pack_Y(const wm_cpu_probes *probes, wm_format format, size_t k);

/* Writes the numbers of one set to x, and zeros behind them. */
void wm_cpu_probes_draw(const wm_cpu_device *cpu, const uint8_t seed[32], size_t n, bool wide,
                        void *x);

/* The sums of squares X2 of the 24 probes; 0 for empty ones. */
void wm_cpu_probes_squares(const void *x, size_t n, bool wide, double squares[WM_CPU_PROBES_COUNT]);

/* The dot products of at most WM_CPU_KERNELS_ROWS rows with x, and V if roundings is not null. */
void wm_cpu_probes_split(const wm_cpu_device *cpu, bool wide, const wm_cpu_rows *rows,
                         const void *x, double *out, double *roundings);

/* The residual of many probe sets: each matrix is widened once, and BLAS multiplies A with all
 * probes (cpu_batch.c). */
wm_status wm_cpu_batch_run(wm_cpu_device *cpu, const wm_residual *residual,
                           wm_residual_result *results);

#endif
