/* Tests of study/run/predictor: the estimate uses the time of the finished parts. */
#include "base/status.h"
#include "measure/schedule.h"
#include "measure/schedule_pick.h"
#include "measure/screen_items.h"
#include "study/run/budget.h"
#include "study/run/predictor.h"
#include "support/cmocka.h"
#include "support/run_times.h"

#include <math.h>
#include <string.h>

static wm_item items[4];
static wm_plan plan;
static wm_predictor pace;
static double screen_s; /* since the first item of a screen */

/* Four triads with equal estimates. */
static int set_up(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        items[i] = (wm_item){.variant = wm_tables_variant("hbm_triad", 9, "f32", 3),
                             .dimension = {1000},
                             .repeats = 8};
    plan = (wm_plan){.item_count = 4, .items = items};
    pace = (wm_predictor){.plan = &plan, .repeat_seconds = 1};
    return 0;
}

static double note(size_t item, uint32_t repeats, wm_phase phase, double seconds)
{
    const double rate = repeats > 0 ? 2e10 : (double)NAN;
    return wm_predictor_note(&pace, &(wm_run_event){.item = item,
                                                    .made[WM_PHASE_REPEATS] = repeats,
                                                    .phase = phase,
                                                    .seconds = seconds,
                                                    .rate = rate});
}

/* An item with 8 repeats, which takes `seconds` in all. */
static double run_item(size_t item, double seconds, bool is_done)
{
    double left = note(item, 0, WM_PHASE_FILL, 0);
    (void)note(item, 0, WM_PHASE_WARM_UP, 0.1 * seconds);
    (void)note(item, 0, WM_PHASE_REPEATS, 0.2 * seconds);
    for (uint32_t r = 1; r <= 8; r++)
        left = note(item, r, WM_PHASE_REPEATS, (0.2 + 0.1 * r) * seconds);
    if (is_done)
        left = wm_predictor_note(&pace, &(wm_run_event){.item = item,
                                                        .made[WM_PHASE_REPEATS] = 8,
                                                        .is_done = true,
                                                        .phase = WM_PHASE_REPEATS,
                                                        .seconds = seconds,
                                                        .rate = 2e10});
    return left;
}

static bool is_within(double a, double b, double share)
{
    return fabs(a - b) <= share * fabs(b);
}

static void the_first_estimate_counts_every_phase(void **state)
{
    double least = 0;
    (void)state;
    for (size_t i = 0; i < 4; i++)
        least += items[i].repeats * pace.repeat_seconds;
    assert_true(note(0, 0, WM_PHASE_FILL, 0) > 1.02 * least);
    assert_true(is_within(note(0, 0, WM_PHASE_FILL, 0), least, 0.25));
}

static void an_item_has_the_sum_of_its_phases(void **state)
{
    const wm_machine_speed cost = {.repeat_seconds = 1, .speed = 1};
    double sum = 0;
    (void)state;
    for (wm_phase phase = 0; phase < WM_PHASE_COUNT; phase++)
        sum += wm_procedure_times(&items[0], phase) * wm_procedure_seconds(&items[0], &cost, phase);
    assert_true(is_within(wm_predictor_at_speed(&pace, &items[0], 1), sum, 1e-9));
    assert_true(is_within(wm_predictor_item(&pace, &items[0]), sum, 1e-9));
}

static void later_items_are_weighted_by_what_earlier_ones_took(void **state)
{
    (void)state;
    assert_false(wm_predictor_knows(&pace, &items[1]));
    assert_true(is_within(run_item(0, 100, true), 300, 0.1));
    assert_true(wm_predictor_knows(&pace, &items[1]));
    assert_true(is_within(run_item(1, 200, true), 300, 0.1));
}

static void a_repeat_corrects_the_estimate(void **state)
{
    (void)state;
    (void)note(0, 0, WM_PHASE_FILL, 0);
    (void)note(0, 0, WM_PHASE_REPEATS, 0.1);
    /* 3 of 8 repeats took 10 s each */
    (void)note(0, 1, WM_PHASE_REPEATS, 10);
    (void)note(0, 2, WM_PHASE_REPEATS, 20);
    assert_true(is_within(note(0, 3, WM_PHASE_REPEATS, 30), 50 + 3 * 80, 0.1));
}

