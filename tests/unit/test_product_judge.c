/* Tests of verify/product_judge through wm_product_check: what elements excuse is not called right,
 * and what is said to be seen is seen. */
#include "support/cmocka.h"
#include "support/product_tests.h"

#include <math.h>
#include <string.h>

/* m x 32 sums of 4,096 products whose halves cancel but for 1 in 3,000, correctly rounded. */
static void make_cancelled(products_case *one, size_t m)
{
    enum { HALF = 2048, WIDTH = 32 };
    make(one, "f32", m, WIDTH, 2 * HALF, PRODUCTS_UNIFORM, PRODUCTS_PAIRWISE);
    float *A = one->A, *B = one->B;
    uint64_t random = 6;
    for (size_t i = 0; i < m; i++)
        memcpy(A + i * 2 * HALF + HALF, A + i * 2 * HALF, HALF * sizeof *A);
    for (size_t e = 0; e < HALF * WIDTH; e++) {
        B[e] += 1;
        B[HALF * WIDTH + e] = -B[e] + 0x1p-72F * (float)(products_random(&random) >> 1) - 0x1p-10F;
    }
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < WIDTH; j++) {
            double sum = 0;
            for (size_t l = 0; l < 2 * HALF; l++)
                sum += (double)A[i * 2 * HALF + l] * (double)B[l * WIDTH + j];
            put(one, i, j, sum);
        }
}

/* Sums of f32 that cancel may be off by their own size: whatever C holds, it is not right. */
static void garbage_is_not_right(void **state)
{
    enum { M = 32, WIDTH = 32 };
    (void)state;
    for (size_t m = 2; m <= M; m += M - 2) {
        products_case one;
        double square = 0, largest = 0;
        size_t at = 0;
        uint64_t random = 8;
        make_cancelled(&one, m);
        wm_product_report report = check_of(&one);
        assert_int_equal(report.answer, WM_PRODUCT_NOT_JUDGED);
        assert_true(report.sees > 1 && report.blind * 2 > report.cells);
        for (size_t e = 0; e < m * WIDTH; e++) {
            const double value = get(&one, 0, e);
            square += value * value;
            if (fabs(value) > largest) {
                largest = fabs(value);
                at = e;
            }
        }
        put(&one, 0, at, -get(&one, 0, at));
        assert_int_not_equal(check_of(&one).answer, WM_PRODUCT_RIGHT);
        for (size_t j = 0; j < WIDTH; j++) /* a whole row is negated */
            put(&one, 1, j, -get(&one, 1, j));
        assert_int_not_equal(check_of(&one).answer, WM_PRODUCT_RIGHT);
        for (size_t e = 0; e < m * WIDTH; e++)
            put(&one, 0, e,
                sqrt(square / (double)(m * WIDTH)) *
                    (0x1p-62 * (double)(products_random(&random) >> 1) - 1));
        assert_int_not_equal(check_of(&one).answer, WM_PRODUCT_RIGHT);
        products_free(&one);
    }
}

/* One row of many that cancels is too few to be blind by number. A wrong one is not right. */
static void a_cancelled_row_is_not_right(void **state)
{
    enum { K = 1024, N = 64, M = 200, ROW = 77 };
    products_case one;
    (void)state;
    make(&one, "f32", M, N, K, PRODUCTS_NORMAL, PRODUCTS_LANES);
    float *A = one.A, *B = one.B;
    for (size_t e = 0; e < K / 2 * N; e++) /* in 12 bits, so that what is left is exact */
        B[e] = B[e + K / 2 * N] = (float)(rint((double)B[e] * 1024) / 1024);
    for (size_t i = 0; i < M; i++)
        for (size_t j = 0; j < N; j++) {
            double sum = 0;
            for (size_t l = 0; l < K && i == ROW; l++)
                A[i * K + l] = l < K / 2 ? (float)(1 + l % 7) : -A[i * K + l - K / 2] + 0x1p-20F;
            for (size_t l = 0; l < K; l++)
                sum += (double)A[i * K + l] * (double)B[l * N + j];
            put(&one, i, j, sum);
        }
    assert_int_equal(check_of(&one).answer, WM_PRODUCT_RIGHT);
    for (size_t j = 0; j < N; j++)
        put(&one, ROW, j, -40 * get(&one, ROW, j));
    assert_int_equal(check_of(&one).answer, WM_PRODUCT_NOT_JUDGED);
    products_free(&one);
}

/* A change of one and a half times `sees` is seen, in shapes where elements excuse more than cells
 * do. */
