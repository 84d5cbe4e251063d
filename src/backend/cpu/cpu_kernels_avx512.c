/* The inner loops for x86-64 with AVX-512 F, BW, DQ and VL. */
#include "backend/cpu/cpu_kernels.h"
#include "backend/cpu/cpu_tiles.h"

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(                                                    \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c"))), \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")
#endif
#include <immintrin.h>

#define SET avx512
#define LANES 16
#define DOT_ROWS 3 /* 24 sums, 3 elements and a probe: 28 of 32 registers */
#include "backend/cpu/cpu_kernels_types.h"

/* Keeps a vector that is used several times in a register; gcc would load it anew each time. */
#define KEEP(x) __asm__("" : "+v"(x))
#define FMA(a, b, c) ((vf)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(c)))
#define FMA_D(a, b, c) ((vd)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
#define LARGER(a, b) ((vf)_mm512_max_ps((__m512)(a), (__m512)(b)))
#define LARGER_D(a, b) ((vd)_mm512_max_pd((__m512d)(a), (__m512d)(b)))
#define SUM_EIGHT_F32(v, out) avx512_sum_eight(v, out)
#define TRIAD_FMA(a, b, c) FMA(a, b, c)
#define MULTIPLY_32(a, b) ((vq)_mm512_mul_epu32((__m512i)(a), (__m512i)(b)))
/* A shuffle, because multiplications and shifts share one port. */
#define HIGH_HALVES(a) ((vq)_mm512_shuffle_epi32((__m512i)(a), _MM_PERM_DDBB))
#define INTERLEAVE(a, b, pairs) avx512_interleave(a, b, pairs)
#define STREAM_STORE(p, v) _mm512_stream_ps(p, (__m512)(v))
#define STREAM_FENCE() _mm_sfence()
#define LOAD_U16(p) \
    ((vu)_mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(p))))
#define LOAD_U8(p) ((vu)_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p))))
#define LOAD_I8(p) ((vi)_mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p))))
#define LOAD_I8_D(p)         \
    ((vd)_mm512_cvtepi32_pd( \
        _mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(p)))))
#define STORE_U16(p, v) \
    _mm256_storeu_si256((__m256i *)(void *)(p), _mm512_cvtepi32_epi16((__m512i)(v)))
#define F16_LOAD(p) ((vf)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(const void *)(p))))
#define F16_STORE(p, v)         \
    _mm256_storeu_si256(        \
        (__m256i *)(void *)(p), \
        _mm512_cvtps_ph((__m512)(v), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC))

static inline void avx512_interleave(vq a, vq b, vq pairs[2])
{
    const __m512i low = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
    const __m512i high = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
    pairs[0] = (vq)_mm512_permutex2var_epi64((__m512i)a, low, (__m512i)b);
    pairs[1] = (vq)_mm512_permutex2var_epi64((__m512i)a, high, (__m512i)b);
}

/* Adds neighbouring lanes three times, and the halves once. */
static inline void avx512_sum_eight(const vf v[8], float out[8])
{
    __m256 sums[8];
    for (int i = 0; i < 8; i++)
        sums[i] = _mm256_add_ps(_mm512_castps512_ps256((__m512)v[i]),
                                _mm512_extractf32x8_ps((__m512)v[i], 1));
    const __m256 first =
        _mm256_hadd_ps(_mm256_hadd_ps(sums[0], sums[1]), _mm256_hadd_ps(sums[2], sums[3]));
    const __m256 second =
        _mm256_hadd_ps(_mm256_hadd_ps(sums[4], sums[5]), _mm256_hadd_ps(sums[6], sums[7]));
    _mm256_storeu_ps(out, _mm256_add_ps(_mm256_permute2f128_ps(first, second, 0x20),
                                        _mm256_permute2f128_ps(first, second, 0x31)));
}

#include "backend/cpu/cpu_kernels_body.h"

#if WM_CPU_TILES_BUILT
const wm_cpu_kernels wm_cpu_kernels_amx = {.name = "amx", LOOPS, .tiles = &wm_cpu_tiles_amx};
#endif

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
