/* Products of both devices, with their residuals. */
#include "conformance/cuda_products.h"
#include "conformance/cuda_pair.h"
#include "verify/freivalds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 0: it is no fact. */
static double capability(void)
{
    wm_device_properties is = {0};
    if (gpu->ops->properties(gpu, &is) == WM_OK)
        for (size_t i = 0; i < is.fact_count; i++)
            if (strcmp(is.facts[i].name, "compute_capability") == 0)
                return strtod(is.facts[i].value, NULL);
    return 0;
}

const char *product_refusal(const char *name, bool transposed, size_t n, size_t k)
{
    if (strncmp(name, "fp8", 3) == 0 && capability() < 8.9)
        return "fp8 wants compute capability 8.9";
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

/* CUDA's residual of one set; a NaN if it failed. */
static wm_residual_result residual_with(const variant *v, const wm_gemm *on_gpu,
                                        wm_operands operands)
{
    uint8_t seed[1][32];
    wm_residual_result result = {.difference_max = (double)NAN};
    const wm_item item = wm_freivalds_item(v, on_gpu->m, on_gpu->n, on_gpu->k);
    wm_residual residual = residual_of(&item, on_gpu, 1, (const uint8_t(*)[32])seed);
    seed_of(700, seed[0]);
    residual.operands = operands;
    if (gpu->ops->residual(gpu, &residual, &result) != WM_OK)
        report(false, "residual with kept operands: %s", gpu->ops->last_error(gpu));
    return result;
}

/* With kept operands the result is the same, before and after other residuals and a fault in C. */
static void residual_of_kept(const variant *v, const wm_gemm *on_gpu, const char *what)
{
    const wm_residual_result any = residual_with(v, on_gpu, WM_OPERANDS_ANY);
    const wm_residual_result kept = residual_with(v, on_gpu, WM_OPERANDS_KEPT);
    report(results_equal(&any, &kept), "residual %s: the same bits with kept operands", what);
}

/* Injects a fault into both halves of C and compares the results of the checks. */
static void residual_of_fault(const variant *v, const wm_gemm *on_cpu, const wm_gemm *on_gpu,
                              pair *C, bool infinite)
{
    const size_t size = wm_format_size(v->output);
    const size_t at = (on_cpu->m / 2 * on_cpu->n + on_cpu->n / 3) * size;
    uint8_t bytes[8] = {0};
    char what[64];
    (void)residual_with(v, on_gpu, WM_OPERANDS_KEEP);
    wm_format_store(v->output, bytes, 0, infinite ? (double)INFINITY : 12345.0);
    if (cpu->ops->upload(cpu, C->cpu, at, bytes, size) != WM_OK)
        exit(2);
    to_gpu(C);
    snprintf(what, sizeof what, "%s %zux%zux%zu, %s planted in row %zu", v->name, on_cpu->m,
             on_cpu->n, on_cpu->k, infinite ? "infinity" : "12345", on_cpu->m / 2);
    const size_t place = residual_both(v, on_cpu, on_gpu, 1, what);
    residual_of_kept(v, on_gpu, what);
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

void test_choice(const char *what, const wm_job *job, size_t bytes)
{
    uint8_t before[WM_SHA256_SIZE], after[WM_SHA256_SIZE];
    char method[256] = "", again[256] = "";
    const wm_device_buffer *output = job->output;
    report(gpu->ops->digest(gpu, output, bytes, bytes, before, NULL) == WM_OK &&
               gpu->ops->describe(gpu, job, method) == WM_OK &&
               gpu->ops->choose(gpu, job, method) == WM_OK &&
               gpu->ops->describe(gpu, job, again) == WM_OK,
           "%s, chosen by name: %s %s", what, again, gpu->ops->last_error(gpu));
    report(strcmp(method, again) == 0, "%s: the same method: %s", what, again);
    report(wm_job_run(gpu, job) == WM_OK &&
               gpu->ops->digest(gpu, output, bytes, bytes, after, NULL) == WM_OK &&
               memcmp(before, after, sizeof after) == 0,
           "%s: the same bytes", what);
    report(gpu->ops->choose(gpu, job, "cuBLASLt 0.1.2, algorithm 3; best") == WM_E_UNSUPPORTED &&
               strstr(gpu->ops->last_error(gpu), "0.1.2") != NULL,
           "%s: %s", what, gpu->ops->last_error(gpu));
}

void test_product(const variant *v, size_t m, size_t n, size_t k)
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
        const wm_job job = {.operation = WM_OPERATION_GEMM, .output = C.gpu, .as.gemm = b};
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

void test_products(void)
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
void test_many_sets(void)
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
