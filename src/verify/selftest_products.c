/* Tests a device's products: shapes and layouts in every format, every code of the small formats,
 * roundings, edge values. */
#include <math.h>
#include <string.h>

#include "backend/cpu/reference.h"
#include "backend/product.h"
#include "verify/selftest_case.h"
#include "verify/wrong_element.h"

typedef struct {
    const char *name;
    wm_format operand, output;
    wm_arithmetic arithmetic;
} variant;

static const variant VARIANTS[] = {
    {"fp16", WM_FORMAT_F16, WM_FORMAT_F16, WM_ARITHMETIC_F32},
    {"fp16 to f32", WM_FORMAT_F16, WM_FORMAT_F32, WM_ARITHMETIC_F32},
    {"bf16", WM_FORMAT_BF16, WM_FORMAT_BF16, WM_ARITHMETIC_F32},
    {"bf16 to f32", WM_FORMAT_BF16, WM_FORMAT_F32, WM_ARITHMETIC_F32},
    {"tf32", WM_FORMAT_F32, WM_FORMAT_F32, WM_ARITHMETIC_TF32},
    {"fp8 to bf16", WM_FORMAT_E4M3, WM_FORMAT_BF16, WM_ARITHMETIC_F32},
    {"fp8 to fp16", WM_FORMAT_E4M3, WM_FORMAT_F16, WM_ARITHMETIC_F32},
    {"fp8 to f32", WM_FORMAT_E4M3, WM_FORMAT_F32, WM_ARITHMETIC_F32},
    {"fp8_fast to bf16", WM_FORMAT_E4M3, WM_FORMAT_BF16, WM_ARITHMETIC_F32_FAST},
    {"f32", WM_FORMAT_F32, WM_FORMAT_F32, WM_ARITHMETIC_F32},
    {"f32 to fp16", WM_FORMAT_F32, WM_FORMAT_F16, WM_ARITHMETIC_F32},
    {"f32 to bf16", WM_FORMAT_F32, WM_FORMAT_BF16, WM_ARITHMETIC_F32},
    {"f64", WM_FORMAT_F64, WM_FORMAT_F64, WM_ARITHMETIC_F64},
    {"int8", WM_FORMAT_I8, WM_FORMAT_I32, WM_ARITHMETIC_I32},
};
enum { VARIANT_COUNT = sizeof VARIANTS / sizeof *VARIANTS };

/* The last three are thin and larger than the blocks of a device. */
static const size_t SHAPES[][3] = {{1, 1, 1},      {7, 5, 3},     {17, 33, 9},    {64, 64, 64},
                                   {3, 200, 1},    {65, 130, 67}, {20, 24, 1500}, {16, 48, 32},
                                   {260, 300, 20}, {1032, 8, 16}, {3, 4104, 16},  {5, 8, 2064}};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof *SHAPES };

typedef wm_status product(wm_device *device, const wm_gemm *gemm);

/* The two products of a device, tested by the same cases. */
typedef struct {
    const char *operation;
    product *run;
    bool is_careful;
} path;

/* The relative error of one operation of the path. The careful path sums in binary64: at most
 * 2^-53. Integers are exact. The reduced accumulator of fp8_fast keeps 13 bits. */
static double unit_of(const wm_gemm *gemm, bool careful)
{
    if (gemm->arithmetic == WM_ARITHMETIC_I32)
        return 0;
    if (careful || gemm->arithmetic == WM_ARITHMETIC_F64)
        return 0x1p-52;
    return gemm->arithmetic == WM_ARITHMETIC_F32_FAST ? 0x1p-13 : 0x1p-24;
}

static double rounded(wm_format format, double value)
{
    double room;
    wm_format_store(format, &room, 0, value);
    return wm_format_load(format, &room, 0);
}

/* An additional error, relative to the sum of magnitudes. Hopper's tensor cores align e4m3 products
 * to the largest of their block and keep 13 bits of each. They do so also with fast accumulation
 * off, when only the blocks are added in float32. */
