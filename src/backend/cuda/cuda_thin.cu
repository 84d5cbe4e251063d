/* Products with thin matrices for any shape and format: B X, C X with the rounding of C, and A Y.
 *
 * All sums have one order, and short sums are formed first: they round less than one long chain. */
#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_load.h"
#include "backend/cuda/cuda_residual.h"

enum {
    LANES = 8, /* threads of one probe */
    PROBE_THREADS = LANES * PROBES,
    CHAIN = 16 /* terms of a short sum */
};

/* The distance from |value| to the next larger magnitude of a float format, squared; NaN if the
 * value is not finite. */
static __device__ double gap_square(wm_format format, double value)
{
    const int field = (int)((unsigned long long)__double_as_longlong(value) >> 52 & 2047);
    const int digits = format == WM_FORMAT_F16    ? 11
                       : format == WM_FORMAT_BF16 ? 8
                       : format == WM_FORMAT_F32  ? 24
                                                  : 53;
    const int least = format == WM_FORMAT_F16 ? -14 : format == WM_FORMAT_F64 ? -1022 : -126;
    if (field == 2047)
        return nan("");
    const int e = 2 * (max(field - 1023, least) - (digits - 1));
    return e < -1022 || e > 1023 ? ldexp(1.0, e)
                                 : __longlong_as_double((long long)(e + 1023) << 52);
}

/* Rows under partitioned probes. A grid of rows x sets. */
template <typename T>
static __global__ void __launch_bounds__(PROBE_THREADS)
    gather_rows(wm_cuda_operand M, const T *X, T *out, double *rounding)
{
    __shared__ T sums[PROBE_THREADS];
    __shared__ double squares[PROBE_THREADS];
    const size_t row = blockIdx.x, set = blockIdx.y, thread = threadIdx.x;
    const T *x = X + set * M.columns;
    T sum = 0;
    double square = 0;
    for (size_t first = thread; first < M.columns; first += PROBE_THREADS * CHAIN) {
        T part = 0;
        for (size_t j = first; j < M.columns && j < first + PROBE_THREADS * CHAIN;
             j += PROBE_THREADS) {
            part = fma(load_element<T>(M.format, M.bytes, row * M.columns + j), x[j], part);
            if (rounding != NULL)
                square = fma((double)x[j] * (double)x[j],
                             gap_square(M.format, load_element<double>(M.format, M.bytes,
                                                                       row * M.columns + j)),
                             square);
        }
        sum += part;
    }
    sums[thread] = sum;
    squares[thread] = square;
    __syncthreads();
    if (thread >= PROBES)
        return;
    for (size_t i = 1; i < LANES; i++) {
        sum += sums[i * PROBES + thread];
        square += squares[i * PROBES + thread];
    }
    out[(set * PROBES + thread) * M.rows + row] = sum;
    if (rounding != NULL)
        rounding[(set * PROBES + thread) * M.rows + row] = square;
}

/* The same for a matrix that is stored transposed. A grid of blocks x PROBES x sets. */
template <typename T>
static __global__ void __launch_bounds__(BLOCK_SIZE)
    gather_columns(wm_cuda_operand M, const T *X, T *out)
{
    const size_t row = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x, p = blockIdx.y,
                 set = blockIdx.z;
    const T *x = X + set * M.columns;
    T sum = 0;
    if (row >= M.rows)
        return;
    for (size_t first = p; first < M.columns; first += PROBES * CHAIN) {
        T part = 0;
        for (size_t j = first; j < M.columns && j < first + PROBES * CHAIN; j += PROBES)
            part = fma(load_element<T>(M.format, M.bytes, j * M.rows + row), x[j], part);
        sum += part;
    }
    out[(set * PROBES + p) * M.rows + row] = sum;
}

/* out[w][i] = sum over l of M[i][l] Y[w][l], w below `wide`. A block computes DOWN x EACH rows of
 * ACROSS x WIDE columns; DEPTH of M's columns at a time pass through shared memory. */
