/* Runs every operation of the CUDA backend against the CPU's on the same inputs, at small, odd and
 * large shapes. */
#include "backend/job.h"
#include "backend/product.h"
#include "backend/registry.h"
#include "record/plan.h"
#include "verify/freivalds.h"
#include "verify/selftest.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static wm_device *cpu, *gpu;
static unsigned passed, failed, skipped;
static bool large = true;
static const char *part = NULL; /* the only part to run; "products.fp16" is one format of it */
static bool libraries = true;   /* also run cuBLASLt and cuDNN */

static void report(bool good, const char *format, ...) WM_PRINTF(2, 3);

static void report(bool good, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    printf("%s %s\n", good ? "ok  " : "FAIL", text);
    if (good)
        passed++;
    else
        failed++;
}

/* Both devices' statuses must be WM_OK; says which one is not. */
static bool both_ok(const char *what, wm_status on_cpu, wm_status on_gpu)
{
    if (on_cpu == WM_OK && on_gpu == WM_OK)
        return true;
    report(false, "%s: cpu %s; cuda %s (%s)", what, wm_status_text(on_cpu), wm_status_text(on_gpu),
           gpu->ops->last_error(gpu));
    return false;
}

/* The rules by which a library may refuse: each returns the reason, or null if the case must run.
 * Every other refusal is a failure. */
static const char *product_refusal(const char *name, bool transposed, size_t n, size_t k)
{
    if (strncmp(name, "fp8", 3) == 0 && !transposed)
        return "fp8 wants B transposed";
    if (strncmp(name, "fp8", 3) == 0 && (n % 16 != 0 || k % 16 != 0))
        return "fp8 wants n and k in sixteens";
    if (strncmp(name, "int8", 4) == 0 && (n % 4 != 0 || k % 4 != 0))
        return "int8 wants n and k in fours";
    if (strncmp(name, "int8", 4) == 0 && !transposed && n % 8 != 0)
        return "int8 wants n in eights where B is not transposed";
    if (strncmp(name, "tf32", 4) == 0 && (n % 4 != 0 || k % 4 != 0))
        return "tf32 wants n and k in fours";
    if (strncmp(name, "f32 to ", 7) == 0)
        return "float32 operands have a float32 output";
    return NULL;
}

static const char *attention_refusal(size_t depth)
{
    return depth % 8 != 0 ? "cuDNN wants depths in eights" : NULL;
}

/* Whether the status is a refusal that a rule allows; prints it. */
static bool is_refused(const char *what, wm_status on_gpu, const char *rule)
{
    if (on_gpu != WM_E_UNSUPPORTED || rule == NULL)
        return false;
    printf("skip %s (%s): %s\n", what, rule, gpu->ops->last_error(gpu));
    skipped++;
    return true;
}

static void *must(void *pointer)
{
    if (pointer == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return pointer;
}

static wm_device_buffer *buffer_of(wm_device *device, size_t size)
{
    wm_device_buffer *buffer = NULL;
    const wm_status status = device->ops->alloc(device, size, &buffer);
    if (status != WM_OK) {
        fprintf(stderr, "no buffer of %zu bytes: %s\n", size, device->ops->last_error(device));
        exit(2);
    }
    return buffer;
}

/* A pair of equal buffers. */
typedef struct {
    wm_device_buffer *cpu, *gpu;
    size_t size;
} pair;

static pair pair_of(size_t size)
{
    const pair p = {buffer_of(cpu, size), buffer_of(gpu, size), size};
    return p;
}

static void drop(pair *p)
{
    cpu->ops->free(cpu, p->cpu);
    gpu->ops->free(gpu, p->gpu);
}

static uint8_t *bytes_of(wm_device *device, const wm_device_buffer *buffer, size_t size)
{
    uint8_t *bytes = must(malloc(size));
    const wm_status status = device->ops->download(device, buffer, 0, bytes, size);
    if (status != WM_OK) {
        fprintf(stderr, "download: %s (%s)\n", wm_status_text(status),
                device->ops->last_error(device));
        exit(1);
    }
    return bytes;
}

/* Makes the GPU's half equal to the CPU's. */
static void to_gpu(const pair *p)
{
    uint8_t *bytes = bytes_of(cpu, p->cpu, p->size);
    if (gpu->ops->upload(gpu, p->gpu, 0, bytes, p->size) != WM_OK)
        exit(1);
    free(bytes);
}

static bool halves_equal(const pair *p)
{
    uint8_t *a = bytes_of(cpu, p->cpu, p->size);
    uint8_t *b = bytes_of(gpu, p->gpu, p->size);
    const bool equal = memcmp(a, b, p->size) == 0;
    free(a);
    free(b);
    return equal;
}

/* max |gpu - cpu| / max |cpu|. */
static double halves_differ(const pair *p, wm_format format, size_t count)
{
    uint8_t *a = bytes_of(cpu, p->cpu, p->size);
    uint8_t *b = bytes_of(gpu, p->gpu, p->size);
    double difference = 0, reference = 0;
    for (size_t i = 0; i < count; i++) {
        const double x = wm_format_load(format, a, i), y = wm_format_load(format, b, i);
        if (!(fabs(x - y) <= difference) && !isnan(difference))
            difference = fabs(x - y); /* a NaN stays */
        reference = fmax(reference, fabs(x));
    }
    free(a);
    free(b);
    return difference / (reference + 1e-300);
}

/* Tests the comparison itself: a NaN among the numbers must stay, at any position. */
static void test_comparison(void)
{
    static const float right[4] = {1, 1, -2, 1};
    static const struct {
        float got[4];
        double wanted;
    } cases[] = {{{1, 1, -2, 1}, 0},
                 {{1, 1, 2, 3}, 2},
                 {{NAN, 1, -2, 5}, (double)NAN},
                 {{5, NAN, -2, 1}, (double)NAN},
                 {{5, 1, -2, NAN}, (double)NAN}};
    pair p = pair_of(sizeof right);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (cpu->ops->upload(cpu, p.cpu, 0, right, sizeof right) != WM_OK ||
            gpu->ops->upload(gpu, p.gpu, 0, cases[i].got, sizeof right) != WM_OK)
            exit(2);
        const double wanted = cases[i].wanted, differ = halves_differ(&p, WM_FORMAT_F32, 4);
        report(isnan(wanted) ? isnan(differ) : differ == wanted, "comparison %zu: %g, wanted %g", i,
               differ, wanted);
    }
    drop(&p);
}

static void seed_of(unsigned number, uint8_t seed[32])
{
    for (unsigned i = 0; i < 32; i++)
        seed[i] = (uint8_t)(number * 37 + i * 11 + (number >> 3) * 101 + 1);
}

