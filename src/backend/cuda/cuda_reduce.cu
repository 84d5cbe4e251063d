/* The sum of a vector and its check. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"

#include <math.h>

enum {
    CHUNK = 1 << 16 /* elements of a block of the deterministic sum, on any device */
};

/* A block's share. Each thread has four quads in flight with their own accumulators, summed in one
 * order. */
static __device__ float sum_quads(const float4 *x, size_t first, size_t end, size_t stride)
{
    float4 sums[4] = {};
    size_t i = first;
    for (; i + 3 * stride < end; i += 4 * stride) {
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const float4 v = __ldcs(x + i + (size_t)j * stride);
            sums[j] =
                make_float4(sums[j].x + v.x, sums[j].y + v.y, sums[j].z + v.z, sums[j].w + v.w);
        }
    }
    for (; i < end; i += stride) {
        const float4 v = __ldcs(x + i);
        sums[0] = make_float4(sums[0].x + v.x, sums[0].y + v.y, sums[0].z + v.z, sums[0].w + v.w);
    }
    float total[4];
#pragma unroll
    for (int j = 0; j < 4; j++)
        total[j] = (sums[j].x + sums[j].y) + (sums[j].z + sums[j].w);
    return (total[0] + total[1]) + (total[2] + total[3]);
}

/* The device's own order: as many blocks as it can hold, with strides over the whole. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    sum_strided(const float *x, size_t count, float *parts)
{
    const size_t first = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    float sum = sum_quads((const float4 *)x, first, count / 4, (size_t)gridDim.x * BLOCK_SIZE);
    if (first < count % 4)
        sum += x[count / 4 * 4 + first];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = sum;
}

/* One order: block i sums chunk i. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    sum_chunks(const float *x, size_t count, float *parts)
{
    const size_t begin = (size_t)blockIdx.x * CHUNK;
    const size_t end = begin + CHUNK < count ? begin + CHUNK : count;
    float sum = sum_quads((const float4 *)x, begin / 4 + threadIdx.x, end / 4, BLOCK_SIZE);
    if (threadIdx.x < end % 4)
        sum += x[end / 4 * 4 + threadIdx.x];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = sum;
}

static __global__ void __launch_bounds__(BLOCK_SIZE)
    sum_parts(const float *parts, size_t count, float *out)
{
    float sum = 0;
    for (size_t i = threadIdx.x; i < count; i += BLOCK_SIZE)
        sum += parts[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        *out = sum;
}

static bool fits(const wm_reduction *reduction)
{
    return reduction != NULL && wm_cuda_memory_holds(reduction->x, reduction->count, 4) &&
           wm_cuda_memory_holds(reduction->out, 1, 4) && reduction->x != reduction->out;
}

wm_status wm_cuda_reduce_run(wm_device *device, const wm_reduction *reduction)
{
    wm_cuda *cuda;
    void *parts;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (!fits(reduction))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "reduction: sizes and buffers do not fit together");
    const size_t blocks =
        reduction->deterministic ? (reduction->count + CHUNK - 1) / CHUNK : (size_t)cuda->units * 8;
    status = wm_cuda_device_scratch(cuda, blocks * sizeof(float), &parts);
    if (status != WM_OK)
        return status;
    const float *x = (const float *)reduction->x->bytes;
    if (reduction->deterministic)
        sum_chunks<<<(unsigned)blocks, BLOCK_SIZE, 0, cuda->stream>>>(x, reduction->count,
                                                                      (float *)parts);
    else
        sum_strided<<<(unsigned)blocks, BLOCK_SIZE, 0, cuda->stream>>>(x, reduction->count,
                                                                       (float *)parts);
    sum_parts<<<1, BLOCK_SIZE, 0, cuda->stream>>>((const float *)parts, blocks,
                                                  (float *)reduction->out->bytes);
    return wm_cuda_device_launched(cuda, "reduction");
}

/* high + low, with the sum of squares. */
typedef struct {
    double high, low, squares;
} compensated;

/* a += b, keeping the rounding error. Source: Knuth, TAOCP volume 2, section 4.2.2, theorem B. */
static __device__ void add_to(compensated *a, double high, double low, double squares)
{
    const double sum = a->high + high;
    const double part = sum - a->high;
    a->low += (a->high - (sum - part)) + (high - part) + low;
    a->high = sum;
    a->squares += squares;
}

/* Stores the sum of the threads' sums, in order, at the block's position. */
static __device__ void merge_threads(compensated mine, compensated *out)
{
    __shared__ compensated all[BLOCK_SIZE];
    all[threadIdx.x] = mine;
    for (unsigned half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            add_to(&all[threadIdx.x], all[threadIdx.x + half].high, all[threadIdx.x + half].low,
                   all[threadIdx.x + half].squares);
    }
    if (threadIdx.x == 0)
        *out = all[0];
}

static __global__ void __launch_bounds__(BLOCK_SIZE)
    sum_compensated(const float *x, size_t count, compensated *parts)
{
    compensated sum = {0, 0, 0};
    const size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < count; i += stride) {
        const double value = __ldcs(x + i);
        add_to(&sum, value, 0, value * value);
    }
    merge_threads(sum, &parts[blockIdx.x]);
}

static __global__ void __launch_bounds__(BLOCK_SIZE)
    check_sum(const compensated *parts, const float *out, double2 *result)
{
    compensated sum = {0, 0, 0};
    compensated *total = (compensated *)(parts + CHECK_BLOCKS);
    for (int i = (int)threadIdx.x; i < CHECK_BLOCKS; i += BLOCK_SIZE)
        add_to(&sum, parts[i].high, parts[i].low, parts[i].squares);
    merge_threads(sum, total);
    if (threadIdx.x == 0)
        *result =
            make_double2(fabs(((double)*out - total->high) - total->low), sqrt(total->squares));
}

wm_status wm_cuda_reduce_residual(wm_device *device, const wm_reduction *reduction,
                                  wm_difference *result)
{
    wm_cuda *cuda;
    void *scratch;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (result == NULL || !fits(reduction))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "reduction: sizes and buffers do not fit together");
    status = wm_cuda_device_scratch(
        cuda, (CHECK_BLOCKS + 1) * sizeof(compensated) + sizeof(double2) * 2, &scratch);
    if (status != WM_OK)
        return status;
    compensated *parts = (compensated *)((char *)scratch + sizeof(double2));
    sum_compensated<<<CHECK_BLOCKS, BLOCK_SIZE, 0, cuda->stream>>>(
        (const float *)reduction->x->bytes, reduction->count, parts);
    check_sum<<<1, BLOCK_SIZE, 0, cuda->stream>>>(parts, (const float *)reduction->out->bytes,
                                                  (double2 *)scratch);
    status = wm_cuda_device_fetch(cuda, scratch, sizeof(double2), "reduction residual");
    if (status != WM_OK)
        return status;
    const double2 *pair = (const double2 *)cuda->host;
    result->difference_max = pair->x - pair->x == 0 ? pair->x : NAN;
    result->reference_max = pair->y;
    return WM_OK;
}
