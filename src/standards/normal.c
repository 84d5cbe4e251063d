/* The normal table, computed in double-double arithmetic.
 *
 * For x > 0 let Q(x) be the upper tail and phi(x) the density. Around a grid point g the tail is
 *     Q(g + d) = Q(g) + sum over n >= 1 of a_n d^n,   a_n = -phi(g) (-1)^(n-1) He_(n-1)(g) / n!,
 * He the probabilists' Hermite polynomials (Abramowitz and Stegun 26.2.31 and 22.8.8). Q and phi
 * pass from one grid point to the next by the same series, from Q(0) = 1/2 and phi(0) = 1/sqrt(2
 * pi). An entry is then Newton's method on Q(x) = p from its neighbour. All sums that decide are
 * kept to about 2^-100; a quantile's binary64 is decided by far fewer bits, and the table's SHA-256
 * is compared with the format's constant in any case. */
#include "standards/normal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "standards/sha256.h"

enum {
    GRID_PER_UNIT = 64,
    GRID_POINTS = 277, /* up to 4.3125; the largest quantile is 4.33 */
    GRID_TERMS = 24,   /* (1/64)^25 times a_25 is below 2^-150 */
    ENTRY_TERMS = 15,  /* |d| <= 1/64: the first term left out is below 2^-95 phi */
    ENTRY_EXACT =
        /* terms up to d^6 in double-double; d^7 a_7 is below 2^-47, so its binary64 error is below
           2^-99 */
    6,
    HALF = WM_NORMAL_ENTRIES / 2
};

static const uint8_t TABLE_SHA256[WM_SHA256_SIZE] = {
    0x51, 0xaf, 0x95, 0x7c, 0x30, 0xac, 0xca, 0x24, 0xf0, 0x9a, 0x51, 0x12, 0x9b, 0x32, 0x73, 0x23,
    0xed, 0xbc, 0x3f, 0x1b, 0xce, 0x68, 0x69, 0x9a, 0xcf, 0x35, 0xd2, 0x97, 0xc3, 0x1a, 0x36, 0xf0};

/* high + low, with |low| at most half a unit in the last place of high. */
typedef struct {
    double high, low;
} pair;

typedef struct {
    pair tail;                        /* Q(g) */
    pair coefficient[GRID_TERMS + 1]; /* a_n */
    double phi;
} grid_point;

/* a + b exactly, |a| >= |b| or a = 0. Source: Dekker, "A floating-point technique", Numer. Math. 18
 * (1971). */
static pair quick_sum(double a, double b)
{
    const double sum = a + b;
    return (pair){sum, b - (sum - a)};
}

/* a + b exactly. Source: Knuth, TAOCP volume 2, section 4.2.2, theorem B. */
static pair two_sum(double a, double b)
{
    const double sum = a + b;
    const double part = sum - a;
    return (pair){sum, (a - (sum - part)) + (b - part)};
}

