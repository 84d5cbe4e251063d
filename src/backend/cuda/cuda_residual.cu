/* The Freivalds residual of a finished product and its row statistic (docs/formats/inputs.md
 * section 7).
 *
 * Three products with thin matrices, B X, C X and A (B X), then a verdict over the rows of C. The
 * kernels here support any shape and format, for one set of eight probes or 64 sets in one pass.
 * For one set of a float32 witness on large aligned matrices, cuda_residual_rows.cu reads each
 * matrix at memory speed. All sums have one order. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETS_AT_ONCE = 64 /* bounds the workspace */
};

static const double EPSILON = 1e-30; /* docs/formats/inputs.md section 7 */

/* A matrix of the thin products: rows x columns, stored as its transpose if `transposed`. */
typedef struct {
    const void *bytes;
    wm_format format;
    bool transposed;
    size_t rows, columns;
} operand;

/* out[set][i][p] = sum over j of M[i][j] X[set][j][p]. A block of 16 x 16 threads computes 64 rows
 * of eight sets; a block of 32 x 8 computes 32 rows of one set. DEPTH columns of M at a time pass
 * through shared memory. */
template <typename T, int SETS>
static __global__ void __launch_bounds__(BLOCK_SIZE)
    project(operand M, size_t sets, const T *X, T *out)
{
    enum {
        WIDTH = SETS * PROBES,
        ACROSS = SETS == 1 ? 8 : 16,
        DOWN = BLOCK_SIZE / ACROSS,
        EACH = SETS == 1 ? 1 : 4, /* rows, and columns, of a thread */
        ROWS = DOWN * EACH,
        DEPTH = SETS == 1 ? 32 : 16
    };
    __shared__ T m[DEPTH][ROWS + 1], x[DEPTH][WIDTH + 1];
    const size_t row = (size_t)blockIdx.x * ROWS, set = (size_t)blockIdx.y * SETS;
    const int across = (int)threadIdx.x % ACROSS, down = (int)threadIdx.x / ACROSS;
    T sums[EACH][EACH] = {};
    for (size_t depth = 0; depth < M.columns; depth += DEPTH) {
        for (int e = (int)threadIdx.x; e < ROWS * DEPTH; e += BLOCK_SIZE) {
            const int i = M.transposed ? e % ROWS : e / DEPTH,
                      l = M.transposed ? e / ROWS : e % DEPTH;
            const size_t at = row + (size_t)i, j = depth + (size_t)l;
            const size_t index = M.transposed ? j * M.rows + at : at * M.columns + j;
            m[l][i] =
                at < M.rows && j < M.columns ? load_element<T>(M.format, M.bytes, index) : (T)0;
        }
        for (int e = (int)threadIdx.x; e < WIDTH * DEPTH; e += BLOCK_SIZE) {
            const int p = e % PROBES, l = e / PROBES % DEPTH, s = e / (PROBES * DEPTH);
            const size_t j = depth + (size_t)l, which = set + (size_t)s;
            x[l][s * PROBES + p] = j < M.columns && which < sets
                                       ? X[(which * M.columns + j) * PROBES + (size_t)p]
                                       : (T)0;
        }
        __syncthreads();
        T part[EACH][EACH] = {}; /* short sums first: they round less than one long chain */
#pragma unroll
        for (int l = 0; l < DEPTH; l++)
#pragma unroll
            for (int i = 0; i < EACH; i++)
#pragma unroll
                for (int j = 0; j < EACH; j++)
                    part[i][j] = fma(m[l][down + i * DOWN], x[l][across + j * ACROSS], part[i][j]);
#pragma unroll
        for (int i = 0; i < EACH; i++)
#pragma unroll
            for (int j = 0; j < EACH; j++)
                sums[i][j] += part[i][j];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < EACH; i++)
#pragma unroll
        for (int j = 0; j < EACH; j++) {
            const size_t at = row + (size_t)(down + i * DOWN);
            const int wide = across + j * ACROSS;
            const size_t which = set + (size_t)(wide / PROBES);
            if (at < M.rows && which < sets)
                out[(which * M.rows + at) * PROBES + (size_t)(wide % PROBES)] = sums[i][j];
        }
}

/* The sum of squares of each row, one warp for each row. */
static __global__ void __launch_bounds__(BLOCK_SIZE) square_rows(operand M, double *norm)
{
    const size_t row = (size_t)blockIdx.x * BLOCK_WARPS + threadIdx.x / 32;
    if (row >= M.rows)
        return;
    double sum = 0;
    for (size_t j = threadIdx.x % 32; j < M.columns; j += 32) {
        const double value = load_element<double>(M.format, M.bytes, row * M.columns + j);
        sum = fma(value, value, sum);
    }
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        norm[row] = sum;
}

