/* Tests of verify/product_check: right products of varied data are not called wrong, faults are
 * named, and what cannot be judged says so. */
#include "support/cmocka.h"
#include "support/product_tests.h"

#include <math.h>
#include <string.h>

/* Every kind of data, order and variant: nothing that is right is called wrong, and most of it is
 * called right. */
static void correct_products_are_not_rejected(void **state)
{
    unsigned right = 0, all = 0;
    (void)state;
    for (size_t v = 0; v < WM_PRODUCT_VARIANTS; v++)
        for (int data = 0; data < PRODUCTS_DATA_COUNT; data++)
            for (int order = 0; order < PRODUCTS_BLAS; order++) {
                products_case one;
                assert_true(products_make(&one, &wm_product_variants[v], 21 + v, 34, 75,
                                          (products_data)data, (products_order)order,
                                          (uint64_t)(all + 1)));
                const wm_product_report report = check_of(&one);
                assert_int_not_equal(report.answer, WM_PRODUCT_WRONG);
                right += report.answer == WM_PRODUCT_RIGHT;
                all++;
                products_free(&one);
            }
    assert_true(right * 10 >= all * 9);
}

/* The first of the products of tests/bench/bench_product_check.c: varied data, orders of sums,
 * layouts, batches, and what is added. None is rejected, and most are right. */
static void drawn_products_are_not_rejected(void **state)
{
    unsigned made = 0, right = 0;
    uint64_t random = 2026;
    (void)state;
    while (made < 60) {
        products_case one;
        wm_product_report report;
        if (products_draw(&one, &random)) {
            assert_int_equal(products_check_stored(&one, &random, &report), WM_OK);
            assert_int_not_equal(report.answer, WM_PRODUCT_WRONG);
            right += report.answer == WM_PRODUCT_RIGHT;
            made++;
        }
        products_free(&one);
    }
    assert_true(right >= 50);
}

/* A flip of the sign or of the highest exponent bit that changes an element of at least half the
 * rms: the element is named. */
static void flips_are_named(void **state)
{
    static const char *const variants[] = {"fp16", "bf16", "tf32", "f32", "f64"};
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        products_case one;
        uint64_t random = 9;
        unsigned tried = 0;
        make(&one, variants[v], 96, 128, 100, PRODUCTS_NORMAL, PRODUCTS_LANES);
        const size_t size = wm_format_size(one.variant->output);
        while (tried < 20) {
            const size_t e = products_random(&random) % (96 * 128);
            uint8_t *top = (uint8_t *)one.C + e * size + size - 1;
            if (!(fabs(get(&one, e / 128, e % 128)) >= 5)) /* the rms is 10 */
                continue;
            const uint8_t bit = tried++ % 2 == 0 ? 0x80 : 0x40;
            *top ^= bit;
            const wm_product_report report = check_of(&one);
            assert_int_equal(report.answer, WM_PRODUCT_WRONG);
            assert_int_equal(report.row * 128 + report.column, e);
            *top ^= bit;
        }
        assert_int_equal(check_of(&one).answer, WM_PRODUCT_RIGHT);
        products_free(&one);
    }
}

static void a_wrong_element_is_named(void **state)
{
    static const char *const variants[] = {"fp16", "bf16", "tf32", "fp8", "f32", "f64", "int8"};
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        products_case one;
        make(&one, variants[v], 50, 61, 130, PRODUCTS_NORMAL, PRODUCTS_SEQUENTIAL);
        const double before = get(&one, 33, 17);
        put(&one, 33, 17, before + 30);
        const wm_product_report report = check_of(&one);
        assert_int_equal(report.answer, WM_PRODUCT_WRONG);
        assert_int_equal(report.row, 33);
        assert_int_equal(report.column, 17);
        assert_true(report.found == get(&one, 33, 17));
        assert_true(fabs(report.recomputed - before) < 1);
        products_free(&one);
    }
}

