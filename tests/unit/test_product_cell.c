/* Tests of verify/product_cell through wm_product_check: the elements that decide, of integers and
 * with --calibrate. */
#include "support/cmocka.h"
#include "support/product_tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Integers are exact: one step in one element is seen, also where probes see none. */
static void integers_are_checked_exactly(void **state)
{
    static const char *const variants[] = {"fp16", "bf16", "f32", "fp8", "int8"};
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        products_case one;
        make(&one, variants[v], 40, 50, 60, PRODUCTS_INTEGERS, PRODUCTS_PAIRWISE);
        wm_product_report report = check_of(&one);
        assert_string_equal(report.method, "integers");
        assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
        assert_true(report.missed <= 0x1p-12);
        put(&one, 39, 49, get(&one, 39, 49) + 1);
        report = check_of(&one);
        assert_int_equal(report.answer, WM_PRODUCT_WRONG);
        assert_int_equal(report.row, 39);
        assert_int_equal(report.column, 49);
        assert_true(report.found == report.recomputed + 1);
        products_free(&one);
    }
}

/* Integers beside A B keep that. In binary16 no sum may need a rounding, as one may be between. */
static void integers_beside_are_checked_exactly(void **state)
{
    static const struct {
        const char *variant;
        double alpha, beta, most; /* of C0 and of the bias */
        const char *method;
    } cases[] = {{"f32", 1, 0, 0, "integers"},   {"f32", 2, 0, 0, "integers"},
                 {"f32", -3, -2, 9, "integers"}, {"f64", 1, 7, 1, "integers"},
                 {"tf32", 1, 1, 5, "integers"},  {"fp16", 2, 1, 8, "integers"},
                 {"fp16", 4, 1, 8, "probes"},    {"f32", 0.5, 0, 0, "probes"},
                 {"f32", 1, 0.5, 8, "probes"},   {"f32", 1, 0, 0.5, "probes"},
                 {"f32", 3, 1, 0x1p24, "probes"}};
    enum { M = 30, N = 40, K = 60 };
    (void)state;
    for (size_t t = 0; t < sizeof cases / sizeof *cases; t++) {
        products_case one;
        const double most = cases[t].most, half = most < 1 ? most : floor(most / 2);
        make(&one, cases[t].variant, M, N, K, PRODUCTS_INTEGERS, PRODUCTS_SEQUENTIAL);
        const wm_format format = one.variant->output;
        one.beside = (products_beside){.alpha = cases[t].alpha, .beta = cases[t].beta};
        one.C0 = cases[t].beta != 0 ? malloc(M * N * sizeof(double)) : NULL;
        one.bias = malloc(N * sizeof(double));
        assert_non_null(one.bias);
        for (size_t j = 0; j < N; j++)
            wm_format_store(format, one.bias, j, j % 2 == 0 ? most : -half);
        for (size_t e = 0; e < M * N; e++) {
            const double bias = wm_format_load(format, one.bias, e % N);
            if (one.C0 != NULL)
                wm_format_store(format, one.C0, e, e % 3 == 0 ? -most : half);
            const double c0 = one.C0 != NULL ? wm_format_load(format, one.C0, e) : 0;
            put(&one, 0, e, cases[t].alpha * get(&one, 0, e) + cases[t].beta * c0 + bias);
        }
        wm_product_report report = check_of(&one);
        assert_string_equal(report.method, cases[t].method);
        assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
        if (strcmp(report.method, "integers") == 0) {
            put(&one, 7, 8, get(&one, 7, 8) + 1);
            report = check_of(&one);
            assert_int_equal(report.answer, WM_PRODUCT_WRONG);
            assert_int_equal(report.row * N + report.column, 7 * N + 8);
        }
        products_free(&one);
    }
}

