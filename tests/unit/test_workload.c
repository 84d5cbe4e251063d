/* Tests of the workload kinds: every variant with an output has one, with the functions that
 * its traits need. */
#include "study/run/predictor.h"
#include "support/cmocka.h"
#include "workload/workload.h"

#include <string.h>

/* An item of a variant, with different dimensions for each operand. */
static wm_item item_of(size_t index)
{
    return (wm_item){.variant = wm_tables_variant_at(index), .dimension = {7, 5, 3, 2}};
}

static void every_variant_has_a_kind(void **state)
{
    (void)state;
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        const wm_item item = item_of(i);
        if (!wm_plan_has_output(&item)) {
            assert_string_equal(item.variant->workload, "profile");
            continue;
        }
        assert_string_equal(wm_workload_kind_of(&item)->name, item.variant->workload);
        assert_true(wm_format_named(item.variant->output_format) != WM_FORMAT_COUNT);
        assert_true(wm_format_size(wm_format_named(item.variant->output_format)) ==
                    item.variant->output_size_bytes);
    }
}

/* The variants of a kind are neighbours in the table. */
static void every_kind_has_variants_in_order(void **state)
{
    const wm_workload_kind *kind;
    size_t row = 0;
    (void)state;
    for (size_t k = 0; (kind = wm_workload_kind_at(k)) != NULL; k++) {
        const size_t first = row;
        while (row < wm_tables_variant_count() &&
               strcmp(wm_tables_variant_at(row)->workload, kind->name) == 0)
            row++;
        assert_true(row > first);
    }
    for (; row < wm_tables_variant_count(); row++)
        assert_string_equal(wm_tables_variant_at(row)->workload, "profile");
}

/* The traits that choose a form of the operation reach the job. */
static void traits_choose_the_form_of_the_operation(void **state)
{
    wm_device_buffer *const none[WM_TABLES_OPERANDS] = {NULL};
    (void)state;
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        const wm_item item = item_of(i);
        wm_job job;
        if (!wm_plan_has_output(&item))
            continue;
        memset(&job, 0, sizeof job);
        wm_workload_kind_of(&item)->job(&item, none, NULL, &job);
        if (job.operation == WM_OPERATION_SCATTER_ADD)
            assert_int_equal(job.as.scatter.fixed, strcmp(item.variant->variant, "fixed") == 0);
        if (job.operation == WM_OPERATION_REDUCE)
            assert_int_equal(job.as.reduction.deterministic,
                             strcmp(item.variant->variant, "deterministic") == 0);
        if (job.operation == WM_OPERATION_RANDOM_ACCESS)
            assert_int_equal(job.as.access.dependent,
                             strncmp(item.variant->variant, "latency", 7) == 0);
        if (job.operation == WM_OPERATION_RANDOM_ACCESS)
            assert_int_equal(job.as.access.stride,
                             strstr(item.variant->variant, "_lines") != NULL ? 32 : 1);
    }
}

static void kinds_have_what_the_traits_ask_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        const wm_item item = item_of(i);
        const wm_workload_kind *kind;
        if (!wm_plan_has_output(&item))
            continue;
        kind = wm_workload_kind_of(&item);
        assert_true(kind->job != NULL && kind->check != NULL);
        /* a kind of products has both for those of its variants that need them */
        assert_true(kind->calibrate != NULL || !wm_tables_has(item.variant, WM_TRAIT_CALIBRATION));
        assert_true((kind->calibrate != NULL) == (item.variant->work == WM_WORK_GEMM));
        assert_true(kind->row_slack != NULL || !wm_tables_has(item.variant, WM_TRAIT_ROWS));
        assert_true((kind->row_slack != NULL) == (item.variant->work == WM_WORK_GEMM));
        assert_true(kind->opened != NULL && kind->opened->chunk != NULL);
        assert_true((kind->opened->step == NULL) || kind->opened->open != NULL);
        assert_true(kind->exchanged[0] < WM_TABLES_OPERANDS &&
                    kind->exchanged[1] < WM_TABLES_OPERANDS);
        if (kind->slack == NULL) /* without rounding only an equal value is accepted */
            assert_true(wm_plan_bound(&item) == 0);
    }
}

