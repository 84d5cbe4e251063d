/* Inputs made on the device from a seed, with exactly the bits of docs/formats/inputs.md sections 2
 * to 4.
 *
 * A thread makes one Philox block: eight 16-bit indices, so eight elements, stored 16 bytes at a
 * time. Table look-ups are the bottleneck. Random reads of shared memory are ten times faster than
 * of L1, so for long operands a block of 1024 threads keeps the table in shared memory, if a block
 * can have that much (128 KiB; 8.9 and 12.0 give 99). The float32 table does not fit, but half of
 * it does: entry 65535 - i is minus entry i. For one-byte elements Philox is nearly as slow as the
 * look-ups. On an H200, with eight elements a block, Philox alone makes 3.0 TB/s, look-ups alone
 * 3.2, both together 2.1. Blocks are counted in 32 bits where that suffices. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_philox.h"

#include <stdlib.h>

enum {
    BLOCK_THREADS = 256,
    TABLE_THREADS = 1024,
    /* elements from which on loading the table into shared memory is worth it */
    TABLE_WORTH = 1 << 20
};

/* The table rounded to a format, on the device. */
static wm_status device_table(wm_cuda *cuda, wm_format format, void **table)
{
    const double *entries = NULL;
    if (cuda->tables[format] == NULL) {
        const size_t size = WM_NORMAL_ENTRIES * wm_format_size(format);
        wm_status status = wm_normal_table(&entries);
        if (status != WM_OK)
            return wm_cuda_device_refuse(cuda, status, "the normal table cannot be made");
        void *rounded = malloc(size);
        if (rounded == NULL)
            return wm_cuda_device_refuse(cuda, WM_E_NOMEM, "the normal table: no host memory");
        for (size_t i = 0; i < WM_NORMAL_ENTRIES; i++)
            wm_format_store(format, rounded, i, entries[i]);
        void *bytes = NULL;
        status = wm_cuda_memory_take(cuda, size, &bytes, "the normal table");
        if (status == WM_OK)
            status = wm_cuda_device_check(
                cuda, cudaMemcpyAsync(bytes, rounded, size, cudaMemcpyHostToDevice, cuda->stream),
                "the normal table");
        if (status == WM_OK) /* before the host's copy is freed */
            status =
                wm_cuda_device_check(cuda, cudaStreamSynchronize(cuda->stream), "the normal table");
        free(rounded);
        if (status != WM_OK) {
            wm_cuda_memory_give(cuda, bytes, size);
            return status;
        }
        cuda->tables[format] = bytes;
    }
    *table = cuda->tables[format];
    return WM_OK;
}

/* 16-bit index number `i` of a block; i is a compile-time constant. */
static __device__ __forceinline__ uint32_t index16(const uint4 &w, int i)
{
    const uint32_t word = philox_word(w, i / 2);
    return i % 2 == 0 ? word & 0xffffu : word >> 16;
}

/* Entry `index`, from the upper half of the float32 table. */
static __device__ __forceinline__ uint32_t mirrored(const uint32_t *half, uint32_t index)
{
    const uint32_t below = (index >> 15) ^ 1u;
    return half[(index ^ (0u - below)) & 0x7fffu] | below << 31;
}

/* Packs elements 2i and 2i+1 (2 bytes each), elements 4i to 4i+3 (1 byte each), or element i (4
 * bytes) into word i of the store. */
template <int SIZE, typename T>
static __device__ __forceinline__ uint32_t packed(const T *table, const uint4 &w, int i)
{
    if (SIZE == 4)
        return mirrored((const uint32_t *)table, index16(w, i));
    if (SIZE == 2)
        return __byte_perm(table[index16(w, 2 * i)], table[index16(w, 2 * i + 1)], 0x5410);
    const uint32_t low = __byte_perm(table[index16(w, 4 * i)], table[index16(w, 4 * i + 1)], 0x40);
    const uint32_t high =
        __byte_perm(table[index16(w, 4 * i + 2)], table[index16(w, 4 * i + 3)], 0x40);
    return __byte_perm(low, high, 0x5410);
}

/* Stores the eight elements of a block. float32 lanes first exchange halves, so that each store of
 * a pair of lanes is 32 contiguous bytes. Every lane of the warp must call this; `here` says
 * whether its block exists. */
