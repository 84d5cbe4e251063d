/* Tests the times of a record, with exact integers. */
#include "record/laws/timeline.h"
#include "record/nodes/member.h"
#include "support/cmocka.h"

#include <string.h>

static wm_timeline timeline;

static int tear_down(void **state)
{
    (void)state;
    wm_timeline_clear(&timeline);
    return 0;
}

static void begin(uint64_t started_at)
{
    assert_int_equal(wm_timeline_add_session(&timeline, started_at), WM_OK);
}

static void repeat(uint64_t at, uint64_t length, bool is_flagged)
{
    wm_timeline_add(&timeline, &(wm_timeline_span){at, length, is_flagged});
}

static double value_of(wm_function function)
{
    const wm_result result = wm_timeline_reduce(&timeline, function);
    assert_int_equal(result.kind, WM_RESULT_NUMBER);
    return result.number;
}

static void times_are_read_up_to_the_limit(void **state)
{
    uint64_t time;
    (void)state;
    assert_true(wm_timeline_read(wm_member_text("0"), &time) && time == 0);
    assert_true(wm_timeline_read(wm_member_text("9223372036854775807"), &time));
    assert_true(time == WM_TIMELINE_MOST);
    assert_false(wm_timeline_read(wm_member_text("9223372036854775808"), &time));
    assert_false(wm_timeline_read(wm_member_text("99999999999999999999"), &time));
    assert_false(wm_timeline_read(wm_member_text(NULL), &time));
}

/* 0.3 * 1e9 is 300000000 in binary64, 0.1 + 0.2 gives 300000000.00000006; both round down. */
static void lengths_are_rounded_down(void **state)
{
    uint64_t length;
    (void)state;
    assert_true(wm_timeline_length(0.3, &length) && length == 300000000);
    assert_true(wm_timeline_length(0.1 + 0.2, &length) && length == 300000000);
    assert_true(wm_timeline_length(1e-10, &length) && length == 0);
    assert_true(wm_timeline_length(0.9999999999, &length) && length == 999999999);
    assert_true(wm_timeline_length(9223372036.0, &length) && length == 9223372036000000000u);
    assert_false(wm_timeline_length(9223372037.0, &length));
    assert_false(wm_timeline_length(1e300, &length));
}

static void a_record_without_repeats_has_no_times(void **state)
{
    (void)state;
    begin(1000);
    assert_int_equal(wm_timeline_reduce(&timeline, WM_FUNCTION_SESSIONS).kind, WM_RESULT_NULL);
    assert_string_equal(wm_timeline_reduce(&timeline, WM_FUNCTION_SESSIONS).text, "no repeats");
}

/* Session 0 at 10 s: 1 s, a gap of 2 s, 3 s. Session 1 at 30 s: a gap of 15 s over both, 4 s. */
static void times_follow_from_sessions_and_repeats(void **state)
{
    const uint64_t s = 1000000000u;
    (void)state;
    begin(10 * s);
    repeat(11 * s, s, true);
    repeat(14 * s, 3 * s, false);
    begin(30 * s);
    repeat(32 * s, 4 * s, true);
    assert_true(value_of(WM_FUNCTION_SESSIONS) == 2);
    assert_true(value_of(WM_FUNCTION_WALL_TIME) == 26);
    assert_true(value_of(WM_FUNCTION_TIMED_SHARE) == 8.0 / 26.0);
    assert_true(value_of(WM_FUNCTION_LONGEST_GAP) == 15);
    assert_true(value_of(WM_FUNCTION_FLAGGED_REPEATS) == 2);
    assert_false(wm_timeline_overlaps(&timeline, 0));
    assert_false(wm_timeline_overlaps(&timeline, 1));
}

/* Session 1 begins before the end of session 0, session 2 before session 1. */
static void overlaps_are_seen_and_cost_no_gap(void **state)
{
    (void)state;
    begin(1000);
    repeat(1000, 500, false);
    begin(1499);
    begin(1200);
    repeat(1200, 100, false);
    assert_true(wm_timeline_overlaps(&timeline, 0));
    assert_true(wm_timeline_overlaps(&timeline, 1));
    assert_true(value_of(WM_FUNCTION_LONGEST_GAP) == 0);
    assert_true(value_of(WM_FUNCTION_WALL_TIME) == 500 / 1e9);
    assert_true(value_of(WM_FUNCTION_TIMED_SHARE) == 1.2);
}

static void a_session_may_begin_at_the_end_of_the_last(void **state)
{
    (void)state;
    begin(1000);
    repeat(1000, 500, false);
    begin(1500);
    assert_false(wm_timeline_overlaps(&timeline, 0));
}

#define TEST(name) cmocka_unit_test_teardown(name, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(times_are_read_up_to_the_limit),
        TEST(lengths_are_rounded_down),
        TEST(a_record_without_repeats_has_no_times),
        TEST(times_follow_from_sessions_and_repeats),
        TEST(overlaps_are_seen_and_cost_no_gap),
        TEST(a_session_may_begin_at_the_end_of_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
