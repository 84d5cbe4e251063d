/* What a screen asks of a device: labels, and the choice for a budget. */
#include "measure/screen_items.h"

#include "base/status.h"
#include "measure/schedule_pick.h"
#include "support/cmocka.h"
#include "workload/workload.h"

#include <string.h>

/* Every label is an exact item that a light record may have. */
static void check_labels(bool is_host, double memory_bytes, size_t wanted)
{
    wm_screen_item items[WM_SCREEN_ITEMS];
    const size_t count = wm_screen_items(is_host, memory_bytes, items);
    bool has_load = false;
    assert_int_equal(count, wanted);
    for (size_t i = 0; i < count; i++) {
        wm_item item;
        wm_error err;
        assert_int_equal(wm_schedule_pick_label(items[i].label, WM_SCREEN_REPEATS, &item, &err),
                         WM_OK);
        assert_true(wm_tables_has(item.variant, WM_TRAIT_EXACT));
        assert_true(memory_bytes == 0 || wm_workload_bytes(&item) <= memory_bytes);
        assert_int_not_equal(item.point, WM_POINT_NONE); /* every output is compared */
        assert_true(items[i].is_load || !has_load);      /* exact items first */
        has_load = has_load || items[i].is_load;
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(items[i].label, items[k].label);
    }
    assert_true(has_load);
}

static void test_labels(void **state)
{
    (void)state;
    check_labels(true, 0, 11); /* no item fills unknown memory */
    check_labels(true, 16e9, 12);
    check_labels(true, 4e12, 12);
    check_labels(false, 150e9, 11);
    check_labels(false, 16e9, 11);
    check_labels(false, 288e9, 11);
}

/* A little memory that others took keeps the label of the triad, and so its history. */
static void test_stream(void **state)
{
    wm_screen_item items[WM_SCREEN_ITEMS], other[WM_SCREEN_ITEMS];
    (void)state;
    assert_int_equal(wm_screen_items(true, 24.0e9, items), 12);
    assert_int_equal(wm_screen_items(true, 23.7e9, other), 12);
    assert_string_equal(items[11].label, other[11].label);
    assert_int_equal(wm_screen_items(true, 1e8, other), 11);
}

static void test_repeat(void **state)
{
    (void)state;
    assert_true(wm_screen_items_repeat(true, 5) >= 0.004);
    assert_true(wm_screen_items_repeat(true, 45) == 45.0 / 1200);
    for (int is_host = 0; is_host < 2; is_host++) {
        assert_true(wm_screen_items_repeat(is_host, 3600) > wm_screen_items_repeat(is_host, 45));
        assert_true(wm_screen_items_repeat(is_host, 86400) <= 10);
    }
}

/* A GPU's exact items end within half of a budget of 20 s or more, with the start, and all of them
 * are chosen. A run has 0.66 of the budget without the 1.5 s in which the devices are found, and
 * leaves a tenth of that. */
static void test_gpu(void **state)
{
    (void)state;
    for (double budget_s = 20; budget_s <= 1000; budget_s *= 1.5) {
        wm_screen_item items[WM_SCREEN_ITEMS];
        const size_t count = wm_screen_items(false, 150e9, items);
        const double repeat_s = wm_screen_items_repeat(false, budget_s);
        const double run_s = 0.9 * (0.66 * budget_s - 1.5) - wm_screen_items_start(false);
        double seconds = wm_screen_items_start(false);
        for (size_t i = 0; i < count; i++)
            seconds += items[i].is_load ? 0 : wm_screen_items_seconds(&items[i], repeat_s);
        assert_true(seconds <= 0.5001 * budget_s);
        assert_true(wm_screen_items_fit(items, count, repeat_s, run_s) >= 8);
        for (size_t i = 0; i < 8; i++)
            assert_false(items[i].is_load);
    }
    assert_true(wm_screen_items_repeat(false, 20) >= 0.004);
    assert_true(wm_screen_items_repeat(false, 5) >= 0.003); /* a product takes 1 to 3 ms */
    assert_true(wm_screen_items_start(true) == 0);
}

/* The first time all have the same age: exact items are chosen first. */
static void test_first(void **state)
{
    wm_screen_item items[WM_SCREEN_ITEMS];
    const size_t count = wm_screen_items(true, 16e9, items);
    const size_t fits = wm_screen_items_fit(items, count, 0.02, 8);
    (void)state;
    assert_true(fits > 0 && fits < count);
    assert_string_equal(items[0].label, "gemm.fp16_exact.n1024.soak");
    for (size_t i = 0; i < fits; i++)
        assert_false(items[i].is_load);
}

/* What was left out comes first the next time, so that nothing is left out for ever. */
static void test_turns(void **state)
{
    wm_screen_item items[WM_SCREEN_ITEMS];
    const size_t count = wm_screen_items(true, 0, items);
    bool was_screened[WM_SCREEN_ITEMS] = {false};
    (void)state;
    for (unsigned turn = 1; turn <= 8; turn++) {
        const size_t fits = wm_screen_items_fit(items, count, 0.02, 6);
        assert_true(fits > 0);
        for (size_t i = 0; i < fits; i++) {
            was_screened[items[i].rank] = true;
            items[i].last_at = 1000 + turn;
            if (i > 0) /* exact items before loads */
                assert_true(items[i].is_load || !items[i - 1].is_load);
        }
    }
    for (size_t i = 0; i < count; i++)
        assert_true(was_screened[i]);
}

/* What an item took is believed before the estimate, at another length of repeats too. */
static void test_measured(void **state)
{
    wm_screen_item items[WM_SCREEN_ITEMS];
    const size_t count = wm_screen_items(true, 0, items);
    (void)state;
    for (size_t i = 0; i < count; i++) {
        items[i].took_s = i == 0 ? 1000 : 0.6;
        items[i].last_at = i == 0 ? 2 : 1;
        items[i].repeat_s = 0.01;
    }
    assert_int_equal(wm_screen_items_fit(items, count, 0.01, 7), count - 1);
    assert_string_equal(items[count - 1].label, "gemm.fp16_exact.n1024.soak");
    assert_true(wm_screen_items_seconds(&items[count - 1], 0.01) < 10); /* it may come again */
    assert_int_equal(wm_screen_items_fit(items, count, 1, 20), 1); /* 58 s each: the cheapest */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels), cmocka_unit_test(test_stream),
        cmocka_unit_test(test_repeat), cmocka_unit_test(test_first),
        cmocka_unit_test(test_turns),  cmocka_unit_test(test_measured),
        cmocka_unit_test(test_gpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
