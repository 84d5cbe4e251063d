/* The residual of one probe set: B, C and A are read once each, B and C against one number a
 * column, A against 24 probes. */
#include "backend/cpu/cpu_device.h"
#include "backend/cpu/cpu_judge.h"
#include "backend/cpu/cpu_tiles.h"
#include "backend/product.h"

#include <math.h>
#include <string.h>

enum {
    ROWS = WM_CPU_KERNELS_ROWS,   /* rows that a thread takes at once */
    STRIP = WM_CPU_KERNELS_STRIP, /* columns of a transposed B that a thread takes at once */
    STRIP_ROWS = 96,              /* rows of a strip that are added at once */
    PROBES = WM_CPU_PROBES_COUNT
};

static wm_cpu_rows rows_of(wm_format format, const wm_device_buffer *buffer, size_t first,
                           size_t count, size_t length)
{
    const size_t row_bytes = length * wm_format_size(format);
    return (wm_cpu_rows){format, buffer->bytes + first * row_bytes, row_bytes, count, length};
}

/* A Y for at most ROWS rows, as binary64 for any witness format. `packed` is Y for tiles, or
 * null. */
static void dots(const wm_cpu_probes *probes, const uint8_t *packed, const wm_cpu_rows *rows,
                 const wm_cpu_rows *beside, double out[ROWS * PROBES])
{
    const wm_cpu_kernels *kernels = probes->cpu->kernels;
    if (probes->wide) {
        kernels->rows_dot_f64(rows, probes->Y, beside, out);
        return;
    }
    if (packed == NULL) {
        float narrow[ROWS * PROBES];
        kernels->rows_dot_f32(rows, probes->Y, beside, narrow);
        for (size_t i = 0; i < rows->row_count * PROBES; i++)
            out[i] = (double)narrow[i];
        return;
    }
    wm_cpu_rows part = *rows;
    for (size_t r = 0; r < rows->row_count; r += WM_CPU_TILES_ROWS) {
        part.rows = rows->rows + r * rows->row_bytes;
        part.row_count = wm_cpu_smaller(rows->row_count - r, WM_CPU_TILES_ROWS);
        kernels->tiles->rows_dot(&part, packed, out + r * PROBES);
    }
}

/* Y = B X for B k x n: row l of B gives element l of each Y. A row's result does not depend on its
 * thread, so a delayed thread may take fewer rows. */
static void multiply_rows(const wm_cpu_probes *probes, const wm_gemm *gemm)
{
#pragma omp parallel for schedule(guided, 2) \
    num_threads(wm_cpu_device_threads(probes->cpu, gemm->k * gemm->n))
    for (size_t l = 0; l < gemm->k; l += ROWS) {
        double out[ROWS * PROBES];
        const wm_cpu_rows rows =
            rows_of(gemm->operand_format, gemm->B, l, wm_cpu_smaller(gemm->k - l, ROWS), gemm->n);
        wm_cpu_probes_split(probes->cpu, probes->wide, &rows, probes->x, out, NULL);
        for (size_t r = 0; r < rows.row_count; r++)
            for (size_t p = 0; p < PROBES; p++)
                wm_cpu_probes_set_Y(probes, p, l + r, out[r * PROBES + p]);
    }
}

/* Y = B X for B stored n x k: a strip of columns at a time (half as many numbers of twice the
 * size). */
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
                kernels->rows_axpy_f64(&rows, j % PROBES, (const double *)probes->x + j, sums.wide,
                                       width);
            else
                kernels->rows_axpy_f32(&rows, j % PROBES, (const float *)probes->x + j, sums.narrow,
                                       width);
        }
        for (size_t p = 0; p < PROBES; p++)
            for (size_t c = 0; c < rows.length; c++)
                wm_cpu_probes_set_Y(probes, p, l + c,
                                    probes->wide ? sums.wide[p * width + c]
                                                 : (double)sums.narrow[p * width + c]);
    }
}

/* r = A Y - C X for a block of rows. A takes the arithmetic and C takes the memory's time: while A
 * is multiplied, the next block of C is fetched. */
static void judge_block(const wm_cpu_probes *probes, const uint8_t *packed, const wm_cpu_rule *rule,
                        wm_cpu_judge *judge, size_t first)
{
    const wm_gemm *gemm = rule->residual->gemm;
    const size_t count = wm_cpu_smaller(gemm->m - first, ROWS);
    const wm_cpu_rows A = rows_of(gemm->operand_format, gemm->A, first, count, gemm->k);
    const wm_cpu_rows C = rows_of(gemm->output_format, gemm->C, first, count, gemm->n);
    const wm_cpu_rows next = rows_of(gemm->output_format, gemm->C, first + count, count, gemm->n);
    double r[ROWS * PROBES], cx[ROWS * PROBES], roundings[ROWS * PROBES] = {0};
    double *sums = probes->sums + first / ROWS * 2;
    wm_cpu_probes_split(probes->cpu, probes->wide, &C, probes->x, cx,
                        rule->residual->has_gap ? roundings : NULL);
    dots(probes, packed, &A, &next, r);
    sums[0] = sums[1] = 0;
    for (size_t e = 0; e < count * PROBES; e++)
        r[e] -= cx[e];
    for (size_t p = rule->probes; p < PROBES; p++)
        for (size_t t = 0; t < count; t++)
            r[t * PROBES + p] = 0; /* empty: an infinity in A would make it NaN */
    for (size_t t = 0; t < count; t++) {
        const wm_cpu_judged one = {r + t * PROBES, cx + t * PROBES, roundings + t * PROBES};
        wm_cpu_judge_row(judge, rule, first + t, &one, probes->x, sums);
    }
}

static wm_cpu_judge judge_rows(const wm_cpu_probes *probes, const wm_cpu_rule *rule)
{
    const wm_gemm *gemm = rule->residual->gemm;
    const uint8_t *packed = wm_cpu_probes_pack_Y(probes, gemm->operand_format, gemm->k);
    wm_cpu_judge all = wm_cpu_judge_begin();
#pragma omp parallel num_threads(wm_cpu_device_threads(probes->cpu, gemm->m *(gemm->k + gemm->n)))
    {
        wm_cpu_judge seen = wm_cpu_judge_begin();
#pragma omp for schedule(guided, 2)
        for (size_t i = 0; i < gemm->m; i += ROWS)
            judge_block(probes, packed, rule, &seen, i);
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
    const size_t blocks = (gemm->m - 1) / ROWS + 1;
    const wm_status status = wm_cpu_probes_make(&probes, cpu, residual, set, blocks);
    if (status != WM_OK)
        return status;
    if (gemm->layout == WM_LAYOUT_NN)
        multiply_rows(&probes, gemm);
    else
        multiply_strips(&probes, gemm);
    const wm_cpu_rule rule = wm_cpu_judge_rule(residual, probes.x);
    const wm_cpu_judge judge = judge_rows(&probes, &rule);
    *result = wm_cpu_judge_end(&judge, &rule, probes.sums, blocks, 2);
    return WM_OK;
}

/* Whether the row test's numbers can be used. */
static bool has_terms(const wm_residual *residual)
{
    return isfinite(residual->least_square) && residual->least_square > 0 &&
           isfinite(residual->gap_scale) && residual->gap_scale >= 0 &&
           !(residual->has_gap && residual->gemm->output_format == WM_FORMAT_I32);
}

static wm_status check(wm_cpu_device *cpu, const wm_residual *residual,
                       const wm_residual_result *results)
{
    if (cpu == NULL || residual == NULL || results == NULL || residual->gemm == NULL ||
        residual->sets == 0 || residual->seeds == NULL || !has_terms(residual))
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