/* A whole product of another precision is off everywhere by a little. */
static void a_narrower_product_is_wrong(void **state)
{
    products_case f32, tf32;
    (void)state;
    make(&tf32, "tf32", 64, 64, 512, PRODUCTS_NORMAL, PRODUCTS_LANES);
    f32 = tf32;
    assert_int_equal(check_of(&tf32).answer, WM_PRODUCT_RIGHT);
    f32.variant = products_variant("f32");
    assert_int_equal(check_of(&f32).answer, WM_PRODUCT_WRONG);
    products_free(&tf32);
}

/* A sum of binary64 numbers may overflow binary64. */
static void an_overflow_is_not_rejected(void **state)
{
    products_case one;
    (void)state;
    make(&one, "f64", 20, 30, 40, PRODUCTS_CONSTANT, PRODUCTS_SEQUENTIAL);
    for (size_t e = 0; e < 20 * 40; e++)
        ((double *)one.A)[e] = 0x1p600;
    for (size_t e = 0; e < 40 * 30; e++)
        ((double *)one.B)[e] = 0x1p601;
    for (size_t e = 0; e < 20 * 30; e++)
        put(&one, e / 30, e % 30, (double)INFINITY);
    assert_int_equal(check_of(&one).answer, WM_PRODUCT_NOT_JUDGED);
    assert_non_null(strstr(check_of(&one).reason, "overflows"));
    put(&one, 0, 3, 1);
    put(&one, 0, 4, -(double)INFINITY);
    assert_int_equal(check_of(&one).answer, WM_PRODUCT_WRONG);
    products_free(&one);
}

static void numbers_that_are_not_finite(void **state)
{
    products_case one;
    wm_product_report report;
    (void)state;
    make(&one, "f32", 20, 30, 40, PRODUCTS_NORMAL, PRODUCTS_SEQUENTIAL);
    put(&one, 19, 29, (double)NAN);
    report = check_of(&one);
    assert_int_equal(report.answer, WM_PRODUCT_WRONG);
    assert_int_equal(report.row, 19);
    assert_int_equal(report.column, 29);
    ((float *)one.A)[7 * 40 + 3] = INFINITY;
    report = check_of(&one);
    assert_int_equal(report.answer, WM_PRODUCT_NOT_JUDGED);
    assert_string_equal(report.reason, "A has a NaN or an infinity at row 7, column 3");
    products_free(&one);

    make(&one, "fp16", 20, 30, 40, PRODUCTS_CONSTANT, PRODUCTS_SEQUENTIAL);
    for (size_t e = 0; e < 40 * 30; e++)
        wm_format_store(WM_FORMAT_F16, one.B, e, 60000);
    for (size_t e = 0; e < 20 * 30; e++)
        put(&one, 0, e, (double)INFINITY); /* 40 * 60,000 is above the largest number */
    report = check_of(&one);
    assert_int_equal(report.answer, WM_PRODUCT_NOT_JUDGED);
    assert_non_null(strstr(report.reason, "overflows"));
    put(&one, 5, 6, 1);
    products_free(&one);
}

/* Squares of these overflow binary64, or binary32 for bf16: no reason to call them wrong, and the
 * reason does not speak of infinities. One that is wrong is named all the same. */
static void large_numbers_are_not_rejected(void **state)
{
    static const struct {
        const char *variant;
        double scale;
    } cases[] = {{"f64", 0x1p300}, {"f64", 0x1p500}, {"bf16", 0x1p32}, {"tf32", 0x1p40}};
    (void)state;
    for (size_t v = 0; v < sizeof cases / sizeof *cases; v++) {
        products_case one;
        make(&one, cases[v].variant, 20, 30, 40, PRODUCTS_NORMAL, PRODUCTS_SEQUENTIAL);
        const wm_format in = one.variant->operand;
        for (size_t e = 0; e < 20 * 40; e++)
            wm_format_store(in, one.A, e, cases[v].scale * wm_format_load(in, one.A, e));
        for (size_t e = 0; e < 40 * 30; e++)
            wm_format_store(in, one.B, e, cases[v].scale * wm_format_load(in, one.B, e));
        for (size_t e = 0; e < 20 * 30; e++)
            put(&one, e / 30, e % 30, cases[v].scale * cases[v].scale * get(&one, e / 30, e % 30));
        wm_product_report report = check_of(&one);
        assert_int_equal(report.answer, WM_PRODUCT_NOT_JUDGED);
        assert_string_equal(report.reason, "the numbers are too large for the check's arithmetic");
        put(&one, 0, 2, -get(&one, 0, 2));
        report = check_of(&one);
        assert_int_equal(report.answer, WM_PRODUCT_WRONG);
        assert_int_equal(report.column, 2);
        put(&one, 0, 2, -get(&one, 0, 2));
        put(&one, 19, 28, v % 2 == 0 ? (double)NAN : (double)INFINITY);
        report = check_of(&one); /* behind hundreds of large numbers */
        assert_int_equal(report.answer, WM_PRODUCT_WRONG);
        assert_int_equal(report.row * 30 + report.column, 19 * 30 + 28);
        products_free(&one);
    }
}

