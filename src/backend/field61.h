/* Arithmetic in the field of p = 2^61 - 1 elements, of residues in [0, p). */
#ifndef WM_BACKEND_FIELD61_H
#define WM_BACKEND_FIELD61_H

#include <stdint.h>

#ifdef __CUDACC__
#define WM_FIELD61_INLINE static inline __host__ __device__
#else
#define WM_FIELD61_INLINE static inline
#endif

#define WM_FIELD61_P ((UINT64_C(1) << 61) - 1)

/* A residue is the sum of limb i times 2^(21 i). A sum of 2048 products of a limb and a number
 * below 2^32 fits 64 bits. */
enum { WM_FIELD61_LIMBS = 3, WM_FIELD61_LIMB_BITS = 21, WM_FIELD61_TERMS = 2048 };

/* Any number modulo p. 2^61 is 1, so the upper bits are added to the lower. */
WM_FIELD61_INLINE uint64_t wm_field61_reduce(uint64_t x)
{
    const uint64_t folded = (x & WM_FIELD61_P) + (x >> 61);
    return folded >= WM_FIELD61_P ? folded - WM_FIELD61_P : folded;
}

WM_FIELD61_INLINE uint64_t wm_field61_add(uint64_t a, uint64_t b)
{
    return wm_field61_reduce(a + b);
}

WM_FIELD61_INLINE uint64_t wm_field61_subtract(uint64_t a, uint64_t b)
{
    return wm_field61_reduce(a + WM_FIELD61_P - b);
}

/* a * 2^bits: a rotation of 61 bits. Bounds: bits 1 to 60. */
WM_FIELD61_INLINE uint64_t wm_field61_shift(uint64_t a, unsigned bits)
{
    return wm_field61_reduce((a << bits & WM_FIELD61_P) + (a >> (61 - bits)));
}

WM_FIELD61_INLINE uint32_t wm_field61_limb(uint64_t a, unsigned i)
{
    return (uint32_t)(a >> (WM_FIELD61_LIMB_BITS * i)) &
           ((UINT32_C(1) << WM_FIELD61_LIMB_BITS) - 1);
}

/* The sum of three numbers below 2^64 times 1, 2^21 and 2^42. */
WM_FIELD61_INLINE uint64_t wm_field61_join(uint64_t s0, uint64_t s1, uint64_t s2)
{
    const uint64_t upper = wm_field61_shift(wm_field61_reduce(s1), WM_FIELD61_LIMB_BITS);
    const uint64_t top = wm_field61_shift(wm_field61_reduce(s2), 2 * WM_FIELD61_LIMB_BITS);
    return wm_field61_add(wm_field61_add(wm_field61_reduce(s0), upper), top);
}

#endif
