/* Tests of study/reverify_session: which outputs are recomputed, what is refused, what is sealed.
 */
#include "study/reverify/reverify.h"

#include "measure/schedule_file.h"
#include "model/model_read.h"
#include "study/run/run_record.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64], recorded[96], sealed[96];
static wm_model model;
static wm_reverify *reverify;
static wm_error err;
static unsigned openings_told, computations_told;

/* Seals a record of two products and a triad. */
static int run_plan(wm_schedule *schedule, wm_device **device)
{
    static const volatile sig_atomic_t never = 0;
    const wm_settings settings = {.device = device,
                                  .device_options = {.threads = 1},
                                  .memory_bytes = (double)NAN,
                                  .witness_memory_bytes = (double)NAN,
                                  .stop = &never};
    const wm_run_record_options options = {
        .path = recorded, .schedule = schedule, .settings = &settings};
    char root[WM_ID_SIZE];
    wm_run_record *record;
    wm_status status = wm_run_record_open(&options, &record, &err);
    if (status == WM_OK)
        status = wm_run_record_run(record, &err);
    if (status == WM_OK)
        status = wm_run_record_seal(record, root, &err);
    wm_run_record_close(record);
    return status == WM_OK ? 0 : -1;
}

static int make_record(void **state)
{
    static const char PLAN[] =
        "{\"name\":\"test\",\"repeats\":1,\"repeat_seconds\":0.001,\"items\":["
        "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":32}},"
        "{\"workload\":\"gemm\",\"variant\":\"int8\",\"shape\":{\"n\":64}},"
        "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":1000}}]}";
    wm_device *device = open_cpu(1);
    wm_schedule schedule;
    int result;
    (void)state;
    strcpy(folder, "/tmp/witnessmark-session-XXXXXX");
    if (device == NULL || mkdtemp(folder) == NULL ||
        wm_schedule_file_parse(PLAN, strlen(PLAN), "plan", &schedule, NULL) != WM_OK)
        return -1;
    (void)snprintf(recorded, sizeof recorded, "%s/record", folder);
    (void)snprintf(sealed, sizeof sealed, "%s/sealed", folder);
    result = run_plan(&schedule, &device);
    wm_schedule_clear(&schedule);
    device->ops->close(device);
    return result;
}

static int remove_folder(void **state)
{
    char command[128];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static wm_status open_session(const wm_reverify_options *options)
{
    wm_status status;
    reverify = NULL;
    openings_told = computations_told = 0;
    assert_int_equal(wm_model_read_audited(recorded, &model, NULL), WM_OK);
    status = wm_reverify_open(options, &model, &reverify, &err);
    wm_model_close(&model);
    return status;
}

static bool count_progress(void *context, const wm_reverify_output *output, unsigned done,
                           unsigned total)
{
    (void)context;
    (void)output;
    (void)done;
    openings_told += total != 0;
    computations_told += total == 0;
    return true;
}

static wm_reverify_verdict verdict_at(size_t index)
{
    return wm_reverify_judge(wm_reverify_at(reverify, index)).verdict;
}

static void openings_of_products_are_recomputed(void **state)
{
    const wm_reverify_options options = {.backend = "cpu"};
    char root[WM_ID_SIZE];
    (void)state;
    assert_int_equal(open_session(&options), WM_OK);
    assert_int_equal(wm_reverify_run(reverify, count_progress, NULL, NULL), WM_OK);
    assert_int_equal(verdict_at(0), WM_REVERIFY_SPOT_CHECKED);
    assert_int_equal(verdict_at(1), WM_REVERIFY_SPOT_CHECKED);
    assert_true(openings_told > 1);
    assert_int_equal(computations_told, 0);
    assert_int_equal(wm_reverify_seal(reverify, "", "", 0, root, NULL), WM_OK);
    assert_string_equal(root, "");
    wm_reverify_free(reverify);
}

static void whole_outputs_are_recomputed_and_sealed(void **state)
{
    static const char CHECKED[] =
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    const wm_reverify_options options = {
        .backend = "cpu", .threads = 1, .compute = true, .sealed = sealed};
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    char root[WM_ID_SIZE];
    (void)state;
    assert_int_equal(open_session(&options), WM_OK);
    assert_int_equal(wm_reverify_run(reverify, count_progress, NULL, NULL), WM_OK);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(verdict_at(i), WM_REVERIFY_REPRODUCED);
    assert_int_equal(computations_told, 3);
    assert_int_equal(wm_reverify_seal(reverify, CHECKED, "agrees", 0, root, NULL), WM_OK);
    assert_int_equal(wm_audit_path(sealed, NULL, &report, NULL), WM_OK);
    assert_string_equal(report.root, root);
    wm_reverify_free(reverify);
}

static void only_selected_outputs_count(void **state)
{
    const char *const only[] = {"gemm.int8"};
    const wm_reverify_options options = {.backend = "cpu", .only = only, .only_count = 1};
    (void)state;
    assert_int_equal(open_session(&options), WM_OK);
    assert_true(wm_reverify_at(reverify, 0)->is_left_out);
    assert_false(wm_reverify_at(reverify, 1)->is_left_out);
    assert_true(wm_reverify_at(reverify, 2)->is_left_out);
    wm_reverify_free(reverify);
}

static void larger_items_are_skipped(void **state)
{
    const wm_reverify_options options = {.backend = "cpu", .size_max = 32};
    (void)state;
    assert_int_equal(open_session(&options), WM_OK);
    assert_string_equal(wm_reverify_at(reverify, 0)->skipped, "");
    assert_string_equal(wm_reverify_at(reverify, 1)->skipped, "larger than --max-size 32");
    wm_reverify_free(reverify);
}

static void wrong_options_are_refused_before_the_work(void **state)
{
    const char *const only[] = {"gemm.", "hbm_copy"};
    const wm_reverify_options prefix = {.backend = "cpu", .only = only, .only_count = 2};
    const wm_reverify_options backend = {.backend = "none"};
    const wm_reverify_options device = {.backend = "cpu", .device = "7", .needs_device = true};
    const wm_reverify_options used = {.backend = "cpu", .sealed = recorded};
    (void)state;
    assert_int_equal(open_session(&prefix), WM_E_NOTFOUND);
    assert_string_equal(err.message, "no item's label begins with 'hbm_copy'");
    assert_int_equal(open_session(&backend), WM_E_NOTFOUND);
    assert_string_equal(err.place, "backend");
    assert_int_equal(open_session(&device), WM_E_NOTFOUND);
    assert_int_equal(open_session(&used), WM_E_EXISTS);
    assert_null(reverify);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openings_of_products_are_recomputed),
        cmocka_unit_test(whole_outputs_are_recomputed_and_sealed),
        cmocka_unit_test(only_selected_outputs_count),
        cmocka_unit_test(larger_items_are_skipped),
        cmocka_unit_test(wrong_options_are_refused_before_the_work),
    };
    return cmocka_run_group_tests(tests, make_record, remove_folder);
}
