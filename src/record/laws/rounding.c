/* Computes G, its band, and the row threshold.
 *
 * A residual alone cannot tell a small fault from rounding. G divides the squares of all residuals
 * by those that the format's rounding must give. A correct device is then near a constant that no
 * calibration of its own can move; a device that rounds once too often is not. */
#include "record/laws/rounding.h"

#include <math.h>

#include "record/laws/statistic.h"

/* Why two sums have no G; NULL if they have one. */
static const char *why_null(const wm_item *item, double residuals, double roundings)
{
    if (item->variant->rounding.of == WM_ROUNDING_OF_NOTHING)
        return "no rounding to measure";
    if (wm_observed_lacks(residuals) || wm_observed_lacks(roundings))
        return "not finite";
    return residuals == 0 && roundings == 0 ? "no rounding seen" : NULL;
}

static wm_result ratio(const wm_item *item, double residuals, double roundings)
{
    const char *reason = why_null(item, residuals, roundings);
    return reason != NULL ? wm_result_null(reason) : wm_result_number(residuals / roundings);
}

wm_result wm_rounding_of_residual(const wm_item *item, const wm_observed_residual *residual)
{
    return ratio(item, residual->residual_squares, residual->rounding_squares);
}

wm_result wm_rounding_of_calibration(const wm_item *item,
                                     const wm_observed_calibration *calibration)
{
    double residuals = 0, roundings = 0; /* a NaN stays */
    for (size_t i = 0; i < WM_TABLES_PROBES; i++) {
        residuals = residuals + calibration->residual_squares[i];
        roundings = roundings + calibration->rounding_squares[i];
    }
    return ratio(item, residuals, roundings);
}

/* The first reason, in the order of the conditions, why a repeat has no G; NULL: all have one. */
static const char *why_one_null(const wm_observed_item *item)
{
    const char *unseen = NULL;
    for (size_t i = 0; i < item->count[WM_PROCEDURE_REPEATS]; i++) {
        const wm_observed_residual *one = &item->repeats[i].residual;
        const char *reason = why_null(item->item, one->residual_squares, one->rounding_squares);
        if (reason != NULL && !(one->residual_squares == 0 && one->rounding_squares == 0))
            return reason;
        unseen = reason != NULL ? reason : unseen;
    }
    return unseen;
}

wm_result wm_rounding_farthest(const wm_observed_item *item)
{
    const char *reason = why_one_null(item);
    const double centre = item->item->variant->rounding.centre;
    double farthest = centre, most = -1;
    if (reason != NULL)
        return wm_result_null(reason);
    for (size_t i = 0; i < item->count[WM_PROCEDURE_REPEATS]; i++) {
        const wm_observed_residual *one = &item->repeats[i].residual;
        const double g = one->residual_squares / one->rounding_squares;
        const double distance = wm_statistic_absolute(g - centre);
        if (distance > most) {
            most = distance;
            farthest = g;
        }
    }
    return wm_result_number(farthest);
}

/* The sampling error of a G over a number of probe sets. Source: record.md section 4, s. */
static double sampling_error(const wm_item *item, unsigned sets)
{
    const double m = (double)item->dimension[0], n = (double)item->dimension[1],
                 k = (double)item->dimension[2];
    const double p = WM_TABLES_PROBE_COLUMNS, S = sets;
    const double e = n > p ? 1 - p / n : 0;
    if (item->variant->rounding.of == WM_ROUNDING_OF_OPERANDS)
        return sqrt((2 / m + 1 / k) * e / (p * S) + 4 / k * (1 / m + 1 / n) + 3 / (m * n));
    return sqrt(2 * e / (p * S * m) + 3 / (m * n));
}

wm_rounding_band wm_rounding_band_of(const wm_item *item, unsigned sets)
{
    const wm_rounding *of = &item->variant->rounding;
    const double k = (double)item->dimension[2];
    wm_rounding_band band = {false, 0, 0};
    double half;
    if (!of->has_verdict || !(k >= WM_THRESHOLD_VERDICT_TERMS))
        return band;
    half = WM_THRESHOLD_SAMPLING_ERRORS * sampling_error(item, sets);
    band.is_there = half <= WM_THRESHOLD_SAMPLING_MOST;
    band.low = of->centre - half;
    band.high = of->centre + half + (of->excess + k * of->excess_terms + k * k * of->excess_square);
    return band;
}

wm_rounding_verdict wm_rounding_judge(const wm_item *item, const wm_result *g, unsigned sets)
{
    const wm_rounding_band band = wm_rounding_band_of(item, sets);
    if (!band.is_there || g->kind != WM_RESULT_NUMBER)
        return WM_ROUNDING_UNKNOWN;
    return band.low <= g->number && g->number <= band.high ? WM_ROUNDING_HOLDS : WM_ROUNDING_FAILS;
}

double wm_rounding_row_threshold(const wm_item *item)
{
    const double n = (double)item->dimension[1], k = (double)item->dimension[2],
                 p = WM_TABLES_PROBE_COLUMNS;
    const double cells = (double)item->dimension[0] * (n < p ? n : p);
    return wm_tables_quantile(cells) * (1 + item->variant->rounding.row_terms / k);
}
