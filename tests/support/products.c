/* Correct products of varied data, made by varied orders of sums. */
#include "support/products.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const products_data_names[] = {
#define PRODUCTS_NAME(id, name) name,
    PRODUCTS_DATA(PRODUCTS_NAME)};
const char *const products_order_names[] = {PRODUCTS_ORDERS(PRODUCTS_NAME)};

typedef void sgemm(int layout, int transA, int transB, int m, int n, int k, float alpha,
                   const float *A, int lda, const float *B, int ldb, float beta, float *C, int ldc);

static sgemm *blas(void)
{
    static sgemm *found;
    static bool is_tried;
    if (!is_tried) {
        void *library = dlopen("libopenblas.so.0", RTLD_NOW);
        void *symbol = library != NULL ? dlsym(library, "cblas_sgemm") : NULL;
        memcpy(&found, &symbol, sizeof found);
        is_tried = true;
    }
    return found;
}

bool products_has_blas(void)
{
    return blas() != NULL;
}

uint64_t products_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static double uniform(uint64_t *state)
{
    return ((double)(products_random(state) >> 11) + 0.5) * 0x1p-53;
}

static double normal(uint64_t *state)
{
    const double radius = sqrt(-2 * log(uniform(state)));
    return radius * cos(6.283185307179586 * uniform(state));
}

static double element(products_data data, uint64_t *state)
{
    switch (data) {
    case PRODUCTS_UNIFORM:
        return uniform(state);
    case PRODUCTS_SPARSE:
        return uniform(state) < 0.03 ? normal(state) : 0;
    case PRODUCTS_OUTLIERS:
        return normal(state) * (products_random(state) % 200 == 0 ? 1000 : 1);
    case PRODUCTS_INTEGERS:
        return (double)(products_random(state) % 7) - 3;
    case PRODUCTS_TIES:
        return ((double)(products_random(state) % 63) - 31) / 8;
    default:
        return normal(state);
    }
}

/* rows x columns numbers; `side` is 0 for A, 1 for B. */
static void fill(double *to, size_t rows, size_t columns, products_data data, int side,
                 uint64_t *state)
{
    const double constant = 0.1 + uniform(state);
    const bool has_columns = data == PRODUCTS_SCALED || data == PRODUCTS_CORRELATED;
    double u[2] = {0, 0};
    for (size_t i = 0; i < rows; i++) {
        u[0] = normal(state);
        u[1] = normal(state);
        const double scale = ldexp(1, (int)(products_random(state) % 25) - 12);
        uint64_t columns_state = 77;
        for (size_t j = 0; j < columns; j++) {
            double *at = to + i * columns + j;
            const double first = has_columns ? normal(&columns_state) : 0;
            const double second = has_columns ? normal(&columns_state) : 0;
            const double column_scale =
                has_columns ? ldexp(1, (int)(products_random(&columns_state) % 25) - 12) : 1;
            *at = data == PRODUCTS_CONSTANT ? constant : element(data, state);
            if (data == PRODUCTS_SCALED)
                *at *= side == 0 ? scale : column_scale;
            if (data == PRODUCTS_CORRELATED)
                *at = u[0] * first + u[1] * second + 0.01 * *at;
            if (data == PRODUCTS_REPEATED && side == 0 && i > 0)
                *at = to[j];
            if (data == PRODUCTS_CANCELLING && side == 0 && j >= columns / 2)
                *at = to[i * columns + j - columns / 2] * (1 + 0.01 * normal(state));
            if (data == PRODUCTS_CANCELLING && side == 1 && i >= rows / 2)
                *at = -to[(i - rows / 2) * columns + j];
        }
    }
}

/* ---- sums ---- */

static float truncated(double value)
{
    const float near = (float)value;
    return fabs((double)near) > fabs(value) ? nextafterf(near, 0) : near;
}

static float pairwise(const float *a, const float *b, size_t count, size_t stride)
{
    if (count == 1)
        return a[0] * b[0];
    return pairwise(a, b, count / 2, stride) +
           pairwise(a + count / 2, b + count / 2 * stride, count - count / 2, stride);
}

