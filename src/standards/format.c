/* Sizes, names and roundings of the number formats. */
#include "standards/format.h"

#include <math.h>
#include <string.h>

/* A binary interchange format: stored significand bits, exponent of the smallest normal number,
 * largest code of a magnitude. */
typedef struct {
    int fraction_bits;
    int exponent_min;
    uint32_t code_max; /* infinity, or the largest finite number where there is none */
    uint32_t code_nan;
} binary_format;

static const binary_format F16 = {10, -14, 0x7C00, 0x7E00};
static const binary_format BF16 = {7, -126, 0x7F80, 0x7FC0};
static const binary_format E4M3 = {3, -6, 0x7E, 0x7F}; /* 0x7E is 448; OFP8 has no infinity */
static const binary_format TF32 = {10, -126, 0x3FC00, 0x3FE00};

static const struct {
    size_t size;
    const char *name;
} FORMATS[WM_FORMAT_COUNT] = {
#define FORMAT_ROW(id, name, size) {size, #name},
    WM_FORMAT_LIST(FORMAT_ROW)
#undef FORMAT_ROW
};

size_t wm_format_size(wm_format format)
{
    return (unsigned)format < WM_FORMAT_COUNT ? FORMATS[format].size : 0;
}

const char *wm_format_name(wm_format format)
{
    return (unsigned)format < WM_FORMAT_COUNT ? FORMATS[format].name : NULL;
}

wm_format wm_format_named(const char *name)
{
    unsigned format = 0;
    while (format < WM_FORMAT_COUNT && strcmp(FORMATS[format].name, name) != 0)
        format++;
    return (wm_format)format;
}

/* The code of |value|, rounded once. The value is M * 2^(e-52) with 2^52 <= M < 2^53. In units of
 * the format's last place at that exponent (or at the smallest one) it is M >> shift, rounded to
 * nearest even. A carry moves into the exponent, which is correct. */
static uint32_t encode_magnitude(double value, const binary_format *format)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int biased = (int)(bits >> 52 & 0x7FF);
    if (biased == 0x7FF)
        return (bits << 12) != 0 ? format->code_nan : format->code_max;
    if (biased ==
        0) /* zero, or a binary64 subnormal, far below half of any format's smallest number */
        return 0;
    const uint64_t significand = (bits & 0xFFFFFFFFFFFFFull) | 1ull << 52;
    const int exponent = biased - 1023;
    const int unit = exponent > format->exponent_min ? exponent : format->exponent_min;
    const int shift = 52 - format->fraction_bits + (unit - exponent);
    if (shift > 53) /* below half of the smallest number */
        return 0;
    const uint64_t odd = significand >> shift & 1;
    const uint64_t rounded = (significand + ((1ull << (shift - 1)) - 1) + odd) >> shift;
    const uint64_t code =
        ((uint64_t)(unit - format->exponent_min) << format->fraction_bits) + rounded;
    return code < format->code_max ? (uint32_t)code : format->code_max;
}

static uint32_t sign_of(double value)
{
    return signbit(value) ? 1u : 0u;
}

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* fraction * 2^exponent, exact for every code of the formats here. */
static float scaled(uint32_t fraction, int exponent)
{
    return (float)ldexp((double)fraction, exponent);
}

uint16_t wm_format_f16_from_f64(double value)
{
    return (uint16_t)(sign_of(value) << 15 | encode_magnitude(value, &F16));
}

float wm_format_f16_to_f32(uint16_t code)
{
    const uint32_t sign = (uint32_t)(code & 0x8000) << 16;
    const uint32_t exponent = code >> 10 & 0x1F;
    const uint32_t fraction = code & 0x3FF;
    if (exponent == 0x1F)
        return float_of_bits(sign | 0x7F800000u | fraction << 13);
    if (exponent == 0)
        return sign != 0 ? -scaled(fraction, -24) : scaled(fraction, -24);
    return float_of_bits(sign | (exponent + 112) << 23 | fraction << 13);
}

uint16_t wm_format_bf16_from_f64(double value)
{
    return (uint16_t)(sign_of(value) << 15 | encode_magnitude(value, &BF16));
}

float wm_format_bf16_to_f32(uint16_t code)
{
    return float_of_bits((uint32_t)code << 16);
}

