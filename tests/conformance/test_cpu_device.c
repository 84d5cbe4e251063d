/* Properties of the CPU device beyond single results: predicted residual floors, and which outputs
 * repeat. */
#include "backend/cpu/cpu_device.h"
#include "backend/product.h"
#include "backend/registry.h"
#include "record/laws/plan.h"
#include "workload/workload.h"
#include "support/cmocka.h"
#include "support/row_quantile.h"
#include "verify/check.h"
#include "verify/freivalds.h"
#include "verify/selftest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 21, REPEATS = 12 };

static const wm_backend *cpu;
static wm_device *device;

static int open_device(void **state)
{
    (void)state;
    cpu = wm_registry_find("cpu");
    return cpu->open(&(wm_device_options){.threads = 2}, &device, NULL) == WM_OK ? 0 : -1;
}

static int close_device(void **state)
{
    (void)state;
    cpu->close(device);
    return 0;
}

static wm_device_buffer *buffer_of(size_t size_bytes)
{
    wm_device_buffer *buffer = NULL;
    assert_int_equal(cpu->alloc(device, size_bytes, &buffer), WM_OK);
    return buffer;
}

static wm_device_buffer *filled(wm_format format, size_t count, uint8_t number)
{
    const uint8_t seed[32] = {number, 77};
    wm_device_buffer *buffer = buffer_of(count * wm_format_size(format));
    if (format == WM_FORMAT_I8)
        assert_int_equal(cpu->fill_int8(device, buffer, count, seed), WM_OK);
    else
        assert_int_equal(cpu->fill_normal(device, buffer, format, count, seed), WM_OK);
    return buffer;
}

static wm_gemm product_of(const wm_product_variant *kind, size_t n)
{
    return (wm_gemm){kind->operand,
                     kind->output,
                     kind->arithmetic,
                     kind->layout,
                     n,
                     n,
                     n,
                     filled(kind->operand, n * n, 1),
                     filled(kind->operand, n * n, 2),
                     buffer_of(n * n * wm_format_size(kind->output))};
}

