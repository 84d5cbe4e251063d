/* Tests a device's operations of exact products: integers from seeds, the check of rows, the
 * comparison bit for bit, the conversion of outputs. */
#include <math.h>
#include <string.h>

#include "backend/cpu/reference_exact.h"
#include "standards/philox.h"
#include "verify/selftest_case.h"

static void one_fill(wm_selftest_case *test, const wm_integers *integers, uint32_t number)
{
    uint8_t seed[32];
    const size_t size = integers->rows * integers->columns * wm_format_size(integers->format);
    wm_selftest_begin(test, "fill_integers", "%s to %u, %zu x %zu, by %s",
                      wm_format_name(integers->format), integers->range, integers->rows,
                      integers->columns, integers->by_columns ? "columns" : "rows");
    wm_selftest_seed(number, seed);
    wm_device_buffer *buffer = wm_selftest_output(test, size);
    uint8_t *wanted = wm_selftest_host(test, size), *got = wm_selftest_host(test, size);
    wm_reference_exact_fill(integers, seed, wanted);
    if (WM_SELFTEST_OK(test, fill_integers, buffer, integers, seed) &&
        wm_selftest_fetch(test, buffer, got, size)) {
        size_t at = 0;
        while (at < size && got[at] == wanted[at])
            at++;
        wm_selftest_expect(test, at == size, "byte %zu differs", at);
    }
    wm_selftest_end(test);
}

static void refused_fills(wm_selftest_case *test)
{
    static const wm_integers BAD[] = {{WM_FORMAT_F16, 0, 2, 2, false},
                                      {WM_FORMAT_F16, WM_EXACT_RANGE_MAX + 1, 2, 2, false},
                                      {WM_FORMAT_E4M3, WM_EXACT_RANGE_MAX_E4M3 + 1, 2, 2, false},
                                      {WM_FORMAT_F64, 1, 2, 2, false},
                                      {WM_FORMAT_F16, 1, 2, 0, false},
                                      {WM_FORMAT_F16, 1, 9, 5, true}};
    uint8_t seed[32];
    wm_selftest_begin(test, "fill_integers", "wrong arguments");
    wm_selftest_seed(3, seed);
    wm_device_buffer *buffer = wm_selftest_output(test, 8);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        wm_selftest_expect(
            test, test->ops->fill_integers(test->device, buffer, &BAD[i], seed) == WM_E_ARG,
            "wrong argument %zu was not refused", i);
    wm_selftest_end(test);
}

static void fills(wm_selftest_case *test)
{
    static const wm_format FORMATS[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_E4M3,
                                        WM_FORMAT_F32, WM_FORMAT_I8};
    static const size_t SHAPES[][2] = {{1, 1}, {5, 9}, {257, 130}, {3, 5001}, {5001, 3}};
    static const unsigned RANGES[] = {1, 6, WM_EXACT_RANGE_MAX_E4M3, WM_EXACT_RANGE_MAX};
    for (size_t f = 0; f < sizeof FORMATS / sizeof *FORMATS; f++)
        for (size_t s = 0; s < sizeof SHAPES / sizeof *SHAPES; s++)
            for (int by_columns = 0; by_columns < 2; by_columns++) {
                const size_t ranges = FORMATS[f] == WM_FORMAT_E4M3 ? 3 : 4;
                const wm_integers integers = {FORMATS[f], RANGES[(s + f) % ranges], SHAPES[s][0],
                                              SHAPES[s][1], by_columns != 0};
                one_fill(test, &integers, (uint32_t)(f + s));
            }
    refused_fills(test);
}

typedef enum { NONE, ONE_MORE, SIGN, EXTREME, ROWS } wrong;

static const char *const WRONGS[] = {"right", "one more", "a sign", "an extreme", "in each row"};

/* Makes C wrong. Returns the number of wrong rows. */
static uint64_t spoil(const wm_gemm *gemm, int32_t *C, wrong how)
{
    const size_t at = gemm->m * gemm->n - 1;
    if (how == ONE_MORE)
        C[at / 2]++;
    else if (how == SIGN)
        C[at] = (int32_t)((uint32_t)C[at] ^ 0x80000000u);
    else if (how == EXTREME)
        C[0] = C[0] == INT32_MIN ? INT32_MAX : INT32_MIN;
    for (size_t i = 0; i < gemm->m && how == ROWS; i++)
        C[i * gemm->n + i % gemm->n] ^= 1 << i % 31;
    return how == NONE ? 0 : how == ROWS ? gemm->m : 1;
}

