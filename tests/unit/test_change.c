/* Tests of record/change: which item is the base, and the functions of a change. */
#include "record/laws/change.h"

#include <math.h>
#include <string.h>

#include "support/cmocka.h"

static wm_item item_of(const char *workload, const char *variant, uint32_t n, wm_point point)
{
    wm_item item;
    memset(&item, 0, sizeof item);
    item.variant = wm_tables_variant(workload, strlen(workload), variant, strlen(variant));
    assert_non_null(item.variant);
    for (unsigned i = 0; i < item.variant->dimension_count; i++)
        item.dimension[i] = 8;
    item.dimension[0] = n;
    item.repeats = 6;
    item.point = point;
    return item;
}

static wm_item access_of(uint32_t n)
{
    return item_of("random_access", "latency_lines", n, WM_POINT_NONE);
}

static void a_point_has_the_item_without_it(void **state)
{
    wm_item items[6] = {
        item_of("gemm", "fp16", 8, WM_POINT_SOAK), item_of("gemm", "fp16", 9, WM_POINT_NONE),
        item_of("gemm", "bf16", 8, WM_POINT_NONE), item_of("gemm", "fp16", 8, WM_POINT_NONE),
        item_of("gemm", "fp16", 8, WM_POINT_NONE), item_of("gemm", "fp16", 9, WM_POINT_FULL)};
    wm_plan plan = {.item_count = 6, .items = items};
    (void)state;
    items[0].minutes = 3;
    items[3].fault.kind = WM_FAULT_TILE;
    items[4].repeats = 2;
    assert_int_equal(wm_change_base(&plan, 0), 4);
    assert_int_equal(wm_change_base(&plan, 5), 1);
    for (size_t i = 1; i < 5; i++)
        assert_int_equal(wm_change_base(&plan, i), 6);
    items[0].fault.kind = WM_FAULT_TILE;
    assert_int_equal(wm_change_base(&plan, 0), 3);
    items[0].fault.row = 1;
    assert_int_equal(wm_change_base(&plan, 0), 6);
}

static void a_sweep_has_the_next_smaller_size(void **state)
{
    wm_item items[6] = {access_of(64), access_of(16),
                        access_of(32), access_of(48),
                        access_of(40), item_of("hbm_triad", "f32", 8, WM_POINT_NONE)};
    wm_plan plan = {.item_count = 6, .items = items};
    (void)state;
    items[3].dimension[2] = 9; /* other steps */
    items[4].fault.kind = WM_FAULT_STALE;
    assert_int_equal(wm_change_base(&plan, 0), 2);
    assert_int_equal(wm_change_base(&plan, 1), 6); /* the smallest */
    assert_int_equal(wm_change_base(&plan, 2), 1);
    assert_int_equal(wm_change_base(&plan, 3), 6);
    assert_int_equal(wm_change_base(&plan, 4), 6); /* a fault */
    assert_int_equal(wm_change_base(&plan, 5), 6); /* not swept */
    items[2].point = WM_POINT_SOAK;
    assert_int_equal(wm_change_base(&plan, 0), 1);
    assert_int_equal(wm_change_base(&plan, 2), 6); /* a point needs an equal item */
}

/* Two items of 8 repeats; the second is the base. */
typedef struct fixture {
    wm_item items[2];
    wm_observed_repeat repeats[2][8];
    wm_observed_calibration calibrations[2];
    wm_observed_item observed[2];
} fixture;

static void make(fixture *of)
{
    memset(of, 0, sizeof *of);
    for (unsigned i = 0; i < 2; i++) {
        of->items[i] = item_of("gemm", "fp16", 8, i == 0 ? WM_POINT_SOAK : WM_POINT_NONE);
        for (unsigned r = 0; r < 8; r++) {
            of->repeats[i][r].ok = true;
            of->repeats[i][r].seconds = 1;
            of->repeats[i][r].iterations = (i + 1) * 64;
        }
        of->calibrations[i].ok = true;
        for (unsigned j = 0; j < WM_TABLES_PROBES; j++) {
            of->calibrations[i].difference_max[j] = 3 - (double)i;
            of->calibrations[i].reference_max[j] = 1;
        }
        of->observed[i].item = &of->items[i];
        of->observed[i].repeats = of->repeats[i];
        of->observed[i].count[WM_PROCEDURE_REPEATS] = 8;
        of->observed[i].calibration = &of->calibrations[i];
    }
}

static wm_result reduce(const fixture *of, wm_function function)
{
    return wm_change_reduce(function, &of->observed[0], &of->observed[1]);
}

static void ratios_are_to_the_base(void **state)
{
    fixture of;
    (void)state;
    make(&of);
    assert_string_equal(reduce(&of, WM_FUNCTION_OUTPUT_KEPT).text, "identical");
    assert_true(reduce(&of, WM_FUNCTION_RATE_CHANGE).number == 0.5);
    assert_true(reduce(&of, WM_FUNCTION_RATE_CHANGE_LOW).number == 0.5);
    assert_true(reduce(&of, WM_FUNCTION_RATE_CHANGE_HIGH).number == 0.5);
    assert_true(reduce(&of, WM_FUNCTION_INFLATION).number == 1.5);
    of.repeats[0][0].output_digest[3] = 1; /* before the load */
    of.repeats[1][1].output_digest[3] = 1; /* not the first of the base */
    assert_string_equal(reduce(&of, WM_FUNCTION_OUTPUT_KEPT).text, "identical");
    of.repeats[0][1].output_digest[3] = 1;
    assert_string_equal(reduce(&of, WM_FUNCTION_OUTPUT_KEPT).text, "different");
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++)
        of.calibrations[0].difference_max[j] = of.calibrations[1].difference_max[j] = 0;
    assert_true(reduce(&of, WM_FUNCTION_INFLATION).number == 1); /* 0 on both sides */
}

