/* The inner loops for any processor: vectors of four, which the compiler lowers to what the target
 * has. */
#include "backend/cpu/cpu_kernels.h"

#define SET generic
#define LANES 4
#define DOT_ROWS 1
#include "backend/cpu/cpu_kernels_types.h"

/* Not fused: rows_dot and rows_axpy promise an accuracy, not bits. The triad promises bits. */
#define KEEP(x) ((void)0)
#define FMA(a, b, c) ((a) * (b) + (c))
#define FMA_D(a, b, c) ((a) * (b) + (c))
#define MULTIPLY_32(a, b) (((a)&0xFFFFFFFFu) * (b))
#define HIGH_HALVES(a) ((a) >> 32)
#define INTERLEAVE(a, b, pairs) generic_interleave(a, b, pairs)
#define STREAM_FENCE() ((void)0)
#define STREAM_STORE(p, v) generic_store(p, v)
#define LARGER(a, b) generic_larger(a, b)
#define LARGER_D(a, b) generic_larger_d(a, b)
#define SUM_EIGHT_F32(v, out) generic_sum_eight(v, out)
#define TRIAD_FMA(a, b, c) generic_fma(a, b, c)
#define LOAD_U16(p) generic_load_u16(p)
#define LOAD_U8(p) generic_load_u8(p)
#define LOAD_I8(p) generic_load_i8(p)
#define LOAD_I8_D(p) generic_load_i8_d(p)
#define STORE_U16(p, v) generic_store_u16(p, v)
#define F16_LOAD(p) generic_load_f16(p)
#define F16_STORE(p, v) generic_store_f16(p, v)

#include <string.h>

static inline void generic_store(float *p, vf v)
{
    memcpy(p, &v, sizeof v);
}

static inline void generic_interleave(vq a, vq b, vq pairs[2])
{
    pairs[0] = (vq){a[0], b[0]};
    pairs[1] = (vq){a[1], b[1]};
}

static inline vf generic_fma(vf a, vf b, vf c)
{
    vf result;
    for (int i = 0; i < LANES; i++)
        result[i] = __builtin_fmaf(a[i], b[i], c[i]);
    return result;
}

static inline vf generic_larger(vf a, vf b)
{
    const vi where = a > b;
    return (vf)((where & (vi)a) | (~where & (vi)b));
}

static inline vd generic_larger_d(vd a, vd b)
{
    const vq where = (vq)(a > b);
    return (vd)((where & (vq)a) | (~where & (vq)b));
}

static inline void generic_sum_eight(const vf v[8], float out[8])
{
    for (int i = 0; i < 8; i++)
        out[i] = (v[i][0] + v[i][2]) + (v[i][1] + v[i][3]);
}

static inline vu generic_load_u16(const uint16_t *p)
{
    return (vu){p[0], p[1], p[2], p[3]};
}

static inline vu generic_load_u8(const uint8_t *p)
{
    return (vu){p[0], p[1], p[2], p[3]};
}

static inline vi generic_load_i8(const uint8_t *p)
{
    return (vi){(int8_t)p[0], (int8_t)p[1], (int8_t)p[2], (int8_t)p[3]};
}

static inline vd generic_load_i8_d(const uint8_t *p)
{
    return (vd){(int8_t)p[0], (int8_t)p[1]};
}

static inline void generic_store_u16(uint16_t *p, vu v)
{
    for (int i = 0; i < LANES; i++)
        p[i] = (uint16_t)v[i];
}

/* As for e4m3 in the body: a shift and a new bias, code * 2^-24 for subnormals. The top exponent
 * stays the top exponent. */
static inline vf generic_load_f16(const uint16_t *p)
{
    const vi x = (vi)generic_load_u16(p);
    const vi magnitude = x & 0x7FFF;
    const vi top = magnitude >= 0x7C00, small = magnitude < 0x400;
    const vi normal = (magnitude << 13) + (112 << 23);
    const vi subnormal = (vi)(__builtin_convertvector(magnitude, vf) * 0x1p-24f);
    vi bits = (small & subnormal) | (~small & normal);
    bits = (top & ((magnitude << 13) | 0x7F800000)) | (~top & bits);
    return (vf)(bits | (x & 0x8000) << 16);
}

/* Normal results are rounded as integers. For subnormal results, adding 1/2 makes 2^-24 the unit in
 * the last place. */
static inline void generic_store_f16(uint16_t *p, vf v)
{
    const vi bits = (vi)v;
    const vi magnitude = bits & 0x7FFFFFFF;
    const vi normal = (magnitude + 0xFFF + (magnitude >> 13 & 1) - (112 << 23)) >> 13;
    const vi subnormal = (vi)((vf)magnitude + 0.5f) - 0x3F000000;
    const vi small = magnitude < 0x38800000, large = magnitude >= 0x477FF000;
    const vi is_nan = magnitude > 0x7F800000;
    vi code = (small & subnormal) | (~small & normal);
    code = (large & 0x7C00) | (~large & code);
    code = (is_nan & 0x7E00) | (~is_nan & code);
    generic_store_u16(p, (vu)(code | (bits >> 16 & 0x8000)));
}

#include "backend/cpu/cpu_kernels_body.h"
