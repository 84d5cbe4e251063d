/* Tests of study/segments, load and ballast: what a device does under load is in the record. */
#include "support/bent_run.h"
#include "support/cmocka.h"

#include "study/procedure/ballast.h"
#include "study/procedure/load.h"
#include "study/procedure/procedure.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define AT(point) \
    "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":64},\"point\":\"" point "\"}"
#define TRIAD_AT(point)                                                                         \
    "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":1000},\"point\":\"" point \
    "\"}"

enum { MIB = 1 << 20 };

static unsigned compared; /* calls of compare_bits */
static volatile sig_atomic_t stopped;
static uint64_t left; /* free memory of the device */

static int set_up(void **state)
{
    const int status = bent_run_set_up(state);
    bent.plan.repeat.repeat_seconds = 0.004; /* a segment of 200 ms, for two products */
    bent.settings.stop = &stopped;
    compared = 0;
    stopped = 0;
    return status;
}

static void run(const char *items)
{
    bent_run_begin(items);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
}

static const wm_observed_item *observed(size_t item)
{
    return wm_graph_item(bent.record.graph, item);
}

/* Whether the evidence has these words. */
static bool says(const char *words)
{
    return strstr(wm_buffer_text(&bent.record.evidence), words) != NULL;
}

static wm_status counting_compare(wm_device *on, const wm_bits *bits)
{
    compared++;
    return bent.honest->compare_bits(on, bits);
}

static void an_honest_device_has_no_errors(void **state)
{
    (void)state;
    bent.ops.compare_bits = counting_compare;
    run(GEMM "," AT("soak") "," TRIAD_AT("bursts"));
    assert_true(observed(1)->segments[0].products > 1);
    assert_true(observed(2)->segments[0].products > 1);
    assert_int_equal(compared,
                     observed(1)->segments[0].products + observed(2)->segments[0].products);
    assert_true(observed(1)->segments[0].seconds >= 0.02);
    assert_true(observed(2)->segments[0].period_s >= 0.0199);
    assert_true(observed(2)->segments[0].duty > 0 && observed(2)->segments[0].duty < 1);
    bent_run_expect("");
    bent_run_expect_text("gemm.fp16.n64.soak.errors", "0");
    bent_run_expect_text("change.gemm.fp16.n64.soak.output_kept", "identical");
    bent_run_expect_text("change.gemm.fp16.n64.soak.inflation", "1.0000");
}

static void a_cold_device_computes_nothing(void **state)
{
    (void)state;
    bent.ops.compare_bits = counting_compare;
    run(AT("cold"));
    assert_int_equal(compared, 0);
    assert_true(observed(0)->segments[0].seconds >= 0.02);
    bent_run_expect("");
    bent_run_expect_text("gemm.fp16.n64.cold.products", "0");
    bent_run_expect_text("gemm.fp16.n64.cold.load_rate", "n/a");
}

static unsigned readings; /* of the temperature, by the load */

/* A temperature that falls from 70 to 10 degC in 60 readings, and stays there. */
static wm_status cooling_covariates(wm_device *on, wm_device_sample *sample)
{
    const wm_status status = bent.honest->covariates(on, sample);
    const unsigned made = ++readings;
    wm_covariate_value *temperature = &sample->values[WM_COVARIATE_TEMPERATURE];
    *temperature = wm_backend_present(made < 60 ? 70 - (double)made : 10);
    temperature->time_ns = bent.honest->time_ns(on);
    return status;
}

/* The load reads at most 50 times a second. So 60 readings take 1.2 s, and the segment goes on for
 * its 0.2 s behind the last fall. No sampler runs here. */
static void a_cold_device_waits_until_it_cools_no_more(void **state)
{
    (void)state;
    readings = 0;
    bent.ops.covariates = cooling_covariates;
    run(AT("cold"));
    assert_true(observed(0)->segments[0].seconds >= 1.3);
    bent_run_expect("");
    bent_run_expect_text("gemm.fp16.n64.cold.temperature_lowest", "n/a");
    bent_run_expect_text("gemm.fp16.n64.cold.segments", "complete");
}

