/* Tests every set of the CPU's inner loops that this processor can run, against the formats' own
 * functions and each other. */
#include "backend/cpu/cpu_kernels.h"
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
            assert_int_equal(codes[i], wm_format_f16_from_f32(values[i]));
        set->from_f32(WM_FORMAT_BF16, values, codes, count);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(codes[i], wm_format_bf16_from_f32(values[i]));
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

enum { LENGTHS = 9, ROWS = WM_CPU_KERNELS_ROWS, FEW = 7, LONGEST = 1100 };
static const size_t LENGTH[LENGTHS] = {1, 15, 16, 100, 256, 333, 512, 513, LONGEST};

/* Rows of every format that the kernels support, as codes and as numbers; probes in the kernels'
 * layout and as numbers. */
typedef struct {
    wm_cpu_rows rows;
    uint8_t codes[ROWS * LONGEST * 8];
    double numbers[ROWS][LONGEST], x[WM_CPU_KERNELS_PROBES][LONGEST];
    double probes[WM_CPU_KERNELS_PROBES * (LONGEST + WM_CPU_KERNELS_PAD)];
    float probes_f32[WM_CPU_KERNELS_PROBES * (LONGEST + WM_CPU_KERNELS_PAD)];
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
    for (size_t p = 0; p < WM_CPU_KERNELS_PROBES; p++)
        for (size_t l = 0; l < length; l++) {
            drawn->x[p][l] = small(10000 + p * LONGEST + l);
            drawn->probes[wm_cpu_kernels_probe_at(p, l)] = drawn->x[p][l];
            drawn->probes_f32[wm_cpu_kernels_probe_at(p, l)] = (float)drawn->x[p][l];
        }
}

static void check_dots(const wm_cpu_kernels *set, const dot_case *drawn, bool wide)
{
    float out[ROWS * WM_CPU_KERNELS_PROBES], norms[ROWS];
    double wide_out[ROWS * WM_CPU_KERNELS_PROBES], wide_norms[ROWS];
    if (wide)
        set->rows_dot_f64(&drawn->rows, drawn->probes, wide_out, wide_norms);
    else
        set->rows_dot_f32(&drawn->rows, drawn->probes_f32, out, norms);
    for (size_t r = 0; r < drawn->rows.row_count; r++) {
        double norm = 0;
        for (size_t l = 0; l < drawn->rows.length; l++)
            norm += drawn->numbers[r][l] * drawn->numbers[r][l];
        assert_true((wide ? wide_norms[r] : (double)norms[r]) == norm);
        for (size_t p = 0; p < WM_CPU_KERNELS_PROBES; p++) {
            const size_t at = r * WM_CPU_KERNELS_PROBES + p;
            double dot = 0;
            for (size_t l = 0; l < drawn->rows.length; l++)
                dot += drawn->numbers[r][l] * drawn->x[p][l];
            assert_true((wide ? wide_out[at] : (double)out[at]) == dot);
        }
    }
}

/* The sums begin at 1, because the loop adds to them. */
static void check_axpys(const wm_cpu_kernels *set, const dot_case *drawn, bool wide)
{
    if (drawn->rows.length > (wide ? WM_CPU_KERNELS_STRIP / 2 : WM_CPU_KERNELS_STRIP))
        return;
    enum { STRIDE = LONGEST + WM_CPU_KERNELS_PAD };
    static float sums[WM_CPU_KERNELS_PROBES * STRIDE], x[ROWS * WM_CPU_KERNELS_PROBES];
    static double wide_sums[WM_CPU_KERNELS_PROBES * STRIDE], wide_x[ROWS * WM_CPU_KERNELS_PROBES];
    for (size_t i = 0; i < WM_CPU_KERNELS_PROBES * STRIDE; i++) {
        sums[i] = 1;
        wide_sums[i] = 1;
    }
    for (size_t i = 0; i < ROWS * WM_CPU_KERNELS_PROBES; i++) {
        wide_x[i] = small(20000 + i);
        x[i] = (float)wide_x[i];
    }
    if (wide)
        set->rows_axpy_f64(&drawn->rows, wide_x, wide_sums, STRIDE);
    else
        set->rows_axpy_f32(&drawn->rows, x, sums, STRIDE);
    for (size_t p = 0; p < WM_CPU_KERNELS_PROBES; p++)
        for (size_t l = 0; l < drawn->rows.length; l++) {
            double sum = 1;
            for (size_t r = 0; r < drawn->rows.row_count; r++)
                sum += wide_x[r * WM_CPU_KERNELS_PROBES + p] * drawn->numbers[r][l];
            assert_true((wide ? wide_sums[p * STRIDE + l] : (double)sums[p * STRIDE + l]) == sum);
        }
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
                check_axpys(set, drawn, wide);
            }
    free(drawn);
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
        cmocka_unit_test(arbitrary_values_round),
        cmocka_unit_test(the_kernels_compute_philox),
        cmocka_unit_test(triads_use_fused_multiply_add),
        cmocka_unit_test(exponentials_are_close),
        cmocka_unit_test(rows_times_probes_are_right),
        cmocka_unit_test(tiles_compute_products),
        cmocka_unit_test(small_products_multiply),
    };
    for (size_t i = 0; wm_cpu_kernels_get(i) != NULL; i++)
        printf("kernels %s\n", wm_cpu_kernels_get(i)->name);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
