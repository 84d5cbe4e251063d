/* The check of an exact product's rows on the CPU, against what exact.h says of it. */
#include "backend/cpu/cpu_device.h"
#include "support/cmocka.h"
#include "support/cpu_fixture.h"
#include "support/exact_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t m, n, k;
    int8_t *A, *B; /* m x k, n x k */
    int32_t *C;    /* the right product */
    wm_gemm gemm;
} product;

static void multiply(product *p)
{
    for (size_t i = 0; i < p->m; i++)
        for (size_t j = 0; j < p->n; j++) {
            int64_t sum = 0;
            for (size_t l = 0; l < p->k; l++)
                sum += p->A[i * p->k + l] * p->B[j * p->k + l];
            assert_true(sum >= INT32_MIN && sum <= INT32_MAX);
            p->C[i * p->n + j] = (int32_t)sum;
        }
}

static product open_product(size_t m, size_t n, size_t k)
{
    product p = {m,
                 n,
                 k,
                 cpu_fixture_memory(m * k),
                 cpu_fixture_memory(n * k),
                 cpu_fixture_memory(m * n * 4),
                 {0}};
    for (size_t i = 0; i < m * k; i++)
        p.A[i] = (int8_t)exact_draw();
    for (size_t i = 0; i < n * k; i++)
        p.B[i] = (int8_t)exact_draw();
    return p;
}

static void put_product(product *p)
{
    p->gemm = (wm_gemm){WM_FORMAT_I8,
                        WM_FORMAT_I32,
                        WM_ARITHMETIC_I32,
                        WM_LAYOUT_TN,
                        p->m,
                        p->n,
                        p->k,
                        cpu_fixture_buffer(p->A, p->m * p->k),
                        cpu_fixture_buffer(p->B, p->n * p->k),
                        cpu_fixture_buffer(p->C, p->m * p->n * 4)};
}

static void close_product(product *p)
{
    cpu_fixture->ops->free(cpu_fixture, (wm_device_buffer *)(uintptr_t)p->gemm.A);
    cpu_fixture->ops->free(cpu_fixture, (wm_device_buffer *)(uintptr_t)p->gemm.B);
    cpu_fixture->ops->free(cpu_fixture, p->gemm.C);
    free(p->A);
    free(p->B);
    free(p->C);
}

static uint64_t wrong_rows(const product *p, unsigned number)
{
    uint8_t seed[32];
    uint64_t wrong = UINT64_MAX;
    exact_seed(number, seed);
    assert_int_equal(cpu_fixture->ops->exact_rows(cpu_fixture, &p->gemm, seed, &wrong), WM_OK);
    return wrong;
}

static void put_element(const product *p, size_t at, int32_t value)
{
    assert_int_equal(cpu_fixture->ops->upload(cpu_fixture, p->gemm.C, at * 4, &value, 4), WM_OK);
}

static void right_products_have_no_wrong_row(void **state)
{
    static const size_t SHAPES[][3] = {
        {1, 1, 1},       {1, 1, 9},      {5, 7, 1},     {1, 300, 17},  {33, 65, 129}, {16, 16, 16},
        {257, 130, 300}, {40, 4101, 33}, {3, 70001, 5}, {2, 9, 70001}, {3001, 2, 3}};
    (void)state;
    for (size_t s = 0; s < sizeof SHAPES / sizeof *SHAPES; s++) {
        product p = open_product(SHAPES[s][0], SHAPES[s][1], SHAPES[s][2]);
        multiply(&p);
        put_product(&p);
        for (unsigned number = 0; number < 3; number++)
            assert_int_equal(wrong_rows(&p, number), 0);
        const size_t last = p.m * p.n - 1;
        put_element(&p, last, p.C[last] + (p.C[last] < INT32_MAX ? 1 : -1));
        assert_int_equal(wrong_rows(&p, 1), 1);
        for (size_t i = 0; i < p.m; i++)
            put_element(&p, i * p.n + i % p.n, p.C[i * p.n + i % p.n] ^ 1 << i % 31);
        put_element(&p, last, p.C[last] ^ 1);
        assert_int_equal(wrong_rows(&p, 2), p.m);
        close_product(&p);
    }
}