static float sum_of(products_order order, const float *a, const float *b, size_t k, size_t stride)
{
    float sum = 0, lane[16] = {0};
    double step = 0;
    switch (order) {
    case PRODUCTS_REVERSED:
        for (size_t l = k; l-- > 0;)
            sum += a[l] * b[l * stride];
        return sum;
    case PRODUCTS_FUSED:
        for (size_t l = 0; l < k; l++)
            sum = fmaf(a[l], b[l * stride], sum);
        return sum;
    case PRODUCTS_LANES:
        for (size_t l = 0; l < k; l++)
            lane[l % 16] = fmaf(a[l], b[l * stride], lane[l % 16]);
        for (size_t i = 0; i < 16; i++)
            sum += lane[i];
        return sum;
    case PRODUCTS_BLOCKED:
        for (size_t l = 0; l < k; l += 64) {
            float part = 0;
            for (size_t t = l; t < k && t < l + 64; t++)
                part += a[t] * b[t * stride];
            sum += part;
        }
        return sum;
    case PRODUCTS_PAIRWISE:
        return pairwise(a, b, k, stride);
    case PRODUCTS_TRUNCATED:
        for (size_t l = 0; l < k; l++) {
            step += (double)a[l] * (double)b[l * stride];
            if (l % 8 == 7 || l + 1 == k) {
                sum = truncated((double)sum + step);
                step = 0;
            }
        }
        return sum;
    default:
        for (size_t l = 0; l < k; l++)
            sum += a[l] * b[l * stride];
        return sum;
    }
}

/* The operands as the arithmetic uses them. */
static float used(const wm_product_variant *variant, const void *elements, size_t index)
{
    const float value = (float)wm_format_load(variant->operand, elements, index);
    return variant->arithmetic == WM_ARITHMETIC_TF32 ? wm_format_tf32_round(value) : value;
}

/* alpha times a sum, and what is added, in binary32 as a BLAS adds. */
static double with_beside(const products_case *of, size_t e, double sum)
{
    const products_beside *beside = &of->beside;
    const wm_format out = of->variant->output;
    double room = 0;
    float value = (float)beside->alpha * (float)sum;
    if (beside->alpha == 1 && of->C0 == NULL && of->bias == NULL)
        return sum;
    if (beside->is_rounded) {
        wm_format_store(out, &room, 0, (double)value);
        value = (float)wm_format_load(out, &room, 0);
    }
    if (of->C0 != NULL)
        value += (float)beside->beta * (float)wm_format_load(out, of->C0, e);
    if (of->bias != NULL)
        value += (float)wm_format_load(out, of->bias, e % of->n);
    return (double)value;
}

/* B's element (l, j) is at l * n + j here, whatever layout records have. */
static bool multiply_narrow(products_case *of)
{
    const size_t m = of->m, n = of->n, k = of->k;
    float *A = malloc(m * k * sizeof *A), *B = malloc(k * n * sizeof *B);
    float *C = malloc(m * n * sizeof *C);
    const bool has_memory = A != NULL && B != NULL && C != NULL;
    if (has_memory) {
        for (size_t e = 0; e < m * k; e++)
            A[e] = used(of->variant, of->A, e);
        for (size_t e = 0; e < k * n; e++)
            B[e] = used(of->variant, of->B, e);
        if (of->order == PRODUCTS_BLAS)
            blas()(101, 111, 111, (int)m, (int)n, (int)k, 1, A, (int)k, B, (int)n, 0, C, (int)n);
        else
            for (size_t e = 0; e < m * n; e++)
                C[e] = sum_of(of->order, A + e / n * k, B + e % n, k, n);
        for (size_t e = 0; e < m * n; e++)
            wm_format_store(of->variant->output, of->C, e, with_beside(of, e, (double)C[e]));
    }
    free(A);
    free(B);
    free(C);
    return has_memory;
}

static void multiply_wide(products_case *of)
{
    const wm_format in = of->variant->operand, out = of->variant->output;
    for (size_t i = 0; i < of->m; i++)
        for (size_t j = 0; j < of->n; j++) {
            const size_t e = i * of->n + j;
            double sum = 0;
            for (size_t t = 0; t < of->k; t++) {
                const size_t l = of->order == PRODUCTS_REVERSED ? of->k - 1 - t : t;
                sum += wm_format_load(in, of->A, i * of->k + l) *
                       wm_format_load(in, of->B, l * of->n + j);
            }
            sum *= of->beside.alpha;
            if (of->C0 != NULL)
                sum += of->beside.beta * wm_format_load(out, of->C0, e);
            if (of->bias != NULL)
                sum += wm_format_load(out, of->bias, j);
            wm_format_store(out, of->C, e, sum);
        }
}