static void free_product(const wm_gemm *gemm)
{
    cpu->free(device, (wm_device_buffer *)(uintptr_t)gemm->A);
    cpu->free(device, (wm_device_buffer *)(uintptr_t)gemm->B);
    cpu->free(device, gemm->C);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static wm_residual residual_with(const wm_product_variant *kind, const wm_gemm *gemm, size_t sets,
                                 const uint8_t (*seeds)[32])
{
    const wm_item item = wm_freivalds_item(kind, gemm->m, gemm->n, gemm->k);
    const wm_freivalds_row_terms terms = wm_freivalds_terms(&item);
    return (wm_residual){.gemm = gemm,
                         .witness = wm_freivalds_witness(&item),
                         .has_gap = terms.has_gap,
                         .gap_scale = terms.gap_scale,
                         .least_square = terms.least_square,
                         .sets = sets,
                         .seeds = seeds};
}

/* All probe sets together: the path of a calibration, which uses BLAS. */
static void residuals_of(const wm_product_variant *kind, const wm_gemm *gemm,
                         wm_residual_result results[SETS])
{
    uint8_t seeds[SETS][32] = {{0}};
    for (int s = 0; s < SETS; s++)
        seeds[s][0] = (uint8_t)(s + 1);
    const wm_residual residual = residual_with(kind, gemm, SETS, (const uint8_t(*)[32])seeds);
    assert_int_equal(cpu->residual(device, &residual, results), WM_OK);
}

/* One probe set alone: the path of a witness. */
static wm_residual_result residual_of(const wm_product_variant *kind, const wm_gemm *gemm, int set)
{
    const uint8_t seed[1][32] = {{(uint8_t)(set + 1)}};
    wm_residual_result result;
    const wm_residual residual = residual_with(kind, gemm, 1, seed);
    assert_int_equal(cpu->residual(device, &residual, &result), WM_OK);
    return result;
}

static double floor_of(const wm_residual_result results[SETS])
{
    double ratios[SETS];
    for (int s = 0; s < SETS; s++)
        ratios[s] = results[s].difference_max / results[s].reference_max;
    qsort(ratios, SETS, sizeof *ratios, ascending);
    return ratios[SETS / 2];
}

/* G of the sets together. V of tf32 is its least D. */
static double rounding_of(const wm_product_variant *kind, const wm_gemm *gemm,
                          const wm_residual_result results[SETS])
{
    const wm_residual residual = residual_with(kind, gemm, 0, NULL);
    double squares = 0, roundings = 0;
    for (int s = 0; s < SETS; s++) {
        squares += results[s].residual_squares;
        roundings += residual.has_gap ? results[s].rounding_squares
                                      : residual.least_square * 1.0052490234375 * (double)gemm->n *
                                            (double)gemm->m;
    }
    return squares / roundings;
}

/* The largest row statistic of all sets. */
static double worst_of(const wm_residual_result results[SETS])
{
    double worst = 0;
    for (int s = 0; s < SETS; s++)
        worst = fmax(worst, results[s].row_statistic);
    return worst;
}

/* A set's share of the columns makes the floor 7 % larger at n = 512. G's bands are five times its
 * sampling error at n = 512, and more than that above. */
static void floors_and_roundings_are_where_predicted(void **state)
{
    (void)state;
    for (size_t n = 512; n <= 2048; n *= 2)
        for (size_t v = 0; v < WM_PRODUCT_VARIANTS; v++) {
            wm_residual_result results[SETS];
            const wm_product_variant *kind = &wm_product_variants[v];
            const double predicted = wm_freivalds_item(kind, n, n, n).variant->predicted_floor;
            if (predicted == 0) /* none is predicted */
                continue;
            const wm_gemm gemm = product_of(kind, n);
            assert_int_equal(cpu->gemm(device, &gemm), WM_OK);
            residuals_of(kind, &gemm, results);
            const double floor = floor_of(results), worst = worst_of(results);
            const double G = rounding_of(kind, &gemm, results);
            printf("%s n=%zu: floor %.3e, of predicted %.3f, G %.4f, largest statistic %.1f of "
                   "%.1f\n",
                   kind->name, n, floor, floor / predicted, G, worst, row_threshold(&gemm));
            assert_true(floor <= 1.20 * predicted && predicted <= 1.10 * floor);
            assert_true(G > 0.96 && G < 1.04);
            assert_true(worst > 8 && worst <= row_threshold(&gemm));
            free_product(&gemm);
        }
}

static bool is_near(double a, double b, double relative)
{
    return fabs(a - b) <= relative * fabs(b);
}

/* The device's best kernels, one probe set at a time, against all sets with BLAS. */
static void single_sets_find_the_same(void **state)
{
    enum { N = 1000 };
    (void)state;
    for (size_t v = 0; v < WM_PRODUCT_VARIANTS; v++) {
        const wm_product_variant *kind = &wm_product_variants[v];
        wm_residual_result together[SETS];
        if (wm_freivalds_item(kind, N, N, N).variant->predicted_floor == 0)
            continue;
        const wm_gemm gemm = product_of(kind, N);
        assert_int_equal(cpu->gemm(device, &gemm), WM_OK);
        residuals_of(kind, &gemm, together);
        for (int s = 0; s < SETS; s++) {
            const wm_residual_result one = residual_of(kind, &gemm, s);
            assert_true(is_near(one.difference_max, together[s].difference_max, 0.02));
            assert_true(is_near(one.reference_max, together[s].reference_max, 1e-5));
            assert_true(is_near(one.row_statistic, together[s].row_statistic, 0.05));
            assert_true(is_near(one.residual_squares, together[s].residual_squares, 1e-3));
            assert_true(is_near(one.rounding_squares, together[s].rounding_squares, 1e-6));
            assert_true(one.probe_square_max == together[s].probe_square_max);
        }
        free_product(&gemm);
    }
}

/* All residuals of the self-test with each set of kernels that this processor can run. */
static void every_set_of_kernels_agrees_with_the_reference(void **state)
{
    wm_cpu_device *own = wm_cpu_device_of(device);
    const wm_cpu_kernels *best = own->kernels;
    (void)state;
    for (size_t i = 0; wm_cpu_kernels_get(i) != NULL; i++) {
        wm_selftest_summary summary;
        own->kernels = wm_cpu_kernels_get(i);
        assert_int_equal(wm_selftest_run(device, "residual", NULL, NULL, &summary), WM_OK);
        printf("%s: %u cases passed, %u failed\n", own->kernels->name, summary.passed,
               summary.failed);
        assert_true(summary.failed == 0 && summary.passed > 0);
    }
    own->kernels = best;
}

/* A record made with one set of kernels must be reproduced with another: all agree within the slack
 * of study/output/residual_match.h. */
static void sets_of_kernels_agree_with_each_other(void **state)
{
    enum { N = 300, SEEDS = 16 };
    const double slack = 2 * (sqrt(N) + sqrt(N)) * 0x1p-24;
    wm_cpu_device *own = wm_cpu_device_of(device);
    const wm_cpu_kernels *best = own->kernels;
    (void)state;
    for (size_t v = 0; v < WM_PRODUCT_VARIANTS; v++) {
        const wm_product_variant *kind = &wm_product_variants[v];
        if (wm_freivalds_item(kind, N, N, N).variant->predicted_floor == 0)
            continue;
        wm_residual_result first[SEEDS], result;
        double worst = 0;
        const wm_gemm gemm = product_of(kind, N);
        assert_int_equal(cpu->gemm(device, &gemm), WM_OK);
        for (size_t i = 0; wm_cpu_kernels_get(i) != NULL; i++)
            for (int s = 0; s < SEEDS; s++) {
                own->kernels = wm_cpu_kernels_get(i);
                result = residual_of(kind, &gemm, s);
                if (i == 0)
                    first[s] = result;
                worst = fmax(worst, fabs(result.difference_max - first[s].difference_max) /
                                        (slack * first[s].reference_max));
                worst = fmax(worst, fabs(result.reference_max - first[s].reference_max) /
                                        (slack * first[s].reference_max));
                assert_true(fabs(result.row_statistic - first[s].row_statistic) <=
                            0x1p-6 * first[s].row_statistic);
            }
        printf("%s: sets of kernels differ by %.3f of the slack\n", kind->name, worst);
        assert_true(worst <= 1);
        free_product(&gemm);
    }
    own->kernels = best;
}

static void digest_of(const wm_device_buffer *buffer, uint8_t digest[32])
{
    assert_int_equal(cpu->digest(device, buffer, cpu->size_bytes(buffer), 1 << 20, digest, NULL),
                     WM_OK);
}

/* Shapes that do not divide evenly, for the dimensions of the variant. */
static const struct {
    const char *workload;
    uint64_t dimension[3][4];
} SHAPES[] = {
    {"gemm", {{300, 257, 511}, {64, 64, 2000}, {333, 1000, 77}}},
    {"hbm_triad", {{100003}}},
    {"attention", {{1, 2, 200, 48}}},
    {"reduction", {{1000003}}},
    {"scatter_add", {{100003, 1000}}},
    {"index_add", {{2001, 64, 300}}},
    {"random_access", {{65536, 300, 200}}},
};

/* The measurements that a device with this many threads makes of the output in `of`. */
typedef struct {
    wm_observed_residual residual;
    wm_observed_calibration calibration;
} sight;

static sight look_at(const wm_workload *of, uint32_t threads)
{
    sight seen;
    wm_device *other;
    wm_workload judged;
    uint8_t digest[32];
    memset(&seen, 0, sizeof seen); /* padding too, because they are compared as bytes */
    assert_int_equal(cpu->open(&(wm_device_options){.threads = threads}, &other, NULL), WM_OK);
    assert_int_equal(wm_workload_open(&judged, other, of->item), WM_OK);
    assert_int_equal(wm_workload_fill(&judged, ""), WM_OK);
    assert_int_equal(wm_workload_copy_output(of, &judged), WM_OK);
    assert_int_equal(wm_workload_digest(&judged, digest), WM_OK);
    const wm_check check = {other, of->item, "", &judged.job, NULL};
    assert_int_equal(wm_workload_check(&check, digest, &seen.residual), WM_OK);
    if (wm_tables_has(of->item->variant, WM_TRAIT_CALIBRATION))
        assert_int_equal(wm_freivalds_calibrate(&check, digest, &seen.calibration), WM_OK);
    wm_workload_close(&judged);
    cpu->close(other);
    return seen;
}

static void threads_do_not_show(const wm_item *item)
{
    wm_workload workload;
    assert_int_equal(wm_workload_open(&workload, device, item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, ""), WM_OK);
    /* a GPU's accumulator */
    const bool is_there = strncmp(item->variant->variant, "fp8_fast", strlen("fp8_fast")) != 0;
    assert_int_equal(wm_job_run(device, &workload.job), is_there ? WM_OK : WM_E_UNSUPPORTED);
    if (is_there) {
        const sight first = look_at(&workload, 1);
        for (uint32_t threads = 2; threads <= 3; threads++) {
            const sight again = look_at(&workload, threads);
            assert_memory_equal(&again, &first, sizeof first);
        }
    }
    wm_workload_close(&workload);
}

/* The recorded measurements of an output must have the same bits for the same bytes, for any number
 * of threads: study/output/residual_match.h. */
static void residuals_do_not_depend_on_threads(void **state)
{
    const wm_workload_kind *kind;
    (void)state;
    for (size_t v = 0; v < wm_tables_variant_count(); v++)
        for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++)
            for (size_t j = 0; j < 3 && SHAPES[i].dimension[j][0] != 0; j++) {
                wm_item item = {.variant = wm_tables_variant_at(v), .repeats = 1};
                memcpy(item.dimension, SHAPES[i].dimension[j], sizeof item.dimension);
                if (strcmp(item.variant->workload, SHAPES[i].workload) == 0)
                    threads_do_not_show(&item);
            }
    for (size_t k = 0; (kind = wm_workload_kind_at(k)) != NULL; k++) {
        wm_item item = {.repeats = 1}; /* the first of the built-in plans: a workload may have no
                                          shapes above */
        item.variant = wm_tables_variant(kind->name, strlen(kind->name), kind->rows->variant,
                                         strlen(kind->rows->variant));
        memcpy(item.dimension, kind->rows->dimension, sizeof item.dimension);
        threads_do_not_show(&item);
    }
}

