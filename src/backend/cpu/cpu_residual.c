/* The Freivalds residual of one probe set: B, C and A are read once each, against 8 probes in
 * registers. */
#include "backend/cpu/cpu_device.h"
#include "backend/cpu/cpu_judge.h"
#include "backend/cpu/cpu_probes.h"
#include "backend/cpu/cpu_tiles.h"
#include "backend/product.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROWS = WM_CPU_TILES_ROWS,     /* rows that a thread takes at once */
    STRIP = WM_CPU_KERNELS_STRIP, /* columns of a transposed B that a thread takes at once */
    STRIP_ROWS = 64,              /* rows of a strip between two updates of its sums */
    PROBES = WM_TABLES_PROBE_COLUMNS
};

/* Probes in the layout of the kernels; packed is for tiles, or null. */
typedef struct {
    const void *numbers;
    const uint8_t *packed;
} vectors;

/* The dot products of at most WM_CPU_KERNELS_ROWS rows with the 8 probes, in the kernels'
 * vectors. */
static void dots_of_vectors(const wm_cpu_probes *probes, const wm_cpu_rows *rows,
                            const void *numbers, double *out, double *norms)
{
    const wm_cpu_kernels *kernels = probes->cpu->kernels;
    if (probes->wide) {
        kernels->rows_dot_f64(rows, numbers, out, norms);
        return;
    }
    float narrow[WM_CPU_KERNELS_ROWS * PROBES], squares[WM_CPU_KERNELS_ROWS];
    kernels->rows_dot_f32(rows, numbers, narrow, norms != NULL ? squares : NULL);
    for (size_t i = 0; i < rows->row_count * PROBES; i++)
        out[i] = (double)narrow[i];
    for (size_t i = 0; norms != NULL && i < rows->row_count; i++)
        norms[i] = (double)squares[i];
}

/* The dot products of at most ROWS rows with the 8 probes, as binary64 for any witness format. */
static void dots(const wm_cpu_probes *probes, const wm_cpu_rows *rows, vectors of,
                 double out[ROWS * PROBES], double norms[ROWS])
{
    if (of.packed != NULL) {
        probes->cpu->kernels->tiles->rows_dot(rows, of.packed, out, norms);
        return;
    }
    wm_cpu_rows part = *rows;
    for (size_t r = 0; r < rows->row_count; r += WM_CPU_KERNELS_ROWS) {
        part.rows = rows->rows + r * rows->row_bytes;
        part.row_count = wm_cpu_smaller(rows->row_count - r, WM_CPU_KERNELS_ROWS);
        dots_of_vectors(probes, &part, of.numbers, out + r * PROBES,
                        norms != NULL ? norms + r : NULL);
    }
}

static wm_cpu_rows rows_of(wm_format format, const wm_device_buffer *buffer, size_t first,
                           size_t count, size_t length)
{
    const size_t row_bytes = length * wm_format_size(format);
    return (wm_cpu_rows){format, buffer->bytes + first * row_bytes, row_bytes, count, length};
}

/* Y = B X for B k x n: row l of B gives element l of each Y. A row's result does not depend on its
 * thread, so a delayed thread may take fewer rows. */
static void multiply_rows(wm_cpu_probes *probes, const wm_gemm *gemm)
{
    const vectors X = {probes->X, wm_cpu_probes_pack_X(probes, gemm->operand_format, gemm->n)};
#pragma omp parallel for schedule(guided, 2) \
    num_threads(wm_cpu_device_threads(probes->cpu, gemm->k * gemm->n))
    for (size_t l = 0; l < gemm->k; l += ROWS) {
        double out[ROWS * PROBES];
        const wm_cpu_rows rows =
            rows_of(gemm->operand_format, gemm->B, l, wm_cpu_smaller(gemm->k - l, ROWS), gemm->n);
        dots(probes, &rows, X, out, NULL);
        for (size_t r = 0; r < rows.row_count; r++)
            for (size_t p = 0; p < PROBES; p++)
                wm_cpu_probes_set_Y(probes, p, l + r, out[r * PROBES + p]);
    }
}

/* Y = B X for B stored n x k: a strip of columns at a time (half as many numbers of twice the
 * size), with sums in the first-level cache. */
static void multiply_strips(const wm_cpu_probes *probes, const wm_gemm *gemm)
{
    const wm_cpu_kernels *kernels = probes->cpu->kernels;
    const size_t size = wm_format_size(gemm->operand_format);
    const size_t width = probes->wide ? STRIP / 2 : STRIP;
#pragma omp parallel for schedule(static) \
    num_threads(wm_cpu_device_threads(probes->cpu, gemm->k * gemm->n))
    for (size_t l = 0; l < gemm->k; l += width) {
        union {
            float narrow[PROBES * STRIP];
            double wide[PROBES * STRIP / 2];
        } sums;
        memset(&sums, 0, sizeof sums);
        wm_cpu_rows rows = rows_of(gemm->operand_format, gemm->B, 0, 0, gemm->k);
        rows.length = wm_cpu_smaller(gemm->k - l, width);
        for (size_t j = 0; j < gemm->n; j += STRIP_ROWS) {
            rows.rows = gemm->B->bytes + (j * gemm->k + l) * size;
            rows.row_count = wm_cpu_smaller(gemm->n - j, STRIP_ROWS);
            if (probes->wide)
                kernels->rows_axpy_f64(&rows, (const double *)probes->X_rows + j * PROBES,
                                       sums.wide, width);
            else
                kernels->rows_axpy_f32(&rows, (const float *)probes->X_rows + j * PROBES,
                                       sums.narrow, width);
        }
        for (size_t p = 0; p < PROBES; p++)
            for (size_t c = 0; c < rows.length; c++)
                wm_cpu_probes_set_Y(probes, p, l + c,
                                    probes->wide ? sums.wide[p * width + c]
                                                 : (double)sums.narrow[p * width + c]);
    }
}

