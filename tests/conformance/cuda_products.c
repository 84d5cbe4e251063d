/* Products of both devices, with their residuals. */
#include "conformance/cuda_products.h"
#include "conformance/cuda_pair.h"
#include "verify/freivalds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *product_refusal(const char *name, bool transposed, size_t n, size_t k)
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

/* Compares one result of each device for the same product. The row statistic is a mean square. The
 * witness's own rounding blurs its root by `unit` times the largest reference over the statistic's
 * least divisor. A correct product in float64 or int8 has no other error. */
static void compare_residuals(const wm_residual *residual, const char *what,
                              const wm_residual_result *a, const wm_residual_result *b)
{
    const bool is_wide = residual->witness == WM_FORMAT_F64;
    const double unit = is_wide ? 1e-13 : 4e-6;
    const double noise =
        is_wide ? unit * a->reference_max / (residual->row_scale * sqrt(residual->row_square))
                : 1e-2;
    const bool both_nan = isnan(a->difference_max) && isnan(b->difference_max) &&
                          isnan(a->row_statistic) && isnan(b->row_statistic);
    const bool near = fabs(a->difference_max - b->difference_max) <= unit * a->reference_max &&
                      fabs(a->reference_max - b->reference_max) <= unit * 10 * a->reference_max;
    const bool statistic = fabs(sqrt(a->row_statistic) - sqrt(b->row_statistic)) <=
                           0.025 * sqrt(a->row_statistic) + noise;
    report((both_nan && a->worst_row == b->worst_row) || (near && statistic),
           "residual %s: cpu %.5g of %.5g, row %llu %.4f; cuda %.5g of %.5g, row %llu %.4f", what,
           a->difference_max, a->reference_max, (unsigned long long)a->worst_row, a->row_statistic,
           b->difference_max, b->reference_max, (unsigned long long)b->worst_row, b->row_statistic);
}

/* Both devices' residuals of `sets` probe sets. Returns the worst row that CUDA reports for the
 * first one, SIZE_MAX if there is none. */
static size_t residual_both(const variant *v, const wm_gemm *on_cpu, const wm_gemm *on_gpu,
                            size_t sets, const char *what)
{
    uint8_t seeds[66][32];
    wm_residual_result a[66], b[66];
    for (unsigned i = 0; i < 66; i++)
        seed_of(i + 500, seeds[i]);
    const double square = (double)on_cpu->n * (double)on_cpu->k;
    const uint8_t(*const drawn)[32] = (const uint8_t(*)[32])seeds;
    const wm_item item = wm_freivalds_item(v, on_cpu->m, on_cpu->n, on_cpu->k);
    const double scale = wm_freivalds_row_scale(&item);
    const wm_residual ra = {on_cpu, wm_freivalds_witness(&item), scale, square, sets, drawn};
    const wm_residual rb = {on_gpu, ra.witness, scale, square, sets, drawn};
    if (!both_ok(what, cpu->ops->residual(cpu, &ra, a), gpu->ops->residual(gpu, &rb, b)))
        return SIZE_MAX;
    compare_residuals(&ra, what, &a[0], &b[0]);
    if (sets > 1)
        compare_residuals(&ra, what, &a[sets - 1], &b[sets - 1]);
    return (size_t)b[0].worst_row;
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
    const size_t row = residual_both(v, on_cpu, on_gpu, 1, what);
    report(row == on_cpu->m / 2, "residual %s: found in row %zu", what, row);
}

static wm_status run_gemm(wm_device *device, const wm_job *job)
{
    return device->ops->gemm(device, &job->as.gemm);
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

/* 66 sets need more than one pass of the workspace. */
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
    (void)residual_both(v, &a, &b, 66, "fp16 96x160x128, 66 sets");
    drop(&A);
    drop(&B);
    drop(&C);
}