static void a_phase_corrects_the_estimate(void **state)
{
    double before, after;
    (void)state;
    for (size_t i = 0; i < 4; i++)
        items[i].dimension[0] = 200000000; /* 1.6 GB of operands */
    before = note(0, 0, WM_PHASE_FILL, 0);
    (void)note(0, 0, WM_PHASE_WARM_UP, 20);
    (void)note(0, 0, WM_PHASE_REPEATS, 21);
    after = note(0, 1, WM_PHASE_REPEATS, 23);
    assert_true(after > before + 3 * 15); /* the other fills take as long */
}

/* They cost no time now, and their rates are those of the device. */
static void items_of_a_former_run_cost_nothing(void **state)
{
    wm_run_event event = {
        .made[WM_PHASE_REPEATS] = 8, .is_done = true, .was_there = true, .rate = 2e10};
    double left;
    (void)state;
    left = wm_predictor_note(&pace, &event);
    assert_true(left > 3 * 8 && left < 3 * 12);
    event.item = 1;
    assert_true(is_within(wm_predictor_note(&pace, &event), left * 2 / 3, 0.01));
    assert_int_equal(pace.done, 2);
}

static void repeats_of_a_former_run_are_not_counted_as_fast(void **state)
{
    (void)state;
    (void)note(0, 6, WM_PHASE_FILL, 0);
    (void)note(0, 6, WM_PHASE_REPEATS, 1);
    assert_true(is_within(note(0, 7, WM_PHASE_REPEATS, 2), 1 + 3 * 8, 0.15));
}

static void items_that_are_not_run_cost_nothing(void **state)
{
    (void)state;
    pace.memory_bytes = 1e6;
    items[2].dimension[0] = INT32_MAX;
    assert_true(is_within(note(0, 0, WM_PHASE_FILL, 0), 3 * 8, 0.15));
    assert_true(is_within(note(2, 0, WM_PHASE_FILL, 0), 8, 0.15)); /* only the one after it */
    pace.item = (wm_predictor_current){.phase = WM_PHASE_FILL};
    /* an item that failed at once does not make the others look fast */
    (void)wm_predictor_note(&pace, &(wm_run_event){.made[WM_PHASE_REPEATS] = 8,
                                                   .is_done = true,
                                                   .is_lost = true,
                                                   .seconds = 1e-6,
                                                   .rate = (double)NAN});
    assert_true(is_within(note(1, 0, WM_PHASE_FILL, 0), 2 * 8, 0.15));
}

/* ---- replayed runs --------------------------------------------------------------------------- */

/* A run with the times of a recorded one, `slower` times as long. */
typedef struct {
    const run_time *times;
    size_t count;
    double slower, now_s, end_s, item_s; /* item_s: the begin of the item */
    double waits;   /* the operation of the first item takes so many times as long: it waits */
    double at_once; /* the estimate after the first item, as a share of the time left */
    /* the largest error, as a share of the time left, from a fifth on but for the last moments */
    double worst;
} replay;

/* A repeat on a slow device has fewer iterations, but at least one. */
static double loop_of(const replay *r, const run_time *time, double *rate, double work)
{
    const double waits = time == r->times ? r->waits : 1;
    const double once = r->slower * waits * time->timed / time->iterations;
    const double asked = ceil(pace.repeat_seconds / once - 0.01);
    const double loop = once > pace.repeat_seconds ? once : asked * once;
    *rate = work / once;
    return loop;
}

static double item_of(const replay *r, const run_time *time, const wm_item *item)
{
    double rate;
    return r->slower * (time->first + time->calibration + item->repeats * time->after + 0.02) +
           item->repeats * loop_of(r, time, &rate, 1);
}

static void tell(replay *r, wm_run_event event, double seconds)
{
    double left;
    r->now_s += seconds;
    event.seconds = r->now_s - r->item_s;
    left = wm_predictor_note(&pace, &event);
    assert_true(left >= 0);
    if (event.is_done && event.item == 0)
        r->at_once = left / (r->end_s - r->now_s);
    if (r->now_s >= r->end_s / 5 && r->end_s - r->now_s > r->end_s / 25)
        r->worst = fmax(r->worst, fabs(left / (r->end_s - r->now_s) - 1));
}

