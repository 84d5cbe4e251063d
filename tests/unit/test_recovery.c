/* Tests of study/run_plan on a device that fails at each of its calls in turn. A fault is recorded;
 * it never ends the run. */
#include "standards/philox.h"
#include "study/run/run_plan.h"

#include "support/cmocka.h"
#include "support/failing_backend.h"
#include "support/memory_record.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GEMM "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":32}}"
#define TRIAD "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":100}}"
#define BAD_GEMM                                                        \
    "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":32}," \
    "\"fault\":{\"kind\":\"row\",\"row\":0,\"when\":\"transcript\"}}"
#define ATTENTION                                       \
    "{\"workload\":\"attention\",\"variant\":\"bf16\"," \
    "\"shape\":{\"b\":1,\"h\":1,\"s\":16,\"d\":8}}"
#define SCATTER \
    "{\"workload\":\"scatter_add\",\"variant\":\"fixed\",\"shape\":{\"n\":100,\"buckets\":10}}"
#define INDEX                                                                                  \
    "{\"workload\":\"index_add\",\"variant\":\"atomic\",\"shape\":{\"rows\":50,\"columns\":2," \
    "\"buckets\":5}}"
#define REDUCTION "{\"workload\":\"reduction\",\"variant\":\"default\",\"shape\":{\"n\":100}}"

/* One item of every kind of workload, and one with a fault that is repaired. */
#define ALL BAD_GEMM "," TRIAD "," ATTENTION "," REDUCTION "," SCATTER "," INDEX "," GEMM
enum { ITEMS = 7 };
static const char INJECTED_RESUMED[] = "gemm.fp16.n32.injected_row.transcript injected repaired\n"
                                       "record.sessions 2\n";
static const char INJECTED[] = "gemm.fp16.n32.injected_row.transcript injected repaired\n";

static wm_device *device;
static memory_record record;
static wm_settings settings;
static wm_run_plan grid;
static wm_error err;
static char trouble[4096]; /* the events' messages, one a line */
static unsigned head;      /* calls before the plan starts */

static uint32_t drawn; /* words of getentropy in this run */

/* In place of the system's. Whether an output is overwritten or moved is drawn, and both are other
 * calls of the device: with these bytes two runs make the same calls. */
int getentropy(void *buffer, size_t size)
{
    static const uint8_t seed[WM_SHA256_SIZE] = "as many calls in each run";
    const wm_philox stream = wm_philox_from_seed(seed);
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)buffer)[i] = (uint8_t)wm_philox_word(&stream, drawn++);
    return 0;
}

static void listen(void *context, const wm_run_event *event)
{
    const size_t used = strlen(trouble);
    (void)context;
    if (event->trouble != NULL)
        (void)snprintf(trouble + used, sizeof trouble - used, "%zu %s\n", event->item,
                       event->trouble);
}

static int set_up(void **state)
{
    (void)state;
    failing_backend_plan((failing_plan){0, WM_OK, FAILING_ONCE});
    settings = (wm_settings){.device = &device,
                             .device_options = {.threads = 1},
                             .memory_bytes = (double)NAN,
                             .progress = listen};
    grid =
        (wm_run_plan){.settings = &settings, .repeat = {.repeat_seconds = 1e-9, .processors = 2}};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    if (device != NULL)
        failing_backend.close(device);
    device = NULL;
    memory_record_clear(&record);
    return 0;
}

/* Prepares a plan with a fault at one call of the run (0: none). */
static void begin_plan(const char *items, failing_plan plan)
{
    if (device != NULL)
        failing_backend.close(device);
    drawn = 0;
    failing_backend_plan((failing_plan){0, WM_OK, FAILING_ONCE});
    assert_int_equal(failing_backend.open(&settings.device_options, &device, NULL), WM_OK);
    memory_record_plan(&record, device, items);
    head = failing_backend_calls();
    if (plan.at > 0)
        plan.at += head;
    failing_backend_plan(plan);
    while (failing_backend_calls() < head) {
        wm_device_properties properties;
        (void)device->ops->properties(device, &properties);
    }
    trouble[0] = '\0';
    grid.sink =
        (wm_sink){&record, memory_record_append, record.graph, record.environment, record.plan};
}

/* Runs it and audits the result. */
static void run_plan(const char *items, failing_plan plan)
{
    begin_plan(items, plan);
    if (wm_run_plan_run(&grid, &err) != WM_OK)
        fail_msg("call %u, %s: %s: %s", plan.at, failing_backend_failed(), err.place, err.message);
    memory_record_seal(&record);
}

