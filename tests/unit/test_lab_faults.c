/* Tests of lab/faults: each fault changes what its row of trials.tsv says, and nothing else. */
#include "lab/faults.h"

#include "lab/plans.h"
#include "measure/schedule_pick.h"
#include "support/cmocka.h"
#include "support/open_lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 12 };

/* ---- a target and its changed elements ------------------------------------------------------- */

static wm_status try_fault(lab *l, wm_trial_word word, uint32_t size, uint32_t number,
                           char reason[128])
{
    wm_draw_stream draw;
    reason[0] = '\0';
    wm_target_restore(&l->target);
    wm_draw_begin(&draw, l->target.seed, number, "fault");
    return wm_faults_make(&l->target, (wm_trial){word, size}, &draw, reason);
}

static void make_fault(lab *l, wm_trial_word word, uint32_t size, uint32_t number)
{
    char reason[128];
    if (try_fault(l, word, size, number, reason) != WM_OK)
        fail_msg("%s_%u: %s", wm_tables_trial(word)->word, (unsigned)size, reason);
}

static uint64_t code(const lab *l, const uint8_t *elements, size_t i)
{
    uint64_t value = 0;
    memcpy(&value, elements + i * l->size, l->size);
    return value;
}

/* The bits that differ in an element. */
static uint64_t changed(const lab *l, size_t i)
{
    return code(l, l->target.correct, i) ^ code(l, l->target.broken, i);
}

static double value(const lab *l, const uint8_t *elements, size_t i)
{
    return wm_format_load(l->target.workload.output_format, elements, i);
}

/* The changed elements: their number, and the block around them. */
typedef struct area {
    size_t count, first, row, column, rows, columns;
} area;

static area area_of(const lab *l)
{
    const size_t width = (size_t)l->target.workload.shape.columns;
    size_t last_row = 0, last_column = 0;
    area a = {0, 0, (size_t)-1, (size_t)-1, 0, 0};
    for (size_t i = 0; i < l->target.workload.output_count; i++) {
        if (changed(l, i) == 0)
            continue;
        assert_true(i * l->size >= l->target.own.first && (i + 1) * l->size <= l->target.own.end);
        if (a.count++ == 0)
            a.first = i;
        a.row = i / width < a.row ? i / width : a.row;
        a.column = i % width < a.column ? i % width : a.column;
        last_row = i / width > last_row ? i / width : last_row;
        last_column = i % width > last_column ? i % width : last_column;
    }
    a.rows = a.count == 0 ? 0 : last_row - a.row + 1;
    a.columns = a.count == 0 ? 0 : last_column - a.column + 1;
    return a;
}

