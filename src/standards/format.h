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

typedef enum {
    WM_FORMAT_F16,  /* IEEE 754 binary16 */
    WM_FORMAT_BF16, /* the upper half of binary32 */
    WM_FORMAT_E4M3, /* OCP 8-bit floating point, E4M3 */
    WM_FORMAT_F32,  /* IEEE 754 binary32 */
    WM_FORMAT_F64,  /* IEEE 754 binary64 */
    WM_FORMAT_I8,
    WM_FORMAT_I32,
    WM_FORMAT_U32,
    WM_FORMAT_COUNT
} wm_format;

/* Size of one element in bytes; 0 for an unknown format. */
size_t wm_format_size(wm_format format);

/* The name in docs/formats ("binary16", "bfloat16", "e4m3", "binary32", "binary64", "int8",
 * "int32", "uint32"); null if unknown. */
const char *wm_format_name(wm_format format);

/* The format of that name; WM_FORMAT_COUNT if there is none. */
wm_format wm_format_named(const char *name);

/* binary16. Source: IEEE 754-2019 section 3.6. */
uint16_t wm_format_f16_from_f64(double value);
uint16_t wm_format_f16_from_f32(float value);
float wm_format_f16_to_f32(uint16_t code);

/* bfloat16: binary32 with 8 significand bits. */
uint16_t wm_format_bf16_from_f64(double value);
uint16_t wm_format_bf16_from_f32(float value);
float wm_format_bf16_to_f32(uint16_t code);

/* e4m3. Source: OCP 8-bit Floating Point Specification (OFP8) 1.0, section 5, conversion in
 * saturating mode. */
uint8_t wm_format_e4m3_from_f64(double value);
uint8_t wm_format_e4m3_from_f32(float value);
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
