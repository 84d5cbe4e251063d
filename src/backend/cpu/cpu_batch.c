/* The residual of many probe sets at once. A calibration's 21 sets are 504 probes, so A Y becomes a
 * product for BLAS. B X and C X have one number a column and set, and are summed directly.
 *
 * A BLAS that divides a product over threads chooses a row's kernel by their number, and kernels
 * sum in different orders. So each thread here takes blocks of rows of a fixed size and multiplies
 * them with one BLAS thread. A record's calibration then has the same bits for any number of
 * processors. */
#include "backend/cpu/cpu_judge.h"
#include "backend/cpu/cpu_probes.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* A block of rows of A is processed DEPTH elements of the sum at a time. As the witness's numbers
 * they fit the second-level cache, as do FEW rows of B or C for all sets, and a strip of a
 * transposed B with the sums of all sets. */
enum {
    ROWS = 256,
    DEPTH = 512,
    FEW = 8,
    STRIP_BYTES = 1024,
    STRIP_ROWS = 96,
    PROBES = WM_CPU_PROBES_COUNT
};

/* x is sets x entries, Y is k x width. Numbers are binary32, or binary64 if wide. `sums` has two
 * numbers for each set of each block of rows. */
typedef struct {
    wm_cpu_device *cpu;
    const wm_residual *residual;
    const wm_cpu_rule *rules;
    bool wide;
    size_t size, width, entries;
    uint8_t *x, *Y;
    double *sums;
} batch;

/* A thread's memory: a widened tile of A, or of a strip of B with the sums of all sets behind it;
 * r of ROWS x width. */
typedef struct {
    uint8_t *tile, *r;
} desk;

static void widen(const batch *job, wm_format format, const uint8_t *from, size_t count,
                  uint8_t *to)
{
    if (!job->wide) {
        job->cpu->kernels->to_f32(format, from, (float *)(void *)to, count);
        return;
    }
    double *wide = (double *)(void *)to;
    if (format == WM_FORMAT_F64)
        memcpy(wide, from, count * sizeof *wide);
    else if (format == WM_FORMAT_F32)
        for (size_t i = 0; i < count; i++)
            wide[i] = (double)((const float *)(const void *)from)[i];
    else
        for (size_t i = 0; i < count; i++)
            wide[i] = (double)((const int8_t *)from)[i];
}

/* Part of A as the witness's numbers; `stride` is the distance of rows in memory. */
typedef struct {
    const uint8_t *numbers;
    size_t stride;
} part;

/* Rows [first, first + rows), elements [at, at + depth) of their sums: in place if they have the
 * witness's format, else in the tile. */
static part widened(const batch *job, size_t first, size_t rows, size_t at, size_t depth,
                    uint8_t *tile)
{
    const wm_gemm *gemm = job->residual->gemm;
    const size_t size = wm_format_size(gemm->operand_format);
    const uint8_t *from = gemm->A->bytes + (first * gemm->k + at) * size;
    if (gemm->operand_format == (job->wide ? WM_FORMAT_F64 : WM_FORMAT_F32))
        return (part){from, gemm->k};
    for (size_t t = 0; t < rows; t++)
        widen(job, gemm->operand_format, from + t * gemm->k * size, depth,
              tile + t * depth * job->size);
    return (part){tile, depth};
}

/* out (rows x width) = left (rows x depth) right (depth x width), or added to out. */
static void multiply(const batch *job, size_t rows, size_t depth, part left, const void *right,
                     bool adds, void *out)
{
    const int m = (int)rows, n = (int)job->width, k = (int)depth, lda = (int)left.stride;
    if (job->wide)
        job->cpu->blas.dgemm(WM_CPU_BLAS_ROW_MAJOR, WM_CPU_BLAS_NO_TRANS, WM_CPU_BLAS_NO_TRANS, m,
                             n, k, 1, (const double *)(const void *)left.numbers, lda, right, n,
                             adds ? 1 : 0, out, n);
    else
        job->cpu->blas.sgemm(WM_CPU_BLAS_ROW_MAJOR, WM_CPU_BLAS_NO_TRANS, WM_CPU_BLAS_NO_TRANS, m,
                             n, k, 1, (const float *)(const void *)left.numbers, lda, right, n,
                             adds ? 1 : 0, out, n);
}

static double number(const batch *job, const uint8_t *numbers, size_t index)
{
    return job->wide ? ((const double *)(const void *)numbers)[index]
                     : (double)((const float *)(const void *)numbers)[index];
}

static const void *entries_of(const batch *job, size_t set)
{
    return job->x + set * job->entries * job->size;
}

