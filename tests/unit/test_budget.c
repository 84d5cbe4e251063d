/* Tests of study/budget: which items a budget leaves out. */
#include "study/run/budget.h"
#include "study/run/predictor.h"
#include "support/cmocka.h"
#include "workload/workload.h"

#include <math.h>
#include <string.h>

/* What each item costs; an estimate that changes is written here. */
static double estimates[8];

static double cost_of(const void *context, size_t index)
{
    (void)context;
    return estimates[index];
}

/* Runs the items one after the other; `taken` gets a letter for each: T taken, - left out. Item i
 * takes `slower` times its cost, and every estimate after the first item is corrected for that. */
static double run(const double *cost, size_t count, double slower, double left_s, char taken[9])
{
    memcpy(estimates, cost, count * sizeof *cost);
    for (size_t i = 0; i < count; i++) {
        const bool takes = wm_budget_takes(cost_of, NULL, i, count, left_s);
        taken[i] = takes ? 'T' : '-';
        if (takes)
            left_s -= slower * cost[i];
        for (size_t j = 0; j < count && takes; j++)
            estimates[j] = slower * cost[j];
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

/* ---- a busy machine -------------------------------------------------------------------------- */

enum { BUSY_ITEMS = 7 };

/* Every run of an operation takes twice its time, and waits for a processor. */
static const double SLOWER = 2, WAIT_S = 0.02, REPEAT_S = 0.02;

static wm_item busy_items[BUSY_ITEMS];
static wm_plan busy_plan;
static wm_predictor busy_costs;

/* A small product and six large ones. */
static void make_busy(void)
{
    static const uint32_t N[BUSY_ITEMS] = {512, 2048, 2048, 2048, 2048, 2048, 2048};
    for (unsigned i = 0; i < BUSY_ITEMS; i++)
        busy_items[i] = (wm_item){.variant = wm_tables_variant("gemm", 4, "fp16", 4),
                                  .dimension = {N[i], N[i], N[i]},
                                  .repeats = 8};
    busy_plan = (wm_plan){.item_count = BUSY_ITEMS, .items = busy_items};
    busy_costs = (wm_predictor){.plan = &busy_plan, .repeat_seconds = REPEAT_S};
}

static double predict_least(const void *context, size_t index)
{
    (void)context;
    return wm_predictor_least(&busy_costs, &busy_items[index]);
}

static double predict_mean(const void *context, size_t index)
{
    (void)context;
    return wm_predictor_item(&busy_costs, &busy_items[index]);
}

static void tell(size_t item, uint32_t repeats, wm_phase phase, double seconds, double once)
{
    (void)wm_predictor_note(&busy_costs,
                            &(wm_run_event){.item = item,
                                            .made[WM_PHASE_REPEATS] = repeats,
                                            .phase = phase,
                                            .seconds = seconds,
                                            .rate = wm_plan_work(&busy_items[item]) / once,
                                            .is_done = phase == WM_PHASE_OPENINGS});
}

/* One of eight repeats does not wait. Returns what the item took. */
static double run_busy_item(size_t item)
{
    const double work =
        SLOWER * wm_plan_work(&busy_items[item]) / wm_workload_cost_of(&busy_items[item])->rate;
    double seconds = 0.01;
    tell(item, 0, WM_PHASE_FILL, 0, (double)NAN);
    tell(item, 0, WM_PHASE_WARM_UP, seconds, (double)NAN);
    seconds += 2 * (work + WAIT_S);
    tell(item, 0, WM_PHASE_REPEATS, seconds, (double)NAN);
    for (uint32_t r = 1; r <= 8; r++) {
        const double once = r == 5 ? work : work + WAIT_S;
        seconds += fmax(once, REPEAT_S);
        tell(item, r, WM_PHASE_REPEATS, seconds, once);
    }
    tell(item, 8, WM_PHASE_OPENINGS, seconds, work);
    return seconds;
}

/* The time that a budget used, by this estimate. */
static double use_budget(wm_budget_cost *cost, double budget_s)
{
    double used = 0;
    make_busy();
    for (size_t i = 0; i < BUSY_ITEMS; i++)
        if (wm_budget_takes(cost, NULL, i, BUSY_ITEMS, budget_s - used))
            used += run_busy_item(i);
    return used;
}

static void a_busy_machine_uses_its_budget(void **state)
{
    static const double SHARES[] = {0.55, 0.7, 0.87, 1, 1.2};
    double whole = 0;
    (void)state;
    make_busy();
    for (size_t i = 0; i < BUSY_ITEMS; i++)
        whole += run_busy_item(i);
    for (size_t i = 0; i < sizeof SHARES / sizeof *SHARES; i++) {
        const double used = use_budget(predict_least, SHARES[i] * whole);
        assert_true(used >= 0.8 * fmin(1, SHARES[i]) * whole && used <= SHARES[i] * whole);
    }
    /* by all repeats of the small product, no large one fits */
    assert_true(use_budget(predict_mean, SHARES[0] * whole) < 0.1 * whole);
}

/* It is never more than the other estimate, and the same on a quiet machine. */
static void the_lower_estimate_is_that_of_a_quiet_machine(void **state)
{
    (void)state;
    make_busy();
    assert_true(predict_least(NULL, 1) <= predict_mean(NULL, 1));
    tell(0, 0, WM_PHASE_FILL, 0, (double)NAN);
    tell(0, 0, WM_PHASE_REPEATS, 0.1, (double)NAN);
    for (uint32_t r = 1; r <= 8; r++)
        tell(0, r, WM_PHASE_REPEATS, 0.1 + 0.02 * r, 0.005);
    tell(0, 8, WM_PHASE_OPENINGS, 0.3, 0.005);
    assert_true(predict_least(NULL, 1) <= predict_mean(NULL, 1));
    assert_true(predict_least(NULL, 1) > 0.7 * predict_mean(NULL, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_expensive_items_are_left_out),
        cmocka_unit_test(learned_costs_change_the_choice),
        cmocka_unit_test(an_item_without_cost_is_taken),
        cmocka_unit_test(a_busy_machine_uses_its_budget),
        cmocka_unit_test(the_lower_estimate_is_that_of_a_quiet_machine),
        cmocka_unit_test(the_reason_says_what_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
