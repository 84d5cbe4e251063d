/* Tests of study/run_plan: for every interruption the resumed record is valid. */
#include "support/bent_run.h"
#include "support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Resumes a run that was interrupted after `count` lines of an earlier one. */
static void resume_from(const char *lines, const size_t *ends, size_t count)
{
    size_t at = 0;
    memory_record_begin(&bent.record);
    bent_run_use_record();
    for (size_t i = 0; i < count; at = ends[i++]) {
        const char *line = lines + at;
        assert_int_equal(
            memory_record_append(&bent.record, line, ends[i] - at - 1, NULL, &bent.err), WM_OK);
    }
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
}

/* Expects these findings, and that of two sessions. */
static void expect_resumed(const char *expected)
{
    char findings[1024];
    (void)snprintf(findings, sizeof findings, "%srecord.sessions 2\n", expected);
    bent_run_expect(findings);
}

/* Runs all items. Keeps the evidence and where its lines end, and returns their number. */
static size_t run_whole(const char *items, wm_buffer *whole, size_t ends[MEMORY_RECORD_LINES])
{
    bent_run_begin(items);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    memcpy(ends, bent.record.line_end, MEMORY_RECORD_LINES * sizeof *ends);
    assert_int_equal(wm_buffer_append(whole, bent.record.evidence.data, bent.record.evidence.size),
                     WM_OK);
    return bent.record.line_count;
}

/* Interrupts a whole run after every one of its observations. */
static void cut_everywhere(const char *items, const char *expected)
{
    static size_t ends[MEMORY_RECORD_LINES];
    wm_buffer whole = WM_BUFFER_EMPTY;
    size_t count;
    count = run_whole(items, &whole, ends);
    for (size_t cut = 2; cut <= count; cut++) {
        resume_from(whole.data, ends, cut);
        if (cut == 2) { /* before the first session */
            assert_int_equal(bent.record.line_count, count);
            bent_run_expect(expected);
        } else {
            assert_int_equal(bent.record.line_count, count + 1);
            expect_resumed(expected);
        }
    }
    wm_buffer_clear(&whole);
}

static void a_run_can_be_cut_anywhere(void **state)
{
    (void)state;
    cut_everywhere(GEMM "," TRIAD, "");
}

static void a_run_with_faults_can_be_cut_anywhere(void **state)
{
    (void)state;
    cut_everywhere(BAD_GEMM("transcript") "," BAD_TRIAD("repeats"),
                   "gemm.fp16.n64.injected_row.transcript injected repaired\n"
                   "hbm_triad.f32.n1000.faulty_row.verified FAIL\n"
                   "hbm_triad.f32.n1000.faulty_row.transcript repaired\n");
}

static void a_run_on_a_wrong_device_can_be_cut_anywhere(void **state)
{
    (void)state;
    bent.ops.gemm = bent_run_wrong_gemm;
    cut_everywhere(GEMM, "gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript n/a\n");
}

static wm_status drifting_gemm(wm_device *on, const wm_gemm *gemm)
{
    const wm_status status = bent.honest->gemm(on, gemm);
    return status == WM_OK ? bent.honest->flip_bits(on, gemm->C, 0, ++bent.runs & 7, 2) : status;
}

/* A product that is different every time: the interrupted run cannot be resumed, and the error says
 * so. */
static void a_lost_product_fails_its_item(void **state)
{
    static size_t ends[MEMORY_RECORD_LINES];
    wm_buffer whole = WM_BUFFER_EMPTY;
    (void)state;
    bent.ops.gemm = drifting_gemm;
    bent_run_begin(GEMM);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    memcpy(ends, bent.record.line_end, sizeof ends);
    assert_int_equal(wm_buffer_append(&whole, bent.record.evidence.data, bent.record.evidence.size),
                     WM_OK);
    resume_from(whole.data, ends, 4);
    expect_resumed("gemm.fp16.n64.verified n/a\ngemm.fp16.n64.transcript n/a\n");
    wm_buffer_clear(&whole);
}

static wm_status drifting_scatter(wm_device *on, const wm_scatter *scatter)
{
    const wm_status status = bent.honest->scatter_add(on, scatter);
    return status == WM_OK ? bent.honest->flip_bits(on, scatter->out, 0, ++bent.runs & 7, 4)
                           : status;
}

/* Atomic sums with other last bits in every run. Only the output that the transcript opens must be
 * there: that of the last repeat, until its witness is written. */
