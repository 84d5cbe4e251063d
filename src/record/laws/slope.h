/* How the rate of an item's repeats follows the clock. */
#ifndef WM_RECORD_SLOPE_H
#define WM_RECORD_SLOPE_H

#include <stddef.h>

#include "record/laws/result.h"
#include "record/tables/tables.h"

/* Computes clock_slope, clock_slope_low, clock_slope_high or clock_variation of `count` repeats in
 * their order, at least WM_THRESHOLD_SLOPE_REPEATS. Rates and clocks are positive; clocks is NULL
 * where a repeat has none. Source: record.md section 4. */
wm_result wm_slope_reduce(wm_function function, const double *rates, const double *clocks,
                          size_t count);

#endif
