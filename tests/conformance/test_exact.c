/* Integers from seeds, the comparison of outputs with exact integers and the conversion of outputs
 * on the CPU, against what exact.h says of them. */
#include "backend/cpu/cpu_device.h"
#include "standards/philox.h"
#include "support/cmocka.h"
#include "support/cpu_fixture.h"
#include "support/exact_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- fill_integers ---- */

/* docs/formats/inputs.md section 2, and exact.h. */
static int integer_number(const wm_philox *stream, uint64_t e, unsigned range)
{
    uint32_t words[4];
    wm_philox_block(stream, e / 8, words);
    const uint32_t word = words[e % 8 / 2];
    const double index = e % 2 == 0 ? word & 0xFFFF : word >> 16;
    return (int)floor(index * (2 * range + 1) / 65536) - (int)range;
}

static void expect_integers(const wm_integers *of, unsigned number)
{
    enum { MARGIN = 16 };
    uint8_t seed[32];
    const size_t count = of->rows * of->columns, size = wm_format_size(of->format);
    uint8_t *got = cpu_fixture_memory(count * size + MARGIN),
            *wanted = cpu_fixture_memory(count * size + MARGIN);
    memset(wanted, 0xA5, count * size + MARGIN);
    wm_device_buffer *buffer = cpu_fixture_buffer(wanted, count * size + MARGIN);
    exact_seed(number, seed);
    const wm_philox stream = wm_philox_from_seed(seed);
    for (size_t i = 0; i < of->rows; i++)
        for (size_t j = 0; j < of->columns; j++) {
            const uint64_t e = of->by_columns ? j * of->rows + i : i * of->columns + j;
            wm_format_store(of->format, wanted, i * of->columns + j,
                            integer_number(&stream, e, of->range));
        }
    assert_int_equal(cpu_fixture->ops->fill_integers(cpu_fixture, buffer, of, seed), WM_OK);
    assert_int_equal(cpu_fixture->ops->download(cpu_fixture, buffer, 0, got, count * size + MARGIN),
                     WM_OK);
    for (size_t at = 0; at < count * size + MARGIN; at++)
        if (got[at] != wanted[at])
            fail_msg("%s range %u, %zu x %zu, by columns %d: byte %zu is %02x, wanted %02x",
                     wm_format_name(of->format), of->range, of->rows, of->columns, of->by_columns,
                     at, got[at], wanted[at]);
    cpu_fixture->ops->free(cpu_fixture, buffer);
    free(got);
    free(wanted);
}

static const wm_format INTEGER_FORMATS[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_E4M3,
                                            WM_FORMAT_F32, WM_FORMAT_I8};
enum { INTEGER_FORMAT_COUNT = sizeof INTEGER_FORMATS / sizeof *INTEGER_FORMATS };

static void integers_are_those_of_the_seed(void **state)
{
    static const unsigned RANGES[] = {1, 2, 3, 8, 15, 16, 17, 100, 127};
    static const size_t SHAPES[][2] = {{1, 1},   {1, 9},     {9, 1},       {7, 5},    {33, 65},
                                       {64, 64}, {300, 257}, {1000, 1031}, {3, 9001}, {9001, 3}};
    (void)state;
    for (size_t f = 0; f < INTEGER_FORMAT_COUNT; f++)
        for (size_t r = 0; r < sizeof RANGES / sizeof *RANGES; r++)
            for (size_t s = 0; s < sizeof SHAPES / sizeof *SHAPES; s++)
                for (int by_columns = 0; by_columns < 2; by_columns++) {
                    const wm_integers of = {INTEGER_FORMATS[f], RANGES[r], SHAPES[s][0],
                                            SHAPES[s][1], by_columns != 0};
                    if (of.format == WM_FORMAT_E4M3 && of.range > 16)
                        continue;
                    if (of.rows * of.columns > 1 << 19 && of.range != 100)
                        continue; /* one of the large ones is enough */
                    expect_integers(&of, (unsigned)(r * 16 + s));
                }
}

/* The largest integers of each format, which a stored code must have exactly. */
static void formats_have_their_integers(void **state)
{
    (void)state;
    for (size_t f = 0; f < INTEGER_FORMAT_COUNT; f++) {
        const int most = INTEGER_FORMATS[f] == WM_FORMAT_E4M3 ? 16 : 127;
        for (int v = -most; v <= most; v++) {
            uint8_t code[4];
            wm_format_store(INTEGER_FORMATS[f], code, 0, v);
            assert_true(wm_format_load(INTEGER_FORMATS[f], code, 0) == v);
        }
    }
}