template <int SIZE, typename T>
static __device__ __forceinline__ void store_block(T *out, size_t block, bool here,
                                                   const T *entries, const uint4 &w)
{
    if (SIZE == 1) {
        if (here)
            __stcs((uint2 *)out + block,
                   make_uint2(packed<SIZE>(entries, w, 0), packed<SIZE>(entries, w, 1)));
    } else if (SIZE == 2) {
        if (here)
            __stcs((uint4 *)out + block,
                   make_uint4(packed<SIZE>(entries, w, 0), packed<SIZE>(entries, w, 1),
                              packed<SIZE>(entries, w, 2), packed<SIZE>(entries, w, 3)));
    } else {
        const bool odd = threadIdx.x % 2 != 0;
        uint32_t even_block[4], odd_block[4]; /* this lane's half of the two blocks */
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const uint32_t low = packed<SIZE>(entries, w, i),
                           high = packed<SIZE>(entries, w, 4 + i);
            const uint32_t other = __shfl_xor_sync(~0u, odd ? low : high, 1);
            even_block[i] = odd ? other : low;
            odd_block[i] = odd ? high : other;
        }
        const bool other_here = __shfl_xor_sync(~0u, here ? 1 : 0, 1) != 0;
        uint4 *to = (uint4 *)out + 2 * (block & ~(size_t)1) + (odd ? 1 : 0);
        if (odd ? other_here : here)
            __stcs(to, make_uint4(even_block[0], even_block[1], even_block[2], even_block[3]));
        if (odd ? here : other_here)
            __stcs(to + 2, make_uint4(odd_block[0], odd_block[1], odd_block[2], odd_block[3]));
    }
}

/* Whole blocks of eight elements of SIZE bytes. The table (for float32 its upper half) is in shared
 * memory. */
template <int SIZE, typename T, typename COUNT>
static __global__ void __launch_bounds__(TABLE_THREADS)
    fill_shared(T *out, COUNT blocks, const T *table, wm_philox stream)
{
    extern __shared__ uint4 shared_table[];
    const int words = (SIZE == 4 ? WM_NORMAL_ENTRIES / 2 : WM_NORMAL_ENTRIES) * SIZE / 16;
    const uint4 *from = (const uint4 *)(SIZE == 4 ? table + WM_NORMAL_ENTRIES / 2 : table);
    for (int i = (int)threadIdx.x; i < words; i += TABLE_THREADS)
        shared_table[i] = from[i];
    __syncthreads();
    const COUNT stride = (COUNT)gridDim.x * TABLE_THREADS;
    for (COUNT i = (COUNT)blockIdx.x * TABLE_THREADS + threadIdx.x; i - threadIdx.x % 32 < blocks;
         i += stride)
        store_block<SIZE>(out, i, i < blocks, (const T *)shared_table, philox_block(stream, i));
}

/* Elements from `first` (a multiple of 8) to `count`, with the table in global memory: short
 * operands, tails, float64. */
template <typename T>
static __global__ void fill_global(T *out, size_t first, size_t count, const T *table,
                                   wm_philox stream)
{
    const size_t begin = first + 8 * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    if (begin >= count)
        return;
    const uint4 w = philox_block(stream, begin / 8);
#pragma unroll
    for (int i = 0; i < 8; i++)
        if (begin + (size_t)i < count)
            out[begin + (size_t)i] = __ldg(table + index16(w, i));
}

template <int SIZE> static size_t table_bytes(void)
{
    return (size_t)(SIZE == 4 ? WM_NORMAL_ENTRIES / 2 : WM_NORMAL_ENTRIES) * SIZE;
}

/* Whole blocks, with one block of threads on each unit. Below 2^31 blocks no block number
 * overflows, even in the last stride. */
template <int SIZE, typename T, typename COUNT>
static wm_status queue_shared(wm_cuda *cuda, void *bytes, size_t blocks, const void *table,
                              wm_philox stream)
{
    const size_t shared = table_bytes<SIZE>();
    const wm_status status = wm_cuda_device_check(
        cuda,
        cudaFuncSetAttribute(fill_shared<SIZE, T, COUNT>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
        "fill");
    if (status == WM_OK)
        fill_shared<SIZE, T, COUNT><<<cuda->units, TABLE_THREADS, shared, cuda->stream>>>(
            (T *)bytes, (COUNT)blocks, (const T *)table, stream);
    return status;
}

template <int SIZE, typename T>
static wm_status fill(wm_cuda *cuda, void *bytes, size_t count, const void *table, wm_philox stream)
{
    size_t done = 0;
    if (count >= TABLE_WORTH && table_bytes<SIZE>() <= (size_t)cuda->shared_max) {
        done = count / 8 * 8;
        const wm_status status =
            done / 8 < (size_t)1 << 31
                ? queue_shared<SIZE, T, uint32_t>(cuda, bytes, done / 8, table, stream)
                : queue_shared<SIZE, T, size_t>(cuda, bytes, done / 8, table, stream);
        if (status != WM_OK)
            return status;
    }
    const size_t blocks = (count - done + 7) / 8;
    if (blocks > 0)
        fill_global<T><<<(unsigned)((blocks + BLOCK_THREADS - 1) / BLOCK_THREADS), BLOCK_THREADS, 0,
                         cuda->stream>>>((T *)bytes, done, count, (const T *)table, stream);
    return wm_cuda_device_launched(cuda, "fill");
}

/* float64: always from global memory */
static wm_status fill_f64(wm_cuda *cuda, void *bytes, size_t count, const void *table,
                          wm_philox stream)
{
    const size_t blocks = (count + 7) / 8;
    fill_global<double>
        <<<(unsigned)((blocks + BLOCK_THREADS - 1) / BLOCK_THREADS), BLOCK_THREADS, 0,
           cuda->stream>>>((double *)bytes, 0, count, (const double *)table, stream);
    return wm_cuda_device_launched(cuda, "fill");
}

wm_status wm_cuda_fill_raw(wm_cuda *cuda, void *bytes, wm_format format, size_t count,
                           const uint8_t seed[32])
{
    void *table = NULL;
    if (format > WM_FORMAT_F64)
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "no normal operand in this format");
    const wm_status status = device_table(cuda, format, &table);
    if (status != WM_OK)
        return status;
    const wm_philox stream = wm_philox_from_seed(seed);
    switch (wm_format_size(format)) {
    case 1:
        return fill<1, uint8_t>(cuda, bytes, count, table, stream);
    case 2:
        return fill<2, uint16_t>(cuda, bytes, count, table, stream);
    case 4:
        return fill<4, uint32_t>(cuda, bytes, count, table, stream);
    default:
        return fill_f64(cuda, bytes, count, table, stream);
    }
}