static void fill(const pair *p, wm_format format, size_t count, unsigned number)
{
    uint8_t seed[32];
    seed_of(number, seed);
    const wm_status a = format == WM_FORMAT_I8
                            ? cpu->ops->fill_int8(cpu, p->cpu, count, seed)
                            : cpu->ops->fill_normal(cpu, p->cpu, format, count, seed);
    const wm_status b = format == WM_FORMAT_I8
                            ? gpu->ops->fill_int8(gpu, p->gpu, count, seed)
                            : gpu->ops->fill_normal(gpu, p->gpu, format, count, seed);
    if (a != WM_OK || b != WM_OK)
        report(false, "fill %s %zu: %s, %s", wm_format_name(format), count, wm_status_text(a),
               wm_status_text(b));
}

static void test_fills(void)
{
    static const size_t counts[] = {1, 7, 8, 9, 1000, (1 << 20) - 1, (1 << 20) + 5, 3 << 20};
    const size_t most = large ? SIZE_MAX : libraries ? 1 << 20 : 1000;
    static const wm_format formats[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_E4M3,
                                        WM_FORMAT_F32, WM_FORMAT_F64,  WM_FORMAT_I8};
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts && counts[c] <= most; c++) {
            pair p = pair_of(counts[c] * wm_format_size(formats[f]));
            fill(&p, formats[f], counts[c], (unsigned)(c + f * 16));
            report(halves_equal(&p), "fill %s, %zu elements", wm_format_name(formats[f]),
                   counts[c]);
            drop(&p);
        }
    static const uint64_t bounds[] = {1, 7, 1000003, (uint64_t)1 << 32};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        uint8_t seed[32];
        pair p = pair_of(40007 * 4);
        seed_of((unsigned)i + 90, seed);
        const wm_status a = cpu->ops->fill_index(cpu, p.cpu, 40007, bounds[i], seed);
        const wm_status b = gpu->ops->fill_index(gpu, p.gpu, 40007, bounds[i], seed);
        if (both_ok("fill index", a, b))
            report(halves_equal(&p), "fill index below %llu", (unsigned long long)bounds[i]);
        drop(&p);
    }
}

/* Opens the first and last rows, and rows between, of the trees that both devices' digests left. */
static bool openings_equal(const pair *p, const pair *tree, size_t size, size_t row)
{
    enum { PLACES = WM_TABLES_OPENINGS };
    const size_t rows = (size - 1) / row + 1, leaves = (row - 1) / WM_TABLES_CHUNK_BYTES + 1;
    const size_t each = WM_TABLES_CHUNK_BYTES + (leaves + wm_backend_tree_levels(rows)) * 32;
    wm_backend_place places[PLACES] = {{rows - 1, 0}};
    uint8_t *shown = must(calloc(2 * PLACES, each));
    wm_status status[2];
    for (size_t i = 1; i < PLACES; i++)
        places[i] = (wm_backend_place){i * 7919 % rows, 0};
    for (size_t i = 1; i < PLACES; i++)
        if (places[i].row < rows - 1)
            places[i].chunk = i % leaves;
    for (int on_gpu = 0; on_gpu < 2; on_gpu++) {
        uint8_t *to = shown + (size_t)on_gpu * PLACES * each;
        wm_device *device = on_gpu ? gpu : cpu;
        const wm_openings o = {on_gpu ? p->gpu : p->cpu,
                               on_gpu ? tree->gpu : tree->cpu,
                               size,
                               row,
                               PLACES,
                               places,
                               to,
                               to + PLACES * WM_TABLES_CHUNK_BYTES,
                               to + PLACES * (WM_TABLES_CHUNK_BYTES + leaves * 32)};
        status[on_gpu] = device->ops->open_chunks(device, &o);
    }
    const bool equal = memcmp(shown, shown + PLACES * each, PLACES * each) == 0;
    free(shown);
    return status[0] == WM_OK && status[1] == WM_OK && equal;
}

static void test_one_digest(size_t size, size_t row)
{
    uint8_t a[32], b[32], alone[32];
    pair p = pair_of(size), tree = pair_of(wm_backend_tree_bytes(size, row));
    fill(&p, WM_FORMAT_I8, size, (unsigned)(size + row));
    const wm_status on_cpu = cpu->ops->digest(cpu, p.cpu, size, row, a, tree.cpu);
    const wm_status on_gpu = gpu->ops->digest(gpu, p.gpu, size, row, b, tree.gpu);
    if (both_ok("digest", on_cpu, on_gpu)) {
        report(memcmp(a, b, 32) == 0 && openings_equal(&p, &tree, size, row),
               "digest of %zu bytes in rows of %zu, with openings", size, row);
        report(gpu->ops->digest(gpu, p.gpu, size, row, alone, NULL) == WM_OK &&
                   memcmp(a, alone, 32) == 0,
               "the same without a tree");
    }
    drop(&p);
    drop(&tree);
}

