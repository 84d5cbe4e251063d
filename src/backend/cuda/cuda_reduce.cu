/* The sums of a vector in levels, and their check. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"

extern "C" {
#include "record/laws/plan.h"
}

#include <math.h>

enum {
    ADDENDS = WM_PLAN_ADDENDS, /* of a sum of level 0, which a block makes */
    FAN = WM_PLAN_FAN,         /* sums of a sum above, which a warp makes */
    LANES = 4 * BLOCK_SIZE,    /* of the format's order */
    WARP = 32,
    LEVELS_BLOCK = 1024 /* threads of the block that makes all levels above */
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

static __device__ float4 add_quads(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

static __device__ float4 quad_below(float4 v, int distance)
{
    return make_float4(__shfl_down_sync(~0u, v.x, distance), __shfl_down_sync(~0u, v.y, distance),
                       __shfl_down_sync(~0u, v.z, distance), __shfl_down_sync(~0u, v.w, distance));
}

/* Quad q of x. `none` is what an addend past the end becomes. */
static __device__ float4 quad_of(const float *x, size_t count, size_t q, float none)
{
    if (4 * q + 4 <= count)
        return __ldcs((const float4 *)x + q);
    return make_float4(4 * q < count ? x[4 * q] : none, 4 * q + 1 < count ? x[4 * q + 1] : none,
                       4 * q + 2 < count ? x[4 * q + 2] : none, none);
}

/* Level 0 in the format's order: block i sums addends [ADDENDS i, ADDENDS i + ADDENDS). Lane 4 t +
 * c is component c of thread t. Adding -0 changes no lane; a lane without an addend is 0. Source:
 * docs/formats/inputs.md section 4. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    sum_ordered(const float *x, size_t count, float *sums)
{
    __shared__ float4 lanes[BLOCK_SIZE];
    const size_t first = (size_t)blockIdx.x * (ADDENDS / 4) + threadIdx.x;
    float4 sum = quad_of(x, count, first, 0.0f);
#pragma unroll
    for (int round = 1; round < ADDENDS / LANES; round++)
        sum = add_quads(sum, quad_of(x, count, first + (size_t)round * BLOCK_SIZE, -0.0f));
    lanes[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x >= WARP)
        return;
    float4 own[BLOCK_WARPS];
#pragma unroll
    for (int i = 0; i < BLOCK_WARPS; i++)
        own[i] = lanes[threadIdx.x + WARP * i];
#pragma unroll
    for (int half = BLOCK_WARPS / 2; half > 0; half /= 2) /* of 1024, 512, 256 lanes */
#pragma unroll
        for (int i = 0; i < half; i++)
            own[i] = add_quads(own[i], own[i + half]);
    for (int distance = WARP / 2; distance > 0; distance /= 2) /* of 128 to 8 lanes */
        own[0] = add_quads(own[0], quad_below(own[0], distance));
    if (threadIdx.x == 0)
        sums[blockIdx.x] = (own[0].x + own[0].z) + (own[0].y + own[0].w);
}

/* The sum of one warp's FAN lanes, `there` of them with a sum of the level below, in thread 0. */
static __device__ float sum_fan(const float *below, size_t there)
{
    const unsigned thread = threadIdx.x % WARP;
    float own[FAN / WARP];
#pragma unroll
    for (int i = 0; i < FAN / WARP; i++)
        own[i] = thread + WARP * i < there ? below[thread + WARP * i] : 0.0f;
#pragma unroll
    for (int half = FAN / WARP / 2; half > 0; half /= 2)
#pragma unroll
        for (int i = 0; i < half; i++)
            own[i] += own[i + half];
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        own[0] += __shfl_down_sync(~0u, own[0], distance);
    return own[0];
}

/* All levels above the first, whose `count` sums are there, in the format's order. */
static __global__ void __launch_bounds__(LEVELS_BLOCK) sum_levels(float *sums, size_t count)
{
    while (count > 1) {
        const size_t groups = (count + FAN - 1) / FAN;
        for (size_t g = threadIdx.x / WARP; g < groups; g += LEVELS_BLOCK / WARP) {
            const float sum = sum_fan(sums + g * FAN, count - g * FAN);
            if (threadIdx.x % WARP == 0)
                sums[count + g] = sum;
        }
        __syncthreads();
        sums += count;
        count = groups;
    }
}