/* The number of items with a failed repeat. */
static unsigned failed_items(void)
{
    unsigned failed = 0;
    for (size_t i = 0; i < wm_graph_plan(record.graph)->item_count; i++)
        failed += wm_graph_item(record.graph, i)->has_failed;
    return failed;
}

static bool record_says(const char *words)
{
    return strstr(wm_buffer_text(&record.evidence), words) != NULL;
}

/* The number of calls of the run without a fault. */
static unsigned count_calls(const char *items)
{
    run_plan(items, (failing_plan){0, WM_OK, FAILING_ONCE});
    assert_string_equal(record.findings, INJECTED);
    assert_string_equal(trouble, "");
    return failing_backend_calls() - head;
}

/* The events named the operation that failed. */
static void expect_told(const failing_plan *plan)
{
    char words[160];
    (void)snprintf(words, sizeof words, FAILING_WORDS "%s", failing_backend_failed());
    if (strstr(trouble, words) == NULL)
        fail_msg("call %u, %s: told \"%s\"", plan->at, words, trouble);
}

/* The conditions after any single fault. A failed repair or calibration is not a failed repeat. The
 * repair's failure is only in the events; the calibration's leaves its item undecided. */
static void expect_named(const failing_plan *plan)
{
    char words[160];
    (void)snprintf(words, sizeof words, FAILING_WORDS "%s", failing_backend_failed());
    if (strcmp(failing_backend_failed(), "clock_hz") == 0 && plan->status != WM_E_DEVICE) {
        assert_true(record_says("the measurement of the clock failed") ||
                    record_says("the device has no way to measure its clock") ||
                    strcmp(record.findings, INJECTED) == 0);
        return;
    }
    if (strcmp(failing_backend_failed(), "attention_guard") == 0 &&
        plan->status == WM_E_UNSUPPORTED)
        return; /* a device that has no such test: the drawn rows decide */
    expect_told(plan);
    if (strstr(trouble, "repairing: ") == NULL && !record_says(words))
        fail_msg("call %u: the record does not name the fault in %s", plan->at,
                 failing_backend_failed());
    assert_string_not_equal(record.findings, INJECTED);
}

/* The device fails for good until it is opened again: one item suffers. */
static void a_device_that_can_be_opened_again_loses_one_item(void **state)
{
    const unsigned calls = count_calls(ALL);
    (void)state;
    for (unsigned at = 1; at <= calls; at++) {
        const failing_plan plan = {at, WM_E_DEVICE, FAILING_STICKY};
        run_plan(ALL, plan);
        expect_named(&plan);
        assert_int_equal(failing_backend_opened(), 1);
        assert_non_null(device);
        assert_true(failed_items() <= 1);
        assert_non_null(strstr(trouble, "; the device was opened again\n"));
        if (strchr(trouble, '\n') != strrchr(trouble, '\n'))
            fail_msg("call %u told twice: %s", at, trouble);
    }
}

/* The device cannot be opened again: the remaining items are recorded as not run, with the reason.
 */
static void a_lost_device_fails_the_remaining_items(void **state)
{
    const unsigned calls = count_calls(ALL);
    (void)state;
    for (unsigned at = 1; at <= calls; at++) {
        const failing_plan plan = {at, WM_E_DEVICE, FAILING_LOST};
        size_t suffering;
        run_plan(ALL, plan);
        expect_named(&plan);
        assert_null(device);
        suffering = strtoul(trouble, NULL, 10);
        for (size_t i = 0; i < ITEMS; i++) {
            if (i < suffering)
                assert_false(wm_graph_item(record.graph, i)->has_failed);
            if (i > suffering)
                assert_true(wm_graph_item(record.graph, i)->has_failed);
        }
        if (suffering + 1 < ITEMS)
            assert_true(record_says("not run: the device failed in ") &&
                        record_says(FAILING_LOST_WORDS));
    }
}

static bool yes(void *context)
{
    (void)context;
    return true;
}

/* Another process resumes the lines that a process left, on a device that works. */
static void resume_elsewhere(void)
{
    wm_buffer lines = WM_BUFFER_EMPTY;
    size_t ends[MEMORY_RECORD_LINES];
    const size_t count = record.line_count;
    memcpy(ends, record.line_end, sizeof ends);
    assert_int_equal(wm_buffer_append(&lines, record.evidence.data, record.evidence.size), WM_OK);
    failing_backend_plan((failing_plan){0, WM_OK, FAILING_ONCE});
    assert_int_equal(failing_backend.open(&settings.device_options, &device, NULL), WM_OK);
    memory_record_begin(&record);
    for (size_t i = 0; i < count; i++) {
        const size_t from = i == 0 ? 0 : ends[i - 1];
        assert_int_equal(
            memory_record_append(&record, lines.data + from, ends[i] - from - 1, NULL, &err),
            WM_OK);
    }
    grid.sink.graph = record.graph;
    if (wm_run_plan_run(&grid, &err) != WM_OK)
        fail_msg("%s: %s", err.place, err.message);
    wm_buffer_clear(&lines);
}

