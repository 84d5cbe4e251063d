/* Copies within device memory.
 *
 * Memory bounds a large copy: half of it reads, half writes. L2 divides its lines between the two.
 * If it keeps lines that were read longer than lines that wait to be written, the copy is 2 %
 * faster than cudaMemcpyAsync (docs/benchmarks.md). But lines that are marked to stay would stay
 * long after and displace what later operations read again. So after the copy, the source's last
 * lines, which L2 can still hold, become normal lines. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"

enum {
    UNIT_BYTES = 16,                      /* bytes of one copy of a thread */
    STEP_BYTES = BLOCK_SIZE * UNIT_BYTES, /* bytes of one step of a block */
    LINE_BYTES = 128
};

/* From this size on the kernel is faster. */
static const size_t LEAST_BYTES = (size_t)512 << 20;

static __global__ void __launch_bounds__(BLOCK_SIZE) copy_units(const uint4 *from, uint4 *to)
{
    const size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    uint64_t stay;
    uint4 unit;
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(stay));
    asm volatile("ld.global.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(unit.x), "=r"(unit.y), "=r"(unit.z), "=r"(unit.w)
                 : "l"(from + i), "l"(stay));
    to[i] = unit;
}

/* Releases marked lines, one thread each. */
static __global__ void __launch_bounds__(BLOCK_SIZE) release_lines(const char *from, size_t lines)
{
    const size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < lines)
        asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"(from + i * LINE_BYTES)
                     : "memory");
}

/* Queues the release of those bytes before `end` that L2 can hold. */
static void release_end(wm_cuda *cuda, const char *from, const char *end)
{
    const uintptr_t last = (uintptr_t)end / LINE_BYTES;
    const uintptr_t first = ((uintptr_t)from + LINE_BYTES - 1) / LINE_BYTES;
    const size_t held = cuda->l2_bytes / LINE_BYTES + 1;
    const size_t lines = last - first < held ? last - first : held;
    release_lines<<<(unsigned)((lines + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE, 0,
                    cuda->stream>>>((const char *)((last - lines) * LINE_BYTES), lines);
}

wm_status wm_cuda_copy_queue(wm_cuda *cuda, void *to, const void *from, size_t size)
{
    const bool is_aligned = ((uintptr_t)to | (uintptr_t)from) % UNIT_BYTES == 0;
    const size_t bulk = is_aligned && size >= LEAST_BYTES ? size / STEP_BYTES * STEP_BYTES : 0;
    if (bulk > 0) {
        copy_units<<<(unsigned)(bulk / STEP_BYTES), BLOCK_SIZE, 0, cuda->stream>>>(
            (const uint4 *)from, (uint4 *)to);
        release_end(cuda, (const char *)from, (const char *)from + bulk);
        const wm_status status = wm_cuda_device_launched(cuda, "copy");
        if (status != WM_OK)
            return status;
    }
    if (bulk == size)
        return WM_OK;
    return wm_cuda_device_check(cuda,
                                cudaMemcpyAsync((char *)to + bulk, (const char *)from + bulk,
                                                size - bulk, cudaMemcpyDeviceToDevice,
                                                cuda->stream),
                                "copy");
}
