/* Tests of study/reverify_origin: outputs of another backend than this machine's. */
#include "support/cmocka.h"
#include "support/producer.h"

#include <string.h>

static wm_reverify_summary tell_origin(producer *p, const wm_item *item, const char *backend)
{
    const deceit none = {0};
    producer_begin(p, item, 1, "");
    producer_write_environment(p, backend);
    producer_run(p, 0, &none);
    assert_int_equal(wm_reverify_ready(p->reverify, NULL), WM_OK);
    assert_int_equal(wm_reverify_computes_on(p->reverify, producer_device), WM_OK);
    return producer_verify(p, true);
}

static void another_backend_is_never_a_yes(void **state)
{
    const wm_item item = producer_item("gemm", "int8", 64, 64, 64, 1);
    producer p;
    wm_reverify_summary sum = tell_origin(&p, &item, "cpu");
    (void)state;
    assert_true(sum.is_conclusive);
    assert_string_equal(wm_reverify_origin_of(p.reverify)->recorded, "cpu, a device");
    assert_non_null(strstr(wm_reverify_origin_of(p.reverify)->here, "cpu, "));
    producer_end(&p);
    sum = tell_origin(&p, &item, "cuda"); /* exact: equal bits are right */
    assert_true(sum.is_right && !sum.is_conclusive);
    assert_int_equal(sum.reproduced, 1);
    producer_end(&p);
}

/* 256 x 256 elements of fp16 at k = 256: 49 should differ. */
static void equal_bits_of_another_backend_are_a_finding(void **state)
{
    const wm_item wide = producer_item("gemm", "fp16", 256, 256, 256, 1);
    const wm_item narrow = producer_item("gemm", "fp16", 256, 200, 256, 1);
    producer p;
    wm_reverify_summary sum = tell_origin(&p, &wide, "cuda");
    (void)state;
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_WRONG_ORIGIN);
    assert_true(!sum.is_right && sum.wrong_origin == 1 && sum.differing == 0);
    producer_end(&p);
    sum = tell_origin(&p, &wide, "cpu");
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_REPRODUCED);
    producer_end(&p);
    sum = tell_origin(&p, &narrow, "cuda"); /* 38 are too few */
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_REPRODUCED);
    assert_true(sum.is_right);
    producer_end(&p);
}

/* The measured shares of reverify_origin.c exceed the least ones. */
static void least_shares_are_below_the_measured_ones(void **state)
{
    static const struct {
        const char *variant;
        uint32_t k;
        double share;
    } measured[] = {
        {"fp16", 16, 0.00028},  {"fp16", 64, 0.00076},  {"fp16", 256, 0.00188},
        {"fp16", 1024, 0.0051}, {"fp16", 8192, 0.0311}, {"bf16", 16, 0.000011},
        {"bf16", 64, 0.000034}, {"bf16", 256, 0.00016}, {"bf16", 1024, 0.00052},
        {"bf16", 8192, 0.0045}, {"f32", 256, 0},        {"f32", 512, 0.91},
        {"f32", 2048, 0.964},   {"tf32", 8192, 0},      {"fp8", 8192, 0},
        {"fp8_fast", 8192, 0},  {"f64", 8192, 0},       {"int8", 8192, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        const wm_item item = producer_item("gemm", measured[i].variant, 100, 100, measured[i].k, 1);
        const double least = wm_reverify_differing(&item) / 10000;
        assert_true(least <= measured[i].share && least >= 0);
        assert_true(least > 0 || measured[i].share == 0 || measured[i].k == 512);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_backend_is_never_a_yes),
        cmocka_unit_test(equal_bits_of_another_backend_are_a_finding),
        cmocka_unit_test(least_shares_are_below_the_measured_ones),
    };
    return cmocka_run_group_tests(tests, producer_open_device, producer_close_device);
}
