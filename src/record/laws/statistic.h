/* Statistics of short series, in the order of operations that the format states.
 *
 * Source: ours, record.md section 4. A series has at most WM_STATISTIC_ROOM values, none NaN. */
#ifndef WM_RECORD_STATISTIC_H
#define WM_RECORD_STATISTIC_H

#include <stdbool.h>
#include <stddef.h>

/* Capacity for the repeats of an item; the format allows 1000. */
enum { WM_STATISTIC_ROOM = 1024 };

double wm_statistic_absolute(double value);

/* Sorts in place, ascending. */
void wm_statistic_sort(double *values, size_t count);

/* The median. Sorts in place. */
double wm_statistic_median(double *values, size_t count);

/* The median of the distances from m. Replaces the values by the distances. */
double wm_statistic_distance(double *values, size_t count, double m);

/* The index, from 1, of the lower end of the order-statistics interval of the median; 0 if there is
 * none at 95 %. */
size_t wm_statistic_interval(size_t count);

bool wm_statistic_is_constant(const double *values, size_t count);

/* Spearman's rank correlation of two series. NaN if one is constant. */
double wm_statistic_correlation(const double *a, const double *b, size_t count);

/* The rank correlation of each value with the next. NaN if the series is constant. */
double wm_statistic_lag(const double *values, size_t count);

/* The largest lag of independent values. Source: record.md section 4, lag_limit. */
double wm_statistic_lag_limit(size_t count);

#endif
