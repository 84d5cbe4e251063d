/* Computes the slope of the rate on the clock, with its interval.
 *
 * Repeats that follow each other are alike, and a device that warms up moves clock and rate
 * together. A plain regression takes both for evidence. So each of eight blocks is freed from its
 * own mean and trend, and the jackknife over whole blocks gives the interval: it needs the blocks
 * to be independent, and not the repeats. SOUNDNESS.md section 7 says what remains. */
#include "record/laws/slope.h"

#include <math.h>

#include "record/laws/statistic.h"

enum { BLOCKS = WM_THRESHOLD_SLOPE_BLOCKS };

/* Sums of squares of the clock, and of products of clock and rate. */
typedef struct moments {
    double squares, products;
} moments;

static double mean_of(const double *values, size_t count)
{
    double sum = values[0];
    for (size_t i = 1; i < count; i++)
        sum = sum + values[i];
    return sum / (double)count;
}

/* A series of a block, relative to the mean of all repeats, with its mean and its trend. */
typedef struct line {
    const double *values;
    double unit, mean, trend;
} line;

/* Place of a repeat in a block of `count`; the places of a block have the sum 0. */
static double place(size_t i, size_t count)
{
    return (double)i - ((double)count - 1) / 2;
}

static line fit(const double *values, size_t count, double unit)
{
    line of = {values, unit, values[0] / unit, 0};
    double squares = 0, products = 0;
    for (size_t i = 1; i < count; i++)
        of.mean = of.mean + values[i] / unit;
    of.mean = of.mean / (double)count;
    for (size_t i = 0; i < count; i++) {
        const double t = place(i, count);
        squares = squares + t * t;
        products = products + t * (values[i] / unit - of.mean);
    }
    of.trend = products / squares;
    return of;
}

/* What is left of a value without mean and trend. */
static double rest(const line *of, size_t i, size_t count)
{
    return (of->values[i] / of->unit - of->mean) - place(i, count) * of->trend;
}

static void take_blocks(const double *rates, const double *clocks, size_t count,
                        moments blocks[BLOCKS])
{
    const double rate = mean_of(rates, count), clock = mean_of(clocks, count);
    for (size_t k = 0; k < BLOCKS; k++) {
        const size_t first = k * count / BLOCKS, size = (k + 1) * count / BLOCKS - first;
        const line of_rate = fit(rates + first, size, rate);
        const line of_clock = fit(clocks + first, size, clock);
        blocks[k] = (moments){0, 0};
        for (size_t i = 0; i < size; i++) {
            const double x = rest(&of_clock, i, size), y = rest(&of_rate, i, size);
            blocks[k].squares = blocks[k].squares + x * x;
            blocks[k].products = blocks[k].products + x * y;
        }
    }
}

/* The sums over all blocks but one; BLOCKS: over all. */
static moments sum_without(const moments blocks[BLOCKS], size_t left_out)
{
    moments sum = {0, 0};
    for (size_t k = 0; k < BLOCKS; k++) {
        if (k == left_out)
            continue;
        sum.squares = sum.squares + blocks[k].squares;
        sum.products = sum.products + blocks[k].products;
    }
    return sum;
}

/* Whether the clock varied in more than one block. */
static bool has_varied(const moments blocks[BLOCKS], size_t count)
{
    for (size_t k = 0; k < BLOCKS; k++)
        if (!(sqrt(sum_without(blocks, k).squares / (double)count) >= WM_THRESHOLD_SLOPE_LEAST))
            return false;
    return true;
}

/* Half of the interval. */
static double half_of(const moments blocks[BLOCKS], double slope)
{
    double sum = 0;
    for (size_t k = 0; k < BLOCKS; k++) {
        const moments others = sum_without(blocks, k);
        const double d = others.products / others.squares - slope;
        sum = sum + d * d;
    }
    return WM_THRESHOLD_SLOPE_QUANTILE * sqrt((BLOCKS - 1) * sum / BLOCKS);
}

wm_result wm_slope_reduce(wm_function function, const double *rates, const double *clocks,
                          size_t count)
{
    moments blocks[BLOCKS], all;
    double slope;
    if (clocks == NULL)
        return wm_result_null("clock absent");
    if (wm_statistic_is_constant(clocks, count))
        return wm_result_null("clock constant");
    if (function != WM_FUNCTION_CLOCK_VARIATION && wm_statistic_is_constant(rates, count))
        return wm_result_null("rate constant");
    take_blocks(rates, clocks, count, blocks);
    all = sum_without(blocks, BLOCKS);
    if (function == WM_FUNCTION_CLOCK_VARIATION)
        return wm_result_number(sqrt(all.squares / (double)count));
    if (!has_varied(blocks, count))
        return wm_result_null("clock varied too little");
    slope = all.products / all.squares;
    switch (function) {
    case WM_FUNCTION_CLOCK_SLOPE:
        return wm_result_number(slope);
    case WM_FUNCTION_CLOCK_SLOPE_LOW:
        return wm_result_number(slope - half_of(blocks, slope));
    case WM_FUNCTION_CLOCK_SLOPE_HIGH:
        return wm_result_number(slope + half_of(blocks, slope));
    default:
        return wm_result_null("not there");
    }
}