uint8_t wm_format_e4m3_from_f64(double value)
{
    return (uint8_t)(sign_of(value) << 7 | encode_magnitude(value, &E4M3));
}

float wm_format_e4m3_to_f32(uint8_t code)
{
    const uint32_t sign = (uint32_t)(code & 0x80) << 24;
    const uint32_t exponent = code >> 3 & 0xF;
    const uint32_t fraction = code & 7;
    if ((code & 0x7F) == 0x7F)
        return float_of_bits(sign | 0x7FC00000u);
    if (exponent == 0)
        return sign != 0 ? -scaled(fraction, -9) : scaled(fraction, -9);
    return float_of_bits(sign | (exponent + 120) << 23 | fraction << 20);
}

float wm_format_tf32_round(float value)
{
    if (isnan(value))
        return value;
    return float_of_bits(sign_of((double)value) << 31 | encode_magnitude((double)value, &TF32)
                                                            << 13);
}

static uint16_t load_16(const uint8_t *at)
{
    uint16_t code;
    memcpy(&code, at, sizeof code);
    return code;
}

static uint32_t load_32(const uint8_t *at)
{
    uint32_t bits;
    memcpy(&bits, at, sizeof bits);
    return bits;
}

static double load_f64(const uint8_t *at)
{
    double value;
    memcpy(&value, at, sizeof value);
    return value;
}

double wm_format_load(wm_format format, const void *elements, size_t index)
{
    const uint8_t *bytes = elements;
    switch (format) {
    case WM_FORMAT_F16:
        return (double)wm_format_f16_to_f32(load_16(bytes + 2 * index));
    case WM_FORMAT_BF16:
        return (double)wm_format_bf16_to_f32(load_16(bytes + 2 * index));
    case WM_FORMAT_E4M3:
        return (double)wm_format_e4m3_to_f32(bytes[index]);
    case WM_FORMAT_F32:
        return (double)float_of_bits(load_32(bytes + 4 * index));
    case WM_FORMAT_F64:
        return load_f64(bytes + 8 * index);
    case WM_FORMAT_I8:
        return bytes[index] < 128 ? (double)bytes[index] : (double)bytes[index] - 256;
    case WM_FORMAT_I32:
        return load_32(bytes + 4 * index) < 0x80000000u
                   ? (double)load_32(bytes + 4 * index)
                   : (double)load_32(bytes + 4 * index) - 4294967296.0;
    case WM_FORMAT_U32:
        return (double)load_32(bytes + 4 * index);
    case WM_FORMAT_COUNT:
        break;
    }
    return NAN;
}

/* To nearest even, then into [lowest, highest]; NaN gives 0. */
static double to_integer(double value, double lowest, double highest)
{
    if (isnan(value))
        return 0;
    const double rounded = nearbyint(value);
    return rounded < lowest ? lowest : rounded > highest ? highest : rounded;
}

void wm_format_store(wm_format format, void *elements, size_t index, double value)
{
    uint8_t *at = (uint8_t *)elements + index * wm_format_size(format);
    union {
        uint8_t u8;
        int8_t i8;
        uint16_t u16;
        int32_t i32;
        uint32_t u32;
        float f32;
        double f64;
    } element = {0};
    switch (format) {
    case WM_FORMAT_F16:
        element.u16 = wm_format_f16_from_f64(value);
        break;
    case WM_FORMAT_BF16:
        element.u16 = wm_format_bf16_from_f64(value);
        break;
    case WM_FORMAT_E4M3:
        element.u8 = wm_format_e4m3_from_f64(value);
        break;
    case WM_FORMAT_F32:
        element.f32 = (float)value;
        break;
    case WM_FORMAT_F64:
        element.f64 = value;
        break;
    case WM_FORMAT_I8:
        element.i8 = (int8_t)to_integer(value, -128, 127);
        break;
    case WM_FORMAT_I32:
        element.i32 = (int32_t)to_integer(value, -2147483648.0, 2147483647.0);
        break;
    case WM_FORMAT_U32:
        element.u32 = (uint32_t)to_integer(value, 0, 4294967295.0);
        break;
    case WM_FORMAT_COUNT:
        return;
    }
    memcpy(at, &element, wm_format_size(format));
}
