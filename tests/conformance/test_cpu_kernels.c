/* Tests every set of the CPU's inner loops that this processor can run, against the formats' own
 * functions and each other. */
#include "backend/cpu/cpu_kernels.h"
#include "backend/cpu/reference.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOR_EACH_SET(set)                                                                       \
    for (size_t number = 0; wm_cpu_kernels_get(number) != NULL; number++)                       \
        for (const wm_cpu_kernels *set = wm_cpu_kernels_get(number), *once = set; once != NULL; \
             once = NULL)

static const wm_philox STREAM = {{123, 456}, {789, 1011}};

/* Equal, or both NaN. */
static void assert_same(float got, float wanted, const wm_cpu_kernels *set, size_t at)
{
    if (!(memcmp(&got, &wanted, sizeof got) == 0 || (isnan(got) && isnan(wanted))))
        fail_msg("%s: element %zu is %.9g, wanted %.9g", set->name, at, (double)got,
                 (double)wanted);
}

static void every_code_widens(void **state)
{
    static const wm_format FORMATS[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_E4M3,
                                        WM_FORMAT_I8};
    (void)state;
    FOR_EACH_SET(set)
    for (size_t f = 0; f < 4; f++) {
        const size_t size = wm_format_size(FORMATS[f]), count = size == 1 ? 256 : 65536;
        uint8_t *codes = malloc(count * size);
        float *values = malloc(count * sizeof *values);
        for (size_t i = 0; i < count * size; i++)
            codes[i] = (uint8_t)(size == 1 ? i : i % 2 == 0 ? i / 2 : i >> 9);
        set->to_f32(FORMATS[f], codes, values, count);
        for (size_t i = 0; i < count; i++)
            assert_same(values[i], (float)wm_format_load(FORMATS[f], codes, i), set, i);
        free(codes);
        free(values);
    }
}

/* Each code alone among zeros, at every place of a vector and of a tail. */
static void integers_are_recognized(void **state)
{
    static const wm_format FORMATS[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_E4M3, WM_FORMAT_I8,
                                        WM_FORMAT_F32};
    enum { COUNT = 37 };
    (void)state;
    FOR_EACH_SET(set)
    for (size_t f = 0; f < 5; f++) {
        const size_t size = wm_format_size(FORMATS[f]);
        for (uint32_t code = 0; code < (size == 1 ? 256u : 65536u); code++) {
            const uint32_t word = size == 4 ? code << 16 | (code & 1) : code;
            const size_t at = code % COUNT;
            uint8_t codes[COUNT * 4] = {0};
            float largest = 2;
            memcpy(codes + at * size, &word, size);
            const double value = wm_format_load(FORMATS[f], codes, at);
            const bool is_integer = fabs(value) <= 0x1p30 && value == nearbyint(value);
            assert_int_equal(set->integers(FORMATS[f], codes, COUNT, &largest), is_integer);
            if (is_integer)
                assert_true((double)largest == fmax(2, fabs(value)));
        }
    }
}

/* Gaps of binary16 and bfloat16 numbers of every magnitude, with every tail. */
static void gaps_of_integers_are_summed(void **state)
{
    enum { COUNT = 120 };
    float numbers[COUNT];
    double x[COUNT];
    (void)state;
    for (size_t l = 0; l < COUNT; l++) {
        numbers[l] = (l % 3 == 0 ? -1.5F : 1.25F) * ldexpf(1, (int)(l % 16));
        x[l] = (double)(l % 7) - 3;
    }
    FOR_EACH_SET(set)
    for (size_t count = 0; count < COUNT; count++)
        for (double scale = 0x1p-10; scale <= 0x1p-7; scale *= 8) {
            double sums[8] = {0}, wanted[8] = {0};
            for (size_t l = 0; l < count; l++) {
                const double gap = scale * ldexp(1, (int)(l % 16));
                wanted[l % 8] += gap >= 2 ? gap * gap * x[l] * x[l] : 0;
            }
            set->integer_gaps(numbers, x, count, scale, sums);
            for (size_t p = 0; p < 8; p++)
                assert_true(sums[p] == wanted[p]);
        }
}