static double truncation_of(const wm_gemm *gemm, bool careful)
{
    return gemm->operand_format == WM_FORMAT_E4M3 && !careful ? 0x1p-12 : 0;
}

/* Rounding is monotone: a sum within `error` of the exact one rounds to a value between the
 * roundings of both ends. */
static bool agrees(double got, wm_format format, double exact, double error)
{
    if (isnan(exact))
        return isnan(got);
    if (isinf(exact))
        return got == rounded(format, exact);
    return got >= rounded(format, exact - error) && got <= rounded(format, exact + error);
}

/* Names the wrong element `at` with its bits, found and expected. */
static void refuse_element(wm_selftest_case *test, const wm_gemm *gemm, const void *C, size_t at,
                           double exact, double error)
{
    const wm_format format = gemm->output_format;
    const size_t size = wm_format_size(format);
    wm_wrong_element one = {true, format, at / gemm->n, at % gemm->n, 0, 0};
    char words[WM_WRONG_ELEMENT_WORDS];
    memcpy(&one.found, (const char *)C + at * size, size);
    wm_format_store(format, &one.expected, 0, exact);
    wm_wrong_element_words(&one, words);
    (void)wm_selftest_expect(test, false, "%s; allowed error %.2g", words, error);
}

static void compare_product(wm_selftest_case *test, const wm_gemm *gemm, const void *A,
                            const void *B, bool careful)
{
    const size_t size = gemm->m * gemm->n * wm_format_size(gemm->output_format);
    void *C = wm_selftest_host(test, size);
    if (!wm_selftest_fetch(test, gemm->C, C, size))
        return;
    const double unit = unit_of(gemm, careful);
    double *a = wm_selftest_host(test, gemm->m * gemm->k * sizeof *a);
    double *b = wm_selftest_host(test, gemm->n * gemm->k * sizeof *b);
    wm_reference_widen(gemm, true, A, B, a, b);
    for (size_t i = 0; i < gemm->m; i++)
        for (size_t j = 0; j < gemm->n; j++) {
            double magnitude;
            const double exact = wm_reference_gemm_element(gemm, a, b, i, j, &magnitude);
            const double got = wm_format_load(gemm->output_format, C, i * gemm->n + j);
            const double error =
                ((double)(gemm->k - 1) * unit + truncation_of(gemm, careful)) * magnitude;
            if (!agrees(got, gemm->output_format, exact, error)) {
                refuse_element(test, gemm, C, i * gemm->n + j, exact, error);
                return;
            }
        }
}

/* Runs and compares one product of host operands. The caller has begun the case; this function ends
 * it. */
static void multiply(wm_selftest_case *test, const path *way, const variant *kind, wm_layout layout,
                     const size_t shape[3], const void *A, const void *B)
{
    const size_t m = shape[0], n = shape[1], k = shape[2];
    const size_t size = wm_format_size(kind->operand);
    const wm_gemm gemm = {kind->operand,
                          kind->output,
                          kind->arithmetic,
                          layout,
                          m,
                          n,
                          k,
                          wm_selftest_put(test, A, m * k * size),
                          wm_selftest_put(test, B, k * n * size),
                          wm_selftest_output(test, m * n * wm_format_size(kind->output))};
    if (wm_selftest_ok(test, way->run(test->device, &gemm)) &&
        wm_selftest_ok(test, test->ops->sync(test->device)))
        compare_product(test, &gemm, A, B, way->is_careful);
    wm_selftest_end(test);
}

