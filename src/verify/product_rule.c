/* What a correct product of a variant may be off.
 *
 * steps. One addition of a sum in a format of unit roundoff u is off by u times the sum. A sum of
 * random terms is then off by less than 8 sqrt(k) u times its largest partial sum, M (recompute.h).
 * Terms of one value repeat their errors: a sequential sum that grows evenly is off by at most
 * 0.375 k u M, because half of the additions are in the last binade, a quarter in the one before,
 * and so on. A matrix unit truncates, which loses 2u of the sum for 4 terms or more: at most
 * k u M / 4, since such a sum also grows evenly at worst. So steps is u (8 sqrt(k) + 3 k / 8).
 *
 * each. A sum that begins with a large term and goes on with terms of one sign does not grow evenly
 * and loses up to k u M. The running bound holds for any data, but for one order of sums alone: the
 * sum of u times each partial sum, and u times each product for its own rounding (Higham, Accuracy
 * and Stability of Numerical Algorithms, section 3.3). Two orders have it, in order and in reverse.
 *
 * drift. The short accumulator of an fp8 unit truncates each product to 2^-13 of the sum: 2^-14 of
 * the sum on average, with the product's sign. Products of both signs make that a random error, in
 * steps. Of d products of one sign it is 2^-14 of the sum of d growing sums, d 2^-15 M: d is 128 in
 * fp8, which then adds in binary32, and k in fp8_fast. The running bound has 2^-13 of the short
 * accumulator for each product: lost. */
#include "verify/product_rule.h"

#include <math.h>

static double half_gap(wm_format format)
{
    switch (format) {
    case WM_FORMAT_F16:
        return 0x1p-11;
    case WM_FORMAT_BF16:
        return 0x1p-8;
    case WM_FORMAT_F32:
        return 0x1p-24;
    case WM_FORMAT_F64:
        return 0x1p-53;
    default:
        return 0;
    }
}

wm_product_rule wm_product_rule_of(const wm_product_variant *variant, double k, double columns)
{
    const double root = sqrt(k);
    const bool is_wide = variant->operand == WM_FORMAT_F64;
    const bool is_unit = variant->operand != WM_FORMAT_F32 && !is_wide;
    const double u = is_wide ? 0x1p-53 : 0x1p-24;
    wm_product_rule rule = {.variant = variant,
                            .witness = WM_FORMAT_F32,
                            .output = half_gap(variant->output),
                            .typical = u * (is_unit ? 1 + root / 16 : 1),
                            .steps = u * (8 * root + 0.375 * k),
                            .each = u,
                            .tiny = k * (is_wide ? 0x1p-1022 : 0x1p-126)};
    switch (variant->arithmetic) {
    case WM_ARITHMETIC_TF32:
        rule.typical += 2.95e-4 / root;
        rule.equal = 0x1p-9;
        rule.steps += rule.equal;
        rule.operands = 12 * 2.95e-4;
        break;
    case WM_ARITHMETIC_F32_FAST:
        rule.typical = 0x1p-14;
        rule.steps = 0x1p-14 * 8 * root;
        rule.drift = 0x1p-15 * k;
        rule.lost = 0x1p-13;
        rule.terms = k;
        break;
    case WM_ARITHMETIC_I32:
        rule.typical = rule.steps = rule.each = rule.tiny = 0;
        rule.witness = WM_FORMAT_F64;
        break;
    default:
        if (variant->operand == WM_FORMAT_E4M3) {
            rule.typical += 0x1p-13 / root;
            rule.steps += 0x1p-10;
            rule.drift = 0x1p-15 * fmin(k, WM_PRODUCT_RULE_SHORT_TERMS);
            rule.lost = 0x1p-13;
            rule.terms = WM_PRODUCT_RULE_SHORT_TERMS;
        }
        if (variant->operand == WM_FORMAT_F32 || is_wide)
            rule.witness = WM_FORMAT_F64;
    }
    rule.own = (rule.witness == WM_FORMAT_F64 ? 0x1p-53 : 0x1p-24) * sqrt(k + columns) / root;
    return rule;
}
