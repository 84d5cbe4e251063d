/* Tests of study/residual_match: which differences another order of sums explains. */
#include "record/laws/tolerance.h"
#include "study/output/residual_match.h"
#include "workload/workload.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"
#include "verify/freivalds.h"

#include <math.h>
#include <string.h>

static wm_item item_of(const char *workload, const char *variant, uint32_t a, uint32_t b,
                       uint32_t c)
{
    const wm_item item = {wm_tables_variant(workload, strlen(workload), variant, strlen(variant)),
                          {a, b, c, 0},
                          1,
                          {WM_FAULT_NONE, false, 0, 0},
                          WM_POINT_NONE,
                          0,
                          {WM_TRIAL_NOT, 0},
                          NULL};
    assert_non_null(item.variant);
    return item;
}

static wm_observed_residual residual_of(double difference, double reference, double statistic,
                                        uint64_t row)
{
    return (wm_observed_residual){.difference_max = difference,
                                  .reference_max = reference,
                                  .row_statistic = statistic,
                                  .row = row,
                                  .residual_squares = 1e4,
                                  .rounding_squares = 1.01e4};
}

static wm_residual_match compare(const wm_item *item, const wm_observed_residual *recorded)
{
    const wm_observed_residual own = residual_of(1.28, 6400, 2, 7);
    return wm_residual_match_residual(item, recorded, &own);
}

/* One field at a time: only an equal value matches. */
static void each_field_counts(void **state)
{
    const wm_item item = item_of("gemm", "fp16", 4096, 4096, 4096);
    static const struct {
        double difference, reference, statistic;
        uint64_t row;
        wm_residual_match expected;
    } cases[] = {
        {1.28, 6400, 2, 7, WM_RESIDUAL_MATCH_YES},
        {1.28 * (1 + 0x1p-52), 6400, 2, 7, WM_RESIDUAL_MATCH_UNSURE},
        {1.28 * (1 + 0x1p-20), 6400, 2, 7, WM_RESIDUAL_MATCH_UNSURE},
        {1.28, 6400 * (1 + 0x1p-52), 2, 7, WM_RESIDUAL_MATCH_UNSURE},
        {1.28, 6400, 2 * (1 + 0x1p-52), 7, WM_RESIDUAL_MATCH_UNSURE},
        {1.28 * 1.001, 6400, 2, 7, WM_RESIDUAL_MATCH_UNSURE},
        {1.28 * 1.005, 6400, 2, 7, WM_RESIDUAL_MATCH_UNSURE},
        {1.28 * 1.02, 6400, 2, 7, WM_RESIDUAL_MATCH_UNSURE},
        {1.28 * 0.98, 6400, 2, 7, WM_RESIDUAL_MATCH_UNSURE},
        {1.28 * 1.3, 6400, 2, 7, WM_RESIDUAL_MATCH_NO},
        {1.28 * 0.7, 6400, 2, 7, WM_RESIDUAL_MATCH_NO},
        {1.28, 6400.64, 2, 7, WM_RESIDUAL_MATCH_NO},
        {1.28, 6400, 2.02, 7, WM_RESIDUAL_MATCH_UNSURE},
        {1.28, 6400, 2.1, 7, WM_RESIDUAL_MATCH_UNSURE},
        {1.28, 6400, 2.6, 7, WM_RESIDUAL_MATCH_NO},
        {1.28, 6400, 2, 8, WM_RESIDUAL_MATCH_UNSURE},
        {(double)NAN, 6400, 2, 7, WM_RESIDUAL_MATCH_NO},
        {1.28, (double)NAN, 2, 7, WM_RESIDUAL_MATCH_NO},
        {1.28, 6400, (double)NAN, 7, WM_RESIDUAL_MATCH_NO},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wm_observed_residual recorded =
            residual_of(cases[i].difference, cases[i].reference, cases[i].statistic, cases[i].row);
        assert_int_equal(compare(&item, &recorded), cases[i].expected);
    }
}

static void probes_and_sums_count(void **state)
{
    const wm_item item = item_of("gemm", "fp16", 4096, 4096, 4096);
    wm_observed_residual recorded = residual_of(1.28, 6400, 2, 7);
    (void)state;
    recorded.probe = 1;
    assert_int_equal(compare(&item, &recorded), WM_RESIDUAL_MATCH_UNSURE);
    recorded = residual_of(1.28, 6400, 2, 7);
    recorded.residual_squares *= 1.002;
    assert_int_equal(compare(&item, &recorded), WM_RESIDUAL_MATCH_UNSURE);
    recorded.residual_squares = 1e4 * 1.1;
    assert_int_equal(compare(&item, &recorded), WM_RESIDUAL_MATCH_NO);
    recorded.residual_squares = (double)NAN;
    assert_int_equal(compare(&item, &recorded), WM_RESIDUAL_MATCH_NO);
    recorded = residual_of(1.28, 6400, 2, 7);
    recorded.rounding_squares *= 1 + 1e-6;
    assert_int_equal(compare(&item, &recorded), WM_RESIDUAL_MATCH_UNSURE);
    recorded.rounding_squares *= 1.001;
    assert_int_equal(compare(&item, &recorded), WM_RESIDUAL_MATCH_NO);
}