static __global__ void widen(const float *from, double *to, size_t count)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = from[i];
}

/* The result of some rows for one set. */
typedef struct {
    double difference, reference, statistic;
    uint64_t worst;    /* the first row with that statistic */
    uint64_t bad;      /* the first row with a number that is not finite; UINT64_MAX: none */
    uint64_t overflow; /* not 0: a row's norm overflowed although its projection did not */
} verdict;

static __device__ void merge_verdict(verdict *a, const verdict *b)
{
    a->difference = nan_max(a->difference, b->difference);
    a->reference = fmax(a->reference, b->reference);
    if (b->statistic > a->statistic || (b->statistic == a->statistic && b->worst < a->worst)) {
        a->statistic = b->statistic;
        a->worst = b->worst;
    }
    a->bad = b->bad < a->bad ? b->bad : a->bad;
    a->overflow |= b->overflow;
}

/* The block's result, by a fixed tree, into *out. */
static __device__ void merge_block(verdict mine, verdict *out)
{
    __shared__ verdict all[BLOCK_SIZE];
    all[threadIdx.x] = mine;
    for (unsigned half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            merge_verdict(&all[threadIdx.x], &all[threadIdx.x + half]);
    }
    if (threadIdx.x == 0)
        *out = all[0];
}

/* The s of the row statistic, and the least |C_i|^2 that it uses for a row. */
typedef struct {
    double scale, square;
} row_terms;

/* One row of one set. */
template <typename T>
static __device__ verdict judge_row(const T *AY, const T *CX, double norm, row_terms terms,
                                    uint64_t row)
{
    verdict v = {0, 0, 0, row, UINT64_MAX, 0};
    double squares = 0;
#pragma unroll
    for (int p = 0; p < PROBES; p++) {
        const double r = (double)(AY[p] - CX[p]), c = (double)CX[p];
        if (!isfinite(r) || !isfinite(c))
            v.bad = row;
        v.difference = nan_max(v.difference, fabs(r));
        v.reference = fmax(v.reference, fabs(c));
        squares = fma(r, r, squares);
    }
    v.overflow = v.bad == UINT64_MAX && !isfinite(norm);
    const double square = norm < terms.square ? terms.square : norm;
    v.statistic = squares / fma(PROBES * terms.scale * terms.scale, square, EPSILON);
    return v;
}

/* A grid of JUDGE_BLOCKS x sets. norm has one sum of squares for each row. */
template <typename T>
static __global__ void __launch_bounds__(BLOCK_SIZE)
    judge(const T *AY, const T *CX, const double *norm, size_t rows, row_terms terms,
          verdict *parts)
{
    const size_t set = blockIdx.y, stride = (size_t)gridDim.x * BLOCK_SIZE;
    verdict v = {0, 0, -1, UINT64_MAX, UINT64_MAX, 0};
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < rows; i += stride) {
        const size_t at = (set * rows + i) * PROBES;
        const verdict one = judge_row(AY + at, CX + at, norm[i], terms, i);
        merge_verdict(&v, &one);
    }
    merge_block(v, &parts[set * gridDim.x + blockIdx.x]);
}

static __global__ void __launch_bounds__(BLOCK_SIZE)
    merge_verdicts(const verdict *parts, int count, verdict *results)
{
    verdict v = {0, 0, -1, UINT64_MAX, UINT64_MAX, 0};
    for (int i = (int)threadIdx.x; i < count; i += BLOCK_SIZE)
        merge_verdict(&v, &parts[blockIdx.x * (unsigned)count + (unsigned)i]);
    merge_block(v, &results[blockIdx.x]);
}

enum { JUDGE_BLOCKS = 64 };

/* C X and A Y of one set, and the squares of C's rows, in parts. */
typedef struct {
    const float *AY, *CX, *squares;
    size_t a_parts, c_parts, rows;
} row_parts;

/* Adds the parts of one value in order; they are `stride` floats apart. */
static __device__ __forceinline__ float add_parts(const float *partial, size_t parts, size_t stride)
{
    float sum = 0;
#pragma unroll 8
    for (size_t part = 0; part < parts; part++)
        sum += partial[part * stride];
    return sum;
}

enum { JUDGED_ROWS = BLOCK_SIZE / PROBES, JUDGED_BLOCKS = 512 };

