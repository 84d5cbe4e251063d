/* One pass over A, B and C of a product: its residuals under 8 probes, and what bounds them.
 *
 * Column j of C belongs to probe j mod 8. r = alpha A (B X) + beta C0 X + bias X - C X has a cell
 * for each row and probe. */
#ifndef WM_VERIFY_PRODUCT_PASS_H
#define WM_VERIFY_PRODUCT_PASS_H

#include "standards/sha256.h"
#include "verify/operand.h"
#include "verify/product_rule.h"

enum { WM_PRODUCT_PASS_PROBES = 8 };

/* A product whose C has its rows in order. */
typedef struct wm_product_problem {
    wm_product_rule rule;
    wm_operand a, b, c, c0;  /* c0.data NULL: none */
    wm_operand bias_columns; /* 1 x n, or data NULL; of a transposed product: */
    wm_operand bias_rows;    /* m x 1, or data NULL */
    double alpha, beta;
    unsigned threads;
    unsigned integer_bits; /* exact: 2^bits integers for the entries of X; 0: not */
} wm_product_problem;

/* What the pass leaves. A cell is number i * 8 + p. */
typedef struct wm_product_pass {
    double *residual;   /* m x 8: r */
    double *rounding;   /* m x 8: sum of (x_j gap(C_ij))^2 / 12 */
    double *beside;     /* m x 8: sum of (x_j (|beta C0_ij| + |bias|))^2; NULL: neither */
    double *row_square; /* m: |a_i|^2 */
    double B_square[WM_PRODUCT_PASS_PROBES]; /* sum of (x_j b_lj)^2 */
    double Y_square[WM_PRODUCT_PASS_PROBES]; /* |B X_p|^2 */
    double X_square[WM_PRODUCT_PASS_PROBES];
    bool is_finite;
} wm_product_pass;

/* Runs the pass with the probes of a seed. Errors: NOMEM. Ownership: wm_product_pass_clear. */
WM_MUST_CHECK wm_status wm_product_pass_run(const wm_product_problem *problem,
                                            const uint8_t seed[WM_SHA256_SIZE],
                                            wm_product_pass *pass);

void wm_product_pass_clear(wm_product_pass *pass);

#endif
