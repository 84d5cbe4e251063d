/* Tests of verify/recompute: elements against long double sums and a device's product, and the
 * limits of the rule. */
#include "verify/recompute.h"
#include "workload/workload.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const VARIANTS[] = {"fp16", "bf16", "tf32", "fp8",
                                       "f32",  "f64",  "int8", "fp8_fast"};
enum { VARIANT_COUNT = sizeof VARIANTS / sizeof *VARIANTS };

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

/* The sum for one element by its definition, term by term. */
static long double slow_element(const wm_regenerate *o, uint64_t i, uint64_t j, const double *table)
{
    long double sum = 0;
    for (uint64_t l = 0; l < o->k; l++) {
        const uint64_t b = o->is_transposed ? j * o->k + l : l * o->n + j;
        sum += (long double)table[wm_philox_index16(&o->A, i * o->k + l)] *
               (long double)table[wm_philox_index16(&o->B, b)];
    }
    return sum;
}

static void elements_are_sums_of_products(void **state)
{
    (void)state;
    for (int v = 0; v < VARIANT_COUNT; v++) {
        const wm_item item = gemm_item(VARIANTS[v], 5, 91, 1500); /* more than one panel */
        wm_recompute_element elements[90];
        wm_regenerate o;
        assert_int_equal(wm_regenerate_open(&o, &item, ""), WM_OK);
        wm_recompute_elements(&o, 3, 1, 90, elements);
        for (size_t j = 0; j < 90; j++) {
            const long double exact = slow_element(&o, 3, j + 1, o.value);
            const long double stored = slow_element(&o, 3, j + 1, o.stored);
            assert_true(fabsl(elements[j].exact - exact) <= 1e-12L * (fabsl(exact) + 1));
            assert_true(fabsl(elements[j].stored - stored) <= 1e-12L * (fabsl(exact) + 1));
            assert_true(elements[j].low <= elements[j].high);
        }
        wm_regenerate_close(&o);
    }
}

/* Every chunk of a product that the CPU computed. */
static void check_product(wm_device *device, const wm_item *item)
{
    wm_workload workload;
    wm_regenerate operands;
    wm_recompute_result all = {0}, part;
    assert_int_equal(wm_workload_open(&workload, device, item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, "77"), WM_OK);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    assert_int_equal(wm_regenerate_open(&operands, item, "77"), WM_OK);
    uint8_t *bytes = malloc(workload.output_bytes);
    assert_non_null(bytes);
    assert_int_equal(
        device->ops->download(device, workload.output, 0, bytes, workload.output_bytes), WM_OK);
    for (uint64_t row = 0; row < workload.shape.rows; row++) {
        for (uint64_t chunk = 0; chunk < workload.shape.chunks; chunk++) {
            const uint64_t at = chunk * WM_TABLES_CHUNK_BYTES;
            const uint64_t left = workload.shape.row_bytes - at;
            const size_t size = left < WM_TABLES_CHUNK_BYTES ? (size_t)left : WM_TABLES_CHUNK_BYTES;
            assert_int_equal(wm_recompute_chunk(&operands, row, chunk,
                                                bytes + row * workload.shape.row_bytes + at, size,
                                                &part),
                             WM_OK);
            wm_recompute_add(&all, &part);
        }
    }
    assert_int_equal(all.elements, workload.output_count);
    assert_int_equal(all.wrong, 0);
    assert_true(all.worst_ratio < 0.5); /* 0.28 is the largest observed */
    free(bytes);
    wm_regenerate_close(&operands);
    wm_workload_close(&workload);
}

static void a_correct_device_is_confirmed(void **state)
{
    wm_device *device = open_cpu(2);
    (void)state;
    assert_non_null(device);
    for (int v = 0; v < VARIANT_COUNT; v++) {
        if (strcmp(VARIANTS[v], "fp8_fast") == 0)
            continue; /* a CPU has no such accumulator: the_fast_accumulator_is_within */
        const wm_item square = gemm_item(VARIANTS[v], 96, 96, 96);
        const wm_item wide = gemm_item(VARIANTS[v], 3, 700, 333);
        const wm_item deep = gemm_item(VARIANTS[v], 4, 17, 6000);
        const wm_item least = gemm_item(VARIANTS[v], 1, 1, 1);
        check_product(device, &square);
        check_product(device, &wide);
        check_product(device, &deep);
        check_product(device, &least);
    }
    device->ops->close(device);
}