/* The result of the fast path, which goes to *result in the host's memory. A block adds up
 * JUDGED_ROWS rows at a time and its first warp judges them. The last block to finish merges.
 * `done`, which starts at zero, counts blocks. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    judge_parts(row_parts r, row_terms terms, verdict *parts, unsigned *done, verdict *result)
{
    __shared__ float AY[BLOCK_SIZE], CX[BLOCK_SIZE];
    __shared__ bool last;
    const size_t stride = r.rows * PROBES, thread = threadIdx.x;
    verdict v = {0, 0, -1, UINT64_MAX, UINT64_MAX, 0};
    for (size_t first = (size_t)blockIdx.x * JUDGED_ROWS; first < r.rows;
         first += (size_t)gridDim.x * JUDGED_ROWS) {
        const size_t row = first + thread;
        if (first * PROBES + thread < stride) {
            AY[thread] = add_parts(r.AY + first * PROBES + thread, r.a_parts, stride);
            CX[thread] = add_parts(r.CX + first * PROBES + thread, r.c_parts, stride);
        }
        __syncthreads();
        if (thread < JUDGED_ROWS && row < r.rows) {
            const verdict one =
                judge_row(AY + thread * PROBES, CX + thread * PROBES,
                          (double)add_parts(r.squares + row, r.c_parts, r.rows), terms, row);
            merge_verdict(&v, &one);
        }
        __syncthreads();
    }
    merge_block(v, &parts[blockIdx.x]);
    if (thread == 0) {
        __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;
    v = {0, 0, -1, UINT64_MAX, UINT64_MAX, 0};
    for (size_t i = thread; i < gridDim.x; i += BLOCK_SIZE)
        merge_verdict(&v, &parts[i]);
    merge_block(v, result);
}

/* The workspace of some sets, placed in the scratch memory. */
typedef struct {
    float *seeded; /* probes as binary32 */
    void *X, *Y, *CX, *AY;
    double *norm;
    float *parts_of[3]; /* the fast path: the products of B, C and A in parts */
    float *squares;     /* of C's rows, in parts */
    unsigned *peaks;    /* followed by a count of blocks */
    verdict *parts, *results;
} workspace;

/* The number of parts of the fast path's sums. */
typedef struct {
    size_t B, C, A;
} part_counts;

/* The next piece of `size` bytes. Without a base, only *at advances. */
static void *cut(char *base, size_t *at, size_t size)
{
    void *piece = base == NULL ? NULL : base + *at;
    *at += (size + 255) / 256 * 256;
    return piece;
}

/* Places the pieces; with a null base it only measures. */
static size_t lay_out(const wm_gemm *gemm, size_t sets, size_t element, const part_counts *parts,
                      char *base, workspace *w)
{
    size_t at = 0;
    const size_t wide = sets * PROBES;
    w->seeded = (float *)cut(base, &at, gemm->n * wide * sizeof(float));
    w->X = element == sizeof(float) ? w->seeded : cut(base, &at, gemm->n * wide * element);
    w->Y = cut(base, &at, gemm->k * wide * element);
    w->CX = cut(base, &at, gemm->m * wide * element);
    w->AY = cut(base, &at, gemm->m * wide * element);
    w->norm = (double *)cut(base, &at, gemm->m * sizeof(double));
    w->parts_of[0] = (float *)cut(base, &at, parts->B * gemm->k * PROBES * sizeof(float));
    w->parts_of[1] = (float *)cut(base, &at, parts->C * gemm->m * PROBES * sizeof(float));
    w->parts_of[2] = (float *)cut(base, &at, parts->A * gemm->m * PROBES * sizeof(float));
    w->squares = (float *)cut(base, &at, parts->C * gemm->m * sizeof(float));
    w->peaks = (unsigned *)cut(base, &at, (PROBES + 1) * sizeof(unsigned));
    const size_t judges = parts->A > 0 ? (size_t)JUDGED_BLOCKS : sets * JUDGE_BLOCKS;
    w->parts = (verdict *)cut(base, &at, judges * sizeof(verdict));
    w->results = (verdict *)cut(base, &at, sets * sizeof(verdict));
    return at;
}

template <typename T>
static void queue_project(wm_cuda *cuda, const operand *M, size_t sets, const void *X, void *out)
{
    if (sets == 1)
        project<T, 1><<<dim3((unsigned)((M->rows + 31) / 32), 1), BLOCK_SIZE, 0, cuda->stream>>>(
            *M, sets, (const T *)X, (T *)out);
    else
        project<T, 8><<<dim3((unsigned)((M->rows + 63) / 64), (unsigned)((sets + 7) / 8)),
                        BLOCK_SIZE, 0, cuda->stream>>>(*M, sets, (const T *)X, (T *)out);
}

