/* Tests of standards/format: every code, and the roundings at and beside the midpoint of any two
 * neighbours. */
#include "standards/format.h"
#include "support/cmocka.h"

#include <math.h>

typedef struct {
    int fraction_bits, exponent_bits;
    unsigned largest;  /* code of the largest finite magnitude */
    unsigned overflow; /* the code after it when rounding: an infinity, or the same */
    unsigned codes;
    unsigned (*from_f64)(double value);
    unsigned (*from_f32)(float value);
    double (*to_f64)(unsigned code);
} codec;

static unsigned f16_from(double value)
{
    return wm_format_f16_from_f64(value);
}
static unsigned f16_from_float(float value)
{
    return wm_format_f16_from_f64((double)value);
}
static double f16_to(unsigned code)
{
    return (double)wm_format_f16_to_f32((uint16_t)code);
}
static unsigned bf16_from(double value)
{
    return wm_format_bf16_from_f64(value);
}
static unsigned bf16_from_float(float value)
{
    return wm_format_bf16_from_f64((double)value);
}
static double bf16_to(unsigned code)
{
    return (double)wm_format_bf16_to_f32((uint16_t)code);
}
static unsigned e4m3_from(double value)
{
    return wm_format_e4m3_from_f64(value);
}
static unsigned e4m3_from_float(float value)
{
    return wm_format_e4m3_from_f64((double)value);
}
static double e4m3_to(unsigned code)
{
    return (double)wm_format_e4m3_to_f32((uint8_t)code);
}

static const codec F16 = {10, 5, 0x7BFF, 0x7C00, 0x10000, f16_from, f16_from_float, f16_to};
static const codec BF16 = {7, 8, 0x7F7F, 0x7F80, 0x10000, bf16_from, bf16_from_float, bf16_to};
static const codec E4M3 = {3, 4, 0x7E, 0x7E, 0x100, e4m3_from, e4m3_from_float, e4m3_to};

/* The value of a finite magnitude by the definition of IEEE 754-2019 section 3.4. */
static double value_of(const codec *format, unsigned code)
{
    const int bias = (1 << (format->exponent_bits - 1)) - 1;
    const int exponent = (int)(code >> format->fraction_bits);
    const double fraction =
        ldexp(code & ((1u << format->fraction_bits) - 1), -format->fraction_bits);
    return exponent == 0 ? ldexp(fraction, 1 - bias) : ldexp(1 + fraction, exponent - bias);
}

static void check_codec(const codec *format)
{
    const unsigned sign = format->codes / 2;
    for (unsigned code = 0; code <= format->largest; code++) {
        const double value = value_of(format, code);
        assert_true(format->to_f64(code) == value && format->to_f64(code | sign) == -value);
        assert_int_equal(format->from_f64(value), code);
        assert_int_equal(format->from_f64(-value), code | sign);
        assert_int_equal(format->from_f32((float)value), code);
        /* Past the largest number, the neighbour is the next number of a format without a bound. */
        const unsigned above = code < format->largest ? code + 1 : format->overflow;
        const double middle = (value + value_of(format, code + 1)) / 2;
        const unsigned even = code % 2 == 0 ? code : above;
        assert_int_equal(format->from_f64(middle), even);
        assert_int_equal(format->from_f64(-middle), even | sign);
        assert_int_equal(format->from_f64(nextafter(middle, 0)), code);
        assert_int_equal(format->from_f64(nextafter(middle, INFINITY)), above);
        assert_int_equal(format->from_f32((float)middle), even);
        assert_int_equal(format->from_f32(nextafterf((float)middle, 0)), code);
        assert_int_equal(format->from_f32(nextafterf((float)middle, INFINITY)), above);
    }
    assert_int_equal(format->from_f64(1e300), format->overflow);
    assert_int_equal(format->from_f64(INFINITY), format->overflow);
    assert_int_equal(format->from_f64(-INFINITY), format->overflow | sign);
    assert_int_equal(format->from_f64(5e-324), 0);
    assert_true(isnan(format->to_f64(format->from_f64(NAN))));
}

