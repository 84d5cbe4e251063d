/* Philox4x32-10 in kernels (docs/formats/inputs.md section 2). */
#ifndef WM_BACKEND_CUDA_CUDA_PHILOX_H
#define WM_BACKEND_CUDA_CUDA_PHILOX_H

#include "backend/cuda/cuda.h"

/* Words `w` of one block. Source: Salmon et al., SC'11, section 3.3. */
static __device__ __forceinline__ uint4 philox_block(const wm_philox &stream, uint64_t block)
{
    uint32_t c0 = (uint32_t)block, c1 = (uint32_t)(block >> 32);
    uint32_t c2 = stream.high[0], c3 = stream.high[1];
    uint32_t k0 = stream.key[0], k1 = stream.key[1];
#pragma unroll
    for (int i = 0; i < 10; i++) {
        const uint64_t p0 = (uint64_t)0xD2511F53u * c0;
        const uint64_t p1 = (uint64_t)0xCD9E8D57u * c2;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c1 = (uint32_t)p1;
        c3 = (uint32_t)p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return make_uint4(c0, c1, c2, c3);
}

/* Word i of four; i is a compile-time constant. */
static __device__ __forceinline__ uint32_t philox_word(const uint4 &w, int i)
{
    return i == 0 ? w.x : i == 1 ? w.y : i == 2 ? w.z : w.w;
}

#endif
