/* Tests of backend/line_cycle: the walk's cycle visits every line once. */
#include "backend/line_cycle.h"
#include "support/cmocka.h"

#include <stdlib.h>

static void check_cycle(size_t count)
{
    uint32_t *next = malloc(count * sizeof *next);
    uint8_t *seen = calloc(count, 1);
    uint32_t line = 0;
    assert_true(next != NULL && seen != NULL);
    wm_line_cycle_make(next, count);
    for (size_t i = 0; i < count; i++) {
        assert_true(line < count && seen[line] == 0);
        seen[line] = 1;
        line = next[line];
    }
    assert_int_equal(line, 0);
    free(next);
    free(seen);
}

static void every_line_is_visited_once(void **state)
{
    (void)state;
    check_cycle(1);
    check_cycle(2);
    check_cycle(1000);
    check_cycle(WM_LINE_CYCLE_LINES);
}

static void the_end_is_where_the_steps_lead(void **state)
{
    uint32_t next[5] = {3, 2, 4, 1, 0};
    (void)state;
    assert_int_equal(wm_line_cycle_end(next, 0), 0);
    assert_int_equal(wm_line_cycle_end(next, 1), 3);
    assert_int_equal(wm_line_cycle_end(next, 3), 2);
    assert_int_equal(wm_line_cycle_end(next, 5), 0);
}

/* Profiles of different versions are comparable only if the cycle stays. The numbers are from a
 * loop in Python. */
static void the_cycle_is_always_the_same(void **state)
{
    uint32_t *next = malloc(WM_LINE_CYCLE_LINES * sizeof *next);
    (void)state;
    assert_non_null(next);
    wm_line_cycle_make(next, WM_LINE_CYCLE_LINES);
    assert_int_equal(next[0], 177649);
    assert_int_equal(wm_line_cycle_end(next, 73728), 59397);
    free(next);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_is_visited_once),
        cmocka_unit_test(the_end_is_where_the_steps_lead),
        cmocka_unit_test(the_cycle_is_always_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