/* The last bit of one element is wrong from the first output under load on. */
static wm_status bent_gemm_under_load(wm_device *on, const wm_gemm *gemm)
{
    const wm_status status = bent.honest->gemm(on, gemm);
    return status == WM_OK && compared > 0
               ? bent.honest->flip_bits(on, gemm->C, (gemm->m * gemm->n - 1) * 2, 1, 1)
               : status;
}

/* What is claimed of the point is of an output made behind the load, and so is its floor. */
static void a_change_under_load_is_in_the_claims_of_the_point(void **state)
{
    (void)state;
    bent.ops.compare_bits = counting_compare;
    bent.ops.gemm = bent_gemm_under_load;
    run(GEMM "," AT("soak"));
    assert_true(observed(1)->segments[0].errors > 0);
    memory_record_seal(&bent.record);
    bent_run_expect_text("change.gemm.fp16.n64.soak.output_kept", "different");
    assert_int_not_equal(memcmp(observed(1)->repeats[0].output_digest,
                                observed(1)->repeats[1].output_digest, WM_SHA256_SIZE),
                         0);
}

/* Products are wrong, or right, by how many were compared. */
static wm_status second_gemm_is_wrong(wm_device *on, const wm_gemm *gemm)
{
    const wm_status status = bent.honest->gemm(on, gemm);
    return status == WM_OK && compared == 1
               ? bent.honest->flip_bits(on, gemm->C, (gemm->m * gemm->n - 1) * 2, 1, 1)
               : status;
}

/* The last bit of one element, which no residual sees. */
static void one_wrong_bit_of_one_product_is_counted(void **state)
{
    (void)state;
    bent.ops.compare_bits = counting_compare;
    bent.ops.gemm = second_gemm_is_wrong;
    run(AT("soak"));
    assert_int_equal(observed(0)->segments[0].errors, 1);
    assert_true(observed(0)->segments[0].products > 1);
    bent_run_expect("gemm.fp16.n64.soak.errors 1\n");
}

static wm_status second_gemm_is_nan(wm_device *on, const wm_gemm *gemm)
{
    const wm_status status = bent.honest->gemm(on, gemm);
    return status == WM_OK && compared == 1
               ? bent.honest->fill_bytes(on, gemm->C, gemm->m * gemm->n * 2, 0xff)
               : status;
}

static void a_residual_that_is_not_finite_is_kept(void **state)
{
    (void)state;
    bent.ops.compare_bits = counting_compare;
    bent.ops.gemm = second_gemm_is_nan;
    run(AT("bursts"));
    assert_int_equal(observed(0)->segments[0].errors, 1);
    bent_run_expect("gemm.fp16.n64.bursts.errors 1\n");
    bent_run_expect_text("gemm.fp16.n64.bursts.stress_residual", "n/a");
}

static bool is_idle;

static wm_status idle_gemm(wm_device *on, const wm_gemm *gemm)
{
    return is_idle && compared > 0 ? WM_OK : bent.honest->gemm(on, gemm);
}

/* It leaves the right output of the first product, in which only the spoiled words are wrong. */
static void a_device_that_stops_computing_is_seen(void **state)
{
    (void)state;
    is_idle = true;
    bent.ops.compare_bits = counting_compare;
    bent.ops.gemm = idle_gemm;
    bent.settings.on_fault = WM_ON_FAULT_CONTINUE;
    run(AT("soak"));
    assert_true(observed(0)->segments[0].products > 1);
    assert_int_equal(observed(0)->segments[0].errors, observed(0)->segments[0].products - 1);
}

static wm_status idle_compare(wm_device *on, const wm_bits *bits)
{
    return ++compared == 2 ? WM_OK : bent.honest->compare_bits(on, bits);
}

static void a_comparison_that_does_not_run_is_seen(void **state)
{
    (void)state;
    bent.ops.compare_bits = idle_compare;
    run(AT("soak"));
    assert_false(observed(0)->segments[0].ok);
    assert_true(says("\"reason\":\"comparing: the device did not run every comparison"));
    bent_run_expect("gemm.fp16.n64.soak.verified n/a\ngemm.fp16.n64.soak.transcript n/a\n"
                    "gemm.fp16.n64.soak.segments all failed\n");
}

static wm_status other_residual(wm_device *on, const wm_residual *residual,
                                wm_residual_result *results)
{
    const wm_status status = bent.honest->residual(on, residual, results);
    if (compared > 0 && status == WM_OK)
        results[0].row_statistic *= 1.5;
    return status;
}

