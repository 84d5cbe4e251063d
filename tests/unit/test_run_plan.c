/* Tests of study/run_plan, stages and transcript: for every behaviour of a device the record is
 * valid. */
#include "support/bent_run.h"
#include "support/cmocka.h"

#include <stdio.h>
#include <string.h>

static void an_honest_device_passes(void **state)
{
    (void)state;
    bent_run_begin(GEMM "," TRIAD "," SCATTER ",{\"workload\":\"attention\",\"variant\":\"bf16\","
                        "\"shape\":{\"b\":1,\"h\":2,\"s\":32,\"d\":16}}");
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("");
}

/* The order of the calls: 1 in the warm-up, 1 to time it, 1 a repeat. */
static void a_device_that_is_always_wrong_is_rejected(void **state)
{
    (void)state;
    bent.ops.gemm = bent_run_wrong_gemm;
    bent_run_begin(GEMM);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    /* its floor is no calibration, so the repaired product cannot be accepted either */
    assert_non_null(strstr(wm_buffer_text(&bent.record.evidence), "\"stage\":\"repair\""));
    bent_run_expect("gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript n/a\n");
}

static void the_transcript_takes_the_first_wrong_repeat(void **state)
{
    (void)state;
    for (bent.at = 4; bent.at <= 5; bent.at++) {
        bent.runs = 0;
        bent.ops.gemm = bent_run_wrong_gemm;
        bent_run_begin(GEMM);
        assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
        bent_run_expect("gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript repaired\n");
    }
}

static wm_status wrong_triad(wm_device *on, wm_device_buffer *a, const wm_device_buffer *b,
                             const wm_device_buffer *c, size_t count)
{
    const wm_status status = bent.honest->triad(on, a, b, c, count);
    return status == WM_OK && ++bent.runs == bent.at ? bent.honest->flip_bits(on, a, 400, 1, 4)
                                                     : status;
}

/* One wrong bit of one element in one repeat: the others pass, and the transcript is about that
 * repeat. */
static void one_wrong_bit_in_one_repeat_is_found(void **state)
{
    (void)state;
    for (bent.at = 3; bent.at <= 5; bent.at++) {
        bent.runs = 0;
        bent.ops.triad = wrong_triad;
        bent_run_begin(TRIAD);
        assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
        bent_run_expect("hbm_triad.f32.n1000.verified FAIL\n"
                        "hbm_triad.f32.n1000.transcript repaired\n");
        bent_run_expect_text("hbm_triad.f32.n1000.numerical_class", "Snd");
    }
}

static void without_repair_it_stays_rejected(void **state)
{
    (void)state;
    bent.ops.gemm = bent_run_wrong_gemm;
    bent.settings.on_fault = WM_ON_FAULT_CONTINUE;
    bent_run_begin(GEMM "," TRIAD);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript reject\n");
}

static void a_fault_can_stop_the_run(void **state)
{
    (void)state;
    bent.ops.gemm = bent_run_wrong_gemm;
    bent.settings.on_fault = WM_ON_FAULT_STOP;
    bent_run_begin(GEMM "," TRIAD);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    assert_non_null(strstr(wm_buffer_text(&bent.record.evidence),
                           "\"reason\":\"not run: stopped after a fault in gemm.fp16.n64\""));
    bent_run_expect("gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript reject\n"
                    "hbm_triad.f32.n1000.verified n/a\nhbm_triad.f32.n1000.transcript n/a\n");
}

static wm_status wrong_attention(wm_device *on, const wm_attention *attention)
{
    wm_attention exchanged = *attention;
    exchanged.K = attention->V;
    exchanged.V = attention->K;
    return bent.honest->attention(on, &exchanged);
}

static wm_status wrong_scatter(wm_device *on, const wm_scatter *scatter)
{
    const wm_status status = bent.honest->scatter_add(on, scatter);
    return status == WM_OK ? bent.honest->flip_bits(on, scatter->out, 4 * 3, 0x800000, 4) : status;
}