static void what_is_said_to_be_seen_is_seen(void **state)
{
    static const struct {
        size_t m, n, k;
        products_data data;
    } cases[] = {{32, 8, 4096, PRODUCTS_NORMAL},   {32, 64, 2048, PRODUCTS_NORMAL},
                 {64, 1, 2048, PRODUCTS_NORMAL},   {32, 8, 4096, PRODUCTS_UNIFORM},
                 {32, 64, 2048, PRODUCTS_UNIFORM}, {16, 512, 512, PRODUCTS_UNIFORM}};
    (void)state;
    for (size_t t = 0; t < sizeof cases / sizeof *cases; t++) {
        const size_t n = cases[t].n;
        products_case one;
        double square = 0;
        make(&one, "f32", cases[t].m, n, cases[t].k, cases[t].data, PRODUCTS_PAIRWISE);
        for (size_t e = 0; e < cases[t].m * n; e++)
            square += get(&one, 0, e) * get(&one, 0, e);
        const wm_product_report first = check_of(&one);
        assert_int_equal(first.answer, WM_PRODUCT_RIGHT);
        const double change = 1.5 * first.sees * sqrt(square / (double)(cases[t].m * n));
        put(&one, 5, n / 2, get(&one, 5, n / 2) + change);
        const wm_product_report report = check_of(&one);
        assert_int_equal(report.answer, WM_PRODUCT_WRONG);
        assert_int_equal(report.column, n / 2);
        products_free(&one);
    }
}

/* What docs/verify.md says of f32: a relative error in all elements that is below E / M is hidden,
 * and one of twice that is not. */
static void an_error_everywhere_is_hidden_up_to_the_allowance(void **state)
{
    enum { M = 16, N = 24, K = 4096 };
    static const double factors[] = {1 + 1e-4, 1 + 2.4e-4};
    static const int answers[] = {WM_PRODUCT_RIGHT, WM_PRODUCT_WRONG};
    (void)state;
    for (size_t t = 0; t < 2; t++) {
        products_case one;
        make(&one, "f32", M, N, K, PRODUCTS_UNIFORM, PRODUCTS_PAIRWISE);
        for (size_t e = 0; e < M * N; e++)
            put(&one, 0, e, get(&one, 0, e) * factors[t]);
        assert_int_equal(check_of(&one).answer, answers[t]);
        products_free(&one);
    }
}

/* A batch that is right says what its weakest product says, and counts the cells of all. */
static void a_batch_is_as_weak_as_its_weakest(void **state)
{
    enum { M = 16, N = 24, K = 64, BATCH = 3 };
    static const products_data data[BATCH] = {PRODUCTS_CANCELLING, PRODUCTS_NORMAL,
                                              PRODUCTS_INTEGERS};
    static float A[BATCH * M * K], B[BATCH * K * N], C[BATCH * M * N];
    wm_product_report each[BATCH], report = WM_PRODUCT_REPORT_INIT;
    wm_matrix_product product = WM_MATRIX_PRODUCT_INIT;
    (void)state;
    for (size_t t = 0; t < BATCH; t++) {
        products_case one;
        make(&one, "f32", M, N, K, data[t], PRODUCTS_LANES);
        each[t] = check_of(&one);
        assert_int_equal(each[t].answer, WM_PRODUCT_RIGHT);
        memcpy(A + t * M * K, one.A, M * K * sizeof *A);
        memcpy(B + t * K * N, one.B, K * N * sizeof *B);
        memcpy(C + t * M * N, one.C, M * N * sizeof *C);
        products_free(&one);
    }
    assert_true(each[0].sees > 2 * each[1].sees && each[2].missed > 0);
    product.variant = "f32";
    product.m = M;
    product.n = N;
    product.k = K;
    product.a.data = A;
    product.b.data = B;
    product.c.data = C;
    product.batch = BATCH;
    assert_int_equal(wm_product_check(&product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
    assert_int_equal(report.batch_index, 0);
    assert_string_equal(report.method, "probes");
    assert_true(report.sees == each[0].sees && isnan(report.missed));
    assert_int_equal(report.cells, each[0].cells + each[1].cells + each[2].cells);
    product.batch = 1; /* integers alone */
    product.a.data = A + 2 * M * K;
    product.b.data = B + 2 * K * N;
    product.c.data = C + 2 * M * N;
    assert_int_equal(wm_product_check(&product, &report, NULL), WM_OK);
    assert_true(report.missed == each[2].missed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(garbage_is_not_right),
        cmocka_unit_test(a_cancelled_row_is_not_right),
        cmocka_unit_test(an_error_everywhere_is_hidden_up_to_the_allowance),
        cmocka_unit_test(a_batch_is_as_weak_as_its_weakest),
        cmocka_unit_test(what_is_said_to_be_seen_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
