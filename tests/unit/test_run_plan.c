/* Tests of study/run_plan, stages and transcript: for every behaviour of a device and every
 * interruption the record is valid. */
#include "study/run_plan.h"

#include "backend/registry.h"
#include "support/cmocka.h"
#include "support/memory_record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_device *device;
static const wm_backend *honest; /* the device's own operations */
static wm_backend bent;          /* the same with some replaced */
static unsigned runs;            /* calls of the replaced operation so far */
static unsigned bent_at;         /* its first wrong call, from 1 */

static memory_record record;
static wm_run_plan grid;
static wm_error err;

/* The CPU device with the replaced operations. */
static wm_status open_bent(const wm_device_options *options, wm_device **opened, char reason[256])
{
    const wm_status status = honest->open(options, opened, reason);
    if (status == WM_OK)
        (*opened)->ops = &bent;
    return status;
}

static int set_up(void **state)
{
    (void)state;
    honest = wm_registry_find("cpu");
    bent = *honest;
    bent.open = open_bent;
    if (bent.open(&(wm_device_options){.threads = 1}, &device, NULL) != WM_OK)
        return -1;
    runs = bent_at = 0;
    record.line_limit = 0;
    grid = (wm_run_plan){.device = &device,
                         .options = {.threads = 1},
                         .repeat = {.repeat_seconds = 1e-9, .processors = 2},
                         .memory_bytes = (double)NAN};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    honest->close(device);
    memory_record_clear(&record);
    return 0;
}

/* The sink of a started record. */
static void use_record(void)
{
    grid.sink =
        (wm_sink){&record, memory_record_append, record.graph, record.environment, record.plan};
}

static void begin(const char *items)
{
    memory_record_plan(&record, device, items);
    use_record();
}

static void seal_and_expect(const char *expected)
{
    memory_record_expect(&record, expected);
}

static void expect_text(const char *claim, const char *text)
{
    char name[128], shown[64];
    const char *line = record.evidence.data;
    (void)snprintf(name, sizeof name, "\"name\":\"%s\"", claim);
    (void)snprintf(shown, sizeof shown, "\"text\":\"%s\"", text);
    for (size_t i = 0; i < record.line_count; line = record.evidence.data + record.line_end[i++]) {
        const size_t size = (size_t)(record.evidence.data + record.line_end[i] - line);
        if (memmem(line, size, name, strlen(name)) != NULL) {
            assert_non_null(memmem(line, size, shown, strlen(shown)));
            return;
        }
    }
    fail_msg("no claim %s", claim);
}

#define GEMM "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":64}}"
#define TRIAD "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":1000}}"
#define SCATTER                                             \
    "{\"workload\":\"scatter_add\",\"variant\":\"atomic\"," \
    "\"shape\":{\"n\":1000,\"buckets\":10}}"
#define FAULT(when) "\"fault\":{\"kind\":\"row\",\"row\":0,\"when\":\"" when "\"}}"
#define BAD_GEMM(when) \
    "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":64}," FAULT(when)
#define BAD_TRIAD(when) \
    "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":1000}," FAULT(when)

static void an_honest_device_passes(void **state)
{
    (void)state;
    begin(GEMM "," TRIAD "," SCATTER ",{\"workload\":\"attention\",\"variant\":\"bf16\","
               "\"shape\":{\"b\":1,\"h\":2,\"s\":32,\"d\":16}}");
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    seal_and_expect("");
}

static wm_status wrong_gemm(wm_device *on, const wm_gemm *gemm)
{
    const wm_status status = honest->gemm(on, gemm);
    runs++;
    if (status == WM_OK && (bent_at == 0 || runs == bent_at))
        return honest->flip_bits(on, gemm->C, 10 * 2, 0x7c00, 2);
    return status;
}

/* The order of the calls: 1 in the warm-up, 1 to time it, 1 a repeat. */
static void a_device_that_is_always_wrong_is_rejected(void **state)
{
    (void)state;
    bent.gemm = wrong_gemm;
    begin(GEMM);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    /* its floor is no calibration, so the repaired product cannot be accepted either */
    assert_non_null(strstr(wm_buffer_text(&record.evidence), "\"stage\":\"repair\""));
    seal_and_expect("gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript n/a\n");
}