static void replay_item(replay *r, size_t index)
{
    const run_time *time = &r->times[index];
    const wm_item *item = &plan.items[index];
    wm_run_event event = {.item = index, .rate = (double)NAN};
    double rate;
    const double loop = loop_of(r, time, &rate, wm_plan_work(item));
    const double fill = fmin(0.3 * time->first, 0.3); /* the rest is the warm-up */
    r->item_s = r->now_s;
    tell(r, event, 0);
    event.phase = WM_PHASE_WARM_UP;
    tell(r, event, r->slower * fill);
    event.phase = WM_PHASE_REPEATS;
    tell(r, event, r->slower * (time->first - fill));
    for (uint32_t i = 0; i < item->repeats; i++) {
        event.phase = WM_PHASE_REPEATS;
        tell(r, event, 0);
        event.phase = WM_PHASE_WITNESS;
        tell(r, event, loop + 0.5 * r->slower * time->after);
        if (i == 0 && time->calibration > 0) {
            event.phase = WM_PHASE_CALIBRATION;
            tell(r, event, 0.5 * r->slower * time->after);
            event.phase = WM_PHASE_WITNESS;
            tell(r, event, r->slower * time->calibration);
        }
        event.made[WM_PHASE_REPEATS] = i + 1;
        event.rate = rate;
        tell(r, event, i > 0 || !(time->calibration > 0) ? 0.5 * r->slower * time->after : 0);
    }
    event.phase = WM_PHASE_OPENINGS;
    tell(r, event, 0);
    event.is_done = true;
    tell(r, event, r->slower * 0.02);
}

/* Whether an item came after the recorded runs, or is of another size since. */
static bool is_new(const wm_item *item)
{
    return item->dimension[0] > WM_TABLES_DIMENSION ||
           wm_tables_has(item->variant, WM_TRAIT_CAUSAL) ||
           wm_tables_has(item->variant, WM_TRAIT_INTEGERS) || item->fault.kind == WM_FAULT_BIT;
}

/* A built-in plan without the items that came after the recorded runs. */
static void open_recorded(const char *name, const char *kind, double memory_bytes,
                          wm_schedule *schedule)
{
    size_t count = 0;
    assert_int_equal(wm_schedule_builtin(name, kind, memory_bytes, schedule), WM_OK);
    for (size_t i = 0; i < schedule->item_count; i++)
        if (!is_new(&schedule->items[i]))
            schedule->items[count++] = schedule->items[i];
    schedule->item_count = count;
}

static replay replayed(const char *name, const char *kind, const run_time *times, size_t count,
                       double slower, double waits)
{
    wm_schedule schedule;
    replay r = {.times = times, .count = count, .slower = slower, .waits = waits};
    char label[WM_PLAN_LABEL_SIZE];
    open_recorded(name, kind, 139.72e9, &schedule);
    plan = (wm_plan){.item_count = schedule.item_count, .items = schedule.items};
    pace = (wm_predictor){.plan = &plan,
                          .repeat_seconds = schedule.repeat_seconds,
                          .is_gpu = strcmp(kind, "cpu") != 0};
    assert_int_equal(schedule.item_count, count);
    r.end_s = wm_predictor_seal(count);
    for (size_t i = 0; i < count; i++) {
        wm_plan_label(&plan.items[i], label);
        if (strncmp(label, "index_add.atomic.r2", 19) != 0) /* it fills the memory */
            assert_string_equal(label, times[i].label);
        r.end_s += item_of(&r, &times[i], &plan.items[i]);
    }
    for (size_t i = 0; i < count; i++)
        replay_item(&r, i);
    assert_true(is_within(r.now_s + wm_predictor_seal(count), r.end_s, 1e-6));
    wm_schedule_clear(&schedule);
    return r;
}

/* The largest error of the estimates from a fifth of the run on. */
#define REPLAYED(name, kind, times, slower) \
    replayed(name, kind, times, sizeof(times) / sizeof(times)[0], slower, 1).worst

static void the_paper_run_of_an_h200_is_foreseen(void **state)
{
    (void)state;
    assert_true(REPLAYED("paper", "cuda", H200_PAPER, 1) <= 0.25);
    assert_true(REPLAYED("paper", "cuda", H200_PAPER, 1.5) <= 0.25);
}

static void the_default_run_of_two_cores_is_foreseen(void **state)
{
    (void)state;
    assert_true(REPLAYED("default", "cpu", CPU_DEFAULT, 1) <= 0.25);
    assert_true(REPLAYED("default", "cpu", CPU_DEFAULT, 0.4) <= 0.25);
    assert_true(REPLAYED("default", "cpu", CPU_DEFAULT, 4) <= 0.25);
}

/* On a busy machine the repeats of the first, small item mostly wait for a processor. */
static void a_first_item_that_waits_says_little_of_the_others(void **state)
{
    const size_t count = sizeof CPU_DEFAULT / sizeof CPU_DEFAULT[0];
    (void)state;
    for (double waits = 1; waits <= 8; waits *= 2) {
        const replay r = replayed("default", "cpu", CPU_DEFAULT, count, 1, waits);
        assert_true(r.at_once > 0.6 && r.at_once < 1.8);
    }
}

