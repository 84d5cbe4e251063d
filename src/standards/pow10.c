/* Powers of ten as 128-bit significands. */
#include "standards/pow10.h"

#include <string.h>

/* 2^(32 * (LIMBS - 1)) over 10^342 still has 128 bits (1344 - 1137 = 207), and 10^324 has 1077
 * bits. */
enum { LIMBS = 43, COUNT = WM_POW10_MAX - WM_POW10_MIN + 1 };

static wm_pow10 table[COUNT];
static bool table_is_ready;

static void multiply_by_10(uint32_t limbs[LIMBS])
{
    uint64_t carry = 0;
    int i;
    for (i = 0; i < LIMBS; i++) {
        carry += (uint64_t)limbs[i] * 10;
        limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void divide_by_10(uint32_t limbs[LIMBS])
{
    uint64_t rest = 0;
    int i;
    for (i = LIMBS - 1; i >= 0; i--) {
        rest = rest << 32 | limbs[i];
        limbs[i] = (uint32_t)(rest / 10);
        rest %= 10;
    }
}

/* Limb i, zero below the lowest. */
static uint32_t limb_at(const uint32_t limbs[LIMBS], int i)
{
    return i >= 0 ? limbs[i] : 0;
}

/* The highest 128 bits; the top bit is set. */
static wm_pow10 top_bits(const uint32_t limbs[LIMBS])
{
    uint32_t words[5];
    wm_pow10 top;
    int i, head = LIMBS - 1, shift = 0;
    while (limbs[head] == 0)
        head--;
    while ((limbs[head] << shift & 0x80000000u) == 0)
        shift++;
    for (i = 0; i < 5; i++)
        words[i] = limb_at(limbs, head - i);
    for (i = 0; i < 4 && shift != 0; i++)
        words[i] = words[i] << shift | words[i + 1] >> (32 - shift);
    top.high = (uint64_t)words[0] << 32 | words[1];
    top.low = (uint64_t)words[2] << 32 | words[3];
    return top;
}

/* Upwards 1, 10, 100, ... exactly. Downwards floor(2^1344 / 10^j), exact because floor(floor(x / a)
 * / b) = floor(x / ab). */
static void build_table(void)
{
    uint32_t limbs[LIMBS];
    int k;
    memset(limbs, 0, sizeof limbs);
    limbs[0] = 1;
    for (k = 0; k <= WM_POW10_MAX; k++, multiply_by_10(limbs))
        table[k - WM_POW10_MIN] = top_bits(limbs);
    memset(limbs, 0, sizeof limbs);
    limbs[LIMBS - 1] = 1;
    for (k = -1; k >= WM_POW10_MIN; k--) {
        divide_by_10(limbs);
        table[k - WM_POW10_MIN] = top_bits(limbs);
    }
    table_is_ready = true;
}

/* Built before main, so that no two threads build at once. Compilers and loaders that cannot do
 * this build at first use. */
#if defined(__GNUC__)
__attribute__((constructor)) static void build_early(void)
{
    if (!table_is_ready)
        build_table();
}
#endif

const wm_pow10 *wm_pow10_get(int k)
{
    if (!table_is_ready)
        build_table();
    return &table[k - WM_POW10_MIN];
}