static void one_rows_check(wm_selftest_case *test, const size_t shape[3], wrong how)
{
    const size_t m = shape[0], n = shape[1], k = shape[2];
    uint8_t seed[32];
    uint64_t got = UINT64_MAX;
    wm_gemm gemm = {WM_FORMAT_I8, WM_FORMAT_I32, WM_ARITHMETIC_I32, WM_LAYOUT_TN, m, n, k, NULL,
                    NULL,         NULL};
    wm_selftest_begin(test, "exact_rows", "m%zu n%zu k%zu, %s", m, n, k, WRONGS[how]);
    wm_selftest_seed(71, seed);
    int8_t *A = wm_selftest_host(test, m * k), *B = wm_selftest_host(test, n * k);
    int32_t *C = wm_selftest_host(test, m * n * sizeof *C);
    const wm_integers integers[2] = {{WM_FORMAT_I8, WM_EXACT_RANGE_MAX, m, k, false},
                                     {WM_FORMAT_I8, WM_EXACT_RANGE_MAX, n, k, true}};
    wm_reference_exact_fill(&integers[0], seed, A);
    wm_reference_exact_fill(&integers[1], seed, B);
    A[0] = B[0] = INT8_MIN;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t l = 0; l < k; l++)
                C[i * n + j] += A[i * k + l] * B[j * k + l];
    const uint64_t wanted = spoil(&gemm, C, how);
    gemm.A = wm_selftest_put(test, A, m * k);
    gemm.B = wm_selftest_put(test, B, n * k);
    gemm.C = wm_selftest_put(test, C, m * n * sizeof *C);
    if (WM_SELFTEST_OK(test, exact_rows, &gemm, seed, &got))
        wm_selftest_expect(test, got == wanted, "%llu wrong rows of %llu", (unsigned long long)got,
                           (unsigned long long)wanted);
    wm_selftest_end(test);
}

static void row_checks(wm_selftest_case *test)
{
    static const size_t SHAPES[][3] = {{1, 1, 1},    {7, 5, 3},   {33, 65, 129}, {3, 2100, 5},
                                       {5, 9, 2100}, {300, 2, 3}, {64, 64, 64}};
    for (size_t s = 0; s < sizeof SHAPES / sizeof *SHAPES; s++)
        for (int how = NONE; how <= ROWS; how++)
            one_rows_check(test, SHAPES[s], (wrong)how);
}

/* The seed and the field: in row 0, which should be 0, C x is 0 for seed 71 alone, because
 * 314804777 x_1 - 1154516276 x_2090 is. Row 1 is wrong for every seed. */
static void numbers_of_a_seed(wm_selftest_case *test)
{
    enum { N = 2100 };
    for (uint32_t number = 71; number < 74; number++) {
        uint8_t seed[32];
        uint64_t got = UINT64_MAX;
        wm_gemm gemm = {WM_FORMAT_I8, WM_FORMAT_I32, WM_ARITHMETIC_I32, WM_LAYOUT_TN, 2, N, 1, NULL,
                        NULL,         NULL};
        wm_selftest_begin(test, "exact_rows", "a row that passes with seed 71, seed %u", number);
        wm_selftest_seed(number, seed);
        int8_t *A = wm_selftest_host(test, 2), *B = wm_selftest_host(test, N);
        int32_t *C = wm_selftest_host(test, 2 * N * sizeof *C);
        C[1] = C[N + 1] = 314804777;
        C[2090] = -1154516276;
        C[N + 2090] = C[2090] + 1;
        const uint64_t wanted = wm_reference_exact_rows(&gemm, A, B, C, seed);
        gemm.A = wm_selftest_put(test, A, 2);
        gemm.B = wm_selftest_put(test, B, N);
        gemm.C = wm_selftest_put(test, C, 2 * N * sizeof *C);
        if (WM_SELFTEST_OK(test, exact_rows, &gemm, seed, &got))
            wm_selftest_expect(test, got == wanted, "%llu wrong rows of %llu",
                               (unsigned long long)got, (unsigned long long)wanted);
        wm_selftest_end(test);
    }
}

