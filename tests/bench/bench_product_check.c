/* The check of products by content (wm_product_check): false alarms, faults seen, and time.
 *
 * usage: bench_product_check correct COUNT [SEED]
 *        bench_product_check flips COUNT VARIANT N...
 *        bench_product_check data COUNT VARIANT N
 *        bench_product_check time VARIANT N [THREADS]
 *        bench_product_check integers VARIANT N [THREADS]
 *
 * correct: correct products of varied data, orders and layouts. flips: of the sign and the highest
 * exponent bit. data: the same for each kind of data, and what each statistic says of correct
 * products. time: beside a plain read of A, B and C; integers: the same for integers of -3 to 3.
 *
 * flips and data print rows of a Markdown table. Exit status of `correct`: 1 if one was rejected.
 */
#include "record/laws/trials.h"
#include "support/products.h"
#include "verify/workers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const ANSWERS[] = {"not judged", "right", "wrong"};

static void must(bool is_right, const char *what)
{
    if (is_right)
        return;
    fprintf(stderr, "bench_product_check: %s\n", what);
    exit(2);
}

/* ---- correct products ---- */

static void describe(const products_case *one, const wm_product_report *report)
{
    printf("%s: %s %zux%zux%zu %s, %s, alpha %g, beta %g, bias %d: product %" PRIu64 " row %" PRIu64
           " column %" PRIu64 " found %.9g recomputed %.9g %s\n",
           ANSWERS[report->answer], one->variant->name, one->m, one->n, one->k,
           products_data_names[one->data], products_order_names[one->order], one->beside.alpha,
           one->beside.beta, one->beside.has_bias, report->batch_index, report->row, report->column,
           report->found, report->recomputed, report->reason);
}

static int correct(unsigned count, uint64_t state)
{
    unsigned answers[3] = {0}, of_data[PRODUCTS_DATA_COUNT][3] = {{0}}, made = 0;
    unsigned beside = 0;
    while (made < count) {
        products_case one;
        wm_product_report report;
        if (products_draw(&one, &state)) {
            must(products_check_stored(&one, &state, &report) == WM_OK, "the check failed");
            answers[report.answer]++;
            of_data[one.data][report.answer]++;
            beside += one.beside.alpha != 1 || one.C0 != NULL || one.bias != NULL;
            made++;
            if (report.answer == WM_PRODUCT_WRONG || getenv("BENCH_VERBOSE") != NULL)
                describe(&one, &report);
        }
        products_free(&one);
    }
    printf("| data | right | not judged | wrong |\n|---|---:|---:|---:|\n");
    for (size_t d = 0; d < PRODUCTS_DATA_COUNT; d++)
        printf("| %s | %u | %u | %u |\n", products_data_names[d], of_data[d][1], of_data[d][0],
               of_data[d][2]);
    printf("correct products: %u right, %u not judged, %u wrong; %u of them with alpha, C0 or a "
           "bias%s\n",
           answers[1], answers[0], answers[2], beside,
           products_has_blas() ? "" : "; no OpenBLAS here");
    return answers[2] == 0 ? 0 : 1;
}

/* ---- flips ---- */

/* Of the elements that are finite. */
static double rms_of(const products_case *of)
{
    double square = 0;
    for (size_t e = 0; e < of->m * of->n; e++) {
        const double value = wm_format_load(of->variant->output, of->C, e);
        square += isfinite(value) ? value * value : 0;
    }
    return sqrt(square / (double)(of->m * of->n));
}

static void flip(const products_case *of, size_t e, unsigned bit)
{
    ((uint8_t *)of->C)[e * wm_format_size(of->variant->output) + bit / 8] ^=
        (uint8_t)(1u << bit % 8);
}

typedef struct flips {
    unsigned tried, seen, not_judged, elsewhere;
} flips;

/* Flips a bit of `count` elements that are at least half the rms, one at a time. */
static void try_flips(const products_case *of, unsigned count, unsigned from_top, uint64_t *state,
                      flips *all)
{
    const double half = rms_of(of) / 2;
    const unsigned bits = 8 * (unsigned)wm_format_size(of->variant->output);
    for (unsigned done = 0, drawn = 0; done < count && drawn < 1000 * count; drawn++) {
        const size_t e = products_random(state) % (of->m * of->n);
        const double before = fabs(wm_format_load(of->variant->output, of->C, e));
        wm_product_report report;
        if (!(before >= half && before > 0 && isfinite(before)))
            continue;
        flip(of, e, bits - from_top);
        must(products_check(of, 0, &report) == WM_OK, "the check failed");
        flip(of, e, bits - from_top);
        done++;
        all->tried++;
        all->seen += report.answer == WM_PRODUCT_WRONG;
        all->not_judged += report.answer == WM_PRODUCT_NOT_JUDGED;
        all->elsewhere +=
            report.answer == WM_PRODUCT_WRONG && report.row * of->n + report.column != e;
    }
}

