/* The guard of an attention output: a test of every row by signs, with its bound. */
#ifndef WM_BACKEND_GUARD_H
#define WM_BACKEND_GUARD_H

#include "backend/backend.h"

#include <math.h>

#ifdef __CUDACC__
#define WM_GUARD_INLINE static inline __host__ __device__
#else
#define WM_GUARD_INLINE static inline
#endif

enum {
    WM_GUARD_SIGNS = 7,  /* vectors of signs */
    WM_GUARD_DEPTH = 256 /* the most columns */
};

/* The sums of one row. w_j are the WM_GUARD_SIGNS numbers x . v_j of key j, W_j their norm, p_j the
 * probabilities; l = x . O and r = sum p_j w_j. */
typedef struct {
    double off;               /* |l - r| */
    double weighed;           /* sum p_j W_j */
    double squares;           /* sum p_j^2 */
    double weighed_squares;   /* sum p_j^2 W_j^2 */
    double projected_squares; /* |r|^2 */
    double output_squares;    /* sum over columns of O^2 */
    double binades;           /* sum over columns of 4^e, 2^e the largest power of two <= |O| */
    double largest;           /* at least each |v_j|: the largest of the head */
} wm_guard_row;

/* What |l - r| of a correct row of so many keys may be. Source: ours, guard.c. */
WM_GUARD_INLINE double wm_guard_bound(const wm_guard_row *row, double keys)
{
    const double signs = WM_GUARD_SIGNS, A = row->weighed, D = sqrt(row->squares);
    const double T = sqrt(row->weighed_squares), R = sqrt(row->projected_squares);
    const double H = sqrt(signs * row->binades), O = sqrt(row->output_squares);
    const double any = A + R + 5 * H, mixed = T + D * R;
    const double independent = 5 * sqrt(mixed * mixed + H * H);
    const double chains = 8 * sqrt(keys) + keys / 4 + 16;
    const double columns = 9 * sqrt(signs);
    return 0x1p-8 * (any < independent ? any : independent) + 0x1p-12 * (A + R) +
           0x1p-24 * (chains * (columns * (D * row->largest + O) + T + R) +
                      (keys / 32 + 16) * (columns * row->largest + A));
}

/* |l - r| as a part of its bound; NaN if one is not finite. */
WM_GUARD_INLINE double wm_guard_ratio(const wm_guard_row *row, double keys)
{
    return row->off == 0 ? 0 : row->off / wm_guard_bound(row, keys);
}

#ifdef __cplusplus
extern "C" {
#endif

/* The signs of each column: bit q of signs[j] is 1 where x_qj is -1. Source: docs/formats/inputs.md
 * section 6. Shapes: signs depth. */
void wm_guard_signs(const uint8_t seed[32], size_t depth, uint8_t *signs);

/* Takes a row's ratio into the result: the largest, and the row if it is a suspect. Ratios that are
 * not finite come first, then the larger, then the lower row; the order of the calls does not
 * matter. */
void wm_guard_take(wm_attention_guard *guard, uint64_t row, double ratio);

#ifdef __cplusplus
}
#endif

#endif