/* The device cannot be opened again here, but by another process, which resumes the run: one item
 * suffers. */
static void another_process_resumes_the_run(void **state)
{
    const unsigned calls = count_calls(ALL);
    (void)state;
    settings.can_go_on_elsewhere = yes;
    for (unsigned at = 1; at <= calls; at++) {
        const failing_plan plan = {at, WM_E_DEVICE, FAILING_LOST};
        begin_plan(ALL, plan);
        assert_int_equal(wm_run_plan_run(&grid, &err), WM_E_DEVICE);
        assert_null(device);
        expect_told(&plan);
        assert_non_null(strstr(trouble, "; a new process goes on\n"));
        resume_elsewhere();
        memory_record_seal(&record);
        assert_true(failed_items() <= 1);
    }
}

/* Out of memory, or an operation that the device does not have: the device is not opened again, and
 * the next item is measured. */
static void a_failure_without_device_loss_costs_one_item(void **state)
{
    static const wm_status statuses[] = {WM_E_NOMEM, WM_E_UNSUPPORTED};
    const unsigned calls = count_calls(ALL);
    (void)state;
    for (unsigned at = 1; at <= calls; at++) {
        const failing_plan plan = {at, statuses[at % 2], FAILING_ONCE};
        run_plan(ALL, plan);
        expect_named(&plan);
        assert_int_equal(failing_backend_opened(), 0);
        assert_true(failed_items() <= 1);
    }
}

/* A fault while an interrupted run's last item gets its transcript: the device is opened again and
 * the transcript is made. */
static void an_interrupted_transcript_is_redone_after_reopening(void **state)
{
    static size_t ends[MEMORY_RECORD_LINES];
    wm_buffer whole = WM_BUFFER_EMPTY;
    size_t stages = 0;
    unsigned calls;
    (void)state;
    run_plan(BAD_GEMM, (failing_plan){0, WM_OK, FAILING_ONCE});
    memcpy(ends, record.line_end, sizeof ends);
    assert_int_equal(wm_buffer_append(&whole, record.evidence.data, record.evidence.size), WM_OK);
    while (memmem(whole.data + ends[stages], ends[stages + 1] - ends[stages], "\"stage\"", 7) ==
           NULL)
        stages++;
    calls = 0;
    for (unsigned at = 0; at <= calls; at++) {
        if (device == NULL)
            assert_int_equal(failing_backend.open(&settings.device_options, &device, NULL), WM_OK);
        memory_record_begin(&record);
        for (size_t i = 0; i < stages; i++) {
            const size_t from = i == 0 ? 0 : ends[i - 1];
            assert_int_equal(
                memory_record_append(&record, whole.data + from, ends[i] - from - 1, NULL, &err),
                WM_OK);
        }
        grid.sink =
            (wm_sink){&record, memory_record_append, record.graph, record.environment, record.plan};
        trouble[0] = '\0';
        failing_backend_plan((failing_plan){at, WM_E_DEVICE, FAILING_STICKY});
        if (wm_run_plan_run(&grid, &err) != WM_OK)
            fail_msg("call %u, %s: %s: %s", at, failing_backend_failed(), err.place, err.message);
        if (at == 0)
            calls = failing_backend_calls();
        memory_record_seal(&record);
        assert_int_equal(failed_items(), 0);
        if (at == 0)
            assert_string_equal(record.findings, INJECTED_RESUMED);
        else
            assert_non_null(strstr(trouble, "; the device was opened again\n"));
    }
    wm_buffer_clear(&whole);
}

/* A member that the backend forgets would be a call through null, and not be failed. */
static void no_operation_is_left_out(void **state)
{
    enum { FIRST = offsetof(wm_backend, is_slowed_by) };
    void (*members[(sizeof(wm_backend) - FIRST) / sizeof(void (*)(void))])(void);
    (void)state;
    memcpy(members, (const char *)&failing_backend + FIRST, sizeof members);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        assert_true(members[i] != NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_device_that_can_be_opened_again_loses_one_item),
        TEST(a_lost_device_fails_the_remaining_items),
        TEST(another_process_resumes_the_run),
        TEST(a_failure_without_device_loss_costs_one_item),
        TEST(no_operation_is_left_out),
        TEST(an_interrupted_transcript_is_redone_after_reopening),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
