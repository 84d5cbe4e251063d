/* Loads, stores and conversions of number formats, over vectors of LANES. Only cpu_kernels_body.h
 * includes this file. */
/* An unaligned vector at p. A memcpy of constant size is one instruction. */
INLINE vf load_f32(const float *p)
{
    vf v;
    memcpy(&v, p, sizeof v);
    return v;
}

INLINE vd load_f64(const double *p)
{
    vd v;
    memcpy(&v, p, sizeof v);
    return v;
}

INLINE vf choose(vi where, vf yes, vf no)
{
    return (vf)((where & (vi)yes) | (~where & (vi)no));
}

INLINE vf splat_f32(float value)
{
    return value - (vf){0};
}

INLINE vd splat_f64(double value)
{
    return value - (vd){0};
}

/* bfloat16 is the upper half of binary32. */
INLINE vf load_bf16(const uint16_t *p)
{
    return (vf)(LOAD_U16(p) << 16);
}

/* Normal numbers need a shift and a new bias. Magnitudes below 8 are subnormal: code * 2^-9. 0x7f
 * is NaN. */
INLINE vf load_e4m3(const uint8_t *p)
{
    const vi x = (vi)LOAD_U8(p);
    const vi magnitude = x & 0x7F;
    const vf normal = (vf)((magnitude << 20) + (120 << 23));
    const vf subnormal = __builtin_convertvector(magnitude, vf) * 0x1p-9f;
    const vf not_a_number = (vf)((vi){0} + 0x7FC00000);
    vf value = choose(magnitude < 8, subnormal, normal);
    value = choose(magnitude == 0x7F, not_a_number, value);
    return (vf)((vi)value | (x & 0x80) << 24);
}

/* LANES elements of a format as binary32. `format` is a constant in every inlined copy. */
INLINE vf load_as_f32(wm_format format, const uint8_t *p)
{
    switch (format) {
    case WM_FORMAT_F16:
        return F16_LOAD((const uint16_t *)(const void *)p);
    case WM_FORMAT_BF16:
        return load_bf16((const uint16_t *)(const void *)p);
    case WM_FORMAT_E4M3:
        return load_e4m3(p);
    case WM_FORMAT_I8:
        return __builtin_convertvector(LOAD_I8(p), vf);
    default:
        return load_f32((const float *)(const void *)p);
    }
}

/* DOUBLES elements of a format as binary64. */
INLINE vd load_as_f64(wm_format format, const uint8_t *p)
{
    if (format == WM_FORMAT_F32) {
        vhf values;
        memcpy(&values, p, sizeof values);
        return __builtin_convertvector(values, vd);
    }
    if (format == WM_FORMAT_I32) {
        vhi values;
        memcpy(&values, p, sizeof values);
        return __builtin_convertvector(values, vd);
    }
    if (format == WM_FORMAT_I8)
        return LOAD_I8_D(p);
    return load_f64((const double *)(const void *)p);
}

INLINE void sum_eight_vd(const vd v[8], double out[8])
{
    double lanes[8 * DOUBLES];
    memcpy(lanes, v, sizeof lanes);
    for (int i = 0; i < 8; i++) {
        double sum = lanes[i * DOUBLES];
#pragma GCC unroll 8
        for (int t = 1; t < DOUBLES; t++)
            sum += lanes[i * DOUBLES + t];
        out[i] = sum;
    }
}

/* The largest power of two that is not above each magnitude, but at least `least`; infinity for
 * numbers that are not finite. */
INLINE vf power_f32(vf v, float least)
{
    return LARGER((vf)((vi)v & 0x7F800000), splat_f32(least));
}

INLINE vd power_f64(vd v, double least)
{
    return LARGER_D((vd)((vq)v & 0x7FF0000000000000u), splat_f64(least));
}

INLINE void convert_up(wm_format format, size_t size, const uint8_t *from, float *to, size_t count)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        const vf v = load_as_f32(format, from + i * size);
        memcpy(to + i, &v, sizeof v);
    }
    if (i < count) {
        uint8_t rest[LANES * 4] = {0};
        memcpy(rest, from + i * size, (count - i) * size);
        const vf v = load_as_f32(format, rest);
        memcpy(to + i, &v, (count - i) * sizeof *to);
    }
}

static void to_f32(wm_format format, const void *from, float *to, size_t count)
{
    switch (format) {
    case WM_FORMAT_F16:
        convert_up(WM_FORMAT_F16, 2, from, to, count);
        break;
    case WM_FORMAT_BF16:
        convert_up(WM_FORMAT_BF16, 2, from, to, count);
        break;
    case WM_FORMAT_E4M3:
        convert_up(WM_FORMAT_E4M3, 1, from, to, count);
        break;
    case WM_FORMAT_I8:
        convert_up(WM_FORMAT_I8, 1, from, to, count);
        break;
    default:
        memcpy(to, from, count * sizeof *to);
    }
}