static unsigned ones(uint64_t bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* ---- bits ------------------------------------------------------------------------------------ */

static void bits_are_flipped_in_one_element(void **state)
{
    static const uint32_t counts[] = {2, 5, 16};
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    for (uint32_t t = 0; t < TRIES; t++) {
        for (uint32_t bit = 0; bit < 16; bit++) {
            make_fault(&l, WM_TRIAL_BIT, bit, t);
            assert_int_equal(area_of(&l).count, 1);
            assert_int_equal(changed(&l, area_of(&l).first), 1U << bit);
        }
        for (unsigned c = 0; c < 3; c++) {
            make_fault(&l, WM_TRIAL_BITS, counts[c], t);
            assert_int_equal(area_of(&l).count, 1);
            assert_int_equal(ones(changed(&l, area_of(&l).first)), counts[c]);
        }
    }
    close_lab(&l);
}

static void a_warp_is_thirty_two_neighbours(void **state)
{
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    for (uint32_t t = 0; t < TRIES; t++) {
        area a;
        make_fault(&l, WM_TRIAL_WARP, 3, t);
        a = area_of(&l);
        assert_true(a.count == 32 && a.rows == 1 && a.columns == 32 && a.column % 32 == 0);
        for (size_t i = 0; i < 32; i++)
            assert_int_equal(changed(&l, a.first + i), 1U << 3);
    }
    close_lab(&l);
    open_lab(&l, "gemm.fp16.n40", 2); /* a row ends with 8 of them */
    for (uint32_t t = 0; t < TRIES; t++) {
        make_fault(&l, WM_TRIAL_WARP, 3, t);
        assert_int_equal(area_of(&l).columns, area_of(&l).column == 32 ? 8 : 32);
        assert_int_equal(area_of(&l).rows, 1);
    }
    close_lab(&l);
}

/* ---- values ---------------------------------------------------------------------------------- */

static void a_value_is_put_in_one_place(void **state)
{
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    for (uint32_t t = 0; t < TRIES; t++) {
        bool is_there = false;
        make_fault(&l, WM_TRIAL_NAN, 0, t);
        assert_int_equal(area_of(&l).count, 1);
        assert_true(isnan(value(&l, l.target.broken, area_of(&l).first)));
        make_fault(&l, WM_TRIAL_INFINITY, 0, t);
        assert_int_equal(area_of(&l).count, 1);
        assert_true(isinf(value(&l, l.target.broken, area_of(&l).first)));
        make_fault(&l, WM_TRIAL_ZERO, 0, t);
        assert_int_equal(area_of(&l).count, 1);
        assert_true(value(&l, l.target.broken, area_of(&l).first) == 0);
        make_fault(&l, WM_TRIAL_OTHER, 0, t);
        assert_int_equal(area_of(&l).count, 1);
        for (size_t i = 0; i < l.target.workload.output_count; i++)
            is_there = is_there || code(&l, l.target.correct, i) ==
                                       code(&l, l.target.broken, area_of(&l).first);
        assert_true(is_there);
    }
    close_lab(&l);
}

/* All of a block is inside the output and changed: also the largest that there is room for. */
static void a_block_is_whole_and_inside(void **state)
{
    static const uint32_t sizes[] = {1, 2, 16, 63, 64};
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    for (uint32_t t = 0; t < TRIES; t++)
        for (unsigned s = 0; s < 5; s++) {
            const size_t n = sizes[s];
            area a;
            make_fault(&l, WM_TRIAL_ROW, sizes[s], t);
            a = area_of(&l);
            assert_true(a.count == n && a.rows == 1 && a.columns == n);
            make_fault(&l, WM_TRIAL_COLUMN, sizes[s], t);
            a = area_of(&l);
            assert_true(a.count == n && a.rows == n && a.columns == 1);
            make_fault(&l, WM_TRIAL_TILE, sizes[s], t);
            a = area_of(&l);
            assert_true(a.count == n * n && a.rows == n && a.columns == n);
        }
    close_lab(&l);
}

/* The value next to another in its format, by the order of all values. */
static bool are_neighbours(const lab *l, size_t i)
{
    const double before = value(l, l->target.correct, i), after = value(l, l->target.broken, i);
    for (uint32_t c = 0; c < 1U << 16; c++) {
        const uint16_t bits = (uint16_t)c;
        const double between = wm_format_load(l->target.workload.output_format, &bits, 0);
        if ((before < between && between < after) || (after < between && between < before))
            return false;
    }
    return before != after;
}

static void steps_go_to_neighbours(void **state)
{
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    for (uint32_t t = 0; t < TRIES; t++) {
        size_t up = 0;
        make_fault(&l, WM_TRIAL_STEPS, 10000, t);
        assert_int_equal(area_of(&l).count, 40); /* 1 % of 4096, down */
        for (size_t i = 0; i < l.target.workload.output_count; i++)
            if (changed(&l, i) != 0) {
                assert_true(are_neighbours(&l, i));
                up += value(&l, l.target.broken, i) > value(&l, l.target.correct, i);
            }
        assert_true(up > 5 && up < 35);
    }
    make_fault(&l, WM_TRIAL_STEPS, 1, 0);
    assert_int_equal(area_of(&l).count, 1);
    make_fault(&l, WM_TRIAL_STEPS, 1000000, 0);
    assert_int_equal(area_of(&l).count, 64 * 64);
    close_lab(&l);
}

/* Zeros have neighbours of either sign, and no step leads to a NaN. */
static void steps_from_zero_are_the_smallest_numbers(void **state)
{
    static const uint16_t zeros[] = {0, 0x8000};
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    for (size_t i = 0; i < l.target.workload.output_count; i++)
        memcpy(l.target.correct + 2 * i, &zeros[i % 2], 2);
    wm_target_touch(&l.target, 0, l.target.workload.output_bytes);
    make_fault(&l, WM_TRIAL_STEPS, 1000000, 1);
    for (size_t i = 0; i < l.target.workload.output_count; i++)
        assert_true(code(&l, l.target.broken, i) == 1 || code(&l, l.target.broken, i) == 0x8001);
    close_lab(&l);
}

/* ---- sums ------------------------------------------------------------------------------------ */

static double norm_of_error(const lab *l)
{
    double errors = 0, squares = 0;
    for (size_t i = 0; i < l->target.workload.output_count; i++) {
        const double right = value(l, l->target.correct, i);
        const double off = value(l, l->target.broken, i) - right;
        errors += off * off;
        squares += right * right;
    }
    return sqrt(errors / squares);
}

/* Leaving out a share q of the terms makes an error of about sqrt(q), as terms are independent. */
static void terms_are_left_out(void **state)
{
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    for (uint32_t t = 0; t < 3; t++) {
        area a;
        make_fault(&l, WM_TRIAL_TERMS, 16, t);
        a = area_of(&l);
        assert_true(a.rows == 1 && a.columns <= 32 && a.count >= 28 &&
                    a.column / 32 == (a.column + a.columns - 1) / 32);
        make_fault(&l, WM_TRIAL_TERMS, 64, t); /* all */
        for (size_t i = 0; i < l.target.workload.output_count; i++)
            assert_true(changed(&l, i) == 0 || value(&l, l.target.broken, i) == 0);
        make_fault(&l, WM_TRIAL_BLOCK, 16, t);
        assert_true(norm_of_error(&l) > 0.4 && norm_of_error(&l) < 0.6);
        make_fault(&l, WM_TRIAL_BLOCK, 64, t);
        for (size_t i = 0; i < l.target.workload.output_count; i++)
            assert_true(value(&l, l.target.broken, i) == 0);
    }
    close_lab(&l);
}

/* Another order is another rounding of the sums, and parts are a coarser one where their format is
 * narrower than that of the sums. */
static void sums_are_rounded_otherwise(void **state)
{
    static const char *const labels[] = {"gemm.fp16.n64", "gemm.f32.n64", "gemm.int8.n64"};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        const double limit[] = {1e-3, 1e-6, 0};
        lab l;
        double order;
        open_lab(&l, labels[i], 2);
        make_fault(&l, WM_TRIAL_ORDER, 0, 1);
        order = norm_of_error(&l);
        assert_true(order <= limit[i]);
        make_fault(&l, WM_TRIAL_PARTS, 8, 1);
        assert_true(norm_of_error(&l) <= 4 * limit[i]);
        assert_true(i != 0 || norm_of_error(&l) > order);
        close_lab(&l);
    }
}

