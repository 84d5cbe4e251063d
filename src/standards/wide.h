/* The 128-bit product of two 64-bit integers. */
#ifndef WM_STANDARDS_WIDE_H
#define WM_STANDARDS_WIDE_H

#include <stdint.h>

/* The low half of a * b; *high gets the high half. WM_WIDE_PORTABLE chooses plain C99 even where
 * the compiler has a 128-bit type, so that both ways are tested. */
static inline uint64_t wm_wide_multiply(uint64_t a, uint64_t b, uint64_t *high)
{
#if defined(__SIZEOF_INT128__) && !defined(WM_WIDE_PORTABLE)
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    uint64_t a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32); /* at most (2^32-1)^2 + 2^32-1: fits */
    uint64_t cross = a0 * b1 + (middle & 0xffffffff);
    *high = a1 * b1 + (middle >> 32) + (cross >> 32);
    return cross << 32 | (low & 0xffffffff);
#endif
}

#endif
