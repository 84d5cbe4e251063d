/* Number formats of operands and outputs: their sizes, names, and roundings to and from binary32
 * and binary64.
 *
 * Rounding is to nearest, ties to even, with subnormals. binary16, bfloat16: too large becomes an
 * infinity, a NaN stays one. e4m3 (OCP 8-bit floating point, E4M3): no infinities; too large, and
 * infinities, saturate to 448; NaN is 0x7f with the sign. */
#ifndef WM_STANDARDS_FORMAT_H
#define WM_STANDARDS_FORMAT_H

#include <stddef.h>
#include <stdint.h>

/* The formats: identifier, name in docs/formats, bytes of an element. bfloat16 is the upper half of
 * binary32. */
#define WM_FORMAT_LIST(X) \
    X(F16, binary16, 2)   \
    X(BF16, bfloat16, 2)  \
    X(E4M3, e4m3, 1)      \
    X(F32, binary32, 4)   \
    X(F64, binary64, 8)   \
    X(I8, int8, 1)        \
    X(I32, int32, 4)      \
    X(U32, uint32, 4)

typedef enum {
#define WM_FORMAT_ENUM(id, name, size) WM_FORMAT_##id,
    WM_FORMAT_LIST(WM_FORMAT_ENUM)
#undef WM_FORMAT_ENUM
        WM_FORMAT_COUNT
} wm_format;

/* Size of one element in bytes; 0 for an unknown format. */
size_t wm_format_size(wm_format format);

/* The name in docs/formats, as "binary16"; null if unknown. */
const char *wm_format_name(wm_format format);

/* The format of that name; WM_FORMAT_COUNT if there is none. */
wm_format wm_format_named(const char *name);

/* binary16. Source: IEEE 754-2019 section 3.6. */
uint16_t wm_format_f16_from_f64(double value);
float wm_format_f16_to_f32(uint16_t code);

/* bfloat16: binary32 with 8 significand bits. */
uint16_t wm_format_bf16_from_f64(double value);
float wm_format_bf16_to_f32(uint16_t code);

/* e4m3. Source: OCP 8-bit Floating Point Specification (OFP8) 1.0, section 5, conversion in
 * saturating mode. */
uint8_t wm_format_e4m3_from_f64(double value);
float wm_format_e4m3_to_f32(uint8_t code);

/* Rounds to 11 significand bits and keeps the exponent range of binary32. Infinities and NaN
 * stay. */
float wm_format_tf32_round(float value);

/* Element `index` of an array of the format, as binary64 (exact in every format). */
double wm_format_load(wm_format format, const void *elements, size_t index);

/* Stores a value as element `index`, rounded once. Integer formats round to nearest even and
 * saturate; NaN gives 0. */
void wm_format_store(wm_format format, void *elements, size_t index, double value);

#endif