/* Arbitrary bits, mostly huge or tiny, also scaled to the range where each format rounds, for every
 * tail length. */
static void arbitrary_values_round(void **state)
{
    enum { COUNT = 60000 };
    (void)state;
    uint32_t *bits = malloc(COUNT * sizeof *bits);
    uint16_t *codes = malloc(COUNT * sizeof *codes);
    float *values = malloc(COUNT * sizeof *values), *rounded = malloc(COUNT * sizeof *rounded);
    for (size_t i = 0; i < COUNT; i++) {
        bits[i] = wm_philox_word(&STREAM, i);
        if (i % 2 == 0) /* exponents 96 to 143: around the range of binary16 */
            bits[i] = (bits[i] & 0x807FFFFF) | (96 + bits[i] % 48) << 23;
    }
    memcpy(values, bits, COUNT * sizeof *values);
    FOR_EACH_SET(set)
    for (size_t count = COUNT; count > COUNT - 40; count--) {
        set->from_f32(WM_FORMAT_F16, values, codes, count);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(codes[i], wm_format_f16_from_f64((double)values[i]));
        set->from_f32(WM_FORMAT_BF16, values, codes, count);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(codes[i], wm_format_bf16_from_f64((double)values[i]));
        set->round_tf32(values, rounded, count);
        for (size_t i = 0; i < count; i++)
            assert_same(rounded[i], wm_format_tf32_round(values[i]), set, i);
    }
    free(bits);
    free(codes);
    free(values);
    free(rounded);
}

static void the_kernels_compute_philox(void **state)
{
    static const uint64_t FIRST[] = {0, 5, 0xFFFFFFFD, 0x123456789ABCull};
    (void)state;
    FOR_EACH_SET(set)
    for (size_t f = 0; f < 4; f++)
        for (size_t blocks = 1; blocks < 20; blocks++) {
            uint32_t words[20 * 4], wanted[4];
            set->philox(&STREAM, FIRST[f], blocks, words);
            for (size_t b = 0; b < blocks; b++) {
                wm_philox_block(&STREAM, FIRST[f] + b, wanted);
                assert_memory_equal(words + 4 * b, wanted, sizeof wanted);
            }
        }
}

static void triads_use_fused_multiply_add(void **state)
{
    enum { COUNT = 1003 };
    _Alignas(64) float a[COUNT + 16], b[COUNT], c[COUNT];
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        const uint32_t bits = wm_philox_word(&STREAM, i);
        memcpy(&c[i], &bits, sizeof bits);
        b[i] = i % 3 == 0 ? -3 * c[i] : c[COUNT - 1 - i];
    }
    FOR_EACH_SET(set)
    for (size_t offset = 0; offset < 2; offset++) { /* aligned, and not */
        set->triad(a + offset, b, c, COUNT);
        for (size_t i = 0; i < COUNT; i++)
            assert_same(a[offset + i], fmaf(3, c[i], b[i]), set, i);
    }
}

static void exponentials_are_close(void **state)
{
    enum { COUNT = 1 << 16 };
    float *x = malloc(COUNT * sizeof *x);
    (void)state;
    FOR_EACH_SET(set)
    {
        for (size_t i = 0; i < COUNT; i++)
            x[i] = -100.0f * (float)i / COUNT;
        set->exp_f32(x, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            const double at = (double)(-100.0f * (float)i / COUNT);
            if (at < -87)
                assert_true(x[i] == 0);
            else if (!(fabs((double)x[i] - exp(at)) <= 2 * 0x1p-24 * exp(at)))
                fail_msg("%s: exp(%g) is %.9g", set->name, at, (double)x[i]);
        }
    }
    free(x);
}

