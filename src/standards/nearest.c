/* The binary64 number nearest to a decimal. */
#include "standards/nearest.h"

#include "standards/pow10.h"
#include "standards/wide.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/* Beyond these exponents a nonzero decimal is infinite, or below half the least subnormal. */
enum { EXPONENT10_MAX = 309, EXPONENT10_MIN = -343 };

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static const uint64_t infinity_bits = (uint64_t)0x7ff << 52;

/* Rounds a number in [2^exponent, 2^(exponent+1)). top has its first 63 or 64 bits; tail says
 * whether nonzero bits follow. */
static double round_bits(uint64_t top, bool tail, int exponent)
{
    int width = (top >> 63) != 0 ? 64 : 63;
    int kept = exponent >= -1022 ? 53 : 53 + 1022 + exponent;
    int dropped = width - kept;
    uint64_t significand, rest, half;
    if (kept < 0)
        return 0;
    significand = dropped < 64 ? top >> dropped : 0;
    rest = dropped < 64 ? top & (((uint64_t)1 << dropped) - 1) : top;
    half = (uint64_t)1 << (dropped - 1);
    if (rest > half || (rest == half && (tail || (significand & 1) != 0)))
        significand++;
    /* a carry makes it the least normal number, which has exactly these bits */
    if (exponent < -1022)
        return from_bits(significand);
    if (significand >> 53 != 0) {
        significand >>= 1;
        exponent++;
    }
    if (exponent > 1023)
        return from_bits(infinity_bits);
    return from_bits((uint64_t)(exponent + 1023) << 52 | (significand & 0xfffffffffffff));
}

/* W. Clinger's fast path: both factors are exact doubles, so the one operation rounds once. */
#if FLT_EVAL_METHOD == 0
static bool find_by_one_operation(uint64_t digits, int exponent, double *value)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (digits > (uint64_t)1 << 53 || exponent < -22 || exponent > 22)
        return false;
    if (exponent < 0)
        *value = (double)digits / powers[-exponent];
    else
        *value = (double)digits * powers[exponent];
    return true;
}
#endif

/* One 64 x 128-bit product. The power is rounded down by less than a unit, so the true product is
 * in [product, product + 2^64). It can reach into the top word only if the middle word is all ones;
 * then this function declines. */
static bool find_by_product(uint64_t digits, int exponent, double *value)
{
    const wm_pow10 *power = wm_pow10_get(exponent);
    bool exact = wm_pow10_is_exact(exponent);
    uint64_t top, middle, carry, low;
    int shift = 0, step;
    for (step = 32; step > 0; step /= 2) {
        if (digits >> (64 - step) == 0) {
            digits <<= step;
            shift += step;
        }
    }
    middle = wm_wide_multiply(digits, power->high, &top);
    low = wm_wide_multiply(digits, power->low, &carry);
    middle += carry;
    top += middle < carry;
    if (!exact && middle == UINT64_MAX)
        return false;
    *value = round_bits(top, middle != 0 || low != 0 || !exact,
                        wm_pow10_log2(exponent) - shift + ((top >> 63) != 0 ? 64 : 63));
    return true;
}

/* A natural number of up to 5,120 bits: 10^1145, with room for a division by it. */
enum { LIMBS = 160, DIGITS_MAX = 800 };
typedef struct natural {
    uint32_t limbs[LIMBS];
    int size;
    bool tail; /* a nonzero part below one was dropped */
} natural;

