/* Recomputes a product's elements one by one from their seeds, and compares an output with them.
 *
 * The rule. a_l, b_l are the operands as the product's arithmetic uses them (tf32: rounded).
 * c = sum a_l b_l, exactly, and S = sqrt(sum (a_l b_l)^2). Before its one rounding to the output's
 * format, a device that accumulates well differs from c by at most
 *
 *     E = u * (8 * sqrt(k) + g) * S + w * S + t + o
 *
 *     u   2^-24 for f32, fp16, bf16, tf32, fp8; 2^-53 for f64; 2^-14 for fp8_fast
 *     g   k / 4 for fp16, bf16, tf32, fp8; else 0
 *     w   2^-10 * (1 + 4 * min(k / 128, sqrt(128 / k))) for fp8; else 0
 *     t   tf32 only: the total effect of the other choice at each tie of an operand's rounding
 *     o   the error of this recomputation: at most k * sqrt(k) * 2^-53 * S in plain binary64.
 *         f64 uses a compensated sum: o = 2^-52 |c| + k * k * sqrt(k) * 2^-104 * S
 *
 * For int8 and for variants of integers, E = 0: sums of integers have no rounding.
 *
 * An element is correct if it is in [ round(c - E), round(c + E) ]; round is to the output's
 * format. Rounding is monotone, so an accumulation within E cannot leave that interval. Beyond E
 * the interval adds only half a unit in the last place of the format.
 *
 * Why 8. Partial sums of random terms are a random walk. Each addition has an independent error of
 * about 0.42 u times the partial sum. The total error is then normal with variance
 * (0.42 u)^2 k S^2 I. I is the integral of a squared Brownian motion (mean 1/2, tail
 * exp(-pi^2 x / 8)), for one sequential sum, the worst order in use. So P(error > q u sqrt(k) S) is
 * about exp(-3.7 q): 1e-13 at q = 8, for about 1e5 opened elements of a record.
 *
 * Why g. A matrix unit adds 8 or more products a step and truncates. It loses up to 2u of the
 * partial sum, always toward zero. The partial sums are at most S on average, except for one in a
 * thousand elements.
 *
 * Why w. With fast accumulation off, a Hopper matrix unit keeps 13 fraction bits for up to 128
 * terms and adds those sums in float32. The errors of those sums are independent and amount to
 * about 2^-13 S. But one of them is far larger where the sum is: it is cut to 13 bits of its own
 * size, which varies: a model of the unit is beyond 2^-10 S in 7e-5 of the elements at k = 256
 * (tests/unit/test_recompute.c). One such sum has 128 / k of S^2, so its part falls with
 * sqrt(128 / k). SOUNDNESS.md,
 * section 5, has the part of E that devices use.
 *
 * Why 2^-14. fp8_fast leaves the sum in that unit's accumulator, whose 13 fraction bits have that
 * unit roundoff. On an H200 the errors of fp8_fast are about 2^-15.5 sqrt(k) S, root mean square,
 * at k = 2048 to 16384 (from their floors). The same random walk gives 0.3 u sqrt(k) S.
 *
 * Source: ours; Higham and Mary, "A new approach to probabilistic rounding error analysis", SIAM J.
 * Sci. Comput. 41 (2019), for sqrt(k) in place of k. */
#ifndef WM_VERIFY_RECOMPUTE_H
#define WM_VERIFY_RECOMPUTE_H

#include "verify/regenerate.h"

/* The correct range of one element. */
typedef struct wm_recompute_element {
    double exact;     /* c */
    double stored;    /* the product of the operands as stored; differs from c for tf32 only */
    double allowance; /* E */
    double low;       /* the least correct value; `high`: the greatest */
    double high;
    wm_format format; /* of the output */
    bool has_bits;    /* of integers: -0 is wrong */
} wm_recompute_element;

/* The result of comparing elements. Zero-initialise, then add up over chunks. */
typedef struct wm_recompute_result {
    uint64_t elements;
    uint64_t wrong;
    double worst_ratio; /* the largest of wm_recompute_ratio */
    uint64_t worst_row; /* its place */
    uint64_t worst_column;
    double worst_given;
    double worst_exact;
    double value_square; /* sum of given^2 */
    double error_square; /* sum of (given - stored)^2: the errors in the residual */
} wm_recompute_result;

enum { WM_RECOMPUTE_COLUMNS = 512 }; /* elements of a chunk, at most */

/* A value rounded to a format. An integer stays as it is, even if the format cannot hold it. */
double wm_recompute_rounded(wm_format format, double value);

/* The correct range of an element whose operands are as stored. */
wm_recompute_element wm_recompute_range(wm_format format, double exact, double allowance);

/* The smallest error before the output's rounding that explains a given element, over E. 0: the
 * exact sum rounds to it. At most 1 if and only if it is correct. Infinite for a NaN, or if no
 * error is allowed. */
double wm_recompute_ratio(const wm_recompute_element *element, double given);

/* Recomputes columns [first, first + count) of a row; count is at most WM_RECOMPUTE_COLUMNS. Safe
 * to call from several threads at once. Memory: constant. Cost: k * count random elements. */
void wm_recompute_elements(const wm_regenerate *operands, uint64_t row, uint64_t first,
                           size_t count, wm_recompute_element *elements);

/* Compares the given element at row and column with its correct range, and adds it to the result.
 */
void wm_recompute_compare(const wm_recompute_element *element, double given, uint64_t row,
                          uint64_t column, wm_recompute_result *result);

/* Compares a chunk's bytes, in the digest's layout, with its recomputation, and sets the result.
 * Source: docs/formats/inputs.md section 5 defines a chunk. Errors: ARG (no such chunk, or another
 * length). */
WM_MUST_CHECK wm_status wm_recompute_chunk(const wm_regenerate *operands, uint64_t row,
                                           uint64_t chunk, const uint8_t *data, size_t size,
                                           wm_recompute_result *result);

/* Adds one result to another. */
void wm_recompute_add(wm_recompute_result *sum, const wm_recompute_result *part);

#endif