/* A flip of the highest exponent bit can give 2^127: its square overflows. */
static void a_huge_element_is_named(void **state)
{
    products_case one;
    (void)state;
    make(&one, "bf16", 20, 30, 40, PRODUCTS_SPARSE, PRODUCTS_SEQUENTIAL);
    put(&one, 12, 13, 0x1p120);
    const wm_product_report report = check_of(&one);
    assert_int_equal(report.answer, WM_PRODUCT_WRONG);
    assert_int_equal(report.row, 12);
    assert_int_equal(report.column, 13);
    products_free(&one);
}

/* Sums that cancel in tf32 are off by their own size. */
static void cancelled_sums_are_not_judged(void **state)
{
    products_case one;
    (void)state;
    make(&one, "tf32", 64, 256, 256, PRODUCTS_CANCELLING, PRODUCTS_LANES);
    assert_int_equal(check_of(&one).answer, WM_PRODUCT_NOT_JUDGED);
    assert_non_null(strstr(check_of(&one).reason, "cancel"));
    products_free(&one);
}

/* An accumulator of 13 bits is off by more than its sums of 60,000 terms are. */
static void a_bound_that_is_too_wide_is_not_right(void **state)
{
    products_case one;
    wm_product_report report;
    (void)state;
    make(&one, "fp8_fast", 8, 8, 60000, PRODUCTS_NORMAL, PRODUCTS_SEQUENTIAL);
    memset(one.C, 0, 8 * 8 * 2);
    report = check_of(&one);
    assert_int_not_equal(report.answer, WM_PRODUCT_RIGHT);
    products_free(&one);
}

/* ---- strides, batches, and what is added ---- */

enum { M = 23, N = 31, K = 47 };

static double a_of(size_t i, size_t l)
{
    return sin((double)(i * K + l));
}

static double b_of(size_t l, size_t j)
{
    return cos((double)(l * N + j) * 1.7);
}

typedef struct strided {
    float A[M * K * 3], B[K * N * 3], C[M * N * 3], C0[M * N], bias[N];
    wm_matrix_product product;
} strided;

/* A product with the strides of its matrices, in binary32. */
static void fill_strided(strided *s, wm_matrix a, wm_matrix b, wm_matrix c, double alpha,
                         double beta, bool has_bias)
{
    wm_matrix_product product = WM_MATRIX_PRODUCT_INIT;
    for (size_t i = 0; i < M; i++)
        for (size_t l = 0; l < K; l++)
            s->A[i * (size_t)a.row_stride + l * (size_t)a.column_stride] = (float)a_of(i, l);
    for (size_t l = 0; l < K; l++)
        for (size_t j = 0; j < N; j++)
            s->B[l * (size_t)b.row_stride + j * (size_t)b.column_stride] = (float)b_of(l, j);
    for (size_t j = 0; j < N; j++)
        s->bias[j] = (float)j / 8;
    for (size_t i = 0; i < M; i++)
        for (size_t j = 0; j < N; j++) {
            double sum = 0;
            s->C0[i * N + j] = (float)(i + 2 * j);
            for (size_t l = 0; l < K; l++)
                sum += (double)(float)a_of(i, l) * (double)(float)b_of(l, j);
            sum = alpha * sum + beta * (double)s->C0[i * N + j] + (has_bias ? (double)j / 8 : 0);
            s->C[i * (size_t)c.row_stride + j * (size_t)c.column_stride] = (float)sum;
        }
    product.variant = "f32";
    product.m = M;
    product.n = N;
    product.k = K;
    product.a = a;
    product.b = b;
    product.c = c;
    product.a.data = s->A;
    product.b.data = s->B;
    product.c.data = s->C;
    product.c0.data = beta != 0 ? s->C0 : NULL;
    product.bias = has_bias ? s->bias : NULL;
    product.alpha = alpha;
    product.beta = beta;
    s->product = product;
}

