/* Tests of study/procedure/profiles: what a device answers becomes a valid record, with the
 * profile, its key, and the reason of each failure. */
#include "support/bent_run.h"
#include "support/cmocka.h"

#include <stdio.h>
#include <string.h>

#define L2 "{\"workload\":\"profile\",\"variant\":\"l2\",\"shape\":{\"steps\":1024}}"
#define CORES "{\"workload\":\"profile\",\"variant\":\"cores\",\"shape\":{\"steps\":1024}}"
#define L2_LABEL "profile.l2.s1024"

enum { UNITS = 4 };

/* What the device saw. */
static struct {
    const wm_device_buffer *tables[64];
    const char *unit;
    double step; /* each call's latencies of unit 0 are so much larger than the last's */
    sig_atomic_t stop;
    unsigned stop_at;
} seen;

static int set_up(void **state)
{
    memset(&seen, 0, sizeof seen);
    seen.unit = "cycles";
    return bent_run_set_up(state);
}

/* A device of four units, which are far from each other. */
static wm_status four_units(wm_device *on, const wm_profile *profile, wm_profile_result *result)
{
    static const double latency[UNITS] = {280, 290, 270, 300};
    (void)on;
    assert_int_equal(profile->steps, 1024);
    seen.tables[bent.runs++] = profile->table;
    if (bent.runs == bent.at)
        return WM_E_DEVICE;
    seen.stop = bent.runs == seen.stop_at;
    result->unit = seen.unit;
    result->count = UNITS;
    memcpy(result->latency, latency, sizeof latency);
    result->latency[0] += seen.step * bent.runs;
    return WM_OK;
}

static bool has(const char *text)
{
    return strstr(wm_buffer_text(&bent.record.evidence), text) != NULL;
}

/* 3 repeats: two on the first table and one on the second, each after a profile that is dropped. */
static void half_of_the_repeats_have_another_table(void **state)
{
    (void)state;
    bent.ops.profile = four_units;
    bent_run_begin(L2);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    assert_int_equal(bent.runs, 5);
    assert_ptr_equal(seen.tables[0], seen.tables[2]);
    assert_ptr_not_equal(seen.tables[2], seen.tables[3]);
    assert_ptr_equal(seen.tables[3], seen.tables[4]);
    bent_run_expect("");
    assert_true(has("\"allocation\":0") && has("\"allocation\":1") && !has("\"allocation\":2"));
    assert_true(has("\"latencies\":[280,290,270,300]"));
    bent_run_expect_text(L2_LABEL ".units", "4");
    bent_run_expect_text(L2_LABEL ".latency", "285.0 cycle");
    bent_run_expect_text(L2_LABEL ".within", "0 cycle");
    bent_run_expect_text(L2_LABEL ".discriminating", "yes");
}

static void a_device_that_wanders_does_not_discriminate(void **state)
{
    (void)state;
    seen.step = 30;
    bent.ops.profile = four_units;
    bent_run_begin(L2);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("");
    bent_run_expect_text(L2_LABEL ".discriminating", "not discriminating");
    bent_run_expect_text(L2_LABEL ".key", "n/a");
}

/* The latencies of a CPU are in ns, those of its record in s. */
static void a_cpu_records_seconds(void **state)
{
    (void)state;
    seen.unit = "ns";
    bent.ops.profile = four_units;
    bent_run_begin(CORES);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("");
    bent_run_expect_text("profile.cores.s1024.latency", "285.0 ns");
}

static void a_device_of_the_other_kind_fails_with_the_reason(void **state)
{
    (void)state;
    seen.unit = "ns";
    bent.ops.profile = four_units;
    bent_run_begin(L2 "," TRIAD);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("");
    assert_true(has("\"reason\":\"profile.l2 is a profile of another kind of device: this one "
                    "measures ns\""));
    assert_true(has("\"reason\":\"not run after a failure: profile.l2 is"));
    bent_run_expect_text(L2_LABEL ".key", "n/a");
}

static wm_status refuse_profile(wm_device *on, const wm_profile *profile, wm_profile_result *result)
{
    (void)on;
    (void)profile;
    (void)result;
    return WM_E_UNSUPPORTED;
}

static void a_device_without_profiles_fails_with_the_reason(void **state)
{
    (void)state;
    bent.ops.profile = refuse_profile;
    bent_run_begin(L2 "," TRIAD);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    bent_run_expect("");
    assert_true(has("\"reason\":\"warming up: "));
}

static void an_item_without_memory_fails_with_the_reason(void **state)
{
    (void)state;
    bent.ops.profile = four_units;
    bent.settings.memory_bytes = 1e6;
    bent_run_begin(L2);
    assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
    assert_int_equal(bent.runs, 0);
    bent_run_expect("");
    assert_true(has("\"reason\":\"needs 0.05033 GB of memory, available: 0.001 GB\""));
}

/* Whatever call fails, the repeats before it stay, and the later items are run. */
static void a_device_that_dies_leaves_failed_repeats(void **state)
{
    (void)state;
    bent.ops.profile = four_units;
    for (bent.at = 1; bent.at <= 5; bent.at++) {
        bent.runs = 0;
        bent_run_begin(L2 "," TRIAD);
        assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
        bent_run_expect("");
        assert_int_equal(has("\"latencies\""), bent.at > 2);
        bent_run_expect_text("hbm_triad.f32.n1000.transcript", "accept");
    }
}

/* A run that goes on has other memory, and says so by another number. */
static void a_resumed_item_goes_on_with_new_tables(void **state)
{
    (void)state;
    bent.ops.profile = four_units;
    bent.settings.stop = &seen.stop;
    for (seen.stop_at = 2; seen.stop_at <= 3; seen.stop_at++) {
        bent.runs = 0;
        bent_run_begin(L2);
        assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_E_INTERRUPTED);
        seen.stop = 0;
        bent.err = (wm_error){WM_OK, "", ""};
        assert_int_equal(wm_run_plan_run(&bent.plan, &bent.err), WM_OK);
        bent_run_expect("record.sessions 2\n");
        assert_true(has("\"allocation\":0") && has("\"allocation\":1"));
        assert_int_equal(has("\"allocation\":2"), seen.stop_at == 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, bent_run_tear_down)
        TEST(half_of_the_repeats_have_another_table),
        TEST(a_device_that_wanders_does_not_discriminate),
        TEST(a_cpu_records_seconds),
        TEST(a_device_of_the_other_kind_fails_with_the_reason),
        TEST(a_device_without_profiles_fails_with_the_reason),
        TEST(an_item_without_memory_fails_with_the_reason),
        TEST(a_device_that_dies_leaves_failed_repeats),
        TEST(a_resumed_item_goes_on_with_new_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
