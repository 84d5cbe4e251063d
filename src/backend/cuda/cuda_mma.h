/* Probes on tensor cores: their scale, their terms, and the mma of each format. */
#ifndef WM_BACKEND_CUDA_CUDA_MMA_H
#define WM_BACKEND_CUDA_CUDA_MMA_H

#include "backend/cuda/cuda_block.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

/* The 2^e that brings a probe's largest magnitude near 2^10, where fp16 terms have range on both
 * sides; and 2^-e. */
static __device__ float2 peak_scale(const unsigned *peaks, int p)
{
    if (peaks == NULL)
        return make_float2(1.0f, 1.0f);
    const int exponent = (int)(__ldcg(peaks + p) >> 23) - 127;
    const int up = max(-100, min(100, 10 - exponent));
    return make_float2(__uint_as_float((unsigned)(127 + up) << 23),
                       __uint_as_float((unsigned)(127 - up) << 23));
}

/* Waits until the kernels queued before have finished, if this kernel was allowed to start beside
 * them. */
static __device__ __forceinline__ void wait_for_earlier(void)
{
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

/* Lets the kernel queued next start on the units that this one leaves, once all blocks have called
 * this. */
static __device__ __forceinline__ void admit_next(void)
{
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

static __device__ __forceinline__ uint4 load_once(const void *from)
{
    uint4 v;
    asm volatile("ld.global.nc.L1::no_allocate.L2::256B.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(from));
    return v;
}

/* A format on the tensor cores: its element, the number of terms of a probe, and the scale between
 * terms. */
template <int FORMAT> struct half_kind {
    enum { TERMS = 2, BYTES = FORMAT == WM_FORMAT_E4M3 ? 1 : 2, BITS = 11 };
    static __device__ __forceinline__ unsigned pack(float a, float b)
    {
        const __half2 pair = __floats2half2_rn(a, b);
        return *(const unsigned *)&pair;
    }
    static __device__ __forceinline__ float rounded(float x)
    {
        return __half2float(__float2half_rn(x));
    }
    static __device__ __forceinline__ void mma(float c[4], unsigned a0, unsigned a1, unsigned a2,
                                               unsigned a3, unsigned b0, unsigned b1)
    {
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},"
                     " {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    }
};

template <> struct half_kind<WM_FORMAT_BF16> {
    enum { TERMS = 3, BYTES = 2, BITS = 8 };
    static __device__ __forceinline__ unsigned pack(float a, float b)
    {
        const __nv_bfloat162 pair = __floats2bfloat162_rn(a, b);
        return *(const unsigned *)&pair;
    }
    static __device__ __forceinline__ float rounded(float x)
    {
        return __bfloat162float(__float2bfloat16_rn(x));
    }
    static __device__ __forceinline__ void mma(float c[4], unsigned a0, unsigned a1, unsigned a2,
                                               unsigned a3, unsigned b0, unsigned b1)
    {
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},"
                     " {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    }
};

#endif
