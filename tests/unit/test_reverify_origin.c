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

/* Equal bits, but not made in the recorded way: never a yes. */
static void another_way_is_never_a_yes(void **state)
{
    static const struct {
        const char *fact, *value, *method, *line;
        unsigned threads;
    } cases[] = {
        {"threads", "7", NULL, "threads: recorded 7, here 2", 7},
        {"blas.core", "Abacus", NULL, "blas.core: recorded Abacus, here ", 0},
        {"cpu.kernels", NULL, NULL, "cpu.kernels: recorded none, here ", 0},
        {NULL, NULL, "by hand", NULL, 0},
        {NULL, NULL, "", NULL, 0}, /* unknown */
    };
    const wm_item item = producer_item("gemm", "int8", 64, 64, 64, 1);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const deceit how = {.method = cases[i].method};
        const bool is_method = cases[i].fact == NULL;
        const wm_reverify_origin *origin;
        wm_reverify_summary sum;
        producer p;
        producer_begin(&p, &item, 1, "");
        producer_forge_environment(&p, "cpu", cases[i].fact, cases[i].value);
        producer_run(&p, 0, &how);
        assert_int_equal(wm_reverify_ready(p.reverify, NULL), WM_OK);
        assert_int_equal(wm_reverify_computes_on(p.reverify, producer_device), WM_OK);
        sum = producer_verify(&p, true);
        origin = wm_reverify_origin_of(p.reverify);
        assert_true(sum.is_right && !sum.is_conclusive);
        assert_int_equal(sum.reproduced, 1);
        assert_int_equal(sum.other_method, is_method);
        assert_int_equal(origin->differing_count, !is_method);
        assert_int_equal(origin->threads, cases[i].threads);
        if (!is_method)
            assert_memory_equal(origin->differing[0], cases[i].line, strlen(cases[i].line));
        producer_end(&p);
    }
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

/* A resumption on this backend, of which no item is, takes nothing back. */
static void another_environment_does_not_hide_the_origin(void **state)
{
    const wm_item items[] = {producer_item("gemm", "fp16", 256, 256, 256, 1),
                             producer_item("gemm", "bf16", 512, 512, 512, 1)};
    const deceit none = {0};
    producer p;
    wm_reverify_summary sum;
    (void)state;
    producer_begin(&p, items, 2, "");
    producer_write_environment(&p, "cuda");
    producer_run(&p, 0, &none);
    producer_write_environment(&p, "cpu");
    producer_run(&p, 1, &none);
    assert_int_equal(wm_reverify_ready(p.reverify, NULL), WM_OK);
    assert_int_equal(wm_reverify_computes_on(p.reverify, producer_device), WM_OK);
    sum = producer_verify(&p, true);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_WRONG_ORIGIN);
    assert_int_equal(producer_judge(&p, 1).verdict, WM_REVERIFY_REPRODUCED);
    assert_true(!sum.is_right && !sum.is_conclusive && sum.wrong_origin == 1);
    assert_true(wm_reverify_origin_of(p.reverify)->is_other);
    assert_true(wm_reverify_origin_of(p.reverify)->is_other_device); /* "a device" */
    producer_end(&p);
}

/* Small products in f32 have kernels that add in the order of the operands. */
static void nothing_is_claimed_of_small_f32_products(void **state)
{
    const wm_item high = producer_item("gemm", "f32", 2000, 63, 4096, 1),
                  wide = producer_item("gemm", "f32", 63, 2000, 4096, 1),
                  least = producer_item("gemm", "f32", 64, 64, 4096, 1);
    (void)state;
    assert_true(wm_reverify_differing(&high) == 0 && wm_reverify_differing(&wide) == 0);
    assert_true(wm_reverify_differing(&least) == 2048);
}

/* The measured shares of reverify_origin.c exceed the least ones. */
static void least_shares_are_below_the_measured_ones(void **state)
{
    static const struct {
        const char *variant;
        uint32_t k;
        double share;
    } measured[] = {
        {"fp16", 63, 0},        {"fp16", 64, 0.00076},  {"fp16", 256, 0.00188},
        {"fp16", 1024, 0.0051}, {"fp16", 8192, 0.0311}, {"bf16", 1, 0},
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
        cmocka_unit_test(another_way_is_never_a_yes),
        cmocka_unit_test(equal_bits_of_another_backend_are_a_finding),
        cmocka_unit_test(another_environment_does_not_hide_the_origin),
        cmocka_unit_test(nothing_is_claimed_of_small_f32_products),
        cmocka_unit_test(least_shares_are_below_the_measured_ones),
    };
    return cmocka_run_group_tests(tests, producer_open_device, producer_close_device);
}