/* A number cut, towards zero, to a multiple of 2^exponent. */
static double cut(double value, int exponent)
{
    return ldexp(trunc(ldexp(value, -exponent)), exponent);
}

/* Terms [from, end) of an fp8 product by a matrix unit with 13 fraction bits. It aligns 32 products
 * and the current sum to the largest of them, truncates, and adds; it keeps nothing else. */
static double short_sum(const wm_regenerate *o, uint64_t i, uint64_t j, uint64_t from, uint64_t end)
{
    double sum = 0;
    for (; from < end; from += 32) {
        double product[32], next = 0;
        int largest = sum == 0 ? -1000 : ilogb(sum);
        for (uint64_t l = 0; l < 32; l++) {
            product[l] = o->value[wm_philox_index16(&o->A, i * o->k + from + l)] *
                         o->value[wm_philox_index16(&o->B, j * o->k + from + l)];
            if (product[l] != 0 && ilogb(product[l]) > largest)
                largest = ilogb(product[l]);
        }
        for (uint64_t l = 0; l < 32; l++)
            next += cut(product[l], largest - 13);
        sum = next + cut(sum, largest - 13);
    }
    return sum;
}

static double fast_element(const wm_regenerate *o, uint64_t i, uint64_t j)
{
    return short_sum(o, i, j, 0, o->k);
}

/* The same with sums of 128 terms that are added in binary32: fast accumulation off. */
static double promoted_element(const wm_regenerate *o, uint64_t i, uint64_t j)
{
    float sum = 0;
    for (uint64_t from = 0; from < o->k; from += 128)
        sum += (float)short_sum(o, i, j, from, from + 128 < o->k ? from + 128 : o->k);
    return sum;
}

/* A thousand products of n = 256 had 17 false alarms at an allowance of 2^-10 S: there about 4 of
 * these elements are beyond it. */
static void the_promoted_accumulator_is_within(void **state)
{
    static const struct {
        uint32_t rows, depth;
    } cases[] = {{64, 128}, {64, 256}, {16, 1024}};
    enum { COLUMNS = 512 };
    wm_recompute_element elements[COLUMNS];
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const wm_item item = gemm_item("fp8", cases[c].rows, COLUMNS, cases[c].depth);
        wm_regenerate o;
        assert_int_equal(wm_regenerate_open(&o, &item, ""), WM_OK);
        for (uint64_t row = 0; row < cases[c].rows; row++) {
            wm_recompute_elements(&o, row, 0, COLUMNS, elements);
            for (uint64_t j = 0; j < COLUMNS; j++)
                assert_true(fabs(promoted_element(&o, row, j) - elements[j].exact) <=
                            elements[j].allowance);
        }
        wm_regenerate_close(&o);
    }
}

static void the_fast_accumulator_is_within(void **state)
{
    static const uint32_t depths[] = {32, 256, 2048, 8192};
    (void)state;
    for (size_t d = 0; d < sizeof depths / sizeof *depths; d++) {
        const wm_item item = gemm_item("fp8_fast", 4, 64, depths[d]);
        const wm_item slow = gemm_item("fp8", 4, 64, depths[d]);
        wm_recompute_result result = {0};
        wm_recompute_element elements[64];
        wm_regenerate o;
        double wide = 0, narrow = 0;
        assert_int_equal(wm_regenerate_open(&o, &item, ""), WM_OK);
        for (uint64_t row = 0; row < 4; row++) {
            wm_recompute_elements(&o, row, 0, 64, elements);
            for (uint64_t j = 0; j < 64; j++) {
                uint16_t room = 0;
                wm_format_store(WM_FORMAT_BF16, &room, 0, fast_element(&o, row, j));
                wm_recompute_compare(&elements[j], wm_format_load(WM_FORMAT_BF16, &room, 0), row, j,
                                     &result);
                wide += elements[j].allowance;
            }
        }
        assert_int_equal(result.wrong, 0);
        wm_regenerate_close(&o);
        assert_int_equal(wm_regenerate_open(&o, &slow, ""), WM_OK);
        wm_recompute_elements(&o, 0, 0, 64, elements);
        for (uint64_t j = 0; j < 64; j++)
            narrow += 4 * elements[j].allowance;
        if (depths[d] > 128) /* else both have one sum */
            assert_true(wide > 2 * narrow);
        wm_regenerate_close(&o);
    }
}

