/* Tests of record/rounding: which sums in binary32 keep G of f32 in its band, and which do not. */
#include "record/laws/rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "standards/philox.h"
#include "support/cmocka.h"

enum { SIZE = 48, TERMS = 8192, PROBES = WM_TABLES_PROBE_COLUMNS };

static float A[SIZE][TERMS], B[SIZE][TERMS]; /* B by columns */
static float A_narrow[SIZE][TERMS], B_narrow[SIZE][TERMS];
static double right[SIZE][SIZE];

/* Nearly normal numbers with all bits of binary32. */
static void fill(float *at, size_t count, uint8_t first)
{
    const uint8_t seed[WM_SHA256_SIZE] = {first};
    const wm_philox stream = wm_philox_from_seed(seed);
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (size_t j = 0; j < 12; j++)
            sum += wm_philox_index16(&stream, i * 12 + j) / 65536.0 - 0.5;
        at[i] = (float)(sum * 1.0000001 * 0.7310585786300049);
    }
}

/* x rounded to nearest, to a number of significand bits. */
static float narrow(float x, int bits)
{
    int exponent;
    const float part = frexpf(x, &exponent);
    return ldexpf(rintf(ldexpf(part, bits)), exponent - bits);
}

typedef float sum_of(const float *a, const float *b, size_t k);

static float sequential(const float *a, const float *b, size_t k)
{
    float sum = 0;
    for (size_t i = 0; i < k; i++)
        sum += a[i] * b[i];
    return sum;
}

static float fused(const float *a, const float *b, size_t k)
{
    float sum = 0;
    for (size_t i = 0; i < k; i++)
        sum = fmaf(a[i], b[i], sum);
    return sum;
}

static float reversed(const float *a, const float *b, size_t k)
{
    float sum = 0;
    for (size_t i = k; i > 0; i--)
        sum += a[i - 1] * b[i - 1];
    return sum;
}

static float blocked(const float *a, const float *b, size_t k)
{
    float sum = 0;
    for (size_t i = 0; i < k; i += 32)
        sum += sequential(a + i, b + i, 32);
    return sum;
}

static float pairwise(const float *a, const float *b, size_t k)
{
    return k == 1 ? a[0] * b[0] : pairwise(a, b, k / 2) + pairwise(a + k / 2, b + k / 2, k - k / 2);
}

/* 16 sums side by side, as vector units have them. */
static float lanes(const float *a, const float *b, size_t k)
{
    float of[16] = {0}, sum = 0;
    for (size_t i = 0; i < k; i++)
        of[i % 16] += a[i] * b[i];
    for (size_t i = 0; i < 16; i++)
        sum += of[i];
    return sum;
}

static double exact(const float *a, const float *b, size_t k)
{
    double sum = 0;
    for (size_t i = 0; i < k; i++)
        sum += (double)a[i] * (double)b[i];
    return sum;
}

static float rounded_once(const float *a, const float *b, size_t k)
{
    return (float)exact(a, b, k);
}

/* G of sums of the given operands, against the exact ones of A and B, under one set of probes. */
static double g_of(size_t k, sum_of *sum, float (*a)[TERMS], float (*b)[TERMS])
{
    double squares = 0, roundings = 0;
    for (size_t i = 0; i < SIZE; i++) {
        double r[PROBES] = {0}, v[PROBES] = {0};
        for (size_t j = 0; j < SIZE; j++) {
            const float c = sum(a[i], b[j], k);
            const double gap = ldexp(1, ilogbf(c) - 23), sign = (i ^ (j / PROBES)) % 2 ? -1 : 1;
            const double x = sign * (1 + ((double)(j % 7) - 3) / 16);
            r[j % PROBES] += x * (right[i][j] - (double)c);
            v[j % PROBES] += x * x * gap * gap / 12;
        }
        for (size_t p = 0; p < PROBES; p++) {
            squares += r[p] * r[p];
            roundings += v[p];
        }
    }
    return squares / roundings;
}

/* Computes the exact elements of k terms. */
static void compute(size_t k)
{
    for (size_t i = 0; i < SIZE; i++)
        for (size_t j = 0; j < SIZE; j++)
            right[i][j] = exact(A[i], B[j], k);
}

static wm_rounding_band band_of(size_t k)
{
    const wm_item item = {.variant = wm_tables_variant("gemm", 4, "f32", 3),
                          .dimension = {SIZE, SIZE, (uint32_t)k}};
    return wm_rounding_band_of(&item, 1);
}

/* Figures from the formulas of record.md section 4 alone, in Python. */
static void the_band_ends_above_k(void **state)
{
    const wm_item item = {.variant = wm_tables_variant("gemm", 4, "f32", 3),
                          .dimension = {64, 64, 64}};
    const wm_rounding_band band = wm_rounding_band_of(&item, 1);
    (void)state;
    assert_true(fabs(band.low - 0.8033897282481575) < 1e-15);
    assert_true(fabs(band.high - 65.19661027175184) < 1e-13);
}

static int prepare(void **state)
{
    (void)state;
    fill(A[0], (size_t)SIZE * TERMS, 1);
    fill(B[0], (size_t)SIZE * TERMS, 2);
    return 0;
}

/* A sum of k terms is a tree. Its node of t terms rounds a number of variance t, so G is the sum
 * of all t over k. A sequential sum is the worst tree: it has (k + 1) / 2. The products' own
 * rounding adds one. The band ends at k: the rest is sampling. */
static void every_order_keeps_the_band(void **state)
{
    static sum_of *const ORDERS[] = {sequential, fused, reversed,    blocked,
                                     pairwise,   lanes, rounded_once};
    (void)state;
    for (size_t k = 64; k <= TERMS; k = k == 64 ? 256 : k * 2) {
        const wm_rounding_band band = band_of(k);
        compute(k);
        assert_true(band.is_there);
        for (size_t i = 0; i < sizeof ORDERS / sizeof *ORDERS; i++) {
            const double g = g_of(k, ORDERS[i], A, B);
            if (!(band.low <= g && g <= band.high))
                fail_msg("order %zu, k = %zu: G is %.1f", i, k, g);
            if (ORDERS[i] == sequential && !(g > 0.35 * (double)k && g < 0.75 * (double)k))
                fail_msg("sequential, k = %zu: G is %.1f", k, g); /* about k / 2 */
        }
    }
}

/* Operands of fewer bits give a G of 2 * 4^(24 - bits), whatever k is. */
static void narrower_operands_leave_the_band(void **state)
{
    static const int BITS[] = {8, 11, 16}; /* bf16; fp16 and tf32; two parts of bf16 */
    (void)state;
    for (size_t i = 0; i < sizeof BITS / sizeof *BITS; i++) {
        const double expected = ldexp(2, 2 * (24 - BITS[i]));
        for (size_t j = 0; j < (size_t)SIZE * TERMS; j++) {
            A_narrow[j / TERMS][j % TERMS] = narrow(A[j / TERMS][j % TERMS], BITS[i]);
            B_narrow[j / TERMS][j % TERMS] = narrow(B[j / TERMS][j % TERMS], BITS[i]);
        }
        for (size_t k = 64; k <= TERMS; k = k == 64 ? 256 : k * 32) {
            compute(k);
            const double g = g_of(k, lanes, A_narrow, B_narrow);
            if (!(g > band_of(k).high) || !(g > expected / 2))
                fail_msg("%d bits, k = %zu: G is %.1f", BITS[i], k, g);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_band_ends_above_k),
        cmocka_unit_test(every_order_keeps_the_band),
        cmocka_unit_test(narrower_operands_leave_the_band),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
