/* The residual of many probe sets at once: a calibration's 64 sets are 512 probes, so each pass is a product for BLAS. */
#include "backend/cpu/cpu_judge.h"
#include "backend/cpu/cpu_probes.h"

#include <stdlib.h>

enum { ROWS = 256, PROBES = WM_BACKEND_PROBES };

/* X is n x width, Y is k x width, `panel` ROWS widened rows, r and cx ROWS x width. Numbers are binary32, or binary64 if wide. */
typedef struct {
    wm_cpu_device *cpu;
    const wm_residual *residual;
    bool wide;
    size_t size, width;
    uint8_t *X, *Y, *panel, *r, *cx;
} batch;

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void widen_row(const batch *job, wm_format format, const uint8_t *from, size_t count,
                      uint8_t *to)
{
    if (!job->wide) {
        job->cpu->kernels->to_f32(format, from, (float *)(void *)to, count);
        return;
    }
    double *wide = (double *)(void *)to;
    if (format == WM_FORMAT_F32)
        for (size_t i = 0; i < count; i++)
            wide[i] = (double)((const float *)(const void *)from)[i];
    else if (format == WM_FORMAT_I8)
        for (size_t i = 0; i < count; i++)
            wide[i] = (double)((const int8_t *)from)[i];
    else
        for (size_t i = 0; i < count; i++)
            wide[i] = (double)((const int32_t *)(const void *)from)[i];
}

/* Rows [first, first + count) of a matrix as the witness's numbers: in place if they are that already, else in the panel. */
static const void *widened(const batch *job, wm_format format, const wm_device_buffer *buffer,
                           size_t first, size_t count, size_t length)
{
    const size_t row_bytes = length * wm_format_size(format);
    const uint8_t *rows = buffer->bytes + first * row_bytes;
    if (format == (job->wide ? WM_FORMAT_F64 : WM_FORMAT_F32))
        return rows;
#pragma omp parallel for schedule(static) \
    num_threads(wm_cpu_device_threads(job->cpu, count *length))
    for (size_t r = 0; r < count; r++)
        widen_row(job, format, rows + r * row_bytes, length, job->panel + r * length * job->size);
    return job->panel;
}

/* out (rows x width) = left (rows x inner) right (inner x width); transposed: left is inner x rows, and out is added to. */
static void multiply(const batch *job, bool transposed, size_t rows, size_t inner, const void *left,
                     const void *right, void *out)
{
    const int m = (int)rows, n = (int)job->width, k = (int)inner, lda = transposed ? m : k;
    const int trans = transposed ? WM_CPU_BLAS_TRANS : WM_CPU_BLAS_NO_TRANS;
    if (job->wide)
        job->cpu->blas.dgemm(WM_CPU_BLAS_ROW_MAJOR, trans, WM_CPU_BLAS_NO_TRANS, m, n, k, 1, left,
                             lda, right, n, transposed ? 1 : 0, out, n);
    else
        job->cpu->blas.sgemm(WM_CPU_BLAS_ROW_MAJOR, trans, WM_CPU_BLAS_NO_TRANS, m, n, k, 1, left,
                             lda, right, n, transposed ? 1 : 0, out, n);
}

static void multiply_B(const batch *job)
{
    const wm_gemm *gemm = job->residual->gemm;
    const size_t row = job->width * job->size;
    if (gemm->layout == WM_LAYOUT_NN) {
        for (size_t l = 0; l < gemm->k; l += ROWS) {
            const size_t rows = smaller(gemm->k - l, ROWS);
            const void *B = widened(job, gemm->operand_format, gemm->B, l, rows, gemm->n);
            multiply(job, false, rows, gemm->n, B, job->X, job->Y + l * row);
        }
        return;
    }
    for (size_t i = 0; i < gemm->k * row; i++)
        job->Y[i] = 0;
    for (size_t j = 0; j < gemm->n; j += ROWS) {
        const size_t rows = smaller(gemm->n - j, ROWS);
        const void *B = widened(job, gemm->operand_format, gemm->B, j, rows, gemm->k);
        multiply(job, true, gemm->k, rows, B, job->X + j * row, job->Y);
    }
}

