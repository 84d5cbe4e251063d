/* Sums of scattered addends and their weighted checksum. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"

#include <math.h>

/* Adds one addend, if FIXED as an integer of 2^-40 (docs/formats/inputs.md section 4). An index
 * outside is left out. */
template <bool FIXED>
static __device__ __forceinline__ void add_one(void *sums, uint32_t index, float value,
                                               uint32_t buckets)
{
    if (index >= buckets)
        return;
    if (FIXED)
        atomicAdd((unsigned long long *)sums + index,
                  (unsigned long long)__float2ll_rn(value * 1099511627776.0f)); /* 2^40 */
    else
        atomicAdd((float *)sums + index, value);
}

template <bool FIXED>
static __global__ void __launch_bounds__(BLOCK_SIZE)
    add_scattered(void *sums, const uint32_t *index, const float *src, size_t count,
                  uint32_t buckets)
{
    const size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    const size_t first = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    for (size_t i = first; i < count / 4; i += stride) {
        const uint4 at = __ldcs((const uint4 *)index + i);
        const float4 v = __ldcs((const float4 *)src + i);
        add_one<FIXED>(sums, at.x, v.x, buckets);
        add_one<FIXED>(sums, at.y, v.y, buckets);
        add_one<FIXED>(sums, at.z, v.z, buckets);
        add_one<FIXED>(sums, at.w, v.w, buckets);
    }
    if (first < count % 4)
        add_one<FIXED>(sums, index[count / 4 * 4 + first], src[count / 4 * 4 + first], buckets);
}

/* The fixed-point sums, each rounded once. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    round_sums(const long long *sums, float *out, size_t count)
{
    const size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < count)
        out[i] = __ll2float_rn(sums[i]) * 9.094947017729282e-13f; /* 2^-40 */
}

static bool fits(const wm_scatter *scatter)
{
    return scatter != NULL && scatter->columns > 0 && scatter->buckets > 0 &&
           scatter->buckets <= UINT32_MAX &&
           wm_cuda_memory_holds(scatter->index, scatter->rows, 4) &&
           wm_cuda_memory_holds(scatter->src, wm_cuda_memory_times(scatter->rows, scatter->columns),
                                4) &&
           wm_cuda_memory_holds(scatter->out,
                                wm_cuda_memory_times(scatter->buckets, scatter->columns), 4) &&
           scatter->out != scatter->src && scatter->out != scatter->index;
}

static wm_status add_fixed(wm_cuda *cuda, const wm_scatter *scatter)
{
    void *sums;
    wm_status status = wm_cuda_device_scratch(cuda, scatter->buckets * sizeof(long long), &sums);
    if (status == WM_OK)
        status = wm_cuda_device_check(
            cuda, cudaMemsetAsync(sums, 0, scatter->buckets * sizeof(long long), cuda->stream),
            "scatter add");
    if (status != WM_OK)
        return status;
    add_scattered<true><<<cuda->units * 8, BLOCK_SIZE, 0, cuda->stream>>>(
        sums, (const uint32_t *)scatter->index->bytes, (const float *)scatter->src->bytes,
        scatter->rows, (uint32_t)scatter->buckets);
    round_sums<<<(unsigned)((scatter->buckets + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE, 0,
                 cuda->stream>>>((const long long *)sums, (float *)scatter->out->bytes,
                                 scatter->buckets);
    return wm_cuda_device_launched(cuda, "scatter add");
}

wm_status wm_cuda_scatter_add(wm_device *device, const wm_scatter *scatter)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (!fits(scatter) || scatter->columns != 1)
        return wm_cuda_device_refuse(
            cuda, WM_E_ARG,
            "scatter: sizes and buffers do not fit together, or more than one column");
    if (scatter->fixed)
        return add_fixed(cuda, scatter);
    status = wm_cuda_device_check(
        cuda,
        cudaMemsetAsync(scatter->out->bytes, 0, scatter->buckets * sizeof(float), cuda->stream),
        "scatter add");
    if (status != WM_OK)
        return status;
    add_scattered<false><<<cuda->units * 8, BLOCK_SIZE, 0, cuda->stream>>>(
        scatter->out->bytes, (const uint32_t *)scatter->index->bytes,
        (const float *)scatter->src->bytes, scatter->rows, (uint32_t)scatter->buckets);
    return wm_cuda_device_launched(cuda, "scatter add");
}

/* Rows whose number of columns is a multiple of four: one atomic of 16 bytes for each quad, which
 * devices have from compute capability 9.0 on. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    add_quads(float4 *out, const uint32_t *index, const float4 *src, size_t rows, uint32_t quads,
              uint32_t buckets)
{
    const size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < rows * quads; i += stride) {
        const size_t row = i / quads;
        const uint32_t at = __ldg(index + row);
        if (at < buckets)
#if __CUDA_ARCH__ >= 900
            atomicAdd(out + (size_t)at * quads + (i - row * quads), __ldcs(src + i));
#else
            __trap(); /* add_rows is launched instead */
#endif
    }
}