/* ---- draws and refusals ---------------------------------------------------------------------- */

static void draws_are_those_of_their_trial(void **state)
{
    static const wm_trial trials[] = {
        {WM_TRIAL_BIT, 7},   {WM_TRIAL_BITS, 4},  {WM_TRIAL_WARP, 2},
        {WM_TRIAL_NAN, 0},   {WM_TRIAL_OTHER, 0}, {WM_TRIAL_TILE, 8},
        {WM_TRIAL_TERMS, 4}, {WM_TRIAL_BLOCK, 4}, {WM_TRIAL_STEPS, 1000}};
    lab first, second;
    (void)state;
    open_lab(&first, "gemm.fp16.n64", 2);
    open_lab(&second, "gemm.fp16.n64", 2);
    for (unsigned i = 0; i < sizeof trials / sizeof *trials; i++) {
        const size_t bytes = first.target.workload.output_bytes;
        make_fault(&first, trials[i].word, trials[i].size, 5);
        make_fault(&second, trials[i].word, trials[i].size, 4);
        assert_memory_not_equal(first.target.broken, second.target.broken, bytes);
        make_fault(&second, trials[i].word, trials[i].size, 5); /* after another one */
        assert_memory_equal(first.target.broken, second.target.broken, bytes);
    }
    close_lab(&first);
    close_lab(&second);
}

