/* Measures statistic G, the rounding of a whole product: its values for correct products, its band,
 * false alarms, and how often it sees one element in a hundred that is one step off.
 *
 * usage: bench_g [BACKEND FORMAT N [TRIALS]]; FORMAT is a variant of gemm. Without arguments fp16
 * and bf16 on the CPU at n = 512. Each trial draws operands and probes anew. It judges the product
 * under one set of 24 probes, and under the 21 sets of a calibration. Then it changes 1 % of the
 * elements at random and judges the product again. */
#include "backend/registry.h"
#include "record/laws/rounding.h"
#include "standards/philox.h"
#include "standards/sha256.h"
#include "verify/freivalds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = WM_TABLES_PROBES, WAYS = 2, TRIALS = 100 };

typedef struct {
    const wm_backend *ops;
    wm_device *device;
    wm_item item;
    const wm_product_variant *kind;
    wm_gemm gemm;
    wm_device_buffer *operands[2];
    wm_residual check;
    uint8_t *product, *changed; /* on the host */
    size_t product_bytes;
    unsigned draws;
} bench;

/* The values of G, and how many were outside of the band. */
typedef struct {
    double sum, squares, least, largest;
    unsigned count, outside;
} tally;

static void must(const bench *b, wm_status status)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "bench_g: %s: %s\n", wm_status_text(status),
            b->device != NULL ? b->ops->last_error(b->device) : "");
    exit(2);
}

static void draw(bench *b, uint8_t seed[WM_SHA256_SIZE])
{
    char text[64];
    const int size = snprintf(text, sizeof text, "rounding %u", b->draws++);
    wm_sha256_hash(text, (size_t)size, seed);
}

static wm_device_buffer *buffer_of(const bench *b, size_t size_bytes)
{
    wm_device_buffer *buffer = NULL;
    must(b, b->ops->alloc(b->device, size_bytes, &buffer));
    return buffer;
}

static void open_bench(bench *b, const char *backend, const char *variant, size_t n)
{
    const wm_device_options options = {.index = 0};
    memset(b, 0, sizeof *b);
    b->ops = wm_registry_find(backend);
    const wm_variant *named = wm_tables_variant("gemm", 4, variant, strlen(variant));
    b->kind = named != NULL ? wm_product_of(named) : NULL;
    if (b->ops == NULL || b->kind == NULL || b->kind->operand == WM_FORMAT_I8 || n == 0) {
        fprintf(stderr, "bench_g: no backend %s, or no rounding of %s, or n is 0\n", backend,
                variant);
        exit(2);
    }
    must(b, b->ops->open(&options, &b->device, NULL));
    b->item = wm_freivalds_item(b->kind, n, n, n);
    b->product_bytes = n * n * wm_format_size(b->kind->output);
    b->product = malloc(b->product_bytes);
    b->changed = malloc(b->product_bytes);
    if (b->product == NULL || b->changed == NULL)
        exit(2);
    for (int i = 0; i < 2; i++)
        b->operands[i] = buffer_of(b, n * n * wm_format_size(b->kind->operand));
    b->gemm = (wm_gemm){
        b->kind->operand, b->kind->output, b->kind->arithmetic,           b->kind->layout, n, n, n,
        b->operands[0],   b->operands[1],  buffer_of(b, b->product_bytes)};
    const wm_freivalds_row_terms terms = wm_freivalds_terms(&b->item);
    b->check = (wm_residual){.gemm = &b->gemm,
                             .witness = wm_freivalds_witness(&b->item),
                             .has_gap = terms.has_gap,
                             .gap_scale = terms.gap_scale,
                             .least_square = terms.least_square};
}

static void close_bench(bench *b)
{
    free(b->product);
    free(b->changed);
    b->ops->close(b->device);
}

static void add(tally *to, const wm_rounding_band *of, double G)
{
    to->least = to->count == 0 ? G : fmin(to->least, G);
    to->largest = to->count == 0 ? G : fmax(to->largest, G);
    to->sum += G;
    to->squares += G * G;
    to->count++;
    to->outside += !(G >= of->low && G <= of->high);
}

/* G under the 24 probes of one set, and under the sets of a calibration. V of tf32 is the error of
 * its operands, the same for all columns. */
