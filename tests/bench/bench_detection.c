/* Measures the detection rates of faults and of false alarms of a product's witness, for the tables
 * of SOUNDNESS.md.
 *
 * usage: bench_detection [VARIANT [N|MxNxK [TRIALS]]]; without arguments fp16, bf16 and f32 at n =
 * 512 and 1024 with 200 trials. A trial breaks one correct product at a random place and draws
 * fresh probes for it, as the witness of another run does. */
#include "backend/product.h"
#include "backend/registry.h"
#include "record/laws/plan.h"
#include "record/laws/reduction.h"
#include "standards/sha256.h"
#include "support/row_quantile.h"
#include "verify/freivalds.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = WM_TABLES_PROBES };

/* One product and its thresholds. */
typedef struct bench {
    const wm_backend *ops;
    wm_device *device;
    wm_item item;
    wm_gemm gemm;
    wm_residual check;
    wm_device_buffer *A, *B, *C;
    uint8_t *product; /* a correct C, on the host */
    size_t product_bytes;
    double tolerance;
    double threshold;
    uint64_t draws; /* seeds drawn so far */
} bench;

static void must(bench *b, wm_status status, const char *what)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "bench_detection: %s: %s\n", what,
            b->device != NULL ? b->ops->last_error(b->device) : wm_status_text(status));
    exit(2);
}

/* The next 32 bytes that no earlier draw gave, the same in every run. */
static void draw(bench *b, uint8_t seed[32])
{
    char text[64];
    int size = snprintf(text, sizeof text, "detection %llu", (unsigned long long)b->draws++);
    wm_sha256_hash(text, (size_t)size, seed);
}

static uint64_t draw_below(bench *b, uint64_t bound)
{
    uint8_t seed[32];
    uint64_t word;
    draw(b, seed);
    memcpy(&word, seed, sizeof word);
    return word % bound;
}

static void fill(bench *b, wm_device_buffer **buffer, size_t count)
{
    uint8_t seed[32];
    draw(b, seed);
    must(b, b->ops->alloc(b->device, count * wm_format_size(b->gemm.operand_format), buffer),
         "alloc");
    must(b, b->ops->fill_normal(b->device, *buffer, b->gemm.operand_format, count, seed), "fill");
}

static void open_bench(bench *b, const char *variant, const uint64_t shape[3])
{
    const size_t m = shape[0], n = shape[1], k = shape[2];
    wm_device_options options = {.index = 0};
    const wm_variant *row = wm_tables_variant("gemm", 4, variant, strlen(variant));
    const wm_product_variant *product = wm_product_of(row);
    memset(b, 0, sizeof *b);
    b->ops = wm_registry_find("cpu");
    if (product == NULL || b->ops == NULL || product->operand == WM_FORMAT_I8) {
        fprintf(stderr, "bench_detection: no variant %s\n", variant);
        exit(2);
    }
    must(b, b->ops->open(&options, &b->device, NULL), "open");
    b->item.variant = row;
    memcpy(b->item.dimension, shape, 3 * sizeof *shape);
    b->gemm.operand_format = product->operand;
    b->gemm.output_format = product->output;
    b->gemm.arithmetic = product->arithmetic;
    b->gemm.layout = product->layout;
    b->gemm.m = m;
    b->gemm.n = n;
    b->gemm.k = k;
    fill(b, &b->A, m * k);
    fill(b, &b->B, k * n);
    b->product_bytes = m * n * wm_format_size(b->gemm.output_format);
    must(b, b->ops->alloc(b->device, b->product_bytes, &b->C), "alloc");
    b->gemm.A = b->A;
    b->gemm.B = b->B;
    b->gemm.C = b->C;
    must(b, b->ops->gemm(b->device, &b->gemm), "gemm");
    b->product = malloc(b->product_bytes);
    if (b->product == NULL)
        exit(2);
    must(b, b->ops->download(b->device, b->C, 0, b->product, b->product_bytes), "download");
    b->check.gemm = &b->gemm;
    b->check.witness = wm_freivalds_witness(&b->item);
    const wm_freivalds_row_terms terms = wm_freivalds_terms(&b->item);
    b->check.has_gap = terms.has_gap;
    b->check.gap_scale = terms.gap_scale;
    b->check.least_square = terms.least_square;
}