static void expect_refused(lab *l, wm_trial_word word, uint32_t size)
{
    char reason[128];
    assert_int_equal(try_fault(l, word, size, 0, reason), WM_E_UNSUPPORTED);
    assert_string_not_equal(reason, "");
    assert_int_equal(area_of(l).count, 0);
}

/* 5 % too large a normaliser: all elements of one row, and no other, are divided by 1.05 and
 * rounded. */
static void expect_wrong_normaliser(const char *label)
{
    lab l;
    open_lab(&l, label, 2);
    for (uint32_t t = 0; t < TRIES; t++) {
        size_t row = 0;
        make_fault(&l, WM_TRIAL_SOFTMAX, 500, t);
        while (memcmp(l.target.broken + row * 16, l.target.correct + row * 16, 16) == 0)
            row++;
        for (size_t j = 0; j < 2 * 16 * 8; j++) {
            const double correct = wm_format_load(WM_FORMAT_BF16, l.target.correct, j);
            uint8_t wanted[2];
            wm_format_store(WM_FORMAT_BF16, wanted, 0, j / 8 == row ? correct / 1.05 : correct);
            assert_memory_equal(l.target.broken + 2 * j, wanted, 2);
        }
    }
    expect_refused(&l, WM_TRIAL_BLOCK, 1);
    close_lab(&l);
}

static void a_wrong_normaliser_scales_one_row(void **state)
{
    lab l;
    (void)state;
    expect_wrong_normaliser("attention.bf16.b1h2s16d8");
    expect_wrong_normaliser("attention.bf16_causal.b1h2s16d8");
    open_lab(&l, "gemm.fp16.n64", 2);
    expect_refused(&l, WM_TRIAL_SOFTMAX, 500);
    close_lab(&l);
}

static void an_output_that_cannot_have_it_is_refused(void **state)
{
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    expect_refused(&l, WM_TRIAL_BIT, 16);
    expect_refused(&l, WM_TRIAL_BITS, 17);
    expect_refused(&l, WM_TRIAL_WARP, 16);
    expect_refused(&l, WM_TRIAL_ROW, 65);
    expect_refused(&l, WM_TRIAL_COLUMN, 65);
    expect_refused(&l, WM_TRIAL_TILE, 2147483647);
    expect_refused(&l, WM_TRIAL_TERMS, 65);
    expect_refused(&l, WM_TRIAL_BLOCK, 65);
    expect_refused(&l, WM_TRIAL_PARTS, 65);
    expect_refused(&l, WM_TRIAL_NULL_SPACE, 0); /* an attack is no fault */
    close_lab(&l);
    open_lab(&l, "gemm.int8.n64", 2);
    expect_refused(&l, WM_TRIAL_NAN, 0);
    expect_refused(&l, WM_TRIAL_INFINITY, 0);
    close_lab(&l);
    open_lab(&l, "hbm_triad.f32.n1000", 2); /* a vector has no columns, and no sums of terms */
    expect_refused(&l, WM_TRIAL_TERMS, 1);
    expect_refused(&l, WM_TRIAL_ORDER, 0);
    make_fault(&l, WM_TRIAL_ROW, 16, 0);
    assert_int_equal(area_of(&l).count, 16);
    close_lab(&l);
    open_lab(&l, "gemm.fp16.n1", 2); /* no other element */
    expect_refused(&l, WM_TRIAL_OTHER, 0);
    close_lab(&l);
}

