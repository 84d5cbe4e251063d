/* Tests of verify/regenerate: single elements against the operands that a device fills. */
#include "verify/regenerate.h"
#include "workload/workload.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <stdlib.h>
#include <string.h>

static wm_item gemm_item(const char *variant, uint32_t m, uint32_t n, uint32_t k)
{
    return (wm_item){wm_tables_variant("gemm", 4, variant, strlen(variant)),
                     {m, n, k, 0},
                     8,
                     {WM_FAULT_NONE, false, 0, 0},
                     WM_POINT_NONE,
                     0,
                     {WM_TRIAL_NOT, 0},
                     NULL};
}

static wm_device *open_device(void)
{
    wm_device *device = open_cpu(2);
    assert_non_null(device);
    return device;
}

/* The stored elements of operand `which`, compared with the device's from `first` on. */
static void compare_operand(const wm_regenerate *operands, const wm_workload *workload,
                            unsigned which, uint64_t first, size_t count)
{
    const wm_operand operand = wm_workload_operand(workload->item, which);
    const size_t size = wm_format_size(operand.format);
    uint16_t indices[512];
    double elements[512];
    assert_int_equal(workload->device->ops->download(workload->device, workload->operand[which],
                                                     (size_t)first * size, elements, count * size),
                     WM_OK);
    wm_regenerate_indices(which == 0 ? &operands->A : &operands->B, first, count, indices);
    for (size_t i = 0; i < count; i++)
        assert_true(operands->stored[indices[i]] == wm_format_load(operand.format, elements, i));
}

static void elements_are_those_of_a_device(void **state)
{
    static const char *const variants[] = {"fp16",     "bf16", "tf32", "fp8",
                                           "fp8_fast", "f32",  "f64",  "int8"};
    wm_device *device = open_device();
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        const wm_item item = gemm_item(variants[v], 13, 37, 29);
        wm_workload workload;
        wm_regenerate operands;
        assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
        assert_int_equal(wm_workload_fill(&workload, "0123abcd"), WM_OK);
        assert_int_equal(wm_regenerate_open(&operands, &item, "0123abcd"), WM_OK);
        for (unsigned which = 0; which < 2; which++) {
            compare_operand(&operands, &workload, which, 0, 377);
            compare_operand(&operands, &workload, which, 5, 1);
            compare_operand(&operands, &workload, which, 3, 21);
            compare_operand(&operands, &workload, which, 8, 8);
        }
        wm_regenerate_close(&operands);
        wm_workload_close(&workload);
    }
    device->ops->close(device);
}

static void tf32_alone_multiplies_other_values(void **state)
{
    const wm_item item = gemm_item("tf32", 8, 8, 8), other = gemm_item("f32", 8, 8, 8);
    wm_regenerate operands;
    unsigned ties = 0;
    (void)state;
    assert_int_equal(wm_regenerate_open(&operands, &other, ""), WM_OK);
    assert_ptr_equal(operands.value, operands.stored);
    assert_null(operands.tie);
    wm_regenerate_close(&operands);
    assert_int_equal(wm_regenerate_open(&operands, &item, ""), WM_OK);
    for (unsigned i = 0; i < 65536; i++) {
        const float stored = (float)operands.stored[i];
        assert_true(operands.value[i] == (double)wm_format_tf32_round(stored));
        if (operands.tie[i] == 0)
            continue;
        /* The other neighbour is equally near: the stored value is halfway. */
        ties++;
        const double other_side = 2 * operands.stored[i] - operands.value[i];
        assert_true(operands.tie[i] == (other_side > operands.value[i]
                                            ? other_side - operands.value[i]
                                            : operands.value[i] - other_side));
        assert_true((double)wm_format_tf32_round((float)other_side) == other_side);
    }
    assert_int_equal(ties, 14); /* of the table's 65,536 entries */
    wm_regenerate_close(&operands);
}

static void a_nonce_and_another_item_give_other_elements(void **state)
{
    const wm_item item = gemm_item("f32", 8, 8, 8), wider = gemm_item("f32", 8, 16, 8);
    wm_regenerate operands[3];
    (void)state;
    assert_int_equal(wm_regenerate_open(&operands[0], &item, ""), WM_OK);
    assert_int_equal(wm_regenerate_open(&operands[1], &item, "00"), WM_OK);
    assert_int_equal(wm_regenerate_open(&operands[2], &wider, ""), WM_OK);
    assert_memory_not_equal(&operands[0].A, &operands[1].A, sizeof operands[0].A);
    assert_memory_not_equal(&operands[0].A, &operands[2].A, sizeof operands[0].A);
    assert_memory_not_equal(&operands[0].A, &operands[0].B, sizeof operands[0].A);
    for (int i = 0; i < 3; i++)
        wm_regenerate_close(&operands[i]);
}

static void other_workloads_are_refused(void **state)
{
    const wm_item item = {wm_tables_variant("hbm_triad", 9, "f32", 3),
                          {8, 0, 0, 0},
                          8,
                          {WM_FAULT_NONE, false, 0, 0},
                          WM_POINT_NONE,
                          0,
                          {WM_TRIAL_NOT, 0},
                          NULL};
    wm_regenerate operands;
    (void)state;
    assert_int_equal(wm_regenerate_open(&operands, &item, ""), WM_E_ARG);
    wm_regenerate_close(&operands);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_those_of_a_device),
        cmocka_unit_test(tf32_alone_multiplies_other_values),
        cmocka_unit_test(a_nonce_and_another_item_give_other_elements),
        cmocka_unit_test(other_workloads_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