static void a_witness_with_two_answers_fails_the_segment(void **state)
{
    (void)state;
    bent.ops.compare_bits = counting_compare;
    bent.ops.residual = other_residual;
    run(AT("soak"));
    assert_false(observed(0)->segments[0].ok);
    assert_true(says("two answers for one output"));
    memory_record_seal(&bent.record);
}

static wm_status failing_compare(wm_device *on, const wm_bits *bits)
{
    return ++compared > 0 ? WM_E_DEVICE : bent.honest->compare_bits(on, bits);
}

static void a_device_that_fails_under_load_fails_the_rest(void **state)
{
    (void)state;
    bent.ops.compare_bits = failing_compare;
    run(AT("soak") "," TRIAD);
    assert_true(observed(0)->repeats[0].ok);
    assert_false(observed(0)->segments[0].ok);
    assert_int_equal(observed(0)->count[WM_PROCEDURE_REPEATS], 3);
    assert_false(observed(0)->repeats[1].ok);
    assert_true(observed(1)->repeats[2].ok); /* the device was opened again */
    assert_true(says("\"reason\":\"running under load: "));
    assert_true(says("\"reason\":\"not run after a failure: running under load: "));
    memory_record_seal(&bent.record);
}

static wm_status interrupting_compare(wm_device *on, const wm_bits *bits)
{
    stopped = ++compared >= 2;
    return bent.honest->compare_bits(on, bits);
}

static void an_interrupt_seals_what_there_is(void **state)
{
    (void)state;
    bent.ops.compare_bits = interrupting_compare;
    run(GEMM "," AT("soak") "," TRIAD);
    assert_true(observed(0)->repeats[2].ok);
    assert_true(observed(1)->repeats[0].ok);
    assert_false(observed(1)->segments[0].ok);
    assert_false(observed(1)->repeats[1].ok);
    assert_false(observed(2)->repeats[0].ok);
    assert_true(says("\"reason\":\"interrupted after 2 outputs, 0 of them wrong\""));
    assert_true(says("\"reason\":\"interrupted\""));
    bent_run_expect("gemm.fp16.n64.soak.verified n/a\ngemm.fp16.n64.soak.transcript n/a\n"
                    "hbm_triad.f32.n1000.verified n/a\nhbm_triad.f32.n1000.transcript n/a\n"
                    "gemm.fp16.n64.soak.segments all failed\n");
}

static void without_a_point_an_interrupt_can_be_resumed(void **state)
{
    (void)state;
    stopped = 1;
    bent_run_begin(GEMM);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_E_INTERRUPTED);
}

/* The line of the segment cannot be written; then it can. */
static void a_missing_segment_is_run_when_the_item_is_resumed(void **state)
{
    (void)state;
    bent_run_begin(AT("soak"));
    bent.record.line_limit = bent.record.line_count + 2; /* the session, repeat 0 */
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_E_IO);
    assert_int_equal(observed(0)->count[WM_PROCEDURE_SEGMENTS], 0);
    bent.record.line_limit = 0;
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    assert_true(observed(0)->segments[0].ok);
    bent_run_expect("record.sessions 2\n");
}

static void an_item_with_two_repeats_has_its_segments(void **state)
{
    (void)state;
    run("{\"workload\":\"gemm\",\"variant\":\"int8\",\"shape\":{\"n\":64},\"repeats\":2,"
        "\"point\":\"soak\"}");
    assert_int_equal(observed(0)->count[WM_PROCEDURE_REPEATS], 2);
    assert_true(observed(0)->segments[0].ok);
    bent_run_expect("");
}

static void a_planned_fault_is_in_every_product(void **state)
{
    (void)state;
    bent.settings.on_fault = WM_ON_FAULT_CONTINUE;
    run("{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":64},\"point\":\"soak\","
        "\"fault\":{\"kind\":\"row\",\"row\":0,\"when\":\"repeats\"}}");
    assert_int_equal(observed(0)->segments[0].errors, 0);
    memory_record_seal(&bent.record);
}

/* ---- memory ---- */

static wm_status little_memory(wm_device *on, uint64_t *size_bytes)
{
    (void)on;
    *size_bytes = left;
    return WM_OK;
}

