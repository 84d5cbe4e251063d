/* The inner loops for x86-64 with AVX2, FMA and F16C. */
#include "backend/cpu/cpu_kernels.h"

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#else
#pragma GCC target("avx2,fma,f16c")
#endif
#include <immintrin.h>

#define SET avx2
#define LANES 8
#define DOT_ROWS 1
#include "backend/cpu/cpu_kernels_types.h"

/* Keeps a vector that is used several times in a register; gcc would load it anew each time. */
#define KEEP(x) __asm__("" : "+x"(x))
#define FMA(a, b, c) ((vf)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(c)))
#define FMA_D(a, b, c) ((vd)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define LARGER(a, b) ((vf)_mm256_max_ps((__m256)(a), (__m256)(b)))
#define LARGER_D(a, b) ((vd)_mm256_max_pd((__m256d)(a), (__m256d)(b)))
#define SUM_EIGHT_F32(v, out) avx2_sum_eight(v, out)
#define TRIAD_FMA(a, b, c) FMA(a, b, c)
#define MULTIPLY_32(a, b) ((vq)_mm256_mul_epu32((__m256i)(a), (__m256i)(b)))
/* A shuffle, because multiplications and shifts share ports. */
#define HIGH_HALVES(a) ((vq)_mm256_shuffle_epi32((__m256i)(a), 0xF5))
#define INTERLEAVE(a, b, pairs) avx2_interleave(a, b, pairs)
#define STREAM_STORE(p, v) _mm256_stream_ps(p, (__m256)(v))
#define STREAM_FENCE() _mm_sfence()
#define LOAD_U16(p) ((vu)_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p))))
#define LOAD_U8(p) ((vu)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(p))))
#define LOAD_I8(p) ((vi)_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(p))))
#define LOAD_I8_D(p) avx2_load_i8_d(p)
#define STORE_U16(p, v) avx2_store_u16(p, v)
#define F16_LOAD(p) ((vf)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(p))))
#define F16_STORE(p, v)                      \
    _mm_storeu_si128((__m128i *)(void *)(p), \
                     _mm256_cvtps_ph((__m256)(v), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC))

#include <string.h>

static inline vd avx2_load_i8_d(const uint8_t *p)
{
    int32_t codes;
    memcpy(&codes, p, sizeof codes);
    return (vd)_mm256_cvtepi32_pd(_mm_cvtepi8_epi32(_mm_cvtsi32_si128(codes)));
}

/* The values are below 2^16, so the packing never saturates. */
static inline void avx2_store_u16(uint16_t *p, vu v)
{
    const __m128i low = _mm256_castsi256_si128((__m256i)v);
    const __m128i high = _mm256_extracti128_si256((__m256i)v, 1);
    _mm_storeu_si128((__m128i *)(void *)p, _mm_packus_epi32(low, high));
}

static inline void avx2_interleave(vq a, vq b, vq pairs[2])
{
    const __m256i even = _mm256_unpacklo_epi64((__m256i)a, (__m256i)b);
    const __m256i odd = _mm256_unpackhi_epi64((__m256i)a, (__m256i)b);
    pairs[0] = (vq)_mm256_permute2x128_si256(even, odd, 0x20);
    pairs[1] = (vq)_mm256_permute2x128_si256(even, odd, 0x31);
}

/* Adds neighbouring lanes three times, and the halves once. */
static inline void avx2_sum_eight(const vf v[8], float out[8])
{
    __m256 sums[8];
    for (int i = 0; i < 8; i++)
        sums[i] = (__m256)v[i];
    const __m256 first =
        _mm256_hadd_ps(_mm256_hadd_ps(sums[0], sums[1]), _mm256_hadd_ps(sums[2], sums[3]));
    const __m256 second =
        _mm256_hadd_ps(_mm256_hadd_ps(sums[4], sums[5]), _mm256_hadd_ps(sums[6], sums[7]));
    _mm256_storeu_ps(out, _mm256_add_ps(_mm256_permute2f128_ps(first, second, 0x20),
                                        _mm256_permute2f128_ps(first, second, 0x31)));
}

#include "backend/cpu/cpu_kernels_body.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
