/* A product's elements recomputed one by one from their seeds, and a given output compared with
 * them.
 *
 * The rule. Let a_l, b_l be the operands as the product's arithmetic sees them (tf32: rounded), c =
 * sum a_l b_l exactly, and S = sqrt(sum (a_l b_l)^2). A device that accumulates well is off c,
 * before its one rounding to the output's format, by at most
 *
 *     E = u * (8 * sqrt(k) + g) * S + w * S + t + o
 *
 *     f32, fp16, bf16, tf32, fp8   u = 2^-24      f64   u = 2^-53      int8   E = 0: integers have
 * no rounding fp8_fast   u = 2^-14 g = k / 4 for fp16, bf16, tf32, fp8, else 0      w = 2^-10 for
 * fp8, else 0 t: tf32 alone, what the other choice at each tie of an operand's rounding comes to o:
 * this recomputation's own error, at most k * sqrt(k) * 2^-53 * S in plain binary64; f64 is
 * recomputed with a compensated sum, and o = 2^-52 |c| + k * k * sqrt(k) * 2^-104 * S
 *
 * An element is right if it lies in [ round(c - E), round(c + E) ], round being that to the
 * output's format: rounding is monotone, so no accumulation within E can leave that interval, and
 * beyond E it adds the format's half unit in the last place, no more.
 *
 * Why 8. Partial sums of random terms are a random walk, and each addition is off by an independent
 * error of about 0.42 u times the partial sum. The error is then normal with variance (0.42 u)^2 k
 * S^2 I, I the integral of a squared Brownian motion (mean 1/2, tail exp(-pi^2 x / 8)), for one
 * sequential sum, the worst order in use; so P(error > q u sqrt(k) S) is about exp(-3.7 q): 1e-13
 * at q = 8, over some 1e5 opened elements of a record. Why g: a matrix unit adds 8 or more products
 * a step and truncates, which loses up to 2u of the partial sum, always toward zero; the partial
 * sums are at most S on average, but for one in a thousand elements. Why w: with fast accumulation
 * off, a Hopper matrix unit keeps 13 fraction bits for up to 128 terms and adds those sums in
 * float32; their errors are independent from one to the next and come to about 2^-13 S. What
 * devices take up of E: SOUNDNESS.md, section 5. Why 2^-14: fp8_fast leaves the sum in that unit's
 * accumulator, whose 13 fraction bits have that unit roundoff. On an H200 the sums of fp8_fast are
 * off by about 2^-15.5 sqrt(k) S, root mean square, at k = 2048 to 16384 (from their floors), as
 * the 0.3 u sqrt(k) S of the same random walk are. Source: ours; Higham and Mary, "A new approach
 * to probabilistic rounding error analysis", SIAM J. Sci. Comput. 41 (2019), for sqrt(k) in place
 * of k. */
#ifndef WM_VERIFY_RECOMPUTE_H
#define WM_VERIFY_RECOMPUTE_H

#include "verify/regenerate.h"

/* One element as it must be. */
typedef struct wm_recompute_element {
    double exact;     /* c */
    double stored;    /* the product of the operands as stored: c, but for tf32 */
    double allowance; /* E */
    double low;       /* the least and the greatest that is right */
    double high;
    wm_format format; /* of the output */
} wm_recompute_element;

/* What comparing elements came to; zero-initialise, then add up over chunks. */
typedef struct wm_recompute_result {
    uint64_t elements;
    uint64_t wrong;
    double worst_ratio; /* the largest of wm_recompute_ratio */
    uint64_t worst_row; /* where that is */
    uint64_t worst_column;
    double worst_given;
    double worst_exact;
    double value_square; /* sum of given^2 */
    double error_square; /* sum of (given - stored)^2: what the residual is made of */
} wm_recompute_result;

enum { WM_RECOMPUTE_COLUMNS = 512 }; /* most elements of a chunk */

/* The least error before the output's rounding that explains a given element, over E: 0 if the
 * exact sum rounds to it, at most 1 if and only if it is right, infinite for a NaN and where no
 * error is allowed. */
double wm_recompute_ratio(const wm_recompute_element *element, double given);

/* Recomputes columns [first, first + count) of a row; count is at most WM_RECOMPUTE_COLUMNS. Safe
 * to call from several threads at once. Memory: constant. Cost: k * count random elements. */
void wm_recompute_elements(const wm_regenerate *operands, uint64_t row, uint64_t first,
                           size_t count, wm_recompute_element *elements);

/* Compares one given element, at a place of the output, and adds it to the result. */
void wm_recompute_compare(const wm_recompute_element *element, double given, uint64_t row,
                          uint64_t column, wm_recompute_result *result);

/* Compares a chunk's bytes, as its digest has them, with its recomputation, and sets the result.
 * Source: docs/formats/inputs.md section 5 for what a chunk is. Errors: ARG (no such chunk, or not
 * its length). */
WM_MUST_CHECK wm_status wm_recompute_chunk(const wm_regenerate *operands, uint64_t row,
                                           uint64_t chunk, const uint8_t *data, size_t size,
                                           wm_recompute_result *result);

/* Adds one result to another. */
void wm_recompute_add(wm_recompute_result *sum, const wm_recompute_result *part);

#endif