static void test_digests(void)
{
    static const size_t shapes[][2] = {{1, 1},
                                       {7, 7},
                                       {21, 7},
                                       {1024, 1024},
                                       {1023, 1024},
                                       {1000 * 5, 1000},
                                       {1025 * 9, 1025},
                                       {2048 * 4, 2048},
                                       {9 * 1024, 9216},
                                       {17 * 1024 * 3, 17 * 1024},
                                       {5000 * 700, 5000},
                                       {65 * 1100 + 3, 1100},
                                       {32768 * 33, 32768},
                                       {32768 * 1030, 32768},
                                       {16384 * 513 + 4096, 16384},
                                       {1048576 * 3 + 1024 * 5, 1048576},
                                       {1048576 * 2 + 12, 1048576},
                                       {16384 * 4096, 16384},
                                       /* a row whose leaves do not fit the memory for results */
                                       {((size_t)68 << 20) + 5000, (size_t)34 << 20}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (large || shapes[i][0] < 1 << 20)
            test_one_digest(shapes[i][0], shapes[i][1]);
}

typedef wm_product_variant variant;

/* The largest relative error of one rounding to a format. */
static double unit_of(wm_format format)
{
    switch (format) {
    case WM_FORMAT_F16:
        return 0x1p-11;
    case WM_FORMAT_BF16:
        return 0x1p-8;
    case WM_FORMAT_F32:
        return 0x1p-24;
    case WM_FORMAT_F64:
        return 0x1p-53;
    default:
        return 0; /* integers */
    }
}

/* The allowed distance of a product from the careful one, relative to the largest element. Each is
 * rounded once. The sum of the careful one counts as exact. The other is off by less than 4 sqrt(k)
 * u, the format's a-priori tolerance (record.md section 7). u is half a unit of binary32, or a
 * whole one on tensor cores, which truncate; 2^-15 for fp8_fast (inputs.md section 7). Where only
 * fp8's blocks are summed with 13 bits, their errors grow as the sum does: 4 2^-13. */
static double product_tolerance(const variant *v, size_t k)
{
    const double sum = 4 * sqrt((double)k), rounding = 2 * unit_of(v->output);
    if (v->arithmetic == WM_ARITHMETIC_I32)
        return 0;
    if (v->arithmetic == WM_ARITHMETIC_F64)
        return rounding + sum * 0x1p-53;
    if (v->arithmetic == WM_ARITHMETIC_F32_FAST)
        return rounding + sum * 0x1p-15;
    if (v->operand == WM_FORMAT_E4M3)
        return rounding + sum * 0x1p-23 + 4 * 0x1p-13;
    return rounding + sum * (v->operand == WM_FORMAT_F32 && v->arithmetic == WM_ARITHMETIC_F32
                                 ? 0x1p-24
                                 : 0x1p-23);
}

/* A product's residual on one device. */
static wm_residual residual_of(const wm_item *item, const wm_gemm *gemm, size_t sets,
                               const uint8_t (*seeds)[32])
{
    const wm_freivalds_row_terms terms = wm_freivalds_terms(item);
    return (wm_residual){.gemm = gemm,
                         .witness = wm_freivalds_witness(item),
                         .has_gap = terms.has_gap,
                         .gap_scale = terms.gap_scale,
                         .least_square = terms.least_square,
                         .sets = sets,
                         .seeds = seeds};
}

static bool all_nan(const wm_residual_result *r)
{
    return isnan(r->difference_max) && isnan(r->reference_max) && isnan(r->row_statistic) &&
           isnan(r->residual_squares) && isnan(r->rounding_squares) && r->worst_probe == 0;
}

/* The two sums of G. With every r off by e at most, and N of them, the sum of squares is off by at
 * most 2 e sqrt(N sum) + N e^2 (Cauchy and Schwarz). */
static bool sums_near(const wm_gemm *gemm, double e, const wm_residual_result *a,
                      const wm_residual_result *b)
{
    const size_t probes = gemm->n < WM_TABLES_PROBE_COLUMNS ? gemm->n : WM_TABLES_PROBE_COLUMNS;
    const double N = (double)gemm->m * (double)probes;
    const double bound = 2 * e * sqrt(N * a->residual_squares) + N * e * e;
    return fabs(a->residual_squares - b->residual_squares) <= bound + 1e-6 * a->residual_squares &&
           fabs(a->rounding_squares - b->rounding_squares) <= 1e-6 * a->rounding_squares;
}

/* Compares one result of each device for the same product. */
static void compare_residuals(const wm_item *item, const wm_gemm *gemm, const char *what,
                              const wm_residual_result *a, const wm_residual_result *b)
{
    const double e = wm_freivalds_slack(item, a->reference_max);
    const bool near = fabs(a->difference_max - b->difference_max) <= e &&
                      fabs(a->reference_max - b->reference_max) <= e &&
                      fabs(a->row_statistic - b->row_statistic) <=
                          wm_freivalds_row_slack(item, a->row_statistic) &&
                      sums_near(gemm, e, a, b);
    const bool both_nan = all_nan(a) && all_nan(b) && a->worst_row == b->worst_row;
    report((both_nan || near) && a->probe_square_max == b->probe_square_max,
           "residual %s: cpu %.5g of %.5g, row %llu probe %u %.4f, G %.7g / %.9g; "
           "cuda %.5g of %.5g, row %llu probe %u %.4f, G %.7g / %.9g",
           what, a->difference_max, a->reference_max, (unsigned long long)a->worst_row,
           (unsigned)a->worst_probe, a->row_statistic, a->residual_squares, a->rounding_squares,
           b->difference_max, b->reference_max, (unsigned long long)b->worst_row,
           (unsigned)b->worst_probe, b->row_statistic, b->residual_squares, b->rounding_squares);
}

/* The same bits, NaN included. */
static bool results_equal(const wm_residual_result *a, const wm_residual_result *b)
{
    const double x[] = {a->difference_max,   a->reference_max,    a->row_statistic,
                        a->residual_squares, a->rounding_squares, a->probe_square_max};
    const double y[] = {b->difference_max,   b->reference_max,    b->row_statistic,
                        b->residual_squares, b->rounding_squares, b->probe_square_max};
    return memcmp(x, y, sizeof x) == 0 && a->worst_row == b->worst_row &&
           a->worst_probe == b->worst_probe;
}

enum { SETS_MOST = 2 * WM_TABLES_PROBES + 1 };

/* Both devices' residuals of `sets` probe sets. Returns the place that CUDA reports for the first
 * one as row * 24 + probe, SIZE_MAX if there is none. */
static size_t residual_both(const variant *v, const wm_gemm *on_cpu, const wm_gemm *on_gpu,
                            size_t sets, const char *what)
{
    uint8_t seeds[SETS_MOST][32];
    wm_residual_result a[SETS_MOST], b[SETS_MOST], again[SETS_MOST];
    for (unsigned i = 0; i < SETS_MOST; i++)
        seed_of(i + 500, seeds[i]);
    const uint8_t(*const drawn)[32] = (const uint8_t(*)[32])seeds;
    const wm_item item = wm_freivalds_item(v, on_cpu->m, on_cpu->n, on_cpu->k);
    const wm_residual ra = residual_of(&item, on_cpu, sets, drawn);
    const wm_residual rb = residual_of(&item, on_gpu, sets, drawn);
    if (!both_ok(what, cpu->ops->residual(cpu, &ra, a), gpu->ops->residual(gpu, &rb, b)))
        return SIZE_MAX;
    compare_residuals(&item, on_cpu, what, &a[0], &b[0]);
    if (sets > 1)
        compare_residuals(&item, on_cpu, what, &a[sets - 1], &b[sets - 1]);
    const bool repeated = gpu->ops->residual(gpu, &rb, again) == WM_OK &&
                          results_equal(&again[0], &b[0]) &&
                          results_equal(&again[sets - 1], &b[sets - 1]);
    if (!repeated)
        report(false, "residual %s: other bits when repeated", what);
    return (size_t)b[0].worst_row * WM_TABLES_PROBE_COLUMNS + b[0].worst_probe;
}

/* Injects a fault into both halves of C and compares the results of the checks. */
static void residual_of_fault(const variant *v, const wm_gemm *on_cpu, const wm_gemm *on_gpu,
                              pair *C, bool infinite)
{
    const size_t size = wm_format_size(v->output);
    const size_t at = (on_cpu->m / 2 * on_cpu->n + on_cpu->n / 3) * size;
    uint8_t bytes[8] = {0};
    char what[64];
    wm_format_store(v->output, bytes, 0, infinite ? (double)INFINITY : 12345.0);
    if (cpu->ops->upload(cpu, C->cpu, at, bytes, size) != WM_OK)
        exit(2);
    to_gpu(C);
    snprintf(what, sizeof what, "%s %zux%zux%zu, %s planted in row %zu", v->name, on_cpu->m,
             on_cpu->n, on_cpu->k, infinite ? "infinity" : "12345", on_cpu->m / 2);
    const size_t place = residual_both(v, on_cpu, on_gpu, 1, what);
    const size_t probe = infinite ? 0 : on_cpu->n / 3 % WM_TABLES_PROBE_COLUMNS;
    report(place == on_cpu->m / 2 * WM_TABLES_PROBE_COLUMNS + probe,
           "residual %s: found in row %zu, probe %zu", what, place / WM_TABLES_PROBE_COLUMNS,
           place % WM_TABLES_PROBE_COLUMNS);
}

/* A row of zeros, whose gaps are too small for a binary32 sum of squares. The row is put back. */
static void residual_of_zeros(const variant *v, const wm_gemm *on_cpu, const wm_gemm *on_gpu,
                              pair *C)
{
    const size_t row_bytes = on_cpu->n * wm_format_size(v->output), row = on_cpu->m - 2;
    uint8_t *zeros = must(calloc(1, row_bytes)), *right = must(calloc(1, row_bytes));
    char what[64];
    if (cpu->ops->download(cpu, C->cpu, row * row_bytes, right, row_bytes) != WM_OK ||
        cpu->ops->upload(cpu, C->cpu, row * row_bytes, zeros, row_bytes) != WM_OK)
        exit(2);
    free(zeros);
    to_gpu(C);
    snprintf(what, sizeof what, "%s %zux%zux%zu, row %zu zeros", v->name, on_cpu->m, on_cpu->n,
             on_cpu->k, row);
    for (size_t sets = 1; sets < 4; sets += 2)
        report(residual_both(v, on_cpu, on_gpu, sets, what) / WM_TABLES_PROBE_COLUMNS == row,
               "residual %s: found, %zu sets", what, sets);
    if (cpu->ops->upload(cpu, C->cpu, row * row_bytes, right, row_bytes) != WM_OK)
        exit(2);
    free(right);
    to_gpu(C);
}

static wm_status run_gemm(wm_device *device, const wm_job *job)
{
    return device->ops->gemm(device, &job->as.gemm);
}

static wm_status run_attention(wm_device *device, const wm_job *job)
{
    return device->ops->attention(device, &job->as.attention);
}

/* The method that describe gives for a finished job is accepted again and gives the same bytes.
 * Another library's method is refused. */
static void test_choice(const char *what, const wm_job *job, size_t bytes)
{
    uint8_t before[WM_SHA256_SIZE], after[WM_SHA256_SIZE];
    char method[256] = "", again[256] = "";
    const wm_device_buffer *output = job->output;
    report(gpu->ops->digest(gpu, output, bytes, bytes, before, NULL) == WM_OK &&
               gpu->ops->describe(gpu, job, method) == WM_OK &&
               gpu->ops->choose(gpu, job, method) == WM_OK &&
               gpu->ops->describe(gpu, job, again) == WM_OK,
           "%s, chosen by name: %s %s", what, again, gpu->ops->last_error(gpu));
    report(strcspn(method, ";") == strcspn(again, ";") &&
               strncmp(method, again, strcspn(method, ";")) == 0 &&
               strstr(again, "; as recorded before") != NULL,
           "%s: the same method, and why", what);
    report(wm_job_run(gpu, job) == WM_OK &&
               gpu->ops->digest(gpu, output, bytes, bytes, after, NULL) == WM_OK &&
               memcmp(before, after, sizeof after) == 0,
           "%s: the same bytes", what);
    report(gpu->ops->choose(gpu, job, "cuBLASLt 0.1.2, algorithm 3; best") == WM_E_UNSUPPORTED &&
               strstr(gpu->ops->last_error(gpu), "0.1.2") != NULL,
           "%s: %s", what, gpu->ops->last_error(gpu));
}

static void test_product(const variant *v, size_t m, size_t n, size_t k)
{
    char what[96];
    pair A = pair_of(m * k * wm_format_size(v->operand)),
         B = pair_of(k * n * wm_format_size(v->operand));
    pair C = pair_of(m * n * wm_format_size(v->output));
    fill(&A, v->operand, m * k, 1);
    fill(&B, v->operand, k * n, 2);
    wm_gemm a = {v->operand, v->output, v->arithmetic, v->layout, m, n, k, A.cpu, B.cpu, C.cpu};
    wm_gemm b = {v->operand, v->output, v->arithmetic, v->layout, m, n, k, A.gpu, B.gpu, C.gpu};
    if (v->arithmetic == WM_ARITHMETIC_F32_FAST)
        a.arithmetic = WM_ARITHMETIC_F32; /* a CPU has no other accumulator */
    snprintf(what, sizeof what, "%s %zux%zux%zu", v->name, m, n, k);
    const wm_status careful = cpu->ops->gemm_careful(cpu, &a);
    if (both_ok(what, careful, gpu->ops->gemm_careful(gpu, &b))) {
        const double differ = halves_differ(&C, v->output, m * n);
        report(v->arithmetic == WM_ARITHMETIC_F64 ? differ <= product_tolerance(v, k)
                                                  : halves_equal(&C),
               "careful product %s: %.3g", what, differ);
    }
    const char *rule = product_refusal(v->name, v->layout == WM_LAYOUT_TN, n, k);
    const wm_status status = libraries ? gpu->ops->gemm(gpu, &b) : WM_OK;
    if (libraries && !is_refused(what, status, rule) && both_ok(what, careful, status) &&
        both_ok(what, WM_OK, gpu->ops->sync(gpu))) {
        const double differ = halves_differ(&C, v->output, m * n);
        char text[256] = "";
        const wm_job job = {
            .operation = WM_OPERATION_GEMM, .run = run_gemm, .output = C.gpu, .as.gemm = b};
        const wm_status described = gpu->ops->describe(gpu, &job, text);
        report(differ <= product_tolerance(v, k) && described == WM_OK, "product %s: %.3g (%s)",
               what, differ, text);
        test_choice(what, &job, m * n * wm_format_size(v->output));
    }
    to_gpu(&C);
    (void)residual_both(v, &a, &b, 1, what);
    (void)residual_both(v, &a, &b, 3, what);
    if (m == 256)
        residual_of_zeros(v, &a, &b, &C);
    residual_of_fault(v, &a, &b, &C, false);
    if (v->output != WM_FORMAT_I32)
        residual_of_fault(v, &a, &b, &C, true);
    drop(&A);
    drop(&B);
    drop(&C);
}

static void test_products(void)
{
    static const size_t shapes[][3] = {{1, 1, 1},        {5, 7, 3},        {33, 65, 17},
                                       {64, 64, 64},     {128, 96, 160},   {130, 257, 71},
                                       {256, 512, 1024}, {1024, 768, 512}, {2048, 2048, 2048}};
    const char *only = part != NULL ? strchr(part, '.') : NULL;
    for (size_t i = 0; i < WM_PRODUCT_VARIANTS; i++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
            if ((large || shapes[s][0] <= (libraries ? 256 : 130)) &&
                (only == NULL || strcmp(only + 1, wm_product_variants[i].name) == 0))
                test_product(&wm_product_variants[i], shapes[s][0], shapes[s][1], shapes[s][2]);
}

/* So many sets need more than one pass of the workspace. */
static void test_many_sets(void)
{
    const variant *v = &wm_product_variants[0];
    pair A = pair_of(96 * 128 * 2), B = pair_of(128 * 160 * 2), C = pair_of(96 * 160 * 2);
    fill(&A, v->operand, 96 * 128, 1);
    fill(&B, v->operand, 128 * 160, 2);
    const wm_gemm a = {v->operand, v->output, v->arithmetic, v->layout, 96,
                       160,        128,       A.cpu,         B.cpu,     C.cpu};
    const wm_gemm b = {v->operand, v->output, v->arithmetic, v->layout, 96,
                       160,        128,       A.gpu,         B.gpu,     C.gpu};
    if (cpu->ops->gemm_careful(cpu, &a) != WM_OK)
        exit(2);
    to_gpu(&C);
    (void)residual_both(v, &a, &b, SETS_MOST, "fp16 96x160x128, 43 sets");
    drop(&A);
    drop(&B);
    drop(&C);
}

static void compare_checks(const char *what, const wm_difference *a, const wm_difference *b,
                           double unit)
{
    const bool both_nan = isnan(a->difference_max) && isnan(b->difference_max);
    report(both_nan || (fabs(a->difference_max - b->difference_max) <= unit * a->reference_max &&
                        fabs(a->reference_max - b->reference_max) <= unit * a->reference_max),
           "%s: cpu %.6g of %.6g, cuda %.6g of %.6g", what, a->difference_max, a->reference_max,
           b->difference_max, b->reference_max);
}

static void test_vectors(size_t n)
{
    pair a = pair_of(n * 4), b = pair_of(n * 4), c = pair_of(n * 4);
    wm_difference on_cpu, on_gpu;
    fill(&b, WM_FORMAT_F32, n, 3);
    fill(&c, WM_FORMAT_F32, n, 4);
    if (both_ok("triad", cpu->ops->triad(cpu, a.cpu, b.cpu, c.cpu, n),
                gpu->ops->triad(gpu, a.gpu, b.gpu, c.gpu, n)))
        report(halves_equal(&a), "triad of %zu", n);
    if (both_ok("flip bits", cpu->ops->flip_bits(cpu, a.cpu, (n / 2) * 4 + 1, 0x4100, 2),
                gpu->ops->flip_bits(gpu, a.gpu, (n / 2) * 4 + 1, 0x4100, 2)))
        report(halves_equal(&a), "bits flipped in %zu", n);
    if (both_ok("triad residual", cpu->ops->triad_residual(cpu, a.cpu, b.cpu, c.cpu, n, &on_cpu),
                gpu->ops->triad_residual(gpu, a.gpu, b.gpu, c.gpu, n, &on_gpu)))
        compare_checks("triad residual", &on_cpu, &on_gpu, 0);
    if (both_ok("compare", cpu->ops->compare(cpu, a.cpu, b.cpu, WM_FORMAT_F32, n, &on_cpu),
                gpu->ops->compare(gpu, a.gpu, b.gpu, WM_FORMAT_F32, n, &on_gpu)))
        compare_checks("compare", &on_cpu, &on_gpu, 0);
    if (both_ok("copy", cpu->ops->copy(cpu, a.cpu, 0, b.cpu, 0, n * 4),
                gpu->ops->copy(gpu, a.gpu, 0, b.gpu, 0, n * 4)))
        report(halves_equal(&a), "copy of %zu", n);
    if (both_ok("fill bytes", cpu->ops->fill_bytes(cpu, a.cpu, n * 4 - 1, 0x5a),
                gpu->ops->fill_bytes(gpu, a.gpu, n * 4 - 1, 0x5a)))
        report(halves_equal(&a), "bytes filled of %zu", n);
    for (int deterministic = 0; deterministic < 2; deterministic++) {
        const wm_reduction ra = {deterministic != 0, n, b.cpu, a.cpu};
        const wm_reduction rb = {deterministic != 0, n, b.gpu, a.gpu};
        if (!both_ok("reduction", cpu->ops->reduce(cpu, &ra), gpu->ops->reduce(gpu, &rb)))
            continue;
        if (both_ok("reduction residual", cpu->ops->reduction_residual(cpu, &ra, &on_cpu),
                    gpu->ops->reduction_residual(gpu, &rb, &on_gpu)))
            report(on_gpu.difference_max <= 0x9p-24 && on_gpu.reference_max == 1,
                   "reduction of %zu: off by cpu %.3g, cuda %.3g", n, on_cpu.difference_max,
                   on_gpu.difference_max);
        if (deterministic)
            report(halves_equal(&a), "sums of %zu in the format's order", n);
    }
    drop(&a);
    drop(&b);
    drop(&c);
}

/* Large copies, which have their own path, from and to places of any alignment. The bytes around
 * them stay. */
static void test_large_copies(void)
{
    enum { ROOM = 40000 };
    static const size_t cases[][3] = {/* to, from, bytes more than 512 MiB */
                                      {0, 0, 0},
                                      {48, 16, 4096 * 3 + 77},
                                      {128, 4112, 30016},
                                      {8, 16, 5}};
    const size_t least = (size_t)512 << 20, size = least + ROOM;
    const uint8_t seeds[2][32] = {{51}, {52}};
    wm_device_buffer *from = buffer_of(gpu, size), *to = buffer_of(gpu, size);
    const wm_status filled = gpu->ops->fill_int8(gpu, from, size, seeds[0]);
    uint8_t *source = bytes_of(gpu, from, size);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t count = least + cases[i][2];
        wm_status status = gpu->ops->fill_int8(gpu, to, size, seeds[1]);
        uint8_t *expected = bytes_of(gpu, to, size);
        memcpy(expected + cases[i][0], source + cases[i][1], count);
        if (status == WM_OK)
            status = gpu->ops->copy(gpu, to, cases[i][0], from, cases[i][1], count);
        uint8_t *seen = bytes_of(gpu, to, size);
        report(filled == WM_OK && status == WM_OK && memcmp(seen, expected, size) == 0,
               "copy of %zu bytes from %zu to %zu", count, cases[i][1], cases[i][0]);
        free(expected);
        free(seen);
    }
    free(source);
    gpu->ops->free(gpu, from);
    gpu->ops->free(gpu, to);
}

static void test_one_scatter(size_t rows, size_t columns, size_t buckets, bool fixed)
{
    uint8_t seed[32];
    char what[96];
    wm_difference on_cpu, on_gpu;
    pair src = pair_of(rows * columns * 4), index = pair_of(rows * 4),
         out = pair_of(buckets * columns * 4);
    seed_of(77, seed);
    fill(&src, WM_FORMAT_F32, rows * columns, 5);
    if (!both_ok("index", cpu->ops->fill_index(cpu, index.cpu, rows, buckets, seed),
                 gpu->ops->fill_index(gpu, index.gpu, rows, buckets, seed)))
        exit(1);
    const wm_scatter a = {fixed, rows, columns, buckets, src.cpu, index.cpu, out.cpu};
    const wm_scatter b = {fixed, rows, columns, buckets, src.gpu, index.gpu, out.gpu};
    snprintf(what, sizeof what, "%s %zu x %zu into %zu", columns == 1 ? "scatter" : "index add",
             rows, columns, buckets);
    if (both_ok(what, columns == 1 ? cpu->ops->scatter_add(cpu, &a) : cpu->ops->index_add(cpu, &a),
                columns == 1 ? gpu->ops->scatter_add(gpu, &b) : gpu->ops->index_add(gpu, &b))) {
        const double differ = halves_differ(&out, WM_FORMAT_F32, buckets * columns);
        report(fixed ? halves_equal(&out) : differ <= 2e-6, "%s%s: %.3g", what,
               fixed ? ", fixed" : "", differ);
    }
    to_gpu(&out);
    if (both_ok(what, cpu->ops->scatter_residual(cpu, &a, seed, &on_cpu),
                gpu->ops->scatter_residual(gpu, &b, seed, &on_gpu)))
        compare_checks("scatter residual", &on_cpu, &on_gpu, 1e-11);
    drop(&src);
    drop(&index);
    drop(&out);
}

static void test_scatters(void)
{
    test_one_scatter(1, 1, 1, false);
    test_one_scatter(4099, 1, 257, false);
    test_one_scatter(4099, 1, 257, true);
    test_one_scatter(300000, 1, 4096, false);
    test_one_scatter(300000, 1, 4096, true);
    test_one_scatter(1001, 3, 77, false);
    test_one_scatter(1001, 128, 77, false);
    test_one_scatter(20000, 20, 1000, false);
}

static void test_access(size_t count, size_t lanes, size_t steps, bool dependent)
{
    uint8_t seed[32];
    uint64_t on_cpu = 1, on_gpu = 1;
    pair table = pair_of(count * 4), out = pair_of(lanes * 4);
    seed_of(78, seed);
    if (!both_ok("table", cpu->ops->fill_index(cpu, table.cpu, count, (uint64_t)1 << 32, seed),
                 gpu->ops->fill_index(gpu, table.gpu, count, (uint64_t)1 << 32, seed)))
        exit(1);
    const wm_random_access a = {dependent, count, lanes, steps, table.cpu, out.cpu};
    const wm_random_access b = {dependent, count, lanes, steps, table.gpu, out.gpu};
    if (both_ok("random access", cpu->ops->random_access(cpu, &a),
                gpu->ops->random_access(gpu, &b)))
        report(halves_equal(&out), "random access %zu, %zu lanes, %zu steps", count, lanes, steps);
    if (both_ok("random access residual", cpu->ops->random_access_residual(cpu, &a, &on_cpu),
                gpu->ops->random_access_residual(gpu, &b, &on_gpu)))
        report(on_cpu == 0 && on_gpu == 0, "random access repeated");
    if (gpu->ops->flip_bits(gpu, out.gpu, lanes / 2 * 4, 1, 1) == WM_OK &&
        gpu->ops->random_access_residual(gpu, &b, &on_gpu) == WM_OK)
        report(on_gpu == 1, "random access with one lane flipped");
    drop(&table);
    drop(&out);
}

static void test_attention(size_t batch, size_t heads, size_t sequence, size_t depth)
{
    const size_t rows = batch * heads * sequence, count = rows * depth;
    uint64_t numbers[5] = {0, rows / 3, rows / 2, rows - 1, rows / 5};
    char what[64], text[256] = "";
    wm_attention_result on_cpu, on_gpu;
    pair Q = pair_of(count * 2), K = pair_of(count * 2), V = pair_of(count * 2),
         O = pair_of(count * 2);
    fill(&Q, WM_FORMAT_BF16, count, 6);
    fill(&K, WM_FORMAT_BF16, count, 7);
    fill(&V, WM_FORMAT_BF16, count, 8);
    const wm_attention a = {batch, heads, sequence, depth, Q.cpu, K.cpu, V.cpu, O.cpu};
    const wm_attention b = {batch, heads, sequence, depth, Q.gpu, K.gpu, V.gpu, O.gpu};
    snprintf(what, sizeof what, "attention %zux%zux%zux%zu", batch, heads, sequence, depth);
    const wm_status on_host = cpu->ops->attention(cpu, &a);
    const wm_status status = libraries ? gpu->ops->attention(gpu, &b) : WM_OK;
    if (libraries && !is_refused(what, status, attention_refusal(depth)) &&
        both_ok(what, on_host, status) && both_ok(what, WM_OK, gpu->ops->sync(gpu))) {
        const double differ = halves_differ(&O, WM_FORMAT_BF16, count);
        wm_job job = {.operation = WM_OPERATION_ATTENTION,
                      .run = run_attention,
                      .output = O.gpu,
                      .as.attention = b};
        const wm_status described = gpu->ops->describe(gpu, &job, text);
        report(differ <= 1.2e-2 && described == WM_OK, "%s: %.3g (%s)", what, differ, text);
        test_choice(what, &job, count * 2);
        job.as.attention.sequence++;
        report(gpu->ops->describe(gpu, &job, text) == WM_OK &&
                   strstr(text, "chosen at the first run") != NULL,
               "%s, one row more: %s", what, text);
    }
    if (both_ok(what, cpu->ops->attention_careful(cpu, &a), gpu->ops->attention_careful(gpu, &b)) &&
        both_ok(what, WM_OK, gpu->ops->sync(gpu))) {
        /* One rounding to bfloat16 each, which may go either way: a unit in the last place of 8
         * bits. */
        const double differ = halves_differ(&O, WM_FORMAT_BF16, count);
        report(differ <= 0x1p-7, "careful %s: %.3g", what, differ);
    }
    to_gpu(&O);
    if (both_ok(what, cpu->ops->attention_residual(cpu, &a, numbers, 5, &on_cpu),
                gpu->ops->attention_residual(gpu, &b, numbers, 5, &on_gpu)))
        report(fabs(on_cpu.difference_max - on_gpu.difference_max) <= 1e-9 * on_cpu.reference_max &&
                   fabs(on_cpu.reference_max - on_gpu.reference_max) <=
                       1e-9 * on_cpu.reference_max &&
                   on_gpu.row_sum_error <= 2e-6 && on_cpu.worst_row == on_gpu.worst_row,
               "%s residual: cpu %.6g of %.6g row %llu; cuda %.6g of %.6g row %llu, row sums %.2g",
               what, on_cpu.difference_max, on_cpu.reference_max,
               (unsigned long long)on_cpu.worst_row, on_gpu.difference_max, on_gpu.reference_max,
               (unsigned long long)on_gpu.worst_row, on_gpu.row_sum_error);
    drop(&Q);
    drop(&K);
    drop(&V);
    drop(&O);
}

/* A wrong argument is refused with a message. */
static void test_refusal(const char *what, wm_status status)
{
    const char *words = gpu->ops->last_error(gpu);
    report(status == WM_E_ARG && words[0] != '\0', "%s: %s (%s)", what, wm_status_text(status),
           words);
}

static void test_refusals(void)
{
    wm_device_buffer *buffer = NULL;
    uint8_t seed[32] = {0}, digest[32];
    report(gpu->ops->alloc(gpu, (size_t)1 << 50, &buffer) == WM_E_NOMEM && buffer == NULL,
           "2^50 bytes: %s", gpu->ops->last_error(gpu));
    test_refusal("no bytes", gpu->ops->alloc(gpu, 0, &buffer));
    buffer = buffer_of(gpu, 64);
    test_refusal("a fill too long", gpu->ops->fill_normal(gpu, buffer, WM_FORMAT_F32, 17, seed));
    test_refusal("normal int8", gpu->ops->fill_normal(gpu, buffer, WM_FORMAT_I8, 4, seed));
    test_refusal("a digest too long", gpu->ops->digest(gpu, buffer, 65, 8, digest, NULL));
    test_refusal("an upload past the end", gpu->ops->upload(gpu, buffer, 60, seed, 5));
    test_refusal("a flip past the end", gpu->ops->flip_bits(gpu, buffer, 63, 1, 2));
    test_refusal("a triad onto itself", gpu->ops->triad(gpu, buffer, buffer, buffer, 4));
    test_refusal("no product", gpu->ops->gemm(gpu, NULL));
    test_refusal("no careful product", gpu->ops->gemm_careful(gpu, NULL));
    test_refusal("a fill past the end",
                 gpu->ops->fill_bytes(gpu, buffer, gpu->ops->size_bytes(buffer) + 1, 0));
    test_refusal("no reduction", gpu->ops->reduce(gpu, NULL));
    test_refusal("no scatter", gpu->ops->scatter_add(gpu, NULL));
    test_refusal("no index add", gpu->ops->index_add(gpu, NULL));
    test_refusal("no random access", gpu->ops->random_access(gpu, NULL));
    test_refusal("no attention", gpu->ops->attention(gpu, NULL));
    test_refusal("no residual", gpu->ops->residual(gpu, NULL, NULL));
    test_refusal("no indices", gpu->ops->fill_index(gpu, buffer, 4, 0, seed));
    test_refusal("a copy onto itself", gpu->ops->copy(gpu, buffer, 0, buffer, 0, 4));
    test_refusal("a download past the end", gpu->ops->download(gpu, buffer, 60, digest, 5));
    test_refusal("a digest's tree with no room",
                 gpu->ops->digest(gpu, buffer, 64, 8, digest, buffer));
    test_refusal("no openings", gpu->ops->open_chunks(gpu, NULL));
    report(gpu->ops->fill_normal(gpu, buffer, WM_FORMAT_F32, 16, seed) == WM_OK &&
               gpu->ops->sync(gpu) == WM_OK,
           "the device works on");
    gpu->ops->free(gpu, buffer);
}

static void print_reading(const char *name, const wm_covariate_value *value, uint64_t begin_ns)
{
    if (value->reason != NULL)
        printf("     %s absent: %s\n", name, value->reason);
    else
        printf("     %s = %.6g, read after %.3f ms\n", name, value->value,
               (double)(value->time_ns - begin_ns) * 1e-6);
}

/* The device's timer against the host's clock over 0.2 s. */
static void check_timer(void)
{
    const struct timespec pause = {0, 200000000};
    wm_device_timer timer[2] = {{.reason = "not read"}, {.reason = "not read"}};
    double hz = 0;
    bool is_read = gpu->ops->clock_hz(gpu, &hz, &timer[0]) == WM_OK;
    (void)nanosleep(&pause, NULL);
    is_read = gpu->ops->clock_hz(gpu, &hz, &timer[1]) == WM_OK && is_read;
    if (!is_read || timer[0].reason != NULL || timer[1].reason != NULL) {
        report(false, "timer: %s", timer[0].reason != NULL ? timer[0].reason : "not read");
        return;
    }
    const double host_ns = (double)(timer[1].host_ns - timer[0].host_ns);
    const double difference =
        ((double)(timer[1].device_ns - timer[0].device_ns) - host_ns) / host_ns;
    const double uncertainty_ns = (double)(timer[0].uncertainty_ns + timer[1].uncertainty_ns);
    report(fabs(difference) < 1e-3 && uncertainty_ns < 1e-4 * host_ns,
           "timer: differs by %.3g over %.3g s, at most %.3g of it uncertain", difference,
           1e-9 * host_ns, uncertainty_ns / host_ns);
}

static void test_surroundings(void)
{
    wm_device_properties properties;
    wm_device_sample sample = {.is_full = true};
    double hz = 0;
    report(gpu->ops->properties(gpu, &properties) == WM_OK && properties.units > 0,
           "properties: %s", properties.name);
    for (size_t i = 0; i < properties.fact_count; i++)
        printf("     %s %s %s\n", properties.facts[i].name,
               properties.facts[i].value != NULL ? "=" : "absent:",
               properties.facts[i].value != NULL ? properties.facts[i].value
                                                 : properties.facts[i].reason);
    report(gpu->ops->clock_hz(gpu, &hz, NULL) == WM_OK && hz > 1e8 && hz < 1e10, "clock %.4g Hz",
           hz);
    check_timer();
    const uint64_t begin_ns = gpu->ops->time_ns(gpu);
    report(gpu->ops->covariates(gpu, &sample) == WM_OK, "covariates");
    for (unsigned i = 0; i < WM_COVARIATES; i++)
        print_reading(wm_tables_covariate((wm_covariate_name)i), &sample.values[i], begin_ns);
    print_reading("memory_peak", &sample.memory_peak, begin_ns);
}

/* Why a product of the self-test may be refused, by its name. Those named here are columns, and one
 * outer product of 16. */
static const char *selftest_refusal(const wm_selftest_result *result)
{
    size_t m = 0, n = 1, k = 1;
    const char *nn = strstr(result->name, " nn m"), *tn = strstr(result->name, " tn m");
    const char *shape = nn != NULL ? nn : tn;
    if (strcmp(result->operation, "gemm") != 0)
        return NULL;
    if (shape != NULL && sscanf(shape + 4, "m%zu n%zu k%zu", &m, &n, &k) != 3)
        return NULL;
    return product_refusal(result->name, nn == NULL, n, k);
}

/* Counts a case; *unlisted counts refusals that no rule allows. */
static void note_case(void *context, const wm_selftest_result *result)
{
    unsigned *unlisted = context;
    const char *rule = selftest_refusal(result);
    if (result->verdict == WM_SELFTEST_FAIL)
        printf("FAIL selftest %s %s: %s\n", result->operation, result->name, result->detail);
    if (result->verdict != WM_SELFTEST_UNSUPPORTED)
        return;
    printf("%s selftest %s %s (%s)\n", rule != NULL ? "skip" : "FAIL", result->operation,
           result->name, rule != NULL ? rule : "refused, and by no rule");
    *unlisted += rule == NULL;
}

/* Compares with the reference loops at edge values. */
static void test_self(void)
{
    static const char *const operations[] = {"fill_normal",
                                             "fill_int8",
                                             "fill_index",
                                             "triad",
                                             "reduce",
                                             "scatter_add",
                                             "index_add",
                                             "random_access",
                                             "gemm_careful",
                                             "residual",
                                             "triad_residual",
                                             "compare",
                                             "reduction_residual",
                                             "scatter_residual",
                                             "random_access_residual",
                                             "attention_residual",
                                             "digest",
                                             "open_chunks",
                                             "copy",
                                             "flip_bits",
                                             "upload",
                                             "download",
                                             "clock_hz",
                                             "covariates",
                                             "attention_careful",
                                             "describe",
                                             "choose",
                                             "gemm",
                                             "attention"};
    const size_t count = sizeof operations / sizeof *operations - (libraries ? 0 : 2);
    for (size_t i = 0; i < count; i++) {
        unsigned unlisted = 0;
        wm_selftest_summary summary = {0, 0, 0};
        const wm_status status =
            wm_selftest_run(gpu, operations[i], note_case, &unlisted, &summary);
        report(status == WM_OK && summary.failed == 0 && unlisted == 0 && summary.passed > 0,
               "selftest %s: %u passed, %u failed, %u refused, %s", operations[i], summary.passed,
               summary.failed, summary.unsupported, wm_status_text(status));
        skipped += summary.unsupported;
    }
}

/* The first members of the backend's buffers, enough to forge one. */
struct wm_device_buffer {
    void *bytes;
    size_t size;
    void *previous, *next;
};

/* Takes all memory in blocks, more than half of it in the first ones. Returns the number of
 * blocks. */
static size_t fill_memory(wm_device_buffer **blocks, size_t most)
{
    size_t count = 0;
    for (size_t size = (size_t)4 << 30; size >= (size_t)1 << 24; size /= 4)
        while (count < most && gpu->ops->alloc(gpu, size, &blocks[count]) == WM_OK)
            count++;
    return count;
}

/* Out of memory is an error and breaks nothing. */
static void test_full_memory(void)
{
    enum { MOST = 512 };
    wm_device_buffer *blocks[MOST], *none = NULL;
    const size_t count = fill_memory(blocks, MOST);
    report(count > 0 && gpu->ops->alloc(gpu, (size_t)1 << 28, &none) == WM_E_NOMEM && none == NULL,
           "memory full after %zu blocks: %s", count, gpu->ops->last_error(gpu));
    for (size_t i = 0; i < count; i++)
        gpu->ops->free(gpu, blocks[i]);
    test_product(&wm_product_variants[0], 64, 48, 80);
}

/* Runs this program in a new process and returns its exit status. */
static int run_again(const char *word)
{
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) != NULL)
            execl("/proc/self/exe", "test_cuda", "small", word, (char *)NULL);
        _exit(2);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