static void atomic_sums_resume_until_their_output_is_needed(void **state)
{
    static size_t ends[MEMORY_RECORD_LINES];
    wm_buffer whole = WM_BUFFER_EMPTY;
    size_t count;
    (void)state;
    bent.ops.scatter_add = drifting_scatter;
    count = run_whole(SCATTER, &whole, ends);
    for (size_t cut = 2; cut <= count; cut++) {
        if (cut == count - 3 || cut == count - 2)
            continue; /* after the last repeat, and after acquire: its output is lost */
        resume_from(whole.data, ends, cut);
        if (cut == 2) /* before the first session */
            bent_run_expect("");
        else
            expect_resumed("");
    }
    wm_buffer_clear(&whole);
}

/* A library that chooses another algorithm in each process; their products differ in one bit. If
 * asked for an algorithm, it uses that. */
static unsigned process, chosen, choices;

static wm_status moody_gemm(wm_device *on, const wm_gemm *gemm)
{
    const wm_status status = bent.honest->gemm(on, gemm);
    bent.runs++;
    chosen = chosen == 0 ? process : chosen;
    return status == WM_OK && chosen % 2 == 0 ? bent.honest->flip_bits(on, gemm->C, 0, 1, 2)
                                              : status;
}

static wm_status moody_describe(wm_device *on, const wm_job *job, char text[256])
{
    (void)on;
    (void)job;
    (void)snprintf(text, 256, "algorithm %u; best of 9", chosen);
    return WM_OK;
}

static wm_status moody_choose(wm_device *on, const wm_job *job, const char *method)
{
    (void)on;
    assert_int_equal(job->operation, WM_OPERATION_GEMM);
    assert_int_equal(bent.runs, 0); /* before the first product */
    choices++;
    chosen = (unsigned)strtoul(method + strlen("algorithm "), NULL, 10);
    return chosen == 1 ? WM_OK : WM_E_UNSUPPORTED;
}

static const char *moody_error(wm_device *on)
{
    (void)on;
    return "that algorithm is not offered any more";
}

static void be_moody(void)
{
    bent.ops.gemm = moody_gemm;
    bent.ops.describe = moody_describe;
    bent.ops.choose = moody_choose;
    bent.ops.last_error = moody_error;
}

/* A run by process 1 or 2, interrupted after its first repeat and resumed by process 2. */
static void cut_and_resume(unsigned first)
{
    static size_t ends[MEMORY_RECORD_LINES];
    wm_buffer whole = WM_BUFFER_EMPTY;
    be_moody();
    process = first;
    bent.runs = chosen = choices = 0;
    bent_run_begin(GEMM);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    assert_int_equal(choices, 0); /* a run that starts chooses for itself */
    memcpy(ends, bent.record.line_end, sizeof ends);
    assert_int_equal(wm_buffer_append(&whole, bent.record.evidence.data, bent.record.evidence.size),
                     WM_OK);
    process = 2;
    bent.runs = chosen = 0;
    resume_from(whole.data, ends, 4);
    assert_int_equal(choices, 1);
    wm_buffer_clear(&whole);
}

static void a_resumed_run_keeps_the_recorded_method(void **state)
{
    (void)state;
    cut_and_resume(1);
    expect_resumed("");
    assert_null(strstr(wm_buffer_text(&bent.record.evidence), "algorithm 2"));
    bent_run_expect_text("gemm.fp16.n64.numerical_class", "S0");
}

static void a_missing_recorded_method_is_named(void **state)
{
    (void)state;
    cut_and_resume(2);
    assert_int_equal(bent.runs, 0); /* and no other algorithm is run */
    assert_non_null(strstr(wm_buffer_text(&bent.record.evidence),
                           "\"reason\":\"resuming with the recorded method: "));
    assert_non_null(
        strstr(wm_buffer_text(&bent.record.evidence), "that algorithm is not offered any more\""));
    expect_resumed("gemm.fp16.n64.verified n/a\ngemm.fp16.n64.transcript n/a\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, bent_run_set_up, bent_run_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_run_can_be_cut_anywhere),
        TEST(a_run_with_faults_can_be_cut_anywhere),
        TEST(a_run_on_a_wrong_device_can_be_cut_anywhere),
        TEST(a_lost_product_fails_its_item),
        TEST(atomic_sums_resume_until_their_output_is_needed),
        TEST(a_resumed_run_keeps_the_recorded_method),
        TEST(a_missing_recorded_method_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
