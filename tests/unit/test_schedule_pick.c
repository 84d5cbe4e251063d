/* Tests of measure/schedule_pick and schedule_file: labels, picked plans, plans as text. */

#include "measure/schedule_file.h"
#include "measure/schedule_pick.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_error err;

/* Reads a label and writes it again. */
static void expect_round(const char *label)
{
    char again[WM_PLAN_LABEL_SIZE];
    wm_item item;
    assert_int_equal(wm_schedule_pick_label(label, 8, &item, &err), WM_OK);
    wm_plan_label(&item, again);
    assert_string_equal(again, label);
    assert_int_equal(item.repeats, 8);
}

static void a_label_of_every_built_in_item_is_read(void **state)
{
    static const char *const kinds[] = {"cpu", "cuda"};
    const wm_schedule_entry *entry;
    (void)state;
    for (size_t p = 0; (entry = wm_schedule_builtin_at(p)) != NULL; p++)
        for (unsigned k = 0; k < 2; k++) {
            wm_schedule schedule;
            assert_int_equal(wm_schedule_builtin(entry->name, kinds[k], 1e12, &schedule), WM_OK);
            for (size_t i = 0; i < schedule.item_count; i++) {
                char label[WM_PLAN_LABEL_SIZE];
                wm_item item;
                wm_plan_label(&schedule.items[i], label);
                assert_int_equal(
                    wm_schedule_pick_label(label, schedule.items[i].repeats, &item, &err), WM_OK);
                assert_true(wm_plan_is_same_item(&item, &schedule.items[i]));
            }
            wm_schedule_clear(&schedule);
        }
}

static void every_variant_has_labels(void **state)
{
    (void)state;
    for (size_t v = 0; v < wm_tables_variant_count(); v++) {
        wm_item item = {.variant = wm_tables_variant_at(v), .repeats = 8};
        char label[WM_PLAN_LABEL_SIZE];
        for (unsigned i = 0; i < item.variant->dimension_count; i++)
            item.dimension[i] = 128 + i;
        wm_plan_label(&item, label);
        expect_round(label);
    }
    expect_round("gemm.fp16.n512.soak_8min");
    expect_round("gemm.fp16.n512.cold");
    expect_round("gemm.fp16.m96n160k128.injected_bit");
    expect_round("hbm_triad.f32.n4096.faulty_tile");
}

static void expect_refused(const char *label, const char *words)
{
    wm_item item;
    err = (wm_error){WM_OK, "", ""};
    assert_int_equal(wm_schedule_pick_label(label, 8, &item, &err), WM_E_INVALID);
    if (strstr(err.message, words) == NULL)
        fail_msg("%s: '%s' is not in: %s", label, words, err.message);
}

static void a_wrong_label_is_refused_with_its_part(void **state)
{
    (void)state;
    expect_refused("", "is not of the form");
    expect_refused("gemm", "is not of the form");
    expect_refused("gemm.fp16", "is not of the form");
    expect_refused("gem.fp16.n64", "no workload 'gem' (did you mean 'gemm'?)");
    expect_refused("gemm.fp61.n64", "gemm has no variant 'fp61'");
    expect_refused("gemm.fp16.", "mMnNkK or nN");
    expect_refused("gemm.fp16.n", "not 'n'");
    expect_refused("gemm.fp16.n064", "not 'n064'");
    expect_refused("gemm.fp16.n0", "not 'n0'");
    expect_refused("gemm.fp16.n-1", "not 'n-1'");
    expect_refused("gemm.fp16.n2147483648", "not 'n2147483648'");
    expect_refused("gemm.fp16.n99999999999999999999999", "mMnNkK");
    expect_refused("gemm.fp16.m1n2", "mMnNkK");
    expect_refused("gemm.fp16.n2m1k3", "mMnNkK");
    expect_refused("gemm.fp16.n64x", "not 'n64x'");
    expect_refused("gemm.fp16.n64.", "neither a point");
    expect_refused("gemm.fp16.n64.warm", "neither a point");
    expect_refused("gemm.fp16.n64.soak_min", "neither a point");
    expect_refused("gemm.fp16.n64.soak_1441min", "neither a point");
    expect_refused("gemm.fp16.n64.injected_bat", "neither a point");
    expect_refused("gemm.fp16.n64.injected_bit.soak", "neither a point");
    expect_refused("gemm.int8.n131072", "");
    expect_refused("profile.cores.s1", "");
    expect_refused("scatter_add.atomic.n64b8.soak", "differ by chance");
    expect_refused("GEMM.fp16.n64", "no workload 'GEMM'");
}

static const wm_schedule_pick ALL = {.repeat_seconds = (double)NAN};