static wm_status counted_alloc(wm_device *on, size_t size, wm_device_buffer **buffer)
{
    if (size > left)
        return WM_E_NOMEM;
    left -= size;
    return bent.honest->alloc(on, size, buffer);
}

static void counted_free(wm_device *on, wm_device_buffer *buffer)
{
    left += buffer != NULL ? on->ops->size_bytes(buffer) : 0;
    bent.honest->free(on, buffer);
}

static void count_memory(void)
{
    bent.ops.memory_free = little_memory;
    bent.ops.alloc = counted_alloc;
    bent.ops.free = counted_free;
}

static void a_full_device_has_its_reserve_left(void **state)
{
    uint64_t reserve;
    double held;
    (void)state;
    count_memory();
    assert_int_equal(wm_ballast_reserve(bent.device, 64 * 64 * 2, &reserve), WM_OK);
    left = reserve + 100 * MIB;
    run(AT("full"));
    assert_int_equal(left, reserve + 100 * MIB); /* all was given back */
    assert_true(observed(0)->segments[0].memory_free_bytes <= (double)(reserve + 16 * MIB));
    assert_true(observed(0)->segments[0].memory_free_bytes > (double)reserve - MIB);
    bent_run_expect("");
    /* what a dry run says of it; another point holds what the item needs */
    assert_int_equal(wm_segments_held(bent.device, observed(0)->item, &held), WM_OK);
    assert_true(held == 100 * MIB);
    wm_item soaked = *observed(0)->item;
    soaked.point = WM_POINT_SOAK;
    assert_int_equal(wm_segments_held(bent.device, &soaked, &held), WM_OK);
    assert_true(held == wm_procedure_bytes(&soaked));
}

static void a_device_without_the_reserve_fails(void **state)
{
    (void)state;
    count_memory();
    left = 200 * MIB;
    run(AT("full"));
    assert_false(observed(0)->segments[0].ok);
    assert_true(says("\"reason\":\"filling the memory: "));
    memory_record_seal(&bent.record);
    double held;
    assert_int_equal(wm_segments_held(bent.device, observed(0)->item, &held), WM_E_NOMEM);
}

/* The device says that there is more than it gives. */
static wm_status boasting_memory(wm_device *on, uint64_t *size_bytes)
{
    (void)on;
    *size_bytes = left + 64 * MIB;
    return WM_OK;
}

static bool never(const void *context)
{
    (void)context;
    return false;
}

static void memory_that_is_refused_is_left(void **state)
{
    wm_ballast ballast = {.device = NULL};
    (void)state;
    count_memory();
    bent.ops.memory_free = boasting_memory;
    left = 160 * MIB;
    assert_int_equal(wm_ballast_take(&ballast, bent.device, 32 * MIB, never, NULL), WM_OK);
    assert_true(left >= 32 * MIB && left < 160 * MIB);
    wm_ballast_drop(&ballast);
    assert_int_equal(left, 160 * MIB);
}

/* A host of 4 TiB, of which no byte is really taken. */
static const uint64_t LARGE = (uint64_t)1 << 42;

static wm_status large_alloc(wm_device *on, size_t size_bytes, wm_device_buffer **buffer)
{
    left -= size_bytes;
    return bent.honest->alloc(on, 1, buffer);
}

static wm_status no_fill(wm_device *on, wm_device_buffer *buffer, size_t size_bytes,
                         unsigned char value)
{
    (void)on, (void)buffer, (void)size_bytes, (void)value;
    return WM_OK;
}

static void a_large_host_is_filled(void **state)
{
    wm_ballast ballast = {.device = NULL};
    (void)state;
    bent.ops.memory_free = little_memory;
    bent.ops.alloc = large_alloc;
    bent.ops.fill_bytes = no_fill;
    left = LARGE;
    assert_int_equal(wm_ballast_take(&ballast, bent.device, 32 * MIB, never, NULL), WM_OK);
    assert_true(left >= 32 * MIB && left < 48 * MIB);
    wm_ballast_drop(&ballast);
}

/* The time of the run ends while the third piece is written. */
static unsigned pieces;
static bool user_stops;

static wm_status slow_fill(wm_device *on, wm_device_buffer *buffer, size_t size_bytes,
                           unsigned char value)
{
    if (++pieces == 3) {
        bent.settings.budget_seconds = 7;
        bent.settings.budget_end_s = user_stops ? (double)INFINITY : 0;
        stopped = user_stops;
    }
    return bent.honest->fill_bytes(on, buffer, size_bytes, value);
}

