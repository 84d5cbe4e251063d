/* Natural numbers of bounded size, by slow and plain algorithms: the reference for number.c. */
#ifndef WM_TESTS_SUPPORT_NATURAL_H
#define WM_TESTS_SUPPORT_NATURAL_H

#include <stdint.h>

/* Up to 4,096 bits: 2^1074 times 10^17, 10^342 times 2^64, and more. Limbs are little-endian. */
enum { NATURAL_LIMBS = 128 };
typedef struct natural {
    uint32_t limb[NATURAL_LIMBS];
} natural;

natural natural_from(uint64_t value);

/* x * factor; fails the test on overflow. */
natural natural_times(natural x, uint32_t factor);

/* x * base^exponent. */
natural natural_times_power(natural x, uint32_t base, int exponent);

/* Negative, zero or positive, as for strcmp. */
int natural_compare(const natural *a, const natural *b);

/* |a - b|. */
natural natural_distance(const natural *a, const natural *b);

/* Decimal digits with a NUL; room for 1,250. */
void natural_to_decimal(natural x, char *text);

#endif