/* Rows of scores, the last of them without a key, against binary64. */
static void every_set_forms_the_same_probabilities(void **state)
{
    enum { COUNT = 208, KEYS = 199 };
    const wm_cpu_kernels *set;
    float x[COUNT], n[COUNT];
    (void)state;
    for (size_t k = 0; (set = wm_cpu_kernels_get(k)) != NULL; k++) {
        double p[COUNT], sum = 0, weighed = 0, squares = 0, weighed_squares = 0;
        wm_cpu_softmax sums;
        for (size_t i = 0; i < COUNT; i++) {
            x[i] = i < KEYS ? (float)(i * 37 % 101) * 0.25f - 9 : -INFINITY;
            n[i] = (float)(i % 13) * 0.5f;
            p[i] = exp(0.125 * (double)x[i]);
            sum += p[i];
        }
        for (size_t i = 0; i < COUNT; i++) {
            p[i] /= sum;
            weighed += p[i] * (double)n[i];
            squares += p[i] * p[i];
            weighed_squares += p[i] * p[i] * (double)n[i] * (double)n[i];
        }
        set->softmax_f32(x, 0.125f, n, COUNT, &sums);
        for (size_t i = 0; i < COUNT; i++)
            if (!(fabs((double)x[i] - p[i]) <= 1e-6 * p[i]))
                fail_msg("%s: probability %zu is %.9g, not %.9g", set->name, i, (double)x[i], p[i]);
        assert_true(fabs((double)sums.total - 1) <= 1e-6);
        assert_true(fabs((double)sums.weighed - weighed) <= 1e-6 * weighed);
        assert_true(fabs((double)sums.squares - squares) <= 2e-6 * squares);
        assert_true(fabs((double)sums.weighed_squares - weighed_squares) <= 2e-6 * weighed_squares);
    }
}

enum { LENGTHS = 11, ROWS = WM_CPU_KERNELS_ROWS, FEW = 7, MANY = 8 * ROWS, LONGEST = 1100 };
static const size_t LENGTH[LENGTHS] = {1, 15, 16, 48, 97, 100, 256, 333, 512, 513, LONGEST};

enum { PROBES = WM_CPU_KERNELS_PROBES };

/* Rows of every format that the kernels support, as codes and as numbers; probes in the kernels'
 * layout and as numbers; one number a column, with zeros behind them. */
typedef struct {
    wm_cpu_rows rows;
    uint8_t codes[ROWS * LONGEST * 8];
    double numbers[ROWS][LONGEST], x[PROBES][LONGEST];
    double probes[PROBES * (LONGEST + WM_CPU_KERNELS_PAD)];
    float probes_f32[PROBES * (LONGEST + WM_CPU_KERNELS_PAD)];
    double entries[LONGEST + WM_CPU_KERNELS_ENTRIES_PAD];
    float entries_f32[LONGEST + WM_CPU_KERNELS_ENTRIES_PAD];
} dot_case;

/* Small integers, so that every sum is exact in any order and with or without fusing. */
static double small(size_t i)
{
    return (double)(wm_philox_word(&STREAM, i) % 15) - 7;
}

static void draw_case(dot_case *drawn, wm_format format, size_t row_count, size_t length)
{
    const size_t size = wm_format_size(format);
    memset(drawn, 0, sizeof *drawn);
    drawn->rows = (wm_cpu_rows){format, drawn->codes, LONGEST * size, row_count, length};
    for (size_t r = 0; r < ROWS; r++)
        for (size_t l = 0; l < LONGEST; l++) { /* also past length, where the sums must not read */
            drawn->numbers[r][l] = small(r * LONGEST + l);
            wm_format_store(format, drawn->codes, r * LONGEST + l, drawn->numbers[r][l]);
        }
    for (size_t l = 0; l < length; l++) {
        drawn->entries[l] = small(50000 + l);
        drawn->entries_f32[l] = (float)drawn->entries[l];
    }
    for (size_t p = 0; p < PROBES; p++)
        for (size_t l = 0; l < length; l++) {
            drawn->x[p][l] = small(10000 + p * LONGEST + l);
            drawn->probes[wm_cpu_kernels_probe_at(p, l)] = drawn->x[p][l];
            drawn->probes_f32[wm_cpu_kernels_probe_at(p, l)] = (float)drawn->x[p][l];
        }
}