/* Level 0 in the device's own order: block i sums the same addends. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    sum_unordered(const float *x, size_t count, float *sums)
{
    const size_t begin = (size_t)blockIdx.x * ADDENDS;
    const size_t end = begin + ADDENDS < count ? begin + ADDENDS : count;
    float sum = sum_quads((const float4 *)x, begin / 4 + threadIdx.x, end / 4, BLOCK_SIZE);
    if (threadIdx.x < end % 4)
        sum += x[end / 4 * 4 + threadIdx.x];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

static bool fits(const wm_reduction *reduction)
{
    return reduction != NULL && wm_cuda_memory_holds(reduction->x, reduction->count, 4) &&
           reduction->count <= WM_TABLES_LENGTH &&
           wm_cuda_memory_holds(reduction->out, wm_plan_sums(reduction->count), 4) &&
           reduction->x != reduction->out;
}

wm_status wm_cuda_reduce_run(wm_device *device, const wm_reduction *reduction)
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (!fits(reduction))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "reduction: sizes and buffers do not fit together");
    const float *x = (const float *)reduction->x->bytes;
    float *out = (float *)reduction->out->bytes;
    const size_t count = reduction->count, blocks = (count + ADDENDS - 1) / ADDENDS;
    if (reduction->deterministic)
        sum_ordered<<<(unsigned)blocks, BLOCK_SIZE, 0, cuda->stream>>>(x, count, out);
    else
        sum_unordered<<<(unsigned)blocks, BLOCK_SIZE, 0, cuda->stream>>>(x, count, out);
    if (blocks > 1)
        sum_levels<<<1, LEVELS_BLOCK, 0, cuda->stream>>>(out, blocks);
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

/* The sum of the threads' sums, in order; in thread 0. */
static __device__ compensated merge_threads(compensated mine)
{
    __shared__ compensated all[BLOCK_SIZE];
    all[threadIdx.x] = mine;
    for (unsigned half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            add_to(&all[threadIdx.x], all[threadIdx.x + half].high, all[threadIdx.x + half].low,
                   all[threadIdx.x + half].squares);
    }
    return all[0];
}

/* The errors of one level's sums: block i checks out[i], the sum of `width` values of x. An error
 * is |out - sum| / (sqrt(values) * S); NaN if it is not finite. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    check_sums(const float *x, size_t count, size_t width, const float *out, double *errors)
{
    const size_t first = (size_t)blockIdx.x * width;
    const size_t end = first + width < count ? first + width : count;
    compensated sum = {0, 0, 0};
    for (size_t i = first + threadIdx.x; i < end; i += BLOCK_SIZE) {
        const double value = x[i];
        add_to(&sum, value, 0, value * value);
    }
    sum = merge_threads(sum);
    if (threadIdx.x == 0) {
        const double difference = fabs(((double)out[blockIdx.x] - sum.high) - sum.low);
        const double norm = sqrt((double)(end - first)) * sqrt(sum.squares);
        const double error = difference == 0 ? 0 : difference / norm;
        errors[blockIdx.x] = error - error == 0 ? error : NAN;
    }
}

static __global__ void __launch_bounds__(BLOCK_SIZE)
    find_largest(const double *errors, size_t count, double *result)
{
    double largest = 0;
    for (size_t i = threadIdx.x; i < count; i += BLOCK_SIZE)
        largest = nan_max(largest, errors[i]);
    largest = block_max(largest);
    if (threadIdx.x == 0)
        *result = largest;
}

/* Queues the checks of all levels; returns the number of errors. */
static size_t check_levels(wm_cuda *cuda, const wm_reduction *reduction, double *errors)
{
    const float *below = (const float *)reduction->x->bytes;
    const float *out = (const float *)reduction->out->bytes;
    size_t count = reduction->count, width = ADDENDS, checked = 0;
    uint64_t sums[WM_PLAN_LEVELS];
    const unsigned levels = wm_plan_levels(count, sums);
    for (unsigned level = 0; level < levels; level++) {
        check_sums<<<(unsigned)sums[level], BLOCK_SIZE, 0, cuda->stream>>>(below, count, width, out,
                                                                           errors + checked);
        below = out;
        out += sums[level];
        count = sums[level];
        width = FAN;
        checked += count;
    }
    return checked;
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
    status = wm_cuda_device_scratch(cuda, (1 + wm_plan_sums(reduction->count)) * sizeof(double),
                                    &scratch);
    if (status != WM_OK)
        return status;
    double *largest = (double *)scratch, *errors = largest + 1;
    const size_t count = check_levels(cuda, reduction, errors);
    find_largest<<<1, BLOCK_SIZE, 0, cuda->stream>>>(errors, count, largest);
    status = wm_cuda_device_fetch(cuda, largest, sizeof *largest, "reduction residual");
    if (status == WM_OK)
        *result = wm_difference{*(const double *)cuda->host, 1};
    return status;
}