static void shapes(wm_selftest_case *test, const path *way)
{
    for (size_t v = 0; v < VARIANT_COUNT; v++)
        for (int layout = WM_LAYOUT_NN; layout <= WM_LAYOUT_TN; layout++)
            for (size_t s = 0; s < SHAPE_COUNT; s++) {
                const size_t *shape = SHAPES[s];
                wm_selftest_begin(test, way->operation, "%s %s m%zu n%zu k%zu", VARIANTS[v].name,
                                  layout == WM_LAYOUT_NN ? "nn" : "tn", shape[0], shape[1],
                                  shape[2]);
                const void *A =
                    wm_selftest_draw(test, VARIANTS[v].operand, shape[0] * shape[2], (uint32_t)s);
                const void *B = wm_selftest_draw(test, VARIANTS[v].operand, shape[2] * shape[1],
                                                 (uint32_t)s + 50);
                multiply(test, way, &VARIANTS[v], (wm_layout)layout, shape, A, B);
            }
}

/* Every code of an 8- or 16-bit operand times one. */
static void codes(wm_selftest_case *test, const path *way)
{
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        const variant *kind = &VARIANTS[v];
        const size_t size = wm_format_size(kind->operand);
        if (size > 2)
            continue;
        const size_t shape[3] = {size == 1 ? 256 : 65536, 1, 1};
        wm_selftest_begin(test, way->operation, "%s, every operand code", kind->name);
        uint8_t *A = wm_selftest_host(test, shape[0] * size);
        uint8_t *B = wm_selftest_host(test, size);
        for (size_t i = 0; i < shape[0]; i++) {
            A[i * size] = (uint8_t)i;
            if (size == 2)
                A[i * size + 1] = (uint8_t)(i >> 8);
        }
        wm_format_store(kind->operand, B, 0, 1);
        multiply(test, way, kind, WM_LAYOUT_TN, shape, A, B);
    }
}

/* binary32 operands at and next to the midpoint of every two neighbouring 16-bit codes, times one.
 */
static void roundings(wm_selftest_case *test, const path *way)
{
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        const variant *kind = &VARIANTS[v];
        if (kind->operand != WM_FORMAT_F32)
            continue;
        const bool half = kind->output == WM_FORMAT_F16;
        const size_t shape[3] = {3 * 32768, 1, 1};
        wm_selftest_begin(test, way->operation, "%s, every midpoint", kind->name);
        float *A = wm_selftest_host(test, shape[0] * sizeof *A);
        float *B = wm_selftest_host(test, sizeof *B);
        for (uint16_t code = 0; code < 32767; code++) {
            const float low = half ? wm_format_f16_to_f32(code) : wm_format_bf16_to_f32(code);
            const float high = half ? wm_format_f16_to_f32((uint16_t)(code + 1))
                                    : wm_format_bf16_to_f32((uint16_t)(code + 1));
            /* tf32 keeps three bits more than bfloat16: its midpoints are at eighths */
            const float part = kind->arithmetic == WM_ARITHMETIC_TF32 ? 0x1p-4f : 0.5f;
            const float middle = low + (high - low) * part * (code % 2 == 0 ? 1.0f : -1.0f);
            A[3 * code] = nextafterf(middle, 0);
            A[3 * code + 1] = middle;
            A[3 * code + 2] = nextafterf(middle, INFINITY);
        }
        B[0] = 1;
        multiply(test, way, kind, WM_LAYOUT_NN, shape, A, B);
    }
}

/* Edge values of a float format as an outer product: subnormal, smallest normal, largest, infinite,
 * NaN, both zeros. */
static void edges(wm_selftest_case *test, const path *way)
{
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        const variant *kind = &VARIANTS[v];
        const bool wide = kind->operand == WM_FORMAT_F64;
        const double values[] = {0.0,
                                 -0.0,
                                 1,
                                 -2,
                                 wide ? 5e-324 : 0x1p-149,
                                 wide ? 1e-310 : 1e-40,
                                 wide ? 0x1p-1022 : 0x1p-126,
                                 wide ? 1.7e308 : 3.4e38,
                                 0x1p-24,
                                 0x1.ffcp-15,
                                 0x1p-9,
                                 65504,
                                 448,
                                 -1e300,
                                 (double)INFINITY,
                                 (double)NAN};
        const size_t count = sizeof values / sizeof *values, shape[3] = {count, count, 1};
        if (kind->operand == WM_FORMAT_I8)
            continue;
        wm_selftest_begin(test, way->operation, "%s, products of edge values", kind->name);
        void *A = wm_selftest_host(test, count * 8);
        for (size_t i = 0; i < count; i++)
            wm_format_store(kind->operand, A, i, values[i]);
        multiply(test, way, kind, WM_LAYOUT_TN, shape, A, A);
    }
}

