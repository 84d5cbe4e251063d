/* Statistic G: the squared residuals of a product relative to those of its rounding.
 *
 * Source: ours, record.md sections 4 (G, s, row_threshold) and 7. */
#ifndef WM_RECORD_ROUNDING_H
#define WM_RECORD_ROUNDING_H

#include "record/laws/observed.h"
#include "record/laws/result.h"

/* The G of one output, and of a calibration. Null with a reason if it has none. */
wm_result wm_rounding_of_residual(const wm_item *item, const wm_observed_residual *residual);
wm_result wm_rounding_of_calibration(const wm_item *item,
                                     const wm_observed_calibration *calibration);

/* Of the repeats' G the one that is farthest from its expectation. */
wm_result wm_rounding_farthest(const wm_observed_item *item);

/* The band of a correct product's G over a number of probe sets. */
typedef struct wm_rounding_band {
    bool is_there; /* false: G has no verdict */
    double low, high;
} wm_rounding_band;

wm_rounding_band wm_rounding_band_of(const wm_item *item, unsigned sets);

/* The verdict on a G. */
typedef enum wm_rounding_verdict {
    WM_ROUNDING_UNKNOWN, /* it has none */
    WM_ROUNDING_HOLDS,
    WM_ROUNDING_FAILS
} wm_rounding_verdict;

wm_rounding_verdict wm_rounding_judge(const wm_item *item, const wm_result *g, unsigned sets);

/* The threshold of the row statistic of a gemm item. */
double wm_rounding_row_threshold(const wm_item *item);

#endif