/* What was seen, with the 95 % Wilson interval of the probability. */
static void print_flips(const flips *all)
{
    if (all->tried == 0)
        printf(" none |");
    else
        printf(" %u of %u (%.1f to %.1f %%) |", all->seen, all->tried,
               100 * wm_trials_low(all->seen, all->tried),
               100 * wm_trials_high(all->seen, all->tried));
}

enum { BATCH = 10 }; /* most products of a row of a table */

/* What the statistics say of correct products, and flips in them. */
typedef struct row {
    unsigned products, answers[3], suspects;
    double least, most, sees; /* G; the mean of sees */
    flips flips[2];           /* of the sign, of the highest exponent bit */
} row;

static products_order any_order(void)
{
    return products_has_blas() ? PRODUCTS_BLAS : PRODUCTS_LANES;
}

static row row_of(const wm_product_variant *variant, size_t n, unsigned count, products_data data)
{
    const unsigned products = n > 2048 ? 2 : n > 1024 ? 4 : BATCH;
    row all = {.products = products, .least = (double)INFINITY, .most = -(double)INFINITY};
    uint64_t state = 5;
    for (unsigned p = 0; p < products; p++) {
        products_case one;
        wm_product_report report;
        must(products_make(&one, variant, n, n, n, data, any_order(), 11 + p), "no memory");
        must(products_check(&one, 0, &report) == WM_OK, "the check failed");
        all.answers[report.answer]++;
        all.suspects += report.suspects > 0;
        all.least = fmin(all.least, report.rounding);
        all.most = fmax(all.most, report.rounding);
        all.sees += report.sees / products;
        for (unsigned bit = 0; bit < 2; bit++)
            try_flips(&one, (count + products - 1) / products, bit + 1, &state, &all.flips[bit]);
        products_free(&one);
    }
    return all;
}

static void flips_of(unsigned count, const wm_product_variant *variant, char **sizes)
{
    printf("| format | n | sign | highest exponent bit | not judged | named another element | "
           "sees, rms of C |\n|---|---:|---|---|---:|---:|---:|\n");
    for (; *sizes != NULL; sizes++) {
        const size_t n = strtoull(*sizes, NULL, 10);
        const row all = row_of(variant, n, count, PRODUCTS_NORMAL);
        printf("| %s | %zu |", variant->name, n);
        print_flips(&all.flips[0]);
        print_flips(&all.flips[1]);
        printf(" %u | %u | %.2g |\n", all.flips[0].not_judged + all.flips[1].not_judged,
               all.flips[0].elsewhere + all.flips[1].elsewhere, all.sees);
        (void)fflush(stdout);
    }
}

static void data_of(unsigned count, const wm_product_variant *variant, size_t n)
{
    printf("| %s, n = %zu | right, not judged, wrong | with suspects | G | sees | sign | highest "
           "exponent bit |\n|---|---|---:|---|---:|---|---|\n",
           variant->name, n);
    for (int d = 0; d < PRODUCTS_DATA_COUNT; d++) {
        const row all = row_of(variant, n, count, (products_data)d);
        printf("| %s | %u, %u, %u | %u of %u |", products_data_names[d], all.answers[1],
               all.answers[0], all.answers[2], all.suspects, all.products);
        if (isfinite(all.least))
            printf(" %.3g to %.3g |", all.least, all.most);
        else
            printf(" none |");
        if (isfinite(all.sees))
            printf(" %.2g |", all.sees);
        else
            printf(" none |");
        print_flips(&all.flips[0]);
        print_flips(&all.flips[1]);
        printf("\n");
        (void)fflush(stdout);
    }
}

/* ---- time ---- */

static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum { BLOCK = 1 << 20 };

typedef struct reading {
    const uint8_t *data;
    size_t size;
} reading;

static volatile uint64_t sink;