/* A few rows of Y = B X for B k x n. */
static void multiply_rows(const batch *job, size_t first, size_t count)
{
    const wm_gemm *gemm = job->residual->gemm;
    const size_t row_bytes = gemm->n * wm_format_size(gemm->operand_format);
    const wm_cpu_rows rows = {gemm->operand_format, gemm->B->bytes + first * row_bytes, row_bytes,
                              count, gemm->n};
    for (size_t set = 0; set < job->residual->sets; set++) {
        double out[FEW * PROBES];
        wm_cpu_probes_split(job->cpu, job->wide, &rows, entries_of(job, set), out, NULL);
        for (size_t t = 0; t < count; t++)
            for (size_t p = 0; p < PROBES; p++)
                wm_cpu_probes_set(job->Y, job->wide, (first + t) * job->width + set * PROBES + p,
                                  out[t * PROBES + p]);
    }
}

/* Adds `count` rows of a strip of B, which are in the tile, to the sums of every set. */
static void add_rows(const batch *job, const wm_cpu_rows *rows, size_t first, uint8_t *sums,
                     size_t strip)
{
    const wm_cpu_kernels *kernels = job->cpu->kernels;
    for (size_t set = 0; set < job->residual->sets; set++) {
        const uint8_t *x = (const uint8_t *)entries_of(job, set) + first * job->size;
        void *to = sums + set * PROBES * STRIP_BYTES;
        if (job->wide)
            kernels->rows_axpy_f64(rows, first % PROBES, (const double *)(const void *)x, to,
                                   strip);
        else
            kernels->rows_axpy_f32(rows, first % PROBES, (const float *)(const void *)x, to, strip);
    }
}

/* The rows [at, at + count) of Y = B X for B stored n x k: a strip of B's columns. */
static void multiply_strip(const batch *job, const desk *own, size_t at, size_t count)
{
    const wm_gemm *gemm = job->residual->gemm;
    const size_t strip = STRIP_BYTES / job->size, from_size = wm_format_size(gemm->operand_format);
    uint8_t *sums = own->tile + STRIP_ROWS * STRIP_BYTES;
    memset(sums, 0, job->width * STRIP_BYTES);
    for (size_t j = 0; j < gemm->n; j += STRIP_ROWS) {
        const wm_cpu_rows rows = {job->wide ? WM_FORMAT_F64 : WM_FORMAT_F32, own->tile, STRIP_BYTES,
                                  wm_cpu_smaller(gemm->n - j, STRIP_ROWS), count};
        for (size_t t = 0; t < rows.row_count; t++)
            widen(job, gemm->operand_format, gemm->B->bytes + ((j + t) * gemm->k + at) * from_size,
                  count, own->tile + t * STRIP_BYTES);
        add_rows(job, &rows, j, sums, strip);
    }
    for (size_t l = 0; l < count; l++)
        for (size_t p = 0; p < job->width; p++)
            memcpy(job->Y + ((at + l) * job->width + p) * job->size,
                   sums + (p * strip + l) * job->size, job->size);
}

/* r (rows x width) = rows [first, first + rows) of A times Y. */
static void multiply_A(const batch *job, const desk *own, size_t first, size_t rows)
{
    const size_t k = job->residual->gemm->k;
    for (size_t at = 0; at < k; at += DEPTH) {
        const size_t depth = wm_cpu_smaller(k - at, DEPTH);
        const part left = widened(job, first, rows, at, depth, own->tile);
        multiply(job, rows, depth, left, job->Y + at * job->width * job->size, at > 0, own->r);
    }
}

/* Judges a few rows of the product, from row `at` of the desk on, under one set. */
static void judge_few(const batch *job, const desk *own, wm_cpu_judge *judge, size_t set,
                      const wm_cpu_rows *C, size_t first, size_t at)
{
    const wm_cpu_rule *rule = &job->rules[set];
    const void *x = entries_of(job, set);
    double *sums = job->sums + (first / ROWS * job->residual->sets + set) * 2;
    double cx[FEW * PROBES], roundings[FEW * PROBES] = {0};
    wm_cpu_probes_split(job->cpu, job->wide, C, x, cx, job->residual->has_gap ? roundings : NULL);
    for (size_t t = 0; t < C->row_count; t++) {
        double r[PROBES] = {0};
        const wm_cpu_judged one = {r, cx + t * PROBES, roundings + t * PROBES};
        for (size_t p = 0; p < rule->probes; p++)
            r[p] =
                number(job, own->r, (at + t) * job->width + set * PROBES + p) - cx[t * PROBES + p];
        wm_cpu_judge_row(judge, rule, first + t, &one, x, sums);
    }
}

/* Rows [first, first + rows) of the product. */
static void judge_block(const batch *job, const desk *own, wm_cpu_judge *judges, size_t first,
                        size_t rows)
{
    const wm_gemm *gemm = job->residual->gemm;
    const size_t row_bytes = gemm->n * wm_format_size(gemm->output_format);
    multiply_A(job, own, first, rows);
    for (size_t at = 0; at < rows; at += FEW) {
        const wm_cpu_rows C = {gemm->output_format, gemm->C->bytes + (first + at) * row_bytes,
                               row_bytes, wm_cpu_smaller(rows - at, FEW), gemm->n};
        for (size_t set = 0; set < job->residual->sets; set++)
            judge_few(job, own, &judges[set], set, &C, first + at, at);
    }
}

