/* Estimates how probably the largest residual of a correct product is over its tolerance, as
 * SOUNDNESS.md section 3 has it.
 *
 * usage: bench_thin [M N K [PRODUCTS]]; without arguments a list of shapes, 4,000 products of each
 * (500 from 16 rows on). A product is C = AB of normal numbers and its rounding E to 11 significant
 * bits. Under a probe the values of CX are drawn jointly, by a factor of C C^T, and those of EX as
 * independent normal numbers of the rows' own sizes, which is what they are beside C. 64 probes
 * give the floor; a product off its prediction is counted and left out. For each of 128 further
 * probes the probability that max|EX| exceeds the margin times the floor times max|CX| is exact, so
 * that rare events need not be waited for. Numbers are the format's own. */
#include "standards/normal.h"
#include "standards/philox.h"
#include "standards/sha256.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_HERE = 128, PROBES = 64, FURTHER = 128, MARGINS = 4, VALUES = 8 };

static const double MARGIN[MARGINS] = {3, 4, 8, 12};
static const double PREDICTED = 2.07e-4; /* of binary16 */

typedef struct bench {
    size_t m, n, k, rank;
    double C[SIZE_MAX_HERE * SIZE_MAX_HERE];
    /* m x rank: CX is distributed as this times normal numbers */
    double factor[SIZE_MAX_HERE * SIZE_MAX_HERE];
    double error[SIZE_MAX_HERE]; /* of each row, |E_i| */
    const double *table;
    wm_philox stream;
    uint64_t drawn;
} bench;

static double normal(bench *b)
{
    return b->table[wm_philox_index16(&b->stream, b->drawn++)];
}

/* C and the sizes of its rows' rounding. */
static void draw_product(bench *b)
{
    static double A[SIZE_MAX_HERE * SIZE_MAX_HERE], B[SIZE_MAX_HERE * SIZE_MAX_HERE];
    for (size_t i = 0; i < b->m * b->k; i++)
        A[i] = normal(b);
    for (size_t i = 0; i < b->k * b->n; i++)
        B[i] = normal(b);
    for (size_t i = 0; i < b->m; i++) {
        double *row = b->C + i * b->n, square = 0;
        memset(row, 0, b->n * sizeof *row);
        for (size_t l = 0; l < b->k; l++)
            for (size_t j = 0; j < b->n; j++)
                row[j] += A[i * b->k + l] * B[l * b->n + j];
        for (size_t j = 0; j < b->n; j++) {
            int exponent;
            frexp(row[j], &exponent);
            const double unit = ldexp(1, exponent - 11);
            const double error = nearbyint(row[j] / unit) * unit - row[j];
            square += error * error;
        }
        b->error[i] = sqrt(square);
    }
}

/* A lower triangle L of C C^T = L L^T, without the columns that a rank of `rank` leaves at zero. */
static void factor_product(bench *b)
{
    const size_t m = b->m;
    b->rank = b->k < m ? b->k : m;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < b->rank; j++) {
            double sum = 0;
            for (size_t l = 0; l < b->n; l++)
                sum += b->C[i * b->n + l] * b->C[j * b->n + l];
            for (size_t l = 0; l < j; l++)
                sum -= b->factor[i * b->rank + l] * b->factor[j * b->rank + l];
            if (i == j)
                b->factor[i * b->rank + j] = sum > 0 ? sqrt(sum) : 0;
            else if (i < j || !(b->factor[j * b->rank + j] > 0))
                b->factor[i * b->rank + j] = 0;
            else
                b->factor[i * b->rank + j] = sum / b->factor[j * b->rank + j];
        }
}