/* The three operands of the residual, in reading order. */
typedef struct {
    operand B, C, A;
} matrices;

static matrices matrices_of(const wm_gemm *gemm)
{
    const bool transposed = gemm->layout == WM_LAYOUT_TN;
    const matrices all = {
        {gemm->B->bytes, gemm->operand_format, transposed, gemm->k, gemm->n},
        {gemm->C->bytes, gemm->output_format, false, gemm->m, gemm->n},
        {gemm->A->bytes, gemm->operand_format, false, gemm->m, gemm->k},
    };
    return all;
}

static row_terms terms_of(const wm_residual *residual)
{
    const row_terms terms = {residual->row_scale, residual->row_square};
    return terms;
}

template <typename T>
static void queue_general(wm_cuda *cuda, const matrices *all, const wm_residual *residual,
                          size_t sets, const workspace *w)
{
    queue_project<T>(cuda, &all->B, sets, w->X, w->Y);
    queue_project<T>(cuda, &all->C, sets, w->X, w->CX);
    square_rows<<<(unsigned)((all->C.rows + BLOCK_WARPS - 1) / BLOCK_WARPS), BLOCK_SIZE, 0,
                  cuda->stream>>>(all->C, w->norm);
    queue_project<T>(cuda, &all->A, sets, w->Y, w->AY);
    judge<T><<<dim3(JUDGE_BLOCKS, (unsigned)sets), BLOCK_SIZE, 0, cuda->stream>>>(
        (const T *)w->AY, (const T *)w->CX, w->norm, all->C.rows, terms_of(residual), w->parts);
    merge_verdicts<<<(unsigned)sets, BLOCK_SIZE, 0, cuda->stream>>>(w->parts, JUDGE_BLOCKS,
                                                                    w->results);
}

static bool stripe_takes(const operand *M)
{
    return wm_cuda_stripe_takes(M->format, M->transposed, M->rows, M->columns);
}

static size_t stripe_parts(const wm_cuda *cuda, const operand *M)
{
    return wm_cuda_stripe_parts(cuda, M->format, M->transposed, M->rows, M->columns);
}

static wm_cuda_stripe stripe_of(const operand *M, const void *X, float *partial,
                                wm_cuda_stripe_wait wait)
{
    const wm_cuda_stripe stripe = {M->bytes,         M->format, M->transposed, M->rows, M->columns,
                                   (const float *)X, NULL,      partial,       NULL,    wait};
    return stripe;
}

/* One set in float32, with each matrix read once. C does not depend on B's kernels, so it runs
 * while Y is added up. */
static wm_status queue_fast(wm_cuda *cuda, const matrices *all, const wm_residual *residual,
                            const part_counts *parts, const workspace *w)
{
    wm_cuda_stripe b = stripe_of(&all->B, w->X, w->parts_of[0], WM_CUDA_STRIPE_FIRST);
    wm_cuda_stripe c = stripe_of(&all->C, w->X, w->parts_of[1], WM_CUDA_STRIPE_SOON);
    wm_cuda_stripe a = stripe_of(&all->A, w->Y, w->parts_of[2], WM_CUDA_STRIPE_LAST);
    c.squares = w->squares;
    a.peaks = w->peaks;
    wm_status status = wm_cuda_stripe_run(cuda, &b);
    if (status == WM_OK)
        status = wm_cuda_stripe_add(cuda, w->parts_of[0], parts->B, all->B.rows, (float *)w->Y,
                                    w->peaks);
    if (status == WM_OK)
        status = wm_cuda_stripe_run(cuda, &c);
    if (status == WM_OK)
        status = wm_cuda_stripe_run(cuda, &a);
    if (status != WM_OK)
        return status;
    const row_parts rows = {w->parts_of[2], w->parts_of[1], w->squares,
                            parts->A,       parts->C,       all->C.rows};
    judge_parts<<<JUDGED_BLOCKS, BLOCK_SIZE, 0, cuda->stream>>>(
        rows, terms_of(residual), w->parts, w->peaks + PROBES, (verdict *)cuda->host);
    return WM_OK;
}