static void nan_residuals_match_nan(void **state)
{
    const wm_item item = item_of("gemm", "fp16", 64, 64, 64);
    const wm_observed_residual own = residual_of((double)NAN, 100, (double)NAN, 3);
    wm_observed_residual recorded = own;
    (void)state;
    assert_int_equal(wm_residual_match_residual(&item, &recorded, &own), WM_RESIDUAL_MATCH_YES);
    recorded.reference_max = 90;
    assert_int_equal(wm_residual_match_residual(&item, &recorded, &own), WM_RESIDUAL_MATCH_UNSURE);
    recorded = own;
    recorded.difference_max = 0.02;
    assert_int_equal(wm_residual_match_residual(&item, &recorded, &own), WM_RESIDUAL_MATCH_NO);
}

/* Where C cancels, for example with one row and one column, the witness's sums round as elsewhere.
 */
static void cancelling_residuals_match(void **state)
{
    const wm_item item = item_of("gemm", "f64", 1, 1, 400);
    const wm_observed_residual own = residual_of(1e-15, 1e-3, 1, 0);
    wm_observed_residual recorded = own;
    (void)state;
    recorded.difference_max = 3e-15;
    recorded.reference_max += 2e-15;
    assert_int_equal(wm_residual_match_residual(&item, &recorded, &own), WM_RESIDUAL_MATCH_UNSURE);
    recorded.difference_max = 1e-12;
    assert_int_equal(wm_residual_match_residual(&item, &recorded, &own), WM_RESIDUAL_MATCH_NO);
}

/* 2^-24 (2 (s / 8 + 64) + 3). */
static void row_sums_are_bounded_by_the_keys(void **state)
{
    static const struct {
        const char *variant;
        uint32_t s;
        double expected;
    } cases[] = {{"bf16", 1, 131.25 * 0x1p-24},
                 {"bf16_causal", 128, 163 * 0x1p-24},
                 {"bf16", 8192, 2179 * 0x1p-24}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wm_item item = item_of("attention", cases[i].variant, 1, 1, cases[i].s);
        assert_true(wm_tolerance_row_sums(&item) == cases[i].expected);
    }
}

/* Both are at most the bound, so that two correct checks differ by it at most. */
static void row_sums_differ_by_their_bound(void **state)
{
    wm_item item = item_of("attention", "bf16", 1, 8, 128); /* the bound is 163 * 2^-24 */
    const wm_observed_residual own = {
        .difference_max = 1, .reference_max = 300, .row_sum_error = 0x1p-22};
    wm_observed_residual recorded = own;
    (void)state;
    item.dimension[3] = 64;
    recorded.row_sum_error = 163 * 0x1p-24;
    assert_int_equal(wm_residual_match_residual(&item, &recorded, &own), WM_RESIDUAL_MATCH_YES);
    recorded.row_sum_error = 1e-3;
    assert_int_equal(wm_residual_match_residual(&item, &recorded, &own), WM_RESIDUAL_MATCH_NO);
    recorded.row_sum_error = (double)NAN; /* where the residual is null */
    assert_int_equal(wm_residual_match_residual(&item, &recorded, &own), WM_RESIDUAL_MATCH_YES);
}

/* A triad and random reads have no sum that rounds. The others have binary64 sums, whose rounding
 * is far smaller than a factor of 1.3. */