static void multiply_add(natural *x, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    int i;
    for (i = 0; i < x->size; i++) {
        carry += (uint64_t)x->limbs[i] * factor;
        x->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        x->limbs[x->size++] = (uint32_t)carry;
}

static void divide(natural *x, uint32_t divisor)
{
    uint64_t rest = 0;
    int i;
    for (i = x->size - 1; i >= 0; i--) {
        rest = rest << 32 | x->limbs[i];
        x->limbs[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (x->size > 0 && x->limbs[x->size - 1] == 0)
        x->size--;
    x->tail = x->tail || rest != 0;
}

static int count_bits(const natural *x)
{
    int bits = 32 * (x->size - 1);
    uint32_t head = x->limbs[x->size - 1];
    for (; head != 0; head >>= 1)
        bits++;
    return bits;
}

static void shift_up_limbs(natural *x, int count)
{
    memmove(x->limbs + count, x->limbs, (size_t)x->size * sizeof x->limbs[0]);
    memset(x->limbs, 0, (size_t)count * sizeof x->limbs[0]);
    x->size += count;
}

/* The highest 64 bits of a number that has at least 64; the lower bits go into the tail. */
static uint64_t top_word(natural *x)
{
    int i, head = x->size - 1, shift = 0;
    uint64_t top = (uint64_t)x->limbs[head] << 32 | x->limbs[head - 1];
    uint32_t next = head >= 2 ? x->limbs[head - 2] : 0;
    while ((top << shift >> 63) == 0)
        shift++;
    if (shift != 0)
        top = top << shift | next >> (32 - shift);
    if ((uint32_t)(next << shift) != 0)
        x->tail = true;
    for (i = head - 3; i >= 0; i--)
        x->tail = x->tail || x->limbs[i] != 0;
    return top;
}

/* Reads at most DIGITS_MAX digits into x, from the first nonzero one; the exponent grows by the
 * number of digits left out. No midpoint between two doubles has more than 767 digits, so it only
 * matters whether a digit left out is nonzero. */
static int64_t read_digits(natural *x, const char *text, size_t size, int64_t exponent)
{
    int used = 0;
    size_t i;
    memset(x, 0, sizeof *x);
    for (i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            continue;
        if (used == 0 && text[i] == '0')
            continue;
        if (used < DIGITS_MAX) {
            multiply_add(x, 10, (uint32_t)(text[i] - '0'));
            used++;
        } else {
            exponent++;
            x->tail = x->tail || text[i] != '0';
        }
    }
    return exponent;
}

double wm_nearest_exact(const char *text, size_t size, int64_t exponent)
{
    natural x;
    uint64_t top;
    int shift = 0;
    int64_t left;
    exponent = read_digits(&x, text, size, exponent);
    if (x.size == 0 || exponent < EXPONENT10_MIN - DIGITS_MAX)
        return 0;
    if (exponent > EXPONENT10_MAX)
        return from_bits(infinity_bits);
    for (left = exponent; left > 0; left--)
        multiply_add(&x, 10, 0);
    if (exponent < 0) { /* 96 bits above the divisor: at least 64 of the quotient remain */
        int wanted = (int)(-exponent * 10 / 3) + 128 - count_bits(&x);
        shift = wanted > 0 ? (wanted + 31) / 32 : 0;
        shift_up_limbs(&x, shift);
    } else {
        shift = 2; /* so that a small number has 64 bits too */
        shift_up_limbs(&x, shift);
    }
    for (left = -exponent; left >= 9; left -= 9)
        divide(&x, 1000000000);
    for (; left > 0; left--)
        divide(&x, 10);
    left = count_bits(&x) - 1 - 32 * shift;
    if (left > 1023)
        return from_bits(infinity_bits);
    if (left < -1075)
        return 0;
    top = top_word(&x); /* before the tail is read, because this changes it */
    return round_bits(top, x.tail, (int)left);
}

double wm_nearest_find(uint64_t digits, int64_t exponent)
{
    char text[24];
    double value;
    if (digits == 0 || exponent < WM_POW10_MIN)
        return 0;
    if (exponent > EXPONENT10_MAX)
        return from_bits(infinity_bits);
#if FLT_EVAL_METHOD == 0
    if (find_by_one_operation(digits, (int)exponent, &value))
        return value;
#endif
    if (find_by_product(digits, (int)exponent, &value))
        return value;
    return wm_nearest_exact(
        text, (size_t)snprintf(text, sizeof text, "%llu", (unsigned long long)digits), exponent);
}
