/* Measures the clock of the multiprocessors. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"

enum { CLOCK_SAMPLE_NS = 2000000 };

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

wm_status wm_cuda_clock_hz(wm_device *device, double *hz)
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
    return WM_OK;
}
