/* The verdict over C X, A Y and the rounding of C: maxima, the row test's statistic, and the two
 * sums of statistic G. */
#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_residual.h"

#include <math.h>

enum { ROW_PLACES = 32 }; /* of a row in wm_cuda_verdict.worst */

/* float32's sums of x^2 gap^2 are right between these. */
static const double ROUNDING_LEAST = 0x1p-80, ROUNDING_MOST = 0x1p120;

typedef struct {
    wm_cuda_judged of;
    double gap_scale, least_square;
} judged;

static __device__ wm_cuda_verdict no_verdict(void)
{
    const wm_cuda_verdict v = {0, 0, -1, 0, 0, 0, UINT64_MAX, UINT64_MAX, 0};
    return v;
}

static __device__ void merge_verdict(wm_cuda_verdict *a, const wm_cuda_verdict *b)
{
    a->difference = fmax(a->difference, b->difference);
    a->reference = fmax(a->reference, b->reference);
    a->residual_squares += b->residual_squares;
    a->rounding_squares += b->rounding_squares;
    if (b->statistic > a->statistic || (b->statistic == a->statistic && b->worst < a->worst)) {
        a->statistic = b->statistic;
        a->worst = b->worst;
    }
    a->bad = b->bad < a->bad ? b->bad : a->bad;
    a->again |= b->again;
}

/* The block's result, by a fixed tree. */
static __device__ wm_cuda_verdict merge_block(const wm_cuda_verdict &mine)
{
    __shared__ wm_cuda_verdict all[BLOCK_SIZE];
    all[threadIdx.x] = mine;
    for (unsigned half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            merge_verdict(&all[threadIdx.x], &all[threadIdx.x + half]);
    }
    __syncthreads();
    return all[0];
}

/* Adds the parts of one value in order; they are `stride` apart. */
template <typename T>
static __device__ __forceinline__ T add_parts(const T *partial, size_t parts, size_t stride)
{
    T sum = 0;
#pragma unroll 8
    for (size_t part = 0; part < parts; part++)
        sum += partial[part * stride];
    return sum;
}

/* Adds one row under one probe. `rounding` is the sum of x^2 gap^2, `square` X2. */
static __device__ __forceinline__ void judge_one(const judged &j, double r, double c,
                                                 double rounding, double square, size_t row,
                                                 size_t p, wm_cuda_verdict *v)
{
    const double V = rounding / 12;
    const double statistic = r * r / fmax(j.gap_scale * V, j.least_square * square);
    if (!isfinite(r) || !isfinite(c) || !isfinite(V) || !isfinite(statistic))
        v->bad = row < v->bad ? row : v->bad;
    v->difference = fmax(v->difference, fabs(r));
    v->reference = fmax(v->reference, fabs(c));
    v->residual_squares = fma(r, r, v->residual_squares);
    v->rounding_squares += V;
    const uint64_t place = (uint64_t)row * ROW_PLACES + p;
    if (statistic > v->statistic || (statistic == v->statistic && place < v->worst)) {
        v->statistic = statistic;
        v->worst = place;
    }
}

/* Rows of the block, for all probes that are not empty. T is the witness's format, V that of the
 * roundings. */
template <typename T, typename V>
static __device__ wm_cuda_verdict judge_rows(const judged &j, size_t set)
{
    const wm_cuda_judged &of = j.of;
    const size_t probes = of.columns < PROBES ? of.columns : PROBES;
    const size_t one = PROBES * of.rows, stride = of.sets * one;
    const T *AY = (const T *)of.AY + set * one, *CX = (const T *)of.CX + set * one;
    const V *rounding = (const V *)of.rounding + set * one;
    wm_cuda_verdict v = no_verdict();
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < probes * of.rows;
         i += (size_t)gridDim.x * BLOCK_SIZE) {
        const size_t p = i / of.rows, row = i - p * of.rows;
        const T c = add_parts(CX + i, of.c_parts, stride);
        const T r = add_parts(AY + i, of.a_parts, stride) - c;
        const double square = (double)of.squares[set * PROBES + p] / 4096;
        const double sum =
            of.rounding != NULL ? (double)add_parts(rounding + i, of.c_parts, stride) : 0;
        if (of.rounding != NULL && of.narrow && isfinite(r) && isfinite(c) &&
            !(sum >= ROUNDING_LEAST && sum <= ROUNDING_MOST))
            v.again = 1;
        judge_one(j, (double)r, (double)c, sum, square, row, p, &v);
    }
    return v;
}

/* A grid of WM_CUDA_JUDGES x sets. The last block of a set to finish merges; `done` counts
 * blocks. */
template <typename T, typename V>
static __global__ void __launch_bounds__(BLOCK_SIZE) judge(judged j)
{
    __shared__ bool last;
    const size_t set = blockIdx.y, thread = threadIdx.x;
    wm_cuda_verdict *verdicts = j.of.verdicts + set * gridDim.x;
    wm_cuda_verdict v = merge_block(judge_rows<T, V>(j, set));
    if (thread == 0) {
        verdicts[blockIdx.x] = v;
        __threadfence();
        last = atomicAdd(&j.of.done[set], 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;
    v = no_verdict();
    for (size_t i = thread; i < gridDim.x; i += BLOCK_SIZE)
        merge_verdict(&v, &verdicts[i]);
    v = merge_block(v);
    if (thread > 0)
        return;
    for (size_t p = 0; p < PROBES; p++) /* those of empty probes are 0 */
        v.square_max = fmax(v.square_max, (double)j.of.squares[set * PROBES + p] / 4096);
    j.of.results[set] = v;
}

void wm_cuda_judge_run(wm_cuda *cuda, const wm_cuda_judged *of, const wm_residual *residual)
{
    const judged j = {*of, residual->gap_scale, residual->least_square};
    const dim3 grid(WM_CUDA_JUDGES, (unsigned)of->sets);
    if (of->narrow)
        judge<float, float><<<grid, BLOCK_SIZE, 0, cuda->stream>>>(j);
    else if (residual->witness == WM_FORMAT_F64)
        judge<double, double><<<grid, BLOCK_SIZE, 0, cuda->stream>>>(j);
    else
        judge<float, double><<<grid, BLOCK_SIZE, 0, cuda->stream>>>(j);
}