/* What makes sums of normal numbers smaller than the smallest normal number of C. */
static double subnormal_scale(wm_format format)
{
    switch (format) {
    case WM_FORMAT_F16:
        return 0x1p-11;
    case WM_FORMAT_E4M3:
        return 0x1p-6;
    case WM_FORMAT_F64:
        return 0x1p-514;
    case WM_FORMAT_I8:
        return 1;
    default:
        return 0x1p-66;
    }
}

static void *stored(wm_format format, const double *from, size_t count, double scale)
{
    void *to = malloc(count * wm_format_size(format));
    for (size_t e = 0; to != NULL && e < count; e++)
        wm_format_store(format, to, e, from[e] * (format == WM_FORMAT_I8 ? 30 : scale));
    return to;
}

/* Numbers of C's format for C0 or the bias. */
static void *drawn(wm_format format, size_t count, double scale, uint64_t *state)
{
    void *to = malloc(count * wm_format_size(format));
    for (size_t e = 0; to != NULL && e < count; e++)
        wm_format_store(format, to, e, scale * normal(state));
    return to;
}

bool products_make_beside(products_case *product, const wm_product_variant *variant, size_t m,
                          size_t n, size_t k, products_data data, products_order order,
                          uint64_t seed, const products_beside *beside)
{
    const wm_format out = variant->output;
    const double scale = data == PRODUCTS_SUBNORMAL ? subnormal_scale(variant->operand) : 1;
    double *A = malloc(m * k * sizeof *A), *B = malloc(k * n * sizeof *B);
    bool is_made = false;
    *product = (products_case){.variant = variant,
                               .m = m,
                               .n = n,
                               .k = k,
                               .data = data,
                               .order = order,
                               .beside = *beside};
    if (A != NULL && B != NULL && (order != PRODUCTS_BLAS || products_has_blas())) {
        fill(A, m, k, data, 0, &seed);
        fill(B, k, n, data, 1, &seed);
        product->A = stored(variant->operand, A, m * k, scale);
        product->B = stored(variant->operand, B, k * n, scale);
        product->C = malloc(m * n * wm_format_size(out));
        if (beside->beta != 0)
            product->C0 = drawn(out, m * n, scale * scale * sqrt((double)k), &seed);
        if (beside->has_bias)
            product->bias = drawn(out, n, scale * scale * sqrt((double)k), &seed);
        is_made = product->A != NULL && product->B != NULL && product->C != NULL &&
                  (product->C0 != NULL || beside->beta == 0) &&
                  (product->bias != NULL || !beside->has_bias);
        if (is_made && (variant->operand == WM_FORMAT_F64 || variant->operand == WM_FORMAT_I8))
            multiply_wide(product);
        else if (is_made)
            is_made = multiply_narrow(product);
    }
    free(A);
    free(B);
    return is_made;
}

bool products_make(products_case *product, const wm_product_variant *variant, size_t m, size_t n,
                   size_t k, products_data data, products_order order, uint64_t seed)
{
    static const products_beside none = {.alpha = 1};
    return products_make_beside(product, variant, m, n, k, data, order, seed, &none);
}

void products_free(products_case *product)
{
    free(product->A);
    free(product->B);
    free(product->C);
    free(product->C0);
    free(product->bias);
}

static size_t between(uint64_t *state, size_t least, size_t most)
{
    return least + products_random(state) % (most - least + 1);
}

bool products_draw(products_case *product, uint64_t *state)
{
    static const double factors[] = {1, 1, 1, -1, 0.5, 2.5, -0.1, 1e-3};
    enum { FACTORS = sizeof factors / sizeof *factors };
    const wm_product_variant *variant =
        &wm_product_variants[products_random(state) % WM_PRODUCT_VARIANTS];
    const products_data data = (products_data)(products_random(state) % PRODUCTS_DATA_COUNT);
    const products_order order = (products_order)(products_random(state) % PRODUCTS_ORDER_COUNT);
    const size_t m = between(state, 1, 200), n = between(state, 1, 200);
    const size_t k =
        products_random(state) % 4 == 0 ? between(state, 500, 4000) : between(state, 1, 500);
    products_beside beside = {.alpha = 1};
    if (variant->operand != WM_FORMAT_I8 && products_random(state) % 2 == 0) {
        beside.alpha = factors[products_random(state) % FACTORS];
        beside.beta =
            products_random(state) % 2 == 0 ? factors[products_random(state) % FACTORS] : 0;
        beside.has_bias = products_random(state) % 2 == 0;
        beside.is_rounded = products_random(state) % 2 == 0;
    }
    return products_make_beside(product, variant, m, n, k, data, order, products_random(state),
                                &beside);
}

