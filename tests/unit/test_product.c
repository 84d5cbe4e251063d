/* Tests of backend/product: which formats can be combined, counted over all requests. */
#include "backend/product.h"

#include <string.h>
#include "record/tables/tables.h"
#include "support/cmocka.h"

/* The number of pairs of operand and output formats of an arithmetic. */
static unsigned pairs_of(wm_arithmetic arithmetic)
{
    unsigned pairs = 0;
    for (int in = 0; in < WM_FORMAT_COUNT; in++)
        for (int out = 0; out < WM_FORMAT_COUNT; out++) {
            const wm_gemm gemm = {.operand_format = (wm_format)in,
                                  .output_format = (wm_format)out,
                                  .arithmetic = arithmetic,
                                  .k = 1};
            pairs += wm_product_agrees(&gemm);
        }
    return pairs;
}

static void formats_combine_as_the_interface_says(void **state)
{
    (void)state;
    assert_int_equal(pairs_of(WM_ARITHMETIC_F32), 4 * 3);
    assert_int_equal(pairs_of(WM_ARITHMETIC_TF32), 3);
    assert_int_equal(pairs_of(WM_ARITHMETIC_F32_FAST), 3);
    assert_int_equal(pairs_of(WM_ARITHMETIC_F64), 1);
    assert_int_equal(pairs_of(WM_ARITHMETIC_I32), 1);
    assert_int_equal(pairs_of(WM_ARITHMETIC_COUNT), 0);
}

static void an_unknown_layout_is_refused(void **state)
{
    const wm_gemm gemm = {
        WM_FORMAT_F16, WM_FORMAT_F16, WM_ARITHMETIC_F32, (wm_layout)2, 1, 1, 1, NULL, NULL, NULL};
    (void)state;
    assert_false(wm_product_agrees(&gemm));
}

/* 131071 * 2^14 is the last product below 2^31. */
static void int8_is_no_deeper_than_its_sums_allow(void **state)
{
    wm_gemm gemm = {.operand_format = WM_FORMAT_I8,
                    .output_format = WM_FORMAT_I32,
                    .arithmetic = WM_ARITHMETIC_I32,
                    .k = 131071};
    (void)state;
    assert_true((uint64_t)131071 * 128 * 128 <= INT32_MAX);
    assert_true((uint64_t)131072 * 128 * 128 > INT32_MAX);
    assert_true(wm_product_agrees(&gemm));
    gemm.k++;
    assert_false(wm_product_agrees(&gemm));
}

static void a_witness_is_no_narrower_than_the_product(void **state)
{
    static const struct {
        wm_format operand, output;
        wm_arithmetic arithmetic;
        bool f32, f64;
    } cases[] = {
        {WM_FORMAT_F16, WM_FORMAT_F16, WM_ARITHMETIC_F32, true, false},
        {WM_FORMAT_BF16, WM_FORMAT_F32, WM_ARITHMETIC_F32, true, false},
        {WM_FORMAT_E4M3, WM_FORMAT_BF16, WM_ARITHMETIC_F32_FAST, true, false},
        {WM_FORMAT_F32, WM_FORMAT_BF16, WM_ARITHMETIC_F32, true, false},
        {WM_FORMAT_F32, WM_FORMAT_F32, WM_ARITHMETIC_TF32, true, true},
        {WM_FORMAT_F32, WM_FORMAT_F32, WM_ARITHMETIC_F32, true, true},
        {WM_FORMAT_F64, WM_FORMAT_F64, WM_ARITHMETIC_F64, false, true},
        {WM_FORMAT_I8, WM_FORMAT_I32, WM_ARITHMETIC_I32, false, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wm_gemm gemm = {.operand_format = cases[i].operand,
                              .output_format = cases[i].output,
                              .arithmetic = cases[i].arithmetic,
                              .k = 1};
        assert_true(wm_product_agrees(&gemm));
        assert_int_equal(wm_product_takes_witness(&gemm, WM_FORMAT_F32), cases[i].f32);
        assert_int_equal(wm_product_takes_witness(&gemm, WM_FORMAT_F64), cases[i].f64);
        assert_false(wm_product_takes_witness(&gemm, WM_FORMAT_BF16));
    }
}

/* Every product of the format, and no other variant, is one of the device contract. */
static void products_are_those_of_the_format(void **state)
{
    size_t products = 0;
    (void)state;
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        const wm_variant *format = wm_tables_variant_at(i);
        const wm_product_variant *product = wm_product_of(format);
        if (format->work != WM_WORK_GEMM) {
            assert_null(product);
            continue;
        }
        assert_non_null(product);
        if (wm_tables_has(format, WM_TRAIT_INTEGERS)) { /* the same product of other operands */
            const size_t length = strlen(format->variant) - strlen("_exact");
            assert_int_equal(strlen(product->name), length);
            assert_int_equal(strncmp(product->name, format->variant, length), 0);
        } else {
            assert_ptr_equal(product, &wm_product_variants[products++]);
            assert_string_equal(product->name, format->variant);
        }
        assert_string_equal(wm_format_name(product->operand), format->operand_format);
        assert_string_equal(wm_format_name(product->output), format->output_format);
        assert_int_equal(wm_format_size(product->output), format->output_size_bytes);
        assert_string_equal(product->layout == WM_LAYOUT_TN ? "tn" : "nn", format->layout);
        const wm_gemm gemm = {.operand_format = product->operand,
                              .output_format = product->output,
                              .arithmetic = product->arithmetic,
                              .layout = product->layout,
                              .k = 1};
        assert_true(wm_product_agrees(&gemm));
        if (wm_tables_has(format, WM_TRAIT_INTEGERS))
            continue; /* no witness in floating point */
        assert_true(wm_product_takes_witness(
            &gemm, wm_tables_has(format, WM_TRAIT_WITNESS_F32) ? WM_FORMAT_F32 : WM_FORMAT_F64));
    }
    assert_int_equal(products, WM_PRODUCT_VARIANTS);
    assert_null(wm_product_of(NULL));
}

/* inputs.md section 4, the column with the arithmetic of the product. */
static void arithmetics_are_those_of_the_format(void **state)
{
    static const wm_arithmetic expected[] = {
        WM_ARITHMETIC_F32,      WM_ARITHMETIC_F32, WM_ARITHMETIC_TF32, WM_ARITHMETIC_F32,
        WM_ARITHMETIC_F32_FAST, WM_ARITHMETIC_F32, WM_ARITHMETIC_F64,  WM_ARITHMETIC_I32};
    (void)state;
    assert_int_equal(sizeof expected / sizeof *expected, WM_PRODUCT_VARIANTS);
    for (size_t i = 0; i < WM_PRODUCT_VARIANTS; i++)
        assert_int_equal(wm_product_variants[i].arithmetic, expected[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_those_of_the_format),
        cmocka_unit_test(arithmetics_are_those_of_the_format),
        cmocka_unit_test(formats_combine_as_the_interface_says),
        cmocka_unit_test(an_unknown_layout_is_refused),
        cmocka_unit_test(int8_is_no_deeper_than_its_sums_allow),
        cmocka_unit_test(a_witness_is_no_narrower_than_the_product),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
