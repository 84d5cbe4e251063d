/* The latency of L2 as each multiprocessor sees it: a profile of the part's layout.
 *
 * One launch has one block on each multiprocessor, because a block takes all shared memory. Its one
 * thread waits for its turn, which is a number in device memory, and walks alone. Waiting threads
 * sleep, so that their reads of the number do not disturb the walk: about 2,000 reads beside 73,000
 * steps. The launch is cooperative, because a block that never starts would stop the others. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"

extern "C" {
#include "backend/line_cycle.h"
}

enum {
    LINE_WORDS = WM_LINE_CYCLE_LINE_BYTES / 4,
    WARM_SHARE = 8, /* steps before the timed ones: one for each so many */
    FAR_SLEEP_NS = 500000,
    NEXT_SLEEP_NS = 20000,
    SPREAD_BLOCKS = (WM_LINE_CYCLE_LINES + BLOCK_SIZE - 1) / BLOCK_SIZE
};

static_assert(WM_LINE_CYCLE_LINES * sizeof(uint32_t) <= WM_CUDA_HOST_BYTES, "room for the cycle");
static_assert(WM_LINE_CYCLE_LINES * WM_LINE_CYCLE_LINE_BYTES == WM_BACKEND_PROFILE_BYTES,
              "the table");

/* What a multiprocessor measured. */
typedef struct {
    uint32_t unit, end; /* its number, and the word where its walk ended */
    uint64_t cycles;
} walked;

/* The turn, then what each block measured. */
typedef struct {
    uint32_t turn, seen;
    walked walks[WM_BACKEND_PROFILE_LATENCIES];
} progress;

static_assert(sizeof(progress) <= WM_CUDA_HOST_BYTES, "room for the walks");

/* Bypasses the first cache. */
static __device__ __forceinline__ uint32_t load_l2(const uint32_t *at)
{
    uint32_t x;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(x) : "l"(at) : "memory");
    return x;
}

/* Writes the cycle to the table: the first word of a line is the first word's place of the next. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    spread_cycle(const uint32_t *next, uint32_t *table)
{
    const uint32_t line = blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (line < WM_LINE_CYCLE_LINES)
        table[line * LINE_WORDS] = next[line] * LINE_WORDS;
}

/* Every multiprocessor reads the whole table once, so that each part of L2 has what it will give to
 * the walks. The sum keeps the reads. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    read_table(const uint32_t *table, progress *shared)
{
    uint32_t sum = 0;
    for (uint32_t line = threadIdx.x; line < WM_LINE_CYCLE_LINES; line += BLOCK_SIZE)
        sum += load_l2(table + line * LINE_WORDS);
    if (threadIdx.x == 0)
        shared->seen = sum;
}

static __device__ void wait_for_turn(const uint32_t *turn, uint32_t mine)
{
    for (;;) {
        uint32_t now;
        asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(turn) : "memory");
        if (now == mine)
            return;
        __nanosleep(mine - now > 1 ? FAR_SLEEP_NS : NEXT_SLEEP_NS);
    }
}

static __global__ void __launch_bounds__(1)
    walk(const uint32_t *table, uint32_t warm_steps, uint32_t steps, progress *shared)
{
    uint32_t at = 0, unit;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(unit));
    wait_for_turn(&shared->turn, blockIdx.x);
    for (uint32_t i = 0; i < warm_steps; i++)
        at = load_l2(table + at);
    const int64_t begin = clock64();
    for (uint32_t i = 0; i < steps; i++)
        at = load_l2(table + at);
    const int64_t end = clock64();
    shared->walks[blockIdx.x] = {unit, at, (uint64_t)(end - begin)};
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(&shared->turn), "r"(blockIdx.x + 1)
                 : "memory");
}

/* Queues the walks of all multiprocessors, and copies them to the host. */
static wm_status walk_all(wm_cuda *cuda, uint32_t *table, size_t steps)
{
    void *memory;
    wm_status status = wm_cuda_device_scratch(cuda, sizeof(progress), &memory);
    if (status == WM_OK)
        status = wm_cuda_device_check(
            cuda, cudaMemsetAsync(memory, 0, sizeof(progress), cuda->stream), "profile");
    if (status == WM_OK)
        status = wm_cuda_device_check(
            cuda,
            cudaFuncSetAttribute((const void *)walk, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 cuda->shared_max),
            "profile: shared memory");
    if (status != WM_OK)
        return status;
    progress *shared = (progress *)memory;
    const uint32_t *words = table;
    uint32_t warm_steps = (uint32_t)(steps / WARM_SHARE), timed_steps = (uint32_t)steps;
    void *arguments[] = {&words, &warm_steps, &timed_steps, &shared};
    spread_cycle<<<SPREAD_BLOCKS, BLOCK_SIZE, 0, cuda->stream>>>((const uint32_t *)cuda->host,
                                                                 table);
    read_table<<<cuda->units, BLOCK_SIZE, 0, cuda->stream>>>(table, shared);
    status = wm_cuda_device_check(
        cuda,
        cudaLaunchCooperativeKernel((const void *)walk, dim3(cuda->units), dim3(1), arguments,
                                    (size_t)cuda->shared_max, cuda->stream),
        "profile: launch");
    return status != WM_OK ? status
                           : wm_cuda_device_fetch(cuda, shared, sizeof(progress), "profile");
}