static void the_transcript_takes_the_first_wrong_repeat(void **state)
{
    (void)state;
    for (bent_at = 4; bent_at <= 5; bent_at++) {
        runs = 0;
        bent.gemm = wrong_gemm;
        begin(GEMM);
        assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
        seal_and_expect("gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript repaired\n");
    }
}

static wm_status wrong_triad(wm_device *on, wm_device_buffer *a, const wm_device_buffer *b,
                             const wm_device_buffer *c, size_t count)
{
    const wm_status status = honest->triad(on, a, b, c, count);
    return status == WM_OK && ++runs == bent_at ? honest->flip_bits(on, a, 400, 1, 4) : status;
}

/* One wrong bit of one element in one repeat: the others pass, and the transcript is about that
 * repeat. */
static void one_wrong_bit_in_one_repeat_is_found(void **state)
{
    (void)state;
    for (bent_at = 3; bent_at <= 5; bent_at++) {
        runs = 0;
        bent.triad = wrong_triad;
        begin(TRIAD);
        assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
        seal_and_expect("hbm_triad.f32.n1000.verified FAIL\n"
                        "hbm_triad.f32.n1000.transcript repaired\n");
        expect_text("hbm_triad.f32.n1000.numerical_class", "Snd");
    }
}

static void without_repair_it_stays_rejected(void **state)
{
    (void)state;
    bent.gemm = wrong_gemm;
    grid.on_fault = WM_ON_FAULT_CONTINUE;
    begin(GEMM "," TRIAD);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    seal_and_expect("gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript reject\n");
}

static void a_fault_can_stop_the_run(void **state)
{
    (void)state;
    bent.gemm = wrong_gemm;
    grid.on_fault = WM_ON_FAULT_STOP;
    begin(GEMM "," TRIAD);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    assert_non_null(strstr(wm_buffer_text(&record.evidence),
                           "\"reason\":\"not run: stopped after a fault in gemm.fp16.n64\""));
    seal_and_expect("gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript reject\n"
                    "hbm_triad.f32.n1000.verified n/a\nhbm_triad.f32.n1000.transcript n/a\n");
}

static wm_status wrong_attention(wm_device *on, const wm_attention *attention)
{
    wm_attention exchanged = *attention;
    exchanged.K = attention->V;
    exchanged.V = attention->K;
    return honest->attention(on, &exchanged);
}

static wm_status wrong_scatter(wm_device *on, const wm_scatter *scatter)
{
    const wm_status status = honest->scatter_add(on, scatter);
    return status == WM_OK ? honest->flip_bits(on, scatter->out, 4 * 3, 0x800000, 4) : status;
}

/* Paper, Table 2: comparing runs with each other finds nothing; the residual does. */
static void a_reproducible_fault_is_rejected(void **state)
{
    (void)state;
    bent.attention = wrong_attention;
    bent.scatter_add = wrong_scatter;
    grid.on_fault = WM_ON_FAULT_CONTINUE;
    begin("{\"workload\":\"attention\",\"variant\":\"bf16\","
          "\"shape\":{\"b\":1,\"h\":2,\"s\":32,\"d\":16}},"
          "{\"workload\":\"scatter_add\",\"variant\":\"fixed\","
          "\"shape\":{\"n\":1000,\"buckets\":10}}");
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    seal_and_expect("attention.bf16.b1h2s32d16.verified FAIL\n"
                    "attention.bf16.b1h2s32d16.transcript reject\n"
                    "scatter_add.fixed.n1000b10.verified FAIL\n"
                    "scatter_add.fixed.n1000b10.transcript reject\n");
    expect_text("attention.bf16.b1h2s32d16.divergence", "0");
    expect_text("attention.bf16.b1h2s32d16.numerical_class", "S0");
    expect_text("scatter_add.fixed.n1000b10.divergence", "0");
    expect_text("scatter_add.fixed.n1000b10.numerical_class", "S0");
}

