/* Freivalds' check of an exact integer product on the device: A (B x) against C x in the field of
 * 2^61 - 1 elements.
 *
 * Numbers of the field are three limbs of 21 bits (field61.h), so that sums of products with int8
 * or int32 elements fit int64. All sums are exact: neither their order nor the atomic additions
 * show. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_philox.h"
#include "backend/field61.h"

enum {
    LIMBS = WM_FIELD61_LIMBS,
    STEP_ROWS = 256, /* rows of B that a block adds at once */
    TOGETHER = 4,    /* rows of A and of C that a block checks at once */
    /* columns after which a thread's sums are reduced: 1024 products of at most 2^52 */
    PART_COLUMNS = BLOCK_SIZE * 1024,
    BLOCKS_MAX = 65535
};

/* The matrices, and the numbers in scratch memory. */
typedef struct {
    size_t m, n, k;
    const int8_t *A, *B;
    const int32_t *C;
    unsigned long long *wrong; /* rows */
    unsigned long long *sums;  /* LIMBS x k: B x, a limb each */
    uint32_t *x, *y;           /* LIMBS x n, LIMBS x k */
} row_check;

/* A sum of products with each limb, as a number of the field. Bounds: magnitudes below 2^63. */
static __device__ uint64_t join_signed(const long long sums[LIMBS])
{
    uint64_t parts[LIMBS];
#pragma unroll
    for (int i = 0; i < LIMBS; i++) {
        const uint64_t magnitude = wm_field61_reduce((uint64_t)(sums[i] < 0 ? -sums[i] : sums[i]));
        parts[i] = sums[i] < 0 ? wm_field61_subtract(0, magnitude) : magnitude;
    }
    return wm_field61_join(parts[0], parts[1], parts[2]);
}

static __device__ void store_number(uint32_t *limbs, size_t count, size_t at, uint64_t value)
{
#pragma unroll
    for (unsigned i = 0; i < LIMBS; i++)
        limbs[i * count + at] = wm_field61_limb(value, i);
}

/* The x_j of a seed's stream, two of each Philox block. */
static __global__ void __launch_bounds__(BLOCK_SIZE) draw_numbers(row_check of, wm_philox stream)
{
    const size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; 2 * i < of.n; i += stride) {
        const uint4 w = philox_block(stream, i);
        store_number(of.x, of.n, 2 * i, wm_field61_reduce((uint64_t)w.y << 32 | w.x));
        if (2 * i + 1 < of.n)
            store_number(of.x, of.n, 2 * i + 1, wm_field61_reduce((uint64_t)w.w << 32 | w.z));
    }
}

/* Adds STEP_ROWS rows of B, as it is stored, n x k: a column in each thread. */
static __device__ void add_step(const row_check &of, const uint32_t x[LIMBS][STEP_ROWS],
                                size_t first, size_t column)
{
    const size_t rows = of.n - first < STEP_ROWS ? of.n - first : (size_t)STEP_ROWS;
    const int8_t *B = of.B + first * of.k + column;
    long long sums[LIMBS] = {};
#pragma unroll 8
    for (size_t r = 0; r < rows; r++) {
        const int element = B[r * of.k];
#pragma unroll
        for (int i = 0; i < LIMBS; i++)
            sums[i] += (long long)element * (int)x[i][r];
    }
#pragma unroll
    for (int i = 0; i < LIMBS; i++)
        atomicAdd(&of.sums[(size_t)i * of.k + column], (unsigned long long)sums[i]);
}

/* B x. A block has BLOCK_SIZE columns, and every gridDim.y-th step of rows. */
static __global__ void __launch_bounds__(BLOCK_SIZE) add_columns(row_check of)
{
    __shared__ uint32_t x[LIMBS][STEP_ROWS];
    const size_t column = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    const size_t stride = (size_t)gridDim.y * STEP_ROWS;
    for (size_t first = (size_t)blockIdx.y * STEP_ROWS; first < of.n; first += stride) {
        __syncthreads();
        for (size_t r = threadIdx.x; r < STEP_ROWS && first + r < of.n; r += BLOCK_SIZE)
            for (size_t i = 0; i < LIMBS; i++)
                x[i][r] = of.x[i * of.n + first + r];
        __syncthreads();
        if (column < of.k)
            add_step(of, x, first, column);
    }
}

static __global__ void __launch_bounds__(BLOCK_SIZE) join_columns(row_check of)
{
    const size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t l = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; l < of.k; l += stride) {
        long long sums[LIMBS];
        for (size_t i = 0; i < LIMBS; i++)
            sums[i] = (long long)of.sums[i * of.k + l];
        store_number(of.y, of.k, l, join_signed(sums));
    }
}

/* Adds this thread's columns of [first, end) of the rows, times the numbers. */
template <typename T>
static __device__ __forceinline__ void
add_products(const T *const rows[TOGETHER], const uint32_t *limbs, size_t count, size_t first,
             size_t end, long long sums[TOGETHER][LIMBS])
{
#pragma unroll 4
    for (size_t l = first + threadIdx.x; l < end; l += BLOCK_SIZE) {
        int by[LIMBS];
#pragma unroll
        for (int i = 0; i < LIMBS; i++)
            by[i] = (int)limbs[(size_t)i * count + l];
#pragma unroll
        for (int r = 0; r < TOGETHER; r++) {
            const int element = rows[r][l];
#pragma unroll
            for (int i = 0; i < LIMBS; i++)
                sums[r][i] += (long long)element * by[i];
        }
    }
}

