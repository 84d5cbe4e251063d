/* Powers of ten as 128-bit significands. */
#ifndef WM_STANDARDS_POW10_H
#define WM_STANDARDS_POW10_H

#include <stdbool.h>
#include <stdint.h>

/* The exponents that reading and writing binary64 need: 19 digits down to 2^-1075, 17 digits up to
 * 2^1024. */
enum { WM_POW10_MIN = -342, WM_POW10_MAX = 324 };

/* 10^k = (high * 2^64 + low + d) * 2^(floor(log2(10^k)) - 127) with 0 <= d < 1 and high >= 2^63. */
typedef struct wm_pow10 {
    uint64_t high;
    uint64_t low;
} wm_pow10;

/* The significand of 10^k, k in [WM_POW10_MIN, WM_POW10_MAX], rounded down. */
const wm_pow10 *wm_pow10_get(int k);

/* Whether the significand of 10^k is exact (d = 0): 5^k has at most 128 bits. */
static inline bool wm_pow10_is_exact(int k)
{
    return k >= 0 && k <= 55;
}

/* floor(log2(10^k)) for |k| <= 1233. Source: R. Giulietti, The Schubfach way to render doubles,
 * section 8. */
static inline int wm_pow10_log2(int k)
{
    return k >= 0 ? k * 1741647 / 524288 : -((-k * 1741647 + 524287) / 524288);
}

#endif
