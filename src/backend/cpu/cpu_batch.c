/* The residual of many probe sets at once. A calibration's 64 sets are 512 probes, so rows become
 * products for BLAS.
 *
 * A BLAS that divides a product over threads chooses a row's kernel by their number, and kernels
 * sum in different orders. So each thread here takes blocks of rows of a fixed size and multiplies
 * them with one BLAS thread. A record's calibration then has the same bits for any number of
 * processors. */
#include "backend/cpu/cpu_judge.h"
#include "backend/cpu/cpu_probes.h"

#include <omp.h>
#include <stdlib.h>

/* A block of rows is processed DEPTH elements of the sum at a time. As the witness's numbers they
 * fit the second-level cache. */
enum { ROWS = 256, DEPTH = 512, PROBES = WM_TABLES_PROBE_COLUMNS };

/* X is n x width, Y is k x width. Numbers are binary32, or binary64 if wide. */
typedef struct {
    wm_cpu_device *cpu;
    const wm_residual *residual;
    bool wide;
    size_t size, width;
    uint8_t *X, *Y;
} batch;

/* A thread's memory: a widened tile of ROWS x DEPTH, and r and cx of ROWS x width. */
typedef struct {
    uint8_t *tile, *r, *cx;
} desk;

/* A matrix to multiply with probes: rows x inner, stored by row, or by column if transposed. */
typedef struct {
    wm_format format;
    const uint8_t *bytes;
    size_t rows, inner;
    bool transposed;
} matrix;

/* Part of a matrix as the witness's numbers, in the matrix's storage order; `stride` is the
 * distance of rows (or columns) in memory. */
typedef struct {
    const uint8_t *numbers;
    size_t stride;
} part;