static wm_status dying_triad(wm_device *on, wm_device_buffer *a, const wm_device_buffer *b,
                             const wm_device_buffer *c, size_t count)
{
    return ++runs >= bent_at ? WM_E_DEVICE : honest->triad(on, a, b, c, count);
}

static void a_dying_device_leaves_failed_repeats(void **state)
{
    (void)state;
    for (bent_at = 1; bent_at <= 5; bent_at++) {
        runs = 0;
        bent.triad = dying_triad;
        begin(TRIAD "," GEMM);
        assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
        seal_and_expect("hbm_triad.f32.n1000.verified n/a\nhbm_triad.f32.n1000.transcript n/a\n");
    }
}

static wm_status no_residual(wm_device *on, const wm_residual *residual, wm_residual_result *result)
{
    return ++runs == bent_at ? WM_E_UNSUPPORTED : honest->residual(on, residual, result);
}

/* Calls: repeat 0's check, the calibration, the other repeats' checks. */
static void a_check_that_cannot_run_passes_nothing(void **state)
{
    (void)state;
    bent.residual = no_residual;
    for (bent_at = 1; bent_at <= 4; bent_at++) {
        runs = 0;
        begin(GEMM);
        assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
        seal_and_expect("gemm.fp16.n64.verified n/a\ngemm.fp16.n64.transcript n/a\n");
    }
}

/* A witness that fails at one call, or at that and the next. */
static unsigned wrong_calls;

static wm_status moody_residual(wm_device *on, const wm_residual *residual,
                                wm_residual_result *result)
{
    const wm_status status = honest->residual(on, residual, result);
    runs++;
    if (runs >= bent_at && runs < bent_at + wrong_calls)
        result->difference_max *= 1.5;
    return status;
}

/* Equal outputs have equal residuals in a valid record. A witness that erred once looks again; with
 * two answers the repeat has failed. */
static void a_witness_with_two_answers_looks_again(void **state)
{
    (void)state;
    bent.residual = moody_residual;
    bent_at = 3; /* the check of repeat 1 */
    for (wrong_calls = 1; wrong_calls <= 2; wrong_calls++) {
        runs = 0;
        begin(GEMM);
        assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
        assert_int_equal(strstr(wm_buffer_text(&record.evidence), "two answers") != NULL,
                         wrong_calls == 2);
        seal_and_expect(wrong_calls == 1 ? ""
                                         : "gemm.fp16.n64.verified n/a\n"
                                           "gemm.fp16.n64.transcript n/a\n");
    }
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
    bent.open_chunks = no_opening;
    begin(GEMM);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    assert_non_null(
        strstr(wm_buffer_text(&record.evidence), "opening the output: the device failed"));
    seal_and_expect("gemm.fp16.n64.verified n/a\ngemm.fp16.n64.transcript n/a\n");
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
    bent.gemm = wrong_gemm;
    bent.gemm_careful = no_careful;
    begin(GEMM);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    seal_and_expect("gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript reject\n");
}

static wm_status counted_gemm(wm_device *on, const wm_gemm *gemm)
{
    runs++;
    return honest->gemm(on, gemm);
}

/* Like a library that chooses among its algorithms when it first runs. */
static wm_status described_by_runs(wm_device *on, const wm_job *job, char text[256])
{
    (void)on;
    (void)job;
    (void)snprintf(text, 256, "%s", runs == 0 ? "chosen at the first run" : "algorithm 7");
    return WM_OK;
}

static void the_recorded_method_is_the_chosen_one(void **state)
{
    (void)state;
    bent.gemm = counted_gemm;
    bent.describe = described_by_runs;
    begin(GEMM);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    seal_and_expect("");
    assert_non_null(strstr(wm_buffer_text(&record.evidence), "\"method\":\"algorithm 7\""));
    assert_null(strstr(wm_buffer_text(&record.evidence), "chosen at the first run"));
}

