/* Random reads of a table and the same reads by another path. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"

/* The step of the lanes' generator (backend.h). */
static __device__ __forceinline__ uint64_t next_state(uint64_t h)
{
    return 6364136223846793005u * h + 1442695040888963407u;
}

/* The address of element number `index`; `apart` is the distance of two elements in bytes. The
 * multiplication by it is one instruction for every distance. */
static __device__ __forceinline__ const uint32_t *place(const uint32_t *table, uint32_t index,
                                                        uint32_t apart)
{
    return (const uint32_t *)((const char *)table + (size_t)index * apart);
}

template <bool DEPENDENT>
static __global__ void __launch_bounds__(BLOCK_SIZE)
    read_randomly(const uint32_t *table, uint32_t count, uint32_t apart, size_t lanes, size_t steps,
                  uint32_t *out)
{
    const size_t lane = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (lane >= lanes)
        return;
    uint64_t h = lane;
    uint32_t sum = 0;
#pragma unroll 8
    for (size_t i = 0; i < steps; i++) {
        h = next_state(h);
        const uint32_t x = __ldg(place(table, __umulhi((uint32_t)(h >> 32), count), apart));
        sum += x;
        if (DEPENDENT)
            h += (uint64_t)x << 32;
    }
    out[lane] = sum;
}

/* Lanes in reverse order, one read at a time. Reads come from memory, not from a cache line that
 * the run may have filled. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    count_mismatches(const uint32_t *table, uint32_t count, uint32_t apart, size_t lanes,
                     size_t steps, bool dependent, const uint32_t *out,
                     unsigned long long *mismatches)
{
    const size_t lane = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (lane >= lanes)
        return;
    uint64_t h = lanes - 1 - lane;
    const uint32_t expected = out[h];
    uint32_t sum = 0;
#pragma unroll 1
    for (size_t i = 0; i < steps; i++) {
        h = next_state(h);
        const uint32_t x = __ldcv(place(table, (uint32_t)(((h >> 32) * count) >> 32), apart));
        sum += x;
        h += dependent ? (uint64_t)x << 32 : 0;
    }
    if (sum != expected)
        atomicAdd(mismatches, 1ull);
}

static bool fits(const wm_random_access *access)
{
    return access != NULL && access->count < (uint64_t)1 << 32 &&
           access->lanes <= (uint64_t)1 << 32 &&
           wm_cuda_memory_holds_table(access->table, access->count, access->stride) &&
           wm_cuda_memory_holds(access->out, access->lanes, 4) && access->table != access->out;
}

static uint32_t bytes_apart(const wm_random_access *access)
{
    return (uint32_t)(access->stride * sizeof(uint32_t));
}

static unsigned blocks_for(size_t lanes)
{
    return (unsigned)((lanes + BLOCK_SIZE - 1) / BLOCK_SIZE);
}

wm_status wm_cuda_access_run(wm_device *device, const wm_random_access *access)
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (!fits(access))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "random access: sizes and buffers do not fit together");
    const uint32_t *table = (const uint32_t *)access->table->bytes;
    uint32_t *out = (uint32_t *)access->out->bytes;
    if (access->dependent)
        read_randomly<true><<<blocks_for(access->lanes), BLOCK_SIZE, 0, cuda->stream>>>(
            table, (uint32_t)access->count, bytes_apart(access), access->lanes, access->steps, out);
    else
        read_randomly<false><<<blocks_for(access->lanes), BLOCK_SIZE, 0, cuda->stream>>>(
            table, (uint32_t)access->count, bytes_apart(access), access->lanes, access->steps, out);
    return wm_cuda_device_launched(cuda, "random access");
}

/* Reads the table again; its seed is not used. */
wm_status wm_cuda_access_residual(wm_device *device, const wm_random_access *access,
                                  const uint8_t table[32], uint64_t *mismatches)
{
    wm_cuda *cuda;
    void *count;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (table == NULL || mismatches == NULL || !fits(access))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "random access: sizes and buffers do not fit together");
    status = wm_cuda_device_scratch(cuda, sizeof(uint64_t), &count);
    if (status == WM_OK)
        status =
            wm_cuda_device_check(cuda, cudaMemsetAsync(count, 0, sizeof(uint64_t), cuda->stream),
                                 "random access residual");
    if (status != WM_OK)
        return status;
    count_mismatches<<<blocks_for(access->lanes), BLOCK_SIZE, 0, cuda->stream>>>(
        (const uint32_t *)access->table->bytes, (uint32_t)access->count, bytes_apart(access),
        access->lanes, access->steps, access->dependent, (const uint32_t *)access->out->bytes,
        (unsigned long long *)count);
    status = wm_cuda_device_fetch(cuda, count, sizeof(uint64_t), "random access residual");
    if (status == WM_OK)
        *mismatches = *(const uint64_t *)cuda->host;
    return status;
}
