/* Exact sums of products with numbers of 61 bits, and integers rounded once, over vectors of LANES.
 * Only cpu_kernels_body.h includes this file. */
enum { LIMBS = WM_FIELD61_LIMBS };

/* LANES elements of I8 or I32 plus 2^7 or 2^31, so that none is negative. */
INLINE vu load_biased(wm_format format, const uint8_t *p)
{
    vu v;
    if (format == WM_FORMAT_I8)
        return LOAD_U8(p) ^ 0x80;
    memcpy(&v, p, sizeof v);
    return v ^ 0x80000000u;
}

INLINE vu load_u32(const uint32_t *p)
{
    vu v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Adds the products of LANES elements and their limbs, even lanes and odd lanes apart.
 * MULTIPLY_32's second factor must be below 2^32. */
INLINE void add_products(vu elements, const uint32_t *limbs, size_t stride, vq sums[LIMBS][2])
{
    const vq even = (vq)elements & 0xFFFFFFFFu, odd = (vq)elements >> 32;
#pragma GCC unroll 3
    for (size_t i = 0; i < LIMBS; i++) {
        const vq by = (vq)load_u32(limbs + i * stride);
        sums[i][0] += MULTIPLY_32(by, even);
        sums[i][1] += MULTIPLY_32(odd, by >> 32);
    }
}

INLINE void dot_exact(wm_format format, size_t size, const uint8_t *row, size_t length,
                      const uint32_t *limbs, size_t stride, uint64_t out[LIMBS])
{
    vq sums[LIMBS][2] = {{{0}}};
    size_t l = 0;
    for (; l + LANES <= length; l += LANES)
        add_products(load_biased(format, row + l * size), limbs + l, stride, sums);
    if (l < length) {
        uint8_t rest[LANES * 4] = {0};
        memcpy(rest, row + l * size, (length - l) * size);
        add_products(load_biased(format, rest), limbs + l, stride, sums);
    }
    for (size_t i = 0; i < LIMBS; i++) {
        const vq both = sums[i][0] + sums[i][1];
        out[i] = 0;
        for (unsigned t = 0; t < DOUBLES; t++)
            out[i] += both[t];
    }
}

static void exact_dot(wm_format format, const void *row, size_t length, const uint32_t *limbs,
                      size_t stride, uint64_t out[LIMBS])
{
    if (format == WM_FORMAT_I8)
        dot_exact(WM_FORMAT_I8, 1, row, length, limbs, stride, out);
    else
        dot_exact(WM_FORMAT_I32, 4, row, length, limbs, stride, out);
}

/* LANES columns of some rows, which are vector number `at` of a group of 16 columns. */
INLINE void axpy_exact(const uint8_t *from, size_t row_bytes, size_t rows, vq by[][LIMBS],
                       size_t at, uint64_t *sums, size_t sum_stride)
{
    enum { ODD = WM_CPU_KERNELS_PAD / 2 };
    vq sum[LIMBS][2];
#pragma GCC unroll 3
    for (size_t i = 0; i < LIMBS; i++) {
        memcpy(&sum[i][0], sums + i * sum_stride + at * DOUBLES, sizeof(vq));
        memcpy(&sum[i][1], sums + i * sum_stride + at * DOUBLES + ODD, sizeof(vq));
    }
    for (size_t r = 0; r < rows; r++) {
        const vq even = (vq)load_biased(WM_FORMAT_I8, from + r * row_bytes), odd = even >> 32;
#pragma GCC unroll 3
        for (size_t i = 0; i < LIMBS; i++) {
            sum[i][0] += MULTIPLY_32(even, by[r][i]);
            sum[i][1] += MULTIPLY_32(odd, by[r][i]);
        }
    }
#pragma GCC unroll 3
    for (size_t i = 0; i < LIMBS; i++) {
        memcpy(sums + i * sum_stride + at * DOUBLES, &sum[i][0], sizeof(vq));
        memcpy(sums + i * sum_stride + at * DOUBLES + ODD, &sum[i][1], sizeof(vq));
    }
}

static void exact_axpy(const wm_cpu_rows *rows, const uint32_t *limbs, size_t stride,
                       uint64_t *sums, size_t sum_stride)
{
    enum { GROUP_COLUMNS = WM_CPU_KERNELS_PAD };
    vq by[WM_CPU_KERNELS_EXACT_ROWS][LIMBS];
    for (size_t r = 0; r < rows->row_count; r++)
        for (size_t i = 0; i < LIMBS; i++)
            by[r][i] = (vq){0} + limbs[i * stride + r];
    for (size_t l = 0; l < rows->length; l += GROUP_COLUMNS) {
        const uint8_t *from = rows->rows + l;
        uint8_t rest[WM_CPU_KERNELS_EXACT_ROWS * GROUP_COLUMNS] = {0};
        size_t row_bytes = rows->row_bytes;
        if (rows->length - l < GROUP_COLUMNS) {
            for (size_t r = 0; r < rows->row_count; r++)
                memcpy(rest + r * GROUP_COLUMNS, from + r * row_bytes, rows->length - l);
            from = rest;
            row_bytes = GROUP_COLUMNS;
        }
        for (size_t at = 0; at < GROUP_COLUMNS / LANES; at++)
            axpy_exact(from + at * LANES, row_bytes, rows->row_count, by, at, sums + l, sum_stride);
    }
}

/* Integers from 2^24 on lose their low 8 bits to the next lowest: it becomes 1 if one of them was.
 * binary32 has the result exactly, and rounding it to at most 22 bits gives what the integer
 * gives. */
INLINE vi keep_sticky(vi v)
{
    const vi large = (v >> 24) != (v >> 31);
    const vi inexact = (v & 0xFF) != 0;
    return (large & ((v & ~0xFF) | (inexact & 0x100))) | (~large & v);
}

/* LANES elements, rounded once. binary16 has no finite number from 2^16 on. */
INLINE void round_integers(wm_format format, const int32_t *from, uint8_t *to)
{
    vi v;
    memcpy(&v, from, sizeof v);
    if (format == WM_FORMAT_F32) {
        const vf rounded = __builtin_convertvector(v, vf);
        memcpy(to, &rounded, sizeof rounded);
    } else if (format == WM_FORMAT_F16) {
        F16_STORE((uint16_t *)(void *)to, __builtin_convertvector(v, vf));
    } else {
        store_bf16((uint16_t *)(void *)to, __builtin_convertvector(keep_sticky(v), vf));
    }
}

INLINE void convert_integers(wm_format format, size_t size, const int32_t *from, uint8_t *to,
                             size_t count)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        round_integers(format, from + i, to + i * size);
    if (i < count) {
        int32_t rest[LANES] = {0};
        uint8_t rounded[LANES * 4];
        memcpy(rest, from + i, (count - i) * sizeof *from);
        round_integers(format, rest, rounded);
        memcpy(to + i * size, rounded, (count - i) * size);
    }
}

static void from_i32(wm_format format, const int32_t *from, void *to, size_t count)
{
    if (format == WM_FORMAT_F16)
        convert_integers(WM_FORMAT_F16, 2, from, to, count);
    else if (format == WM_FORMAT_BF16)
        convert_integers(WM_FORMAT_BF16, 2, from, to, count);
    else
        convert_integers(WM_FORMAT_F32, 4, from, to, count);
}
