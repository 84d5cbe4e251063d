/* The inner loops, written over vectors of LANES binary32 numbers. cpu_kernels_SET.c includes this
 * file and defines:
 *
 * LANES         binary32 numbers in a vector: 4, 8 or 16
 * DOT_ROWS      rows that rows_dot keeps in registers at once, with GROUP probes
 * FMA, FMA_D    multiply-add of vectors, fused where the set has it
 * HIGH_HALVES   the upper 32 bits of each 64-bit lane, in its lower 32; the upper 32 are ignored
 * INTERLEAVE    pairs[0], pairs[1] = a[0], b[0], a[1], b[1], ...
 * SUM_EIGHT_F32 the sums of the lanes of eight vectors
 * LARGER, LARGER_D  the larger of each two lanes
 * SET           the name of the table
 *
 * It also defines LOAD_*, STORE_U16, KEEP, F16_LOAD, F16_STORE, STREAM_STORE, STREAM_FENCE,
 * MULTIPLY_32 and TRIAD_FMA. */
#include <math.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum {
    DOUBLES = LANES / 2,
    PROBES = WM_CPU_KERNELS_PROBES,
    GROUP = 8, /* probes that rows_dot keeps in registers at once */
    GROUPS = PROBES / GROUP,
    DOT_GROUPS = WM_CPU_KERNELS_ROWS / DOT_ROWS + DOT_ROWS - 1,
    PAD = WM_CPU_KERNELS_PAD,
    ROW_PART = 1024, /* bytes of a row in a block of rows_dot */
    AXPY_ROWS = 4    /* rows of one probe that rows_axpy adds at once */
};
#include "backend/cpu/cpu_kernels_convert.h"
#include "backend/cpu/cpu_kernels_exact.h"

/* What rows_split and rows_norm square beside their sums. */
typedef enum { OF_NOTHING, OF_GAPS, OF_ELEMENTS, OF_ELEMENTS_ALONE } squared;

enum { PHILOX_ROUNDS = 10 };

/* DOUBLES blocks at once, with a word in the low half of each 64-bit lane (standards/philox.c has
 * the plain form). A multiplication reads low halves only, so the upper halves are cleared once, at
 * the end. */
INLINE void philox_group(const wm_philox *stream, const uint64_t keys[PHILOX_ROUNDS][2], vq block,
                         vq *left, vq *right)
{
    const uint64_t low = 0xFFFFFFFFu;
    vq c0 = block, c1 = block >> 32;
    vq c2 = (vq){0} + stream->high[0], c3 = (vq){0} + stream->high[1];
#pragma GCC unroll 10
    for (int round = 0; round < PHILOX_ROUNDS; round++) {
        const vq first = MULTIPLY_32(c0, (vq){0} + 0xD2511F53u);
        const vq second = MULTIPLY_32(c2, (vq){0} + 0xCD9E8D57u);
        c0 = HIGH_HALVES(second) ^ c1 ^ ((vq){0} + keys[round][0]);
        c1 = second;
        c2 = HIGH_HALVES(first) ^ c3 ^ ((vq){0} + keys[round][1]);
        c3 = first;
    }
    *left = (c0 & low) | c1 << 32;
    *right = (c2 & low) | c3 << 32;
}

static void philox(const wm_philox *stream, uint64_t first, size_t blocks, uint32_t *words)
{
    uint64_t keys[PHILOX_ROUNDS][2];
    vq block = {0};
    for (uint32_t round = 0; round < PHILOX_ROUNDS; round++) {
        keys[round][0] = (uint32_t)(stream->key[0] + round * 0x9E3779B9u);
        keys[round][1] = (uint32_t)(stream->key[1] + round * 0xBB67AE85u);
    }
    for (unsigned i = 0; i < DOUBLES; i++)
        block[i] = first + i;
    for (size_t done = 0; done < blocks; done += DOUBLES, block += DOUBLES) {
        vq left, right, pairs[2];
        philox_group(stream, keys, block, &left, &right);
        INTERLEAVE(left, right, pairs);
        const size_t part = blocks - done < DOUBLES ? blocks - done : DOUBLES;
        if (part == DOUBLES)
            memcpy(words + 4 * done, pairs, sizeof pairs);
        else
            memcpy(words + 4 * done, pairs, part * 4 * sizeof *words);
    }
}

