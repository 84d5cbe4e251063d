/* Tests the check of products of small integers: one wrong bit is counted and named, and a device
 * that does nothing, or lies, never gives a right answer for a wrong output. */
#include "verify/exact_product.h"

#include "support/cmocka.h"
#include "support/idle_backend.h"
#include "support/lying_backend.h"
#include "support/open_cpu.h"
#include "workload/workload.h"

#include <string.h>

static const char *const VARIANTS[] = {"fp16_exact", "bf16_exact", "tf32_exact", "fp8_exact",
                                       "f32_exact"};

enum { VARIANT_COUNT = sizeof VARIANTS / sizeof VARIANTS[0], M = 33, N = 70, K = 96 };

static wm_device *cpu;

static int set_up(void **state)
{
    (void)state;
    cpu = open_cpu(2);
    return cpu != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    cpu->ops->close(cpu);
    return 0;
}

static wm_item item_of(const char *variant)
{
    return (wm_item){.repeats = 1,
                     .variant = wm_tables_variant("gemm", 4, variant, strlen(variant)),
                     .dimension = {M, N, K}};
}

/* What a check of a workload's output answered. */
typedef struct {
    wm_status status;
    wm_observed_residual residual;
    wm_check_known known;
    wm_wrong_element element; /* if the status is OK */
} answer;

/* Checks the output of a workload by a device, which may be odd; the digest is by the CPU. */
static answer look(const wm_workload *workload, wm_device *device)
{
    answer found = {.status = WM_OK};
    const wm_check check = {device, workload->item, "0a", &workload->job, &found.known};
    uint8_t digest[WM_SHA256_SIZE];
    assert_int_equal(cpu->ops->digest(cpu, workload->output, workload->output_bytes,
                                      (size_t)workload->shape.row_bytes, digest, NULL),
                     WM_OK);
    found.status = wm_workload_check(&check, digest, &found.residual);
    if (found.status == WM_OK)
        found.status = wm_exact_product_find(&check, digest, &found.element);
    return found;
}

static void open_workload(wm_workload *workload, const wm_item *item)
{
    assert_int_equal(wm_workload_open(workload, cpu, item), WM_OK);
    assert_int_equal(wm_workload_fill(workload, "0a"), WM_OK);
    assert_int_equal(wm_job_run(cpu, &workload->job), WM_OK);
}

static void flip(const wm_workload *workload, uint64_t row, uint64_t column, unsigned bit)
{
    const size_t size = workload->item->variant->output_size_bytes;
    assert_int_equal(cpu->ops->flip_bits(cpu, workload->output, (row * N + column) * size,
                                         (uint64_t)1 << bit, size),
                     WM_OK);
}

static void each_bit_is_counted_and_named(void **state)
{
    (void)state;
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        const wm_item item = item_of(VARIANTS[v]);
        wm_workload workload;
        open_workload(&workload, &item);
        answer found = look(&workload, cpu);
        assert_int_equal(found.status, WM_OK);
        assert_true(found.residual.difference_max == 0 && found.residual.reference_max == M * N);
        assert_false(found.element.is_there);
        for (unsigned bit = 0; bit < 8 * item.variant->output_size_bytes; bit++) {
            const uint64_t row = bit % M, column = 2 * bit % N;
            flip(&workload, row, column, bit);
            found = look(&workload, cpu);
            assert_int_equal(found.status, WM_OK);
            assert_true(found.residual.difference_max == 1);
            assert_true(found.element.is_there && found.element.row == row &&
                        found.element.column == column);
            assert_true((found.element.found ^ found.element.expected) == (uint64_t)1 << bit);
            flip(&workload, row, column, bit);
        }
        flip(&workload, 20, 3, 4); /* the first by row, then by column */
        flip(&workload, 5, 61, 4);
        flip(&workload, 5, 60, 4);
        found = look(&workload, cpu);
        assert_true(found.residual.difference_max == 3);
        assert_true(found.element.row == 5 && found.element.column == 60);
        wm_workload_close(&workload);
    }
}

/* The operations that the check uses. */
static const char *const OPERATIONS[] = {"gemm",          "fill_integers", "digest",  "exact_rows",
                                         "compare_exact", "take_integers", "download"};

/* A wrong output is not right because an operation of its check did nothing, or lied. */
static void a_wrong_output_is_never_right(void **state)
{
    (void)state;
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        const wm_item item = item_of(VARIANTS[v]);
        wm_workload workload;
        open_workload(&workload, &item);
        /* a sign: an output of integers still has integers */
        flip(&workload, 7, 9, (unsigned)(8 * item.variant->output_size_bytes - 1));
        for (size_t o = 0; o < sizeof OPERATIONS / sizeof OPERATIONS[0]; o++)
            for (int lies = 0; lies < 2; lies++) {
                wm_device *odd = lies ? lying_backend_wrap(cpu, OPERATIONS[o])
                                      : idle_backend_wrap(cpu, OPERATIONS[o], IDLE_ALWAYS);
                assert_non_null(odd);
                /* an output of integers has no other judge */
                if (lies && strcmp(OPERATIONS[o], "exact_rows") == 0 &&
                    workload.output_format == WM_FORMAT_F32)
                    continue;
                const answer found = look(&workload, odd);
                if (found.status == WM_OK && !(found.residual.difference_max > 0))
                    fail_msg("%s: a wrong output is right where %s %s", VARIANTS[v], OPERATIONS[o],
                             lies ? "lies" : "is idle");
                assert_false(found.known.is_there);
            }
        wm_workload_close(&workload);
    }
}

/* Operands that were never filled agree with each other, and not with their seeds. */
static void unfilled_operands_are_seen(void **state)
{
    (void)state;
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        const wm_item item = item_of(VARIANTS[v]);
        wm_workload workload;
        assert_int_equal(wm_workload_open(&workload, cpu, &item), WM_OK);
        for (unsigned i = 0; i < 2; i++)
            assert_int_equal(cpu->ops->fill_bytes(cpu, workload.operand[i],
                                                  cpu->ops->size_bytes(workload.operand[i]), 0),
                             WM_OK);
        assert_int_equal(wm_job_run(cpu, &workload.job), WM_OK);
        const answer found = look(&workload, idle_backend_wrap(cpu, "fill_integers", IDLE_ALWAYS));
        assert_int_equal(found.status, WM_E_MISMATCH);
        assert_non_null(found.known.trouble);
        wm_workload_close(&workload);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_bit_is_counted_and_named),
        cmocka_unit_test(a_wrong_output_is_never_right),
        cmocka_unit_test(unfilled_operands_are_seen),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
