/* The guard of an attention output: signs, suspects, and why its bound holds.
 *
 * Freivalds' test of O = P V, row by row: x . O_i = sum_j p_ij (x . v_j). The scores and P are
 * computed again, so a wrong score or a wrong normaliser shows as well. An error e of a row changes
 * l - r by (x_q . e) for q = 1 to 7, whose mean square is |e|^2.
 *
 * What a correct row of s keys may be off, as a norm over q; the letters are those of the code.
 * Each row of causal attention has its own s.
 *
 *     B = 2^-8  * min( A + R + 5 H, 5 sqrt( (T + D R)^2 + H^2 ) )    P, Z and O in bfloat16
 *       + 2^-12 * (A + R)                                            scores and exponentials
 *       + 2^-24 * ( (8 sqrt(s) + s/4 + 16) (9 sqrt(7) (D V + |O|) + T + R)
 *                 + (s/32 + 16) (9 sqrt(7) V + A) )                  sums in binary32
 *
 * The first and the second line are the rule of an opened element (workload/attention.c) for the
 * column x . v. Rounding errors of P are common to all columns, so they pass through the signs. The
 * rounding of O is uniform in half a gap. A uniform number is a series of signs with a third of its
 * square, and a sum of signed vectors with squares s^2 exceeds t s with probability at most
 * 2 exp(-t^2 / 2), also in more than one dimension (Pinelis, 1994). So 5 leaves 1e-16.
 *
 * 2^-12 in place of 2^-13: the guard's own scores and exponentials are off as the device's are.
 * Third line: the device's sums differ in each column, and signs that were drawn later add them
 * with 9 sqrt(7), which leaves 5e-18. |v_j| <= V bounds all columns. The guard's own sums are off
 * by the same for one column. 9 times 16 is above 8 sqrt(d), for its sums over columns. */
#include "backend/guard.h"

#include "standards/philox.h"

void wm_guard_signs(const uint8_t seed[32], size_t depth, uint8_t *signs)
{
    const wm_philox stream = wm_philox_from_seed(seed);
    for (size_t j = 0; j < depth; j++)
        signs[j] = (uint8_t)(wm_philox_index16(&stream, j) & ((1u << WM_GUARD_SIGNS) - 1));
}

/* A ratio with a place in the order. */
static double rank_of(double ratio)
{
    return isfinite(ratio) ? ratio : (double)INFINITY;
}

static bool is_before(double rank, uint64_t row, double other, uint64_t other_row)
{
    return rank > other || (rank == other && row < other_row);
}

void wm_guard_take(wm_attention_guard *guard, uint64_t row, double ratio)
{
    const double rank = rank_of(ratio);
    if (!(rank <= guard->ratio_max))
        guard->ratio_max = rank;
    if (rank <= 1)
        return;
    size_t at = guard->suspects < WM_BACKEND_SUSPECTS ? (size_t)guard->suspects
                                                      : (size_t)WM_BACKEND_SUSPECTS;
    guard->suspects++;
    if (at == WM_BACKEND_SUSPECTS &&
        !is_before(rank, row, guard->ratios[at - 1], guard->rows[at - 1]))
        return;
    if (at == WM_BACKEND_SUSPECTS)
        at--;
    for (; at > 0 && is_before(rank, row, guard->ratios[at - 1], guard->rows[at - 1]); at--) {
        guard->ratios[at] = guard->ratios[at - 1];
        guard->rows[at] = guard->rows[at - 1];
    }
    guard->ratios[at] = rank;
    guard->rows[at] = row;
}
