/* The CPU backend's rates, beside plain loops where they exist: inputs, triad, emulated products,
 * calibration, digest, the checks of an exact product.
 *
 * usage: bench_backend [fills|triad|products|checks|exact] */
#include "backend/cpu/cpu_device.h"
#include "backend/cpu/cpu_sha256.h"
#include "backend/product.h"
#include "backend/registry.h"
#include "standards/sha256.h"
#include "verify/freivalds.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

enum { N = 4096, ROUNDS = 7, VECTOR = 1 << 25, SETS = WM_TABLES_PROBES };

static wm_device *device;
static const wm_backend *cpu;
static wm_device_buffer *A, *B, *C;
static const uint8_t SEED[2][32] = {{1}, {2}};

static void must(wm_status status)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "%s: %s\n", wm_status_text(status), cpu->last_error(device));
    exit(2);
}

static double seconds_now(void)
{
    return 1e-9 * (double)cpu->time_ns(device);
}

static wm_device_buffer *buffer_of(size_t size_bytes)
{
    wm_device_buffer *buffer;
    must(cpu->alloc(device, size_bytes, &buffer));
    return buffer;
}

typedef void timed(const void *job);

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The least of ROUNDS times of each of two functions, in turns, and the median ratio of the
 * second's time to the first's. */
static void race(timed *first, const void *first_job, timed *second, const void *second_job,
                 double best[3])
{
    double ratios[ROUNDS];
    best[0] = best[1] = 1e30;
    for (int round = 0; round < ROUNDS; round++) {
        double elapsed[2];
        for (int i = 0; i < 2; i++) {
            const double start = seconds_now();
            (i == 0 ? first : second)(i == 0 ? first_job : second_job);
            elapsed[i] = seconds_now() - start;
            best[i] = elapsed[i] < best[i] ? elapsed[i] : best[i];
        }
        ratios[round] = elapsed[1] / elapsed[0];
    }
    qsort(ratios, ROUNDS, sizeof *ratios, ascending);
    best[2] = ratios[ROUNDS / 2];
}

static void run_gemm(const void *job)
{
    must(cpu->gemm(device, job));
}

static void run_residual(const void *job)
{
    wm_residual_result results[SETS];
    must(cpu->residual(device, job, results));
}

static void run_digest(const void *job)
{
    const wm_gemm *gemm = job;
    const size_t row = gemm->n * wm_format_size(gemm->output_format);
    uint8_t digest[32];
    must(cpu->digest(device, gemm->C, gemm->m * row, row, digest, NULL));
}

static void fill(const wm_product_variant *kind, wm_device_buffer *buffer, const uint8_t seed[32])
{
    if (kind->operand == WM_FORMAT_I8)
        must(cpu->fill_int8(device, buffer, (size_t)N * N, seed));
    else
        must(cpu->fill_normal(device, buffer, kind->operand, (size_t)N * N, seed));
}

/* Whether a CPU computes the product by binary32 products. */
static bool is_emulated(const wm_product_variant *kind)
{
    return kind->arithmetic != WM_ARITHMETIC_F64 && kind->arithmetic != WM_ARITHMETIC_F32_FAST &&
           (kind->arithmetic != WM_ARITHMETIC_F32 || kind->operand != WM_FORMAT_F32);
}

/* Emulated products against binary32's, in turn. */
static void bench_products_of(size_t n)
{
    wm_device_buffer *plain[3];
    for (int i = 0; i < 3; i++) {
        plain[i] = buffer_of(n * n * 4);
        must(cpu->fill_normal(device, plain[i], WM_FORMAT_F32, n * n, SEED[i % 2]));
    }
    const wm_gemm f32 = {WM_FORMAT_F32, WM_FORMAT_F32, WM_ARITHMETIC_F32, WM_LAYOUT_NN, n, n, n,
                         plain[0],      plain[1],      plain[2]};
    for (size_t v = 0; v < WM_PRODUCT_VARIANTS; v++) {
        const wm_product_variant *kind = &wm_product_variants[v];
        double best[3];
        if (!is_emulated(kind))
            continue;
        const wm_gemm gemm = {
            kind->operand, kind->output, kind->arithmetic, kind->layout, n, n, n, A, B, C};
        fill(kind, A, SEED[0]);
        fill(kind, B, SEED[1]);
        race(run_gemm, &gemm, run_gemm, &f32, best);
        const double flops = 2.0 * (double)n * (double)n * (double)n * 1e-9;
        printf("%s product n=%zu: %.1f GFLOP/s, f32 %.1f, ratio %.3f, median of pairs %.3f\n",
               kind->name, n, flops / best[0], flops / best[1], best[1] / best[0], best[2]);
    }
    for (int i = 0; i < 3; i++)
        cpu->free(device, plain[i]);
}

static void bench_products(void)
{
    bench_products_of(N / 2);
    bench_products_of(N);
}

