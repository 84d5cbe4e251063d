/* Exact products: operands are small integers, so that every correct device gives the same bits.
 *
 * How a caller checks the output of a product with floating-point formats:
 *
 *     fill_integers   the operands, in the product's format
 *     gemm            the output to be checked
 *     fill_integers   the same integers as I8
 *     gemm            their integer product: I8, output I32
 *     exact_rows      the integer product is right, except with a probability below 2^-60
 *     compare_exact   the output has the bits of the integer product, each element rounded once
 *
 * The sums of the floating-point product must be exact in its accumulator: the caller chooses range
 * and k for that. */
#ifndef WM_BACKEND_EXACT_H
#define WM_BACKEND_EXACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "standards/format.h"

enum {
    WM_EXACT_RANGE_MAX = 127,       /* int8 has it on both sides of 0 */
    WM_EXACT_RANGE_MAX_E4M3 = 16,   /* e4m3 has 4 significand bits */
    WM_EXACT_INTEGERS_MAX = 1 << 24 /* binary32 has every integer up to here */
};

/* A matrix of integers in [-range, range], row-major. Number e of a seed's stream is
 * floor(index16(e) * (2 range + 1) / 2^16) - range. Element (i, j) is number i * columns + j, or if
 * by_columns number j * rows + i. Zero is +0. Formats: F16, BF16, E4M3, F32, I8. Bounds: range 1 to
 * WM_EXACT_RANGE_MAX, for E4M3 to WM_EXACT_RANGE_MAX_E4M3: the format has each integer exactly. */
typedef struct {
    wm_format format;
    unsigned range;
    size_t rows, columns;
    bool by_columns;
} wm_integers;

/* Whether format and range fit together and the matrix is not empty. Null is allowed. */
static inline bool wm_exact_agrees(const wm_integers *integers)
{
    if (integers == NULL || integers->rows == 0 || integers->columns == 0 || integers->range == 0)
        return false;
    switch (integers->format) {
    case WM_FORMAT_E4M3:
        return integers->range <= WM_EXACT_RANGE_MAX_E4M3;
    case WM_FORMAT_F16:
    case WM_FORMAT_BF16:
    case WM_FORMAT_F32:
    case WM_FORMAT_I8:
        return integers->range <= WM_EXACT_RANGE_MAX;
    default:
        return false;
    }
}

/* exact_rows is Freivalds' check of C = A B with the numbers of the field of p = 2^61 - 1 elements.
 * gemm: I8 operands, I32 output, I32 arithmetic, layout TN. x_j is the 64-bit word number j of the
 * seed's stream (32-bit word 2j is its low half, word 2j + 1 its high half) modulo p. *wrong_rows
 * is the number of rows i with (A (B x))_i != (C x)_i. It is 0 for a right product. For a wrong one
 * it is 0 with a probability of at most 9 / 2^64, below 2^-60: no residue has more than 9 of the
 * 2^64 words, and no difference of two int32 is a multiple of p. */

/* What compare_exact finds. Each exact integer is rounded once to the output's format: to nearest,
 * ties to even; 0 is +0. */
typedef struct {
    uint64_t wrong; /* elements that differ in a bit */
    uint64_t first; /* the lowest number of one; this and the next two are 0 without one */
    uint64_t found, expected; /* its bits, as they are in the output's format */
    uint64_t too_large;       /* exact integers that the format rounds to an infinity */
} wm_exact_difference;

#endif