static void check_dots(const wm_cpu_kernels *set, const dot_case *drawn, bool wide)
{
    static float out[ROWS * PROBES];
    static double wide_out[ROWS * PROBES];
    const wm_cpu_rows *beside = drawn->rows.length % 2 == 0 ? &drawn->rows : NULL;
    if (wide)
        set->rows_dot_f64(&drawn->rows, drawn->probes, beside, wide_out);
    else
        set->rows_dot_f32(&drawn->rows, drawn->probes_f32, beside, out);
    for (size_t r = 0; r < drawn->rows.row_count; r++)
        for (size_t p = 0; p < PROBES; p++) {
            const size_t at = r * PROBES + p;
            double dot = 0;
            for (size_t l = 0; l < drawn->rows.length; l++)
                dot += drawn->numbers[r][l] * drawn->x[p][l];
            assert_true((wide ? wide_out[at] : (double)out[at]) == dot);
        }
}

/* The numbers are small integers: their gaps are powers of two, and all sums are exact but for the
 * division by 12. */
static void check_splits(const wm_cpu_kernels *set, const dot_case *drawn, bool wide)
{
    const wm_format format = drawn->rows.format;
    const bool has_gap = format == WM_FORMAT_F16 || format == WM_FORMAT_BF16 ||
                         format == WM_FORMAT_F32 || format == WM_FORMAT_F64;
    static double out[ROWS * PROBES], roundings[ROWS * PROBES];
    const wm_cpu_range range = wm_cpu_kernels_rounding_range(format, wide);
    double *wanted = has_gap ? roundings : NULL;
    if (wide)
        set->rows_split_f64(&drawn->rows, drawn->entries, out, wanted);
    else
        set->rows_split_f32(&drawn->rows, drawn->entries_f32, out, wanted);
    for (size_t r = 0; r < drawn->rows.row_count; r++)
        for (size_t p = 0; p < PROBES; p++) {
            double dot = 0, squares = 0;
            for (size_t l = p; l < drawn->rows.length; l += PROBES) {
                const double number = drawn->numbers[r][l], x = drawn->entries[l];
                dot += number * x;
                squares += has_gap ? pow(x * wm_reference_gap(format, number), 2) : 0;
            }
            assert_true(out[r * PROBES + p] == dot);
            const bool is_in_range = squares / 12 >= range.least;
            if (has_gap && is_in_range &&
                !(fabs(roundings[r * PROBES + p] - squares / 12) <= 1e-6 * squares))
                fail_msg("%s: V is %g and not %g", set->name, roundings[r * PROBES + p],
                         squares / 12);
        }
}