static void each_wrong_element_is_one_wrong_row(void **state)
{
    (void)state;
    product p = open_product(211, 307, 71);
    multiply(&p);
    put_product(&p);
    for (unsigned change = 0; change < 1000; change++) {
        const size_t at = exact_draw() % (p.m * p.n);
        const int32_t wrong = exact_another(p.C[at], change);
        assert_true(wrong != p.C[at]);
        put_element(&p, at, wrong);
        if (wrong_rows(&p, change) != 1)
            fail_msg("change %u of element %zu, %d to %d: %llu rows", change, at, p.C[at], wrong,
                     (unsigned long long)wrong_rows(&p, change));
        put_element(&p, at, p.C[at]);
    }
    assert_int_equal(wrong_rows(&p, 0), 0);
    close_product(&p);
}

/* Errors of one row whose sum is 0, and the same error in several rows. */
static void errors_that_cancel_are_seen(void **state)
{
    (void)state;
    product p = open_product(64, 48, 80);
    multiply(&p);
    put_product(&p);
    put_element(&p, 5 * 48 + 3, p.C[5 * 48 + 3] + 1);
    put_element(&p, 5 * 48 + 4, p.C[5 * 48 + 4] - 1);
    put_element(&p, 6 * 48 + 3, p.C[6 * 48 + 3] - 1);
    put_element(&p, 7 * 48 + 3, p.C[7 * 48 + 4]);
    put_element(&p, 7 * 48 + 4, p.C[7 * 48 + 3]);
    assert_int_equal(wrong_rows(&p, 9), 3);
    close_product(&p);
}

/* A changed element of B changes the rows in which A meets it, one of A its row. */
static void wrong_operands_are_seen(void **state)
{
    (void)state;
    product p = open_product(130, 67, 90);
    size_t met = 0;
    for (size_t i = 0; i < p.m; i += 3)
        p.A[i * p.k + 44] = 0;
    multiply(&p);
    put_product(&p);
    for (size_t i = 0; i < p.m; i++)
        met += p.A[i * p.k + 44] != 0;
    wm_device_buffer *B = (wm_device_buffer *)(uintptr_t)p.gemm.B;
    wm_device_buffer *A = (wm_device_buffer *)(uintptr_t)p.gemm.A;
    assert_int_equal(cpu_fixture->ops->flip_bits(cpu_fixture, B, 13 * p.k + 44, 0x80, 1), WM_OK);
    assert_int_equal(wrong_rows(&p, 0), met);
    assert_int_equal(cpu_fixture->ops->flip_bits(cpu_fixture, B, 13 * p.k + 44, 0x80, 1), WM_OK);
    assert_int_equal(cpu_fixture->ops->flip_bits(cpu_fixture, A, 99 * p.k + 5, 1, 1), WM_OK);
    assert_int_equal(wrong_rows(&p, 0), 1);
    close_product(&p);
}

/* The longest sums of the largest products, in the product and in the check: 131,071 times 2^14 in
 * an element, and 70,001 elements of that size in a row. */
static void largest_sums_do_not_overflow(void **state)
{
    static const int8_t ENDS[][2] = {{-128, -128}, {-128, 127}, {127, -128}, {127, 127}};
    static const size_t SHAPES[][3] = {{2, 3, WM_TABLES_INT8_DEPTH}, {3, 70001, 40}};
    (void)state;
    for (size_t s = 0; s < 2; s++)
        for (int e = 0; e < 4; e++) {
            product p = open_product(SHAPES[s][0], SHAPES[s][1], SHAPES[s][2]);
            memset(p.A, ENDS[e][0], p.m * p.k);
            memset(p.B, ENDS[e][1], p.n * p.k);
            multiply(&p);
            put_product(&p);
            assert_int_equal(wrong_rows(&p, 1), 0);
            put_element(&p, p.n, p.C[p.n] - 1);
            assert_int_equal(wrong_rows(&p, 1), 1);
            close_product(&p);
        }
}

/* Rows of int32 extremes, against A = 0: their sums are as large as sums of C can be, and the
 * verdict is right where each row ends in the negative of its first half. */
static void extreme_outputs_do_not_overflow(void **state)
{
    enum { N = 20002 };
    (void)state;
    product p = open_product(4, N, 1);
    memset(p.A, 0, p.m);
    for (size_t j = 0; j < N; j++) {
        p.C[j] = INT32_MIN;
        p.C[N + j] = INT32_MAX;
        p.C[2 * N + j] = -1;
    }
    put_product(&p);
    assert_int_equal(wrong_rows(&p, 1), 3);
    close_product(&p);
}