static void the_other_checks_are_finer(void **state)
{
    const wm_item exacts[] = {item_of("hbm_triad", "f32", 1 << 24, 0, 0),
                              item_of("random_access", "bandwidth", 1 << 24, 1 << 16, 64)};
    wm_item sums[] = {item_of("reduction", "default", 1 << 24, 0, 0),
                      item_of("scatter_add", "fixed", 1 << 24, 1 << 16, 0),
                      item_of("index_add", "atomic", 1 << 16, 128, 1 << 12),
                      item_of("attention", "bf16", 1, 8, 1024)};
    const wm_observed_residual exact = residual_of(0, 5, (double)NAN, 0),
                               small = residual_of(1e-8, 5, (double)NAN, 0);
    wm_observed_residual recorded = exact;
    (void)state;
    sums[3].dimension[3] = 64;
    recorded.reference_max = nextafter(5, 6);
    for (size_t i = 0; i < sizeof exacts / sizeof *exacts; i++) {
        assert_int_equal(wm_residual_match_residual(&exacts[i], &exact, &exact),
                         WM_RESIDUAL_MATCH_YES);
        assert_int_equal(wm_residual_match_residual(&exacts[i], &recorded, &exact),
                         WM_RESIDUAL_MATCH_NO);
    }
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        recorded = small;
        recorded.difference_max *= 1.3;
        assert_int_equal(wm_residual_match_residual(&sums[i], &recorded, &small),
                         WM_RESIDUAL_MATCH_NO);
        recorded.difference_max = 1e-8 + 1e-13;
        assert_int_equal(wm_residual_match_residual(&sums[i], &recorded, &small),
                         WM_RESIDUAL_MATCH_UNSURE);
        assert_int_equal(wm_residual_match_residual(&sums[i], &small, &small),
                         WM_RESIDUAL_MATCH_YES);
    }
}

static void any_pair_of_a_calibration_counts(void **state)
{
    const wm_item item = item_of("gemm", "bf16", 256, 256, 256);
    wm_observed_calibration own = {.ok = true};
    (void)state;
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++) {
        own.difference_max[j] = 0.16;
        own.reference_max[j] = 100;
    }
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++) {
        wm_observed_calibration recorded = own;
        assert_int_equal(wm_residual_match_calibration(&item, &recorded, &own),
                         WM_RESIDUAL_MATCH_YES);
        recorded.difference_max[j] *= 1 + 0x1p-52;
        assert_int_equal(wm_residual_match_calibration(&item, &recorded, &own),
                         WM_RESIDUAL_MATCH_UNSURE);
        recorded.difference_max[j] *= 1.1;
        assert_int_equal(wm_residual_match_calibration(&item, &recorded, &own),
                         WM_RESIDUAL_MATCH_NO);
    }
}

/* Compares the derivation with a measurement. A binary32 witness of a product differs from a
 * binary64 one by less than half of the slack, for both methods. */
static void the_slack_covers_the_witness(void **state)
{
    static const uint32_t sizes[] = {64, 256, 512};
    wm_device *device = open_cpu(2);
    (void)state;
    assert_non_null(device);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const wm_item item = item_of("gemm", "f32", sizes[i], sizes[i], sizes[i]);
        const double slack = 4 * sqrt((double)sizes[i]) * 0x1p-24;
        uint8_t seeds[WM_TABLES_PROBES][WM_SHA256_SIZE];
        wm_residual_result narrow[WM_TABLES_PROBES], wide[WM_TABLES_PROBES];
        wm_workload workload;
        assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
        assert_int_equal(wm_workload_fill(&workload, ""), WM_OK);
        assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
        for (size_t j = 0; j < WM_TABLES_PROBES; j++)
            memset(seeds[j], (int)j, sizeof seeds[j]);
        for (size_t sets = 1; sets <= WM_TABLES_PROBES; sets += WM_TABLES_PROBES - 1) {
            wm_residual residual = {.gemm = &workload.job.as.gemm,
                                    .witness = WM_FORMAT_F32,
                                    .least_square = 1,
                                    .sets = sets,
                                    .seeds = (const uint8_t(*)[WM_SHA256_SIZE])seeds};
            assert_int_equal(device->ops->residual(device, &residual, narrow), WM_OK);
            residual.witness = WM_FORMAT_F64;
            assert_int_equal(device->ops->residual(device, &residual, wide), WM_OK);
            for (size_t j = 0; j < sets; j++) {
                const double reference = wide[j].reference_max;
                assert_true(fabs(narrow[j].difference_max - wide[j].difference_max) <=
                            slack * reference / 2);
                assert_true(fabs(narrow[j].reference_max - reference) <= slack * reference / 2);
            }
        }
        wm_workload_close(&workload);
    }
    device->ops->close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_counts),
        cmocka_unit_test(probes_and_sums_count),
        cmocka_unit_test(nan_residuals_match_nan),
        cmocka_unit_test(cancelling_residuals_match),
        cmocka_unit_test(row_sums_are_bounded_by_the_keys),
        cmocka_unit_test(row_sums_differ_by_their_bound),
        cmocka_unit_test(the_other_checks_are_finer),
        cmocka_unit_test(any_pair_of_a_calibration_counts),
        cmocka_unit_test(the_slack_covers_the_witness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