static double after(wm_format format, double value, double toward)
{
    uint64_t code = 0;
    if (format == WM_FORMAT_F64)
        return nextafter(value, toward);
    if (format == WM_FORMAT_F32)
        return (double)nextafterf((float)value, toward < value ? -INFINITY : INFINITY);
    if (format == WM_FORMAT_I32)
        return value + (toward > value ? 1 : -1);
    wm_format_store(format, &code, 0, value);
    code = (value > 0) == (toward > value) ? code + 1 : code - 1;
    return wm_format_load(format, &code, 0);
}

/* On both sides of every element the limit itself is correct, and one step of the format beyond it
 * is wrong. */
static void one_step_beyond_the_bound_is_wrong(void **state)
{
    (void)state;
    for (int v = 0; v < VARIANT_COUNT; v++) {
        const wm_item item = gemm_item(VARIANTS[v], 2, 64, 300);
        wm_recompute_element elements[64];
        wm_regenerate o;
        assert_int_equal(wm_regenerate_open(&o, &item, ""), WM_OK);
        wm_recompute_elements(&o, 1, 0, 64, elements);
        for (size_t j = 0; j < 64; j++) {
            const wm_recompute_element *e = &elements[j];
            wm_recompute_result right = {0}, wrong = {0};
            wm_recompute_compare(e, e->low, 1, j, &right);
            wm_recompute_compare(e, e->high, 1, j, &right);
            assert_int_equal(right.wrong, 0);
            assert_true(right.worst_ratio <= 1);
            wm_recompute_compare(e, after(o.output_format, e->low, -1e30), 1, j, &wrong);
            wm_recompute_compare(e, after(o.output_format, e->high, 1e30), 1, j, &wrong);
            assert_int_equal(wrong.wrong, 2);
            assert_true(wrong.worst_ratio > 1);
        }
        wm_regenerate_close(&o);
    }
}

static void nan_is_wrong(void **state)
{
    const wm_recompute_element element = {1, 1, 0.5, 0.5, 1.5, WM_FORMAT_F16, false};
    wm_recompute_result result = {0};
    (void)state;
    wm_recompute_compare(&element, (double)NAN, 0, 0, &result);
    wm_recompute_compare(&element, (double)INFINITY, 0, 0, &result);
    assert_int_equal(result.wrong, 2);
    assert_true(isinf(result.worst_ratio));
}

/* The output's rounding does not count. 1 + 2^-11 is halfway between two numbers of binary16, and a
 * sum near it may round to either. Only the error of the sum counts. */
static void the_ratio_is_of_the_sum(void **state)
{
    const double tie = 1 + 0x1p-11, above = 1 + 0x1p-10;
    const wm_recompute_element even = {tie, tie, 0x1p-14, 1, above, WM_FORMAT_F16, false};
    const wm_recompute_element near = {tie - 0x1p-15, 0, 0x1p-14, 1, above, WM_FORMAT_F16, false};
    const wm_recompute_element integer = {5, 5, 0, 5, 5, WM_FORMAT_I32, false};
    (void)state;
    assert_true(wm_recompute_ratio(&even, 1) == 0);
    assert_true(wm_recompute_ratio(&even, above) == 0);
    assert_true(wm_recompute_ratio(&near, 1) == 0);
    assert_true(wm_recompute_ratio(&near, above) == 0.5);
    assert_true(wm_recompute_ratio(&near, above + 0x1p-10) == 16.5);
    assert_true(wm_recompute_ratio(&integer, 5) == 0);
    assert_true(isinf(wm_recompute_ratio(&integer, 6)));
}