static void operands_are_drawn_as_they_are_stored(void **state)
{
    (void)state;
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        const wm_item item = item_of(i);
        for (unsigned o = 0; o < item.variant->operand_count; o++) {
            const wm_operand operand = wm_workload_operand(&item, o);
            const bool is_index = strcmp(item.variant->operand[o], "index") == 0;
            assert_true(operand.count >= 1);
            assert_true((operand.draw == WM_DRAW_INT8) == (operand.format == WM_FORMAT_I8));
            assert_true((operand.draw == WM_DRAW_INDEX) == (operand.format == WM_FORMAT_U32));
            assert_true((operand.draw == WM_DRAW_INTEGERS) ==
                        wm_tables_has(item.variant, WM_TRAIT_INTEGERS));
            assert_true((operand.draw == WM_DRAW_INDEX || operand.draw == WM_DRAW_INTEGERS) ==
                        (operand.bound > 0));
            if (!is_index)
                assert_string_equal(wm_format_name(operand.format), item.variant->operand_format);
        }
    }
}

/* Every item has work at its nominal rate, and the estimate can keep a speed for every cost. */
static void every_cost_has_a_rate_and_a_speed(void **state)
{
    const wm_workload_cost *costs[64];
    size_t count = 0;
    (void)state;
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        const wm_item item = item_of(i);
        const wm_workload_cost *cost = wm_procedure_nominal(&item);
        size_t at = 0;
        assert_true(cost->rate > 0 && cost->rate_gpu > 0);
        while (at < count && costs[at] != cost)
            at++;
        costs[at] = cost;
        count += at == count ? 1 : 0;
        assert_true(count < sizeof costs / sizeof *costs);
    }
    assert_true(count <= WM_PREDICTOR_CLASSES);
}

/* Every kind with an output is in the plan for tests, with dimensions of its own variants. */
static void every_kind_has_rows(void **state)
{
    const wm_workload_kind *kind;
    (void)state;
    for (size_t k = 0; (kind = wm_workload_kind_at(k)) != NULL; k++) {
        const unsigned general = WM_PLAN_QUICK | WM_PLAN_DEFAULT | WM_PLAN_PAPER |
                                 WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU;
        unsigned plans = 0;
        for (const wm_workload_row *row = kind->rows; row->plans != 0; row++) {
            const wm_variant *variant = wm_tables_variant(kind->name, strlen(kind->name),
                                                          row->variant, strlen(row->variant));
            assert_non_null(variant);
            for (unsigned d = 0; d < WM_TABLES_DIMENSIONS; d++)
                assert_true((row->dimension[d] > 0) == (d < variant->dimension_count));
            plans |= row->plans;
        }
        assert_int_equal(plans & general, general);
    }
}

static void sizes_are_compared_exactly(void **state)
{
    wm_item product = {.variant = wm_tables_variant("gemm", 4, "fp16", 4),
                       .dimension = {100, 200, 300}};
    wm_item triad = {.variant = wm_tables_variant("hbm_triad", 9, "f32", 3), .dimension = {10000}};
    (void)state;
    assert_false(wm_workload_is_larger(&product, 300));
    assert_true(wm_workload_is_larger(&product, 299));
    assert_false(wm_workload_is_larger(&triad, 100));
    triad.dimension[0]++;
    assert_true(wm_workload_is_larger(&triad, 100));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_has_a_kind),
        cmocka_unit_test(every_kind_has_variants_in_order),
        cmocka_unit_test(traits_choose_the_form_of_the_operation),
        cmocka_unit_test(kinds_have_what_the_traits_ask_for),
        cmocka_unit_test(operands_are_drawn_as_they_are_stored),
        cmocka_unit_test(every_cost_has_a_rate_and_a_speed),
        cmocka_unit_test(every_kind_has_rows),
        cmocka_unit_test(sizes_are_compared_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