/* Marks lanes that are no integers of at most 2^30, and keeps the largest magnitudes. */
INLINE void meet_integers(vf v, vi *others, vf *largest)
{
    const vf magnitude = (vf)((vi)v & 0x7FFFFFFF);
    const vi fits = magnitude <= splat_f32(0x1p30F); /* a NaN does not */
    const vf safe = (vf)((vi)v & fits);
    const vf whole = __builtin_convertvector(__builtin_convertvector(safe, vi), vf);
    *others |= ~fits | (whole != safe);
    *largest = LARGER(magnitude, *largest);
}

INLINE bool find_integers(wm_format format, size_t size, const uint8_t *from, size_t count,
                          float *largest)
{
    vi others = {0};
    vf most = {0};
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        meet_integers(load_as_f32(format, from + i * size), &others, &most);
    if (i < count) {
        uint8_t rest[LANES * 4] = {0};
        memcpy(rest, from + i * size, (count - i) * size);
        meet_integers(load_as_f32(format, rest), &others, &most);
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (others[lane] != 0)
            return false;
        *largest = most[lane] > *largest ? most[lane] : *largest;
    }
    return true;
}

static bool integers(wm_format format, const void *from, size_t count, float *largest)
{
    switch (format) {
    case WM_FORMAT_F16:
        return find_integers(WM_FORMAT_F16, 2, from, count, largest);
    case WM_FORMAT_BF16:
        return find_integers(WM_FORMAT_BF16, 2, from, count, largest);
    case WM_FORMAT_E4M3:
        return find_integers(WM_FORMAT_E4M3, 1, from, count, largest);
    case WM_FORMAT_I8:
        return find_integers(WM_FORMAT_I8, 1, from, count, largest);
    default:
        return find_integers(WM_FORMAT_F32, 4, from, count, largest);
    }
}

static void integer_gaps(const float *numbers, const double *x, size_t count, double scale,
                         double sums[8])
{
    enum { VECTORS = 8 / DOUBLES };
    vd sum[VECTORS];
    size_t l = 0;
    memcpy(sum, sums, sizeof sum);
    for (; l < count; l += 8) {
        float rest[8] = {0};
        const float *from = numbers + l;
        if (count - l < 8)
            from = memcpy(rest, from, (count - l) * sizeof *rest);
#pragma GCC unroll 4
        for (unsigned v = 0; v < VECTORS; v++) {
            const vd value = load_as_f64(WM_FORMAT_F32, (const uint8_t *)(from + v * DOUBLES));
            const vd gap = power_f64(value, 0) * scale;
            const vd kept = (vd)((vq)gap & (vq)(gap >= 2));
            const vd term = kept * load_f64(x + l + v * DOUBLES);
            sum[v] += term * term;
        }
    }
    memcpy(sums, sum, sizeof sum);
}

/* A NaN keeps its sign and becomes quiet, so that all sets and the reference agree. */
INLINE vf quiet(vf v)
{
    const vi bits = (vi)v;
    const vf canonical = (vf)((bits & (int32_t)0x80000000) | 0x7FC00000);
    return choose((bits & 0x7FFFFFFF) > 0x7F800000, canonical, v);
}

INLINE void store_bf16(uint16_t *p, vf value)
{
    const vu bits = (vu)quiet(value);
    const vu rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    const vu kept = bits >> 16;
    const vi is_nan = (vi)(bits & 0x7FFFFFFF) > 0x7F800000;
    STORE_U16(p, (rounded & (vu)~is_nan) | (kept & (vu)is_nan));
}

static void from_f32(wm_format format, const float *from, void *to, size_t count)
{
    uint16_t *codes = to;
    if (format == WM_FORMAT_F32) {
        memcpy(to, from, count * sizeof *from);
        return;
    }
    for (size_t i = 0; i < count; i += LANES) {
        float values[LANES] = {0};
        uint16_t rounded[LANES];
        const size_t part = count - i < LANES ? count - i : LANES;
        const bool whole = part == LANES;
        if (!whole)
            memcpy(values, from + i, part * sizeof *from);
        const vf v = load_f32(whole ? from + i : values);
        uint16_t *out = whole ? codes + i : rounded;
        if (format == WM_FORMAT_F16)
            F16_STORE(out, quiet(v));
        else
            store_bf16(out, v);
        if (!whole)
            memcpy(codes + i, rounded, part * sizeof *codes);
    }
}

/* Infinities and NaN stay. A carry past the largest number gives an infinity. */
INLINE vf tf32(vf value)
{
    const vu bits = (vu)value;
    const vu rounded = (bits + 0xFFF + (bits >> 13 & 1)) & 0xFFFFE000u;
    return choose((vi)(bits & 0x7F800000) == 0x7F800000, value, (vf)rounded);
}

static void round_tf32(const float *from, float *to, size_t count)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        const vf v = tf32(load_f32(from + i));
        memcpy(to + i, &v, sizeof v);
    }
    if (i < count) {
        float rest[LANES] = {0};
        memcpy(rest, from + i, (count - i) * sizeof *from);
        const vf v = tf32(load_f32(rest));
        memcpy(to + i, &v, (count - i) * sizeof *to);
    }
}
