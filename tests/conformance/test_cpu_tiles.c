/* Tests matrix tiles, where the processor has them, against exact products and binary64 sums. */
#include "backend/cpu/cpu_kernels.h"
#include "backend/cpu/cpu_tiles.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = WM_CPU_TILES_ROWS, PROBES = WM_CPU_KERNELS_PROBES, LONGEST = 1100, LENGTHS = 11 };
static const size_t LENGTH[LENGTHS] = {1, 2, 15, 16, 17, 31, 32, 33, 333, 512, LONGEST};
static const size_t ROW_COUNT[] = {1, 2, 7, 8, 15, ROWS};
static const wm_format FORMATS[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_E4M3};
enum { FORMAT_COUNT = sizeof FORMATS / sizeof *FORMATS, ROW_COUNTS = 6 };

static const wm_philox STREAM = {{12, 45}, {78, 101}};

/* The tiles of the first set that has some; without any the test is skipped. */
static const wm_cpu_tiles *tiles_or_skip(void)
{
    for (size_t i = 0; wm_cpu_kernels_get(i) != NULL; i++)
        if (wm_cpu_kernels_get(i)->tiles != NULL)
            return wm_cpu_kernels_get(i)->tiles;
    printf("skipped: this processor has no matrix tiles, or their use is not granted\n");
    skip();
    return NULL;
}

/* ROWS rows of LONGEST elements as codes and as numbers, and 24 probes as numbers and in the
 * kernels' layout. */
typedef struct {
    wm_format format;
    uint8_t codes[ROWS * LONGEST * 2];
    double numbers[ROWS][LONGEST], x[PROBES][LONGEST];
    float probes[PROBES * (LONGEST + WM_CPU_KERNELS_PAD)];
    _Alignas(64) uint8_t packed[(LONGEST / WM_CPU_TILES_DEPTH + 2) * WM_CPU_TILES_BLOCK_BYTES];
    double out[ROWS * PROBES];
} tile_case;

static tile_case *new_case(wm_format format)
{
    tile_case *one = aligned_alloc(64, (sizeof *one + 63) / 64 * 64);
    assert_non_null(one);
    memset(one, 0, sizeof *one);
    one->format = format;
    return one;
}

static void set_element(tile_case *one, size_t row, size_t l, double value)
{
    wm_format_store(one->format, one->codes, row * LONGEST + l, value);
    one->numbers[row][l] = wm_format_load(one->format, one->codes, row * LONGEST + l);
}

static void set_probe(tile_case *one, size_t p, size_t l, float value)
{
    one->probes[wm_cpu_kernels_probe_at(p, l)] = value;
    one->x[p][l] = (double)value;
}

/* A number in (-1, 1) with all bits of binary32. */
static float drawn(size_t i)
{
    const int32_t word = (int32_t)wm_philox_word(&STREAM, i);
    return (float)word * 0x1p-31f;
}

/* Multiplies the first `row_count` rows. Packs in two parts, as threads do. */
static void multiply(const wm_cpu_tiles *tiles, tile_case *one, size_t row_count, size_t length)
{
    const size_t size = wm_format_size(one->format), blocks = wm_cpu_tiles_blocks(length);
    const wm_cpu_rows rows = {one->format, one->codes, LONGEST * size, row_count, length};
    memset(one->packed, 0xFF, sizeof one->packed);
    tiles->pack(one->format, one->probes, length, blocks / 2, blocks, one->packed);
    tiles->pack(one->format, one->probes, length, 0, blocks / 2, one->packed);
    tiles->rows_dot(&rows, one->packed, one->out);
}

/* Rows of random numbers. Past `length` are NaN, which must not be read, and probes of 0. */
static void draw(tile_case *one, size_t length)
{
    for (size_t r = 0; r < ROWS; r++)
        for (size_t l = 0; l < LONGEST; l++)
            set_element(one, r, l, l < length ? (double)(3 * drawn(r * LONGEST + l)) : (double)NAN);
    for (size_t p = 0; p < PROBES; p++)
        for (size_t l = 0; l < LONGEST; l++)
            set_probe(one, p, l, l < length ? 5 * drawn(100000 + p * LONGEST + l) : 0);
}

/* Products are exact. A chain of 16 and one over the blocks round. */
static void check_sums(const tile_case *one, size_t row_count, size_t length)
{
    const double u = 0x1p-24;
    const double chain = (double)(16 + wm_cpu_tiles_blocks(length)) * u;
    for (size_t r = 0; r < row_count; r++)
        for (size_t p = 0; p < PROBES; p++) {
            double sum = 0, magnitude = 0;
            for (size_t l = 0; l < length; l++) {
                sum += one->numbers[r][l] * one->x[p][l];
                magnitude += fabs(one->numbers[r][l] * one->x[p][l]);
            }
            const double off = fabs(one->out[r * PROBES + p] - sum);
            if (!(off <= chain * magnitude))
                fail_msg("length %zu, row %zu, probe %zu: off by %g of %g", length, r, p, off,
                         magnitude);
        }
}