/* A kernel that reads unmapped memory. Afterwards everything is refused, in this process perhaps
 * for ever; another process can use the device. */
static void test_broken_context(void)
{
    const wm_device_options options = {0, 0};
    const wm_backend *cuda = gpu->ops;
    wm_device_buffer nowhere = {(void *)4096, 1 << 20, NULL, NULL};
    wm_device_buffer *a = buffer_of(gpu, 4096), *other = NULL;
    char reason[256] = "";
    wm_status status = gpu->ops->triad(gpu, a, &nowhere, &nowhere, 1024);
    if (status == WM_OK)
        status = gpu->ops->sync(gpu);
    report(status == WM_E_DEVICE && strstr(gpu->ops->last_error(gpu), "illegal") != NULL,
           "a read of nowhere: %s", gpu->ops->last_error(gpu));
    report(gpu->ops->alloc(gpu, 64, &other) == WM_E_DEVICE && gpu->ops->sync(gpu) == WM_E_DEVICE &&
               gpu->ops->last_error(gpu)[0] != '\0',
           "the device refuses what follows");
    cuda->close(gpu);
    gpu = NULL;
    status = cuda->open(&options, &gpu, reason);
    report((status == WM_OK) == (gpu != NULL) && (status == WM_OK || reason[0] != '\0'),
           "opened again in this process: %s", status == WM_OK ? "yes" : reason);
    if (gpu != NULL) {
        test_product(&wm_product_variants[0], 64, 48, 80);
        test_vectors(1003);
    }
    report(run_again("part=vectors") == 0, "another process uses the device");
}

