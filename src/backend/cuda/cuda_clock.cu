/* Measures the clock of the multiprocessors. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"

extern "C" {
#include "base/clock.h"
}

enum { CLOCK_SAMPLE_NS = 2000000, TIMER_READS = 1 << 20, TIMER_TRIES = 16 };

/* Cycles and nanoseconds over about CLOCK_SAMPLE_NS, with all units busy. Unit 0 reports. */
static __global__ void count_cycles(uint64_t *result)
{
    uint64_t begin_ns, now_ns;
    float load = 1.0f + (float)threadIdx.x;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin_ns));
    const int64_t begin = clock64();
    do {
#pragma unroll 64
        for (int i = 0; i < 64; i++)
            load = fmaf(load, 1.0001f, 0.5f);
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now_ns));
    } while (now_ns - begin_ns < CLOCK_SAMPLE_NS);
    const int64_t end = clock64();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        result[0] = (uint64_t)(end - begin);
        result[1] = now_ns - begin_ns;
        result[2] = __float_as_uint(load); /* so that the compiler keeps the load */
    }
}

/* The timer right after a step, and the step. A timer that never steps gives 0. */
static __global__ void read_timer(uint64_t *result)
{
    uint64_t begin_ns, now_ns;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin_ns));
    now_ns = begin_ns;
    for (int i = 0; i < TIMER_READS && now_ns == begin_ns; i++)
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now_ns));
    result[0] = now_ns;
    result[1] = now_ns - begin_ns;
}

/* Reads the timer between two readings of the host's clock, TIMER_TRIES times, and keeps the
 * reading with the least time between them. */
static wm_status read_timer_here(wm_cuda *cuda, void *result, wm_device_timer *timer)
{
    const uint64_t *read = (const uint64_t *)cuda->host;
    uint64_t least_ns = UINT64_MAX;
    timer->reason = "the device's timer does not advance";
    for (int i = 0; i < TIMER_TRIES; i++) {
        const uint64_t begin_ns = wm_clock_ns();
        read_timer<<<1, 1, 0, cuda->stream>>>((uint64_t *)result);
        const wm_status status =
            wm_cuda_device_fetch(cuda, result, 2 * sizeof(uint64_t), "the timer");
        const uint64_t width_ns = wm_clock_ns() - begin_ns;
        if (status != WM_OK)
            return status;
        if (read[1] == 0 || width_ns >= least_ns)
            continue;
        least_ns = width_ns;
        timer->reason = NULL;
        timer->device_ns = read[0];
        timer->host_ns = begin_ns + width_ns / 2;
        timer->uncertainty_ns = width_ns / 2 + 1;
    }
    return WM_OK;
}

wm_status wm_cuda_clock_hz(wm_device *device, double *hz, wm_device_timer *timer)
{
    wm_cuda *cuda;
    void *result;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (hz == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "clock: no place for the result");
    status = wm_cuda_device_scratch(cuda, 3 * sizeof(uint64_t), &result);
    if (status != WM_OK)
        return status;
    count_cycles<<<cuda->units, BLOCK_SIZE, 0, cuda->stream>>>((uint64_t *)result);
    status = wm_cuda_device_fetch(cuda, result, 3 * sizeof(uint64_t), "clock");
    if (status != WM_OK)
        return status;
    const uint64_t *counted = (const uint64_t *)cuda->host;
    if (counted[1] == 0)
        return wm_cuda_device_refuse(cuda, WM_E_DEVICE, "the device's timer does not advance");
    *hz = (double)counted[0] / (double)counted[1] * 1e9;
    return timer != NULL ? read_timer_here(cuda, result, timer) : WM_OK;
}