static void fill_slowly(bool by_user)
{
    uint64_t reserve;
    pieces = 0;
    user_stops = by_user;
    count_memory();
    assert_int_equal(wm_ballast_reserve(bent.device, 64 * 64 * 2, &reserve), WM_OK);
    left = reserve + 1000 * MIB; /* four pieces */
    bent.ops.fill_bytes = slow_fill;
}

static void filling_ends_with_the_budget(void **state)
{
    uint64_t all;
    (void)state;
    fill_slowly(false);
    all = left;
    run(AT("full"));
    assert_int_equal(pieces, 3);
    assert_int_equal(left, all);
    assert_false(observed(0)->repeats[1].ok);
    assert_true(says("\"reason\":\"over the budget: --budget 7 ended before repeat 2 of "));
}

static void filling_ends_with_the_user(void **state)
{
    (void)state;
    fill_slowly(true);
    run(AT("full"));
    assert_int_equal(pieces, 3);
    assert_true(says("\"reason\":\"interrupted\""));
    assert_false(says("over the budget"));
}

/* ---- parts ---- */

static void a_null_residual_is_the_largest(void **state)
{
    const wm_observed_residual small = {.difference_max = 1, .reference_max = 2};
    const wm_observed_residual large = {.difference_max = 2, .reference_max = 2};
    const wm_observed_residual none = {.difference_max = (double)NAN, .reference_max = 2};
    (void)state;
    assert_true(wm_load_is_larger(&large, &small));
    assert_false(wm_load_is_larger(&small, &large));
    assert_false(wm_load_is_larger(&small, &small)); /* the first of equals stays */
    assert_true(wm_load_is_larger(&none, &large));
    assert_false(wm_load_is_larger(&large, &none));
    assert_false(wm_load_is_larger(&none, &none));
}

static void minutes_make_the_segments(void **state)
{
    const wm_machine_speed machine = {.repeat_seconds = 0.2, .speed = 1};
    wm_item item = {.variant = wm_tables_variant("gemm", 4, "fp16", 4),
                    .dimension = {64, 64, 64},
                    .point = WM_POINT_SOAK};
    (void)state;
    assert_true(wm_procedure_seconds(&item, &machine, WM_PHASE_SEGMENTS) == 10);
    assert_true(wm_procedure_times(&item, WM_PHASE_SEGMENTS) == 1);
    item.minutes = 3;
    assert_true(wm_procedure_seconds(&item, &machine, WM_PHASE_SEGMENTS) == 60);
    assert_true(wm_procedure_times(&item, WM_PHASE_SEGMENTS) == 3);
    item.point = WM_POINT_NONE;
    item.minutes = 0;
    assert_true(wm_procedure_times(&item, WM_PHASE_SEGMENTS) == 0);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, bent_run_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_honest_device_has_no_errors),
        TEST(a_cold_device_computes_nothing),
        TEST(a_cold_device_waits_until_it_cools_no_more),
        TEST(a_change_under_load_is_in_the_claims_of_the_point),
        TEST(one_wrong_bit_of_one_product_is_counted),
        TEST(a_residual_that_is_not_finite_is_kept),
        TEST(a_device_that_stops_computing_is_seen),
        TEST(a_comparison_that_does_not_run_is_seen),
        TEST(a_witness_with_two_answers_fails_the_segment),
        TEST(a_device_that_fails_under_load_fails_the_rest),
        TEST(an_interrupt_seals_what_there_is),
        TEST(without_a_point_an_interrupt_can_be_resumed),
        TEST(a_missing_segment_is_run_when_the_item_is_resumed),
        TEST(an_item_with_two_repeats_has_its_segments),
        TEST(a_planned_fault_is_in_every_product),
        TEST(a_full_device_has_its_reserve_left),
        TEST(a_device_without_the_reserve_fails),
        TEST(memory_that_is_refused_is_left),
        TEST(a_large_host_is_filled),
        TEST(filling_ends_with_the_budget),
        TEST(filling_ends_with_the_user),
        TEST(a_null_residual_is_the_largest),
        TEST(minutes_make_the_segments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