/* Makes the probes of the sets in binary32, widened if the witness is binary64. */
static wm_status make_probes(wm_cuda *cuda, const wm_residual *residual, size_t first, size_t sets,
                             const workspace *w)
{
    const size_t count = residual->gemm->n * PROBES;
    for (size_t i = 0; i < sets; i++) {
        const wm_status status = wm_cuda_fill_raw(cuda, w->seeded + i * count, WM_FORMAT_F32, count,
                                                  residual->seeds[first + i]);
        if (status != WM_OK)
            return status;
    }
    if (residual->witness == WM_FORMAT_F64)
        widen<<<(unsigned)((count * sets + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE, 0,
                cuda->stream>>>(w->seeded, (double *)w->X, count * sets);
    return WM_OK;
}

static void write_result(const verdict *v, wm_residual_result *result)
{
    const bool bad = v->bad != UINT64_MAX;
    result->difference_max = bad ? NAN : v->difference;
    result->reference_max = v->reference;
    result->row_statistic = bad ? NAN : v->statistic;
    result->worst_row = bad ? v->bad : v->worst;
}

/* Computes some sets at once. *again is set if the fast path could not decide. */
static wm_status run_sets(wm_cuda *cuda, const wm_residual *residual, size_t first, size_t sets,
                          bool fast, wm_residual_result *results, bool *again)
{
    const matrices all = matrices_of(residual->gemm);
    const size_t element = wm_format_size(residual->witness);
    part_counts parts = {0, 0, 0};
    workspace w;
    void *scratch;
    if (fast)
        parts = {stripe_parts(cuda, &all.B), stripe_parts(cuda, &all.C),
                 stripe_parts(cuda, &all.A)};
    wm_status status = wm_cuda_device_scratch(
        cuda, lay_out(residual->gemm, sets, element, &parts, NULL, &w), &scratch);
    if (status != WM_OK)
        return status;
    (void)lay_out(residual->gemm, sets, element, &parts, (char *)scratch, &w);
    if (fast)
        status = wm_cuda_device_check(
            cuda, cudaMemsetAsync(w.peaks, 0, (PROBES + 1) * sizeof(unsigned), cuda->stream),
            "residual");
    if (status == WM_OK)
        status = make_probes(cuda, residual, first, sets, &w);
    if (status == WM_OK && fast)
        status = queue_fast(cuda, &all, residual, &parts, &w);
    else if (status == WM_OK && residual->witness == WM_FORMAT_F64)
        queue_general<double>(cuda, &all, residual, sets, &w);
    else if (status == WM_OK)
        queue_general<float>(cuda, &all, residual, sets, &w);
    if (status == WM_OK)
        status = fast ? wm_cuda_device_wait(cuda, "residual")
                      : wm_cuda_device_fetch(cuda, w.results, sets * sizeof(verdict), "residual");
    if (status != WM_OK)
        return status;
    const verdict *found = (const verdict *)cuda->host;
    *again = fast && found[0].overflow != 0;
    for (size_t i = 0; i < sets && !*again; i++)
        write_result(&found[i], &results[first + i]);
    return WM_OK;
}

/* Computes all sets, as many at once as the workspace holds. */
static wm_status run_all(wm_cuda *cuda, const wm_residual *residual, wm_residual_result *results)
{
    const matrices all = matrices_of(residual->gemm);
    bool fast = residual->sets == 1 && residual->witness == WM_FORMAT_F32 && stripe_takes(&all.A) &&
                stripe_takes(&all.B) && stripe_takes(&all.C);
    wm_status status = WM_OK;
    for (size_t first = 0; first < residual->sets && status == WM_OK;) {
        const size_t left = residual->sets - first;
        const size_t sets = left < SETS_AT_ONCE ? left : (size_t)SETS_AT_ONCE;
        bool again = false;
        status = run_sets(cuda, residual, first, sets, fast, results, &again);
        fast = false;
        if (!again)
            first += sets;
    }
    return status;
}

wm_status wm_cuda_residual_run(wm_device *device, const wm_residual *residual,
                               wm_residual_result *results)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (residual == NULL || results == NULL || residual->sets == 0 || residual->seeds == NULL ||
        !(residual->row_scale > 0))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "residual: no product, no seeds, or no scale above 0");
    status = wm_cuda_gemm_check(cuda, residual->gemm);
    if (status != WM_OK)
        return status;
    if (!wm_product_takes_witness(residual->gemm, residual->witness))
        return wm_cuda_device_refuse(
            cuda, WM_E_UNSUPPORTED,
            "witness: binary32 for formats up to binary32, binary64 from binary32 on");
    /* On an error the caller's results do not change. */
    const size_t size = residual->sets * sizeof *results;
    wm_residual_result *found = (wm_residual_result *)malloc(size);
    if (found == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_NOMEM, "residual: no host memory");
    status = run_all(cuda, residual, found);
    if (status == WM_OK)
        memcpy(results, found, size);
    free(found);
    return status;
}
