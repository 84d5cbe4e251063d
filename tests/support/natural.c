/* Natural numbers of bounded size, by slow and plain algorithms: the reference for number.c. */
#include "support/natural.h"

#include "support/cmocka.h"

#include <string.h>

natural natural_from(uint64_t value)
{
    natural x;
    memset(&x, 0, sizeof x);
    x.limb[0] = (uint32_t)value;
    x.limb[1] = (uint32_t)(value >> 32);
    return x;
}

natural natural_times(natural x, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < NATURAL_LIMBS; i++) {
        carry += (uint64_t)x.limb[i] * factor;
        x.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    assert_true(carry == 0);
    return x;
}

natural natural_times_power(natural x, uint32_t base, int exponent)
{
    uint32_t step = 1;
    for (; exponent > 0; exponent--) {
        step *= base;
        if (step > UINT32_MAX / base || exponent == 1) {
            x = natural_times(x, step);
            step = 1;
        }
    }
    return x;
}

int natural_compare(const natural *a, const natural *b)
{
    for (int i = NATURAL_LIMBS - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

natural natural_distance(const natural *a, const natural *b)
{
    const natural *large = natural_compare(a, b) >= 0 ? a : b;
    const natural *small = large == a ? b : a;
    natural x;
    int64_t borrow = 0;
    for (int i = 0; i < NATURAL_LIMBS; i++) {
        borrow += (int64_t)large->limb[i] - small->limb[i];
        x.limb[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    return x;
}

void natural_to_decimal(natural x, char *text)
{
    char reversed[1250];
    int size = 0, head = NATURAL_LIMBS - 1;
    while (head >= 0) {
        uint64_t rest = 0;
        for (int i = head; i >= 0; i--) {
            rest = rest << 32 | x.limb[i];
            x.limb[i] = (uint32_t)(rest / 10);
            rest %= 10;
        }
        reversed[size++] = (char)('0' + rest);
        while (head >= 0 && x.limb[head] == 0)
            head--;
    }
    for (int i = 0; i < size; i++)
        text[i] = reversed[size - 1 - i];
    text[size] = '\0';
}