/* a * b exactly, barring overflow. Source: Dekker (as above), with Veltkamp's splitting. */
static pair two_product(double a, double b)
{
    const double splitter = 134217729.0; /* 2^27 + 1 */
    const double scaled_a = splitter * a, scaled_b = splitter * b;
    const double a_high = scaled_a - (scaled_a - a), b_high = scaled_b - (scaled_b - b);
    const double a_low = a - a_high, b_low = b - b_high;
    const double product = a * b;
    return (pair){product,
                  ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

static pair pair_add(pair a, pair b)
{
    const pair high = two_sum(a.high, b.high);
    const pair low = two_sum(a.low, b.low);
    const pair sum = quick_sum(high.high, high.low + low.high);
    return quick_sum(sum.high, sum.low + low.low);
}

static pair pair_scale(pair a, double factor)
{
    const pair product = two_product(a.high, factor);
    return quick_sum(product.high, product.low + a.low * factor);
}

static pair pair_divide(pair a, double divisor)
{
    const double quotient = a.high / divisor;
    const pair back = two_product(quotient, divisor);
    const double rest = ((a.high - back.high) - back.low) + a.low;
    return quick_sum(quotient, rest / divisor);
}

/* Fills a grid point from its Q and phi: the terms t_n = phi He_n / n! satisfy t_n = (g t_(n-1) -
 * t_(n-2)) / n (since He_n = g He_(n-1) - (n-1) He_(n-2)), and a_(n+1) = -(-1)^n t_n / (n + 1). */
static void fill_point(grid_point *point, double g, pair tail, pair phi)
{
    pair before = {0, 0}, term = phi;
    point->tail = tail;
    point->phi = phi.high;
    point->coefficient[0] = tail;
    for (int n = 0; n < GRID_TERMS; n++) {
        const double sign = n % 2 == 0 ? -1.0 : 1.0;
        point->coefficient[n + 1] = pair_divide(pair_scale(term, sign), n + 1);
        const pair next = pair_add(pair_scale(term, g), pair_scale(before, -1.0));
        before = term;
        term = pair_divide(next, n + 1);
    }
}

/* Q at the next grid point, and phi there as minus the derivative; the step is a power of two, so
 * its products are exact. */
static void step_grid(const grid_point *from, pair *tail, pair *phi)
{
    const double step = 1.0 / GRID_PER_UNIT;
    pair sum = {0, 0}, slope = {0, 0};
    for (int n = GRID_TERMS; n >= 1; n--) {
        sum = pair_scale(pair_add(sum, from->coefficient[n]), step);
        const pair term = pair_scale(from->coefficient[n], (double)-n);
        slope = n > 1 ? pair_scale(pair_add(slope, term), step) : pair_add(slope, term);
    }
    *tail = pair_add(from->tail, sum);
    *phi = slope;
}

static void fill_grid(grid_point grid[GRID_POINTS])
{
    pair tail = {0.5, 0.0};
    pair phi = {0x1.9884533d43651p-2, -0x1.cbc0d30ebfd15p-56}; /* 1 / sqrt(2 pi) */
    for (int i = 0; i < GRID_POINTS; i++) {
        fill_point(&grid[i], (double)i / GRID_PER_UNIT, tail, phi);
        step_grid(&grid[i], &tail, &phi);
    }
}

/* Q(x) - p, and phi(x) to binary64 accuracy. */
static double tail_excess(const grid_point grid[GRID_POINTS], double x, double p, double *phi)
{
    int at = (int)(x * GRID_PER_UNIT + 0.5);
    at = at < GRID_POINTS ? at : GRID_POINTS - 1;
    const grid_point *point = &grid[at];
    const double d =
        x - (double)at / GRID_PER_UNIT; /* exact: both are multiples of 2^-56 below 2^-5 apart */
    double rest = 0, slope = 0;
    for (int n = ENTRY_TERMS; n > ENTRY_EXACT; n--)
        rest = rest * d + point->coefficient[n].high;
    for (int n = ENTRY_TERMS; n > 0; n--)
        slope = slope * d + n * point->coefficient[n].high;
    pair sum = {rest, 0};
    for (int n = ENTRY_EXACT; n >= 1; n--)
        sum = pair_add(pair_scale(sum, d), point->coefficient[n]);
    sum = pair_add(pair_add(pair_scale(sum, d), point->tail), (pair){-p, 0});
    *phi = -slope;
    return sum.high;
}

/* The x > 0 with Q(x) = p, from a start near it. With u = excess / phi the root is x + u + x u^2 /
 * 2 + O(u^3). Once that correction is below 2^-30 its error is below 2^-80, and the sum with x
 * rounds correctly. */
static double quantile(const grid_point grid[GRID_POINTS], double p, double x)
{
    for (int iteration = 0; iteration < 20; iteration++) {
        double phi;
        const double excess = tail_excess(grid, x, p, &phi);
        const double u = excess / phi;
        const double correction = u + u * u * (x / 2 + u * (2 * x * x + 1) / 6);
        x += correction;
        if (fabs(correction) < 0x1p-30)
            break;
    }
    return x;
}

/* Entries HALF.. are positive and fall from the middle to the tail; entry 65535 - i is minus entry
 * i. */
static void fill_table(double table[WM_NORMAL_ENTRIES], const grid_point grid[GRID_POINTS])
{
    double x = 0;
    for (int i = 0; i < HALF; i++) {
        const double p = (double)(WM_NORMAL_ENTRIES - 1 - 2 * i) / (2.0 * WM_NORMAL_ENTRIES);
        x = quantile(grid, p, x);
        table[HALF + i] = x;
        table[HALF - 1 - i] = -x;
    }
}

static bool table_matches(const double table[WM_NORMAL_ENTRIES])
{
    wm_sha256 hash;
    uint8_t digest[WM_SHA256_SIZE];
    wm_sha256_init(&hash);
    for (int i = 0; i < WM_NORMAL_ENTRIES; i++) {
        uint64_t bits;
        uint8_t bytes[8];
        memcpy(&bits, &table[i], sizeof bits);
        for (int b = 0; b < 8; b++)
            bytes[b] = (uint8_t)(bits >> (8 * b));
        wm_sha256_update(&hash, bytes, sizeof bytes);
    }
    wm_sha256_final(&hash, digest);
    return memcmp(digest, TABLE_SHA256, sizeof digest) == 0;
}

wm_status wm_normal_table(const double **table)
{
    static double *kept;
    if (table == NULL)
        return WM_E_ARG;
    if (kept == NULL) {
        double *made = malloc(WM_NORMAL_ENTRIES * sizeof *made);
        grid_point *grid = malloc(GRID_POINTS * sizeof *grid);
        if (made != NULL && grid != NULL) {
            fill_grid(grid);
            fill_table(made, grid);
        }
        const wm_status status = made == NULL || grid == NULL ? WM_E_NOMEM
                                 : table_matches(made)        ? WM_OK
                                                              : WM_E_MISMATCH;
        free(grid);
        if (status != WM_OK) {
            free(made);
            return status;
        }
        kept = made;
    }
    *table = kept;
    return WM_OK;
}

void wm_normal_fill(const double *table, const wm_philox *stream, uint64_t first, size_t count,
                    wm_format format, void *elements)
{
    for (size_t i = 0; i < count; i++)
        wm_format_store(format, elements, i, table[wm_philox_index16(stream, first + i)]);
}