wm_status wm_cuda_fill_normal(wm_device *device, wm_device_buffer *buffer, wm_format format,
                              size_t count, const uint8_t seed[32])
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (seed == NULL || format > WM_FORMAT_F64 ||
        !wm_cuda_memory_holds(buffer, count, wm_format_size(format)))
        return wm_cuda_device_refuse(
            cuda, WM_E_ARG,
            "fill: no normal operand in this format, or elements outside the buffer");
    return wm_cuda_fill_raw(cuda, buffer->bytes, format, count, seed);
}

/* Eight int8 elements in each thread: the high bytes of its indices. */
static __global__ void fill_int8(uint8_t *out, size_t count, wm_philox stream)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i * 8 < count; i += stride) {
        const uint4 w = philox_block(stream, i);
        const uint2 bytes =
            make_uint2(__byte_perm(w.x, w.y, 0x7531), __byte_perm(w.z, w.w, 0x7531));
        if (i * 8 + 8 <= count) {
            __stcs((uint2 *)out + i, bytes);
            continue;
        }
        for (size_t j = 0; i * 8 + j < count; j++)
            out[i * 8 + j] = (uint8_t)((j < 4 ? bytes.x : bytes.y) >> (8 * (j % 4)));
    }
}

/* Four bounded integers in each thread, to every `apart`-th word. A bound of 2^32 is passed as 0.
 */
static __global__ void fill_index(uint32_t *out, size_t count, size_t apart, uint32_t bound,
                                  wm_philox stream)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i * 4 < count; i += stride) {
        uint4 w = philox_block(stream, i);
        if (bound != 0)
            w = make_uint4(__umulhi(w.x, bound), __umulhi(w.y, bound), __umulhi(w.z, bound),
                           __umulhi(w.w, bound));
        if (apart == 1 && i * 4 + 4 <= count) {
            __stcs((uint4 *)out + i, w);
            continue;
        }
        for (size_t j = 0; j < 4 && i * 4 + j < count; j++)
            out[(i * 4 + j) * apart] = j == 0 ? w.x : j == 1 ? w.y : j == 2 ? w.z : w.w;
    }
}

wm_status wm_cuda_fill_int8(wm_device *device, wm_device_buffer *buffer, size_t count,
                            const uint8_t seed[32])
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (seed == NULL || !wm_cuda_memory_holds(buffer, count, 1))
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "fill: elements outside the buffer");
    fill_int8<<<cuda->units * 8, BLOCK_THREADS, 0, cuda->stream>>>((uint8_t *)buffer->bytes, count,
                                                                   wm_philox_from_seed(seed));
    return wm_cuda_device_launched(cuda, "fill int8");
}

wm_status wm_cuda_fill_index(wm_device *device, wm_device_buffer *buffer, size_t count,
                             size_t stride, uint64_t bound, const uint8_t seed[32])
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (seed == NULL || bound == 0 || bound > (uint64_t)1 << 32 ||
        !wm_cuda_memory_holds_table(buffer, count, stride))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "fill: elements outside the buffer, a bound not in 1 to 2^32, "
                                     "or a stride not in 1 to %d",
                                     WM_BACKEND_STRIDE);
    fill_index<<<cuda->units * 8, BLOCK_THREADS, 0, cuda->stream>>>(
        (uint32_t *)buffer->bytes, count, stride, (uint32_t)bound, wm_philox_from_seed(seed));
    return wm_cuda_device_launched(cuda, "fill index");
}
