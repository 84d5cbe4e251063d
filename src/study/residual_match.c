/* Compares recorded residuals with those computed here. */
#include "study/residual_match.h"

#include "verify/freivalds.h"

#include <math.h>
#include <string.h>

wm_residual_match wm_residual_match_worse(wm_residual_match a, wm_residual_match b)
{
    return a > b ? a : b;
}

/* Whether the item's check has no sum that could round: hbm_triad, random_access. */
static bool is_exact(const wm_item *item)
{
    return item->variant->bound == WM_BOUND_ZERO;
}

/* The unit roundoff of the item's check. */
static double unit_of(const wm_item *item)
{
    const bool is_narrow = item->variant->is_gemm && wm_freivalds_witness(item) == WM_FORMAT_F32;
    return is_narrow ? 0x1p-24 : 0x1p-53;
}

/* Addends, at most, of a sum in a check that is no product's: the buckets are what they go to. */
static double terms_of(const wm_item *item)
{
    double terms = 1;
    for (unsigned i = 0; i < item->variant->dimension_count; i++)
        if (strcmp(item->variant->dimension[i].name, "buckets") != 0)
            terms *= (double)item->dimension[i];
    return terms;
}

/* How far two witnesses of one output may be apart, relative to the reference. */
static double slack_of(const wm_item *item)
{
    if (is_exact(item))
        return 0;
    if (!item->variant->is_gemm)
        return 8 * sqrt(terms_of(item)) * unit_of(item);
    return 2 * (sqrt((double)item->dimension[1]) + sqrt((double)item->dimension[2])) *
           unit_of(item);
}

/* `slack` is absolute. What is no number recurs as such. */
static wm_residual_match compare(double recorded, double own, double slack)
{
    if (isnan(own) || isnan(recorded))
        return isnan(own) && isnan(recorded) ? WM_RESIDUAL_MATCH_YES : WM_RESIDUAL_MATCH_NO;
    if (recorded == own)
        return WM_RESIDUAL_MATCH_YES;
    return fabs(recorded - own) <= slack ? WM_RESIDUAL_MATCH_UNSURE : WM_RESIDUAL_MATCH_NO;
}

/* What the slack is relative to: in a product an expected row at least, for its sums' terms do not
 * cancel where C does. */
static double size_of(const wm_item *item, double reference)
{
    return item->variant->is_gemm ? fmax(reference, sqrt(wm_freivalds_row_square(item)))
                                  : reference;
}

static wm_residual_match compare_pair(const wm_item *item, double difference, double reference,
                                      double own_difference, double own_reference)
{
    const double slack = slack_of(item) * size_of(item, own_reference);
    const wm_residual_match first = compare(difference, own_difference, slack);
    /* Where something is not finite, what else was largest is left to the device. */
    if (isnan(own_difference) || isnan(own_reference))
        return reference == own_reference || (isnan(reference) && isnan(own_reference))
                   ? first
                   : wm_residual_match_worse(first, WM_RESIDUAL_MATCH_UNSURE);
    return wm_residual_match_worse(first, compare(reference, own_reference, slack));
}

/* A row's statistic is sum r^2 / (8 s^2 |C_i|^2). With every r off by e = slack |C_i| at most, its
 * root is off by e / (s |C_i|); the row's norm is a sum of n squares in the witness's format. */
static wm_residual_match compare_rows(const wm_item *item, const wm_observed_residual *recorded,
                                      const wm_observed_residual *own)
{
    const double off = slack_of(item) / wm_freivalds_row_scale(item);
    const double norm = 2 * sqrt((double)item->dimension[1]) * unit_of(item);
    const double slack = off * (2 * sqrt(own->row_statistic) + off) + norm * own->row_statistic;
    const wm_residual_match statistic = compare(recorded->row_statistic, own->row_statistic, slack);
    /* Rows may be as good as equal; which one is named first is then a matter of the last bits. */
    return recorded->row == own->row ? statistic
                                     : wm_residual_match_worse(statistic, WM_RESIDUAL_MATCH_UNSURE);
}

wm_residual_match wm_residual_match_residual(const wm_item *item,
                                             const wm_observed_residual *recorded,
                                             const wm_observed_residual *own)
{
    const wm_residual_match pair =
        compare_pair(item, recorded->difference_max, recorded->reference_max, own->difference_max,
                     own->reference_max);
    return item->variant->is_gemm ? wm_residual_match_worse(pair, compare_rows(item, recorded, own))
                                  : pair;
}

wm_residual_match wm_residual_match_calibration(const wm_item *item,
                                                const wm_observed_calibration *recorded,
                                                const wm_observed_calibration *own)
{
    wm_residual_match worst = WM_RESIDUAL_MATCH_YES;
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++)
        worst = wm_residual_match_worse(
            worst, compare_pair(item, recorded->difference_max[j], recorded->reference_max[j],
                                own->difference_max[j], own->reference_max[j]));
    return worst;
}