static void refused_checks(wm_selftest_case *test)
{
    uint8_t seed[32];
    uint64_t got = 99;
    wm_selftest_begin(test, "exact_rows", "wrong arguments");
    wm_selftest_seed(3, seed);
    const uint8_t *zeros = wm_selftest_host(test, 64);
    const wm_device_buffer *A = wm_selftest_put(test, zeros, 16),
                           *B = wm_selftest_put(test, zeros, 16);
    wm_device_buffer *C = wm_selftest_output(test, 64);
    const wm_gemm good = {
        WM_FORMAT_I8, WM_FORMAT_I32, WM_ARITHMETIC_I32, WM_LAYOUT_TN, 4, 4, 4, A, B, C};
    wm_gemm bad[4] = {good, good, good, good};
    bad[0].layout = WM_LAYOUT_NN;
    bad[1].n = 1000;
    bad[2].C = NULL;
    bad[3].operand_format = WM_FORMAT_F16;
    for (int i = 0; i < 4; i++)
        wm_selftest_expect(
            test, test->ops->exact_rows(test->device, &bad[i], seed, &got) == WM_E_ARG && got == 99,
            "wrong argument %d was not refused", i);
    wm_selftest_end(test);
}

static void checks_of_rows(wm_selftest_case *test)
{
    row_checks(test);
    numbers_of_a_seed(test);
    refused_checks(test);
}

/* Integers of all sizes, and next to each power of two and each tie of the formats. */
static int32_t some_integer(const wm_philox *stream, size_t i)
{
    const uint32_t word = wm_philox_word(stream, i), power = (uint32_t)1 << word % 31;
    switch (i % 4) {
    case 0:
        return (int32_t)wm_philox_word(stream, i + ((uint64_t)1 << 32));
    case 1:
        return (int32_t)(power + (power >> (word >> 8) % 12) + (word >> 16) % 3 - 1);
    case 2:
        return -(int32_t)(65472 + (word >> 8) % 96);
    default:
        return (int32_t)wm_philox_word(stream, i + ((uint64_t)1 << 32)) / (1 << (word >> 8) % 24);
    }
}

static void expect_same(wm_selftest_case *test, const wm_exact_difference *got,
                        const wm_exact_difference *wanted)
{
    wm_selftest_expect(test, got->wrong == wanted->wrong && got->too_large == wanted->too_large,
                       "%llu wrong and %llu too large, wanted %llu and %llu",
                       (unsigned long long)got->wrong, (unsigned long long)got->too_large,
                       (unsigned long long)wanted->wrong, (unsigned long long)wanted->too_large);
    wm_selftest_expect(test,
                       got->first == wanted->first && got->found == wanted->found &&
                           got->expected == wanted->expected,
                       "element %llu, found %llx of %llx, wanted element %llu, %llx of %llx",
                       (unsigned long long)got->first, (unsigned long long)got->found,
                       (unsigned long long)got->expected, (unsigned long long)wanted->first,
                       (unsigned long long)wanted->found, (unsigned long long)wanted->expected);
}

typedef enum { SAME, ONE_BIT, MINUS_ZERO, NAN_HERE, MANY } change;

static const char *const CHANGES[] = {"right", "one bit", "-0", "NaN", "every 97th"};

static void one_comparison(wm_selftest_case *test, wm_format format, size_t count, change how)
{
    uint8_t seed[32];
    wm_exact_difference got = {99, 99, 99, 99, 99};
    const size_t size = wm_format_size(format), at = count * 2 / 3;
    wm_selftest_begin(test, "compare_exact", "%s, %zu elements, %s", wm_format_name(format), count,
                      CHANGES[how]);
    wm_selftest_seed(72, seed);
    const wm_philox stream = wm_philox_from_seed(seed);
    int32_t *exact = wm_selftest_host(test, count * sizeof *exact);
    uint8_t *output = wm_selftest_host(test, count * size);
    for (size_t i = 0; i < count; i++) {
        exact[i] = how == MINUS_ZERO && i == at ? 0 : some_integer(&stream, i);
        wm_format_store(format, output, i, exact[i]);
    }
    if (how == ONE_BIT)
        output[at * size] ^= 1;
    else if (how == MINUS_ZERO || how == NAN_HERE)
        wm_format_store(format, output, at, how == NAN_HERE ? (double)NAN : -0.0);
    for (size_t i = at; i < count && how == MANY; i += 97)
        output[i * size] ^= (uint8_t)(1 << i % 8);
    const wm_exact_difference wanted = wm_reference_exact_compare(format, count, output, exact);
    const wm_device_buffer *left = wm_selftest_put(test, output, count * size);
    const wm_device_buffer *right = wm_selftest_put(test, exact, count * sizeof *exact);
    if (WM_SELFTEST_OK(test, compare_exact, left, format, right, count, &got))
        expect_same(test, &got, &wanted);
    wm_selftest_end(test);
}

