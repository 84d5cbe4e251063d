/* A row of numbers as one short word: a character for each. */
#include "report/document/sparkline.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LEVELS = 8 };

/* Below this share of the largest number the smallest one is at the bottom. */
static const double BOTTOM = 0.9;

/* A place for each finite number, in the order of the numbers. IEEE 754's bits have it, but for the
 * sign. */
static uint64_t place_of(double value)
{
    static const uint64_t SIGN = (uint64_t)1 << 63;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & SIGN) != 0 ? ~bits : bits | SIGN;
}

static double value_at(uint64_t place)
{
    static const uint64_t SIGN = (uint64_t)1 << 63;
    const uint64_t bits = (place & SIGN) != 0 ? place & ~SIGN : ~place;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The number that has so many before it in a sorted row of the finite ones. It is searched for bit
 * by bit and not sorted, so that there is a median also where memory has run out. */
static double ranked(const double *value, size_t count, size_t rank)
{
    uint64_t least = 0, most = UINT64_MAX;
    while (least < most) {
        const uint64_t middle = least + (most - least) / 2;
        size_t below = 0;
        for (size_t i = 0; i < count; i++)
            below += isfinite(value[i]) != 0 && place_of(value[i]) <= middle;
        if (below > rank)
            most = middle;
        else
            least = middle + 1;
    }
    return value_at(least);
}

double wm_sparkline_median(const double *value, size_t count)
{
    size_t finite = 0;
    for (size_t i = 0; i < count; i++)
        finite += isfinite(value[i]) != 0;
    if (finite == 0)
        return (double)NAN;
    return (ranked(value, count, (finite - 1) / 2) + ranked(value, count, finite / 2)) / 2;
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