/* The numbers x_j are those of the stream, and the field is that of 2^61 - 1: a wrong row that is
 * made to have C x = 0 for one seed passes with that seed and with no other. */
static void the_numbers_are_those_of_the_seed(void **state)
{
    enum { N = 10007 };
    (void)state;
    product p = open_product(1, N, 1);
    p.A[0] = 0;
    put_product(&p);
    for (unsigned number = 0; number < 100; number++) {
        uint8_t seed[32];
        int32_t a, b;
        const size_t i = number < 4 ? number : exact_draw() % N,
                     j = (i + 1 + exact_draw() % (N - 1)) % N;
        exact_seed(number, seed);
        exact_relate(seed, i, j, &a, &b);
        put_element(&p, i, a);
        put_element(&p, j, b);
        assert_int_equal(wrong_rows(&p, number), 0);
        assert_int_equal(wrong_rows(&p, number + 1), 1);
        put_element(&p, j, b + 1);
        assert_int_equal(wrong_rows(&p, number), 1);
        put_element(&p, i, 0);
        put_element(&p, j, 0);
    }
    close_product(&p);
}

static void wrong_checks_are_refused(void **state)
{
    const uint8_t seed[32] = {1};
    uint64_t wrong = 77;
    (void)state;
    product p = open_product(4, 5, 6);
    multiply(&p);
    put_product(&p);
    wm_gemm bad[8];
    for (int i = 0; i < 8; i++)
        bad[i] = p.gemm;
    bad[0].layout = WM_LAYOUT_NN;
    bad[1].m = 0;
    bad[2].n = 6;
    bad[3].k = WM_TABLES_INT8_DEPTH + 1;
    bad[4].A = NULL;
    bad[5].C = NULL;
    bad[6].output_format = WM_FORMAT_F32;
    bad[7] = (wm_gemm){WM_FORMAT_F16, WM_FORMAT_F16, WM_ARITHMETIC_F32, WM_LAYOUT_TN, 1, 1, 1,
                       p.gemm.A,      p.gemm.B,      p.gemm.C};
    for (int i = 0; i < 8; i++)
        assert_int_equal(cpu_fixture->ops->exact_rows(cpu_fixture, &bad[i], seed, &wrong),
                         WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->exact_rows(NULL, &p.gemm, seed, &wrong), WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->exact_rows(cpu_fixture, NULL, seed, &wrong), WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->exact_rows(cpu_fixture, &p.gemm, NULL, &wrong), WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->exact_rows(cpu_fixture, &p.gemm, seed, NULL), WM_E_ARG);
    assert_int_equal(wrong, 77);
    close_product(&p);
}

/* The tests above with each set of kernels that this processor can run. */
static void every_set_of_kernels_does_the_same(void **state)
{
    const wm_cpu_kernels *best = wm_cpu_device_of(cpu_fixture)->kernels;
    for (size_t i = 0; wm_cpu_kernels_get(i) != NULL; i++) {
        wm_cpu_device_of(cpu_fixture)->kernels = wm_cpu_kernels_get(i);
        right_products_have_no_wrong_row(state);
        largest_sums_do_not_overflow(state);
        extreme_outputs_do_not_overflow(state);
        the_numbers_are_those_of_the_seed(state);
    }
    wm_cpu_device_of(cpu_fixture)->kernels = best;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_products_have_no_wrong_row),
        cmocka_unit_test(each_wrong_element_is_one_wrong_row),
        cmocka_unit_test(errors_that_cancel_are_seen),
        cmocka_unit_test(wrong_operands_are_seen),
        cmocka_unit_test(largest_sums_do_not_overflow),
        cmocka_unit_test(extreme_outputs_do_not_overflow),
        cmocka_unit_test(the_numbers_are_those_of_the_seed),
        cmocka_unit_test(wrong_checks_are_refused),
        cmocka_unit_test(every_set_of_kernels_does_the_same),
    };
    return cmocka_run_group_tests_name("one thread", tests, cpu_fixture_one_thread,
                                       cpu_fixture_close) +
           cmocka_run_group_tests_name("two threads", tests, cpu_fixture_two_threads,
                                       cpu_fixture_close);
}
