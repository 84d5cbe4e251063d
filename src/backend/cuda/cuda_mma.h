/* Y on tensor cores: its scale, its terms, and the mma of each format. */
#ifndef WM_BACKEND_CUDA_CUDA_MMA_H
#define WM_BACKEND_CUDA_CUDA_MMA_H

#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_overlap.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

/* The 2^e that brings a probe's largest magnitude near 2^10, where fp16 terms have range on both
 * sides; and 2^-e. */
static __device__ float2 peak_scale(const unsigned *peaks, int p)
{
    const int exponent = (int)(__ldcg(peaks + p) >> 23) - 127;
    const int up = max(-100, min(100, 10 - exponent));
    return make_float2(__uint_as_float((unsigned)(127 + up) << 23),
                       __uint_as_float((unsigned)(127 - up) << 23));
}

/* Rows g and g + 8 of one group of columns, as A fragments: 16 bytes of each in a lane. */
typedef struct {
    uint4 low, high;
} row_pair;

/* A format on the tensor cores. A lane holds COLUMNS columns of a group of GROUP. A number of Y is
 * the sum of TERMS terms, each scaled up by 2^BITS against the last, and each with its own
 * accumulator. `split` prepares rows and `multiply` adds their products to the accumulators. */
template <int FORMAT> struct mma_kind {
    enum {
        TERMS = 2,
        BYTES = FORMAT == WM_FORMAT_E4M3 ? 1 : 2,
        BITS = 11,
        COLUMNS = 8,
        GROUP = 4 * COLUMNS
    };
    typedef row_pair rows;
    static __device__ __forceinline__ unsigned pack(float a, float b)
    {
        const __half2 pair = __floats2half2_rn(a, b);
        return *(const unsigned *)&pair;
    }
    static __device__ __forceinline__ float rounded(float x)
    {
        return __half2float(__float2half_rn(x));
    }
    static __device__ __forceinline__ uint4 term(const float x[COLUMNS])
    {
        return make_uint4(pack(x[0], x[1]), pack(x[2], x[3]), pack(x[4], x[5]), pack(x[6], x[7]));
    }
    static __device__ __forceinline__ void mma(float c[4], unsigned a0, unsigned a1, unsigned a2,
                                               unsigned a3, unsigned b0, unsigned b1)
    {
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},"
                     " {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    }
    static __device__ __forceinline__ rows split(uint4 low, uint4 high)
    {
        const rows r = {low, high};
        return r;
    }
    static __device__ __forceinline__ void multiply(float c[TERMS][4], const rows &r,
                                                    const uint4 y[TERMS])
    {
#pragma unroll
        for (int m = 0; m < TERMS; m++) {
            mma(c[m], r.low.x, r.high.x, r.low.y, r.high.y, y[m].x, y[m].y);
            mma(c[m], r.low.z, r.high.z, r.low.w, r.high.w, y[m].z, y[m].w);
        }
    }
};

template <> struct mma_kind<WM_FORMAT_BF16> {
    enum { TERMS = 3, BYTES = 2, BITS = 8, COLUMNS = 8, GROUP = 4 * COLUMNS };
    typedef row_pair rows;
    static __device__ __forceinline__ unsigned pack(float a, float b)
    {
        const __nv_bfloat162 pair = __floats2bfloat162_rn(a, b);
        return *(const unsigned *)&pair;
    }
    static __device__ __forceinline__ float rounded(float x)
    {
        return __bfloat162float(__float2bfloat16_rn(x));
    }
    static __device__ __forceinline__ uint4 term(const float x[COLUMNS])
    {
        return make_uint4(pack(x[0], x[1]), pack(x[2], x[3]), pack(x[4], x[5]), pack(x[6], x[7]));
    }
    static __device__ __forceinline__ void mma(float c[4], unsigned a0, unsigned a1, unsigned a2,
                                               unsigned a3, unsigned b0, unsigned b1)
    {
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},"
                     " {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    }
    static __device__ __forceinline__ rows split(uint4 low, uint4 high)
    {
        const rows r = {low, high};
        return r;
    }
    static __device__ __forceinline__ void multiply(float c[TERMS][4], const rows &r,
                                                    const uint4 y[TERMS])
    {
#pragma unroll
        for (int m = 0; m < TERMS; m++) {
            mma(c[m], r.low.x, r.high.x, r.low.y, r.high.y, y[m].x, y[m].y);
            mma(c[m], r.low.z, r.high.z, r.low.w, r.high.w, y[m].z, y[m].w);
        }
    }
};

/* float32 as two tf32 terms of 11 bits each, in the rows too: off by 2^-22 of a number at most. The
 * product of the two low terms is left out: another 2^-22 of a product at most. */
template <> struct mma_kind<WM_FORMAT_F32> {
    enum { TERMS = 2, BYTES = 4, BITS = 0, COLUMNS = 4, GROUP = 4 * COLUMNS };
    typedef struct {
        row_pair term[2];
    } rows;
    static __device__ __forceinline__ unsigned tf32(float x)
    {
        unsigned bits;
        asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
        return bits;
    }
    static __device__ __forceinline__ float rounded(float x)
    {
        return __uint_as_float(tf32(x));
    }
    static __device__ __forceinline__ uint4 term(const float x[COLUMNS])
    {
        return make_uint4(tf32(x[0]), tf32(x[1]), tf32(x[2]), tf32(x[3]));
    }
    static __device__ __forceinline__ uint4 rest(uint4 v, uint4 high)
    {
        const float x[COLUMNS] = {__uint_as_float(v.x) - __uint_as_float(high.x),
                                  __uint_as_float(v.y) - __uint_as_float(high.y),
                                  __uint_as_float(v.z) - __uint_as_float(high.z),
                                  __uint_as_float(v.w) - __uint_as_float(high.w)};
        return term(x);
    }
    static __device__ __forceinline__ uint4 first(uint4 v)
    {
        const float x[COLUMNS] = {__uint_as_float(v.x), __uint_as_float(v.y), __uint_as_float(v.z),
                                  __uint_as_float(v.w)};
        return term(x);
    }
    static __device__ __forceinline__ rows split(uint4 low, uint4 high)
    {
        rows r;
        r.term[0].low = first(low);
        r.term[0].high = first(high);
        r.term[1].low = rest(low, r.term[0].low);
        r.term[1].high = rest(high, r.term[0].high);
        return r;
    }
    static __device__ __forceinline__ void mma(float c[4], unsigned a0, unsigned a1, unsigned a2,
                                               unsigned a3, unsigned b0, unsigned b1)
    {
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},"
                     " {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    }
    static __device__ __forceinline__ void multiply_terms(float c[4], const row_pair &r, uint4 y)
    {
        mma(c, r.low.x, r.high.x, r.low.y, r.high.y, y.x, y.y);
        mma(c, r.low.z, r.high.z, r.low.w, r.high.w, y.z, y.w);
    }
    static __device__ __forceinline__ void multiply(float c[TERMS][4], const rows &r,
                                                    const uint4 y[TERMS])
    {
        multiply_terms(c[0], r.term[0], y[0]);
        multiply_terms(c[1], r.term[0], y[1]);
        multiply_terms(c[1], r.term[1], y[0]);
    }
};

#endif