static void binary16_rounds(void **state)
{
    (void)state;
    check_codec(&F16);
    assert_true(isinf(f16_to(0x7C00)) && f16_to(0xFC00) < 0);
    for (unsigned code = 0x7C01; code < 0x8000; code++)
        assert_true(isnan(f16_to(code)) && isnan(f16_to(code | 0x8000)));
}

static void bfloat16_rounds(void **state)
{
    (void)state;
    check_codec(&BF16);
    assert_true(isinf(bf16_to(0x7F80)) && bf16_to(0xFF80) < 0);
    for (unsigned code = 0x7F81; code < 0x8000; code++)
        assert_true(isnan(bf16_to(code)) && isnan(bf16_to(code | 0x8000)));
}

static void e4m3_rounds_and_saturates(void **state)
{
    (void)state;
    check_codec(&E4M3);
    assert_true(e4m3_to(0x7E) == 448.0);
    assert_true(isnan(e4m3_to(0x7F)) && isnan(e4m3_to(0xFF)));
}

static void tf32_keeps_eleven_bits(void **state)
{
    (void)state;
    for (int exponent = -126; exponent < 127; exponent++)
        for (int fraction = 0; fraction < 1024; fraction += 31) {
            const double unit = ldexp(1, exponent - 10);
            const double value = ldexp(1, exponent) + fraction * unit;
            const double even = fraction % 2 == 0 ? value : value + unit;
            assert_true((double)wm_format_tf32_round((float)value) == value);
            assert_true((double)wm_format_tf32_round((float)(value + unit / 2)) == even);
            assert_true((double)wm_format_tf32_round((float)-(value + unit * 0.51)) ==
                        -(value + unit));
        }
    assert_true(isinf(wm_format_tf32_round(INFINITY)) && isnan(wm_format_tf32_round(NAN)));
    assert_true(isinf(wm_format_tf32_round(3.4028234e38f)));
    assert_true(signbit(wm_format_tf32_round(-0.0f)));
}

static void elements_are_loaded_and_stored(void **state)
{
    (void)state;
    uint64_t room[3];
    for (int format = 0; format < WM_FORMAT_COUNT; format++) {
        assert_non_null(wm_format_name((wm_format)format));
        for (size_t i = 0; i < 3; i++)
            wm_format_store((wm_format)format, room, i, 5.0 * (double)i);
        for (size_t i = 0; i < 3; i++)
            assert_true(wm_format_load((wm_format)format, room, i) == 5.0 * (double)i);
    }
    assert_int_equal(wm_format_size(WM_FORMAT_COUNT), 0);
    assert_null(wm_format_name(WM_FORMAT_COUNT));
}

static void integers_round_and_saturate(void **state)
{
    (void)state;
    int8_t i8[4];
    uint32_t u32[2];
    wm_format_store(WM_FORMAT_I8, i8, 0, -200);
    wm_format_store(WM_FORMAT_I8, i8, 1, 2.5);
    wm_format_store(WM_FORMAT_I8, i8, 2, NAN);
    wm_format_store(WM_FORMAT_I8, i8, 3, -128);
    assert_true(i8[0] == -128 && i8[1] == 2 && i8[2] == 0 && i8[3] == -128);
    assert_true(wm_format_load(WM_FORMAT_I8, i8, 3) == -128);
    wm_format_store(WM_FORMAT_U32, u32, 0, -1);
    wm_format_store(WM_FORMAT_U32, u32, 1, 4294967295.0);
    assert_true(u32[0] == 0 && u32[1] == 0xFFFFFFFFu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary16_rounds),
        cmocka_unit_test(bfloat16_rounds),
        cmocka_unit_test(e4m3_rounds_and_saturates),
        cmocka_unit_test(tf32_keeps_eleven_bits),
        cmocka_unit_test(elements_are_loaded_and_stored),
        cmocka_unit_test(integers_round_and_saturate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