/* Sums above 2^11 are rounded in binary16: that is no fault. */
static void rounded_integers_are_right(void **state)
{
    products_case one;
    (void)state;
    make(&one, "fp16", 30, 40, 64, PRODUCTS_CONSTANT, PRODUCTS_SEQUENTIAL);
    for (size_t e = 0; e < 30 * 64; e++)
        wm_format_store(WM_FORMAT_F16, one.A, e, (double)(e % 91));
    for (size_t e = 0; e < 64 * 40; e++)
        wm_format_store(WM_FORMAT_F16, one.B, e, (double)(e % 13) - 2);
    for (size_t i = 0; i < 30; i++)
        for (size_t j = 0; j < 40; j++) {
            double sum = 0;
            for (size_t l = 0; l < 64; l++)
                sum += (double)((i * 64 + l) % 91) * ((double)((l * 40 + j) % 13) - 2);
            put(&one, i, j, sum);
        }
    assert_string_equal(check_of(&one).method, "integers");
    assert_int_equal(check_of(&one).answer, WM_PRODUCT_RIGHT);
    assert_true(isnan(check_of(&one).missed)); /* rounding hides small changes */
    put(&one, 3, 5, get(&one, 3, 5) + 256);
    assert_int_equal(check_of(&one).answer, WM_PRODUCT_WRONG);
    products_free(&one);
}

/* A number that no sum of integers has is lost in sums of 53 bits beside others: it is looked for.
 */
static void what_is_no_integer_is_wrong(void **state)
{
    static const double others[] = {0x1p-100, 4.5, 0x1p70, -0x1p25, (double)NAN, (double)INFINITY};
    products_case one;
    (void)state;
    make(&one, "f32", 6, 40, 8, PRODUCTS_CONSTANT, PRODUCTS_SEQUENTIAL);
    for (size_t e = 0; e < 6 * 8; e++)
        ((float *)one.A)[e] = 1;
    for (size_t e = 0; e < 8 * 40; e++)
        ((float *)one.B)[e] = e % 40 == 21 ? (e / 40 % 2 == 0 ? 5 : -5) : 7;
    for (size_t e = 0; e < 6 * 40; e++)
        ((float *)one.C)[e] = e % 40 == 21 ? 0 : 56;
    assert_string_equal(check_of(&one).method, "integers");
    assert_int_equal(check_of(&one).answer, WM_PRODUCT_RIGHT);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        put(&one, 4, 21, others[i]);
        const wm_product_report report = check_of(&one);
        assert_int_equal(report.answer, WM_PRODUCT_WRONG);
        assert_int_equal(report.row, 4);
        assert_int_equal(report.column, 21);
        assert_true(report.recomputed == 0);
    }
    products_free(&one);
    make(&one, "int8", 3, 40, 1, PRODUCTS_INTEGERS, PRODUCTS_SEQUENTIAL);
    assert_int_equal(check_of(&one).answer, WM_PRODUCT_RIGHT);
    ((int32_t *)one.C)[2 * 40 + 39] = INT32_MIN;
    assert_int_equal(check_of(&one).answer, WM_PRODUCT_WRONG);
    assert_int_equal(check_of(&one).row, 2);
    assert_int_equal(check_of(&one).column, 39);
    products_free(&one);
}

/* An fp8 unit keeps 13 fraction bits of a sum, which truncates integers above 2^14: of 128 terms in
 * fp8, of all in fp8_fast. That is no fault. */
static double short_sum(const products_case *of, size_t i, size_t j, bool is_fast)
{
    double sum = 0, part = 0;
    for (size_t l = 0; l < of->k; l++) {
        int exponent;
        part += wm_format_load(WM_FORMAT_E4M3, of->A, i * of->k + l) *
                wm_format_load(WM_FORMAT_E4M3, of->B, l * of->n + j);
        (void)frexp(part, &exponent);
        part = ldexp(trunc(ldexp(part, 14 - exponent)), exponent - 14);
        if (!is_fast && (l % 128 == 127 || l + 1 == of->k)) {
            sum += part;
            part = 0;
        }
    }
    return sum + part;
}

static void short_sums_of_integers_are_not_rejected(void **state)
{
    static const char *const variants[] = {"fp8", "fp8_fast"};
    (void)state;
    for (size_t v = 0; v < 2; v++)
        for (size_t size = 3; size <= 90; size += 29) {
            products_case one;
            uint64_t random = 3;
            make(&one, variants[v], 20, 30, 3000, PRODUCTS_INTEGERS, PRODUCTS_SEQUENTIAL);
            for (size_t e = 0; e < 20 * 3000; e++)
                wm_format_store(WM_FORMAT_E4M3, one.A, e,
                                (double)(products_random(&random) % size));
            for (size_t e = 0; e < 3000 * 30; e++)
                wm_format_store(WM_FORMAT_E4M3, one.B, e,
                                (double)(products_random(&random) % size));
            for (size_t i = 0; i < 20; i++)
                for (size_t j = 0; j < 30; j++)
                    put(&one, i, j, short_sum(&one, i, j, v == 1));
            assert_int_not_equal(check_of(&one).answer, WM_PRODUCT_WRONG);
            products_free(&one);
        }
}

