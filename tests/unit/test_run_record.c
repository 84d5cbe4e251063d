/* Tests of study/run_record: a run is opened, interrupted, resumed and sealed. */
#include "study/run/run_record.h"

#include "measure/schedule_file.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];
static wm_device *device;
static wm_schedule schedule;
static volatile sig_atomic_t stop;
static unsigned stop_after; /* repeats; 0: never */

static int set_up(void **state)
{
    static const char PLAN[] =
        "{\"name\":\"test\",\"repeats\":2,\"repeat_seconds\":0.001,\"items\":["
        "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":1000}},"
        "{\"workload\":\"reduction\",\"variant\":\"deterministic\",\"shape\":{\"n\":1000}}]}";
    (void)state;
    strcpy(folder, "/tmp/witnessmark-run-record-XXXXXX");
    device = open_cpu(1);
    return mkdtemp(folder) != NULL && device != NULL &&
                   wm_schedule_file_parse(PLAN, strlen(PLAN), "plan", &schedule, NULL) == WM_OK
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    char command[128];
    (void)state;
    wm_schedule_clear(&schedule);
    device->ops->close(device);
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* Sets `stop` after the chosen number of repeats. */
static void count_event(void *context, const wm_run_event *event)
{
    (void)context;
    if (stop_after != 0 && !event->is_done && event->made[WM_PHASE_REPEATS] == stop_after)
        stop = SIGINT;
}

static wm_status open_run(const char *name, bool resume, wm_run_record **record, wm_error *err)
{
    static char path[96];
    static wm_settings settings;
    const wm_run_record_options options = {
        .path = path, .resume = resume, .schedule = &schedule, .settings = &settings};
    settings = (wm_settings){.device = &device,
                             .device_options = {.threads = 1},
                             .memory_bytes = (double)NAN,
                             .witness_memory_bytes = (double)NAN,
                             .stop = &stop,
                             .progress = count_event};
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    stop = 0;
    return wm_run_record_open(&options, record, err);
}

static void expect_valid(const char *name, const char *root)
{
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    char path[96];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(wm_audit_path(path, NULL, &report, NULL), WM_OK);
    assert_string_equal(report.root, root);
}

static void a_run_is_sealed(void **state)
{
    wm_run_record *record;
    char root[WM_ID_SIZE];
    (void)state;
    stop_after = 0;
    assert_int_equal(open_run("whole", false, &record, NULL), WM_OK);
    assert_int_equal(wm_run_record_plan(record)->item_count, 2);
    assert_int_equal(wm_run_record_appended(record), 0);
    assert_int_equal(wm_run_record_run(record, NULL), WM_OK);
    assert_true(wm_run_record_appended(record) >= 4); /* two repeats of two items */
    assert_int_equal(wm_run_record_seal(record, root, NULL), WM_OK);
    wm_run_record_close(record);
    expect_valid("whole", root);
}

static void an_interrupted_run_is_resumed(void **state)
{
    wm_run_record *record;
    char root[WM_ID_SIZE];
    size_t first;
    (void)state;
    stop_after = 1;
    assert_int_equal(open_run("cut", false, &record, NULL), WM_OK);
    assert_int_equal(wm_run_record_run(record, NULL), WM_E_INTERRUPTED);
    first = wm_run_record_appended(record);
    assert_int_equal(first, 1);
    assert_int_equal(access(wm_run_record_partial(record), F_OK), 0);
    wm_run_record_close(record);

    stop_after = 0;
    assert_int_equal(open_run("cut", true, &record, NULL), WM_OK);
    assert_int_equal(wm_run_record_appended(record), 0);
    assert_int_equal(wm_run_record_run(record, NULL), WM_OK);
    assert_int_equal(wm_run_record_seal(record, root, NULL), WM_OK);
    wm_run_record_close(record);
    expect_valid("cut", root);
}

static void a_record_without_a_partial_names_none(void **state)
{
    wm_run_record *record;
    wm_error err;
    (void)state;
    stop_after = 0;
    assert_int_equal(open_run("absent", true, &record, &err), WM_E_NOTFOUND);
    assert_null(wm_run_record_partial(record));
    wm_run_record_close(record);
    assert_null(wm_run_record_partial(NULL));
    wm_run_record_close(NULL);
}

static void another_plan_is_not_resumed(void **state)
{
    wm_run_record *record;
    wm_error err;
    (void)state;
    stop_after = 0;
    assert_int_equal(open_run("other", false, &record, NULL), WM_OK);
    wm_run_record_close(record);
    schedule.repeat_seconds = 0.002;
    assert_int_equal(open_run("other", true, &record, &err), WM_E_MISMATCH);
    assert_non_null(strstr(err.message, "another plan"));
    schedule.repeat_seconds = 0.001;
    wm_run_record_close(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_is_sealed),
        cmocka_unit_test(an_interrupted_run_is_resumed),
        cmocka_unit_test(a_record_without_a_partial_names_none),
        cmocka_unit_test(another_plan_is_not_resumed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