/* Paper, Table 2: comparing runs with each other finds nothing; the residual does. */
static void a_reproducible_fault_is_rejected(void **state)
{
    (void)state;
    bent.ops.attention = wrong_attention;
    bent.ops.scatter_add = wrong_scatter;
    bent.settings.on_fault = WM_ON_FAULT_CONTINUE;
    bent_run_begin("{\"workload\":\"attention\",\"variant\":\"bf16\","
                   "\"shape\":{\"b\":1,\"h\":2,\"s\":32,\"d\":16}},"
                   "{\"workload\":\"scatter_add\",\"variant\":\"fixed\","
                   "\"shape\":{\"n\":1000,\"buckets\":10}}");
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("attention.bf16.b1h2s32d16.verified FAIL\n"
                    "attention.bf16.b1h2s32d16.transcript reject\n"
                    "scatter_add.fixed.n1000b10.verified FAIL\n"
                    "scatter_add.fixed.n1000b10.transcript reject\n");
    bent_run_expect_text("attention.bf16.b1h2s32d16.divergence", "0");
    bent_run_expect_text("attention.bf16.b1h2s32d16.numerical_class", "S0");
    bent_run_expect_text("scatter_add.fixed.n1000b10.divergence", "0");
    bent_run_expect_text("scatter_add.fixed.n1000b10.numerical_class", "S0");
}

static wm_status dying_triad(wm_device *on, wm_device_buffer *a, const wm_device_buffer *b,
                             const wm_device_buffer *c, size_t count)
{
    return ++bent.runs >= bent.at ? WM_E_DEVICE : bent.honest->triad(on, a, b, c, count);
}

static void a_dying_device_leaves_failed_repeats(void **state)
{
    (void)state;
    for (bent.at = 1; bent.at <= 5; bent.at++) {
        bent.runs = 0;
        bent.ops.triad = dying_triad;
        bent_run_begin(TRIAD "," GEMM);
        assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
        bent_run_expect("hbm_triad.f32.n1000.verified n/a\nhbm_triad.f32.n1000.transcript n/a\n");
    }
}

static wm_status no_residual(wm_device *on, const wm_residual *residual, wm_residual_result *result)
{
    return ++bent.runs == bent.at ? WM_E_UNSUPPORTED : bent.honest->residual(on, residual, result);
}

/* Calls: repeat 0's check, the calibration, the other repeats' checks. */
static void a_check_that_cannot_run_passes_nothing(void **state)
{
    (void)state;
    bent.ops.residual = no_residual;
    for (bent.at = 1; bent.at <= 4; bent.at++) {
        bent.runs = 0;
        bent_run_begin(GEMM);
        assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
        bent_run_expect("gemm.fp16.n64.verified n/a\ngemm.fp16.n64.transcript n/a\n");
    }
}

/* A witness that fails at one call, or at that and the next. */
static wm_status moody_residual(wm_device *on, const wm_residual *residual,
                                wm_residual_result *result)
{
    const wm_status status = bent.honest->residual(on, residual, result);
    bent.runs++;
    if (bent.runs == bent.at)
        result->difference_max *= 1.5;
    return status;
}

/* Equal outputs have equal residuals in a valid record. A witness that erred once fails the repeat:
 * that it errs is what the run is there to find. */
static void a_witness_with_two_answers_fails_the_repeat(void **state)
{
    (void)state;
    bent.ops.residual = moody_residual;
    bent.at = 3; /* the check of repeat 1 */
    bent.runs = 0;
    bent_run_begin(GEMM);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    assert_non_null(strstr(wm_buffer_text(&bent.record.evidence), "two answers"));
    bent_run_expect("gemm.fp16.n64.verified n/a\n"
                    "gemm.fp16.n64.transcript n/a\n");
}

static wm_status no_opening(wm_device *on, const wm_openings *openings)
{
    (void)on;
    (void)openings;
    return WM_E_DEVICE;
}

static void a_product_that_cannot_be_opened_is_a_failed_repeat(void **state)
{
    (void)state;
    bent.ops.open_chunks = no_opening;
    bent_run_begin(GEMM);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    assert_non_null(
        strstr(wm_buffer_text(&bent.record.evidence), "opening the output: the device failed"));
    bent_run_expect("gemm.fp16.n64.verified n/a\ngemm.fp16.n64.transcript n/a\n");
}

static wm_status no_careful(wm_device *on, const wm_gemm *gemm)
{
    (void)on;
    (void)gemm;
    return WM_E_UNSUPPORTED;
}