/* A calibration's probe sets, and the digest. */
static void bench_checks(void)
{
    uint8_t seeds[SETS][32] = {{0}};
    for (int s = 0; s < SETS; s++)
        seeds[s][0] = (uint8_t)s;
    for (size_t v = 0; v < WM_PRODUCT_VARIANTS; v++) {
        const wm_product_variant *kind = &wm_product_variants[v];
        const wm_item item = wm_freivalds_item(kind, N, N, N);
        const wm_gemm gemm = {
            kind->operand, kind->output, kind->arithmetic, kind->layout, N, N, N, A, B, C};
        double best[3];
        if (kind->arithmetic == WM_ARITHMETIC_F32_FAST)
            continue; /* a CPU has no other accumulator than fp8's */
        fill(kind, A, SEED[0]);
        fill(kind, B, SEED[1]);
        must(cpu->gemm(device, &gemm));
        const wm_freivalds_row_terms terms = wm_freivalds_terms(&item);
        const wm_residual many = {.gemm = &gemm,
                                  .witness = wm_freivalds_witness(&item),
                                  .has_gap = terms.has_gap,
                                  .gap_scale = terms.gap_scale,
                                  .least_square = terms.least_square,
                                  .sets = SETS,
                                  .seeds = (const uint8_t(*)[32])seeds};
        race(run_residual, &many, run_digest, &gemm, best);
        printf("%s n=%d: %d probe sets %.0f ms; digest %.2f ms, %.2f GB/s\n", kind->name, N, SETS,
               1e3 * best[0], 1e3 * best[1],
               1e-9 * (double)N * N * (double)wm_format_size(kind->output) / best[1]);
    }
}

enum { RANGE = 2 }; /* small enough for the sums of N products in binary16 */

/* A product in binary16 and the same in integers. */
typedef struct {
    wm_gemm fast, exact;
    wm_device_buffer *output; /* of `exact` as binary32 */
    wm_integers integers;
} exact_item;

static void run_exact_rows(const void *job)
{
    uint64_t wrong = 1;
    must(cpu->exact_rows(device, &((const exact_item *)job)->exact, SEED[0], &wrong));
    if (wrong != 0)
        must(WM_E_DEVICE);
}

static void run_compare_exact(const void *job)
{
    const exact_item *item = job;
    wm_exact_difference result;
    must(cpu->compare_exact(device, item->fast.C, WM_FORMAT_F16, item->exact.C, (size_t)N * N,
                            &result));
    if (result.wrong != 0)
        must(WM_E_DEVICE);
}

static void run_exact_checks(const void *job)
{
    run_exact_rows(job);
    run_compare_exact(job);
}

static void run_take_integers(const void *job)
{
    const exact_item *item = job;
    uint64_t refused;
    must(cpu->take_integers(device, item->output, (size_t)N * N, 1 << 24, item->exact.C, &refused));
}

static void run_fast(const void *job)
{
    must(cpu->gemm(device, &((const exact_item *)job)->fast));
}

static void run_fill_integers(const void *job)
{
    must(cpu->fill_integers(device, A, &((const exact_item *)job)->integers, SEED[0]));
}

static void fill_exact(const exact_item *item)
{
    const wm_integers rows = {WM_FORMAT_F16, RANGE, N, N, false};
    const wm_integers int_rows = {WM_FORMAT_I8, RANGE, N, N, false};
    const wm_integers int_columns = {WM_FORMAT_I8, RANGE, N, N, true};
    must(cpu->fill_integers(device, A, &rows, SEED[0]));
    must(cpu->fill_integers(device, B, &rows, SEED[1]));
    must(cpu->fill_integers(device, (wm_device_buffer *)(uintptr_t)item->exact.A, &int_rows,
                            SEED[0]));
    must(cpu->fill_integers(device, (wm_device_buffer *)(uintptr_t)item->exact.B, &int_columns,
                            SEED[1]));
    must(cpu->gemm(device, &item->fast));
    must(cpu->gemm(device, &item->exact));
}

/* The checks of an exact product beside the product; the fills of its operands beside each other.
 */
