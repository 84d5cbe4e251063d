/* A row of numbers as one short word: a character for each. */
#include "report/document/sparkline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 8 };

/* Below this share of the largest number the smallest one is at the bottom. */
static const double BOTTOM = 0.9;

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

double wm_sparkline_median(const double *value, size_t count)
{
    double *sorted = malloc((count + 1) * sizeof *sorted), median = (double)NAN;
    size_t finite = 0;
    if (sorted == NULL)
        return median;
    for (size_t i = 0; i < count; i++)
        if (isfinite(value[i]))
            sorted[finite++] = value[i];
    if (finite > 0) {
        qsort(sorted, finite, sizeof *sorted, by_size);
        median = (sorted[(finite - 1) / 2] + sorted[finite / 2]) / 2;
    }
    free(sorted);
    return median;
}

/* The number of a group that is farthest from the median; NaN: none is finite. */
static double farthest(const double *value, size_t count, double median)
{
    double found = (double)NAN;
    for (size_t i = 0; i < count; i++)
        if (isfinite(value[i]) && !(fabs(value[i] - median) <= fabs(found - median)))
            found = value[i];
    return found;
}

void wm_sparkline_write(const double *value, size_t count, bool has_blocks,
                        char text[WM_SPARKLINE_SIZE])
{
    const size_t shown = count < WM_SPARKLINE_MOST ? count : WM_SPARKLINE_MOST;
    const double median = wm_sparkline_median(value, count);
    double least = (double)INFINITY, most = -(double)INFINITY;
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        least = isfinite(value[i]) ? fmin(least, value[i]) : least;
        most = isfinite(value[i]) ? fmax(most, value[i]) : most;
    }
    least = fmin(least, BOTTOM * most);
    for (size_t i = 0; i < shown; i++) {
        const size_t first = i * count / shown, end = (i + 1) * count / shown;
        const double one = farthest(value + first, end - first, median);
        const double share = most > least ? (one - least) / (most - least) : 1;
        const int level = isfinite(one) ? (int)lround(share * (LEVELS - 1)) : -1;
        if (level < 0)
            text[used++] = '-';
        else if (has_blocks)
            used +=
                (size_t)snprintf(text + used, WM_SPARKLINE_SIZE - used, "\xe2\x96%c", 0x81 + level);
        else
            text[used++] = (char)('1' + level);
    }
    text[used] = '\0';
}
