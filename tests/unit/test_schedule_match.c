/* Tests the comparison of a plan with the built-in one of its name. */
#include "measure/schedule.h"
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

static wm_schedule schedule;
static wm_plan plan;

static int set_up(void **state)
{
    (void)state;
    if (wm_schedule_builtin("quick", "cpu", (double)INFINITY, &schedule) != WM_OK)
        return -1;
    memset(&plan, 0, sizeof plan);
    plan.repeat_seconds = schedule.repeat_seconds;
    plan.items = schedule.items;
    plan.item_count = schedule.item_count;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    wm_schedule_clear(&schedule);
    return 0;
}

static wm_schedule_match match(const char *name)
{
    wm_schedule_match found;
    assert_int_equal(wm_schedule_match_plan(&plan, name, "cpu", &found), WM_OK);
    return found;
}

static void a_plan_is_known_by_its_items(void **state)
{
    (void)state;
    assert_int_equal(match("quick"), WM_SCHEDULE_SAME);
    assert_int_equal(match("default"), WM_SCHEDULE_CHANGED);
    assert_int_equal(match("mine"), WM_SCHEDULE_NOT_BUILTIN);
}

static void items_may_be_left_out_only(void **state)
{
    (void)state;
    plan.item_count--;
    assert_int_equal(match("quick"), WM_SCHEDULE_PART);
    plan.items++;
    assert_int_equal(match("quick"), WM_SCHEDULE_PART);
    plan.items[2].repeats++;
    assert_int_equal(match("quick"), WM_SCHEDULE_CHANGED);
    plan.items[2].repeats--;
    plan.items[2].point = WM_POINT_COLD;
    assert_int_equal(match("quick"), WM_SCHEDULE_CHANGED);
}

static void durations_count(void **state)
{
    (void)state;
    plan.repeat_seconds *= 2;
    assert_int_equal(match("quick"), WM_SCHEDULE_CHANGED);
}

/* ---- items that fill a GPU's memory ---- */

/* The plan becomes a GPU's built-in one, with these items. */
static void take_builtin(const char *name, double memory_bytes, wm_schedule *whole)
{
    assert_int_equal(wm_schedule_builtin(name, "cuda", memory_bytes, whole), WM_OK);
    plan.items = whole->items;
    plan.item_count = whole->item_count;
    plan.repeat_seconds = whole->repeat_seconds;
}

static wm_schedule_match match_gpu(const char *name)
{
    wm_schedule_match found;
    assert_int_equal(wm_schedule_match_plan(&plan, name, "cuda", &found), WM_OK);
    return found;
}

/* The plan `paper` has an item of each of three variants that fills the memory. */
static void each_filler_is_there_once(void **state)
{
    wm_schedule whole;
    wm_item *triad = NULL, *reduction = NULL;
    (void)state;
    take_builtin("paper", 139e9, &whole);
    assert_int_equal(match_gpu("paper"), WM_SCHEDULE_SAME);
    for (size_t i = 0; i < whole.item_count; i++)
        if (whole.items[i].dimension[0] > WM_TABLES_DIMENSION)
            *(whole.items[i].variant->work == WM_WORK_TRIAD ? &triad : &reduction) =
                &whole.items[i];
    assert_non_null(triad);
    assert_non_null(reduction);
    const wm_item own = *reduction;
    *reduction = *triad; /* a variant that has one already */
    reduction->dimension[0] -= 65536;
    assert_int_equal(match_gpu("paper"), WM_SCHEDULE_CHANGED);
    *reduction = own;
    memmove(triad, triad + 1, (size_t)(whole.items + whole.item_count - triad - 1) * sizeof *triad);
    plan.item_count--; /* without one */
    assert_int_equal(match_gpu("paper"), WM_SCHEDULE_PART);
    wm_schedule_clear(&whole);
}

/* A GPU with 16 GB has an item that fills them, but the triad would be no larger than the plan's.
 */
static void a_small_gpu_has_part_of_the_plan(void **state)
{
    wm_schedule whole;
    (void)state;
    take_builtin("paper", 16e9, &whole);
    assert_int_equal(match_gpu("paper"), WM_SCHEDULE_PART);
    wm_schedule_clear(&whole);
}

/* The working sets of a curve depend on the memory. Another size is no item of the plan. */
static void a_curve_ends_at_any_memory(void **state)
{
    wm_schedule whole;
    (void)state;
    take_builtin("curve", 16e9, &whole);
    assert_int_equal(match_gpu("curve"), WM_SCHEDULE_PART);
    whole.items[whole.item_count - 2].dimension[0] = 9 << 23; /* the variant has two that fill */
    assert_int_equal(match_gpu("curve"), WM_SCHEDULE_CHANGED);
    wm_schedule_clear(&whole);
    take_builtin("curve", 16e9, &whole);
    whole.items[whole.item_count - 1].dimension[0]++;
    assert_int_equal(match_gpu("curve"), WM_SCHEDULE_CHANGED);
    wm_schedule_clear(&whole);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_plan_is_known_by_its_items),
        TEST(items_may_be_left_out_only),
        TEST(durations_count),
        TEST(each_filler_is_there_once),
        TEST(a_small_gpu_has_part_of_the_plan),
        TEST(a_curve_ends_at_any_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