/* The sums begin at 1, because the loop adds to them. */
static void check_axpys(const wm_cpu_kernels *set, const dot_case *drawn, bool wide)
{
    enum { STRIDE = WM_CPU_KERNELS_STRIP + WM_CPU_KERNELS_PAD };
    const size_t length = drawn->rows.length;
    static float sums[PROBES * STRIDE], x[MANY];
    static double wide_sums[PROBES * STRIDE], wide_x[MANY];
    if (length > (wide ? WM_CPU_KERNELS_STRIP / 2 : WM_CPU_KERNELS_STRIP))
        return;
    for (size_t first = 0; first < PROBES; first += 7) {
        for (size_t i = 0; i < PROBES * STRIDE; i++) {
            sums[i] = 1;
            wide_sums[i] = 1;
        }
        for (size_t i = 0; i < drawn->rows.row_count; i++) {
            wide_x[i] = small(20000 + i);
            x[i] = (float)wide_x[i];
        }
        if (wide)
            set->rows_axpy_f64(&drawn->rows, first, wide_x, wide_sums, STRIDE);
        else
            set->rows_axpy_f32(&drawn->rows, first, x, sums, STRIDE);
        for (size_t p = 0; p < PROBES; p++)
            for (size_t l = 0; l < length; l++) {
                double sum = 1;
                for (size_t r = 0; r < drawn->rows.row_count; r++)
                    if ((first + r) % PROBES == p)
                        sum += wide_x[r] * drawn->numbers[r % ROWS][l];
                assert_true((wide ? wide_sums[p * STRIDE + l] : (double)sums[p * STRIDE + l]) ==
                            sum);
            }
    }
}

/* More rows than the case has: the same rows again, as one block of a stack of copies. */
static void check_many_rows(const wm_cpu_kernels *set, dot_case *drawn, bool wide)
{
    const size_t block = ROWS * drawn->rows.row_bytes;
    uint8_t *stack = malloc(MANY / ROWS * block);
    const uint8_t *codes = drawn->rows.rows;
    assert_non_null(stack);
    for (size_t i = 0; i < MANY / ROWS; i++)
        memcpy(stack + i * block, codes, block);
    drawn->rows.rows = stack;
    drawn->rows.row_count = MANY - 5;
    check_axpys(set, drawn, wide);
    drawn->rows.rows = codes;
    free(stack);
}

static void rows_times_probes_are_right(void **state)
{
    static const wm_format NARROW[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_E4M3,
                                       WM_FORMAT_F32};
    static const wm_format WIDE[] = {WM_FORMAT_F32, WM_FORMAT_F64, WM_FORMAT_I8, WM_FORMAT_I32};
    dot_case *drawn = malloc(sizeof *drawn);
    (void)state;
    assert_non_null(drawn);
    FOR_EACH_SET(set)
    for (size_t f = 0; f < 4; f++)
        for (size_t n = 0; n < LENGTHS; n++)
            for (int which = 0; which < 4; which++) {
                const bool wide = which % 2 != 0;
                draw_case(drawn, wide ? WIDE[f] : NARROW[f], which < 2 ? ROWS : FEW, LENGTH[n]);
                check_dots(set, drawn, wide);
                check_splits(set, drawn, wide);
                check_axpys(set, drawn, wide);
                if (which < 2 && n < 7)
                    check_many_rows(set, drawn, wide);
            }
    free(drawn);
}

/* V of a row of one column whose entry is 1: gap^2 / 12, or out of range where that is not
 * binary32. Every code of the 16-bit formats; codes drawn at random of the others. */
static void check_gaps(const wm_cpu_kernels *set, wm_format format, bool wide)
{
    static uint8_t codes[65536 * 8];
    static double out[ROWS * PROBES], roundings[ROWS * PROBES];
    const double entry[WM_CPU_KERNELS_ENTRIES_PAD] = {1};
    const float entry_f32[WM_CPU_KERNELS_ENTRIES_PAD] = {1};
    const size_t size = wm_format_size(format);
    const wm_cpu_range range = wm_cpu_kernels_rounding_range(format, wide);
    for (uint32_t i = 0; i < 65536 * size / 4; i++) {
        const uint32_t word = size == 2 ? 2 * i + ((2 * i + 1) << 16) : wm_philox_word(&STREAM, i);
        memcpy(codes + 4 * (size_t)i, &word, 4);
    }
    for (size_t first = 0; first < 65536; first += ROWS) {
        const size_t count = 65536 - first < ROWS ? 65536 - first : ROWS;
        const wm_cpu_rows rows = {format, codes + first * size, size, count, 1};
        if (wide)
            set->rows_split_f64(&rows, entry, out, roundings);
        else
            set->rows_split_f32(&rows, entry_f32, out, roundings);
        for (size_t r = 0; r < count; r++) {
            const double gap = wm_reference_gap(format, wm_format_load(format, codes, first + r));
            const double wanted = gap * gap / 12, got = roundings[r * PROBES];
            if (wanted >= range.least && wanted <= range.largest)
                assert_true(fabs(got - wanted) <= 1e-6 * wanted);
            else
                assert_false(got >= range.least && got <= range.largest);
        }
    }
}