static void products_repeat(void **state)
{
    (void)state;
    for (size_t v = 0; v < WM_PRODUCT_VARIANTS; v++) {
        uint8_t first[32], again[32];
        if (wm_product_variants[v].arithmetic == WM_ARITHMETIC_F32_FAST)
            continue; /* a CPU has no other accumulator */
        const wm_gemm gemm = product_of(&wm_product_variants[v], 700);
        for (int r = 0; r < 4; r++) {
            assert_int_equal(cpu->gemm(device, &gemm), WM_OK);
            digest_of(gemm.C, r == 0 ? first : again);
            if (r > 0)
                assert_memory_equal(first, again, 32);
        }
        free_product(&gemm);
    }
}

static void vectors_repeat(void **state)
{
    enum { COUNT = 1 << 21 };
    uint8_t first[3][32], again[32];
    wm_device_buffer *b = filled(WM_FORMAT_F32, COUNT, 3), *c = filled(WM_FORMAT_F32, COUNT, 4);
    wm_device_buffer *a = buffer_of(COUNT * 4), *out = buffer_of(wm_plan_sums(COUNT) * 4);
    (void)state;
    for (int r = 0; r < 4; r++) {
        assert_int_equal(cpu->triad(device, a, b, c, COUNT), WM_OK);
        digest_of(a, r == 0 ? first[0] : again);
        if (r > 0)
            assert_memory_equal(first[0], again, 32);
        for (int d = 0; d < 2; d++) {
            const wm_reduction reduction = {d == 1, COUNT, b, out};
            assert_int_equal(cpu->reduce(device, &reduction), WM_OK);
            digest_of(out, r == 0 ? first[1 + d] : again);
            if (r > 0)
                assert_memory_equal(first[1 + d], again, 32);
        }
    }
    cpu->free(device, a);
    cpu->free(device, b);
    cpu->free(device, c);
    cpu->free(device, out);
}

