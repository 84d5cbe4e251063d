/* ECMA-262, Number::toString, and its inverse, against exact arithmetic over all exponents of
 * binary64. */
#include "standards/number.h"
#include "standards/pow10.h"
#include "support/canonical_number.h"
#include "support/cmocka.h"
#include "support/natural.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* value = c * 2^q, the grid of doubles around it, exactly. */
typedef struct exact {
    uint64_t c;
    int q;
    bool lower_is_closer;
} exact;

/* A decimal d * 10^e, d without zeros at its end. */
typedef struct decimal {
    uint64_t d;
    int e;
    int digits;
} decimal;

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static exact take_apart(uint64_t bits)
{
    uint64_t fraction = bits & 0xfffffffffffff;
    int biased = (int)(bits >> 52);
    exact v = {fraction, -1074, false};
    if (biased > 0) {
        v.c = fraction | (uint64_t)1 << 52;
        v.q = biased - 1075;
        v.lower_is_closer = fraction == 0 && biased > 1;
    }
    return v;
}

/* (n/4 * 2^q) and (d * 10^e) as integers over a common denominator. */
static natural scale_binary(uint64_t n, int q, int e)
{
    natural x = natural_from(n);
    if (q - 2 > 0)
        x = natural_times_power(x, 2, q - 2);
    return e < 0 ? natural_times_power(x, 10, -e) : x;
}

static natural scale_decimal(uint64_t d, int e, int q)
{
    natural x = natural_from(d);
    if (e > 0)
        x = natural_times_power(x, 10, e);
    return q - 2 < 0 ? natural_times_power(x, 2, 2 - q) : x;
}

/* Whether d * 10^e reads back as v: it is between the midpoints to both neighbours, or on one if c
 * is even. */
static bool reads_back(const exact *v, uint64_t d, int e)
{
    natural x = scale_decimal(d, e, v->q);
    natural low = scale_binary(4 * v->c - (v->lower_is_closer ? 1 : 2), v->q, e);
    natural high = scale_binary(4 * v->c + 2, v->q, e);
    int above = natural_compare(&x, &low), below = natural_compare(&high, &x);
    return v->c % 2 == 0 ? above >= 0 && below >= 0 : above > 0 && below > 0;
}

static natural distance(const exact *v, uint64_t d, int e)
{
    natural x = scale_decimal(d, e, v->q), y = scale_binary(4 * v->c, v->q, e);
    return natural_distance(&x, &y);
}

/* ECMA-262, Number::toString, step 5 and its note: no k smaller, n nearest, of two the even one. */
static bool is_the_shortest(const exact *v, decimal x)
{
    natural own = distance(v, x.d, x.e);
    int step;
    if (!reads_back(v, x.d, x.e))
        return false;
    if (reads_back(v, x.d / 10, x.e + 1) || reads_back(v, x.d / 10 + 1, x.e + 1))
        return false;
    for (step = -1; step <= 1; step += 2) {
        uint64_t other = x.d + (uint64_t)(int64_t)step;
        natural others = distance(v, other, x.e);
        int order = natural_compare(&own, &others);
        if (reads_back(v, other, x.e) && (order > 0 || (order == 0 && x.d % 2 != 0)))
            return false;
    }
    return true;
}

/* Reads the digits and the exponent from a text by its shape alone. */
static decimal read_text(const char *text)
{
    decimal x = {0, 0, 0};
    bool behind_point = false;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text == '.') {
            behind_point = true;
            continue;
        }
        x.d = x.d * 10 + (uint64_t)(*text - '0');
        x.e -= behind_point;
        if (x.d >= 1000000000000000000 && x.d % 10 == 0) { /* the zeros of an integer up to 10^21 */
            x.d /= 10;
            x.e++;
        }
    }
    if (*text == 'e')
        x.e += atoi(text + 1);
    while (x.d % 10 == 0) {
        x.d /= 10;
        x.e++;
    }
    for (uint64_t d = x.d; d != 0; d /= 10)
        x.digits++;
    return x;
}

