/* SHA-256 by the processor's own instructions. */
#include "backend/cpu/cpu_sha256.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

/* The instructions keep the state as ABEF and CDGH. Source: Intel, New Instructions Supporting the
 * Secure Hash Algorithm on Intel Architecture Processors, 2013. */
__attribute__((target("sha,sse4.1"))) static void load_state(const uint32_t state[8], __m128i *abef,
                                                             __m128i *cdgh)
{
    __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const void *)state), 0xb1);
    __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const void *)(state + 4)), 0x1b);
    *abef = _mm_alignr_epi8(cdab, efgh, 8);
    *cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
}

__attribute__((target("sha,sse4.1"))) static void store_state(uint32_t state[8], __m128i abef,
                                                              __m128i cdgh)
{
    __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((void *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

/* FIPS 180-4, section 6.2.2, four rounds in each step. words[i % 4] are the four newest quadruples
 * of the schedule. */
__attribute__((target("sha,sse4.1"))) static void compress(uint32_t state[8], const uint8_t *blocks,
                                                           size_t count)
{
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i abef, cdgh;
    load_state(state, &abef, &cdgh);
    for (; count > 0; count--, blocks += WM_SHA256_BLOCK) {
        __m128i words[4], abef_before = abef, cdgh_before = cdgh;
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            __m128i round;
            if (i < 4) {
                __m128i raw = _mm_loadu_si128((const void *)(blocks + 16 * i));
                words[i] = _mm_shuffle_epi8(raw, big_endian);
            } else {
                __m128i older = _mm_sha256msg1_epu32(words[i % 4], words[(i + 1) % 4]);
                __m128i w7 = _mm_alignr_epi8(words[(i + 3) % 4], words[(i + 2) % 4], 4);
                words[i % 4] = _mm_sha256msg2_epu32(_mm_add_epi32(older, w7), words[(i + 3) % 4]);
            }
            round = _mm_loadu_si128((const void *)(wm_sha256_rounds + 4 * i));
            round = _mm_add_epi32(words[i % 4], round);
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, round);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(round, 0x0e));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    store_state(state, abef, cdgh);
}

wm_sha256_compress *wm_cpu_sha256_find(void)
{
    unsigned eax, ebx, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx & bit_SSE4_1) == 0 ||
        (ecx & bit_SSSE3) == 0)
        return NULL;
    if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) || (ebx & bit_SHA) == 0)
        return NULL;
    return compress;
}

#else

wm_sha256_compress *wm_cpu_sha256_find(void)
{
    return NULL;
}

#endif