/* C X and the norms of C's rows. C and A are read one after the other: alternating row by row takes
 * 4 % longer. */
static void multiply_output(wm_cpu_probes *probes, const wm_gemm *gemm)
{
    const vectors X = {probes->X, wm_cpu_probes_pack_X(probes, gemm->output_format, gemm->n)};
#pragma omp parallel for schedule(guided, 2) \
    num_threads(wm_cpu_device_threads(probes->cpu, gemm->m * gemm->n))
    for (size_t i = 0; i < gemm->m; i += ROWS) {
        const wm_cpu_rows rows =
            rows_of(gemm->output_format, gemm->C, i, wm_cpu_smaller(gemm->m - i, ROWS), gemm->n);
        dots(probes, &rows, X, probes->CX + i * PROBES, probes->norms + i);
    }
}

/* r = A Y - C X, row by row. */
static wm_cpu_judge judge_rows(const wm_cpu_probes *probes, const wm_residual *residual)
{
    const wm_gemm *gemm = residual->gemm;
    const vectors Y = {probes->Y, wm_cpu_probes_pack_Y(probes, gemm->operand_format, gemm->k)};
    wm_cpu_judge all = wm_cpu_judge_begin();
#pragma omp parallel num_threads(wm_cpu_device_threads(probes->cpu, gemm->m * gemm->k))
    {
        wm_cpu_judge seen = wm_cpu_judge_begin();
#pragma omp for schedule(guided, 2)
        for (size_t i = 0; i < gemm->m; i += ROWS) {
            double r[ROWS * PROBES];
            const double *cx = probes->CX + i * PROBES, *norms = probes->norms + i;
            const wm_cpu_rows rows = rows_of(gemm->operand_format, gemm->A, i,
                                             wm_cpu_smaller(gemm->m - i, ROWS), gemm->k);
            dots(probes, &rows, Y, r, NULL);
            for (size_t e = 0; e < rows.row_count * PROBES; e++)
                r[e] -= cx[e];
            for (size_t t = 0; t < rows.row_count; t++)
                wm_cpu_judge_row(&seen, residual, i + t, r + t * PROBES, cx + t * PROBES, norms[t]);
        }
#pragma omp critical
        wm_cpu_judge_join(&all, &seen);
    }
    return all;
}

static wm_status run_set(wm_cpu_device *cpu, const wm_residual *residual, size_t set,
                         wm_residual_result *result)
{
    wm_cpu_probes probes;
    const wm_gemm *gemm = residual->gemm;
    const wm_status status = wm_cpu_probes_make(&probes, cpu, residual, set);
    if (status != WM_OK)
        return status;
    if (gemm->layout == WM_LAYOUT_NN)
        multiply_rows(&probes, gemm);
    else
        multiply_strips(&probes, gemm);
    multiply_output(&probes, gemm);
    const wm_cpu_judge judge = judge_rows(&probes, residual);
    *result = wm_cpu_judge_end(&judge);
    return WM_OK;
}

static wm_status check(wm_cpu_device *cpu, const wm_residual *residual,
                       const wm_residual_result *results)
{
    if (cpu == NULL || residual == NULL || results == NULL || residual->gemm == NULL ||
        residual->sets == 0 || residual->seeds == NULL || !(residual->row_scale > 0))
        return WM_E_ARG;
    /* The reduced accumulator concerns the product only: its output is checked like any other. */
    wm_gemm gemm = *residual->gemm;
    if (gemm.arithmetic == WM_ARITHMETIC_F32_FAST)
        gemm.arithmetic = WM_ARITHMETIC_F32;
    const wm_status status = wm_cpu_gemm_check(cpu, &gemm);
    if (status != WM_OK)
        return status;
    if (!wm_product_takes_witness(&gemm, residual->witness))
        return wm_cpu_device_fail(
            cpu, WM_E_UNSUPPORTED,
            "witness: binary32 for formats up to binary32, binary64 from binary32 on");
    return WM_OK;
}

wm_status wm_cpu_residual_run(wm_device *device, const wm_residual *residual,
                              wm_residual_result *results)
{
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    wm_status status = check(cpu, residual, results);
    if (status == WM_OK && residual->sets > 2 && cpu->blas.there)
        return wm_cpu_batch_run(cpu, residual, results);
    for (size_t set = 0; set < residual->sets && status == WM_OK; set++)
        status = run_set(cpu, residual, set, &results[set]);
    return status;
}