/* The estimate before anything ran, without the idle windows, of which an item has two. */
static double first_estimate(const char *name, double memory_bytes)
{
    wm_schedule schedule;
    double left;
    open_recorded(name, "cuda", memory_bytes, &schedule);
    plan = (wm_plan){.item_count = schedule.item_count, .items = schedule.items};
    pace = (wm_predictor){.plan = &plan, .repeat_seconds = schedule.repeat_seconds, .is_gpu = true};
    left = note(0, 0, WM_PHASE_FILL, 0);
    wm_schedule_clear(&schedule);
    return left - 2 * 0.2 * (double)plan.item_count;
}

/* A GPU searches for the fastest method of each product, for about 4 s. */
static void the_first_estimate_knows_the_search(void **state)
{
    (void)state;
    assert_true(is_within(first_estimate("default", 85e9), 69, 0.15)); /* an H100 */
    assert_true(is_within(first_estimate("paper", 139.72e9), 456, 0.15));
}

/* A short run needs short rounds, and an item with a fault has its method. */
static void the_search_depends_on_the_item(void **state)
{
    const wm_machine_speed cost = {.is_gpu = true, .repeat_seconds = 0.2, .speed = 1};
    wm_item item = {.variant = wm_tables_variant("gemm", 4, "bf16", 4),
                    .dimension = {8192, 8192, 8192}};
    const double whole = wm_procedure_seconds(&item, &cost, WM_PHASE_WARM_UP);
    (void)state;
    assert_true(is_within(whole, 0.4 + 4.25, 0.1)); /* an H200 */
    item.fault.kind = WM_FAULT_BITS;
    assert_true(wm_procedure_seconds(&item, &cost, WM_PHASE_WARM_UP) < 0.4 + 0.3);
    item.fault.kind = WM_FAULT_NONE;
    item.dimension[0] = item.dimension[1] = item.dimension[2] = 2048;
    assert_true(wm_procedure_seconds(&item, &cost, WM_PHASE_WARM_UP) < 0.4 + 0.3);
    item.variant = wm_tables_variant("hbm_copy", 8, "f32", 3);
    assert_true(wm_procedure_seconds(&item, &cost, WM_PHASE_WARM_UP) < 0.4 + 0.3);
}

/* Without the search a product has its own runs alone, and cuDNN's programs are made still. */
static void the_first_method_needs_no_search(void **state)
{
    wm_machine_speed cost = {.is_gpu = true, .repeat_seconds = 0.2, .speed = 1};
    const wm_item product = {.variant = wm_tables_variant("gemm", 4, "int8", 4),
                             .dimension = {8192, 8192, 8192}};
    const wm_item attention = {.variant = wm_tables_variant("attention", 9, "bf16", 4),
                               .dimension = {4, 32, 8192, 128}};
    const double searched = wm_procedure_seconds(&attention, &cost, WM_PHASE_WARM_UP);
    (void)state;
    assert_true(wm_procedure_seconds(&product, &cost, WM_PHASE_WARM_UP) > 2);
    cost.takes_first = true;
    assert_true(wm_procedure_seconds(&product, &cost, WM_PHASE_WARM_UP) < 0.4 + 0.3);
    assert_true(wm_procedure_seconds(&attention, &cost, WM_PHASE_WARM_UP) < searched - 1);
    assert_true(wm_procedure_seconds(&attention, &cost, WM_PHASE_WARM_UP) > 0.4 + 1);
}

/* ---- a screen -------------------------------------------------------------------------------- */

/* What the next items of `pace` cost, as the budget asks. */
static double cost_of(const void *context, size_t index)
{
    (void)context;
    return wm_predictor_least(&pace, &plan.items[index]);
}

