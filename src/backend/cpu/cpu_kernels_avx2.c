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
#define AXPY_VECTORS 1
#include "backend/cpu/cpu_kernels_types.h"

#define FMA(a, b, c) ((vf)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(c)))
#define FMA_D(a, b, c) ((vd)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define TRIAD_FMA(a, b, c) FMA(a, b, c)
#define MULTIPLY_32(a, b) ((vq)_mm256_mul_epu32((__m256i)(a), (__m256i)(b)))
#define STREAM_STORE(p, v) _mm256_stream_ps(p, (__m256)(v))
#define STREAM_FENCE() _mm_sfence()
#define F16_LOAD(p) ((vf)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(p))))
#define F16_STORE(p, v)                      \
    _mm_storeu_si128((__m128i *)(void *)(p), \
                     _mm256_cvtps_ph((__m256)(v), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC))

#include "backend/cpu/cpu_kernels_body.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
