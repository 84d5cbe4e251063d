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
        segment->seconds = i == 2 ? 96 : 32;
        segment->products = 100 + i;
        segment->errors = i;
        segment->has_residual = true;
        segment->residual.difference_max = i;
        segment->residual.reference_max = 4;
        segment->residual.row_statistic = 3 - (double)i;
        segment->temperature = 50 + i;
        segment->temperature_least = 40 + i;
        segment->power_mean = 150 + 10 * (double)i;
        segment->power_reading = 200 - (double)i;
        segment->power_window = 0.1;
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

static void assert_word(const fixture *of, wm_function function, const char *word)
{
    const wm_result result = wm_reduction_of_item(function, &of->observed);
    assert_int_equal(result.kind, WM_RESULT_WORD);
    assert_string_equal(result.text, word);
}

/* Of repeats 1 on: repeat 0 is before the load. */
static void temperature_of_repeats_is_behind_the_load(void **state)
{
    wm_observed_repeat repeats[3];
    fixture of;
    (void)state;
    make(&of, WM_POINT_COLD);
    memset(repeats, 0, sizeof repeats);
    for (unsigned i = 0; i < 3; i++)
        repeats[i].temperature_least = 30 + 10 * ((i + 2) % 3); /* 50, 30, 40 */
    repeats[0].temperature_least = 20;
    of.observed.repeats = repeats;
    of.observed.count[WM_PROCEDURE_REPEATS] = 3;
    assert_true(number_of(&of, WM_FUNCTION_TEMPERATURE_OF_REPEATS) == 30);
    repeats[0].temperature_least = (double)NAN;
    assert_true(number_of(&of, WM_FUNCTION_TEMPERATURE_OF_REPEATS) == 30);
    repeats[2].temperature_least = (double)NAN;
    assert_nothing(&of, WM_FUNCTION_TEMPERATURE_OF_REPEATS, "temperature absent");
    of.observed.count[WM_PROCEDURE_REPEATS] = 1;
    assert_nothing(&of, WM_FUNCTION_TEMPERATURE_OF_REPEATS, "temperature absent");
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
    assert_true(number_of(&of, WM_FUNCTION_TEMPERATURE_LOWEST) == 40);
    assert_true(number_of(&of, WM_FUNCTION_POWER_MEAN) == (150.0 * 32 + 170.0 * 96) / 128);
    assert_true(number_of(&of, WM_FUNCTION_POWER_REACHED) == 200);
    assert_true(number_of(&of, WM_FUNCTION_POWER_WINDOW) == 0.1);
    assert_word(&of, WM_FUNCTION_SEGMENTS, "some failed");
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
    of.segments[0].temperature_least = (double)NAN;
    of.segments[2].power_mean = (double)NAN;
    of.segments[2].power_reading = (double)NAN;
    of.segments[0].power_window = (double)NAN;
    of.segments[0].throttle_reasons = (double)NAN;
    of.segments[2].residual.difference_max = (double)NAN;
    of.segments[0].residual.row_statistic = (double)NAN;
    assert_nothing(&of, WM_FUNCTION_TEMPERATURE_REACHED, "temperature absent");
    assert_nothing(&of, WM_FUNCTION_TEMPERATURE_LOWEST, "temperature absent");
    assert_nothing(&of, WM_FUNCTION_POWER_MEAN, "power absent");
    assert_nothing(&of, WM_FUNCTION_POWER_REACHED, "no reading of a moment");
    assert_nothing(&of, WM_FUNCTION_POWER_WINDOW, "window not known");
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
    assert_nothing(&of, WM_FUNCTION_POWER_MEAN, "no segment");
    assert_true(number_of(&of, WM_FUNCTION_FAILED_SEGMENTS) == 3);
    assert_word(&of, WM_FUNCTION_SEGMENTS, "all failed");
    of.segments[0].ok = of.segments[1].ok = of.segments[2].ok = true;
    assert_word(&of, WM_FUNCTION_SEGMENTS, "complete");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_ok_segments_count),
        cmocka_unit_test(nulls_come_in_order),
        cmocka_unit_test(temperature_of_repeats_is_behind_the_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