/* Checks each walk and sorts the latencies by the number of the multiprocessor. */
static wm_status take_walks(wm_cuda *cuda, uint32_t end, size_t steps, wm_profile_result *result)
{
    walked *walks = ((progress *)cuda->host)->walks;
    for (unsigned i = 0; i < cuda->units; i++) {
        const walked w = walks[i];
        unsigned at = i;
        if (w.end != end * LINE_WORDS || w.cycles == 0)
            return wm_cuda_device_refuse(
                cuda, WM_E_DEVICE,
                "profile: the walk of multiprocessor %u ended at word %u, not %u", w.unit, w.end,
                end * LINE_WORDS);
        for (; at > 0 && walks[at - 1].unit > w.unit; at--)
            walks[at] = walks[at - 1];
        if (at > 0 && walks[at - 1].unit == w.unit)
            return wm_cuda_device_refuse(cuda, WM_E_DEVICE,
                                         "profile: multiprocessor %u had two turns", w.unit);
        walks[at] = w;
    }
    result->unit = "cycles";
    result->count = cuda->units;
    for (unsigned i = 0; i < cuda->units; i++)
        result->latency[i] = (double)walks[i].cycles / (double)steps;
    return WM_OK;
}

wm_status wm_cuda_profile_run(wm_device *device, const wm_profile *profile,
                              wm_profile_result *result)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (profile == NULL || result == NULL || profile->steps < WM_BACKEND_PROFILE_STEPS_LEAST ||
        profile->steps > WM_BACKEND_PROFILE_STEPS_MAX ||
        !wm_cuda_memory_holds(profile->table, WM_BACKEND_PROFILE_BYTES, 1))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "profile: no result, or a wrong table or number of steps");
    if (cuda->units > WM_BACKEND_PROFILE_LATENCIES)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "profile: %u multiprocessors",
                                     cuda->units);
    status = wm_cuda_device_wait(cuda, "profile"); /* before the host's memory is overwritten */
    if (status != WM_OK)
        return status;
    uint32_t *next = (uint32_t *)cuda->host;
    wm_line_cycle_make(next, WM_LINE_CYCLE_LINES);
    const uint32_t end = wm_line_cycle_end(next, profile->steps / WARM_SHARE + profile->steps);
    status = walk_all(cuda, (uint32_t *)profile->table->bytes, profile->steps);
    return status != WM_OK ? status : take_walks(cuda, end, profile->steps, result);
}