/* Y = B X, then every row of the product. Each thread has one desk, and one judge for each set. */
static void run(const batch *job, int threads, const desk *desks, wm_cpu_judge *judges)
{
    const wm_gemm *gemm = job->residual->gemm;
    const bool is_transposed = gemm->layout != WM_LAYOUT_NN;
    const size_t step = is_transposed ? STRIP_BYTES / job->size : FEW;
#pragma omp parallel num_threads(threads)
    {
        const desk *own = &desks[omp_get_thread_num()];
        wm_cpu_judge *seen = &judges[(size_t)omp_get_thread_num() * job->residual->sets];
#pragma omp critical
        job->cpu->blas.set_threads(1); /* an OpenMP build applies it to the calling thread alone */
#pragma omp for schedule(dynamic)
        for (size_t l = 0; l < gemm->k; l += step)
            if (is_transposed)
                multiply_strip(job, own, l, wm_cpu_smaller(gemm->k - l, step));
            else
                multiply_rows(job, l, wm_cpu_smaller(gemm->k - l, step));
#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < gemm->m; i += ROWS)
            judge_block(job, own, seen, i, wm_cpu_smaller(gemm->m - i, ROWS));
    }
    job->cpu->blas.set_threads(job->cpu->threads);
}

static size_t blocks_of(const batch *job)
{
    return (job->residual->gemm->m - 1) / ROWS + 1;
}

/* Places the probes and then the threads' desks in the scratch memory; false if there is not
 * enough. */
static bool lay_out(batch *job, int threads, desk *desks)
{
    const wm_gemm *gemm = job->residual->gemm;
    const size_t sets = job->residual->sets, row = job->width * job->size;
    const size_t strip = (STRIP_ROWS + job->width) * STRIP_BYTES;
    const size_t tile = ROWS * DEPTH * job->size > strip ? ROWS * DEPTH * job->size : strip;
    const size_t x_bytes = sets * job->entries * job->size;
    const size_t sums_bytes = blocks_of(job) * sets * 2 * sizeof(double);
    uint8_t *room = wm_cpu_device_scratch(job->cpu, x_bytes + sums_bytes + gemm->k * row +
                                                        (size_t)threads * (tile + ROWS * row));
    if (room == NULL)
        return false;
    job->x = room;
    job->sums = (double *)(void *)(room + x_bytes);
    memset(job->sums, 0, sums_bytes);
    job->Y = room + x_bytes + sums_bytes;
    room = job->Y + gemm->k * row;
    for (int t = 0; t < threads; t++, room += tile + ROWS * row)
        desks[t] = (desk){room, room + tile};
    for (size_t set = 0; set < sets; set++)
        wm_cpu_probes_draw(job->cpu, job->residual->seeds[set], gemm->n, job->wide,
                           job->x + set * job->entries * job->size);
    return true;
}

/* Runs the laid out job and joins the threads' judges. */
static void run_all(batch *job, int threads, const desk *desks, wm_cpu_judge *judges,
                    wm_cpu_rule *rules, wm_residual_result *results)
{
    const size_t sets = job->residual->sets;
    for (size_t set = 0; set < sets; set++)
        rules[set] = wm_cpu_judge_rule(job->residual, entries_of(job, set));
    for (size_t j = 0; j < (size_t)threads * sets; j++)
        judges[j] = wm_cpu_judge_begin();
    job->rules = rules;
    run(job, threads, desks, judges);
    for (size_t j = sets; j < (size_t)threads * sets; j++)
        wm_cpu_judge_join(&judges[j % sets], &judges[j]);
    for (size_t set = 0; set < sets; set++)
        results[set] = wm_cpu_judge_end(&judges[set], &rules[set], job->sums + 2 * set,
                                        blocks_of(job), 2 * sets);
}

wm_status wm_cpu_batch_run(wm_cpu_device *cpu, const wm_residual *residual,
                           wm_residual_result *results)
{
    const wm_gemm *gemm = residual->gemm;
    const size_t sets = residual->sets;
    const int threads =
        wm_cpu_device_threads(cpu, (gemm->k * gemm->n + gemm->m * (gemm->k + gemm->n)) * sets);
    batch job = {.cpu = cpu, .residual = residual, .wide = residual->witness == WM_FORMAT_F64};
    job.size = job.wide ? sizeof(double) : sizeof(float);
    job.width = sets * PROBES;
    job.entries = wm_cpu_probes_entries(gemm->n);
    desk *desks = malloc((size_t)threads * sizeof *desks);
    wm_cpu_judge *judges = malloc((size_t)threads * sets * sizeof *judges);
    wm_cpu_rule *rules = malloc(sets * sizeof *rules);
    wm_status status = WM_OK;
    if (judges == NULL || desks == NULL || rules == NULL || !lay_out(&job, threads, desks))
        status = wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the probe sets");
    else
        run_all(&job, threads, desks, judges, rules, results);
    free(rules);
    free(judges);
    free(desks);
    return status;
}
