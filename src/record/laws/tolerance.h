/* The tolerance of an item, and what it is based on. Source: ours, record.md section 4. */
#ifndef WM_RECORD_TOLERANCE_H
#define WM_RECORD_TOLERANCE_H

#include "record/laws/observed.h"
#include "record/laws/result.h"

/* The tolerance of an item with this calibration; NULL if it has none, or none yet. */
wm_result wm_tolerance_of(const wm_item *item, const wm_observed_calibration *calibration);

/* The most that a row sum of an item with the trait row_sums may be off 1. */
double wm_tolerance_row_sums(const wm_item *item);

/* The floor of a calibration: the median of its ratios. Null if one of them is. */
wm_result wm_tolerance_floor(const wm_observed_calibration *calibration);

/* The word for what a calibrated item's tolerance is based on. */
wm_result wm_tolerance_basis(const wm_item *item, const wm_observed_calibration *calibration);

#endif