/* ECMA-262, Number::toString, steps 6 to 11, in the order of the standard's cases. */
static void write_text(decimal x, char *text)
{
    char s[24];
    int k = x.digits, n = x.digits + x.e;
    (void)snprintf(s, sizeof s, "%llu", (unsigned long long)x.d);
    if (k <= n && n <= 21)
        (void)sprintf(text, "%s%.*s", s, n - k, "000000000000000000000");
    else if (0 < n && n <= 21)
        (void)sprintf(text, "%.*s.%s", n, s, s + n);
    else if (-6 < n && n <= 0)
        (void)sprintf(text, "0.%.*s%s", -n, "000000", s);
    else if (k == 1)
        (void)sprintf(text, "%se%+d", s, n - 1);
    else
        (void)sprintf(text, "%c.%se%+d", s[0], s + 1, n - 1);
}

static void check_bits(uint64_t bits)
{
    exact v = take_apart(bits);
    double value = from_bits(bits), back = 0;
    char text[WM_NUMBER_TEXT_SIZE], expected[64], negative[WM_NUMBER_TEXT_SIZE];
    size_t size = wm_number_format(value, text);
    decimal x = read_text(text);
    assert_int_equal(size, strlen(text));
    if (!is_the_shortest(&v, x))
        fail_msg("%016llx gives %s", (unsigned long long)bits, text);
    write_text(x, expected);
    assert_string_equal(text, expected);
    assert_int_equal(wm_number_parse(text, size, &back), WM_OK);
    assert_memory_equal(&back, &value, sizeof back);
    assert_true(canonical_number(text, size));
    assert_int_equal(wm_number_format(-value, negative), size + 1);
    assert_int_equal(negative[0], '-');
    assert_string_equal(negative + 1, text);
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void shortest_over_all_exponents(void **state)
{
    uint64_t random = 88172645463325252, exponent;
    (void)state;
    for (exponent = 0; exponent <= 2046; exponent++) {
        uint64_t base = exponent << 52;
        int i;
        for (i = -2; i <= 2; i++)
            if (base + (uint64_t)(int64_t)i - 1 < (uint64_t)0x7fefffffffffffff)
                check_bits(base + (uint64_t)(int64_t)i);
        for (i = 0; i < 12; i++)
            check_bits(base | next_random(&random) >> 12);
        for (i = 0; i < 4; i++) /* few bits set: exact decimals, ties */
            check_bits(base | (next_random(&random) & 0xf) << (next_random(&random) % 49));
    }
    check_bits(0x7fefffffffffffff);
    check_bits(1);
}

static void integers_and_powers_of_ten(void **state)
{
    char text[64], written[WM_NUMBER_TEXT_SIZE];
    double value;
    int i;
    (void)state;
    for (i = 0; i <= 200000; i++) {
        int size = snprintf(text, sizeof text, "%d", i);
        assert_int_equal(wm_number_format(i, written), size);
        assert_string_equal(written, text);
        assert_true(canonical_number(text, (size_t)size));
    }
    for (i = -323; i <= 308; i++) {
        decimal ten = {1, i, 1};
        write_text(ten, text);
        assert_int_equal(wm_number_parse(text, strlen(text), &value), WM_OK);
        assert_int_equal(wm_number_format(value, written), strlen(text));
        assert_string_equal(written, text);
    }
}

static void expect(const char *text, uint64_t bits)
{
    double value = 0;
    uint64_t got;
    assert_int_equal(wm_number_parse(text, strlen(text), &value), WM_OK);
    memcpy(&got, &value, sizeof got);
    if (got != bits)
        fail_msg("%s reads as %016llx, not %016llx", text, (unsigned long long)got,
                 (unsigned long long)bits);
}

/* The exact decimal of the midpoint between a double and the next goes to the even one. A little
 * more goes up and a little less goes down, for a text of any length. */
static void check_midpoint(uint64_t bits)
{
    exact v = take_apart(bits);
    uint64_t even = (bits & 1) == 0 ? bits : bits + 1;
    natural middle = natural_from(2 * v.c + 1), one = natural_from(1), above;
    char text[1400];
    size_t size;
    int e = 0;
    if (v.q - 1 >= 0) {
        middle = natural_times_power(middle, 2, v.q - 1);
    } else {
        middle = natural_times_power(middle, 5, 1 - v.q);
        e = v.q - 1;
    }
    natural_to_decimal(middle, text);
    size = strlen(text);
    (void)sprintf(text + size, "e%d", e);
    expect(text, even);
    (void)sprintf(text + size, ".%0*de%d", (int)(bits % 100 + 1), 1, e);
    expect(text, bits + 1);
    above = middle;
    for (int i = 0; ++above.limb[i] == 0; i++) {
    }
    natural_to_decimal(above, text);
    (void)sprintf(text + strlen(text), "e%d", e);
    expect(text, bits + 1);
    middle = natural_distance(&middle, &one);
    natural_to_decimal(middle, text);
    (void)sprintf(text + strlen(text), ".999e%d", e);
    expect(text, bits);
}

static void midpoints_of_all_exponents(void **state)
{
    uint64_t random = 362436069, exponent;
    (void)state;
    for (exponent = 0; exponent < 2046; exponent += exponent < 1000 || exponent > 1100 ? 7 : 1) {
        check_midpoint(exponent << 52 | next_random(&random) >> 12);
        check_midpoint((exponent + 1) << 52 | 0);
    }
    check_midpoint(0);
    check_midpoint(0x000fffffffffffff);
    check_midpoint(0x7fefffffffffffff); /* the next is infinity */
}

static void long_and_extreme_texts(void **state)
{
    char text[4000];
    (void)state;
    expect("1e400", 0x7ff0000000000000);
    expect("-1e400", 0xfff0000000000000);
    expect("1e-400", 0);
    expect("-0", 0x8000000000000000);
    expect("-0.0e99999999999999999999", 0x8000000000000000);
    expect("1e99999999999999999999", 0x7ff0000000000000);
    expect("1e-99999999999999999999", 0);
    expect("1.7976931348623157e308", 0x7fefffffffffffff);
    expect("1.7976931348623158e308", 0x7fefffffffffffff);
    expect("1.7976931348623159e308", 0x7ff0000000000000);
    expect("2.4703282292062327e-324", 0);
    expect("2.4703282292062328e-324", 1);
    expect("2.2250738585072011e-308", 0x000fffffffffffff);
    expect("9007199254740993", 0x4340000000000000);
    expect("18446744073709551615", 0x43f0000000000000);
    expect("18446744073709551617", 0x43f0000000000000);
    memset(text, '0', sizeof text);
    memcpy(text, "0.", 2);
    memcpy(text + 3000, "1e2999", 7); /* 10^-2999 * 10^2999 */
    expect(text, 0x3ff0000000000000);
    memset(text, '0', sizeof text);
    memcpy(text, "1", 1);
    memcpy(text + 3001, "e-3000", 7);
    expect(text, 0x3ff0000000000000);
    memset(text, '9', sizeof text);
    text[309] = '\0';
    expect(text, 0x7ff0000000000000);
    text[308] = '\0';
    expect(text, 0x7fe1ccf385ebc8a0);
}

/* The table of powers, computed by halving and doubling, against multiplication by ten and
 * comparison. */
static void powers_of_ten_are_rounded_down(void **state)
{
    int k;
    (void)state;
    for (k = WM_POW10_MIN; k <= WM_POW10_MAX; k++) {
        const wm_pow10 *power = wm_pow10_get(k);
        int exponent = wm_pow10_log2(k) - 127, order, above;
        natural low, high, ten = natural_from(1);
        memset(&low, 0, sizeof low);
        low.limb[0] = (uint32_t)power->low;
        low.limb[1] = (uint32_t)(power->low >> 32);
        low.limb[2] = (uint32_t)power->high;
        low.limb[3] = (uint32_t)(power->high >> 32);
        assert_true(power->high >> 63 == 1);
        high = low;
        for (int i = 0; i < NATURAL_LIMBS && ++high.limb[i] == 0; i++) {
        }
        low = natural_times_power(low, 2, exponent > 0 ? exponent : 0);
        high = natural_times_power(high, 2, exponent > 0 ? exponent : 0);
        ten = natural_times_power(ten, 2, exponent < 0 ? -exponent : 0);
        if (k > 0)
            ten = natural_times_power(ten, 10, k);
        low = natural_times_power(low, 10, k < 0 ? -k : 0);
        high = natural_times_power(high, 10, k < 0 ? -k : 0);
        order = natural_compare(&low, &ten);
        above = natural_compare(&ten, &high);
        assert_true(wm_pow10_is_exact(k) ? order == 0 : order < 0);
        assert_true(above < 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_of_ten_are_rounded_down),
        cmocka_unit_test(shortest_over_all_exponents),
        cmocka_unit_test(integers_and_powers_of_ten),
        cmocka_unit_test(midpoints_of_all_exponents),
        cmocka_unit_test(long_and_extreme_texts),
    };
    return cmocka_run_group_tests_name("ECMAScript numbers", tests, NULL, NULL);
}
