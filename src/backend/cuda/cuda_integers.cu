/* Small integers in any format: operands from seeds, outputs compared with exact integers, outputs
 * converted to integers. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_philox.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

enum { INDICES = 8 /* 16-bit indices of a Philox block */ };

/* ---- fill_integers ---- */

typedef struct {
    wm_format format;
    uint32_t range;
    size_t rows, columns;
    void *elements;
    wm_philox stream;
} integer_fill;

/* The code of integer number `index` of the range. The format has each exactly. */
static __device__ __forceinline__ uint32_t integer_code(const integer_fill &fill, uint32_t index)
{
    const int integer = (int)(index * (2 * fill.range + 1) >> 16) - (int)fill.range;
    const float value = (float)integer;
    switch (fill.format) {
    case WM_FORMAT_F16:
        return __half_as_ushort(__float2half_rn(value));
    case WM_FORMAT_BF16:
        return __bfloat16_as_ushort(__float2bfloat16_rn(value));
    case WM_FORMAT_E4M3:
        return __nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E4M3);
    case WM_FORMAT_F32:
        return __float_as_uint(value);
    default:
        return (uint8_t)integer;
    }
}

/* 16-bit index number `i` of a block. */
static __device__ __forceinline__ uint32_t index16(const uint4 &w, unsigned i)
{
    const uint32_t word = philox_word(w, (int)(i / 2));
    return i % 2 == 0 ? word & 0xffffu : word >> 16;
}

/* Eight elements in each thread, numbered by rows. */
template <typename T>
static __global__ void __launch_bounds__(BLOCK_SIZE) fill_by_rows(integer_fill fill)
{
    union {
        T codes[INDICES];
        uint2 words[INDICES * sizeof(T) / sizeof(uint2)];
    } made;
    const size_t count = fill.rows * fill.columns, stride = (size_t)gridDim.x * BLOCK_SIZE;
    T *out = (T *)fill.elements;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i * INDICES < count;
         i += stride) {
        const uint4 w = philox_block(fill.stream, i);
#pragma unroll
        for (unsigned e = 0; e < INDICES; e++)
            made.codes[e] = (T)integer_code(fill, index16(w, e));
        if (i * INDICES + INDICES <= count) {
            uint2 *to = (uint2 *)(out + i * INDICES);
#pragma unroll
            for (unsigned word = 0; word < sizeof made.words / sizeof *made.words; word++)
                to[word] = made.words[word];
            continue;
        }
#pragma unroll
        for (unsigned e = 0; e < INDICES; e++)
            if (i * INDICES + e < count)
                out[i * INDICES + e] = made.codes[e];
    }
}

/* Eight rows of one column in each thread, numbered by columns. Their numbers are in one Philox
 * block or in two. */
template <typename T>
static __global__ void __launch_bounds__(BLOCK_SIZE) fill_by_columns(integer_fill fill)
{
    const size_t j = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    const size_t stride = (size_t)gridDim.y * INDICES;
    T *out = (T *)fill.elements;
    if (j >= fill.columns)
        return;
    for (size_t i = (size_t)blockIdx.y * INDICES; i < fill.rows; i += stride) {
        const uint64_t number = (uint64_t)j * fill.rows + i;
        const uint4 w = philox_block(fill.stream, number / INDICES);
        const uint4 next = philox_block(fill.stream, number / INDICES + 1);
        for (unsigned e = 0; e < INDICES && i + e < fill.rows; e++) {
            const unsigned at = (unsigned)(number % INDICES) + e;
            const uint32_t index = at < INDICES ? index16(w, at) : index16(next, at - INDICES);
            out[(i + e) * fill.columns + j] = (T)integer_code(fill, index);
        }
    }
}

template <typename T>
static wm_status queue_fill(wm_cuda *cuda, const integer_fill &fill, bool by_columns)
{
    const size_t across = (fill.columns + BLOCK_SIZE - 1) / BLOCK_SIZE;
    const size_t down = (fill.rows + INDICES - 1) / INDICES;
    if (by_columns && across > 0x7fffffff)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "fill integers: too many columns");
    if (by_columns)
        fill_by_columns<T><<<dim3((unsigned)across, (unsigned)(down < 65535 ? down : 65535)),
                             BLOCK_SIZE, 0, cuda->stream>>>(fill);
    else
        fill_by_rows<T><<<cuda->units * 8, BLOCK_SIZE, 0, cuda->stream>>>(fill);
    return wm_cuda_device_launched(cuda, "fill integers");
}

