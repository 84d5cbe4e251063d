/* Tests of study/output/fault: exactly the intended bytes change. */
#include "study/output/fault.h"

#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static wm_device *device;
static wm_workload workload;
static wm_item item;
static uint16_t before[40 * 50], after[40 * 50];
static wm_error err;

/* A product of fp16 with 40 rows and 50 columns. */
static int set_up(void **state)
{
    (void)state;
    item = (wm_item){.variant = wm_tables_variant("gemm", 4, "fp16", 4),
                     .dimension = {40, 50, 50},
                     .repeats = 1};
    device = open_cpu(1);
    if (device == NULL)
        return -1;
    return wm_workload_open(&workload, device, &item) == WM_OK &&
                   wm_workload_fill(&workload, "") == WM_OK &&
                   wm_job_run(device, &workload.job) == WM_OK &&
                   device->ops->download(device, workload.output, 0, before, sizeof before) == WM_OK
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    (void)state;
    wm_workload_close(&workload);
    device->ops->close(device);
    return 0;
}

/* Asks for the fault in one item without a fault. */
static void plan(const char *text, wm_item *one, wm_status expected)
{
    wm_fault fault;
    assert_int_equal(wm_fault_parse(text, &fault, &err), WM_OK);
    one->fault = (wm_planned_fault){.kind = WM_FAULT_NONE};
    assert_int_equal(wm_fault_plan(&fault, one, 1, &err), expected);
}

static void make(const char *text, uint64_t *row, uint64_t *column)
{
    plan(text, &item, WM_OK);
    assert_int_not_equal(item.fault.kind, WM_FAULT_NONE);
    assert_int_equal(wm_fault_make(&workload, ""), WM_OK);
    *row = item.fault.row;
    *column = item.fault.column;
    assert_int_equal(device->ops->download(device, workload.output, 0, after, sizeof after), WM_OK);
}

/* The number of changed elements; all must change by the same bits. */
static unsigned changed(uint16_t mask)
{
    unsigned count = 0;
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        if (before[i] == after[i])
            continue;
        assert_int_equal(before[i] ^ after[i], mask);
        count++;
    }
    return count;
}

static void faults_change_their_elements_alone(void **state)
{
    uint64_t row, column;
    (void)state;
    make("bit:3,7", &row, &column);
    assert_int_equal(changed(0x0400), 1);
    assert_int_equal(before[3 * 50 + 7] ^ after[3 * 50 + 7], 0x0400);
    assert_true(row == 3 && column == 7);
    make("bit:3,7", &row, &column); /* the second time restores the output */
    assert_int_equal(changed(0), 0);
    make("bits", &row, &column);
    assert_int_equal(changed(0x8600), 1);
    assert_true(row == 20 && column == 25);
    make("bits", &row, &column);
    make("element:39,49", &row, &column);
    assert_int_equal(changed(0x8000), 1);
    make("element:39,49", &row, &column);
    make("row:5", &row, &column);
    assert_int_equal(changed(0x8000), 50);
    make("row:5", &row, &column);
    make("row:5,40", &row, &column);
    assert_int_equal(changed(0x8000), 10);
    make("row:5,40", &row, &column);
    make("tile:0,0", &row, &column);
    assert_int_equal(changed(0x8000), 256);
    make("tile:0,0", &row, &column);
    make("tile:30,45", &row, &column); /* cut at the edges: 10 rows of 5 */
    assert_int_equal(changed(0x8000), 50);
}

static void nan_puts_a_nan(void **state)
{
    uint64_t row, column;
    (void)state;
    make("nan:1,2", &row, &column);
    assert_true(isnan(wm_format_load(WM_FORMAT_F16, after, 52)));
    after[52] = before[52];
    assert_memory_equal(before, after, sizeof before);
}

static void faults_without_a_place_keep_the_operands(void **state)
{
    static const char *const kinds[] = {"stale", "operand", "precision"};
    uint64_t row, column;
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        unsigned differ = 0;
        make(kinds[i], &row, &column);
        for (size_t e = 0; e < 40 * 50; e++)
            differ += before[e] != after[e];
        assert_true(differ > 1700);
        assert_true(row == 0 && column == 0);
        assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
        assert_int_equal(device->ops->download(device, workload.output, 0, after, sizeof after),
                         WM_OK);
        assert_memory_equal(before, after, sizeof before);
    }
}