static __global__ void __launch_bounds__(BLOCK_SIZE)
    add_rows(float *out, const uint32_t *index, const float *src, size_t rows, size_t columns,
             uint32_t buckets)
{
    const size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < rows * columns;
         i += stride) {
        const size_t row = i / columns;
        const uint32_t at = __ldg(index + row);
        if (at < buckets)
            atomicAdd(out + at * columns + (i - row * columns), __ldcs(src + i));
    }
}

wm_status wm_cuda_scatter_index_add(wm_device *device, const wm_scatter *scatter)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (!fits(scatter))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "index add: sizes and buffers do not fit together");
    if (scatter->fixed)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED,
                                     "index_add has no fixed-point control");
    status = wm_cuda_device_check(
        cuda,
        cudaMemsetAsync(scatter->out->bytes, 0, scatter->buckets * scatter->columns * sizeof(float),
                        cuda->stream),
        "index add");
    if (status != WM_OK)
        return status;
    const uint32_t *index = (const uint32_t *)scatter->index->bytes;
    if (cuda->code >= 90 && scatter->columns % 4 == 0 && scatter->columns <= UINT32_MAX)
        add_quads<<<cuda->units * 8, BLOCK_SIZE, 0, cuda->stream>>>(
            (float4 *)scatter->out->bytes, index, (const float4 *)scatter->src->bytes,
            scatter->rows, (uint32_t)(scatter->columns / 4), (uint32_t)scatter->buckets);
    else
        add_rows<<<cuda->units * 8, BLOCK_SIZE, 0, cuda->stream>>>(
            (float *)scatter->out->bytes, index, (const float *)scatter->src->bytes, scatter->rows,
            scatter->columns, (uint32_t)scatter->buckets);
    return wm_cuda_device_launched(cuda, "index add");
}

/* A block's part of the three sums of the checksum: over outputs, over addends, over squares of
 * addends. */
typedef struct {
    double out, src, squares;
} checksum;

static __global__ void __launch_bounds__(BLOCK_SIZE)
    sum_weighted(const float *out, size_t outputs, const uint32_t *index, const float *src,
                 size_t addends, size_t columns, uint32_t buckets, const double *weights,
                 checksum *parts)
{
    const size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    const size_t first = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    checksum sum = {0, 0, 0};
    for (size_t i = first; i < outputs; i += stride)
        sum.out += weights[i] * (double)out[i];
    for (size_t i = first; i < addends; i += stride) {
        const size_t row = i / columns;
        const uint32_t at = index[row];
        if (at >= buckets) { /* no such output: the check fails */
            sum.src = nan("");
            continue;
        }
        const double weight = __ldg(weights + at * columns + (i - row * columns));
        const double term = weight * (double)__ldcs(src + i);
        sum.src += term;
        sum.squares += term * term;
    }
    sum.out = block_sum(sum.out);
    sum.src = block_sum(sum.src);
    sum.squares = block_sum(sum.squares);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = sum;
}

static __global__ void __launch_bounds__(BLOCK_SIZE) merge_checksums(checksum *parts, int count)
{
    checksum sum = {0, 0, 0};
    for (int i = (int)threadIdx.x; i < count; i += BLOCK_SIZE) {
        sum.out += parts[i].out;
        sum.src += parts[i].src;
        sum.squares += parts[i].squares;
    }
    sum.out = block_sum(sum.out);
    sum.src = block_sum(sum.src);
    sum.squares = block_sum(sum.squares);
    if (threadIdx.x == 0)
        parts[count] = sum;
}

wm_status wm_cuda_scatter_residual(wm_device *device, const wm_scatter *scatter,
                                   const uint8_t weights[32], wm_difference *result)
{
    wm_cuda *cuda;
    void *scratch;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (weights == NULL || result == NULL || !fits(scatter))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "scatter residual: sizes and buffers do not fit together");
    const size_t outputs = scatter->buckets * scatter->columns;
    status = wm_cuda_device_scratch(
        cuda, outputs * sizeof(double) + (CHECK_BLOCKS + 1) * sizeof(checksum), &scratch);
    if (status == WM_OK)
        status = wm_cuda_fill_raw(cuda, scratch, WM_FORMAT_F64, outputs, weights);
    if (status != WM_OK)
        return status;
    checksum *parts = (checksum *)((double *)scratch + outputs);
    sum_weighted<<<CHECK_BLOCKS, BLOCK_SIZE, 0, cuda->stream>>>(
        (const float *)scatter->out->bytes, outputs, (const uint32_t *)scatter->index->bytes,
        (const float *)scatter->src->bytes, scatter->rows * scatter->columns, scatter->columns,
        (uint32_t)scatter->buckets, (const double *)scratch, parts);
    merge_checksums<<<1, BLOCK_SIZE, 0, cuda->stream>>>(parts, CHECK_BLOCKS);
    status = wm_cuda_device_fetch(cuda, parts + CHECK_BLOCKS, sizeof *parts, "scatter residual");
    if (status != WM_OK)
        return status;
    const checksum *sum = (const checksum *)cuda->host;
    const double difference = fabs(sum->out - sum->src);
    result->difference_max = difference - difference == 0 ? difference : NAN;
    result->reference_max = sqrt(sum->squares);
    return WM_OK;
}
