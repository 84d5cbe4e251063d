/* Tests of study/budget: which items a budget leaves out. */
#include "study/budget.h"
#include "support/cmocka.h"

#include <string.h>

/* What each item costs; an estimate that changes is written here. */
static double seconds[8];

static double cost_of(const void *context, size_t index)
{
    (void)context;
    return seconds[index];
}

/* Runs the items one after the other; `taken` gets a letter for each: T taken, - left out. Item i
 * takes `slower` times its cost, and every estimate after the first item is corrected for that. */
static double run(const double *cost, size_t count, double slower, double left_s, char taken[9])
{
    memcpy(seconds, cost, count * sizeof *cost);
    for (size_t i = 0; i < count; i++) {
        const bool takes = wm_budget_takes(cost_of, NULL, i, count, left_s);
        taken[i] = takes ? 'T' : '-';
        if (takes)
            left_s -= slower * cost[i];
        for (size_t j = 0; j < count && takes; j++)
            seconds[j] = slower * cost[j];
    }
    taken[count] = '\0';
    return left_s;
}

static void the_most_expensive_items_are_left_out(void **state)
{
    static const double COST[] = {5, 5, 6, 1, 1, 7, 1, 1};
    char taken[9];
    (void)state;
    assert_true(run(COST, 8, 1, 100, taken) >= 0);
    assert_string_equal(taken, "TTTTTTTT");
    assert_true(run(COST, 8, 1, 20, taken) >= 0);
    assert_string_equal(taken, "TTTTT-TT");
    assert_true(run(COST, 8, 1, 14, taken) >= 0);
    assert_string_equal(taken, "TT-TT-TT");
    assert_true(run(COST, 8, 1, 9, taken) >= 0); /* of equal ones the first */
    assert_string_equal(taken, "T--TT-TT");
    assert_true(run(COST, 8, 1, 3, taken) >= 0);
    assert_string_equal(taken, "---TT-T-");
    assert_true(run(COST, 8, 1, 0, taken) >= 0);
    assert_string_equal(taken, "--------");
}

static void learned_costs_change_the_choice(void **state)
{
    static const double COST[] = {1, 5, 4, 1, 2, 1};
    char taken[9];
    (void)state;
    assert_true(run(COST, 6, 1, 14, taken) >= 0);
    assert_string_equal(taken, "TTTTTT");
    assert_true(run(COST, 6, 2, 14, taken) >= 0); /* twice as slow: 12 s are left after the first */
    assert_string_equal(taken, "T--TTT");
    assert_true(run(COST, 6, 0.5, 9, taken) >= 0); /* twice as fast */
    assert_string_equal(taken, "TTTTTT");
}

/* A finished or refused item costs nothing and is no reason to leave out another. */
static void an_item_without_cost_is_taken(void **state)
{
    static const double COST[] = {0, 3, 0};
    char taken[9];
    (void)state;
    (void)run(COST, 3, 1, 2, taken);
    assert_string_equal(taken, "T-T");
}

static void the_reason_says_what_is_needed(void **state)
{
    char reason[WM_BUDGET_REASON];
    (void)state;
    wm_budget_reason(6.04, 20, reason);
    assert_string_equal(reason, "over the budget: needs about 6.0 s of 20 s");
    wm_budget_reason(123.4, 20, reason);
    assert_string_equal(reason, "over the budget: needs about 123 s of 20 s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_expensive_items_are_left_out),
        cmocka_unit_test(learned_costs_change_the_choice),
        cmocka_unit_test(an_item_without_cost_is_taken),
        cmocka_unit_test(the_reason_says_what_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