/* The plain read: sums of 64-bit words, by as many threads, a block of 1 MiB at a time. */
static void read_block(void *context, unsigned worker, size_t block)
{
    typedef uint64_t words __attribute__((vector_size(64), aligned(1)));
    const reading *of = context;
    const size_t first = block * BLOCK;
    const size_t size = of->size - first < BLOCK ? of->size - first : BLOCK;
    words sums[4] = {{0}};
    (void)worker;
    for (size_t i = 0; i + 256 <= size; i += 256)
        for (size_t v = 0; v < 4; v++)
            sums[v] += *(const words *)(const void *)(of->data + first + i + v * 64);
    sums[0] += sums[1] + sums[2] + sums[3];
    sink = sums[0][0] + sums[0][1] + sums[0][2] + sums[0][3] + sums[0][4] + sums[0][5] +
           sums[0][6] + sums[0][7];
}

static void read_all(const void *data, size_t size, unsigned threads)
{
    reading of = {data, size};
    wm_workers_run(threads, (size + BLOCK - 1) / BLOCK, read_block, &of);
}

static int by_size(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void time_of(const wm_product_variant *variant, products_data data, size_t n,
                    unsigned threads)
{
    enum { ROUNDS = 31 };
    products_case one;
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    wm_matrix_product of = WM_MATRIX_PRODUCT_INIT;
    double check[ROUNDS], plain[ROUNDS], ratio[ROUNDS];
    const size_t in = n * n * wm_format_size(variant->operand);
    const size_t out = n * n * wm_format_size(variant->output);
    const products_order order = products_has_blas() ? PRODUCTS_BLAS : PRODUCTS_LANES;
    must(products_make(&one, variant, n, n, n, data, order, 3), "no memory");
    of.variant = variant->name;
    of.m = of.n = of.k = n;
    of.a.data = one.A;
    of.b.data = one.B;
    of.c.data = one.C;
    of.threads = threads;
    for (int round = 0; round < ROUNDS; round++) {
        const double begin = seconds();
        read_all(one.A, in, threads);
        read_all(one.B, in, threads);
        read_all(one.C, out, threads);
        const double middle = seconds();
        must(wm_product_check(&of, &report, NULL) == WM_OK, "the check failed");
        check[round] = seconds() - middle;
        plain[round] = middle - begin;
        ratio[round] = check[round] / plain[round];
    }
    qsort(check, ROUNDS, sizeof *check, by_size);
    qsort(plain, ROUNDS, sizeof *plain, by_size);
    qsort(ratio, ROUNDS, sizeof *ratio, by_size);
    printf(
        "%s n = %zu, %u threads: %s by %s, check %.2f ms, plain read of A, B and C %.2f ms (%.1f "
        "GB/s); ratio of the least times %.2f, median of %d pairs %.2f\n",
        variant->name, n, threads, ANSWERS[report.answer], report.method, 1e3 * check[0],
        1e3 * plain[0], 1e-9 * (double)(2 * in + out) / plain[0], check[0] / plain[0], ROUNDS,
        ratio[ROUNDS / 2]);
    products_free(&one);
}

static int usage(int answer)
{
    printf("usage: bench_product_check correct COUNT [SEED] | flips COUNT VARIANT N... | "
           "data COUNT VARIANT N | time VARIANT N [THREADS] | integers VARIANT N [THREADS]\n");
    return answer;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    const bool has_integers = strcmp(what, "integers") == 0;
    const bool is_time = strcmp(what, "time") == 0 || has_integers;
    const wm_product_variant *variant = NULL;
    if (argc == 1)
        return usage(0);
    if (strcmp(what, "correct") == 0 && argc > 2)
        return correct((unsigned)atoi(argv[2]), argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    if (argc > 3)
        variant = products_variant(argv[is_time ? 2 : 3]);
    if (variant == NULL || (!is_time && argc < 5))
        return usage(2);
    if (is_time)
        time_of(variant, has_integers ? PRODUCTS_INTEGERS : PRODUCTS_NORMAL,
                strtoull(argv[3], NULL, 10),
                argc > 4 ? (unsigned)atoi(argv[4]) : wm_workers_default());
    else if (strcmp(what, "flips") == 0)
        flips_of((unsigned)atoi(argv[2]), variant, argv + 4);
    else if (strcmp(what, "data") == 0)
        data_of((unsigned)atoi(argv[2]), variant, strtoull(argv[4], NULL, 10));
    else
        return usage(2);
    return 0;
}