/* The longest sum of the largest products: 2^31 - 2^14. */
static void longest_integer_sum(wm_selftest_case *test, const path *way)
{
    const variant *kind = &VARIANTS[VARIANT_COUNT - 1];
    const size_t shape[3] = {2, 1, WM_TABLES_INT8_DEPTH};
    wm_selftest_begin(test, way->operation, "int8, %d products of -128 and -128, 127",
                      WM_TABLES_INT8_DEPTH);
    int8_t *A = wm_selftest_host(test, 2 * shape[2]);
    int8_t *B = wm_selftest_host(test, shape[2]);
    memset(A, -128, shape[2]);
    memset(A + shape[2], 127, shape[2]);
    memset(B, -128, shape[2]);
    multiply(test, way, kind, WM_LAYOUT_TN, shape, A, B);
}

/* Buffers that are too small, formats that do not match, empty products, sums that could overflow.
 */
static void refusals(wm_selftest_case *test, const path *way)
{
    wm_selftest_begin(test, way->operation, "wrong arguments");
    const uint16_t *zeros = wm_selftest_host(test, 64);
    wm_device_buffer *A = wm_selftest_put(test, zeros, 64);
    wm_device_buffer *B = wm_selftest_put(test, zeros, 64);
    wm_device_buffer *C = wm_selftest_output(test, 64);
    const wm_device_buffer *deep = wm_selftest_output(test, WM_TABLES_INT8_DEPTH + 1);
    const wm_device_buffer *deep_too = wm_selftest_output(test, WM_TABLES_INT8_DEPTH + 1);
    const wm_gemm good = {
        WM_FORMAT_F16, WM_FORMAT_F16, WM_ARITHMETIC_F32, WM_LAYOUT_NN, 4, 4, 4, A, B, C};
    wm_gemm bad[7];
    for (int i = 0; i < 7; i++)
        bad[i] = good;
    bad[0].m = 100;
    bad[1].k = 0;
    bad[2].C = NULL;
    bad[3].output_format = WM_FORMAT_I32;
    bad[4].arithmetic = WM_ARITHMETIC_F64;
    bad[5].n = SIZE_MAX / 2;
    bad[6] = (wm_gemm){.operand_format = WM_FORMAT_I8,
                       .output_format = WM_FORMAT_I32,
                       .arithmetic = WM_ARITHMETIC_I32,
                       .layout = WM_LAYOUT_TN,
                       .m = 1,
                       .n = 1,
                       .k = WM_TABLES_INT8_DEPTH + 1,
                       .A = deep,
                       .B = deep_too,
                       .C = C};
    for (int i = 0; i < 7; i++) {
        const wm_status status = way->run(test->device, &bad[i]);
        wm_selftest_expect(test, status == WM_E_ARG || (i == 5 && status == WM_E_UNSUPPORTED),
                           "wrong argument %d: %s", i, wm_status_text(status));
    }
    wm_selftest_end(test);
}

void wm_selftest_products_run(wm_selftest_case *test)
{
    const path ways[2] = {{"gemm", test->ops->gemm, false},
                          {"gemm_careful", test->ops->gemm_careful, true}};
    for (int w = 0; w < 2; w++) {
        if (!wm_selftest_wanted(test, ways[w].operation))
            continue;
        shapes(test, &ways[w]);
        codes(test, &ways[w]);
        roundings(test, &ways[w]);
        edges(test, &ways[w]);
        longest_integer_sum(test, &ways[w]);
        refusals(test, &ways[w]);
    }
}