template <typename T, int DOWN, int EACH, int WIDE, int DEPTH>
static __global__ void __launch_bounds__(BLOCK_SIZE)
    project(wm_cuda_operand M, size_t wide, const T *Y, T *out)
{
    enum { ACROSS = BLOCK_SIZE / DOWN, HEIGHT = DOWN * EACH, WIDTH = ACROSS * WIDE };
    __shared__ T m[DEPTH][HEIGHT + 1], y[DEPTH][WIDTH + 1];
    const size_t row = (size_t)blockIdx.x * HEIGHT, column = (size_t)blockIdx.y * WIDTH;
    const int down = (int)threadIdx.x % DOWN, across = (int)threadIdx.x / DOWN;
    T sums[EACH][WIDE] = {};
    for (size_t depth = 0; depth < M.columns; depth += DEPTH) {
        for (int e = (int)threadIdx.x; e < HEIGHT * DEPTH; e += BLOCK_SIZE) {
            const size_t i = row + (size_t)(e / DEPTH), l = depth + (size_t)(e % DEPTH);
            m[e % DEPTH][e / DEPTH] = i < M.rows && l < M.columns
                                          ? load_element<T>(M.format, M.bytes, i * M.columns + l)
                                          : (T)0;
        }
        for (int e = (int)threadIdx.x; e < WIDTH * DEPTH; e += BLOCK_SIZE) {
            const size_t w = column + (size_t)(e / DEPTH), l = depth + (size_t)(e % DEPTH);
            y[e % DEPTH][e / DEPTH] = w < wide && l < M.columns ? Y[w * M.columns + l] : (T)0;
        }
        __syncthreads();
        T part[EACH][WIDE] = {};
#pragma unroll
        for (int l = 0; l < DEPTH; l++)
#pragma unroll
            for (int i = 0; i < EACH; i++)
#pragma unroll
                for (int w = 0; w < WIDE; w++)
                    part[i][w] = fma(m[l][down + i * DOWN], y[l][across + w * ACROSS], part[i][w]);
#pragma unroll
        for (int i = 0; i < EACH; i++)
#pragma unroll
            for (int w = 0; w < WIDE; w++)
                sums[i][w] += part[i][w];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < EACH; i++)
#pragma unroll
        for (int w = 0; w < WIDE; w++) {
            const size_t at = row + (size_t)(down + i * DOWN);
            const size_t which = column + (size_t)(across + w * ACROSS);
            if (at < M.rows && which < wide)
                out[which * M.rows + at] = sums[i][w];
        }
}

template <typename T>
static void queue_probes(wm_cuda *cuda, const wm_cuda_operand *M, size_t sets, const void *X,
                         void *out, double *rounding)
{
    if (M->transposed)
        gather_columns<T>
            <<<dim3((unsigned)((M->rows + BLOCK_SIZE - 1) / BLOCK_SIZE), PROBES, (unsigned)sets),
               BLOCK_SIZE, 0, cuda->stream>>>(*M, (const T *)X, (T *)out);
    else
        gather_rows<T><<<dim3((unsigned)M->rows, (unsigned)sets), PROBE_THREADS, 0, cuda->stream>>>(
            *M, (const T *)X, (T *)out, rounding);
}

void wm_cuda_thin_probes(wm_cuda *cuda, const wm_cuda_operand *M, wm_format witness, size_t sets,
                         const void *X, void *out, double *rounding)
{
    if (witness == WM_FORMAT_F64)
        queue_probes<double>(cuda, M, sets, X, out, rounding);
    else
        queue_probes<float>(cuda, M, sets, X, out, rounding);
}

/* One set: 32 rows of its 24 columns a block. Many: 64 rows of 64 columns. */
template <typename T>
static void queue_dense(wm_cuda *cuda, const wm_cuda_operand *M, size_t sets, const void *Y,
                        void *out)
{
    const size_t wide = sets * PROBES;
    if (sets == 1)
        project<T, 32, 1, PROBES / 8, 32>
            <<<dim3((unsigned)((M->rows + 31) / 32)), BLOCK_SIZE, 0, cuda->stream>>>(
                *M, wide, (const T *)Y, (T *)out);
    else
        project<T, 16, 4, 4, 16>
            <<<dim3((unsigned)((M->rows + 63) / 64), (unsigned)((wide + 63) / 64)), BLOCK_SIZE, 0,
               cuda->stream>>>(*M, wide, (const T *)Y, (T *)out);
}

void wm_cuda_thin_dense(wm_cuda *cuda, const wm_cuda_operand *M, wm_format witness, size_t sets,
                        const void *Y, void *out)
{
    if (witness == WM_FORMAT_F64)
        queue_dense<double>(cuda, M, sets, Y, out);
    else
        queue_dense<float>(cuda, M, sets, Y, out);
}
