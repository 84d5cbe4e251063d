/* What pairs of two builds show: docs/man/witnessmark.1, run, --against. */
#include "support/cmocka.h"

#include "report/views/paired_view.h"

#include <math.h>
#include <string.h>

/* An item with these ratios. */
static wm_paired_item make(double *ratios, double *room, size_t pairs)
{
    wm_paired_item item = {.ratios = ratios, .room = room, .pairs = pairs};
    return item;
}

static void the_interval_is_of_order_statistics(void **state)
{
    /* Of 9 values the second and the eighth: 1 - 2 * (1 + 9) / 2^9 = 0.961. */
    double ratios[] = {0.9, 0.1, 0.8, 0.2, 0.7, 0.3, 0.6, 0.4, 0.5}, room[9];
    const wm_paired_item item = make(ratios, room, 9);
    const wm_paired_ratio found = wm_paired_view_ratio(&item);
    (void)state;
    assert_true(found.ends.low == 0.2 && found.ends.high == 0.8);
    assert_int_equal(found.result, WM_PAIRED_SLOWER);
    assert_true(ratios[0] == 0.9); /* the order of the pairs is kept */
}

static void a_direction_needs_an_interval_beside_1(void **state)
{
    double faster[] = {1.1, 1.2, 1.3, 1.1, 1.2, 1.3}, both[] = {0.9, 1.2, 1.3, 1.1, 1.2, 1.3},
           bound[] = {1, 1.2, 1.3, 1.1, 1.2, 1.3}, room[6];
    wm_paired_item item = make(faster, room, 6);
    (void)state;
    assert_int_equal(wm_paired_view_ratio(&item).result, WM_PAIRED_FASTER);
    item.ratios = both;
    assert_int_equal(wm_paired_view_ratio(&item).result, WM_PAIRED_NOT_SHOWN);
    item.ratios = bound;
    assert_int_equal(wm_paired_view_ratio(&item).result, WM_PAIRED_NOT_SHOWN);
}

static void five_pairs_are_too_few(void **state)
{
    double ratios[] = {0.5, 0.5, 0.5, 0.5, 0.5}, room[5];
    const wm_paired_item item = make(ratios, room, 5);
    const wm_paired_ratio found = wm_paired_view_ratio(&item);
    (void)state;
    assert_int_equal(found.result, WM_PAIRED_FEW);
    assert_true(isnan(found.ends.low) && isnan(found.ends.high));
}

static void most_pairs_must_be_undisturbed(void **state)
{
    double ratios[] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, room[6];
    wm_paired_item item = make(ratios, room, 6);
    (void)state;
    item.disturbed = 3;
    assert_int_equal(wm_paired_view_ratio(&item).result, WM_PAIRED_SLOWER);
    item.disturbed = 4;
    assert_int_equal(wm_paired_view_ratio(&item).result, WM_PAIRED_DISTURBED);
    assert_true(wm_paired_view_ratio(&item).ends.high == 0.5); /* it is shown all the same */
}

static void an_absent_ratio_leaves_none(void **state)
{
    double ratios[] = {0.5, (double)NAN, 0.5, 0.5, 0.5, 0.5, 0.5}, room[7];
    wm_paired_item item = make(ratios, room, 7);
    wm_paired_ratio found;
    (void)state;
    item.absent = 1;
    found = wm_paired_view_ratio(&item);
    assert_int_equal(found.result, WM_PAIRED_ABSENT);
    assert_true(isnan(found.ends.low) && isnan(found.ends.high));
}

static void the_limit_is_a_share_of_the_rate(void **state)
{
    double ratios[] = {0.94, 0.945, 0.949, 0.94, 0.945, 0.949}, other[6], room[6];
    wm_paired_item items[2];
    wm_paired paired = {items, 1};
    (void)state;
    items[0] = make(ratios, room, 6);
    memcpy(other, ratios, sizeof other);
    items[1] = make(other, room, 6);
    assert_int_equal(wm_paired_view_slower(&paired, 0.05), WM_WRAPPED_SLOWER); /* all below 0.95 */
    assert_int_equal(wm_paired_view_slower(&paired, 0.055),
                     WM_WRAPPED_UNDECIDED); /* 0.945 is inside */
    assert_int_equal(wm_paired_view_slower(&paired, 0.07), WM_WRAPPED_NOT_SLOWER);
    items[0].disturbed = 6;
    assert_int_equal(wm_paired_view_slower(&paired, 0.05), WM_WRAPPED_UNDECIDED);
    assert_int_equal(wm_paired_view_slower(&paired, 0.07), WM_WRAPPED_UNDECIDED);
    paired.count = 2; /* one that is beyond is enough */
    assert_int_equal(wm_paired_view_slower(&paired, 0.05), WM_WRAPPED_SLOWER);
    paired.count = 0;
    assert_int_equal(wm_paired_view_slower(&paired, 0.05), WM_WRAPPED_UNDECIDED);
}

static void a_long_label_is_cut_and_stays_its_own(void **state)
{
    const char *one = "scatter_add.fixed.n4194304b65536.faulty_element_and_more_a",
               *two = "scatter_add.fixed.n4194304b65536.faulty_element_and_more_b";
    char names[3][WM_PAIRED_NAME];
    (void)state;
    wm_paired_name(one, names[0]);
    wm_paired_name(two, names[1]);
    wm_paired_name("gemm.f32.n64", names[2]);
    assert_int_equal(strlen(names[0]), WM_PAIRED_NAME - 1);
    assert_string_not_equal(names[0], names[1]);
    assert_memory_equal(names[0], one, 41);
    assert_string_equal(names[2], "gemm.f32.n64");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interval_is_of_order_statistics),
        cmocka_unit_test(a_direction_needs_an_interval_beside_1),
        cmocka_unit_test(five_pairs_are_too_few),
        cmocka_unit_test(most_pairs_must_be_undisturbed),
        cmocka_unit_test(an_absent_ratio_leaves_none),
        cmocka_unit_test(the_limit_is_a_share_of_the_rate),
        cmocka_unit_test(a_long_label_is_cut_and_stays_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