static double number(const batch *job, const void *numbers, size_t index)
{
    return job->wide ? ((const double *)numbers)[index] : (double)((const float *)numbers)[index];
}

/* The square of a row's norm, in eight partial sums. */
static double norm_of(const batch *job, const void *row, size_t length)
{
    double sums[8] = {0}, norm = 0;
    for (size_t j = 0; j < length; j++) {
        const double c = number(job, row, j);
        sums[j % 8] += c * c;
    }
    for (int i = 0; i < 8; i++)
        norm += sums[i];
    return norm;
}

/* Row `row` of the product, row `at` of the panels, judged for every set. */
static void judge_row(const batch *job, wm_cpu_judge *judges, size_t row, size_t at, double norm)
{
    for (size_t set = 0; set < job->residual->sets; set++) {
        double r[PROBES], cx[PROBES];
        for (size_t p = 0; p < PROBES; p++) {
            const size_t index = at * job->width + set * PROBES + p;
            cx[p] = number(job, job->cx, index);
            r[p] = number(job, job->r, index) - cx[p];
        }
        wm_cpu_judge_row(&judges[set], job->residual, row, r, cx, norm);
    }
}

static void judge_all(const batch *job, double norms[ROWS], wm_cpu_judge *judges)
{
    const wm_gemm *gemm = job->residual->gemm;
    for (size_t i = 0; i < gemm->m; i += ROWS) {
        const size_t rows = smaller(gemm->m - i, ROWS);
        const uint8_t *C = widened(job, gemm->output_format, gemm->C, i, rows, gemm->n);
        multiply(job, false, rows, gemm->n, C, job->X, job->cx);
#pragma omp parallel for schedule(static) \
    num_threads(wm_cpu_device_threads(job->cpu, rows * gemm->n))
        for (size_t t = 0; t < rows; t++)
            norms[t] = norm_of(job, C + t * gemm->n * job->size, gemm->n);
        const void *A = widened(job, gemm->operand_format, gemm->A, i, rows, gemm->k);
        multiply(job, false, rows, gemm->k, A, job->Y, job->r);
        for (size_t t = 0; t < rows; t++)
            judge_row(job, judges, i + t, t, norms[t]);
    }
}

wm_status wm_cpu_batch_run(wm_cpu_device *cpu, const wm_residual *residual,
                           wm_residual_result *results)
{
    const wm_gemm *gemm = residual->gemm;
    batch job = {.cpu = cpu, .residual = residual, .wide = residual->witness == WM_FORMAT_F64};
    job.size = job.wide ? sizeof(double) : sizeof(float);
    job.width = residual->sets * PROBES;
    const size_t row = job.width * job.size;
    const size_t longest = gemm->n > gemm->k ? gemm->n : gemm->k;
    const size_t rooms[5] = {gemm->n * row, gemm->k * row, ROWS * longest * job.size, ROWS * row,
                             ROWS * row};
    uint8_t **const places[5] = {&job.X, &job.Y, &job.panel, &job.r, &job.cx};
    uint8_t *room =
        wm_cpu_device_scratch(cpu, rooms[0] + rooms[1] + rooms[2] + rooms[3] + rooms[4]);
    wm_cpu_judge *judges = malloc(residual->sets * sizeof *judges);
    if (room == NULL || judges == NULL) {
        free(judges);
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the probe sets");
    }
    for (int i = 0; i < 5; room += rooms[i], i++)
        *places[i] = room;
    for (size_t set = 0; set < residual->sets; set++) {
        judges[set] = wm_cpu_judge_begin();
        wm_cpu_probes_draw(cpu, residual->seeds[set], gemm->n, job.wide, job.width,
                           job.X + set * PROBES * job.size);
    }
    double norms[ROWS];
    multiply_B(&job);
    judge_all(&job, norms, judges);
    for (size_t set = 0; set < residual->sets; set++)
        results[set] = wm_cpu_judge_end(&judges[set]);
    free(judges);
    return WM_OK;
}