wm_status wm_cuda_integers_fill(wm_device *device, wm_device_buffer *buffer,
                                const wm_integers *integers, const uint8_t seed[32])
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (seed == NULL || !wm_exact_agrees(integers) ||
        !wm_cuda_memory_holds(buffer, wm_cuda_memory_times(integers->rows, integers->columns),
                              wm_format_size(integers->format)))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "fill integers: a range that the format has not, or elements "
                                     "outside the buffer");
    const integer_fill fill = {integers->format,  integers->range, integers->rows,
                               integers->columns, buffer->bytes,   wm_philox_from_seed(seed)};
    switch (wm_format_size(integers->format)) {
    case 1:
        return queue_fill<uint8_t>(cuda, fill, integers->by_columns);
    case 2:
        return queue_fill<uint16_t>(cuda, fill, integers->by_columns);
    default:
        return queue_fill<uint32_t>(cuda, fill, integers->by_columns);
    }
}

/* ---- compare_exact ---- */

/* What the kernels find, all zero before. not_first is the complement of the lowest wrong element's
 * number, so that 0 is none and a maximum finds it. */
typedef struct {
    unsigned long long wrong, not_first, too_large, found, expected;
} exact_findings;

/* An integer rounded once. binary16 has no finite number from 2^16 on, and binary32 has every
 * integer below that. From 2^24 on, bfloat16 needs a sticky bit for what binary32 loses. */
template <typename T>
static __device__ __forceinline__ T rounded_code(wm_format format, int32_t value)
{
    if (sizeof(T) == 4)
        return (T)__float_as_uint(__int2float_rn(value));
    if (format == WM_FORMAT_F16)
        return (T)__half_as_ushort(__float2half_rn(__int2float_rn(value)));
    if (value >> 24 != value >> 31)
        value = (value & ~0xff) | ((value & 0xff) != 0 ? 0x100 : 0);
    return (T)__bfloat16_as_ushort(__float2bfloat16_rn(__int2float_rn(value)));
}

/* Four elements of an output. */
typedef struct __align__(8)
{
    uint16_t of[4];
}
four_16;
typedef struct __align__(16)
{
    uint32_t of[4];
}
four_32;

/* What a thread has found. */
typedef struct {
    unsigned long long wrong, not_first, too_large;
} thread_findings;

template <typename T>
static __device__ __forceinline__ void compare_one(wm_format format, T found, int32_t exact,
                                                   size_t at, thread_findings *own)
{
    const T expected = rounded_code<T>(format, exact);
    own->too_large += sizeof(T) == 2 && format == WM_FORMAT_F16 && (expected & 0x7fff) == 0x7c00;
    if (found == expected)
        return;
    own->wrong++;
    if (~(unsigned long long)at > own->not_first)
        own->not_first = ~(unsigned long long)at;
}

/* Adds the block's findings to those of all. */
static __device__ void add_findings(thread_findings own, exact_findings *all)
{
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        const unsigned long long other = __shfl_xor_sync(~0u, own.not_first, distance);
        own.not_first = other > own.not_first ? other : own.not_first;
    }
    if (threadIdx.x % 32 == 0 && own.not_first != 0)
        atomicMax(&all->not_first, own.not_first);
    const unsigned long long wrong = block_sum(own.wrong);
    const unsigned long long too_large = block_sum(own.too_large);
    if (threadIdx.x != 0)
        return;
    if (wrong != 0)
        atomicAdd(&all->wrong, wrong);
    if (too_large != 0)
        atomicAdd(&all->too_large, too_large);
}

/* Four elements in each thread at a time; the last up to three in the first threads. */
template <typename T, typename FOUR>
static __global__ void __launch_bounds__(BLOCK_SIZE)
    compare_codes(wm_format format, const T *output, const int32_t *exact, size_t count,
                  exact_findings *all)
{
    const size_t thread = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    const size_t stride = (size_t)gridDim.x * BLOCK_SIZE, whole = count / 4;
    thread_findings own = {0, 0, 0};
#pragma unroll 4
    for (size_t i = thread; i < whole; i += stride) {
        const FOUR found = ((const FOUR *)output)[i];
        const int4 values = ((const int4 *)exact)[i];
        compare_one<T>(format, found.of[0], values.x, 4 * i, &own);
        compare_one<T>(format, found.of[1], values.y, 4 * i + 1, &own);
        compare_one<T>(format, found.of[2], values.z, 4 * i + 2, &own);
        compare_one<T>(format, found.of[3], values.w, 4 * i + 3, &own);
    }
    if (whole * 4 + thread < count)
        compare_one<T>(format, output[whole * 4 + thread], exact[whole * 4 + thread],
                       whole * 4 + thread, &own);
    add_findings(own, all);
}

