/* Tests of the verdict on products of few rows or few terms: honest ones are never rejected, faulty
 * ones are. */
#include "record/laws/rule.h"
#include "study/output/fault.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"
#include "verify/check.h"
#include "verify/freivalds.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static wm_device *device;

static int set_up(void **state)
{
    (void)state;
    device = open_cpu(1);
    return device != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    device->ops->close(device);
    return 0;
}

/* One product, with the values that decide on it. */
typedef struct product {
    wm_item item;
    char nonce[17];
    wm_workload workload;
    wm_observed_calibration calibration;
} product;

static wm_observed_residual look(const product *of, wm_observed_calibration *calibration)
{
    const wm_check check = {device, &of->item, of->nonce, &of->workload.job, NULL};
    wm_observed_residual residual;
    uint8_t digest[32];
    assert_int_equal(wm_workload_digest(&of->workload, digest), WM_OK);
    assert_int_equal(wm_workload_check(&check, digest, &residual), WM_OK);
    if (calibration != NULL)
        assert_int_equal(wm_freivalds_calibrate(&check, digest, calibration), WM_OK);
    return residual;
}

static wm_decision decide(const product *of, const wm_observed_residual *residual)
{
    const wm_observed_item observed = {.item = &of->item, .calibration = &of->calibration};
    wm_observed_item whole = observed;
    const wm_observed_repeat repeat = {.ok = true, .residual = *residual};
    wm_limits limits;
    whole.repeats = &repeat;
    whole.count[WM_PROCEDURE_REPEATS] = 1;
    limits = wm_rule_limits(&whole);
    return wm_rule_decide(&limits, residual);
}

/* Computes the product and its calibration, and returns the decision. */
static wm_decision begin(product *of, const char *variant, const uint64_t shape[3], unsigned nonce)
{
    wm_observed_residual residual;
    memset(of, 0, sizeof *of);
    of->item.variant = wm_tables_variant("gemm", 4, variant, strlen(variant));
    of->item.repeats = 1;
    memcpy(of->item.dimension, shape, 3 * sizeof *shape);
    snprintf(of->nonce, sizeof of->nonce, "%04x", nonce);
    assert_int_equal(wm_workload_open(&of->workload, device, &of->item), WM_OK);
    assert_int_equal(wm_workload_fill(&of->workload, of->nonce), WM_OK);
    assert_int_equal(wm_job_run(device, &of->workload.job), WM_OK);
    residual = look(of, &of->calibration);
    return decide(of, &residual);
}

static const char *const VARIANTS[] = {"fp16", "bf16", "tf32", "fp8", "f32", "f64", "int8"};
enum { VARIANT_COUNT = sizeof VARIANTS / sizeof *VARIANTS };

/* Each product, and the repair that would replace it. A single tolerance for all products rejected
 * 0.6 % of those of one row, 1 % of those of one term and 5 % of f64's of one element. */
static void honest_products_are_not_rejected(void **state)
{
    static const struct {
        uint64_t shape[3];
        unsigned count; /* of each variant */
    } cases[] = {{{1, 1, 16}, 60},  {{1, 48, 64}, 300}, {{2, 40, 30}, 40},
                 {{3, 40, 30}, 20}, {{4, 48, 1}, 60},   {{8, 20, 2}, 20}};
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (unsigned i = 0; i < VARIANT_COUNT * cases[c].count; i++) {
            const char *const variant = VARIANTS[i % VARIANT_COUNT];
            const uint64_t *const shape = cases[c].shape;
            wm_observed_residual residual;
            product one;
            if (begin(&one, variant, shape, i) == WM_DECISION_REJECT)
                fail_msg("%s m%" PRIu64 " n%" PRIu64 " k%" PRIu64 ", nonce %s: rejected", variant,
                         shape[0], shape[1], shape[2], one.nonce);
            one.workload.kind->make_careful(&one.workload.job);
            assert_int_equal(wm_job_run(device, &one.workload.job), WM_OK);
            residual = look(&one, NULL);
            if (decide(&one, &residual) == WM_DECISION_REJECT)
                fail_msg("%s m%" PRIu64 " n%" PRIu64 " k%" PRIu64
                         ", nonce %s: its repair is rejected",
                         variant, shape[0], shape[1], shape[2], one.nonce);
            wm_workload_close(&one.workload);
        }
}

