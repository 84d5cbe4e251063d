/* Computes statistics of series.
 *
 * Medians and ranks, because a repeat that was disturbed must not move the number. Ties have mean
 * ranks, so that the order of equal values does not matter. */
#include "record/laws/statistic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/tables/tables.h"

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* By insertion: most series are short. */
void wm_statistic_sort(double *values, size_t count)
{
    if (count > 64) {
        qsort(values, count, sizeof *values, compare);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        const double value = values[i];
        size_t j = i;
        for (; j > 0 && values[j - 1] > value; j--)
            values[j] = values[j - 1];
        values[j] = value;
    }
}

/* The median of a sorted list. */
static double middle(const double *sorted, size_t count)
{
    if (count % 2 == 1)
        return sorted[count / 2];
    return (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

double wm_statistic_median(double *values, size_t count)
{
    wm_statistic_sort(values, count);
    return middle(values, count);
}

double wm_statistic_absolute(double value)
{
    return value < 0 ? -value : value;
}

double wm_statistic_distance(double *values, size_t count, double m)
{
    for (size_t i = 0; i < count; i++)
        values[i] = wm_statistic_absolute(values[i] - m);
    return wm_statistic_median(values, count);
}

size_t wm_statistic_interval(size_t count)
{
    double t = 1, s = 0, p = 1;
    size_t low = 0;
    for (size_t i = 0; i < count; i++)
        p *= 2;
    for (size_t i = 0; i <= count; i++) {
        s = s + t;
        if (!(2 * s / p <= WM_THRESHOLD_INTERVAL))
            break;
        low = i + 1;
        t = t * (double)(count - i) / (double)(i + 1);
    }
    return low;
}

bool wm_statistic_is_constant(const double *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (!(values[i] == values[0]))
            return false;
    return true;
}

/* The ranks of values; equal values share the mean of their ranks. */
static void rank(const double *values, size_t count, double *ranks)
{
    double sorted[WM_STATISTIC_ROOM];
    memcpy(sorted, values, count * sizeof *values);
    wm_statistic_sort(sorted, count);
    for (size_t i = 0; i < count; i++) {
        size_t low = 0, high = count, smaller, equal;
        while (low < high) { /* the first that is not smaller */
            const size_t half = low + (high - low) / 2;
            if (sorted[half] < values[i])
                low = half + 1;
            else
                high = half;
        }
        smaller = low;
        for (high = count; low < high;) { /* the first that is larger */
            const size_t half = low + (high - low) / 2;
            if (sorted[half] <= values[i])
                low = half + 1;
            else
                high = half;
        }
        equal = low - smaller;
        ranks[i] = (double)smaller + ((double)equal + 1) / 2;
    }
}

double wm_statistic_correlation(const double *a_values, const double *b_values, size_t count)
{
    double a[WM_STATISTIC_ROOM], b[WM_STATISTIC_ROOM], ab = 0, aa = 0, bb = 0;
    const double m = ((double)count + 1) / 2;
    rank(a_values, count, a);
    rank(b_values, count, b);
    for (size_t i = 0; i < count; i++) {
        ab = ab + (a[i] - m) * (b[i] - m);
        aa = aa + (a[i] - m) * (a[i] - m);
        bb = bb + (b[i] - m) * (b[i] - m);
    }
    return ab / sqrt(aa * bb);
}

double wm_statistic_lag(const double *values, size_t count)
{
    double a[WM_STATISTIC_ROOM], next = 0, own = 0;
    const double m = ((double)count + 1) / 2;
    rank(values, count, a);
    for (size_t i = 0; i + 1 < count; i++)
        next = next + (a[i] - m) * (a[i + 1] - m);
    for (size_t i = 0; i < count; i++)
        own = own + (a[i] - m) * (a[i] - m);
    return next / own;
}

double wm_statistic_lag_limit(size_t count)
{
    const double r = (double)count;
    const double variance = (5 * r * r - 24 * r + 9) / (5 * (r - 1) * (r - 1) * (r + 1));
    const double limit = WM_THRESHOLD_LAG_DEVIATIONS * sqrt(variance) - 1 / r;
    return limit > WM_THRESHOLD_LAG_LEAST ? limit : WM_THRESHOLD_LAG_LEAST;
}
