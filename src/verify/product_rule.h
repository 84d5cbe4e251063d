/* What a correct product of a variant may be off: the sizes of its roundings.
 *
 * Source: ours; verify/recompute.h has the same rule for the operands of records. */
#ifndef WM_VERIFY_PRODUCT_RULE_H
#define WM_VERIFY_PRODUCT_RULE_H

#include "backend/product.h"

enum { WM_PRODUCT_RULE_SHORT_TERMS = 128 }; /* of fp8, before they are added in binary32 */

/* Errors of one element before its last rounding, u being the unit of its sums. */
typedef struct wm_product_rule {
    const wm_product_variant *variant;
    wm_format witness; /* of the check's own arithmetic */
    double output;     /* half the gap of the output's numbers, relative: 2^-11 for binary16 */
    /* A usual error, relative to |a_i| |b_j|: that of random terms. It ranks cells. */
    double typical;
    /* The largest of any usual order: `steps` times the largest partial sum, and `operands` times
     * the root of the sum of the squared products, for rounded operands. */
    double steps, operands;
    /* What short accumulators lose of products of one sign, relative to the same partial sum. */
    double drift;
    double equal; /* of `steps`: what rounded operands lose of equal terms */
    /* Of a sum in plain order, for any data: each addition loses at most `each` of the sum, and in
     * short accumulators of `terms` terms `lost` of theirs. */
    double each, lost, terms;
    double own;  /* the check's arithmetic, relative to |a_i| |B_p| */
    double tiny; /* what numbers that are flushed to zero amount to */
} wm_product_rule;

/* The rule of a variant for k terms and a check of n columns a probe. */
wm_product_rule wm_product_rule_of(const wm_product_variant *variant, double k, double columns);

#endif