static void sums_are_as_close_as_binary32(void **state)
{
    const wm_cpu_tiles *tiles = tiles_or_skip();
    (void)state;
    for (size_t f = 0; f < FORMAT_COUNT; f++) {
        tile_case *one = new_case(FORMATS[f]);
        for (size_t n = 0; n < LENGTHS && tiles->takes(one->format); n++) {
            draw(one, LENGTH[n]);
            for (size_t c = 0; c < ROW_COUNTS; c++) {
                multiply(tiles, one, ROW_COUNT[c], LENGTH[n]);
                check_sums(one, ROW_COUNT[c], LENGTH[n]);
            }
        }
        free(one);
    }
}

/* A row's result does not depend on the rows beside it or on their number. */
static void each_row_is_computed_alone(void **state)
{
    const wm_cpu_tiles *tiles = tiles_or_skip();
    (void)state;
    for (size_t f = 0; f < FORMAT_COUNT; f++) {
        tile_case *one = new_case(FORMATS[f]);
        double out[ROWS * PROBES];
        if (tiles->takes(one->format)) {
            draw(one, 333);
            multiply(tiles, one, ROWS, 333);
            memcpy(out, one->out, sizeof out);
            set_element(one, 3, 7, (double)NAN);
            multiply(tiles, one, 11, 333);
            for (size_t r = 0; r < 11; r++) {
                if (r == 3)
                    continue;
                assert_memory_equal(one->out + r * PROBES, out + r * PROBES, PROBES * 8);
            }
        }
        free(one);
    }
}

/* Every code of a format as the only nonzero element of its row, at any position. Every bit of both
 * factors must count (at most 11 and 24, which is exact in binary64). An infinity or NaN must show
 * in all probes. */
static void check_code(const wm_cpu_tiles *tiles, tile_case *one, unsigned first)
{
    enum { LENGTH_HERE = 77 };
    const size_t size = wm_format_size(one->format);
    memset(one->codes, 0, sizeof one->codes);
    for (size_t r = 0; r < ROWS; r++) {
        const uint16_t code = (uint16_t)(first + r);
        memcpy(one->codes + (r * LONGEST + (first / ROWS + 5 * r) % LENGTH_HERE) * size, &code,
               size);
    }
    multiply(tiles, one, ROWS, LENGTH_HERE);
    for (size_t r = 0; r < ROWS; r++) {
        const size_t at = (first / ROWS + 5 * r) % LENGTH_HERE;
        const double value = wm_format_load(one->format, one->codes, r * LONGEST + at);
        const double element = fabs(value) < 0x1p-126 ? 0 : value;
        for (size_t p = 0; p < PROBES; p++) {
            const double got = one->out[r * PROBES + p], wanted = element * one->x[p][at];
            if (!isfinite(value))
                assert_true(!isfinite(got));
            else if (fabs(wanted) < 0x1p127 && (wanted == 0 || fabs(wanted) > 0x1p-102))
                assert_true(got == wanted);
        }
    }
}

static void every_code_is_exact(void **state)
{
    const wm_cpu_tiles *tiles = tiles_or_skip();
    (void)state;
    for (size_t f = 0; f < FORMAT_COUNT; f++) {
        tile_case *one = new_case(FORMATS[f]);
        const unsigned codes = wm_format_size(one->format) == 1 ? 256 : 65536;
        draw(one, 77);
        for (unsigned first = 0; first < codes && tiles->takes(one->format); first += ROWS)
            check_code(tiles, one, first);
        free(one);
    }
}

/* An infinite or NaN probe shows in every row, but only in its own column. */
static void probes_that_are_not_finite_show(void **state)
{
    const wm_cpu_tiles *tiles = tiles_or_skip();
    static const float VALUES[] = {INFINITY, -INFINITY, NAN};
    tile_case *one = new_case(WM_FORMAT_F16);
    (void)state;
    for (size_t v = 0; v < 3; v++) {
        draw(one, 100);
        set_probe(one, 5, 41, VALUES[v]);
        multiply(tiles, one, ROWS, 100);
        for (size_t r = 0; r < ROWS; r++)
            for (size_t p = 0; p < PROBES; p++)
                assert_true(isfinite(one->out[r * PROBES + p]) == (p != 5));
    }
    free(one);
}

/* The largest numbers: no part of a product overflows unless the product does. */
static void large_numbers_do_not_overflow_in_parts(void **state)
{
    const wm_cpu_tiles *tiles = tiles_or_skip();
    tile_case *one = new_case(WM_FORMAT_F16);
    (void)state;
    for (size_t r = 0; r < ROWS; r++)
        set_element(one, r, r, 65504);
    for (size_t p = 0; p < PROBES; p++)
        for (size_t l = 0; l < ROWS; l++)
            set_probe(one, p, l, 0x1.fffffep+95f);
    multiply(tiles, one, ROWS, ROWS);
    for (size_t i = 0; i < ROWS * PROBES; i++)
        assert_true(one->out[i] == 65504 * (double)0x1.fffffep+95f);
    free(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_as_close_as_binary32),
        cmocka_unit_test(each_row_is_computed_alone),
        cmocka_unit_test(every_code_is_exact),
        cmocka_unit_test(probes_that_are_not_finite_show),
        cmocka_unit_test(large_numbers_do_not_overflow_in_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