static void judge(bench *b, const wm_rounding_band bands[WAYS], tally tallies[WAYS])
{
    uint8_t seeds[SETS][WM_SHA256_SIZE];
    wm_residual_result results[SETS];
    for (int way = 0; way < WAYS; way++) {
        double squares = 0, roundings = 0;
        const size_t sets = way == 0 ? 1 : SETS;
        for (size_t s = 0; s < sets; s++)
            draw(b, seeds[s]);
        b->check.sets = sets;
        b->check.seeds = (const uint8_t(*)[WM_SHA256_SIZE])seeds;
        must(b, b->ops->residual(b->device, &b->check, results));
        for (size_t s = 0; s < sets; s++) {
            const wm_philox stream = wm_philox_from_seed(seeds[s]);
            double X2 = 0;
            for (size_t j = 0; j < b->gemm.n && !b->check.has_gap; j++) {
                const double x = (double)(48 + wm_philox_index16(&stream, j) % 32) / 64;
                X2 += x * x;
            }
            squares += results[s].residual_squares;
            roundings += b->check.has_gap ? results[s].rounding_squares
                                          : b->check.least_square * X2 * (double)b->gemm.m;
        }
        add(&tallies[way], &bands[way], squares / roundings);
    }
}

/* The next larger or smaller magnitude; from zero the smallest subnormal. */
static uint64_t step(uint64_t code, unsigned bits, bool up)
{
    const uint64_t sign = (uint64_t)1 << (bits - 1), magnitude = code & (sign - 1);
    return up || magnitude == 0 ? code + 1 : code - 1;
}

/* One element in a hundred is one step off, either way. */
static void make_fault(bench *b)
{
    uint8_t seed[WM_SHA256_SIZE];
    const size_t size = wm_format_size(b->kind->output);
    draw(b, seed);
    const wm_philox stream = wm_philox_from_seed(seed);
    memcpy(b->changed, b->product, b->product_bytes);
    for (size_t e = 0; e < b->gemm.m * b->gemm.n; e++) {
        uint64_t code = 0;
        const uint32_t word = wm_philox_word(&stream, e);
        if (word % 100 != 0)
            continue;
        memcpy(&code, b->changed + e * size, size);
        code = step(code, (unsigned)(8 * size), word / 100 % 2 != 0);
        memcpy(b->changed + e * size, &code, size);
    }
}

static void trial(bench *b, const wm_rounding_band bands[WAYS], tally correct[WAYS],
                  tally faulty[WAYS])
{
    uint8_t seed[WM_SHA256_SIZE];
    for (int i = 0; i < 2; i++) {
        draw(b, seed);
        must(b, b->ops->fill_normal(b->device, b->operands[i], b->kind->operand,
                                    b->gemm.n * b->gemm.n, seed));
    }
    must(b, b->ops->gemm(b->device, &b->gemm));
    judge(b, bands, correct);
    must(b, b->ops->download(b->device, b->gemm.C, 0, b->product, b->product_bytes));
    make_fault(b);
    must(b, b->ops->upload(b->device, b->gemm.C, 0, b->changed, b->product_bytes));
    judge(b, bands, faulty);
}

static void print_tally(const char *what, const wm_rounding_band *of, const tally *t)
{
    const double mean = t->sum / t->count;
    printf("  %s: G %.5f (sd %.5f, %.5f to %.5f)", what, mean,
           sqrt(fmax(0, t->squares / t->count - mean * mean)), t->least, t->largest);
    if (of->is_there)
        printf("; outside of the band %u of %u = %.3f %%", t->outside, t->count,
               100.0 * t->outside / t->count);
    printf("\n");
}

static void measure(const char *backend, const char *variant, size_t n, unsigned trials)
{
    static const char *const NAMES[WAYS] = {"24 probes", "504 probes"};
    bench b;
    tally correct[WAYS] = {{0}}, faulty[WAYS] = {{0}};
    open_bench(&b, backend, variant, n);
    const wm_rounding_band bands[WAYS] = {wm_rounding_band_of(&b.item, 1),
                                          wm_rounding_band_of(&b.item, SETS)};
    for (unsigned i = 0; i < trials; i++)
        trial(&b, bands, correct, faulty);
    for (int way = 0; way < WAYS; way++) {
        const wm_rounding_band *of = &bands[way];
        printf("%s %s n=%zu, %s: ", backend, variant, n, NAMES[way]);
        if (of->is_there)
            printf("band %.5f to %.5f\n", of->low, of->high);
        else
            printf("no verdict\n");
        print_tally("correct", of, &correct[way]);
        print_tally("1 % of elements one step off", of, &faulty[way]);
    }
    close_bench(&b);
}

int main(int argc, char **argv)
{
    if (argc != 1 && (argc < 4 || argc > 5)) {
        fprintf(stderr, "usage: bench_g [BACKEND FORMAT N [TRIALS]]\n");
        return 2;
    }
    if (argc == 1) {
        measure("cpu", "fp16", 512, TRIALS);
        measure("cpu", "bf16", 512, TRIALS);
        return 0;
    }
    measure(argv[1], argv[2], strtoul(argv[3], NULL, 10),
            argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : TRIALS);
    return 0;
}