static void labels_make_a_plan(void **state)
{
    static const char *const labels[] = {"hbm_copy.f32.n1024", "gemm.fp16.n64"};
    static const char *const twice[] = {"gemm.fp16.n64", "gemm.fp16.m64n64k64"};
    wm_schedule_pick pick = {labels, 2, 20, 0.5};
    wm_schedule schedule;
    (void)state;
    assert_int_equal(wm_schedule_pick_make(&pick, &schedule, &err), WM_OK);
    assert_string_equal(schedule.name, "picked");
    assert_int_equal(schedule.item_count, 2);
    assert_int_equal(schedule.items[1].repeats, 20);
    assert_true(schedule.repeat_seconds == 0.5);
    wm_schedule_clear(&schedule);
    pick = (wm_schedule_pick){labels, 2, 0, (double)NAN};
    assert_int_equal(wm_schedule_pick_make(&pick, &schedule, &err), WM_OK);
    assert_int_equal(schedule.items[0].repeats, 8);
    assert_true(schedule.repeat_seconds == 0.2);
    wm_schedule_clear(&schedule);
    pick.labels = twice;
    assert_int_equal(wm_schedule_pick_make(&pick, &schedule, &err), WM_E_INVALID);
    assert_non_null(strstr(err.message, "is given twice"));
    assert_string_equal(err.place, "item");
}

static void items_are_picked_from_a_plan(void **state)
{
    static const char *const labels[] = {"gemm.f64.n96"}, *const wrong[] = {"gemm.f64.n69"};
    wm_schedule_pick pick = {labels, 1, 0, (double)NAN};
    wm_schedule schedule;
    size_t count;
    (void)state;
    assert_int_equal(wm_schedule_builtin("quick", "cpu", 1e12, &schedule), WM_OK);
    count = schedule.item_count;
    assert_int_equal(wm_schedule_pick_from(&ALL, &schedule, &err), WM_OK);
    assert_string_equal(schedule.name, "quick");
    assert_int_equal(schedule.item_count, count);
    pick.labels = wrong;
    assert_int_equal(wm_schedule_pick_from(&pick, &schedule, &err), WM_E_NOTFOUND);
    assert_non_null(strstr(err.message, "nearest: gemm.f64.n96"));
    pick.labels = labels;
    assert_int_equal(wm_schedule_pick_from(&pick, &schedule, &err), WM_OK);
    assert_string_equal(schedule.name, "quick-picked");
    assert_int_equal(schedule.item_count, 1);
    wm_schedule_clear(&schedule);

    assert_int_equal(wm_schedule_builtin("signature", "cpu", 1e12, &schedule), WM_OK);
    pick = (wm_schedule_pick){NULL, 0, 65, (double)NAN};
    assert_int_equal(wm_schedule_pick_from(&pick, &schedule, &err), WM_E_INVALID);
    assert_string_equal(err.place, "repeats");
    wm_schedule_clear(&schedule);
    assert_int_equal(wm_schedule_builtin("quick", "cpu", 1e12, &schedule), WM_OK);
    pick = (wm_schedule_pick){NULL, 0, 9, (double)NAN};
    assert_int_equal(wm_schedule_pick_from(&pick, &schedule, &err), WM_OK);
    assert_string_equal(schedule.name, "quick-changed");
    wm_schedule_clear(&schedule);
}

/* A picked item keeps its second tolerance if the item that it names is picked too. */
static void a_named_item_must_be_picked_too(void **state)
{
    static const char *const both[] = {"gemm.fp8.n2048", "gemm.fp16.n2048"};
    (void)state;
    for (size_t count = 1; count <= 2; count++) {
        const wm_schedule_pick pick = {both, count, 0, (double)NAN};
        wm_schedule schedule;
        const wm_item *last;
        assert_int_equal(wm_schedule_builtin("paper", "cpu", 1e12, &schedule), WM_OK);
        assert_int_equal(wm_schedule_pick_from(&pick, &schedule, &err), WM_OK);
        assert_int_equal(schedule.item_count, count);
        last = &schedule.items[count - 1];
        assert_string_equal(last->variant->variant, "fp8");
        assert_true((last->tolerance_of != NULL) == (count == 2));
        assert_int_equal(schedule.unjudged_count, count == 1);
        if (count == 1)
            assert_string_equal(schedule.unjudged.tolerance_of->variant, "fp16");
        wm_schedule_clear(&schedule);
    }
}

static void a_long_name_is_cut(void **state)
{
    wm_schedule schedule = {.items = NULL};
    (void)state;
    memset(schedule.name, 'a', 64);
    wm_schedule_pick_rename(&schedule, "picked");
    assert_int_equal(strlen(schedule.name), 64);
    assert_string_equal(schedule.name + 56, "a-picked");
}

