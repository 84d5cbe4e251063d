/* Compares recorded residuals with those computed here. */
#include "study/output/residual_match.h"

#include "record/laws/tolerance.h"
#include "workload/workload.h"

#include <math.h>

wm_residual_match wm_residual_match_worse(wm_residual_match a, wm_residual_match b)
{
    return a > b ? a : b;
}

/* How much the residuals of two witnesses of one output may differ. */
static double slack_of(const wm_item *item, double reference)
{
    const wm_workload_kind *kind = wm_workload_kind_of(item);
    return kind->slack != NULL ? kind->slack(item, reference) : 0;
}

/* `slack` is absolute. Two NaN match. */
static wm_residual_match compare(double recorded, double own, double slack)
{
    if (isnan(own) || isnan(recorded))
        return isnan(own) && isnan(recorded) ? WM_RESIDUAL_MATCH_YES : WM_RESIDUAL_MATCH_NO;
    if (recorded == own)
        return WM_RESIDUAL_MATCH_YES;
    return fabs(recorded - own) <= slack ? WM_RESIDUAL_MATCH_UNSURE : WM_RESIDUAL_MATCH_NO;
}

static wm_residual_match compare_pair(const wm_item *item, const wm_observed_residual *recorded,
                                      const wm_observed_residual *own)
{
    const double reference = recorded->reference_max, own_reference = own->reference_max;
    const double slack = slack_of(item, own_reference);
    const wm_residual_match first = compare(recorded->difference_max, own->difference_max, slack);
    /* With a value that is not finite, the largest other value depends on the device. */
    if (isnan(own->difference_max) || isnan(own_reference))
        return reference == own_reference || (isnan(reference) && isnan(own_reference))
                   ? first
                   : wm_residual_match_worse(first, WM_RESIDUAL_MATCH_UNSURE);
    return wm_residual_match_worse(first, compare(reference, own_reference, slack));
}

static wm_residual_match compare_rows(const wm_item *item, const wm_observed_residual *recorded,
                                      const wm_observed_residual *own)
{
    const double slack = wm_workload_kind_of(item)->row_slack(item, own->row_statistic);
    const wm_residual_match statistic = compare(recorded->row_statistic, own->row_statistic, slack);
    /* Two places may have almost equal statistics. The last bits then decide which is reported. */
    return recorded->row == own->row && recorded->probe == own->probe
               ? statistic
               : wm_residual_match_worse(statistic, WM_RESIDUAL_MATCH_UNSURE);
}

/* Compares the sums of squares S over N places. With every r off by e at most, and by a rms of e /
 * 8 in no direction, S is off by 2 e sqrt(S) + N (e / 8)^2 at most. A device's sums are within 1e-6
 * of the exact ones (backend.h). */
static wm_residual_match compare_squares(const wm_item *item, const wm_observed_residual *recorded,
                                         const wm_observed_residual *own)
{
    const double n = (double)item->dimension[1], p = WM_TABLES_PROBE_COLUMNS;
    const double own_residuals = own->residual_squares, own_roundings = own->rounding_squares;
    const double places = (double)item->dimension[0] * (n < p ? n : p);
    const double off = slack_of(item, own->reference_max);
    const double slack =
        2 * off * sqrt(own_residuals) + places * off * off / 64 + 2e-6 * own_residuals;
    return wm_residual_match_worse(
        compare(recorded->residual_squares, own_residuals, slack),
        compare(recorded->rounding_squares, own_roundings, 2e-6 * own_roundings));
}

/* Row sums of two correct checks are both within the bound. Their order of additions is the
 * device's, so that nothing finer can be said. */
static bool are_like_sums(const wm_item *item, const wm_observed_residual *recorded,
                          const wm_observed_residual *own)
{
    const double off = fabs(recorded->row_sum_error - own->row_sum_error);
    return !wm_tables_has(item->variant, WM_TRAIT_ROW_SUMS) || isnan(off) ||
           off <= wm_tolerance_row_sums(item);
}

wm_residual_match wm_residual_match_residual(const wm_item *item,
                                             const wm_observed_residual *recorded,
                                             const wm_observed_residual *own)
{
    const wm_residual_match pair = compare_pair(item, recorded, own);
    if (!are_like_sums(item, recorded, own))
        return WM_RESIDUAL_MATCH_NO;
    if (!wm_tables_has(item->variant, WM_TRAIT_ROWS))
        return pair;
    return wm_residual_match_worse(wm_residual_match_worse(pair, compare_rows(item, recorded, own)),
                                   compare_squares(item, recorded, own));
}

/* What a probe of a calibration found. It has no row statistic. */
static wm_observed_residual residual_of(const wm_observed_calibration *calibration, unsigned probe)
{
    return (wm_observed_residual){.difference_max = calibration->difference_max[probe],
                                  .reference_max = calibration->reference_max[probe],
                                  .residual_squares = calibration->residual_squares[probe],
                                  .rounding_squares = calibration->rounding_squares[probe]};
}

wm_residual_match wm_residual_match_calibration(const wm_item *item,
                                                const wm_observed_calibration *recorded,
                                                const wm_observed_calibration *own)
{
    wm_residual_match worst = WM_RESIDUAL_MATCH_YES;
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++) {
        const wm_observed_residual a = residual_of(recorded, j), b = residual_of(own, j);
        worst = wm_residual_match_worse(worst, wm_residual_match_residual(item, &a, &b));
    }
    return worst;
}
