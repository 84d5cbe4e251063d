/* Tests of verify/wrong_element: elements of every variant's product with one bit flipped. */
#include "verify/freivalds.h"
#include "verify/wrong_element.h"
#include "workload/workload.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <string.h>

enum { M = 40, N = 77, K = 96, ROW = 17, COLUMN = 53 };

static wm_item gemm_item(const char *variant)
{
    return (wm_item){wm_tables_variant("gemm", 4, variant, strlen(variant)),
                     {M, N, K, 0},
                     8,
                     {WM_FAULT_NONE, false, 0, 0},
                     WM_POINT_NONE,
                     0,
                     {WM_TRIAL_NOT, 0},
                     NULL};
}

static wm_status row_test(const wm_check *check, wm_residual_result *result)
{
    const wm_freivalds_row_terms terms = wm_freivalds_terms(check->item);
    const uint8_t seed[1][WM_SHA256_SIZE] = {{1}};
    const wm_residual residual = {.gemm = &check->job->as.gemm,
                                  .witness = wm_freivalds_witness(check->item),
                                  .has_gap = terms.has_gap,
                                  .gap_scale = terms.gap_scale,
                                  .least_square = terms.least_square,
                                  .sets = 1,
                                  .seeds = seed};
    return check->device->ops->residual(check->device, &residual, result);
}

/* Flips the third bit of one element's exponent, or bit 20 of an integer, and finds it. */
static void find_in(wm_device *device, const char *variant, unsigned bit)
{
    const wm_item item = gemm_item(variant);
    wm_workload workload;
    wm_wrong_element one;
    wm_residual_result result;
    char words[WM_WRONG_ELEMENT_WORDS];
    assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, ""), WM_OK);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    const wm_check check = {device, &item, "", &workload.job, NULL};
    const size_t size = wm_format_size(workload.job.as.gemm.output_format);
    const uint64_t mask = (uint64_t)1 << bit;
    assert_int_equal(device->ops->flip_bits(device, workload.job.as.gemm.C,
                                            (ROW * N + COLUMN) * size, mask, size),
                     WM_OK);
    assert_int_equal(row_test(&check, &result), WM_OK);
    assert_int_equal(result.worst_row, ROW);
    assert_int_equal(result.worst_probe, COLUMN % WM_TABLES_PROBE_COLUMNS);
    assert_int_equal(wm_wrong_element_find(&check, ROW, result.worst_probe, &one), WM_OK);
    assert_true(one.is_there);
    assert_int_equal(one.row, ROW);
    assert_int_equal(one.column, COLUMN);
    assert_true(((one.found ^ one.expected) & mask) != 0);
    wm_wrong_element_words(&one, words);
    assert_non_null(strstr(words, "row 17, column 53: found "));
    assert_int_equal(wm_wrong_element_find(&check, M, 0, &one), WM_E_ARG);
    assert_int_equal(wm_wrong_element_find(&check, 0, N, &one), WM_E_ARG);
    wm_workload_close(&workload);
}

static void a_flipped_bit_is_found(void **state)
{
    static const struct {
        const char *variant;
        unsigned bit;
    } CASES[] = {{"fp16", 12}, {"bf16", 9}, {"tf32", 25}, {"fp8", 9},
                 {"f32", 25},  {"f64", 54}, {"int8", 20}};
    wm_device *device = open_cpu(1);
    (void)state;
    for (size_t v = 0; v < sizeof CASES / sizeof *CASES; v++)
        find_in(device, CASES[v].variant, CASES[v].bit);
    device->ops->close(device);
}

static void a_correct_element_is_not_wrong(void **state)
{
    const wm_item item = gemm_item("int8");
    wm_device *device = open_cpu(1);
    wm_workload workload;
    wm_wrong_element one;
    (void)state;
    assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, ""), WM_OK);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    const wm_check check = {device, &item, "", &workload.job, NULL};
    assert_int_equal(wm_wrong_element_find(&check, ROW, 5, &one), WM_OK);
    assert_false(one.is_there);
    wm_workload_close(&workload);
    device->ops->close(device);
}

static void words_name_the_bits(void **state)
{
    char words[WM_WRONG_ELEMENT_WORDS];
    wm_wrong_element one = {true, WM_FORMAT_F16, 3, 7, 0x3c01, 0x3c00};
    (void)state;
    wm_wrong_element_words(&one, words);
    assert_string_equal(
        words, "row 3, column 7: found 3c01 (1.00097656), expected 3c00 (1), bit 0 differs");
    one.found = 0x3c21;
    wm_wrong_element_words(&one, words);
    assert_string_equal(
        words, "row 3, column 7: found 3c21 (1.03222656), expected 3c00 (1), bits 0 and 5 differ");
    one = (wm_wrong_element){true, WM_FORMAT_I32, 0, 0, 0xffffffff, 0};
    wm_wrong_element_words(&one, words);
    assert_string_equal(
        words, "row 0, column 0: found ffffffff (-1), expected 00000000 (0), 32 bits differ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flipped_bit_is_found),
        cmocka_unit_test(a_correct_element_is_not_wrong),
        cmocka_unit_test(words_name_the_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