static void a_repair_that_is_impossible_leaves_a_reject(void **state)
{
    (void)state;
    bent.ops.gemm = bent_run_wrong_gemm;
    bent.ops.gemm_careful = no_careful;
    bent_run_begin(GEMM);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript reject\n");
}

static wm_status counted_gemm(wm_device *on, const wm_gemm *gemm)
{
    bent.runs++;
    return bent.honest->gemm(on, gemm);
}

/* Like a library that chooses among its algorithms when it first runs. */
static wm_status described_by_runs(wm_device *on, const wm_job *job, char text[256])
{
    (void)on;
    (void)job;
    (void)snprintf(text, 256, "%s", bent.runs == 0 ? "chosen at the first run" : "algorithm 7");
    return WM_OK;
}

static void the_recorded_method_is_the_chosen_one(void **state)
{
    (void)state;
    bent.ops.gemm = counted_gemm;
    bent.ops.describe = described_by_runs;
    bent_run_begin(GEMM);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("");
    assert_non_null(strstr(wm_buffer_text(&bent.record.evidence), "\"method\":\"algorithm 7\""));
    assert_null(strstr(wm_buffer_text(&bent.record.evidence), "chosen at the first run"));
}

static void an_item_that_does_not_fit_is_not_run(void **state)
{
    (void)state;
    bent.settings.memory_bytes = 20000;
    bent_run_begin(GEMM "," SCATTER);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    assert_non_null(
        strstr(wm_buffer_text(&bent.record.evidence), "GB of memory, available: 2e-05 GB"));
    bent_run_expect("gemm.fp16.n64.verified n/a\ngemm.fp16.n64.transcript n/a\n"
                    "scatter_add.atomic.n1000b10.verified n/a\n"
                    "scatter_add.atomic.n1000b10.transcript n/a\n");
}

static void a_planned_fault_is_rejected(void **state)
{
    (void)state;
    bent_run_begin(BAD_GEMM("transcript") "," BAD_TRIAD("transcript"));
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("gemm.fp16.n64.injected_row.transcript injected repaired\n"
                    "hbm_triad.f32.n1000.injected_row.transcript injected repaired\n");
    bent.settings.on_fault = WM_ON_FAULT_CONTINUE;
    bent_run_begin(BAD_GEMM("transcript") "," BAD_TRIAD("transcript"));
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("gemm.fp16.n64.injected_row.transcript injected reject\n"
                    "hbm_triad.f32.n1000.injected_row.transcript injected reject\n");
}

/* Paper, Table 2: the runs do not differ, and the residual finds the fault. */
static void a_consistent_fault_has_no_divergence_and_is_caught(void **state)
{
    (void)state;
    bent_run_begin(TRIAD "," BAD_TRIAD("repeats"));
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("hbm_triad.f32.n1000.faulty_row.verified FAIL\n"
                    "hbm_triad.f32.n1000.faulty_row.transcript repaired\n");
    bent_run_expect_text("hbm_triad.f32.n1000.faulty_row.divergence", "0");
    bent_run_expect_text("hbm_triad.f32.n1000.faulty_row.numerical_class", "S0");
}

static void a_full_disk_ends_the_run(void **state)
{
    (void)state;
    bent.record.line_limit = 5;
    bent_run_begin(GEMM "," TRIAD);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_E_IO);
    assert_string_equal(bent.err.place, "gemm.fp16.n64");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, bent_run_set_up, bent_run_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_honest_device_passes),
        TEST(a_device_that_is_always_wrong_is_rejected),
        TEST(the_transcript_takes_the_first_wrong_repeat),
        TEST(one_wrong_bit_in_one_repeat_is_found),
        TEST(without_repair_it_stays_rejected),
        TEST(a_fault_can_stop_the_run),
        TEST(a_reproducible_fault_is_rejected),
        TEST(a_dying_device_leaves_failed_repeats),
        TEST(a_check_that_cannot_run_passes_nothing),
        TEST(a_product_that_cannot_be_opened_is_a_failed_repeat),
        TEST(a_witness_with_two_answers_fails_the_repeat),
        TEST(a_repair_that_is_impossible_leaves_a_reject),
        TEST(the_recorded_method_is_the_chosen_one),
        TEST(an_item_that_does_not_fit_is_not_run),
        TEST(a_planned_fault_is_rejected),
        TEST(a_consistent_fault_has_no_divergence_and_is_caught),
        TEST(a_full_disk_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
