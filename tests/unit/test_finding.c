/* Tests of the findings about repeats and sessions. */
#include "support/cmocka.h"

#include "record/audit/audit_state.h"
#include "record/audit/finding.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ITEMS = 2, REPEATS = 4 };

static wm_audit_state state;
static wm_audit_state_item items[ITEMS];
static wm_observed_repeat repeats[ITEMS][REPEATS];
static wm_covariates_node covariates;

/* Two items, triad and the latency of 2 lanes, without repeats. */
static int set_up(void **unused)
{
    (void)unused;
    memset(items, 0, sizeof items);
    memset(repeats, 0, sizeof repeats);
    memset(&covariates, 0, sizeof covariates);
    if (wm_audit_state_init(&state) != WM_OK)
        return -1;
    items[0].item =
        (wm_item){.variant = wm_tables_variant("hbm_triad", 9, "f32", 3), .dimension = {1000}};
    items[1].item = (wm_item){.variant = wm_tables_variant("random_access", 13, "latency", 7),
                              .dimension = {4096, 2, 64}};
    for (size_t i = 0; i < ITEMS; i++) {
        items[i].observed.repeats = repeats[i];
        (void)snprintf(items[i].label, sizeof items[i].label, "item%zu", i);
    }
    state.items = items;
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    state.items = NULL; /* not the state's memory */
    wm_audit_state_clear(&state);
    return 0;
}

/* Gives a covariate that is sampled throughout, or not; NAN: it has a reason instead. */
static void set(wm_covariate_name name, double value)
{
    wm_covariate_node *one = &covariates.each[name];
    memset(one, 0, sizeof *one);
    one->is_there = true;
    one->minimum = one->median = one->maximum = value;
    if (value != value)
        one->reason = wm_member_text("no sensor");
}

/* Adds an ok repeat of an item with the covariates and a rate, in units of work a second. */
static void repeat(size_t item, double iterations)
{
    wm_observed_repeat *one = &repeats[item][items[item].observed.count[WM_PROCEDURE_REPEATS]++];
    one->seconds = 1;
    one->iterations = iterations;
    assert_true(wm_finding_repeat(&state, &items[item], &covariates));
    assert_true(wm_finding_timed(&state, &items[item], WM_PROCEDURE_REPEATS, 0, &covariates));
}

/* Demands these findings, a line each. */
static void expect(const char *lines)
{
    wm_buffer found = WM_BUFFER_EMPTY;
    assert_true(wm_finding_conclude(&state));
    for (size_t at = 0; at < state.findings.size;) {
        const char *text = state.findings.data + at + 3;
        assert_int_equal(state.findings.data[at], 0);     /* of no fault */
        assert_int_equal(state.findings.data[at + 1], 0); /* that was not caught */
        assert_int_equal(state.findings.data[at + 2], 0); /* of no claim */
        assert_int_equal(wm_buffer_printf(&found, "%s\n", text), WM_OK);
        at += strlen(text) + 4;
    }
    assert_string_equal(wm_buffer_text(&found), lines);
    wm_buffer_clear(&found);
}

static void equal_covariates_name_the_earliest_repeat(void **unused)
{
    (void)unused;
    set(WM_COVARIATE_POWER, 70);
    repeat(0, 1);
    repeat(0, 1);
    set(WM_COVARIATE_POWER, 71);
    repeat(0, 1);
    set(WM_COVARIATE_POWER, 70);
    repeat(1, 1);
    expect("item0 repeats 0 and 1 have the same covariates\n"
           "item0 repeat 0 and item1 repeat 0 have the same covariates\n");
}

static void covariates_that_are_not_sampled_are_no_copies(void **unused)
{
    (void)unused;
    set(WM_COVARIATE_RUN_DELAY, 0);
    set(WM_COVARIATE_POWER, (double)NAN);
    repeat(0, 1);
    repeat(0, 1);
    expect("");
}

static void one_more_covariate_is_a_difference(void **unused)
{
    (void)unused;
    set(WM_COVARIATE_POWER, 70);
    repeat(0, 1);
    set(WM_COVARIATE_TEMPERATURE, (double)NAN);
    repeat(0, 1);
    expect("");
}

/* A lane makes at most one dependent read a cycle: 2 lanes at 1 GHz make 2e9 reads a second. */
static void rates_above_physics_are_named(void **unused)
{
    const double work = wm_plan_work(&items[1].item);
    (void)unused;
    set(WM_COVARIATE_CLOCK, 1e9);
    repeat(1, 2e9 / work);
    set(WM_COVARIATE_CLOCK, 0.999e9);
    repeat(1, 2e9 / work);
    items[1].item.variant = wm_tables_variant("random_access", 13, "latency_lines", 13);
    repeat(1, 2e9 / work);
    items[1].item.variant = wm_tables_variant("random_access", 13, "bandwidth_lines", 15);
    repeat(1, 2e9 / work);
    repeat(0, 1e30);
    assert_int_equal(state.finding.rate_count, 3);
    assert_true(wm_finding_conclude(&state));
    assert_int_equal(state.finding_count, 3);
    assert_string_equal(state.findings.data + 3,
                        "item1 repeat 1 has a rate above 1 read per lane and cycle");
}

static void overlaps_come_first(void **unused)
{
    (void)unused;
    set(WM_COVARIATE_POWER, 70);
    repeat(0, 1);
    repeat(0, 1);
    assert_int_equal(wm_timeline_add_session(&state.timeline, 100), WM_OK);
    assert_int_equal(wm_timeline_add_session(&state.timeline, 90), WM_OK);
    assert_int_equal(wm_timeline_add_session(&state.timeline, 91), WM_OK);
    expect("sessions 0 and 1 overlap\n"
           "item0 repeats 0 and 1 have the same covariates\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(equal_covariates_name_the_earliest_repeat),
        TEST(covariates_that_are_not_sampled_are_no_copies),
        TEST(one_more_covariate_is_a_difference),
        TEST(rates_above_physics_are_named),
        TEST(overlaps_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