/* A large first term, and then terms that its sum rounds away, all in one direction: each loses up
 * to half a step. Plain sums in order or in reverse are right. */
static void a_large_term_at_an_end_is_not_rejected(void **state)
{
    static const char *const variants[] = {"f32", "f64"};
    (void)state;
    for (size_t v = 0; v < 2; v++)
        for (size_t k = 256; k <= 4096; k *= 4)
            for (int turn = 0; turn < 4; turn++) {
                products_case one;
                const bool is_reversed = turn % 2 == 1, is_random = turn / 2 == 1;
                const size_t end = is_reversed ? k - 1 : 0;
                const wm_format format = products_variant(variants[v])->operand;
                uint64_t random = 4;
                make(&one, variants[v], 4, 8, k, PRODUCTS_CONSTANT, PRODUCTS_SEQUENTIAL);
                for (size_t e = 0; e < 4 * k; e++)
                    wm_format_store(format, one.A, e, 1);
                for (size_t e = 0; e < k * 8; e++)
                    wm_format_store(format, one.B, e,
                                    e / 8 == end ? (v == 0 ? 0x1p25 : 0x1p54)
                                    : is_random
                                        ? 1 + (double)(products_random(&random) % 900) / 1024
                                        : 1.9);
                for (size_t e = 0; e < 4 * 8; e++) {
                    double wide = 0;
                    float narrow = 0;
                    for (size_t t = 0; t < k; t++) {
                        const size_t l = is_reversed ? k - 1 - t : t;
                        const double b = wm_format_load(format, one.B, l * 8 + e % 8);
                        wide += b;
                        narrow += (float)b;
                    }
                    put(&one, 0, e, v == 0 ? (double)narrow : wide);
                }
                wm_product_report report = check_of(&one);
                assert_int_not_equal(report.answer, WM_PRODUCT_WRONG);
                assert_int_equal(products_check(&one, 1, &report), WM_OK);
                assert_int_not_equal(report.answer, WM_PRODUCT_WRONG);
                put(&one, 2, 3, get(&one, 2, 3) * (1 + 0x1p-9));
                assert_int_equal(check_of(&one).answer, WM_PRODUCT_WRONG);
                products_free(&one);
            }
}

/* The same in the short accumulator of an fp8 unit. */
static void a_large_first_term_of_fp8_is_not_rejected(void **state)
{
    static const char *const variants[] = {"fp8", "fp8_fast"};
    (void)state;
    for (size_t v = 0; v < 2; v++) {
        products_case one;
        make(&one, variants[v], 8, 24, 1000, PRODUCTS_CONSTANT, PRODUCTS_SEQUENTIAL);
        for (size_t e = 0; e < 8 * 1000; e++)
            wm_format_store(WM_FORMAT_E4M3, one.A, e, e % 1000 == 0 ? 256 : 3.75);
        for (size_t e = 0; e < 1000 * 24; e++)
            wm_format_store(WM_FORMAT_E4M3, one.B, e, e < 24 ? 256 : 3.75);
        for (size_t i = 0; i < 8; i++)
            for (size_t j = 0; j < 24; j++)
                put(&one, i, j, short_sum(&one, i, j, v == 1));
        assert_int_not_equal(check_of(&one).answer, WM_PRODUCT_WRONG);
        products_free(&one);
    }
}

/* A row of zeros has nothing that could be flushed: tiny numbers there are wrong. */
static void tiny_numbers_in_place_of_zeros_are_wrong(void **state)
{
    static const char *const variants[] = {"bf16", "tf32", "f32", "f64"};
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
        for (int calibrate = 0; calibrate < 2; calibrate++) {
            products_case one;
            wm_product_report report;
            make(&one, variants[v], 4, 16, 4096, PRODUCTS_NORMAL, PRODUCTS_SEQUENTIAL);
            for (size_t e = 0; e < 4096 * 16; e++)
                wm_format_store(one.variant->operand, one.B, e, 0);
            for (size_t e = 0; e < 4 * 16; e++)
                put(&one, e / 16, e % 16, 0);
            assert_int_equal(products_check(&one, calibrate, &report), WM_OK);
            assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
            for (size_t e = 0; e < 4 * 16; e++)
                put(&one, e / 16, e % 16, v == 3 ? 0x1p-1012 : 0x1p-120);
            assert_int_equal(products_check(&one, calibrate, &report), WM_OK);
            assert_int_equal(report.answer, WM_PRODUCT_WRONG);
            products_free(&one);
        }
}

