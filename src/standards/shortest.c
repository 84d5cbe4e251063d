/* The shortest decimal that reads back as a given binary64. */
#include "standards/shortest.h"

#include "standards/pow10.h"
#include "standards/wide.h"

#include <string.h>

/* value = significand * 2^exponent. */
typedef struct binary {
    uint64_t significand;
    int exponent;
    bool lower_is_closer; /* a power of two: the neighbour below is half as far as the one above */
} binary;

static binary take_apart(double value)
{
    uint64_t bits, fraction;
    int biased;
    binary v;
    memcpy(&bits, &value, sizeof bits);
    fraction = bits & 0xfffffffffffff;
    biased = (int)(bits >> 52 & 0x7ff);
    v.significand = biased != 0 ? fraction | (uint64_t)1 << 52 : fraction;
    v.exponent = (biased != 0 ? biased : 1) - 1075;
    v.lower_is_closer = fraction == 0 && biased > 1;
    return v;
}

/* floor(log10(2^q)), or floor(log10(3/4 * 2^q)) where the lower neighbour is closer. Giulietti,
 * section 8. */
static int decimal_exponent(const binary *v)
{
    int64_t scaled = (int64_t)v->exponent * 1262611 - (v->lower_is_closer ? 524031 : 0);
    int64_t quotient = scaled / 4194304;
    return (int)(scaled % 4194304 < 0 ? quotient - 1 : quotient);
}

/* floor(g * c / 2^128), with the lowest bit set if the product is no integer: enough for
 * comparisons. g is an upper bound within one unit, which the test `> 1` allows for. Giulietti,
 * section 9.9.1. */
static uint64_t round_to_odd(const wm_pow10 *g, uint64_t c)
{
    uint64_t carried, high, low;
    (void)wm_wide_multiply(g->low, c, &carried);
    low = wm_wide_multiply(g->high, c, &high);
    low += carried;
    high += low < carried;
    return high | (low > 1);
}

/* Giulietti, section 9.8 and figure 7. Bounds and value are scaled by 4 * 10^-k. The candidates of
 * the finer grid are then the multiples of 4 next to vb, those of the coarser grid the multiples of
 * 40. */
static wm_shortest choose(uint64_t lower, uint64_t vb, uint64_t upper, int k)
{
    uint64_t fine = vb / 4, coarse = vb / 40;
    bool below_fits, above_fits, up;
    wm_shortest result;
    if (fine >= 10) {
        below_fits = lower <= 40 * coarse;
        above_fits = 40 * coarse + 40 <= upper;
        if (below_fits != above_fits) {
            result.digits = coarse + above_fits;
            result.exponent = k + 1;
            return result;
        }
    }
    below_fits = lower <= 4 * fine;
    above_fits = 4 * fine + 4 <= upper;
    if (below_fits != above_fits)
        up = above_fits;
    else
        up = vb > 4 * fine + 2 || (vb == 4 * fine + 2 && (fine & 1) != 0);
    result.digits = fine + up;
    result.exponent = k;
    return result;
}

/* A shorter decimal is on the coarser grid too, where it ends in zeros. */
static void strip_zeros(wm_shortest *result)
{
    while (result->digits % 10 == 0) {
        result->digits /= 10;
        result->exponent++;
    }
}

wm_shortest wm_shortest_find(double value)
{
    binary v = take_apart(value);
    int k = decimal_exponent(&v);
    int shift = v.exponent + wm_pow10_log2(-k) + 1;
    uint64_t odd =
        /* the bounds themselves read back as value only if its significand is even */
        v.significand & 1;
    uint64_t c = 4 * v.significand, lower, upper;
    wm_pow10 g = *wm_pow10_get(-k);
    wm_shortest result;
    if (!wm_pow10_is_exact(-k)) {
        g.low++;
        g.high += g.low == 0;
    }
    lower = round_to_odd(&g, (c - (v.lower_is_closer ? 1 : 2)) << shift) + odd;
    upper = round_to_odd(&g, (c + 2) << shift) - odd;
    result = choose(lower, round_to_odd(&g, c << shift), upper, k);
    strip_zeros(&result);
    return result;
}