static void an_item_that_does_not_fit_is_not_run(void **state)
{
    (void)state;
    grid.memory_bytes = 20000;
    begin(GEMM "," SCATTER);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    assert_non_null(strstr(wm_buffer_text(&record.evidence), "GB of memory, available: 2e-05 GB"));
    seal_and_expect("gemm.fp16.n64.verified n/a\ngemm.fp16.n64.transcript n/a\n"
                    "scatter_add.atomic.n1000b10.verified n/a\n"
                    "scatter_add.atomic.n1000b10.transcript n/a\n");
}

static void a_planned_fault_is_rejected(void **state)
{
    (void)state;
    begin(BAD_GEMM("transcript") "," BAD_TRIAD("transcript"));
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    seal_and_expect("gemm.fp16.n64.injected_row.transcript injected repaired\n"
                    "hbm_triad.f32.n1000.injected_row.transcript injected repaired\n");
    grid.on_fault = WM_ON_FAULT_CONTINUE;
    begin(BAD_GEMM("transcript") "," BAD_TRIAD("transcript"));
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    seal_and_expect("gemm.fp16.n64.injected_row.transcript injected reject\n"
                    "hbm_triad.f32.n1000.injected_row.transcript injected reject\n");
}

/* Paper, Table 2: the runs do not differ, and the residual finds the fault. */
static void a_consistent_fault_has_no_divergence_and_is_caught(void **state)
{
    (void)state;
    begin(TRIAD "," BAD_TRIAD("repeats"));
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    seal_and_expect("hbm_triad.f32.n1000.faulty_row.verified FAIL\n"
                    "hbm_triad.f32.n1000.faulty_row.transcript repaired\n");
    expect_text("hbm_triad.f32.n1000.faulty_row.divergence", "0");
    expect_text("hbm_triad.f32.n1000.faulty_row.numerical_class", "S0");
}

static void a_full_disk_ends_the_run(void **state)
{
    (void)state;
    record.line_limit = 5;
    begin(GEMM "," TRIAD);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_E_IO);
    assert_string_equal(err.place, "gemm.fp16.n64");
}

/* Resumes a run that was interrupted after `count` lines of an earlier one. */
static void resume_from(const char *lines, const size_t *ends, size_t count)
{
    size_t at = 0;
    memory_record_begin(&record);
    use_record();
    for (size_t i = 0; i < count; at = ends[i++]) {
        const char *line = lines + at;
        assert_int_equal(memory_record_append(&record, line, ends[i] - at - 1, NULL, &err), WM_OK);
    }
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
}