/* Faults, and the backend's recovery from them. */
static void test_faults(void)
{
    test_full_memory();
    test_broken_context();
}

/* The parts, by their names on the command line. */
static void vectors(void)
{
    test_vectors(1);
    test_vectors(1003);
    test_vectors(large ? 3000001 : 70001);
    if (large)
        test_large_copies();
}

static void accesses(void)
{
    test_access(1000, 77, 33, false);
    test_access(large ? 1000003 : 100003, 513, 65, true);
}

static void attentions(void)
{
    test_attention(1, 1, 1, 1);
    test_attention(1, 2, 33, 20);
    test_attention(2, 3, 70, 64);
    if (large || libraries)
        test_attention(1, 2, 512, 128);
    test_attention(1, 1, 100, 256);
}

static const struct {
    const char *name;
    void (*run)(void);
} parts[] = {{"comparison", test_comparison},
             {"self", test_self},
             {"surroundings", test_surroundings},
             {"refusals", test_refusals},
             {"fills", test_fills},
             {"digests", test_digests},
             {"vectors", vectors},
             {"scatters", test_scatters},
             {"accesses", accesses},
             {"attention", attentions},
             {"sets", test_many_sets},
             {"products", test_products},
             {"faults", test_faults}};

/* Whether a part was requested. Sanitizers would report the faults. */
static bool is_wanted(const char *name)
{
    if (part != NULL && strncmp(part, "products", 8) == 0 && strcmp(name, "products") == 0)
        return true;
    return part != NULL ? strcmp(part, name) == 0 : libraries || strcmp(name, "faults") != 0;
}