static void wrong_fills_are_refused(void **state)
{
    const uint8_t seed[32] = {1};
    const wm_integers good = {WM_FORMAT_F16, 127, 4, 5, false};
    wm_device_buffer *buffer = cpu_fixture_buffer(NULL, 40), *small = cpu_fixture_buffer(NULL, 39);
    wm_integers bad[9];
    (void)state;
    for (int i = 0; i < 9; i++)
        bad[i] = good;
    bad[0].range = 0;
    bad[1].range = 128;
    bad[2] = (wm_integers){WM_FORMAT_E4M3, 17, 4, 5, false};
    bad[3].format = WM_FORMAT_F64;
    bad[4].format = WM_FORMAT_I32;
    bad[5].format = WM_FORMAT_COUNT;
    bad[6].rows = 0;
    bad[7].columns = 0;
    bad[8].rows = bad[8].columns = (size_t)1 << 32;
    for (int i = 0; i < 9; i++)
        assert_int_equal(cpu_fixture->ops->fill_integers(cpu_fixture, buffer, &bad[i], seed),
                         WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->fill_integers(cpu_fixture, small, &good, seed), WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->fill_integers(NULL, buffer, &good, seed), WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->fill_integers(cpu_fixture, NULL, &good, seed), WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->fill_integers(cpu_fixture, buffer, NULL, seed), WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->fill_integers(cpu_fixture, buffer, &good, NULL), WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->fill_integers(cpu_fixture, buffer, &good, seed), WM_OK);
}

/* ---- compare_exact ---- */

static wm_exact_difference compare(const exact_rounding *to, const void *output,
                                   const int32_t *exact, size_t count)
{
    wm_exact_difference result = {99, 99, 99, 99, 99};
    wm_device_buffer *left = cpu_fixture_buffer(output, count * wm_format_size(to->format));
    wm_device_buffer *right = cpu_fixture_buffer(exact, count * 4);
    assert_int_equal(
        cpu_fixture->ops->compare_exact(cpu_fixture, left, to->format, right, count, &result),
        WM_OK);
    cpu_fixture->ops->free(cpu_fixture, left);
    cpu_fixture->ops->free(cpu_fixture, right);
    return result;
}

static void expect_difference(const wm_exact_difference *got, const wm_exact_difference *wanted)
{
    if (memcmp(got, wanted, sizeof *got) != 0)
        fail_msg("wrong %llu, first %llu, found %llx, expected %llx, too large %llu; wanted %llu, "
                 "%llu, %llx, %llx, %llu",
                 (unsigned long long)got->wrong, (unsigned long long)got->first,
                 (unsigned long long)got->found, (unsigned long long)got->expected,
                 (unsigned long long)got->too_large, (unsigned long long)wanted->wrong,
                 (unsigned long long)wanted->first, (unsigned long long)wanted->found,
                 (unsigned long long)wanted->expected, (unsigned long long)wanted->too_large);
}