/* max|CX| under one probe. */
static double draw_reference(bench *b)
{
    double largest = 0;
    for (int p = 0; p < VALUES; p++) {
        double z[SIZE_MAX_HERE];
        for (size_t j = 0; j < b->rank; j++)
            z[j] = normal(b);
        for (size_t i = 0; i < b->m; i++) {
            double value = 0;
            for (size_t j = 0; j < b->rank; j++)
                value += b->factor[i * b->rank + j] * z[j];
            largest = fmax(largest, fabs(value));
        }
    }
    return largest;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double draw_floor(bench *b)
{
    double ratio[PROBES];
    for (int j = 0; j < PROBES; j++) {
        double largest = 0;
        for (size_t i = 0; i < VALUES * b->m; i++)
            largest = fmax(largest, fabs(normal(b)) * b->error[i / VALUES]);
        ratio[j] = largest / draw_reference(b);
    }
    qsort(ratio, PROBES, sizeof *ratio, ascending);
    return (ratio[PROBES / 2 - 1] + ratio[PROBES / 2]) / 2;
}

/* P(max|EX| > limit) over all rows and values. */
static double exceeds(const bench *b, double limit)
{
    double logarithm = 0;
    for (size_t i = 0; i < b->m; i++)
        logarithm += VALUES * log1p(-erfc(limit / b->error[i] * 0.70710678118654752));
    return -expm1(logarithm);
}

static void run(bench *b, const unsigned shape[3], unsigned products)
{
    double sum[MARGINS] = {0};
    unsigned off = 0;
    uint8_t seed[32];
    char text[64];
    b->m = shape[0], b->n = shape[1], b->k = shape[2], b->drawn = 0;
    const int size = snprintf(text, sizeof text, "thin %u %u %u", shape[0], shape[1], shape[2]);
    wm_sha256_hash(text, (size_t)size, seed);
    b->stream = wm_philox_from_seed(seed);
    for (unsigned t = 0; t < products; t++) {
        draw_product(b);
        factor_product(b);
        const double floor = draw_floor(b);
        if (!(floor <= 1.25 * PREDICTED && 1.25 * floor >= PREDICTED)) {
            off++;
            continue;
        }
        for (int j = 0; j < FURTHER; j++) {
            const double reference = draw_reference(b);
            for (int i = 0; i < MARGINS; i++)
                sum[i] += exceeds(b, MARGIN[i] * floor * reference);
        }
    }
    printf("| %u | %u | %u | %.1f %% |", shape[0], shape[1], shape[2], 100.0 * off / products);
    for (int i = 0; i < MARGINS; i++)
        printf(" %.1e |", sum[i] / ((double)products * FURTHER));
    putchar('\n');
    fflush(stdout);
}

/* f64 products of one row and one column, every rounding made: how many are over the a-priori
 * bound, over it with the least reference, and over four times it; the largest in units of four
 * times. */
static void run_cancelling(bench *b, size_t k, unsigned products)
{
    const double bound = 4 * sqrt((double)k + 1) * 0x1p-53;
    unsigned plain = 0, least = 0, wide = 0;
    double worst = 0;
    for (unsigned t = 0; t < products; t++) {
        double C = 0, difference = 0, reference = 0;
        for (size_t l = 0; l < k; l++) {
            b->C[l] = normal(b);
            b->factor[l] = normal(b);
            C = fma(b->C[l], b->factor[l], C);
        }
        for (int p = 0; p < VALUES; p++) {
            const double x = (float)normal(b);
            double sum = 0;
            for (size_t l = 0; l < k; l++)
                sum = fma(b->C[l], b->factor[l] * x, sum);
            difference = fmax(difference, fabs(sum - C * x));
            reference = fmax(reference, fabs(C * x));
        }
        const double ratio = difference / fmax(reference, sqrt((double)k)) / bound;
        plain += difference / reference > bound;
        least += ratio > 1;
        wide += ratio > 4;
        worst = fmax(worst, ratio / 4);
    }
    printf("| 1 | 1 | %zu | %u | %u | %u | %u | %.2f |\n", k, products, plain, least, wide, worst);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static const unsigned shapes[][3] = {{1, 64, 64},  {2, 64, 64},  {4, 64, 64},  {8, 64, 64},
                                         {16, 64, 64}, {32, 64, 64}, {32, 32, 32}, {1, 64, 1},
                                         {4, 64, 1},   {64, 64, 1},  {64, 64, 2},  {64, 64, 8},
                                         {64, 64, 32}, {64, 64, 64}};
    static bench b;
    const unsigned products = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 4000;
    if (wm_normal_table(&b.table) != WM_OK)
        return 2;
    printf("| m | n | k | off its prediction | over 3 floors | 4 | 8 | 12 |\n"
           "|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    if (argc > 3) {
        unsigned shape[3];
        for (int i = 0; i < 3; i++) {
            shape[i] = (unsigned)strtoul(argv[i + 1], NULL, 10);
            if (shape[i] == 0 || shape[i] > SIZE_MAX_HERE) {
                fprintf(stderr, "bench_thin: sizes are 1 to %d\n", SIZE_MAX_HERE);
                return 2;
            }
        }
        run(&b, shape, products);
        return 0;
    }
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        run(&b, shapes[i], shapes[i][0] < 16 ? 4000 : 500);
    printf("\nf64, one element:\n\n"
           "| m | n | k | products | over the bound | with the least reference | over 4 bounds | "
           "largest of that |\n"
           "|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (size_t k = 2; k <= 64; k *= 2)
        run_cancelling(&b, k, 500000);
    return 0;
}
