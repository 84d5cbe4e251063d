/* Every set of the CPU's inner loops that this processor can run, against the formats' own functions and each other. */
#include "backend/cpu/cpu_kernels.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOR_EACH_SET(set)                                                                   \
    for (size_t number = 0; wm_cpu_kernels_get(number) != NULL; number++)                    \
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

/* Arbitrary bits, which are mostly huge or tiny, and their scaling to where each format rounds; every tail length. */
static void arbitrary_values_round(void **state)
{
    enum { COUNT = 60000 };
    (void)state;
    uint32_t *bits = malloc(COUNT * sizeof *bits);
    uint16_t *codes = malloc(COUNT * sizeof *codes);
    float *values = malloc(COUNT * sizeof *values), *rounded = malloc(COUNT * sizeof *rounded);
    for (size_t i = 0; i < COUNT; i++) {
        bits[i] = wm_philox_word(&STREAM, i);
        if (i % 2 == 0) /* exponents 96 to 143: around what binary16 can hold */
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

static void philox_is_philox(void **state)
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

static void triads_fuse(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_widens),      cmocka_unit_test(arbitrary_values_round),
        cmocka_unit_test(philox_is_philox),       cmocka_unit_test(triads_fuse),
        cmocka_unit_test(exponentials_are_close),
    };
    for (size_t i = 0; wm_cpu_kernels_get(i) != NULL; i++)
        printf("kernels %s\n", wm_cpu_kernels_get(i)->name);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