/* The allowance is small: a few units in the last place if S has the size of an element. */
static void the_allowance_is_small(void **state)
{
    static const double relative[VARIANT_COUNT] = {0x1p-10, 0x1p-7,  0x1p-13, 0x1p-7,
                                                   0x1p-16, 0x1p-45, 0,       0x1p-5};
    (void)state;
    for (int v = 0; v < VARIANT_COUNT; v++) {
        const wm_item item = gemm_item(VARIANTS[v], 2, 64, 1024);
        wm_recompute_element elements[64];
        double square = 0;
        wm_regenerate o;
        assert_int_equal(wm_regenerate_open(&o, &item, ""), WM_OK);
        wm_recompute_elements(&o, 0, 0, 64, elements);
        for (size_t j = 0; j < 64; j++)
            square += elements[j].exact * elements[j].exact / 64;
        for (size_t j = 0; j < 64; j++)
            assert_true(elements[j].high - elements[j].low <=
                        3 * relative[v] * (sqrt(square) + fabs(elements[j].exact)));
        wm_regenerate_close(&o);
    }
}

static void chunks_out_of_range_are_refused(void **state)
{
    const wm_item item = gemm_item("f32", 4, 300, 8);
    const uint8_t data[1024] = {0};
    wm_recompute_result result;
    wm_regenerate o;
    (void)state;
    assert_int_equal(wm_regenerate_open(&o, &item, ""), WM_OK);
    assert_int_equal(wm_recompute_chunk(&o, 4, 0, data, 1024, &result), WM_E_ARG);
    assert_int_equal(wm_recompute_chunk(&o, 0, 2, data, 1024, &result), WM_E_ARG);
    assert_int_equal(wm_recompute_chunk(&o, 0, 0, data, 1020, &result), WM_E_ARG);
    assert_int_equal(wm_recompute_chunk(&o, 0, 1, data, 1024, &result), WM_E_ARG);
    assert_int_equal(wm_recompute_chunk(&o, 0, 1, data, 176, &result), WM_OK);
    assert_int_equal(result.elements, 44);
    assert_int_equal(result.wrong, 44);
    wm_regenerate_close(&o);
}

/* Threads finish in any order. */
static void of_equal_ratios_the_first_place_counts(void **state)
{
    static const struct {
        double ratio;
        uint64_t row, column;
    } parts[] = {{2, 5, 1}, {INFINITY, 3, 9}, {INFINITY, 3, 7}, {INFINITY, 4, 0}, {1, 0, 0}};
    enum { COUNT = sizeof parts / sizeof *parts };
    (void)state;
    for (size_t first = 0; first < COUNT; first++)
        for (size_t step = 1; step < COUNT; step++) {
            wm_recompute_result sum = {0};
            const wm_recompute_result none = {0};
            for (size_t i = 0, at = first; i < COUNT; i++, at = (at + step) % COUNT) {
                const wm_recompute_result part = {.elements = 1,
                                                  .worst_ratio = parts[at].ratio,
                                                  .worst_row = parts[at].row,
                                                  .worst_column = parts[at].column};
                wm_recompute_add(&sum, &part);
                wm_recompute_add(&sum, &none);
            }
            assert_int_equal(sum.worst_row, 3);
            assert_int_equal(sum.worst_column, 7);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_sums_of_products),
        cmocka_unit_test(a_correct_device_is_confirmed),
        cmocka_unit_test(the_fast_accumulator_is_within),
        cmocka_unit_test(the_promoted_accumulator_is_within),
        cmocka_unit_test(one_step_beyond_the_bound_is_wrong),
        cmocka_unit_test(nan_is_wrong),
        cmocka_unit_test(the_ratio_is_of_the_sum),
        cmocka_unit_test(the_allowance_is_small),
        cmocka_unit_test(of_equal_ratios_the_first_place_counts),
        cmocka_unit_test(chunks_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