static void widen(const batch *job, wm_format format, const uint8_t *from, size_t count,
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

/* Rows [first, first + rows), elements [at, at + depth) of their sums: in place if they have the
 * witness's format, else in the tile. */
static part widened(const batch *job, const matrix *M, size_t first, size_t rows, size_t at,
                    size_t depth, uint8_t *tile)
{
    const size_t size = wm_format_size(M->format);
    const size_t length = M->transposed ? M->rows : M->inner;
    const size_t lines = M->transposed ? depth : rows, count = M->transposed ? rows : depth;
    const uint8_t *from =
        M->bytes + (M->transposed ? at * length + first : first * length + at) * size;
    if (M->format == (job->wide ? WM_FORMAT_F64 : WM_FORMAT_F32))
        return (part){from, length};
    for (size_t l = 0; l < lines; l++)
        widen(job, M->format, from + l * length * size, count, tile + l * count * job->size);
    return (part){tile, count};
}

/* out (rows x width) = left (rows x depth) right (depth x width), or added to out. */
static void multiply(const batch *job, bool transposed, size_t rows, size_t depth, part left,
                     const void *right, bool adds, void *out)
{
    const int m = (int)rows, n = (int)job->width, k = (int)depth, lda = (int)left.stride;
    const int trans = transposed ? WM_CPU_BLAS_TRANS : WM_CPU_BLAS_NO_TRANS;
    if (job->wide)
        job->cpu->blas.dgemm(WM_CPU_BLAS_ROW_MAJOR, trans, WM_CPU_BLAS_NO_TRANS, m, n, k, 1,
                             (const double *)(const void *)left.numbers, lda, right, n,
                             adds ? 1 : 0, out, n);
    else
        job->cpu->blas.sgemm(WM_CPU_BLAS_ROW_MAJOR, trans, WM_CPU_BLAS_NO_TRANS, m, n, k, 1,
                             (const float *)(const void *)left.numbers, lda, right, n, adds ? 1 : 0,
                             out, n);
}

static double number(const batch *job, const void *numbers, size_t index)
{
    return job->wide ? ((const double *)numbers)[index] : (double)((const float *)numbers)[index];
}

/* The sum of the squares of `count` numbers, in eight partial sums. */
static double squares_of(const batch *job, const uint8_t *numbers, size_t count)
{
    double sums[8] = {0}, all = 0;
    for (size_t j = 0; j < count; j++) {
        const double c = number(job, numbers, j);
        sums[j % 8] += c * c;
    }
    for (int i = 0; i < 8; i++)
        all += sums[i];
    return all;
}

/* out (rows x width) = rows [first, first + rows) of M times `right`. norms gets the squares of
 * those rows' norms, or is null. */
static void project(const batch *job, const matrix *M, size_t first, size_t rows,
                    const uint8_t *right, uint8_t *tile, uint8_t *out, double *norms)
{
    for (size_t at = 0; at < M->inner; at += DEPTH) {
        const size_t depth = wm_cpu_smaller(M->inner - at, DEPTH);
        const part left = widened(job, M, first, rows, at, depth, tile);
        multiply(job, M->transposed, rows, depth, left, right + at * job->width * job->size, at > 0,
                 out);
        for (size_t t = 0; norms != NULL && t < rows; t++)
            norms[t] = (at > 0 ? norms[t] : 0) +
                       squares_of(job, left.numbers + t * left.stride * job->size, depth);
    }
}

/* Judges row `row` of the product, which is row `at` of the desk, for every set. */
static void judge_row(const batch *job, const desk *own, wm_cpu_judge *judges, size_t row,
                      size_t at, double norm)
{
    for (size_t set = 0; set < job->residual->sets; set++) {
        double r[PROBES], cx[PROBES];
        for (size_t p = 0; p < PROBES; p++) {
            const size_t index = at * job->width + set * PROBES + p;
            cx[p] = number(job, own->cx, index);
            r[p] = number(job, own->r, index) - cx[p];
        }
        wm_cpu_judge_row(&judges[set], job->residual, row, r, cx, norm);
    }
}

/* Rows [first, first + rows) of the product. */
static void judge_block(const batch *job, const desk *own, wm_cpu_judge *judges, size_t first,
                        size_t rows)
{
    const wm_gemm *gemm = job->residual->gemm;
    const matrix C = {gemm->output_format, gemm->C->bytes, gemm->m, gemm->n, false};
    const matrix A = {gemm->operand_format, gemm->A->bytes, gemm->m, gemm->k, false};
    double norms[ROWS];
    project(job, &C, first, rows, job->X, own->tile, own->cx, norms);
    project(job, &A, first, rows, job->Y, own->tile, own->r, NULL);
    for (size_t t = 0; t < rows; t++)
        judge_row(job, own, judges, first + t, t, norms[t]);
}

/* Y = B X, then every row of the product. Each thread has one desk, and one judge for each set. */
static void run(const batch *job, int threads, const desk *desks, wm_cpu_judge *judges)
{
    const wm_gemm *gemm = job->residual->gemm;
    const matrix B = {gemm->operand_format, gemm->B->bytes, gemm->k, gemm->n,
                      gemm->layout != WM_LAYOUT_NN};
    const size_t row = job->width * job->size;
#pragma omp parallel num_threads(threads)
    {
        const desk *own = &desks[omp_get_thread_num()];
        wm_cpu_judge *seen = &judges[(size_t)omp_get_thread_num() * job->residual->sets];
#pragma omp critical
        job->cpu->blas.set_threads(1); /* an OpenMP build applies it to the calling thread alone */
#pragma omp for schedule(dynamic)
        for (size_t l = 0; l < gemm->k; l += ROWS)
            project(job, &B, l, wm_cpu_smaller(gemm->k - l, ROWS), job->X, own->tile,
                    job->Y + l * row, NULL);
#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < gemm->m; i += ROWS)
            judge_block(job, own, seen, i, wm_cpu_smaller(gemm->m - i, ROWS));
    }
    job->cpu->blas.set_threads(job->cpu->threads);
}

/* Places the probes and then the threads' desks in the scratch memory; false if there is not
 * enough. */
static bool lay_out(batch *job, int threads, desk *desks)
{
    const wm_gemm *gemm = job->residual->gemm;
    const size_t row = job->width * job->size, tile = ROWS * DEPTH * job->size;
    uint8_t *room = wm_cpu_device_scratch(job->cpu, (gemm->n + gemm->k) * row +
                                                        (size_t)threads * (tile + 2 * ROWS * row));
    if (room == NULL)
        return false;
    job->X = room;
    job->Y = room + gemm->n * row;
    room = job->Y + gemm->k * row;
    for (int t = 0; t < threads; t++, room += tile + 2 * ROWS * row)
        desks[t] = (desk){room, room + tile, room + tile + ROWS * row};
    for (size_t set = 0; set < job->residual->sets; set++)
        wm_cpu_probes_draw(job->cpu, job->residual->seeds[set], gemm->n, job->wide, job->width,
                           job->X + set * PROBES * job->size);
    return true;
}

wm_status wm_cpu_batch_run(wm_cpu_device *cpu, const wm_residual *residual,
                           wm_residual_result *results)
{
    const wm_gemm *gemm = residual->gemm;
    const int threads = wm_cpu_device_threads(
        cpu, (gemm->k * gemm->n + gemm->m * (gemm->k + gemm->n)) * residual->sets);
    batch job = {.cpu = cpu, .residual = residual, .wide = residual->witness == WM_FORMAT_F64};
    job.size = job.wide ? sizeof(double) : sizeof(float);
    job.width = residual->sets * PROBES;
    const size_t judge_count = (size_t)threads * residual->sets;
    desk *desks = malloc((size_t)threads * sizeof *desks);
    wm_cpu_judge *judges = malloc(judge_count * sizeof *judges);
    wm_status status = WM_OK;
    for (size_t j = 0; judges != NULL && j < judge_count; j++)
        judges[j] = wm_cpu_judge_begin();
    if (judges == NULL || desks == NULL || !lay_out(&job, threads, desks))
        status = wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the probe sets");
    else
        run(&job, threads, desks, judges);
    for (size_t j = residual->sets; status == WM_OK && j < judge_count; j++)
        wm_cpu_judge_join(&judges[j % residual->sets], &judges[j]);
    for (size_t set = 0; status == WM_OK && set < residual->sets; set++)
        results[set] = wm_cpu_judge_end(&judges[set]);
    free(judges);
    free(desks);
    return status;
}