/* Tells an item with a segment that takes so long in each part. */
static void tell_segment_item(size_t index, double warm_s, double first_check_s)
{
    const double loop_s = pace.repeat_seconds, check_s = 0.01, rate = 5e14;
    const double fill_s = 0.05;
    double at = 0;
    wm_run_event event = {.item = index, .rate = (double)NAN};
    (void)wm_predictor_note(&pace, &event);
    event.phase = WM_PHASE_WARM_UP;
    event.seconds = at += fill_s;
    (void)wm_predictor_note(&pace, &event);
    event.phase = WM_PHASE_REPEATS;
    event.seconds = at += warm_s;
    (void)wm_predictor_note(&pace, &event);
    for (uint32_t i = 0; i < 8; i++) {
        event.phase = WM_PHASE_REPEATS;
        (void)wm_predictor_note(&pace, &event);
        event.phase = WM_PHASE_WITNESS;
        event.seconds = at += loop_s;
        (void)wm_predictor_note(&pace, &event);
        event.made[WM_PHASE_REPEATS] = i + 1;
        event.rate = rate;
        event.seconds = at += i == 0 ? first_check_s : check_s;
        (void)wm_predictor_note(&pace, &event);
        if (i > 0)
            continue;
        event.phase = WM_PHASE_SEGMENTS;
        (void)wm_predictor_note(&pace, &event);
        event.made[WM_PHASE_SEGMENTS] = 1;
        event.rate = (double)NAN;
        event.seconds = at += 50 * pace.repeat_seconds;
        (void)wm_predictor_note(&pace, &event);
    }
    event.phase = WM_PHASE_OPENINGS;
    (void)wm_predictor_note(&pace, &event);
    event.is_done = true;
    event.seconds = at += 0.2; /* the second idle window */
    (void)wm_predictor_note(&pace, &event);
    screen_s += at;
}

/* The first item of a screen loads the GPU's libraries and kernels. The times are those that
 * src/measure/screen_items.c has. No exact item is left out of 20 s for it. */
static void a_screen_of_a_gpu_leaves_no_item_out(void **state)
{
    wm_screen_item asked[WM_SCREEN_ITEMS];
    wm_item exact[WM_SCREEN_ITEMS];
    const size_t count = 8;
    const double budget_s = 0.9 * (0.66 * 20 - 1.5);
    wm_error err;
    (void)state;
    assert_true(wm_screen_items(false, 150e9, asked) >= count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(wm_schedule_pick_label(asked[i].label, WM_SCREEN_REPEATS, &exact[i], &err),
                         WM_OK);
    plan = (wm_plan){.item_count = count, .items = exact};
    pace = (wm_predictor){.plan = &plan,
                          .repeat_seconds = wm_screen_items_repeat(false, 20),
                          .is_gpu = true,
                          .takes_first = true,
                          .start_s = wm_screen_items_start(false)};
    screen_s = 0;
    for (size_t i = 0; i < count; i++) {
        assert_true(wm_budget_takes(cost_of, NULL, i, count, budget_s - screen_s));
        tell_segment_item(i, i == 0 ? 1.85 : 0.25, i == 0 ? 1.35 : 0.01);
    }
    assert_true(screen_s < 10);
}

static void the_remaining_time_is_clamped(void **state)
{
    (void)state;
    assert_true(note(0, 0, WM_PHASE_FILL, 0) >= 0);
    assert_true(run_item(0, 1e300, true) <= 360000);
    assert_true(note(1, 0, WM_PHASE_FILL, 0) >= 0);
    assert_true(note(1, 1, WM_PHASE_REPEATS, (double)NAN) <= 360000);
    assert_true(note(1, 1, WM_PHASE_REPEATS, -5) >= 0);
    items[3].dimension[0] = INT32_MAX;
    items[3].repeats = 1000;
    pace.repeat_seconds = 3600;
    assert_true(note(1, 0, WM_PHASE_FILL, 0) == 360000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_first_estimate_counts_every_phase, set_up),
        cmocka_unit_test_setup(an_item_has_the_sum_of_its_phases, set_up),
        cmocka_unit_test_setup(later_items_are_weighted_by_what_earlier_ones_took, set_up),
        cmocka_unit_test_setup(a_repeat_corrects_the_estimate, set_up),
        cmocka_unit_test_setup(a_phase_corrects_the_estimate, set_up),
        cmocka_unit_test_setup(items_of_a_former_run_cost_nothing, set_up),
        cmocka_unit_test_setup(repeats_of_a_former_run_are_not_counted_as_fast, set_up),
        cmocka_unit_test_setup(items_that_are_not_run_cost_nothing, set_up),
        cmocka_unit_test_setup(the_remaining_time_is_clamped, set_up),
        cmocka_unit_test(the_paper_run_of_an_h200_is_foreseen),
        cmocka_unit_test(the_default_run_of_two_cores_is_foreseen),
        cmocka_unit_test(a_first_item_that_waits_says_little_of_the_others),
        cmocka_unit_test(the_first_estimate_knows_the_search),
        cmocka_unit_test(the_search_depends_on_the_item),
        cmocka_unit_test(the_first_method_needs_no_search),
        cmocka_unit_test(a_screen_of_a_gpu_leaves_no_item_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
