/* The careful product: operands widened to binary64, our own loops, binary64 sums, one rounding. No
 * code is shared with OpenBLAS. */
#include "backend/cpu/cpu_device.h"

#include <stdlib.h>

enum { BLOCK_ROWS = 256, COLUMNS = WM_CPU_KERNELS_TILE_COLUMNS, ROWS = WM_CPU_KERNELS_TILE_ROWS };

/* `count` consecutive elements of an operand in the order of the product. */
static void widen(const wm_cpu_device *cpu, const wm_gemm *gemm, const wm_device_buffer *from,
                  size_t first, size_t count, float *room, double *to)
{
    const size_t size = wm_format_size(gemm->operand_format);
    const uint8_t *bytes = from->bytes + first * size;
    if (gemm->operand_format == WM_FORMAT_F64) {
        for (size_t i = 0; i < count; i++)
            to[i] = ((const double *)(const void *)bytes)[i];
        return;
    }
    if (gemm->arithmetic == WM_ARITHMETIC_TF32)
        cpu->kernels->round_tf32((const float *)(const void *)bytes, room, count);
    else
        cpu->kernels->to_f32(gemm->operand_format, bytes, room, count);
    for (size_t i = 0; i < count; i++)
        to[i] = (double)room[i];
}

/* Columns [j, j + there) of B as a k x COLUMNS panel, padded with zeros. */
static void widen_columns(const wm_cpu_device *cpu, const wm_gemm *gemm, size_t j, size_t there,
                          float *room, double *row, double *panel)
{
    const size_t k = gemm->k;
    for (size_t i = 0; i < k * COLUMNS; i++)
        panel[i] = 0;
    if (gemm->layout == WM_LAYOUT_NN) {
        for (size_t l = 0; l < k; l++)
            widen(cpu, gemm, gemm->B, l * gemm->n + j, there, room, panel + l * COLUMNS);
        return;
    }
    for (size_t c = 0; c < there; c++) {
        widen(cpu, gemm, gemm->B, (j + c) * k, k, room, row);
        for (size_t l = 0; l < k; l++)
            panel[l * COLUMNS + c] = row[l];
    }
}

/* C's rows [i, i + rows) and columns [j, j + there), from A's widened rows and B's panel. */
static void multiply_tiles(const wm_cpu_device *cpu, const wm_gemm *gemm, const double *A, size_t i,
                           size_t rows, size_t j, size_t there, const double *panel)
{
    for (size_t r = 0; r < rows; r += ROWS) {
        double tile[ROWS * COLUMNS];
        cpu->kernels->tile_f64(A + r * gemm->k, panel, gemm->k, tile);
        for (size_t t = 0; t < ROWS && r + t < rows; t++)
            for (size_t c = 0; c < there; c++)
                wm_format_store(gemm->output_format, gemm->C->bytes, (i + r + t) * gemm->n + j + c,
                                tile[t * COLUMNS + c]);
    }
}

/* One thread's memory: a panel of B, and a row as binary64 and as binary32. */
static void *thread_room(size_t k)
{
    return malloc(k * (COLUMNS + 1) * sizeof(double) + (k + COLUMNS) * sizeof(float));
}

static bool multiply_rows(const wm_cpu_device *cpu, const wm_gemm *gemm, const double *A, size_t i,
                          size_t rows)
{
    const size_t panel_count = (gemm->n + COLUMNS - 1) / COLUMNS;
    bool failed = false;
#pragma omp parallel num_threads(wm_cpu_device_threads(cpu, rows * gemm->n)) reduction(|| : failed)
    {
        double *panel = thread_room(gemm->k);
        failed = panel == NULL;
#pragma omp for schedule(dynamic)
        for (size_t p = 0; p < panel_count; p++) {
            if (panel == NULL)
                continue;
            double *row = panel + gemm->k * COLUMNS;
            float *room = (float *)(void *)(row + gemm->k);
            const size_t j = p * COLUMNS;
            const size_t there = gemm->n - j < COLUMNS ? gemm->n - j : COLUMNS;
            widen_columns(cpu, gemm, j, there, room, row, panel);
            multiply_tiles(cpu, gemm, A, i, rows, j, there, panel);
        }
        free(panel);
    }
    return !failed;
}

wm_status wm_cpu_careful_run(wm_device *device, const wm_gemm *gemm)
{
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    const wm_status status = wm_cpu_gemm_check(cpu, gemm);
    if (status != WM_OK)
        return status;
    const size_t k = gemm->k;
    double *A = wm_cpu_device_scratch(cpu, BLOCK_ROWS * k * sizeof *A + k * sizeof(float));
    if (A == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the careful product");
    float *room = (float *)(void *)(A + BLOCK_ROWS * k);
    for (size_t i = 0; i < gemm->m; i += BLOCK_ROWS) {
        const size_t rows = gemm->m - i < BLOCK_ROWS ? gemm->m - i : BLOCK_ROWS;
        const size_t padded = (rows + ROWS - 1) / ROWS * ROWS;
        for (size_t r = 0; r < rows; r++)
            widen(cpu, gemm, gemm->A, (i + r) * k, k, room, A + r * k);
        for (size_t e = rows * k; e < padded * k; e++)
            A[e] = 0;
        if (!multiply_rows(cpu, gemm, A, i, rows))
            return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the careful product");
    }
    return WM_OK;
}