static void attention_repeats_if(bool is_causal)
{
    const size_t count = 2 * 300 * 48;
    uint8_t first[32], again[32];
    const wm_attention attention = {is_causal,
                                    1,
                                    2,
                                    300,
                                    48,
                                    filled(WM_FORMAT_BF16, count, 5),
                                    filled(WM_FORMAT_BF16, count, 6),
                                    filled(WM_FORMAT_BF16, count, 7),
                                    buffer_of(count * 2)};
    for (int r = 0; r < 4; r++) {
        assert_int_equal(cpu->attention(device, &attention), WM_OK);
        digest_of(attention.O, r == 0 ? first : again);
        if (r > 0)
            assert_memory_equal(first, again, 32);
    }
}

static void attention_repeats(void **state)
{
    (void)state;
    attention_repeats_if(false);
    attention_repeats_if(true);
}

/* How many of REPEATS runs differ from the first. */
static int differing_runs(const wm_scatter *scatter)
{
    uint8_t first[32], again[32];
    int differing = 0;
    for (int r = 0; r < REPEATS; r++) {
        assert_int_equal(
            (scatter->columns > 1 ? cpu->index_add : cpu->scatter_add)(device, scatter), WM_OK);
        digest_of(scatter->out, r == 0 ? first : again);
        differing += r > 0 && memcmp(first, again, 32) != 0;
    }
    return differing;
}

