/* Draws and rounds the values of the tests of exact products, by integers alone. */
#include "support/exact_values.h"

#include "standards/philox.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* xorshift64. Source: Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003. */
uint64_t exact_draw(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

void exact_seed(unsigned number, uint8_t seed[32])
{
    for (unsigned i = 0; i < 32; i++)
        seed[i] = (uint8_t)(number * 29 + i * 13 + (number >> 4) * 7 + 3);
}

int32_t exact_integer(size_t i)
{
    const uint64_t any = exact_draw();
    const int32_t power = (int32_t)1 << any % 31, small = (int32_t)(any >> 16 & 7);
    switch (i % 5) {
    case 0:
        return power - 4 + small;
    case 1:
        return -power - (power >> (any >> 8 & 31)) / 2 - 2 + small / 2;
    case 2:
        return (int32_t)(uint32_t)(any >> 32);
    case 3:
        return (65472 + (int32_t)(any >> 8 & 127)) * (any & 128 ? 1 : -1);
    default:
        return (int32_t)(uint32_t)(any >> 32) / (1 << (any >> 8 & 15));
    }
}

int32_t exact_another(int32_t value, unsigned kind)
{
    const uint32_t bits = (uint32_t)value;
    switch (kind % 7) {
    case 0:
        return (int32_t)(bits + 1);
    case 1:
        return (int32_t)(bits - 1);
    case 2:
        return (int32_t)(bits ^ 0x80000000u);
    case 3:
        return (int32_t)(bits ^ (uint32_t)1 << exact_draw() % 32);
    case 4:
        return value == INT32_MAX ? 0 : INT32_MAX;
    case 5:
        return value == INT32_MIN ? 0 : INT32_MIN;
    default:
        return (int32_t)(bits ^ (uint32_t)(exact_draw() | 4));
    }
}

const exact_rounding exact_roundings[EXACT_ROUNDINGS] = {
    {WM_FORMAT_F16, 11, 65536}, {WM_FORMAT_BF16, 8, 0x1p128}, {WM_FORMAT_F32, 24, 0x1p128}};

bool exact_round(const exact_rounding *to, int32_t value, uint8_t code[4])
{
    const uint64_t magnitude = (uint64_t)llabs((long long)value);
    uint64_t unit = 1;
    while (magnitude / unit >= (uint64_t)1 << to->significand_bits)
        unit *= 2;
    uint64_t kept = magnitude / unit;
    const uint64_t lost = magnitude % unit;
    if (2 * lost > unit || (2 * lost == unit && kept % 2 == 1))
        kept++;
    const double rounded = (double)(kept * unit); /* which the format has, or an infinity */
    const bool is_too_large = rounded >= to->infinite;
    const double whole = is_too_large ? (double)INFINITY : rounded;
    wm_format_store(to->format, code, 0, value < 0 ? -whole : whole);
    return is_too_large;
}

static const uint64_t P = ((uint64_t)1 << 61) - 1;

/* a * b modulo P. */
static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product = 0;
    for (; b != 0; b >>= 1) {
        if (b % 2 == 1)
            product = (product + a) % P;
        a = 2 * a % P;
    }
    return product;
}

/* x^(P - 2), by Fermat's little theorem. */
static uint64_t inverse(uint64_t x)
{
    uint64_t power = 1;
    for (uint64_t e = P - 2; e != 0; e >>= 1) {
        if (e % 2 == 1)
            power = times(power, x);
        x = times(x, x);
    }
    return power;
}

static uint64_t number(const uint8_t seed[32], uint64_t j)
{
    const wm_philox stream = wm_philox_from_seed(seed);
    return ((uint64_t)wm_philox_word(&stream, 2 * j + 1) << 32 | wm_philox_word(&stream, 2 * j)) %
           P;
}

/* Each step of Euclid's algorithm for P and q = x_j / x_i has a remainder r = t q modulo P, so that
 * r x_i = t x_j. The first r below the root of P has |t| below the root too. */
void exact_relate(const uint8_t seed[32], uint64_t i, uint64_t j, int32_t *a, int32_t *b)
{
    const uint64_t root = 1518500250;
    uint64_t before = P, r = times(number(seed, j), inverse(number(seed, i)));
    int64_t t_before = 0, t = 1;
    while (r >= root) {
        const uint64_t quotient = before / r, rest = before % r;
        const int64_t t_next = t_before - (int64_t)quotient * t;
        before = r;
        r = rest;
        t_before = t;
        t = t_next;
    }
    *a = (int32_t)r;
    *b = (int32_t)-t;
    const uint64_t other =
        t > 0 ? times(number(seed, j), (uint64_t)t) : P - times(number(seed, j), (uint64_t)-t);
    assert(*a != 0 && *b != 0 && times(number(seed, i), r) == other);
}