/* This thread's share of the rows times the numbers, in the field. */
template <typename T>
static __device__ void dot_rows(const T *const rows[TOGETHER], const uint32_t *limbs, size_t count,
                                uint64_t dots[TOGETHER])
{
    for (int r = 0; r < TOGETHER; r++)
        dots[r] = 0;
    for (size_t first = 0; first < count; first += PART_COLUMNS) {
        const size_t end = count - first < PART_COLUMNS ? count : first + PART_COLUMNS;
        long long sums[TOGETHER][LIMBS] = {};
        add_products(rows, limbs, count, first, end, sums);
#pragma unroll
        for (int r = 0; r < TOGETHER; r++)
            dots[r] = wm_field61_add(dots[r], join_signed(sums[r]));
    }
}

/* The block's sum in the field, in every thread. */
static __device__ uint64_t sum_block(uint64_t value)
{
    __shared__ uint64_t parts[BLOCK_WARPS];
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        value = wm_field61_add(value, __shfl_xor_sync(~0u, value, distance));
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    uint64_t sum = 0;
    for (int i = 0; i < BLOCK_WARPS; i++)
        sum = wm_field61_add(sum, parts[i]);
    return sum;
}

/* TOGETHER rows in each block at a time. Behind the last row it is checked again, and not
 * counted. */
static __global__ void __launch_bounds__(BLOCK_SIZE) check_rows(row_check of)
{
    unsigned long long wrong = 0;
    const size_t stride = (size_t)gridDim.x * TOGETHER;
    for (size_t first = (size_t)blockIdx.x * TOGETHER; first < of.m; first += stride) {
        const int8_t *a[TOGETHER];
        const int32_t *c[TOGETHER];
        uint64_t ABx[TOGETHER], Cx[TOGETHER];
        for (size_t r = 0; r < TOGETHER; r++) {
            const size_t row = first + r < of.m ? first + r : of.m - 1;
            a[r] = of.A + row * of.k;
            c[r] = of.C + row * of.n;
        }
        dot_rows(a, of.y, of.k, ABx);
        dot_rows(c, of.x, of.n, Cx);
        for (size_t r = 0; r < TOGETHER; r++) {
            const uint64_t difference = sum_block(wm_field61_subtract(ABx[r], Cx[r]));
            wrong += difference != 0 && first + r < of.m;
        }
    }
    if (threadIdx.x == 0 && wrong > 0)
        atomicAdd(of.wrong, wrong);
}

static unsigned blocks_for(size_t work, size_t each)
{
    const size_t blocks = (work + each - 1) / each;
    return blocks < BLOCKS_MAX ? (unsigned)blocks : (unsigned)BLOCKS_MAX;
}

/* Queues the check of a product whose numbers have their memory. */
static wm_status queue_check(wm_cuda *cuda, const row_check *of, const uint8_t seed[32])
{
    const size_t zeros = (1 + LIMBS * of->k) * sizeof *of->wrong; /* wrong and sums */
    const size_t across = (of->k + BLOCK_SIZE - 1) / BLOCK_SIZE;  /* k <= WM_TABLES_INT8_DEPTH */
    const wm_status status = wm_cuda_device_check(
        cuda, cudaMemsetAsync(of->wrong, 0, zeros, cuda->stream), "exact rows");
    if (status != WM_OK)
        return status;
    draw_numbers<<<blocks_for(of->n, 2 * BLOCK_SIZE), BLOCK_SIZE, 0, cuda->stream>>>(
        *of, wm_philox_from_seed(seed));
    add_columns<<<dim3((unsigned)across, blocks_for(of->n, STEP_ROWS)), BLOCK_SIZE, 0,
                  cuda->stream>>>(*of);
    join_columns<<<(unsigned)across, BLOCK_SIZE, 0, cuda->stream>>>(*of);
    check_rows<<<blocks_for(of->m, TOGETHER), BLOCK_SIZE, 0, cuda->stream>>>(*of);
    return wm_cuda_device_launched(cuda, "exact rows");
}

wm_status wm_cuda_exact_rows(wm_device *device, const wm_gemm *gemm, const uint8_t seed[32],
                             uint64_t *wrong_rows)
{
    wm_cuda *cuda;
    void *scratch;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status == WM_OK)
        status = wm_cuda_gemm_check(cuda, gemm);
    if (status != WM_OK)
        return status;
    if (seed == NULL || wrong_rows == NULL || gemm->arithmetic != WM_ARITHMETIC_I32 ||
        gemm->layout != WM_LAYOUT_TN)
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "exact rows: the check is for int8 products, B transposed");
    const size_t words = 1 + LIMBS * gemm->k, numbers = LIMBS * (gemm->n + gemm->k);
    status = wm_cuda_device_scratch(cuda, words * sizeof(uint64_t) + numbers * sizeof(uint32_t),
                                    &scratch);
    if (status != WM_OK)
        return status;
    unsigned long long *wrong = (unsigned long long *)scratch;
    uint32_t *x = (uint32_t *)(wrong + words);
    const row_check of = {gemm->m,
                          gemm->n,
                          gemm->k,
                          (const int8_t *)gemm->A->bytes,
                          (const int8_t *)gemm->B->bytes,
                          (const int32_t *)gemm->C->bytes,
                          wrong,
                          wrong + 1,
                          x,
                          x + LIMBS * gemm->n};
    status = queue_check(cuda, &of, seed);
    if (status == WM_OK)
        status = wm_cuda_device_fetch(cuda, wrong, sizeof *wrong, "exact rows");
    if (status == WM_OK)
        *wrong_rows = *(const unsigned long long *)cuda->host;
    return status;
}
