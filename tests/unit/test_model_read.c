/* Tests of model/model_read: what a sealed record says, with and without its audit. */
#include "model/model_read.h"

#include "measure/schedule_file.h"
#include "model/tally.h"
#include "study/run/run_record.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64], path[96], root[WM_ID_SIZE];
static wm_model model;

/* Seals a record of a product, the same with a fault in its transcript, and a sum. */
static int run_plan(wm_schedule *schedule, wm_device **device)
{
    static const volatile sig_atomic_t never = 0;
    const wm_settings settings = {.device = device,
                                  .device_options = {.threads = 1},
                                  .memory_bytes = (double)NAN,
                                  .witness_memory_bytes = (double)NAN,
                                  .stop = &never};
    const wm_run_record_options options = {
        .path = path, .schedule = schedule, .settings = &settings};
    wm_run_record *record;
    wm_status status = wm_run_record_open(&options, &record, NULL);
    if (status == WM_OK)
        status = wm_run_record_run(record, NULL);
    if (status == WM_OK)
        status = wm_run_record_seal(record, root, NULL);
    wm_run_record_close(record);
    return status == WM_OK ? 0 : -1;
}

static int make_record(void **state)
{
    static const char PLAN[] =
        "{\"name\":\"test\",\"repeats\":2,\"repeat_seconds\":0.001,\"items\":["
        "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":32}},"
        "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":32},"
        "\"fault\":{\"kind\":\"row\",\"row\":0,\"when\":\"transcript\"}},"
        "{\"workload\":\"reduction\",\"variant\":\"deterministic\",\"shape\":{\"n\":1000}}]}";
    wm_device *device = open_cpu(1);
    wm_schedule schedule;
    int result;
    (void)state;
    strcpy(folder, "/tmp/witnessmark-model-XXXXXX");
    if (device == NULL || mkdtemp(folder) == NULL ||
        wm_schedule_file_parse(PLAN, strlen(PLAN), "plan", &schedule, NULL) != WM_OK)
        return -1;
    (void)snprintf(path, sizeof path, "%s/record", folder);
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

/* The number of observations of an item in a class. */
static size_t count(size_t item, wm_observations_class class)
{
    return model.item[item].series[class].count;
}

static void every_observation_is_in_its_series(void **state)
{
    (void)state;
    assert_int_equal(wm_model_read(path, root, &model, NULL), WM_OK);
    assert_int_equal(model.item_count, 3);
    assert_int_equal(model.repeat_count, 6);
    assert_int_equal(model.environments.count, 1);
    assert_true(model.started_at_ns > 0);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(count(i, WM_OBSERVATIONS_REPEATS), 2);
        assert_int_equal(count(i, WM_OBSERVATIONS_CALIBRATIONS), i < 2);
        assert_int_equal(model.item[i].series[WM_OBSERVATIONS_REPEATS].at[1].number, 1);
        assert_true(model.item[i].series[WM_OBSERVATIONS_REPEATS].at[0].speed > 0);
    }
    assert_true(count(1, WM_OBSERVATIONS_STAGES) > count(0, WM_OBSERVATIONS_STAGES));
    wm_model_close(&model);
}

static void a_planned_fault_is_judged_from_the_findings(void **state)
{
    (void)state;
    assert_int_equal(wm_model_read(path, NULL, &model, NULL), WM_OK);
    assert_int_equal(model.faults.count, 1);
    assert_int_equal(model.item[0].verdict.fault, WM_PLANNED_FAULTS_NONE);
    assert_int_equal(model.item[1].verdict.fault, WM_PLANNED_FAULTS_CAUGHT);
    assert_false(model.item[1].verdict.is_wrong);
    assert_int_equal(model.finding_count, 1);
    assert_int_equal(wm_tally_about(&model, &model.finding[0]), WM_PLANNED_FAULTS_CAUGHT);
    assert_int_equal(wm_tally_notable(&model), 0);
    assert_int_equal(wm_tally_count(&model).caught, 1);
    assert_ptr_equal(wm_model_item_of(&model, model.finding[0].claim), &model.item[1]);
    wm_model_close(&model);
}

static void the_head_is_enough_for_an_audit(void **state)
{
    const wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    (void)state;
    assert_int_equal(wm_model_read_findings(path, &options, &model, NULL), WM_OK);
    assert_int_equal(wm_model_read_head(path, &model), WM_OK);
    assert_int_equal(wm_planned_faults_count(&model.faults, WM_PLANNED_FAULTS_CAUGHT), 1);
    assert_string_equal(model.plan_name, "test");
    assert_string_equal(model.backend, "cpu");
    assert_null(model.reader);
    wm_model_close(&model);
}

static void an_audited_record_is_read_by_its_file(void **state)
{
    char evidence[128];
    wm_model prior;
    (void)state;
    (void)snprintf(evidence, sizeof evidence, "%s/evidence.jsonl", path);
    assert_int_equal(wm_model_read_audited(evidence, &model, NULL), WM_OK);
    assert_int_equal(model.faults.count, 0);
    assert_string_equal(wm_claims_on(&model.item[0].claims, "verified")->text, "PASS");
    assert_ptr_equal(wm_model_item_named(&model, model.item[2].label), &model.item[2]);
    assert_null(wm_model_item_named(&model, "x"));
    assert_int_equal(wm_model_read_prior(&model, 0, &prior, NULL), WM_E_INVALID);
    wm_model_close(&prior);
    wm_model_close(&model);
}

static void what_is_no_record_is_not_read(void **state)
{
    static const char OTHER[] = "0123456789abcdef";
    (void)state;
    assert_int_equal(wm_model_read(path, OTHER, &model, NULL), WM_E_MISMATCH);
    wm_model_close(&model);
    assert_int_equal(wm_model_read_audited(folder, &model, NULL), WM_E_OPEN);
    assert_int_not_equal(wm_model_read_head(folder, &model), WM_OK);
    wm_model_close(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_observation_is_in_its_series),
        cmocka_unit_test(a_planned_fault_is_judged_from_the_findings),
        cmocka_unit_test(the_head_is_enough_for_an_audit),
        cmocka_unit_test(an_audited_record_is_read_by_its_file),
        cmocka_unit_test(what_is_no_record_is_not_read),
    };
    return cmocka_run_group_tests(tests, make_record, remove_folder);
}
