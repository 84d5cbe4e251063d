/* Tests of record/segment: sums, extremes, and the order of the null reasons. */
#include "record/laws/reduction.h"
#include "record/laws/segment.h"

#include <math.h>
#include <string.h>

#include "support/cmocka.h"

/* An item at a point with three segments, the second of which failed. */
typedef struct fixture {
    wm_item item;
    wm_observed_segment segments[3];
    wm_observed_item observed;
} fixture;

static void make(fixture *of, wm_point point)
{
    memset(of, 0, sizeof *of);
    of->item.variant = wm_tables_variant("gemm", 4, "fp16", 4);
    of->item.dimension[0] = of->item.dimension[1] = of->item.dimension[2] = 4;
    of->item.point = point;
    for (unsigned i = 0; i < 3; i++) {
        wm_observed_segment *segment = &of->segments[i];
        segment->ok = i != 1;
        segment->seconds = 64;
        segment->products = 100 + i;
        segment->errors = i;
        segment->has_residual = true;
        segment->residual.difference_max = i;
        segment->residual.reference_max = 4;
        segment->residual.row_statistic = 3 - (double)i;
        segment->temperature = 50 + i;
        segment->power = 200 - (double)i;
        segment->throttle_reasons = 1 + 3 * i;
        segment->memory_free_bytes = 1000 + i;
    }
    of->observed.item = &of->item;
    of->observed.segments = of->segments;
    of->observed.count[WM_PROCEDURE_SEGMENTS] = 3;
}

static double number_of(const fixture *of, wm_function function)
{
    const wm_result result = wm_reduction_of_item(function, &of->observed);
    assert_int_equal(result.kind, WM_RESULT_NUMBER);
    return result.number;
}

static void assert_nothing(const fixture *of, wm_function function, const char *reason)
{
    const wm_result result = wm_reduction_of_item(function, &of->observed);
    assert_int_equal(result.kind, WM_RESULT_NULL);
    assert_string_equal(result.text, reason);
}

static void only_ok_segments_count(void **state)
{
    fixture of;
    (void)state;
    make(&of, WM_POINT_FULL);
    assert_true(number_of(&of, WM_FUNCTION_PRODUCTS) == 202);
    assert_true(number_of(&of, WM_FUNCTION_ERRORS) == 2);
    assert_true(number_of(&of, WM_FUNCTION_FAILED_SEGMENTS) == 1);
    assert_true(number_of(&of, WM_FUNCTION_LOAD_TIME) == 128);
    assert_true(number_of(&of, WM_FUNCTION_LOAD_RATE) == 128.0 * 202 / 128);
    assert_true(number_of(&of, WM_FUNCTION_TEMPERATURE_REACHED) == 52);
    assert_true(number_of(&of, WM_FUNCTION_POWER_REACHED) == 200);
    assert_true(number_of(&of, WM_FUNCTION_THROTTLE_REASONS) == 7); /* of 1 and 7 */
    assert_true(number_of(&of, WM_FUNCTION_STRESS_RESIDUAL) == 0.5);
    assert_true(number_of(&of, WM_FUNCTION_STRESS_ROW_STATISTIC) == 3);
    assert_true(number_of(&of, WM_FUNCTION_MEMORY_FREE) == 1000);
    of.observed.has_failed = true; /* whatever the repeats */
    assert_true(number_of(&of, WM_FUNCTION_PRODUCTS) == 202);
}

static void nulls_come_in_order(void **state)
{
    fixture of;
    (void)state;
    make(&of, WM_POINT_SOAK);
    assert_nothing(&of, WM_FUNCTION_MEMORY_FREE, "memory not filled");
    of.segments[2].temperature = (double)NAN;
    of.segments[2].power = (double)NAN;
    of.segments[0].throttle_reasons = (double)NAN;
    of.segments[2].residual.difference_max = (double)NAN;
    of.segments[0].residual.row_statistic = (double)NAN;
    assert_nothing(&of, WM_FUNCTION_TEMPERATURE_REACHED, "temperature absent");
    assert_nothing(&of, WM_FUNCTION_POWER_REACHED, "power absent");
    assert_nothing(&of, WM_FUNCTION_THROTTLE_REASONS, "throttle reasons absent");
    assert_nothing(&of, WM_FUNCTION_STRESS_RESIDUAL, "not finite");
    assert_nothing(&of, WM_FUNCTION_STRESS_ROW_STATISTIC, "not finite");
    of.segments[0].products = of.segments[2].products = 0;
    assert_nothing(&of, WM_FUNCTION_LOAD_RATE, "no products");
    assert_nothing(&of, WM_FUNCTION_STRESS_RESIDUAL, "no products");
    assert_nothing(&of, WM_FUNCTION_STRESS_ROW_STATISTIC, "no products");
    of.segments[0].ok = of.segments[2].ok = false;
    assert_nothing(&of, WM_FUNCTION_PRODUCTS, "no segment");
    assert_nothing(&of, WM_FUNCTION_MEMORY_FREE, "no segment");
    assert_nothing(&of, WM_FUNCTION_LOAD_RATE, "no segment");
    assert_true(number_of(&of, WM_FUNCTION_FAILED_SEGMENTS) == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_ok_segments_count),
        cmocka_unit_test(nulls_come_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