static void a_named_item_is_an_earlier_one_of_its_shape(void **state)
{
    wm_item items[4] = {
        item_of("gemm", "fp16", 8, WM_POINT_NONE), item_of("gemm", "fp8", 8, WM_POINT_NONE),
        item_of("gemm", "fp16", 8, WM_POINT_SOAK), item_of("gemm", "f64", 8, WM_POINT_NONE)};
    const wm_variant *fp16 = items[0].variant;
    const wm_plan plan = {.items = items, .item_count = 4};
    (void)state;
    assert_int_equal(wm_plan_named(items, 1), 1); /* it names none */
    items[1].tolerance_of = items[3].tolerance_of = fp16;
    assert_int_equal(wm_plan_named(items, 1), 0);
    assert_int_equal(wm_plan_named(items, 3), 0);
    assert_int_equal(wm_change_other(&plan, 3, WM_FUNCTION_JUDGED_DECISION), 0);
    assert_int_equal(wm_change_other(&plan, 2, WM_FUNCTION_JUDGED_DECISION), 4);
    assert_int_equal(wm_change_other(&plan, 2, WM_FUNCTION_RATE_CHANGE), 0);
    items[2].tolerance_of = fp16; /* it has a point */
    assert_int_equal(wm_plan_named(items, 2), 2);
    items[0].fault.kind = WM_FAULT_BIT; /* its outputs may be wrong */
    assert_int_equal(wm_plan_named(items, 1), 1);
    items[0].fault.kind = WM_FAULT_NONE;
    items[0].dimension[2]++;
    assert_int_equal(wm_plan_named(items, 1), 1);
    items[0].dimension[2]--;
    items[0].tolerance_of = items[1].variant; /* it comes later */
    assert_int_equal(wm_plan_named(items, 0), 0);
}

static void set_residual(fixture *of, double difference)
{
    for (unsigned r = 0; r < 8; r++) {
        of->repeats[0][r].residual.difference_max = r == 5 ? difference : 0;
        of->repeats[0][r].residual.reference_max = 1;
    }
}

/* The tolerance of fp16 at k = 8 is 4 * 3 floors or 12 predicted floors, whatever the basis. */
static void a_judgement_is_at_the_other_tolerance(void **state)
{
    fixture of;
    double tolerance;
    (void)state;
    make(&of);
    set_residual(&of, 0);
    tolerance = wm_reduction_of_item(WM_FUNCTION_TOLERANCE, &of.observed[1]).number;
    assert_true(tolerance > 0);
    assert_true(reduce(&of, WM_FUNCTION_JUDGED_TOLERANCE).number == tolerance);
    set_residual(&of, tolerance);
    assert_true(reduce(&of, WM_FUNCTION_JUDGED_RESIDUAL).number == tolerance);
    assert_string_equal(reduce(&of, WM_FUNCTION_JUDGED_DECISION).text, "accept");
    set_residual(&of, tolerance * (1 + 1e-15));
    assert_string_equal(reduce(&of, WM_FUNCTION_JUDGED_DECISION).text, "reject");
    set_residual(&of, (double)NAN);
    assert_int_equal(reduce(&of, WM_FUNCTION_JUDGED_RESIDUAL).kind, WM_RESULT_NULL);
    assert_string_equal(reduce(&of, WM_FUNCTION_JUDGED_DECISION).text, "reject");
    of.calibrations[1].ok = false;
    assert_string_equal(reduce(&of, WM_FUNCTION_JUDGED_DECISION).text, "calibration failed");
    assert_string_equal(reduce(&of, WM_FUNCTION_JUDGED_TOLERANCE).text, "calibration failed");
    of.observed[1].has_failed = true;
    assert_string_equal(reduce(&of, WM_FUNCTION_JUDGED_RESIDUAL).text, "repeat failed");
}

static void nulls_have_their_reasons(void **state)
{
    fixture of;
    (void)state;
    make(&of);
    of.items[1].dimension[0] = 4;
    assert_string_equal(reduce(&of, WM_FUNCTION_OUTPUT_KEPT).text, "other shape");
    of.observed[1].count[WM_PROCEDURE_REPEATS] = 5;
    assert_string_equal(reduce(&of, WM_FUNCTION_RATE_CHANGE_LOW).text, "no interval of the base");
    assert_string_equal(reduce(&of, WM_FUNCTION_RATE_CHANGE_HIGH).text, "no interval of the base");
    of.observed[0].count[WM_PROCEDURE_REPEATS] = 5;
    assert_string_equal(reduce(&of, WM_FUNCTION_RATE_CHANGE_LOW).text, "no interval");
    of.calibrations[1].ok = false;
    assert_string_equal(reduce(&of, WM_FUNCTION_INFLATION).text, "no floor of the base");
    of.calibrations[0].ok = false;
    assert_string_equal(reduce(&of, WM_FUNCTION_INFLATION).text, "no floor");
    of.observed[1].has_failed = true;
    assert_string_equal(reduce(&of, WM_FUNCTION_OUTPUT_KEPT).text, "repeat failed");
    assert_string_equal(reduce(&of, WM_FUNCTION_INFLATION).text, "repeat failed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_has_the_item_without_it),
        cmocka_unit_test(a_sweep_has_the_next_smaller_size),
        cmocka_unit_test(ratios_are_to_the_base),
        cmocka_unit_test(a_named_item_is_an_earlier_one_of_its_shape),
        cmocka_unit_test(a_judgement_is_at_the_other_tolerance),
        cmocka_unit_test(nulls_have_their_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
