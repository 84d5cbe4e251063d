/* Tolerances.
 *
 * A tolerance must not follow from the output that it judges. The strongest source that an item has
 * gives it: the shape alone, a floor that was predicted from the arithmetic, or a floor that the
 * calibration measured. Where the measured G is off its prediction, nothing can be accepted. */
#include "record/laws/tolerance.h"

#include "record/laws/rounding.h"
#include "record/laws/statistic.h"

static const char NOT_FINITE[] = "not finite";

/* Of the keys that a row sees at most. The divisor and the row sum are sums of s numbers in 8 to 64
 * parts, and of the parts: at most s / 8 + 64 additions in a chain. In binary32 each rounds by at
 * most 2^-24 of a sum that is at most 1. The division adds at most 3 roundings. */
double wm_tolerance_row_sums(const wm_item *item)
{
    return 0x1p-24 * (2 * ((double)item->dimension[2] / 8 + 64) + 3);
}

wm_result wm_tolerance_floor(const wm_observed_calibration *calibration)
{
    double ratios[WM_TABLES_PROBES];
    for (size_t i = 0; i < WM_TABLES_PROBES; i++) {
        if (wm_observed_lacks(calibration->difference_max[i]) ||
            wm_observed_lacks(calibration->reference_max[i]))
            return wm_result_null(NOT_FINITE);
        ratios[i] =
            wm_observed_ratio(calibration->difference_max[i], calibration->reference_max[i]);
    }
    return wm_result_number(wm_statistic_median(ratios, WM_TABLES_PROBES));
}

static bool has_null(const wm_observed_calibration *calibration)
{
    for (size_t i = 0; i < WM_TABLES_PROBES; i++)
        if (wm_observed_lacks(calibration->difference_max[i]) ||
            wm_observed_lacks(calibration->reference_max[i]) ||
            wm_observed_lacks(calibration->residual_squares[i]) ||
            wm_observed_lacks(calibration->rounding_squares[i]))
            return true;
    return false;
}

/* What the tolerance of an item with a calibration is based on. */
typedef enum source { NO_SOURCE, A_PRIORI, PREDICTED, CALIBRATED, OFF_PREDICTION } source;

static source source_of(const wm_item *item, const wm_observed_calibration *calibration)
{
    const wm_result g = wm_rounding_of_calibration(item, calibration);
    if (has_null(calibration))
        return NO_SOURCE;
    if (!(item->variant->predicted_floor > 0))
        return A_PRIORI;
    switch (wm_rounding_judge(item, &g, WM_TABLES_PROBES)) {
    case WM_ROUNDING_HOLDS:
        return CALIBRATED;
    case WM_ROUNDING_FAILS:
        return OFF_PREDICTION;
    case WM_ROUNDING_UNKNOWN:
        break;
    }
    return PREDICTED;
}

wm_result wm_tolerance_of(const wm_item *item, const wm_observed_calibration *calibration)
{
    if (!wm_tables_has(item->variant, WM_TRAIT_CALIBRATION))
        return wm_result_number(wm_plan_bound(item));
    if (calibration == NULL)
        return wm_result_null("not there");
    if (!calibration->ok)
        return wm_result_null("calibration failed");
    switch (source_of(item, calibration)) {
    case A_PRIORI:
        return wm_result_number(wm_plan_bound(item));
    case PREDICTED:
        return wm_result_number(WM_THRESHOLD_PREDICTED_MARGIN * item->variant->predicted_floor);
    case CALIBRATED:
        return wm_result_number(wm_plan_widening(item) *
                                (WM_THRESHOLD_MARGIN * wm_tolerance_floor(calibration).number));
    case OFF_PREDICTION:
        return wm_result_null("G off its prediction");
    case NO_SOURCE:
        break;
    }
    return wm_result_null(NOT_FINITE);
}

wm_result wm_tolerance_basis(const wm_item *item, const wm_observed_calibration *calibration)
{
    static const char *const WORDS[] = {
        [A_PRIORI] = "a priori",
        [PREDICTED] = "predicted",
        [CALIBRATED] = "calibrated",
        [OFF_PREDICTION] = "off prediction",
    };
    const source of = source_of(item, calibration);
    return of == NO_SOURCE ? wm_result_null(NOT_FINITE) : wm_result_word(WORDS[of]);
}
