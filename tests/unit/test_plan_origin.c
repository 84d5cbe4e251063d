/* Tests of report/plan_origin: a plan's name cannot speak for this release. */
#include "model/mask.h"
#include "report/views/plan_origin.h"

#include "measure/schedule.h"
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

/* What is said of the items of `quick` under a name. */
static void check(const char *name, size_t size, const char *expected)
{
    wm_schedule schedule;
    wm_plan_origin origin;
    wm_plan plan;
    char text[160];
    assert_int_equal(wm_schedule_builtin("quick", "cpu", (double)INFINITY, &schedule), WM_OK);
    memset(&plan, 0, sizeof plan);
    plan.repeat_seconds = schedule.repeat_seconds;
    plan.items = schedule.items;
    plan.item_count = 2;
    wm_mask_copy(name, size, text, sizeof text);
    assert_int_equal(wm_plan_origin_of(&plan, text, "cpu", &origin), WM_OK);
    assert_string_equal(origin.words, expected);
    wm_schedule_clear(&schedule);
}

static void the_verdict_comes_before_the_name(void **state)
{
    static const char LIE[] = "as in this release: quick", LONG[] = "quick, 21 items, as in this";
    (void)state;
    check("quick", 5, "part of this release's plan: \"quick\", 2 items");
    check(LIE, sizeof LIE - 1,
          "not a plan of this release: \"as in this release: quick\", 2 items");
    check(LONG, sizeof LONG - 1,
          "not a plan of this release: \"quick, 21 items, as in this\", 2 items");
}

/* As a C string it would be `quick`. */
static void a_name_counts_with_its_nul(void **state)
{
    (void)state;
    check("quick\0x", 7, "not a plan of this release: \"quick?x\", 2 items");
    check("quick\0", 6, "not a plan of this release: \"quick?\", 2 items");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_verdict_comes_before_the_name),
        cmocka_unit_test(a_name_counts_with_its_nul),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