static void close_bench(bench *b)
{
    free(b->product);
    b->ops->close(b->device);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The residuals of `sets` fresh probe sets. */
static void judge(bench *b, size_t sets, wm_residual_result *results)
{
    static uint8_t seeds[SETS][32];
    size_t i;
    for (i = 0; i < sets; i++)
        draw(b, seeds[i]);
    b->check.sets = sets;
    b->check.seeds = (const uint8_t(*)[32])seeds;
    must(b, b->ops->residual(b->device, &b->check, results), "residual");
}

/* The residual of one probe set as the format has it. */
static double ratio_of(const bench *b, const wm_residual_result *result)
{
    double least = wm_freivalds_least_reference(&b->item, result->probe_square_max);
    return wm_observed_ratio(result->difference_max,
                             result->reference_max < least ? least : result->reference_max);
}

static void calibrate(bench *b)
{
    wm_residual_result results[SETS];
    double ratio[SETS];
    size_t i;
    judge(b, SETS, results);
    for (i = 0; i < SETS; i++)
        ratio[i] = ratio_of(b, &results[i]);
    qsort(ratio, SETS, sizeof ratio[0], ascending);
    b->tolerance = b->item.variant->predicted_floor > 0
                       ? wm_plan_widening(&b->item) * (3 * ratio[SETS / 2])
                       : wm_plan_bound(&b->item);
    b->threshold = row_threshold(&b->gemm);
}

/* The verdicts of each statistic on a number of products. */
typedef struct tally {
    unsigned trials, largest, row, either, located;
} tally;

/* Adds one verdict. A fault in `element` counts as located if the row statistic rejects and names
 * its row and its probe. */
static void add(const bench *b, const wm_residual_result *result, uint64_t element, tally *sum)
{
    double ratio = ratio_of(b, result);
    int largest = !(ratio <= b->tolerance);
    int by_row = !(result->row_statistic <= b->threshold);
    sum->trials++;
    sum->largest += (unsigned)largest;
    sum->row += (unsigned)by_row;
    sum->either += (unsigned)(largest || by_row);
    sum->located +=
        (unsigned)(by_row && result->worst_row == element / b->gemm.n &&
                   result->worst_probe == element % b->gemm.n % WM_TABLES_PROBE_COLUMNS);
}

static void print_tally(const char *fault, const tally *sum)
{
    double n = sum->trials;
    printf("| %s | %u | %.1f %% | %.1f %% | %.1f %% | %.1f %% |\n", fault, sum->trials,
           100 * sum->largest / n, 100 * sum->row / n, 100 * sum->either / n,
           100 * sum->located / n);
    fflush(stdout);
}

/* Flips one bit of one random element per trial. */
static void try_bit(bench *b, unsigned bit, unsigned trials, tally *sum)
{
    size_t size = wm_format_size(b->gemm.output_format);
    wm_residual_result result;
    unsigned i;
    for (i = 0; i < trials; i++) {
        uint64_t element = draw_below(b, (uint64_t)b->gemm.m * b->gemm.n);
        must(b, b->ops->flip_bits(b->device, b->C, element * size, (uint64_t)1 << bit, size),
             "flip");
        judge(b, 1, &result);
        add(b, &result, element, sum);
        must(b, b->ops->flip_bits(b->device, b->C, element * size, (uint64_t)1 << bit, size),
             "flip");
    }
}

typedef enum fault { FAULT_ZERO, FAULT_DOUBLE, FAULT_NEIGHBOUR, FAULT_CHUNK, FAULT_COUNT } fault;

static const char *const fault_names[] = {"one element set to 0", "one element doubled",
                                          "one element one step off", "one 1 KiB chunk set to 0"};

/* Writes a fault into a copy of the product's elements from `first` on. Returns the number of bytes
 * that it changes. */
static size_t make_fault(const bench *b, fault kind, uint64_t first, uint8_t *bytes)
{
    wm_format format = b->gemm.output_format;
    size_t size = wm_format_size(format);
    size_t row_left = (size_t)(b->gemm.n - first % b->gemm.n) * size;
    double value = wm_format_load(format, b->product, first);
    memcpy(bytes, b->product + first * size, size);
    if (kind == FAULT_CHUNK) {
        size_t touched = row_left < 1024 ? row_left : 1024;
        memset(bytes, 0, touched);
        return touched;
    }
    if (kind == FAULT_ZERO)
        wm_format_store(format, bytes, 0, 0);
    else if (kind == FAULT_DOUBLE)
        wm_format_store(format, bytes, 0, 2 * value);
    else
        bytes[0] ^= 1; /* the last bit of the significand */
    return size;
}

static void try_fault(bench *b, fault kind, unsigned trials, tally *sum)
{
    size_t size = wm_format_size(b->gemm.output_format);
    uint8_t bytes[1024];
    wm_residual_result result;
    unsigned i;
    for (i = 0; i < trials; i++) {
        uint64_t first = draw_below(b, (uint64_t)b->gemm.m * b->gemm.n);
        size_t touched = make_fault(b, kind, first, bytes);
        must(b, b->ops->upload(b->device, b->C, first * size, bytes, touched), "upload");
        judge(b, 1, &result);
        add(b, &result, first, sum);
        must(b, b->ops->upload(b->device, b->C, first * size, b->product + first * size, touched),
             "upload");
    }
}

/* Correct products under fresh probes: every verdict against one is a false alarm. */
static void try_correct(bench *b, unsigned trials, tally *sum)
{
    wm_residual_result results[SETS];
    unsigned i, j;
    for (i = 0; i < trials; i += SETS) {
        judge(b, SETS, results);
        for (j = 0; j < SETS; j++)
            add(b, &results[j], UINT64_MAX, sum);
    }
}

static void run(const char *variant, const uint64_t shape[3], unsigned trials)
{
    char label[WM_PLAN_LABEL_SIZE];
    bench b;
    tally all = {0}, correct = {0};
    unsigned bit;
    int kind;
    open_bench(&b, variant, shape);
    calibrate(&b);
    wm_plan_label(&b.item, label);
    printf("\n### %s: tolerance %.3g, row threshold %.2f\n\n", label, b.tolerance, b.threshold);
    printf("| fault | trials | largest residual | row statistic | either | row and probe named |\n"
           "|---|---:|---:|---:|---:|---:|\n");
    for (bit = 0; bit < 8 * wm_format_size(b.gemm.output_format); bit++) {
        tally one = {0};
        char name[32];
        try_bit(&b, bit, trials, &one);
        (void)snprintf(name, sizeof name, "bit %u flipped", bit);
        print_tally(name, &one);
        all.trials += one.trials;
        all.largest += one.largest;
        all.row += one.row;
        all.either += one.either;
        all.located += one.located;
    }
    print_tally("a random bit flipped", &all);
    for (kind = 0; kind < FAULT_COUNT; kind++) {
        tally one = {0};
        try_fault(&b, (fault)kind, trials, &one);
        print_tally(fault_names[kind], &one);
    }
    try_correct(&b, 10 * trials, &correct);
    print_tally("none (false alarms)", &correct);
    close_bench(&b);
}

/* N, or MxNxK. */
static void read_shape(const char *text, uint64_t shape[3])
{
    const int count =
        sscanf(text, "%" SCNu64 "x%" SCNu64 "x%" SCNu64, &shape[0], &shape[1], &shape[2]);
    if (count == 1)
        shape[1] = shape[2] = shape[0];
    if ((count != 1 && count != 3) || shape[0] == 0 || shape[1] == 0 || shape[2] == 0) {
        fprintf(stderr, "bench_detection: no shape %s\n", text);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    static const uint64_t sizes[][3] = {{512, 512, 512}, {1024, 1024, 1024}};
    static const char *const variants[] = {"fp16", "bf16", "f32"};
    unsigned trials = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 200;
    size_t i;
    printf("Detection rates of single faults in a correct product; probes are drawn anew in each "
           "trial.\n");
    if (argc > 1) {
        uint64_t shape[3];
        read_shape(argc > 2 ? argv[2] : "1024", shape);
        run(argv[1], shape, trials);
        return 0;
    }
    for (i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        run(variants[i], sizes[0], trials);
        run(variants[i], sizes[1], trials);
    }
    return 0;
}
