/* Power limits across repeats: each level comes often enough for a slope, none is above the former.
 */
#include "measure/power_levels.h"

#include "support/cmocka.h"

static void each_level_comes_within_an_eighth(void **state)
{
    (void)state;
    for (unsigned count = WM_POWER_LEVELS_LEAST; count <= WM_POWER_LEVELS_MOST; count++)
        for (uint32_t repeats = 8 * count; repeats <= 1000; repeats += 8)
            for (uint32_t begin = 0; begin + repeats / 8 <= repeats; begin += repeats / 8) {
                unsigned seen = 0;
                for (uint32_t r = begin; r < begin + repeats / 8; r++)
                    seen |= 1u << wm_power_levels_of(count, r, repeats);
                assert_int_equal(seen, (1u << count) - 1);
            }
}

/* 240 repeats and 5 levels, as of the plan of drifts: each is held for 6. */
static void a_level_is_held(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 240; r++)
        assert_int_equal(wm_power_levels_of(5, r, 240), r / 6 % 5);
    for (uint32_t r = 0; r < 10; r++) /* too few to hold one */
        assert_int_equal(wm_power_levels_of(4, r, 10), r % 4);
}

static void limits_go_from_the_least_to_the_former(void **state)
{
    const wm_power_range range = {200000, 650000};
    (void)state;
    assert_int_equal(wm_power_levels_limit(&range, 4, 0), 200000);
    assert_int_equal(wm_power_levels_limit(&range, 4, 1), 350000);
    assert_int_equal(wm_power_levels_limit(&range, 4, 2), 500000);
    assert_int_equal(wm_power_levels_limit(&range, 4, 3), 650000);
    for (unsigned count = WM_POWER_LEVELS_LEAST; count <= WM_POWER_LEVELS_MOST; count++)
        for (unsigned level = 0; level < count; level++) {
            const unsigned limit = wm_power_levels_limit(&range, count, level);
            assert_true(limit >= 200000 && limit <= 650000);
            assert_true(level == 0 || limit > wm_power_levels_limit(&range, count, level - 1));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_level_comes_within_an_eighth),
        cmocka_unit_test(a_level_is_held),
        cmocka_unit_test(limits_go_from_the_least_to_the_former),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
