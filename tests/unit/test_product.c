/* Tests of backend/product: which formats can be combined, counted over all requests. */
#include "backend/product.h"
#include "record/tables.h"
#include "support/cmocka.h"

#include <string.h>

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

/* Two tables describe a variant: the format's table by names, and the one of the device
 * contract. */
static void variants_are_those_of_the_format(void **state)
{
    size_t products = 0;
    (void)state;
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        const wm_variant *format = wm_tables_variant_at(i);
        const wm_product_variant *variant = wm_product_variant_named(format->variant);
        if (strcmp(format->workload, "gemm") != 0)
            continue;
        assert_non_null(variant);
        assert_ptr_equal(variant, &wm_product_variants[products++]);
        assert_string_equal(wm_format_name(variant->operand), format->operand_format);
        assert_string_equal(wm_format_name(variant->output), format->output_format);
        assert_int_equal(wm_format_size(variant->output), format->output_size_bytes);
        assert_string_equal(variant->layout == WM_LAYOUT_TN ? "tn" : "nn", format->layout);
        const wm_gemm gemm = {.operand_format = variant->operand,
                              .output_format = variant->output,
                              .arithmetic = variant->arithmetic,
                              .layout = variant->layout,
                              .k = 1};
        assert_true(wm_product_agrees(&gemm));
        assert_true(wm_product_takes_witness(
            &gemm, wm_tables_has(format, WM_TRAIT_WITNESS_F32) ? WM_FORMAT_F32 : WM_FORMAT_F64));
    }
    assert_int_equal(products, WM_PRODUCT_VARIANTS);
    assert_null(wm_product_variant_named("fp4"));
}

/* inputs.md section 4, the column with the arithmetic of the product. */
static void arithmetics_are_those_of_the_format(void **state)
{
    (void)state;
    assert_int_equal(wm_product_variant_named("fp16")->arithmetic, WM_ARITHMETIC_F32);
    assert_int_equal(wm_product_variant_named("bf16")->arithmetic, WM_ARITHMETIC_F32);
    assert_int_equal(wm_product_variant_named("tf32")->arithmetic, WM_ARITHMETIC_TF32);
    assert_int_equal(wm_product_variant_named("fp8")->arithmetic, WM_ARITHMETIC_F32);
    assert_int_equal(wm_product_variant_named("fp8_fast")->arithmetic, WM_ARITHMETIC_F32_FAST);
    assert_int_equal(wm_product_variant_named("f32")->arithmetic, WM_ARITHMETIC_F32);
    assert_int_equal(wm_product_variant_named("f64")->arithmetic, WM_ARITHMETIC_F64);
    assert_int_equal(wm_product_variant_named("int8")->arithmetic, WM_ARITHMETIC_I32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_are_those_of_the_format),
        cmocka_unit_test(arithmetics_are_those_of_the_format),
        cmocka_unit_test(formats_combine_as_the_interface_says),
        cmocka_unit_test(an_unknown_layout_is_refused),
        cmocka_unit_test(int8_is_no_deeper_than_its_sums_allow),
        cmocka_unit_test(a_witness_is_no_narrower_than_the_product),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