static void gaps_are_those_of_the_format(void **state)
{
    (void)state;
    FOR_EACH_SET(set)
    {
        check_gaps(set, WM_FORMAT_F16, false);
        check_gaps(set, WM_FORMAT_BF16, false);
        check_gaps(set, WM_FORMAT_F32, false);
        check_gaps(set, WM_FORMAT_F32, true);
        check_gaps(set, WM_FORMAT_F64, true);
    }
}

static void tiles_compute_products(void **state)
{
    enum {
        K = 57,
        TILE_ROWS = WM_CPU_KERNELS_TILE_ROWS,
        TILE_COLUMNS = WM_CPU_KERNELS_TILE_COLUMNS
    };
    static double A[TILE_ROWS * K], B[K * TILE_COLUMNS], tile[TILE_ROWS * TILE_COLUMNS];
    (void)state;
    for (size_t i = 0; i < TILE_ROWS * K; i++)
        A[i] = small(i);
    for (size_t i = 0; i < K * TILE_COLUMNS; i++)
        B[i] = small(500 + i);
    FOR_EACH_SET(set)
    {
        set->tile_f64(A, B, K, tile);
        for (size_t r = 0; r < TILE_ROWS; r++)
            for (size_t c = 0; c < TILE_COLUMNS; c++) {
                double sum = 0;
                for (size_t l = 0; l < K; l++)
                    sum += A[r * K + l] * B[l * TILE_COLUMNS + c];
                assert_true(tile[r * TILE_COLUMNS + c] == sum);
            }
    }
}

static void small_products_multiply(void **state)
{
    enum { M = 11, N = 48, K = 29, LD = 64 };
    static float A[M * LD], B[K * LD], C[M * LD];
    (void)state;
    for (size_t i = 0; i < M * LD; i++)
        A[i] = (float)small(i);
    for (size_t i = 0; i < K * LD; i++)
        B[i] = (float)small(3000 + i);
    FOR_EACH_SET(set)
    for (int add = 0; add < 2; add++) {
        for (size_t i = 0; i < M * LD; i++)
            C[i] = 5;
        set->multiply_f32(&(wm_cpu_multiply){A, B, C, LD, LD, LD, M, N, K, add});
        for (size_t r = 0; r < M; r++)
            for (size_t c = 0; c < LD; c++) {
                float sum = add || c >= N ? 5 : 0; /* columns past N are untouched */
                for (size_t l = 0; l < K && c < N; l++)
                    sum += A[r * LD + l] * B[l * LD + c];
                assert_true(C[r * LD + c] == sum);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_widens),
        cmocka_unit_test(integers_are_recognized),
        cmocka_unit_test(gaps_of_integers_are_summed),
        cmocka_unit_test(arbitrary_values_round),
        cmocka_unit_test(the_kernels_compute_philox),
        cmocka_unit_test(triads_use_fused_multiply_add),
        cmocka_unit_test(exponentials_are_close),
        cmocka_unit_test(every_set_forms_the_same_probabilities),
        cmocka_unit_test(rows_times_probes_are_right),
        cmocka_unit_test(gaps_are_those_of_the_format),
        cmocka_unit_test(tiles_compute_products),
        cmocka_unit_test(small_products_multiply),
    };
    for (size_t i = 0; wm_cpu_kernels_get(i) != NULL; i++)
        printf("kernels %s\n", wm_cpu_kernels_get(i)->name);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