static wm_matrix_product product_of(const products_case *product)
{
    wm_matrix_product of = WM_MATRIX_PRODUCT_INIT;
    of.variant = product->variant->name;
    of.m = product->m;
    of.n = product->n;
    of.k = product->k;
    of.a.data = product->A;
    of.b.data = product->B;
    of.c.data = product->C;
    of.c0.data = product->C0;
    of.bias = product->bias;
    of.alpha = product->beside.alpha;
    of.beta = product->beside.beta;
    return of;
}

wm_status products_check(const products_case *product, int calibrate, wm_product_report *report)
{
    wm_matrix_product of = product_of(product);
    *report = (wm_product_report)WM_PRODUCT_REPORT_INIT;
    of.calibrate = calibrate;
    return wm_product_check(&of, report, NULL);
}

/* A copy of a packed matrix in another layout; its memory is in *room. Gaps hold a byte that is no
 * number: 0xFF makes a NaN of every floating-point format. */
static bool store_as(products_layout layout, wm_format format, size_t rows, size_t columns,
                     wm_matrix *matrix, void **room)
{
    const size_t size = wm_format_size(format), longest = rows > columns ? rows : columns;
    const size_t bytes = longest * (2 * longest + 7) * size;
    const uint8_t *from = matrix->data;
    if (layout == PRODUCTS_PACKED || from == NULL)
        return true;
    *room = malloc(bytes);
    if (*room == NULL)
        return false;
    memset(*room, 0xFF, bytes);
    matrix->data = *room;
    matrix->column_stride = layout == PRODUCTS_BY_COLUMNS ? (int64_t)rows + 2 : 1;
    matrix->row_stride = layout == PRODUCTS_BY_COLUMNS ? 1 : (int64_t)columns + 3;
    if (layout == PRODUCTS_APART) {
        matrix->column_stride = 2;
        matrix->row_stride = 2 * (int64_t)columns + 5;
    }
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            memcpy((uint8_t *)*room +
                       (i * (size_t)matrix->row_stride + j * (size_t)matrix->column_stride) * size,
                   from + (i * columns + j) * size, size);
    return true;
}

/* The rows as a batch: as many products as divide m, but at most 8. */
static void make_batch(wm_matrix_product *of)
{
    const uint64_t m = of->m;
    for (of->batch = 8; m % of->batch != 0;)
        of->batch--;
    of->m = m / of->batch;
    of->b.row_stride = (int64_t)of->n;
    of->b.column_stride = 1;
}

wm_status products_check_stored(const products_case *product, uint64_t *state,
                                wm_product_report *report)
{
    const size_t m = product->m, n = product->n, k = product->k;
    const wm_format in = product->variant->operand, out = product->variant->output;
    wm_matrix_product of = product_of(product);
    wm_matrix *const matrix[] = {&of.a, &of.b, &of.c, &of.c0};
    const size_t rows[] = {m, k, m, m}, columns[] = {k, n, n, n};
    void *room[4] = {NULL};
    const bool is_batch = products_random(state) % 4 == 0;
    bool has_memory = true;
    wm_status status = WM_E_NOMEM;
    for (size_t i = 0; i < 4 && has_memory; i++) {
        const products_layout layout =
            is_batch ? PRODUCTS_PACKED
                     : (products_layout)(products_random(state) % PRODUCTS_LAYOUT_COUNT);
        has_memory = store_as(layout, i < 2 ? in : out, rows[i], columns[i], matrix[i], &room[i]);
    }
    if (is_batch)
        make_batch(&of);
    *report = (wm_product_report)WM_PRODUCT_REPORT_INIT;
    if (has_memory)
        status = wm_product_check(&of, report, NULL);
    for (size_t i = 0; i < 4; i++)
        free(room[i]);
    return status;
}

const wm_product_variant *products_variant(const char *name)
{
    for (size_t i = 0; i < WM_PRODUCT_VARIANTS; i++)
        if (strcmp(wm_product_variants[i].name, name) == 0)
            return &wm_product_variants[i];
    return NULL;
}