/* One stripe of 64 bytes into eight sums (cpu_kernels.h), four lanes or more at a time. */
static void fold(uint64_t sums[WM_CPU_KERNELS_FOLD], const uint8_t *from, size_t stripes,
                 uint64_t key)
{
    enum { VECTORS = WM_CPU_KERNELS_FOLD / DOUBLES };
    vq sum[VECTORS], keys[VECTORS];
    memcpy(sum, sums, sizeof sum);
#pragma GCC unroll 8
    for (unsigned v = 0; v < VECTORS; v++)
        for (unsigned i = 0; i < DOUBLES; i++)
            keys[v][i] = key + (v * DOUBLES + i) * 0xA0761D6478BD642Fu;
    for (size_t s = 0; s < stripes; s++) {
        __builtin_prefetch(from + s * 64 + 2048);
#pragma GCC unroll 8
        for (unsigned v = 0; v < VECTORS; v++) {
            vq data;
            memcpy(&data, from + s * 64 + v * sizeof data, sizeof data);
            const vq keyed = data ^ keys[v];
            sum[v] += MULTIPLY_32(keyed, keyed >> 32) + data;
            keys[v] += 0x9E3779B97F4A7C15u;
        }
    }
    memcpy(sums, sum, sizeof sum);
}

static void triad(float *a, const float *b, const float *c, size_t count)
{
    const size_t whole = (uintptr_t)a % 64 == 0 ? count / LANES * LANES : 0;
    for (size_t i = 0; i < whole; i += LANES)
        STREAM_STORE(a + i, TRIAD_FMA(splat_f32(3), load_f32(c + i), load_f32(b + i)));
    STREAM_FENCE();
    for (size_t i = whole; i < count; i++)
        a[i] = __builtin_fmaf(3, c[i], b[i]);
}