static void run_all(void)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (gpu != NULL && is_wanted(parts[i].name))
            parts[i].run();
}

/* Holds all memory for a while, to test another program without memory. */
static int hold_memory(unsigned seconds)
{
    wm_device_buffer *blocks[512];
    printf("holding %zu blocks\n", fill_memory(blocks, 512));
    sleep(seconds);
    return 0;
}

int main(int argc, char **argv)
{
    char reason[256] = "built without CUDA=1";
    size_t count = 0;
    const wm_backend *cuda = wm_registry_find("cuda");
    for (int i = 1; i < argc; i++) {
        large = large && strcmp(argv[i], "small") != 0;
        if (strncmp(argv[i], "part=", 5) == 0)
            part = argv[i] + 5;
        libraries = libraries &&
                    /* sanitizers do not follow the libraries' stores */
                    strcmp(argv[i], "own") != 0;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (cuda != NULL && cuda->list(NULL, 0, &count, reason) != WM_OK)
        return 1;
    if (count == 0) {
        printf("skip every operation of the CUDA backend: %s\n", reason);
        printf("0 passed, 0 failed, 1 skipped\n");
        return 0;
    }
    const wm_device_options options = {0, 0};
    if (wm_registry_find("cpu")->open(&options, &cpu, NULL) != WM_OK ||
        cuda->open(&options, &gpu, NULL) != WM_OK) {
        printf("cannot open the devices\n");
        return 1;
    }
    if (argc == 3 && strcmp(argv[1], "hold") == 0)
        return hold_memory((unsigned)strtoul(argv[2], NULL, 10));
    run_all();
    if (gpu != NULL)
        cuda->close(gpu);
    cpu->ops->close(cpu);
    if (passed + failed == 0)
        printf("no part '%s'\n", part);
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    return failed != 0 || passed == 0;
}