/* Interrupts a whole run after every one of its observations. */
static void cut_everywhere(const char *items, const char *expected)
{
    static size_t ends[MEMORY_RECORD_LINES];
    wm_buffer whole = WM_BUFFER_EMPTY;
    size_t count;
    begin(items);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    count = record.line_count;
    memcpy(ends, record.line_end, sizeof ends);
    assert_int_equal(wm_buffer_append(&whole, record.evidence.data, record.evidence.size), WM_OK);
    for (size_t cut = 2; cut <= count; cut++) {
        resume_from(whole.data, ends, cut);
        assert_int_equal(record.line_count, cut == 2 ? count : count + 1); /* a session more */
        seal_and_expect(expected);
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
    bent.gemm = wrong_gemm;
    cut_everywhere(GEMM, "gemm.fp16.n64.verified FAIL\ngemm.fp16.n64.transcript n/a\n");
}

static wm_status drifting_gemm(wm_device *on, const wm_gemm *gemm)
{
    const wm_status status = honest->gemm(on, gemm);
    return status == WM_OK ? honest->flip_bits(on, gemm->C, 0, ++runs & 7, 2) : status;
}

/* A product that is different every time: the interrupted run cannot be resumed, and the error says
 * so. */
static void a_lost_product_fails_its_item(void **state)
{
    static size_t ends[MEMORY_RECORD_LINES];
    wm_buffer whole = WM_BUFFER_EMPTY;
    (void)state;
    bent.gemm = drifting_gemm;
    begin(GEMM);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    memcpy(ends, record.line_end, sizeof ends);
    assert_int_equal(wm_buffer_append(&whole, record.evidence.data, record.evidence.size), WM_OK);
    resume_from(whole.data, ends, 4);
    seal_and_expect("gemm.fp16.n64.verified n/a\ngemm.fp16.n64.transcript n/a\n");
    wm_buffer_clear(&whole);
}

static wm_status drifting_scatter(wm_device *on, const wm_scatter *scatter)
{
    const wm_status status = honest->scatter_add(on, scatter);
    return status == WM_OK ? honest->flip_bits(on, scatter->out, 0, ++runs & 7, 4) : status;
}

/* Atomic sums with other last bits in every run. Only the output that the transcript opens must be
 * there: that of the last repeat, until its witness is written. */
static void atomic_sums_resume_until_their_output_is_needed(void **state)
{
    static size_t ends[MEMORY_RECORD_LINES];
    wm_buffer whole = WM_BUFFER_EMPTY;
    size_t count;
    (void)state;
    bent.scatter_add = drifting_scatter;
    begin(SCATTER);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    count = record.line_count;
    memcpy(ends, record.line_end, sizeof ends);
    assert_int_equal(wm_buffer_append(&whole, record.evidence.data, record.evidence.size), WM_OK);
    for (size_t cut = 2; cut <= count; cut++) {
        if (cut == count - 3 || cut == count - 2)
            continue; /* after the last repeat, and after acquire: its output is lost */
        resume_from(whole.data, ends, cut);
        seal_and_expect("");
    }
    wm_buffer_clear(&whole);
}

/* A library that chooses another algorithm in each process; their products differ in one bit. If
 * asked for an algorithm, it uses that. */
static unsigned process, chosen, choices;

static wm_status moody_gemm(wm_device *on, const wm_gemm *gemm)
{
    const wm_status status = honest->gemm(on, gemm);
    runs++;
    chosen = chosen == 0 ? process : chosen;
    return status == WM_OK && chosen % 2 == 0 ? honest->flip_bits(on, gemm->C, 0, 1, 2) : status;
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
    assert_int_equal(runs, 0); /* before the first product */
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
    bent.gemm = moody_gemm;
    bent.describe = moody_describe;
    bent.choose = moody_choose;
    bent.last_error = moody_error;
}

/* A run by process 1 or 2, interrupted after its first repeat and resumed by process 2. */
static void cut_and_resume(unsigned first)
{
    static size_t ends[MEMORY_RECORD_LINES];
    wm_buffer whole = WM_BUFFER_EMPTY;
    be_moody();
    process = first;
    runs = chosen = choices = 0;
    begin(GEMM);
    assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
    assert_int_equal(choices, 0); /* a run that starts chooses for itself */
    memcpy(ends, record.line_end, sizeof ends);
    assert_int_equal(wm_buffer_append(&whole, record.evidence.data, record.evidence.size), WM_OK);
    process = 2;
    runs = chosen = 0;
    resume_from(whole.data, ends, 4);
    assert_int_equal(choices, 1);
    wm_buffer_clear(&whole);
}

static void a_resumed_run_keeps_the_recorded_method(void **state)
{
    (void)state;
    cut_and_resume(1);
    seal_and_expect("");
    assert_null(strstr(wm_buffer_text(&record.evidence), "algorithm 2"));
    expect_text("gemm.fp16.n64.numerical_class", "S0");
}

static void a_missing_recorded_method_is_named(void **state)
{
    (void)state;
    cut_and_resume(2);
    assert_int_equal(runs, 0); /* and no other algorithm is run */
    assert_non_null(strstr(wm_buffer_text(&record.evidence),
                           "\"reason\":\"resuming with the recorded method: "));
    assert_non_null(
        strstr(wm_buffer_text(&record.evidence), "that algorithm is not offered any more\""));
    seal_and_expect("gemm.fp16.n64.verified n/a\ngemm.fp16.n64.transcript n/a\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

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
        TEST(a_witness_with_two_answers_looks_again),
        TEST(a_repair_that_is_impossible_leaves_a_reject),
        TEST(the_recorded_method_is_the_chosen_one),
        TEST(an_item_that_does_not_fit_is_not_run),
        TEST(a_planned_fault_is_rejected),
        TEST(a_consistent_fault_has_no_divergence_and_is_caught),
        TEST(a_full_disk_ends_the_run),
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