static void comparisons(wm_selftest_case *test)
{
    static const wm_format FORMATS[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_F32};
    static const size_t COUNTS[] = {1, 1003, 70001};
    for (size_t f = 0; f < 3; f++)
        for (size_t c = 0; c < 3; c++)
            for (int how = SAME; how <= MANY; how++)
                one_comparison(test, FORMATS[f], COUNTS[c], (change)how);
    for (int format = 0; format <= WM_FORMAT_COUNT; format++) {
        wm_exact_difference got;
        if (format == WM_FORMAT_F16 || format == WM_FORMAT_BF16 || format == WM_FORMAT_F32)
            continue;
        wm_selftest_begin(test, "compare_exact", "refuses format %d", format);
        const wm_device_buffer *output = wm_selftest_output(test, 64);
        const wm_device_buffer *exact = wm_selftest_output(test, 64);
        wm_selftest_expect(test,
                           test->ops->compare_exact(test->device, output, (wm_format)format, exact,
                                                    4, &got) == WM_E_ARG,
                           "it did not");
        wm_selftest_end(test);
    }
}

static void one_conversion(wm_selftest_case *test, size_t count, uint32_t most)
{
    static const float VALUES[] = {0,     -0.0f,    1,        -1,        0.5f,   -100,
                                   101,   -3.25f,   0x1p24f,  -0x1p24f,  1e-42f, 0x1.000002p24f,
                                   1e30f, -0x1p31f, INFINITY, -INFINITY, NAN,    16777215};
    enum { VALUE_COUNT = sizeof VALUES / sizeof *VALUES };
    uint64_t refused = UINT64_MAX;
    wm_selftest_begin(test, "take_integers", "%zu elements to %u", count, (unsigned)most);
    float *output = wm_selftest_host(test, count * sizeof *output);
    int32_t *wanted = wm_selftest_host(test, count * sizeof *wanted);
    int32_t *got = wm_selftest_host(test, count * sizeof *got);
    for (size_t i = 0; i < count; i++)
        output[i] = VALUES[(i * 5 + i / 100) % VALUE_COUNT];
    const uint64_t wanted_refused = wm_reference_exact_take(count, output, most, wanted);
    const wm_device_buffer *from = wm_selftest_put(test, output, count * sizeof *output);
    wm_device_buffer *to = wm_selftest_output(test, count * sizeof *got);
    if (WM_SELFTEST_OK(test, take_integers, from, count, most, to, &refused) &&
        wm_selftest_fetch(test, to, got, count * sizeof *got)) {
        wm_selftest_expect(test, refused == wanted_refused, "%llu refused, wanted %llu",
                           (unsigned long long)refused, (unsigned long long)wanted_refused);
        wm_selftest_expect(test, memcmp(got, wanted, count * sizeof *got) == 0, "wrong integers");
    }
    wm_selftest_expect(test,
                       test->ops->take_integers(test->device, from, count,
                                                WM_EXACT_INTEGERS_MAX + 1, to,
                                                &refused) == WM_E_ARG,
                       "a larger limit was not refused");
    wm_selftest_end(test);
}

static void conversions(wm_selftest_case *test)
{
    static const size_t COUNTS[] = {1, 18, 1003, 70001};
    static const uint32_t MOST[] = {0, 100, WM_EXACT_INTEGERS_MAX};
    for (size_t c = 0; c < 4; c++)
        for (size_t m = 0; m < 3; m++)
            one_conversion(test, COUNTS[c], MOST[m]);
}

void wm_selftest_exact_run(wm_selftest_case *test)
{
    static const wm_selftest_group GROUPS[] = {
        {{"fill_integers"}, fills},
        {{"exact_rows"}, checks_of_rows},
        {{"compare_exact"}, comparisons},
        {{"take_integers"}, conversions},
    };
    wm_selftest_groups(test, GROUPS, sizeof GROUPS / sizeof *GROUPS);
}