/* Every built-in plan, as text and back. */
static void a_plan_is_read_back_from_its_text(void **state)
{
    const wm_schedule_entry *entry;
    (void)state;
    for (size_t p = 0; (entry = wm_schedule_builtin_at(p)) != NULL; p++) {
        wm_schedule schedule, again;
        wm_buffer text = WM_BUFFER_EMPTY;
        assert_int_equal(wm_schedule_builtin(entry->name, "cuda", 1e12, &schedule), WM_OK);
        schedule.repeat_seconds /= 3;
        memcpy(schedule.nonce, "00ff", 5);
        assert_int_equal(wm_schedule_file_write(&schedule, &text), WM_OK);
        assert_int_equal(wm_schedule_file_parse(text.data, text.size, "text", &again, &err), WM_OK);
        assert_string_equal(again.name, schedule.name);
        assert_string_equal(again.nonce, "00ff");
        assert_true(again.repeat_seconds == schedule.repeat_seconds);
        assert_int_equal(again.item_count, schedule.item_count);
        for (size_t i = 0; i < again.item_count; i++) {
            assert_true(wm_plan_is_same_item(&again.items[i], &schedule.items[i]));
            assert_int_equal(again.items[i].repeats, schedule.items[i].repeats);
            assert_ptr_equal(again.items[i].tolerance_of, schedule.items[i].tolerance_of);
        }
        wm_buffer_clear(&text);
        wm_schedule_clear(&schedule);
        wm_schedule_clear(&again);
    }
}

/* A plan of some items; those that are exact, in turn with others. */
static void make_mixed(const char *const *labels, size_t count, uint32_t repeats,
                       wm_schedule *schedule)
{
    const wm_schedule_pick pick = {labels, count, repeats, (double)NAN};
    assert_int_equal(wm_schedule_pick_make(&pick, schedule, &err), WM_OK);
}

static void a_light_plan_has_the_exact_items(void **state)
{
    static const char *const labels[] = {"gemm.fp16.n64",
                                         "gemm.int8.n64",
                                         "attention.bf16.b1h1s64d64",
                                         "hbm_triad.f32.n64.cold",
                                         "hbm_copy.f32.n64.injected_bit",
                                         "scatter_add.fixed.n64b8.trial_order"};
    size_t left_out = 7;
    wm_schedule schedule;
    (void)state;
    make_mixed(labels, 6, 9, &schedule);
    assert_int_equal(wm_schedule_pick_light(&schedule, &left_out, &err), WM_OK);
    assert_int_equal(left_out, 0);
    assert_true(schedule.is_light);
    assert_string_equal(schedule.name, "picked-light");
    assert_int_equal(schedule.item_count, 3);
    for (size_t i = 0; i < 3; i++) {
        static const size_t places[] = {1, 3, 4};
        char label[WM_PLAN_LABEL_SIZE];
        wm_plan_label(&schedule.items[i], label);
        assert_string_equal(label, labels[places[i]]);
        assert_int_equal(schedule.items[i].repeats, 8);
    }
    wm_schedule_clear(&schedule);
}

static void a_light_plan_has_twelve_items(void **state)
{
    char text[14][32];
    const char *labels[14];
    size_t left_out;
    wm_schedule schedule;
    (void)state;
    for (unsigned i = 0; i < 14; i++) {
        (void)snprintf(text[i], sizeof text[i], "hbm_copy.f32.n%u", 100 + i);
        labels[i] = text[i];
    }
    make_mixed(labels, 14, 3, &schedule);
    assert_int_equal(wm_schedule_pick_light(&schedule, &left_out, &err), WM_OK);
    assert_int_equal(left_out, 2);
    assert_int_equal(schedule.item_count, 12);
    assert_int_equal(schedule.items[11].dimension[0], 111);
    assert_int_equal(schedule.items[11].repeats, 3);
    wm_schedule_clear(&schedule);
}

static void a_light_plan_needs_an_exact_item(void **state)
{
    static const char *const labels[] = {"gemm.fp16.n64", "scatter_add.fixed.n64b8.trial_order"};
    size_t left_out;
    wm_schedule schedule;
    (void)state;
    make_mixed(labels, 2, 8, &schedule);
    assert_int_equal(wm_schedule_pick_light(&schedule, &left_out, &err), WM_E_NOTFOUND);
    assert_non_null(strstr(err.message, "plan picked has no exact item"));
    assert_false(schedule.is_light);
    assert_int_equal(schedule.item_count, 2);
    wm_schedule_clear(&schedule);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_label_of_every_built_in_item_is_read),
        cmocka_unit_test(every_variant_has_labels),
        cmocka_unit_test(a_wrong_label_is_refused_with_its_part),
        cmocka_unit_test(labels_make_a_plan),
        cmocka_unit_test(items_are_picked_from_a_plan),
        cmocka_unit_test(a_named_item_must_be_picked_too),
        cmocka_unit_test(a_long_name_is_cut),
        cmocka_unit_test(a_plan_is_read_back_from_its_text),
        cmocka_unit_test(a_light_plan_has_the_exact_items),
        cmocka_unit_test(a_light_plan_has_twelve_items),
        cmocka_unit_test(a_light_plan_needs_an_exact_item),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