/* ---- plans ----------------------------------------------------------------------------------- */

/* Each item can be named, is in its plan once, and its output has room for the fault. */
static void items_of_plans_are_right(void **state)
{
    static const char *const kinds[] = {"cpu", "cuda"};
    const wm_schedule_entry *entry;
    (void)state;
    for (size_t p = 0; (entry = wm_lab_plans_at(p)) != NULL; p++)
        for (unsigned k = 0; k < 2; k++) {
            wm_schedule plan;
            assert_int_equal(wm_lab_plans_make(entry->name, kinds[k], 1e13, &plan), WM_OK);
            assert_true(plan.item_count > 0 && plan.item_count <= WM_TABLES_ITEMS);
            for (size_t i = 0; i < plan.item_count; i++) {
                char label[WM_PLAN_LABEL_SIZE];
                wm_item item;
                wm_output shape;
                wm_error err;
                wm_plan_label(&plan.items[i], label);
                assert_true(plan.items[i].trial.word != WM_TRIAL_NOT);
                if (wm_schedule_pick_label(label, plan.items[i].repeats, &item, &err) != WM_OK)
                    fail_msg("%s: %s", label, err.message);
                assert_true(wm_plan_is_same_item(&item, &plan.items[i]));
                wm_plan_output(&item, &shape);
                assert_true(wm_faults_has_room(&shape, item.trial));
                for (size_t j = 0; j < i; j++)
                    assert_false(wm_plan_is_same_item(&item, &plan.items[j]));
            }
            wm_schedule_clear(&plan);
        }
}

/* Of the largest products every format is tried in the same ways, but few correct ones. */
static void the_largest_products_have_all_formats(void **state)
{
    static const char *const variants[] = {"fp16", "bf16", "fp8", "fp8_fast",
                                           "tf32", "f32",  "f64", "int8"};
    wm_schedule plan;
    unsigned items = 0;
    (void)state;
    assert_int_equal(wm_lab_plans_make("largest", "cuda", 8e10, &plan), WM_OK);
    for (unsigned v = 0; v < sizeof variants / sizeof *variants; v++) {
        unsigned found[WM_TRIAL_COUNT] = {0};
        for (size_t i = 0; i < plan.item_count; i++) {
            const wm_item *item = &plan.items[i];
            if (strcmp(item->variant->variant, variants[v]) != 0)
                continue;
            items++;
            found[item->trial.word]++;
            assert_int_equal(item->dimension[2], 16384);
            assert_int_equal(item->repeats, item->trial.word == WM_TRIAL_NONE ? 3 : 10);
        }
        assert_int_equal(found[WM_TRIAL_NONE], 1);
        assert_int_equal(found[WM_TRIAL_OTHER], 1);
        assert_int_equal(found[WM_TRIAL_TERMS], 1);
        assert_int_equal(found[WM_TRIAL_BIT], strcmp(variants[v], "int8") == 0 ? 1 : 2);
    }
    assert_int_equal(items, plan.item_count);
    wm_schedule_clear(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_flipped_in_one_element),
        cmocka_unit_test(a_warp_is_thirty_two_neighbours),
        cmocka_unit_test(a_value_is_put_in_one_place),
        cmocka_unit_test(a_block_is_whole_and_inside),
        cmocka_unit_test(steps_go_to_neighbours),
        cmocka_unit_test(steps_from_zero_are_the_smallest_numbers),
        cmocka_unit_test(terms_are_left_out),
        cmocka_unit_test(sums_are_rounded_otherwise),
        cmocka_unit_test(draws_are_those_of_their_trial),
        cmocka_unit_test(a_wrong_normaliser_scales_one_row),
        cmocka_unit_test(an_output_that_cannot_have_it_is_refused),
        cmocka_unit_test(items_of_plans_are_right),
        cmocka_unit_test(the_largest_products_have_all_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