static void bench_exact(void)
{
    const size_t count = (size_t)N * N;
    double best[3];
    exact_item item = {
        {WM_FORMAT_F16, WM_FORMAT_F16, WM_ARITHMETIC_F32, WM_LAYOUT_NN, N, N, N, A, B, C},
        {WM_FORMAT_I8, WM_FORMAT_I32, WM_ARITHMETIC_I32, WM_LAYOUT_TN, N, N, N, buffer_of(count),
         buffer_of(count), buffer_of(count * 4)},
        buffer_of(count * 4),
        {WM_FORMAT_F16, RANGE, N, N, false}};
    fill_exact(&item);
    must(cpu->fill_integers(device, item.output, &(wm_integers){WM_FORMAT_F32, 127, N, N, false},
                            SEED[0]));
    race(run_fast, &item, run_exact_checks, &item, best);
    printf("fp16 product n=%d: %.1f ms, its exact checks %.1f, ratio %.4f, median of pairs %.4f\n",
           N, 1e3 * best[0], 1e3 * best[1], best[1] / best[0], best[2]);
    race(run_exact_rows, &item, run_compare_exact, &item, best);
    printf("exact_rows n=%d: %.2f ms; compare_exact %.2f ms, %.2f GB/s\n", N, 1e3 * best[0],
           1e3 * best[1], 6e-9 * (double)count / best[1]);
    exact_item by_columns = item;
    by_columns.integers.by_columns = true;
    race(run_fill_integers, &item, run_fill_integers, &by_columns, best);
    printf("fill_integers binary16 n=%d: by rows %.2f ms, by columns %.2f ms\n", N, 1e3 * best[0],
           1e3 * best[1]);
    race(run_take_integers, &item, run_take_integers, &item, best);
    printf("take_integers n=%d: %.2f ms, %.2f GB/s\n", N, 1e3 * best[0],
           8e-9 * (double)count / best[0]);
}

typedef struct {
    float *a;
    const float *b, *c;
} stream;

/* STREAM's triad with stores past the caches and without fused multiply-add, as on baseline x86-64,
 * on the memory of our own. */
static void run_stream(const void *job)
{
    const stream *plain = job;
#if defined(__x86_64__)
    const __m128 three = _mm_set1_ps(3);
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < VECTOR; i += 16)
        for (size_t u = 0; u < 16; u += 4)
            _mm_stream_ps(plain->a + i + u,
                          _mm_add_ps(_mm_load_ps(plain->b + i + u),
                                     _mm_mul_ps(three, _mm_load_ps(plain->c + i + u))));
#else
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < VECTOR; i++)
        plain->a[i] = plain->b[i] + 3 * plain->c[i];
#endif
}

static void run_triad(const void *job)
{
    wm_device_buffer *const *buffers = job;
    must(cpu->triad(device, buffers[0], buffers[1], buffers[2], VECTOR));
}

static void bench_triad(void)
{
    const size_t size = (size_t)VECTOR * 4;
    wm_device_buffer *buffers[3];
    double best[3];
    for (int i = 0; i < 3; i++) {
        buffers[i] = buffer_of(size);
        must(cpu->fill_normal(device, buffers[i], WM_FORMAT_F32, VECTOR, SEED[0]));
    }
    const stream plain = {(float *)(void *)buffers[0]->bytes,
                          (const float *)(const void *)buffers[1]->bytes,
                          (const float *)(const void *)buffers[2]->bytes};
    race(run_triad, buffers, run_stream, &plain, best);
    printf("triad: %.1f GB/s, plain STREAM triad %.1f, ratio %.3f, median of pairs %.3f\n",
           3e-9 * (double)size / best[0], 3e-9 * (double)size / best[1], best[1] / best[0],
           best[2]);
    for (int i = 0; i < 3; i++)
        cpu->free(device, buffers[i]);
}

static void fill_once(wm_format format)
{
    const size_t count = (size_t)N * N;
    if (format == WM_FORMAT_I8)
        must(cpu->fill_int8(device, A, count, SEED[0]));
    else if (format == WM_FORMAT_U32)
        must(cpu->fill_index(device, A, count, 1, 1000003, SEED[0]));
    else
        must(cpu->fill_normal(device, A, format, count, SEED[0]));
}

static void bench_fills(void)
{
    static const wm_format FORMATS[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_E4M3,
                                        WM_FORMAT_F32, WM_FORMAT_F64,  WM_FORMAT_I8,
                                        WM_FORMAT_U32};
    wm_device_properties properties;
    must(cpu->properties(device, &properties));
    for (size_t f = 0; f < sizeof FORMATS / sizeof *FORMATS; f++) {
        double best = 1e30;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            const double start = seconds_now();
            fill_once(FORMATS[f]);
            const double elapsed = seconds_now() - start;
            best = elapsed < best ? elapsed : best;
        }
        printf("fill %s: %.2f GB/s a core\n", wm_format_name(FORMATS[f]),
               1e-9 * (double)N * N * (double)wm_format_size(FORMATS[f]) / best / properties.units);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} PARTS[] = {{"fills", bench_fills},
             {"triad", bench_triad},
             {"products", bench_products},
             {"checks", bench_checks},
             {"exact", bench_exact}};

int main(int argc, char **argv)
{
    wm_sha256_plug(wm_cpu_sha256_find());
    cpu = wm_registry_find("cpu");
    if (cpu->open(&(wm_device_options){.index = 0}, &device, NULL) != WM_OK)
        return 2;
    A = buffer_of((size_t)N * N * 8);
    B = buffer_of((size_t)N * N * 8);
    C = buffer_of((size_t)N * N * 8);
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (argc < 2 || strcmp(argv[1], PARTS[i].name) == 0)
            PARTS[i].run();
    cpu->close(device);
    return 0;
}