static void check_strided(strided *s, size_t wrong, size_t row, size_t column)
{
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    assert_int_equal(wm_product_check(&s->product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
    s->C[wrong] += 1;
    assert_int_equal(wm_product_check(&s->product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_WRONG);
    assert_int_equal(report.row, row);
    assert_int_equal(report.column, column);
}

static void strides_need_no_copy(void **state)
{
    static strided s;
    const wm_matrix rows_a = {NULL, K, 1, 0}, columns_a = {NULL, 1, M + 2, 0};
    const wm_matrix rows_b = {NULL, N + 5, 1, 0}, columns_b = {NULL, 1, K + 1, 0};
    const wm_matrix apart_b = {NULL, 2 * N, 2, 0};
    const wm_matrix rows_c = {NULL, N + 3, 1, 0}, columns_c = {NULL, 1, M + 4, 0};
    const wm_matrix apart_c = {NULL, 3 * N, 3, 0};
    (void)state;
    fill_strided(&s, rows_a, rows_b, rows_c, 1, 0, false);
    check_strided(&s, 11 * (N + 3) + 13, 11, 13);
    fill_strided(&s, columns_a, columns_b, rows_c, 1, 0, false);
    check_strided(&s, 11 * (N + 3) + 13, 11, 13);
    fill_strided(&s, rows_a, columns_b, columns_c, 1, 0, false);
    check_strided(&s, 11 + 13 * (M + 4), 11, 13);
    fill_strided(&s, columns_a, apart_b, apart_c, 1, 0, false);
    check_strided(&s, 11 * 3 * N + 13 * 3, 11, 13);
}

static void alpha_beta_and_bias_are_added(void **state)
{
    static strided s;
    const wm_matrix a = {NULL, K, 1, 0}, b = {NULL, N, 1, 0}, c = {NULL, N, 1, 0};
    const wm_matrix columns_c = {NULL, 1, M, 0};
    (void)state;
    fill_strided(&s, a, b, c, -2.5, 0.75, true);
    check_strided(&s, 11 * N + 13, 11, 13);
    fill_strided(&s, a, b, columns_c, 3, 0.5, true);
    check_strided(&s, 11 + 13 * M, 11, 13);
    fill_strided(&s, a, b, c, 1, 0, true);
    s.product.bias = NULL;
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    assert_int_equal(wm_product_check(&s.product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_WRONG);
}

/* C0 and the bias are read where they count, and a NaN there is not judged. */
static void numbers_beside_that_are_not_finite(void **state)
{
    static strided s;
    const wm_matrix a = {NULL, K, 1, 0}, b = {NULL, N, 1, 0}, c = {NULL, N, 1, 0};
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    (void)state;
    fill_strided(&s, a, b, c, 1, 0, false);
    s.product.c0.data = s.C0;
    s.C0[3] = NAN; /* beta is 0: not read */
    assert_int_equal(wm_product_check(&s.product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
    fill_strided(&s, a, b, c, 1, 0.5, true);
    s.C0[2 * N + 3] = NAN;
    assert_int_equal(wm_product_check(&s.product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_NOT_JUDGED);
    assert_string_equal(report.reason, "C0 has a NaN or an infinity at row 2, column 3");
    s.C0[2 * N + 3] = 8;
    s.bias[4] = INFINITY;
    assert_int_equal(wm_product_check(&s.product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_NOT_JUDGED);
    assert_string_equal(report.reason, "the bias has a NaN or an infinity at row 0, column 4");
}

/* Matrices may overlap, and rows may be one row. What C's memory held before is lost. */
static void overlapping_matrices_are_read(void **state)
{
    enum { SIDE = 16 };
    float memory[SIDE * SIDE], square[SIDE * SIDE];
    wm_matrix_product product = WM_MATRIX_PRODUCT_INIT;
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    (void)state;
    for (size_t e = 0; e < SIDE * SIDE; e++)
        memory[e] = (float)sin((double)e);
    for (size_t i = 0; i < SIDE; i++)
        for (size_t j = 0; j < SIDE; j++) {
            double sum = 0;
            for (size_t l = 0; l < SIDE; l++)
                sum += (double)memory[i * SIDE + l] * (double)memory[j * SIDE + l];
            square[i * SIDE + j] = (float)sum;
        }
    product.variant = "f32";
    product.m = product.n = product.k = SIDE;
    product.a = (wm_matrix){memory, SIDE, 1, 0};
    product.b = (wm_matrix){memory, 1, SIDE, 0}; /* A^T, in A's memory */
    product.c.data = square;
    assert_int_equal(wm_product_check(&product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
    memcpy(memory, square, sizeof memory); /* C was computed in place */
    product.c.data = memory;
    assert_int_equal(wm_product_check(&product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_WRONG);
    /* One row of A for all rows of C. */
    for (size_t e = 0; e < SIDE * SIDE; e++)
        square[e] = memory[e % SIDE] * 2;
    for (size_t e = 0; e < SIDE; e++)
        memory[e + SIDE] = 2;
    product.k = 1;
    product.a = (wm_matrix){memory + SIDE, 0, 1, 0};
    product.b = (wm_matrix){memory, SIDE, 1, 0};
    product.c.data = square;
    assert_int_equal(wm_product_check(&product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
    square[SIDE + 3] = -square[SIDE + 3];
    assert_int_equal(wm_product_check(&product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_WRONG);
    assert_int_equal(report.row, 1);
    assert_int_equal(report.column, 3);
}

static void a_batch_names_its_product(void **state)
{
    enum { BATCH = 4 };
    products_case one;
    wm_matrix_product product = WM_MATRIX_PRODUCT_INIT;
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    static float A[BATCH * 20 * 40], C[BATCH * 20 * 30];
    (void)state;
    make(&one, "f32", 20, 30, 40, PRODUCTS_NORMAL, PRODUCTS_SEQUENTIAL);
    for (size_t t = 0; t < BATCH; t++) {
        memcpy(A + t * 800, one.A, 800 * sizeof(float));
        memcpy(C + t * 600, one.C, 600 * sizeof(float));
    }
    product.variant = "f32";
    product.m = 20;
    product.n = 30;
    product.k = 40;
    product.batch = BATCH;
    product.a.data = A;
    product.b = (wm_matrix){one.B, 30, 1, 0}; /* shared */
    product.c.data = C;
    assert_int_equal(wm_product_check(&product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
    C[2 * 600 + 5 * 30 + 6] += 1;
    assert_int_equal(wm_product_check(&product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_WRONG);
    assert_int_equal(report.batch_index, 2);
    assert_int_equal(report.row, 5);
    assert_int_equal(report.column, 6);
    products_free(&one);
}

/* ---- probes and threads ---- */

static void the_answer_does_not_depend_on_threads(void **state)
{
    products_case one;
    wm_matrix_product product = WM_MATRIX_PRODUCT_INIT;
    wm_product_report first = WM_PRODUCT_REPORT_INIT, report = WM_PRODUCT_REPORT_INIT;
    (void)state;
    make(&one, "bf16", 300, 100, 90, PRODUCTS_NORMAL, PRODUCTS_LANES);
    product.variant = "bf16";
    product.m = 300;
    product.n = 100;
    product.k = 90;
    product.a.data = one.A;
    product.b.data = one.B;
    product.c.data = one.C;
    product.threads = 1;
    assert_int_equal(wm_product_check(&product, &first, NULL), WM_OK);
    product.threads = 7;
    assert_int_equal(wm_product_check(&product, &report, NULL), WM_OK);
    assert_string_equal(report.seed, first.seed);
    assert_int_equal(report.answer, first.answer);
    assert_true(report.rounding == first.rounding && report.sees == first.sees);
    products_free(&one);
}

static void every_byte_changes_the_probes(void **state)
{
    products_case one;
    (void)state;
    make(&one, "fp16", 30, 33, 41, PRODUCTS_NORMAL, PRODUCTS_SEQUENTIAL);
    const wm_product_report first = check_of(&one);
    void *const matrix[] = {one.A, one.B, one.C};
    const size_t size[] = {30 * 41 * 2, 41 * 33 * 2, 30 * 33 * 2};
    for (size_t t = 0; t < 3; t++)
        for (size_t at = 0; at < size[t]; at += 7) {
            ((uint8_t *)matrix[t])[at] ^= 1;
            assert_string_not_equal(check_of(&one).seed, first.seed);
            ((uint8_t *)matrix[t])[at] ^= 1;
        }
    assert_string_equal(check_of(&one).seed, first.seed);
    products_free(&one);
}

/* ---- arguments ---- */

static void expect(wm_matrix_product product, wm_status status, const char *words)
{
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    wm_error err = {WM_OK, "", ""};
    assert_int_equal(wm_product_check(&product, &report, &err), status);
    assert_non_null(strstr(err.message, words));
}

static void wrong_arguments_are_refused(void **state)
{
    static const float number[4] = {1, 1, 1, 1};
    wm_matrix_product good = WM_MATRIX_PRODUCT_INIT, bad;
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    (void)state;
    good.variant = "f32";
    good.m = good.n = good.k = 1;
    good.a.data = good.b.data = good.c.data = number;
    assert_int_equal(wm_product_check(&good, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
    assert_int_equal(wm_product_check(NULL, &report, NULL), WM_E_ARG);
    assert_int_equal(wm_product_check(&good, NULL, NULL), WM_E_ARG);
    bad = good;
    bad.variant = "fp7";
    expect(bad, WM_E_ARG, "no variant fp7");
    bad = good;
    bad.k = 0;
    expect(bad, WM_E_ARG, "at least 1");
    bad = good;
    bad.m = (uint64_t)1 << 31;
    expect(bad, WM_E_UNSUPPORTED, "at most");
    bad = good;
    bad.b.data = NULL;
    expect(bad, WM_E_ARG, "NULL");
    bad = good;
    bad.a.row_stride = -1;
    expect(bad, WM_E_ARG, "negative");
    bad = good;
    bad.beta = 1;
    bad.c0.data = number;
    expect(bad, WM_E_ARG, "C's memory");
    bad = good;
    bad.batch = 0;
    expect(bad, WM_E_ARG, "at least 1");
    bad.batch = 2;
    bad.c = (wm_matrix){number, 1, 1, 0};
    expect(bad, WM_E_ARG, "each product has its own C");
    bad.c = (wm_matrix){number, 0, 0, 2};
    expect(bad, WM_E_ARG, "batch_stride without");
    bad = good;
    bad.beta = (double)NAN;
    expect(bad, WM_E_ARG, "finite");
    bad = good;
    bad.alpha = 0;
    expect(bad, WM_E_ARG, "not 0");
    bad = good;
    bad.variant = "int8";
    bad.alpha = 2;
    expect(bad, WM_E_UNSUPPORTED, "int8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(correct_products_are_not_rejected),
        cmocka_unit_test(drawn_products_are_not_rejected),
        cmocka_unit_test(flips_are_named),
        cmocka_unit_test(a_wrong_element_is_named),
        cmocka_unit_test(a_narrower_product_is_wrong),
        cmocka_unit_test(numbers_that_are_not_finite),
        cmocka_unit_test(an_overflow_is_not_rejected),
        cmocka_unit_test(large_numbers_are_not_rejected),
        cmocka_unit_test(a_huge_element_is_named),
        cmocka_unit_test(cancelled_sums_are_not_judged),
        cmocka_unit_test(a_bound_that_is_too_wide_is_not_right),
        cmocka_unit_test(strides_need_no_copy),
        cmocka_unit_test(alpha_beta_and_bias_are_added),
        cmocka_unit_test(numbers_beside_that_are_not_finite),
        cmocka_unit_test(overlapping_matrices_are_read),
        cmocka_unit_test(a_batch_names_its_product),
        cmocka_unit_test(the_answer_does_not_depend_on_threads),
        cmocka_unit_test(every_byte_changes_the_probes),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