/* Products of rounded operands differ by a few per cent. */
static void lower_precision_is_a_few_per_cent_off(void **state)
{
    uint64_t row, column;
    double error = 0, size = 0;
    (void)state;
    make("precision", &row, &column);
    for (size_t i = 0; i < 40 * 50; i++) {
        const double x = wm_format_load(WM_FORMAT_F16, before, i);
        const double d = wm_format_load(WM_FORMAT_F16, after, i) - x;
        error += d * d;
        size += x * x;
    }
    assert_true(sqrt(error / size) > 0.02 && sqrt(error / size) < 0.08);
}

static void a_label_chooses_the_item(void **state)
{
    wm_item items[2] = {item, item};
    wm_fault fault;
    (void)state;
    items[0].dimension[0] = 41;
    items[0].fault.kind = items[1].fault.kind = WM_FAULT_NONE;
    assert_int_equal(wm_fault_parse("row:2@gemm.fp16.m40n50k50", &fault, &err), WM_OK);
    assert_int_equal(wm_fault_plan(&fault, items, 2, &err), WM_OK);
    assert_int_equal(items[0].fault.kind, WM_FAULT_NONE);
    assert_int_equal(items[1].fault.kind, WM_FAULT_ROW);
    assert_false(items[1].fault.in_repeats);
    plan("row:2@gemm.fp16.n50", &items[1], WM_E_ARG);
    assert_non_null(strstr(err.message, "no item"));
    plan("row:40@gemm.fp16.m40n50k50", &items[1], WM_E_ARG);
    assert_non_null(strstr(err.message, "has no such row or column"));
}

static void an_item_keeps_the_fault_that_it_has(void **state)
{
    wm_item one = item;
    wm_fault fault;
    (void)state;
    plan("bits", &one, WM_OK);
    assert_int_equal(wm_fault_parse("row", &fault, &err), WM_OK);
    assert_int_equal(wm_fault_plan(&fault, &one, 1, &err), WM_E_ARG);
    assert_int_equal(one.fault.kind, WM_FAULT_BITS);
}

static void places_beyond_a_vectors_last_row_are_outside(void **state)
{
    wm_item vector = {.variant = wm_tables_variant("hbm_triad", 9, "f32", 3),
                      .dimension = {262144 + 5},
                      .repeats = 1};
    (void)state;
    plan("bit:1,4", &vector, WM_OK);
    assert_true(vector.fault.row == 1 && vector.fault.column == 4);
    plan("bit:1,5", &vector, WM_E_ARG);
}

/* Sums of integers have no NaN. With a single operand nothing can be swapped. */
static void random_reads_have_the_faults_that_fit(void **state)
{
    static const char *const fitting[] = {"bit", "bits", "element", "row", "tile", "stale"},
                             *const others[] = {"nan", "operand", "precision"};
    wm_item reads = {.variant = wm_tables_variant("random_access", 13, "bandwidth", 9),
                     .dimension = {1000, 262144 + 5, 3},
                     .repeats = 1};
    (void)state;
    for (size_t i = 0; i < sizeof fitting / sizeof *fitting; i++)
        plan(fitting[i], &reads, WM_OK);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        plan(others[i], &reads, WM_E_ARG);
    plan("bit:1,4", &reads, WM_OK);
    plan("bit:1,5", &reads, WM_E_ARG);
}

static void malformed_faults_are_refused(void **state)
{
    static const char *const texts[] = {
        "",       "flip", "bit:",   "bit:x",     "bit:1,",
        "bit:1x", "bit@", "bit:-1", "bit:1,2,3", "bit:99999999999999999999"};
    wm_fault fault;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_int_equal(wm_fault_parse(texts[i], &fault, &err), WM_E_ARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(faults_change_their_elements_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_item_keeps_the_fault_that_it_has, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nan_puts_a_nan, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faults_without_a_place_keep_the_operands, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(lower_precision_is_a_few_per_cent_off, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_label_chooses_the_item, set_up, tear_down),
        cmocka_unit_test(places_beyond_a_vectors_last_row_are_outside),
        cmocka_unit_test(random_reads_have_the_faults_that_fit),
        cmocka_unit_test(malformed_faults_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