/* Below the smallest normal number an element may be flushed to zero: that hides its sign, so a
 * product with a wrong sign is not right, with every element computed or without. */
static void a_wrong_sign_below_normal_numbers_is_not_right(void **state)
{
    static const char *const variants[] = {"bf16", "tf32", "f32", "f64"};
    uint64_t random = 5;
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
        for (int round = 0; round < 60; round++) {
            products_case one;
            wm_product_report report;
            const size_t m = 1 + products_random(&random) % 20;
            const size_t n = 1 + products_random(&random) % 20;
            make(&one, variants[v], m, n, 1 + products_random(&random) % 60, PRODUCTS_SUBNORMAL,
                 PRODUCTS_SEQUENTIAL);
            size_t most = 0;
            for (size_t e = 0; e < m * n; e++)
                if (fabs(get(&one, e / n, e % n)) > fabs(get(&one, most / n, most % n)))
                    most = e;
            assert_int_equal(products_check(&one, round % 2, &report), WM_OK);
            assert_int_not_equal(report.answer, WM_PRODUCT_WRONG);
            put(&one, most / n, most % n, -get(&one, most / n, most % n));
            assert_int_equal(products_check(&one, round % 2, &report), WM_OK);
            assert_int_not_equal(report.answer, WM_PRODUCT_RIGHT);
            products_free(&one);
        }
}

/* With every element too, a bound that is wider than C itself says nothing. */
static void calibration_does_not_hide_a_wide_bound(void **state)
{
    products_case one;
    wm_product_report report;
    (void)state;
    make(&one, "fp8_fast", 8, 8, 60000, PRODUCTS_NORMAL, PRODUCTS_SEQUENTIAL);
    memset(one.C, 0, 8 * 8 * 2);
    assert_int_equal(products_check(&one, 1, &report), WM_OK);
    assert_int_not_equal(report.answer, WM_PRODUCT_RIGHT);
    products_free(&one);
    make(&one, "tf32", 16, 64, 256, PRODUCTS_CANCELLING, PRODUCTS_LANES);
    assert_int_equal(products_check(&one, 1, &report), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_NOT_JUDGED);
    products_free(&one);
}

/* ---- every element ---- */

static void calibration_looks_at_every_element(void **state)
{
    products_case one;
    wm_product_report report;
    (void)state;
    make(&one, "fp16", 60, 60, 200, PRODUCTS_NORMAL, PRODUCTS_SEQUENTIAL);
    assert_int_equal(products_check(&one, 1, &report), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
    assert_true(fabs(report.careful_rounding - 1) < 0.1);
    /* Two steps in one element: probes do not see it. */
    const double before = get(&one, 7, 8);
    put(&one, 7, 8, before * (1 + 0x1p-8));
    assert_int_equal(products_check(&one, 0, &report), WM_OK);
    assert_int_equal(products_check(&one, 1, &report), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_WRONG);
    assert_int_equal(report.row, 7);
    assert_int_equal(report.column, 8);
    assert_true(report.not_nearest >= 1);
    products_free(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_checked_exactly),
        cmocka_unit_test(integers_beside_are_checked_exactly),
        cmocka_unit_test(rounded_integers_are_right),
        cmocka_unit_test(what_is_no_integer_is_wrong),
        cmocka_unit_test(short_sums_of_integers_are_not_rejected),
        cmocka_unit_test(a_large_term_at_an_end_is_not_rejected),
        cmocka_unit_test(a_large_first_term_of_fp8_is_not_rejected),
        cmocka_unit_test(tiny_numbers_in_place_of_zeros_are_wrong),
        cmocka_unit_test(a_wrong_sign_below_normal_numbers_is_not_right),
        cmocka_unit_test(calibration_does_not_hide_a_wide_bound),
        cmocka_unit_test(calibration_looks_at_every_element),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