/* Atomic additions depend on the order of the threads; integers do not. Two threads on one
 * processor may still alternate by chance, so there are many sums. */
static void atomics_vary_and_integers_do_not(void **state)
{
    enum { COUNT = 1 << 22, BUCKETS = 1 << 10 };
    const uint8_t seed[32] = {8};
    wm_device_buffer *index = buffer_of(COUNT * 4);
    wm_device_buffer *out = buffer_of(BUCKETS * 64 * 4);
    (void)state;
    assert_int_equal(cpu->fill_index(device, index, COUNT, 1, BUCKETS, seed), WM_OK);
    wm_scatter scatter = {false, COUNT, 1, BUCKETS, filled(WM_FORMAT_F32, COUNT, 9), index, out};
    assert_true(differing_runs(&scatter) > 0);
    scatter.fixed = true;
    assert_int_equal(differing_runs(&scatter), 0);
    scatter.fixed = false;
    scatter.columns = 64;
    scatter.rows = COUNT / 64;
    assert_true(differing_runs(&scatter) > 0);
}

static wm_covariate_value peak_of(void)
{
    wm_device_sample sample;
    memset(&sample, 0, sizeof sample);
    sample.is_full = true;
    assert_int_equal(cpu->covariates(device, &sample), WM_OK);
    return sample.memory_peak;
}

/* Buffers and scratch of an item are not in the next item's peak. */
static void peaks_are_of_one_item(void **state)
{
    enum { LARGE = 1 << 24 };
    const size_t bytes = (size_t)LARGE * 4;
    const uint8_t weights[32] = {5};
    wm_difference difference;
    (void)state;
    assert_int_equal(close_device(state), 0); /* with the buffers of earlier tests */
    assert_int_equal(open_device(state), 0);
    wm_device_buffer *src = filled(WM_FORMAT_F32, LARGE, 1), *out = filled(WM_FORMAT_F32, LARGE, 2);
    wm_device_buffer *index = buffer_of(bytes);
    if (peak_of().reason != NULL) {
        printf("skipped: %s\n", peak_of().reason);
        skip();
    }
    assert_int_equal(cpu->fill_index(device, index, LARGE, 1, LARGE, weights), WM_OK);
    const wm_scatter scatter = {false, LARGE, 1, LARGE, src, index, out};
    assert_int_equal(cpu->scatter_residual(device, &scatter, weights, &difference), WM_OK);
    const double large = peak_of().value;
    cpu->free(device, src);
    cpu->free(device, index);
    /* The item is not over. The kernel counts pages in batches, so its count is a little off. */
    assert_true(peak_of().value >= 0.99 * large);
    cpu->free(device, out);
    wm_device_buffer *small = filled(WM_FORMAT_F32, 1000, 1);
    const double after = peak_of().value;
    const double item = 3 * (double)bytes + (double)LARGE * 2; /* 16 bits for each weight */
    printf("peak %.0f MB, of the item after it %.0f MB\n", large * 1e-6, after * 1e-6);
    assert_true(large >= 0.99 * item);
    assert_true(after <= large - 0.9 * item);
    wm_cpu_device_of(device)->peak_reason = "refused";
    assert_string_equal(peak_of().reason, "refused");
    cpu->free(device, small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_and_roundings_are_where_predicted),
        cmocka_unit_test(single_sets_find_the_same),
        cmocka_unit_test(every_set_of_kernels_agrees_with_the_reference),
        cmocka_unit_test(sets_of_kernels_agree_with_each_other),
        cmocka_unit_test(residuals_do_not_depend_on_threads),
        cmocka_unit_test(products_repeat),
        cmocka_unit_test(vectors_repeat),
        cmocka_unit_test(attention_repeats),
        cmocka_unit_test(atomics_vary_and_integers_do_not),
        cmocka_unit_test(peaks_are_of_one_item),
    };
    return cmocka_run_group_tests(tests, open_device, close_device);
}