/* One instance for each format, so that the loops do not test for it. */
#define CASE(FORMAT, SIZE, FUNCTION, ...)                \
    case WM_FORMAT_##FORMAT:                             \
        FUNCTION(WM_FORMAT_##FORMAT, SIZE, __VA_ARGS__); \
        break;

#define NARROW_FORMATS(...)    \
    CASE(F16, 2, __VA_ARGS__)  \
    CASE(BF16, 2, __VA_ARGS__) \
    CASE(E4M3, 1, __VA_ARGS__) \
    default:                   \
        CASE(F32, 4, __VA_ARGS__)

#define WIDE_FORMATS(...)     \
    CASE(F32, 4, __VA_ARGS__) \
    CASE(I8, 1, __VA_ARGS__)  \
    CASE(I32, 4, __VA_ARGS__) \
    default:                  \
        CASE(F64, 8, __VA_ARGS__)

#define BY_FORMAT(...)       \
    switch (rows->format) {  \
        FORMATS(__VA_ARGS__) \
    }

#define OF(name) name##_f32
#define NUMBER float
#define FORMATS NARROW_FORMATS
#define VECTOR vf
#define WIDTH LANES
#define DOT_COLUMNS 512 /* 16 KiB of probes of a group */
#define PERIOD PERIOD_F32
#define MULTIPLY_ADD FMA
#define SUM_EIGHT(v, out) SUM_EIGHT_F32(v, out)
#include "backend/cpu/cpu_kernels_rows.h"
#undef OF
#undef NUMBER
#undef FORMATS
#undef VECTOR
#undef WIDTH
#undef DOT_COLUMNS
#undef PERIOD
#undef MULTIPLY_ADD
#undef SUM_EIGHT

#define OF(name) name##_f64
#define NUMBER double
#define FORMATS WIDE_FORMATS
#define VECTOR vd
#define WIDTH DOUBLES
#define DOT_COLUMNS 256
#define PERIOD PERIOD_F64
#define MULTIPLY_ADD FMA_D
#define SUM_EIGHT(v, out) sum_eight_vd(v, out)
#include "backend/cpu/cpu_kernels_rows.h"

enum { TILE_ROWS = WM_CPU_KERNELS_TILE_ROWS, TILE_COLUMNS = WM_CPU_KERNELS_TILE_COLUMNS };

/* Columns [first, first + 2 * DOUBLES) of the tile, with 8 sums in registers. */
INLINE void tile_part(const double *A, const double *B, size_t k, double *tile, size_t first)
{
    vd sum[TILE_ROWS][2] = {0};
    for (size_t l = 0; l < k; l++) {
        const vd left = load_f64(B + l * TILE_COLUMNS + first);
        const vd right = load_f64(B + l * TILE_COLUMNS + first + DOUBLES);
#pragma GCC unroll 8
        for (size_t r = 0; r < TILE_ROWS; r++) {
            const vd a = splat_f64(A[r * k + l]);
            sum[r][0] = FMA_D(a, left, sum[r][0]);
            sum[r][1] = FMA_D(a, right, sum[r][1]);
        }
    }
#pragma GCC unroll 8
    for (size_t r = 0; r < TILE_ROWS; r++) {
        memcpy(tile + r * TILE_COLUMNS + first, &sum[r][0], sizeof(vd));
        memcpy(tile + r * TILE_COLUMNS + first + DOUBLES, &sum[r][1], sizeof(vd));
    }
}

static void tile_f64(const double *A, const double *B, size_t k, double *tile)
{
    for (size_t first = 0; first < TILE_COLUMNS; first += 2 * DOUBLES)
        tile_part(A, B, k, tile, first);
}

/* `rows` rows (at most 4) by `vectors` vectors (at most 2) of C. Both are constants in every
 * inlined copy. */
INLINE void multiply_block(const wm_cpu_multiply *job, size_t rows, size_t vectors, size_t i,
                           size_t j)
{
    vf sum[4][2] = {0};
    for (size_t l = 0; l < job->inner; l++) {
        vf b[2];
#pragma GCC unroll 8
        for (size_t v = 0; v < vectors; v++)
            b[v] = load_f32(job->B + l * job->ldb + j + v * LANES);
#pragma GCC unroll 8
        for (size_t r = 0; r < rows; r++) {
            const vf a = splat_f32(job->A[(i + r) * job->lda + l]);
#pragma GCC unroll 8
            for (size_t v = 0; v < vectors; v++)
                sum[r][v] = FMA(a, b[v], sum[r][v]);
        }
    }
#pragma GCC unroll 8
    for (size_t r = 0; r < rows; r++)
#pragma GCC unroll 8
        for (size_t v = 0; v < vectors; v++) {
            float *to = job->C + (i + r) * job->ldc + j + v * LANES;
            const vf result = job->add ? load_f32(to) + sum[r][v] : sum[r][v];
            memcpy(to, &result, sizeof result);
        }
}

INLINE void multiply_columns(const wm_cpu_multiply *job, size_t vectors, size_t j)
{
    size_t i = 0;
    for (; i + 4 <= job->rows; i += 4)
        multiply_block(job, 4, vectors, i, j);
    for (; i < job->rows; i++)
        multiply_block(job, 1, vectors, i, j);
}

static void multiply_f32(const wm_cpu_multiply *job)
{
    size_t j = 0;
    for (; j + 2 * LANES <= job->columns; j += 2 * LANES)
        multiply_columns(job, 2, j);
    for (; j < job->columns; j += LANES)
        multiply_columns(job, 1, j);
}

/* exp(x) = 2^n exp(r), |r| <= ln(2)/2. exp(r) is its Taylor polynomial of degree 7; the remainder
 * is below 2^-27. Adding 1.5 * 2^23 leaves the nearest integer n in the low bits. ln(2) is
 * subtracted in two parts, the first with 9 zero bits. */
INLINE vf exp_vf(vf x)
{
    const vf magic = splat_f32(0x1.8p23f);
    const vi tiny = x < -87.0f;
    const vf shifted = FMA(x, splat_f32(0x1.715476p+0f), magic);
    const vf n = shifted - magic;
    const vf r = FMA(n, splat_f32(-0x1.7f7d1cp-20f), FMA(n, splat_f32(-0x1.62e4p-1f), x));
    vf sum = splat_f32(1.0f / 5040);
    sum = FMA(sum, r, splat_f32(1.0f / 720));
    sum = FMA(sum, r, splat_f32(1.0f / 120));
    sum = FMA(sum, r, splat_f32(1.0f / 24));
    sum = FMA(sum, r, splat_f32(1.0f / 6));
    sum = FMA(sum, r, splat_f32(0.5f));
    sum = FMA(sum, r, splat_f32(1.0f));
    sum = FMA(sum, r, splat_f32(1.0f));
    const vu scale = ((vu)shifted - (vu)magic)
                     << 23; /* n is far out of range where x is tiny, and wraps */
    return choose(tiny, splat_f32(0), (vf)((vu)sum + scale));
}

static void exp_f32(float *x, size_t count)
{
    for (size_t i = 0; i < count; i += LANES) {
        const vf y = exp_vf(load_f32(x + i));
        memcpy(x + i, &y, sizeof y);
    }
}

/* Sums have at least 8 parts: 2 vectors of at least 4 lanes. */
INLINE float sum_lanes(vf x)
{
    float sum = 0;
    for (int i = 0; i < LANES; i++)
        sum += x[i];
    return sum;
}

/* Scales x, then returns the largest element. */
INLINE float scale_row(float *x, float scale, size_t count)
{
    vf largest = splat_f32(-INFINITY);
    float maximum = -INFINITY;
    for (size_t i = 0; i < count; i += LANES) {
        const vf y = load_f32(x + i) * splat_f32(scale);
        largest = choose(y > largest, y, largest);
        memcpy(x + i, &y, sizeof y);
    }
    for (int i = 0; i < LANES; i++)
        maximum = largest[i] > maximum ? largest[i] : maximum;
    return maximum;
}

/* x = exp(x - maximum). Returns the sum. */
INLINE float exp_row(float *x, float maximum, size_t count)
{
    vf sums[2] = {splat_f32(0), splat_f32(0)};
    for (size_t i = 0; i < count; i += LANES) {
        const vf y = exp_vf(load_f32(x + i) - splat_f32(maximum));
        sums[i / LANES % 2] += y;
        memcpy(x + i, &y, sizeof y);
    }
    return sum_lanes(sums[0] + sums[1]);
}

static void softmax_f32(float *x, float scale, const float *numbers, size_t count,
                        wm_cpu_softmax *sums)
{
    const float maximum = scale_row(x, scale, count);
    const vf inverse = splat_f32(1 / exp_row(x, maximum, count));
    vf squares = splat_f32(0), weighed = squares, weighed_squares = squares;
    vf total[2] = {squares, squares};
    for (size_t i = 0; i < count; i += LANES) {
        const vf p = load_f32(x + i) * inverse, pn = p * load_f32(numbers + i);
        total[i / LANES % 2] += p;
        squares = FMA(p, p, squares);
        weighed += pn;
        weighed_squares = FMA(pn, pn, weighed_squares);
        memcpy(x + i, &p, sizeof p);
    }
    *sums = (wm_cpu_softmax){.total = sum_lanes(total[0] + total[1]),
                             .squares = sum_lanes(squares),
                             .weighed = sum_lanes(weighed),
                             .weighed_squares = sum_lanes(weighed_squares)};
}

#define STRINGIFY(text) #text
#define NAME_OF(set) STRINGIFY(set)
#define JOIN(a, b) a##b
#define TABLE_OF(set) JOIN(wm_cpu_kernels_, set)

/* All members of a set except its name. */
#define LOOPS                                                                                   \
    .to_f32 = to_f32, .integers = integers, .integer_gaps = integer_gaps, .from_f32 = from_f32, \
    .round_tf32 = round_tf32, .philox = philox, .triad = triad, .rows_dot_f32 = rows_dot_f32,   \
    .rows_dot_f64 = rows_dot_f64, .rows_split_f32 = rows_split_f32,                             \
    .rows_split_f64 = rows_split_f64, .rows_dot_eight_f32 = rows_dot_eight_f32,                 \
    .rows_dot_eight_f64 = rows_dot_eight_f64, .rows_norm_f32 = rows_norm_f32,                   \
    .rows_norm_f64 = rows_norm_f64, .fold = fold, .rows_axpy_f32 = rows_axpy_f32,               \
    .rows_axpy_f64 = rows_axpy_f64, .tile_f64 = tile_f64, .multiply_f32 = multiply_f32,         \
    .exp_f32 = exp_f32, .softmax_f32 = softmax_f32, .exact_dot = exact_dot,                     \
    .exact_axpy = exact_axpy, .from_i32 = from_i32

const wm_cpu_kernels TABLE_OF(SET) = {.name = NAME_OF(SET), LOOPS};
