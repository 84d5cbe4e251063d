/* Values for the tests of exact products: drawn bits, seeds, integers, and how these round. */
#ifndef WM_TESTS_SUPPORT_EXACT_VALUES_H
#define WM_TESTS_SUPPORT_EXACT_VALUES_H

#include "standards/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The next 64 bits of one fixed sequence. */
uint64_t exact_draw(void);

/* The seed of that number. */
void exact_seed(unsigned number, uint8_t seed[32]);

/* An integer of any size: near a power of two, near a tie, near the end of binary16, or any. `i`
 * chooses the kind. */
int32_t exact_integer(size_t i);

/* Another value: one more, one less, a bit, an extreme, or any. `kind` chooses. */
int32_t exact_another(int32_t value, unsigned kind);

typedef struct {
    wm_format format;
    int significand_bits;
    double infinite; /* the least power of two that is too large */
} exact_rounding;

enum { EXACT_ROUNDINGS = 3 };
extern const exact_rounding exact_roundings[EXACT_ROUNDINGS];

/* The code of an integer that is rounded once: to nearest, ties to even. Returns whether that is an
 * infinity. */
bool exact_round(const exact_rounding *to, int32_t value, uint8_t code[4]);

/* Integers with a x_i + b x_j = 0 modulo 2^61 - 1, neither 0, for the numbers of a seed (exact.h).
 * A row of C that has them, and 0 elsewhere, passes for that seed where it should be 0. */
void exact_relate(const uint8_t seed[32], uint64_t i, uint64_t j, int32_t *a, int32_t *b);

#endif