static void known_values_round_so(void **state)
{
    static const struct {
        wm_format format;
        int32_t exact;
        uint32_t code;
        unsigned too_large;
    } CASES[] = {
        {WM_FORMAT_F16, 0, 0x0000, 0},
        {WM_FORMAT_F16, 1, 0x3C00, 0},
        {WM_FORMAT_F16, -1, 0xBC00, 0},
        {WM_FORMAT_F16, 2048, 0x6800, 0},
        {WM_FORMAT_F16, 2049, 0x6800, 0}, /* a tie: 2048 is even */
        {WM_FORMAT_F16, 2051, 0x6802, 0}, /* a tie: 2052 is */
        {WM_FORMAT_F16, -2051, 0xE802, 0},
        {WM_FORMAT_F16, 65504, 0x7BFF, 0},
        {WM_FORMAT_F16, 65519, 0x7BFF, 0},
        {WM_FORMAT_F16, -65519, 0xFBFF, 0},
        {WM_FORMAT_F16, 65520, 0x7C00, 1},
        {WM_FORMAT_F16, -65520, 0xFC00, 1},
        {WM_FORMAT_F16, INT32_MIN, 0xFC00, 1},
        {WM_FORMAT_BF16, 0, 0x0000, 0},
        {WM_FORMAT_BF16, 256, 0x4380, 0},
        {WM_FORMAT_BF16, 257, 0x4380, 0},
        {WM_FORMAT_BF16, 259, 0x4382, 0},
        {WM_FORMAT_BF16, -258, 0xC381, 0},
        {WM_FORMAT_BF16, 0x1010000, 0x4B80, 0}, /* a tie; with one more it is none, which two
                                                   roundings would lose */
        {WM_FORMAT_BF16, 0x1010001, 0x4B81, 0},
        {WM_FORMAT_BF16, -0x1010001, 0xCB81, 0},
        {WM_FORMAT_BF16, 0x1030000, 0x4B82, 0},
        {WM_FORMAT_BF16, 0x102FFFF, 0x4B81, 0},
        {WM_FORMAT_BF16, INT32_MAX, 0x4F00, 0},
        {WM_FORMAT_BF16, INT32_MIN, 0xCF00, 0},
        {WM_FORMAT_F32, 0, 0x00000000, 0},
        {WM_FORMAT_F32, 16777217, 0x4B800000, 0},
        {WM_FORMAT_F32, 16777219, 0x4B800002, 0},
        {WM_FORMAT_F32, -16777219, 0xCB800002, 0},
        {WM_FORMAT_F32, INT32_MAX, 0x4F000000, 0},
        {WM_FORMAT_F32, INT32_MIN, 0xCF000000, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        for (size_t f = 0; f < 3; f++) {
            const exact_rounding *to = &exact_roundings[f];
            uint8_t own[4] = {0};
            if (CASES[i].format != to->format)
                continue;
            assert_int_equal(exact_round(to, CASES[i].exact, own), CASES[i].too_large != 0);
            assert_memory_equal(own, &CASES[i].code, wm_format_size(to->format));
            const wm_exact_difference right = {.too_large = CASES[i].too_large};
            wm_exact_difference got = compare(to, &CASES[i].code, &CASES[i].exact, 1);
            expect_difference(&got, &right);
            const uint32_t code = CASES[i].code ^ 1;
            const wm_exact_difference wrong = {1, 0, code, CASES[i].code, CASES[i].too_large};
            got = compare(to, &code, &CASES[i].exact, 1);
            expect_difference(&got, &wrong);
        }
}

typedef struct {
    const exact_rounding *to;
    size_t count, size;
    int32_t *exact;
    uint8_t *output;
    uint64_t too_large;
} comparison;

static comparison open_comparison(const exact_rounding *to, size_t count)
{
    comparison c = {to,
                    count,
                    wm_format_size(to->format),
                    cpu_fixture_memory(count * 4),
                    cpu_fixture_memory(count * 4),
                    0};
    for (size_t i = 0; i < count; i++) {
        uint8_t code[4];
        c.exact[i] = exact_integer(i);
        c.too_large += exact_round(to, c.exact[i], code);
        memcpy(c.output + i * c.size, code, c.size);
    }
    return c;
}

static void close_comparison(comparison *c)
{
    free(c->exact);
    free(c->output);
}

static uint64_t code_at(const comparison *c, size_t at)
{
    uint64_t code = 0;
    memcpy(&code, c->output + at * c->size, c->size);
    return code;
}

static void right_outputs_do_not_differ(void **state)
{
    static const size_t COUNTS[] = {1, 2, 15, 17, 1000, 8193, 300007};
    (void)state;
    for (size_t f = 0; f < 3; f++)
        for (size_t n = 0; n < sizeof COUNTS / sizeof *COUNTS; n++) {
            comparison c = open_comparison(&exact_roundings[f], COUNTS[n]);
            const wm_exact_difference right = {.too_large = c.too_large};
            const wm_exact_difference got = compare(c.to, c.output, c.exact, c.count);
            expect_difference(&got, &right);
            close_comparison(&c);
        }
}

static void every_wrong_bit_is_seen(void **state)
{
    static const size_t COUNTS[] = {1, 17, 40009};
    (void)state;
    for (size_t f = 0; f < 3; f++)
        for (size_t n = 0; n < 3; n++) {
            comparison c = open_comparison(&exact_roundings[f], COUNTS[n]);
            const size_t places[] = {0, c.count - 1, c.count / 2, exact_draw() % c.count};
            c.exact[0] = 0; /* a flipped sign is -0 */
            memset(c.output, 0, c.size);
            comparison again = c;
            again.too_large = 0;
            for (size_t i = 0; i < c.count; i++) {
                uint8_t code[4];
                again.too_large += exact_round(c.to, c.exact[i], code);
            }
            for (size_t p = 0; p < 4; p++)
                for (size_t bit = 0; bit < 8 * c.size; bit++) {
                    const size_t at = places[p];
                    const uint64_t expected = code_at(&c, at);
                    const wm_exact_difference wanted = {1, at, expected ^ (uint64_t)1 << bit,
                                                        expected, again.too_large};
                    c.output[at * c.size + bit / 8] ^= (uint8_t)(1 << bit % 8);
                    const wm_exact_difference got = compare(c.to, c.output, c.exact, c.count);
                    expect_difference(&got, &wanted);
                    c.output[at * c.size + bit / 8] ^= (uint8_t)(1 << bit % 8);
                }
            close_comparison(&c);
        }
}

/* Many wrong elements are counted, and the lowest is named. NaN and infinities are wrong. */
static void the_lowest_wrong_element_is_named(void **state)
{
    enum { COUNT = 100003 };
    static const double VALUES[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -0.0, 0.5};
    (void)state;
    for (size_t f = 0; f < 3; f++)
        for (size_t v = 0; v < sizeof VALUES / sizeof *VALUES; v++)
            for (size_t first = 0; first < COUNT; first += 33331) {
                comparison c = open_comparison(&exact_roundings[f], COUNT);
                uint64_t wrong = 0, too_large = 0;
                uint8_t code[4];
                const size_t step = 1 + exact_draw() % 9000;
                for (size_t at = first; at < COUNT; at += step, wrong++)
                    c.exact[at] = 7;
                for (size_t at = 0; at < COUNT; at++) {
                    too_large += exact_round(c.to, c.exact[at], code);
                    memcpy(c.output + at * c.size, code, c.size);
                }
                for (size_t at = first; at < COUNT; at += step)
                    wm_format_store(c.to->format, c.output, at, VALUES[v]);
                uint64_t seven = 0;
                wm_format_store(c.to->format, &seven, 0, 7);
                const wm_exact_difference wanted = {wrong, first, code_at(&c, first), seven,
                                                    too_large};
                const wm_exact_difference got = compare(c.to, c.output, c.exact, c.count);
                expect_difference(&got, &wanted);
                close_comparison(&c);
            }
}

static void wrong_comparisons_are_refused(void **state)
{
    wm_exact_difference result = {77, 77, 77, 77, 77};
    const wm_exact_difference before = result;
    (void)state;
    wm_device_buffer *output = cpu_fixture_buffer(NULL, 40), *exact = cpu_fixture_buffer(NULL, 80);
    static const wm_format FORMATS[] = {WM_FORMAT_E4M3, WM_FORMAT_F64, WM_FORMAT_I8,
                                        WM_FORMAT_I32,  WM_FORMAT_U32, WM_FORMAT_COUNT};
    for (size_t f = 0; f < sizeof FORMATS / sizeof *FORMATS; f++)
        assert_int_equal(
            cpu_fixture->ops->compare_exact(cpu_fixture, output, FORMATS[f], exact, 5, &result),
            WM_E_ARG);
    assert_int_equal(
        cpu_fixture->ops->compare_exact(cpu_fixture, output, WM_FORMAT_F16, exact, 0, &result),
        WM_E_ARG);
    assert_int_equal(
        cpu_fixture->ops->compare_exact(cpu_fixture, output, WM_FORMAT_F16, exact, 21, &result),
        WM_E_ARG);
    assert_int_equal(
        cpu_fixture->ops->compare_exact(cpu_fixture, output, WM_FORMAT_F32, exact, 11, &result),
        WM_E_ARG);
    assert_int_equal(
        cpu_fixture->ops->compare_exact(NULL, output, WM_FORMAT_F16, exact, 5, &result), WM_E_ARG);
    assert_int_equal(
        cpu_fixture->ops->compare_exact(cpu_fixture, NULL, WM_FORMAT_F16, exact, 5, &result),
        WM_E_ARG);
    assert_int_equal(
        cpu_fixture->ops->compare_exact(cpu_fixture, output, WM_FORMAT_F16, NULL, 5, &result),
        WM_E_ARG);
    assert_int_equal(
        cpu_fixture->ops->compare_exact(cpu_fixture, output, WM_FORMAT_F16, exact, 5, NULL),
        WM_E_ARG);
    assert_memory_equal(&result, &before, sizeof result);
}

/* ---- take_integers ---- */

static const float OUTPUTS[] = {0,        -0.0f,       1,        -1,        0.5f,       -1.5f,
                                100,      -100,        101,      99.999f,   1e-40f,     0x1p24f,
                                -0x1p24f, 0x1p24f + 2, 0x1p31f,  -0x1p31f,  0x1p32f,    1e30f,
                                3.4e38f,  NAN,         INFINITY, -INFINITY, 8388607.5f, 16777215};

static void outputs_become_integers(void **state)
{
    enum { KINDS = sizeof OUTPUTS / sizeof *OUTPUTS };
    static const size_t COUNTS[] = {1, KINDS, KINDS * 3 + 5, 200003};
    static const uint32_t MOST[] = {0, 1, 100, 16777215, 1 << 24};
    (void)state;
    for (size_t n = 0; n < 4; n++)
        for (size_t m = 0; m < 5; m++) {
            const size_t count = COUNTS[n];
            uint64_t refused = 0, got_refused = 99;
            float *output = cpu_fixture_memory(count * 4);
            int32_t *wanted = cpu_fixture_memory(count * 4 + 4),
                    *got = cpu_fixture_memory(count * 4 + 4);
            for (size_t i = 0; i < count; i++) {
                const double value = (double)(output[i] = OUTPUTS[(i * 7 + i / 1000) % KINDS]);
                const bool good = fabs(value) <= MOST[m] && value == floor(value) &&
                                  !(value == 0 && signbit(value));
                wanted[i] = good ? (int32_t)value : 0;
                refused += !good;
            }
            wanted[count] = 0x5A5A5A5A;
            wm_device_buffer *from = cpu_fixture_buffer(output, count * 4);
            wm_device_buffer *to = cpu_fixture_buffer(NULL, count * 4 + 4);
            assert_int_equal(cpu_fixture->ops->fill_bytes(cpu_fixture, to, count * 4 + 4, 0x5A),
                             WM_OK);
            assert_int_equal(cpu_fixture->ops->take_integers(cpu_fixture, from, count, MOST[m], to,
                                                             &got_refused),
                             WM_OK);
            assert_int_equal(got_refused, refused);
            assert_int_equal(cpu_fixture->ops->download(cpu_fixture, to, 0, got, count * 4 + 4),
                             WM_OK);
            assert_memory_equal(got, wanted, count * 4 + 4);
            cpu_fixture->ops->free(cpu_fixture, from);
            cpu_fixture->ops->free(cpu_fixture, to);
            free(output);
            free(wanted);
            free(got);
        }
}

static void wrong_conversions_are_refused(void **state)
{
    wm_device_buffer *from = cpu_fixture_buffer(NULL, 40), *to = cpu_fixture_buffer(NULL, 36);
    uint64_t refused = 77;
    (void)state;
    assert_int_equal(
        cpu_fixture->ops->take_integers(cpu_fixture, from, 9, (1 << 24) + 1, to, &refused),
        WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->take_integers(cpu_fixture, from, 0, 5, to, &refused),
                     WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->take_integers(cpu_fixture, from, 10, 5, to, &refused),
                     WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->take_integers(cpu_fixture, to, 10, 5, from, &refused),
                     WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->take_integers(cpu_fixture, from, 9, 5, from, &refused),
                     WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->take_integers(NULL, from, 9, 5, to, &refused), WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->take_integers(cpu_fixture, NULL, 9, 5, to, &refused),
                     WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->take_integers(cpu_fixture, from, 9, 5, NULL, &refused),
                     WM_E_ARG);
    assert_int_equal(cpu_fixture->ops->take_integers(cpu_fixture, from, 9, 5, to, NULL), WM_E_ARG);
    assert_int_equal(refused, 77);
}

/* The tests above with each set of kernels that this processor can run. */
static void every_set_of_kernels_does_the_same(void **state)
{
    const wm_cpu_kernels *best = wm_cpu_device_of(cpu_fixture)->kernels;
    for (size_t i = 0; wm_cpu_kernels_get(i) != NULL; i++) {
        wm_cpu_device_of(cpu_fixture)->kernels = wm_cpu_kernels_get(i);
        known_values_round_so(state);
        right_outputs_do_not_differ(state);
    }
    wm_cpu_device_of(cpu_fixture)->kernels = best;
}

/* Two products of one set of integers: what the operations are for. */
static void products_of_floats_are_checked(void **state)
{
    enum { M = 70, N = 50, K = 300 };
    const uint8_t seeds[2][32] = {{1}, {2}};
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        const wm_format format = kind == 0 ? WM_FORMAT_F16 : WM_FORMAT_BF16;
        uint64_t wrong = 99;
        wm_exact_difference result;
        wm_device_buffer *a = cpu_fixture_buffer(NULL, M * K * 2);
        wm_device_buffer *b = cpu_fixture_buffer(NULL, K * N * 2);
        wm_device_buffer *A = cpu_fixture_buffer(NULL, M * K), *B = cpu_fixture_buffer(NULL, K * N);
        const wm_gemm fast = {format,
                              format,
                              WM_ARITHMETIC_F32,
                              WM_LAYOUT_NN,
                              M,
                              N,
                              K,
                              a,
                              b,
                              cpu_fixture_buffer(NULL, M * N * 2)};
        const wm_gemm exact = {WM_FORMAT_I8,
                               WM_FORMAT_I32,
                               WM_ARITHMETIC_I32,
                               WM_LAYOUT_TN,
                               M,
                               N,
                               K,
                               A,
                               B,
                               cpu_fixture_buffer(NULL, M * N * 4)};
        const wm_integers fills[4] = {{format, 40, M, K, false},
                                      {format, 40, K, N, false},
                                      {WM_FORMAT_I8, 40, M, K, false},
                                      {WM_FORMAT_I8, 40, N, K, true}};
        assert_int_equal(cpu_fixture->ops->fill_integers(cpu_fixture, a, &fills[0], seeds[0]),
                         WM_OK);
        assert_int_equal(cpu_fixture->ops->fill_integers(cpu_fixture, b, &fills[1], seeds[1]),
                         WM_OK);
        assert_int_equal(cpu_fixture->ops->fill_integers(cpu_fixture, A, &fills[2], seeds[0]),
                         WM_OK);
        assert_int_equal(cpu_fixture->ops->fill_integers(cpu_fixture, B, &fills[3], seeds[1]),
                         WM_OK);
        const wm_status status = cpu_fixture->ops->gemm(cpu_fixture, &fast);
        if (status == WM_E_UNSUPPORTED) {
            printf("skipped: %s\n", cpu_fixture->ops->last_error(cpu_fixture));
            skip();
        }
        assert_int_equal(status, WM_OK);
        assert_int_equal(cpu_fixture->ops->gemm(cpu_fixture, &exact), WM_OK);
        assert_int_equal(cpu_fixture->ops->exact_rows(cpu_fixture, &exact, seeds[0], &wrong),
                         WM_OK);
        assert_int_equal(wrong, 0);
        assert_int_equal(
            cpu_fixture->ops->compare_exact(cpu_fixture, fast.C, format, exact.C, M * N, &result),
            WM_OK);
        assert_int_equal(result.wrong, 0);
        assert_int_equal(cpu_fixture->ops->flip_bits(cpu_fixture, fast.C, 2 * 1234, 1, 1), WM_OK);
        assert_int_equal(
            cpu_fixture->ops->compare_exact(cpu_fixture, fast.C, format, exact.C, M * N, &result),
            WM_OK);
        assert_true(result.wrong == 1 && result.first == 1234);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_those_of_the_seed),
        cmocka_unit_test(formats_have_their_integers),
        cmocka_unit_test(wrong_fills_are_refused),
        cmocka_unit_test(known_values_round_so),
        cmocka_unit_test(right_outputs_do_not_differ),
        cmocka_unit_test(every_wrong_bit_is_seen),
        cmocka_unit_test(the_lowest_wrong_element_is_named),
        cmocka_unit_test(wrong_comparisons_are_refused),
        cmocka_unit_test(outputs_become_integers),
        cmocka_unit_test(wrong_conversions_are_refused),
        cmocka_unit_test(every_set_of_kernels_does_the_same),
        cmocka_unit_test(products_of_floats_are_checked),
    };
    return cmocka_run_group_tests_name("one thread", tests, cpu_fixture_one_thread,
                                       cpu_fixture_close) +
           cmocka_run_group_tests_name("two threads", tests, cpu_fixture_two_threads,
                                       cpu_fixture_close);
}