/* The bits of the lowest wrong element. One thread. */
template <typename T>
static __global__ void name_first(wm_format format, const T *output, const int32_t *exact,
                                  exact_findings *all)
{
    const unsigned long long first = ~all->not_first;
    if (all->wrong == 0)
        return;
    all->found = output[first];
    all->expected = rounded_code<T>(format, exact[first]);
}

template <typename T, typename FOUR>
static void queue_compare(wm_cuda *cuda, const wm_device_buffer *output, wm_format format,
                          const wm_device_buffer *exact, size_t count, exact_findings *all)
{
    compare_codes<T, FOUR><<<CHECK_BLOCKS, BLOCK_SIZE, 0, cuda->stream>>>(
        format, (const T *)output->bytes, (const int32_t *)exact->bytes, count, all);
    name_first<T><<<1, 1, 0, cuda->stream>>>(format, (const T *)output->bytes,
                                             (const int32_t *)exact->bytes, all);
}

wm_status wm_cuda_integers_compare(wm_device *device, const wm_device_buffer *output,
                                   wm_format format, const wm_device_buffer *exact, size_t count,
                                   wm_exact_difference *result)
{
    wm_cuda *cuda;
    void *scratch;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (result == NULL ||
        (format != WM_FORMAT_F16 && format != WM_FORMAT_BF16 && format != WM_FORMAT_F32) ||
        !wm_cuda_memory_holds(output, count, wm_format_size(format)) ||
        !wm_cuda_memory_holds(exact, count, sizeof(int32_t)))
        return wm_cuda_device_refuse(
            cuda, WM_E_ARG,
            "compare exact: not binary16, bfloat16 or binary32, or elements outside a buffer");
    status = wm_cuda_device_scratch(cuda, sizeof(exact_findings), &scratch);
    if (status == WM_OK)
        status = wm_cuda_device_check(
            cuda, cudaMemsetAsync(scratch, 0, sizeof(exact_findings), cuda->stream),
            "compare exact");
    if (status != WM_OK)
        return status;
    if (format == WM_FORMAT_F32)
        queue_compare<uint32_t, four_32>(cuda, output, format, exact, count,
                                         (exact_findings *)scratch);
    else
        queue_compare<uint16_t, four_16>(cuda, output, format, exact, count,
                                         (exact_findings *)scratch);
    status = wm_cuda_device_fetch(cuda, scratch, sizeof(exact_findings), "compare exact");
    if (status != WM_OK)
        return status;
    const exact_findings *all = (const exact_findings *)cuda->host;
    result->wrong = all->wrong;
    result->first = all->wrong > 0 ? ~all->not_first : 0;
    result->found = all->found;
    result->expected = all->expected;
    result->too_large = all->too_large;
    return WM_OK;
}

/* ---- take_integers ---- */

/* An integer has the bits that it gets when it is converted there and back; -0 has not. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    take_integers(const float *output, size_t count, float most, int32_t *integers,
                  unsigned long long *refused)
{
    const size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    unsigned long long own = 0;
#pragma unroll 4
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < count; i += stride) {
        const float value = output[i];
        const bool is_inside = value >= -most && value <= most; /* a NaN is not */
        const int32_t integer = is_inside ? __float2int_rz(value) : 0;
        const bool is_same = __float_as_uint(__int2float_rn(integer)) == __float_as_uint(value);
        integers[i] = is_same ? integer : 0;
        own += !is_same;
    }
    own = block_sum(own);
    if (threadIdx.x == 0 && own != 0)
        atomicAdd(refused, own);
}

wm_status wm_cuda_integers_take(wm_device *device, const wm_device_buffer *output, size_t count,
                                uint32_t most, wm_device_buffer *integers, uint64_t *refused)
{
    wm_cuda *cuda;
    void *scratch;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (refused == NULL || most > WM_EXACT_INTEGERS_MAX || output == integers ||
        !wm_cuda_memory_holds(output, count, sizeof(float)) ||
        !wm_cuda_memory_holds(integers, count, sizeof(int32_t)))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "take integers: elements outside a buffer, one buffer for "
                                     "both, or a limit above 2^24");
    status = wm_cuda_device_scratch(cuda, sizeof(uint64_t), &scratch);
    if (status == WM_OK)
        status = wm_cuda_device_check(
            cuda, cudaMemsetAsync(scratch, 0, sizeof(uint64_t), cuda->stream), "take integers");
    if (status != WM_OK)
        return status;
    take_integers<<<CHECK_BLOCKS, BLOCK_SIZE, 0, cuda->stream>>>(
        (const float *)output->bytes, count, (float)most, (int32_t *)integers->bytes,
        (unsigned long long *)scratch);
    status = wm_cuda_device_fetch(cuda, scratch, sizeof(uint64_t), "take integers");
    if (status == WM_OK)
        *refused = *(const unsigned long long *)cuda->host;
    return status;
}