/* max|CX| of one element is at least |x| sqrt(k) v, with 48 / 64 <= |x| <= 79 / 64. */
static void reference_max_has_a_lower_bound(void **state)
{
    static const uint64_t shape[] = {1, 1, 100};
    (void)state;
    for (unsigned i = 0; i < VARIANT_COUNT; i++) {
        const double typical = i < 6 ? 10 : 54615; /* sqrt(k) v */
        unsigned near = 0;
        for (unsigned nonce = 0; nonce < 20; nonce++) {
            product one;
            begin(&one, VARIANTS[i], shape, nonce);
            for (unsigned j = 0; j < WM_TABLES_PROBES; j++) {
                assert_true(one.calibration.reference_max[j] >= typical * 48 / 64);
                near += one.calibration.reference_max[j] <= typical * 79 / 64;
            }
            wm_workload_close(&one.workload);
        }
        assert_true(near > 20);
    }
}

/* All kinds of faults whose effect cannot be small. One bit of one element may have a small effect.
 */
static void faults_are_rejected(void **state)
{
    static const char *const kinds[] = {"row", "tile", "nan", "stale", "operand", "precision"};
    static const uint32_t COLUMNS_AND_DEPTH[][2] = {{64, 64}, {300, 100}, {1000, 512}};
    unsigned made = 0;
    (void)state;
    for (size_t s = 0; s < 9; s++)
        for (unsigned v = 0; v < VARIANT_COUNT; v++)
            for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
                const uint64_t shape[] = {(uint32_t)(1 + s / 3), COLUMNS_AND_DEPTH[s % 3][0],
                                          COLUMNS_AND_DEPTH[s % 3][1]};
                wm_observed_residual residual;
                wm_fault fault;
                wm_error err;
                product one;
                begin(&one, VARIANTS[v], shape, (unsigned)s);
                assert_int_equal(wm_fault_parse(kinds[kind], &fault, &err), WM_OK);
                if (wm_fault_plan(&fault, &one.item, 1, &err) == WM_OK) {
                    assert_int_equal(wm_fault_make(&one.workload, one.nonce), WM_OK);
                    residual = look(&one, NULL);
                    if (decide(&one, &residual) != WM_DECISION_REJECT)
                        fail_msg("%s of %s m%" PRIu64 " n%" PRIu64 " k%" PRIu64 " is not rejected",
                                 kinds[kind], VARIANTS[v], shape[0], shape[1], shape[2]);
                    made++;
                }
                wm_workload_close(&one.workload);
            }
    assert_true(made >=
                9 * (7 * 4 + 6)); /* int8 has no NaN, and precision is not every variant's */
}

/* An element that is wrong by this fraction of its row's expected size is found in almost all
 * cases. */
static void a_large_element_is_rejected(void **state)
{
    (void)state;
    for (uint32_t m = 1; m <= 3; m++)
        for (unsigned v = 0; v < VARIANT_COUNT; v++) {
            const uint64_t shape[] = {m, 256, 100};
            unsigned seen = 0;
            for (unsigned nonce = 0; nonce < 20; nonce++) {
                uint8_t element[8];
                wm_observed_residual residual;
                product one;
                begin(&one, VARIANTS[v], shape, nonce);
                /* two standard deviations of an element, at least */
                wm_format_store(one.workload.output_format, element, 0, v == 6 ? 120000 : 24);
                assert_int_equal(device->ops->upload(device, one.workload.output, 0, element,
                                                     wm_format_size(one.workload.output_format)),
                                 WM_OK);
                residual = look(&one, NULL);
                seen += decide(&one, &residual) == WM_DECISION_REJECT;
                wm_workload_close(&one.workload);
            }
            if (seen < 18)
                fail_msg("%s m%u: %u of 20 seen", VARIANTS[v], m, seen);
        }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(honest_products_are_not_rejected),
        TEST(reference_max_has_a_lower_bound),
        TEST(faults_are_rejected),
        TEST(a_large_element_is_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
