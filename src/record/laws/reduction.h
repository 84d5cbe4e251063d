/* The pure functions that reduce observations to values.
 *
 * Arithmetic is + - * / sqrt and comparisons on binary64, in a fixed order, so that every
 * implementation gets the same bits. In all structures here NaN is a null or absent value: JSON has
 * no NaN, and NaN loses every comparison. Source: ours, record.md section 4. */
#ifndef WM_RECORD_REDUCTION_H
#define WM_RECORD_REDUCTION_H

#include "record/laws/observed.h"
#include "record/laws/result.h"

/* Computes a function of a plan item: over repeats, calibration, decision, segments or profile
 * observations. If the calibration or the decision that it needs is absent, the result is null with
 * the reason `not there`. No record contains that reason. */
wm_result wm_reduction_of_item(wm_function function, const wm_observed_item *item);

/* Computes a function over the count >= 1 values of a series, in the order of its indices. May sort
 * values in place. A NaN is a null value. */
wm_result wm_reduction_of_series(wm_function function, double *values, size_t count);

#endif
