/* The inner loops of the CPU backend, one set for each instruction set.
 *
 * cpu_kernels_body.h is compiled three times (generic, avx2, avx512); amx is avx512 with matrix
 * tiles. The processor's features decide once which set runs. All sets give the same bits, except
 * the sums and the exponential: their order and fusing depend on the set. */
#ifndef WM_BACKEND_CPU_CPU_KERNELS_H
#define WM_BACKEND_CPU_CPU_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backend/cpu/cpu_tiles.h"
#include "backend/field61.h"
#include "record/tables/tables.h"
#include "standards/philox.h"

enum {
    WM_CPU_KERNELS_PROBES = WM_TABLES_PROBE_COLUMNS,
    WM_CPU_KERNELS_PAD = 16,
    WM_CPU_KERNELS_ENTRIES_PAD = 48, /* a whole number of vectors and of 24 columns */
    WM_CPU_KERNELS_ROWS = 24,        /* most rows of one rows_dot */
    WM_CPU_KERNELS_STRIP = 512,      /* most columns of one rows_axpy; half of that in binary64 */
    WM_CPU_KERNELS_FOLD = 8,         /* sums of 64 bits of fold */
    WM_CPU_KERNELS_EXACT_ROWS = 8,   /* most rows of one exact_axpy */
    WM_CPU_KERNELS_TILE_ROWS = 4,
    WM_CPU_KERNELS_TILE_COLUMNS = 16
};

/* A small product that fits the first-level cache. */
typedef struct {
    const float *A, *B;
    float *C;
    size_t lda, ldb, ldc;
    size_t rows, columns, inner;
    bool add;
} wm_cpu_multiply;

/* The sums of a row of probabilities p with numbers n. */
typedef struct {
    float total;           /* sum of p */
    float squares;         /* sum of p^2 */
    float weighed;         /* sum of p n */
    float weighed_squares; /* sum of (p n)^2 */
} wm_cpu_softmax;

typedef struct {
    const char *name;
    /* Elements of a format to binary32, exactly (F16, BF16, E4M3, F32, I8). */
    void (*to_f32)(wm_format format, const void *from, float *to, size_t count);
    /* Whether all are integers of at most 2^30; then *largest, if it is less, becomes their largest
     * magnitude. Formats as to_f32. */
    bool (*integers)(wm_format format, const void *from, size_t count, float *largest);
    /* sums[l mod 8] += (x[l] gap)^2, the gap being `scale` times the largest power of two that is
     * not above number l. Gaps below 2, which round no integer, are left out. */
    void (*integer_gaps)(const float *numbers, const double *x, size_t count, double scale,
                         double sums[8]);
    /* binary32 to F16, BF16 or F32, rounded once. */
    void (*from_f32)(wm_format format, const float *from, void *to, size_t count);
    /* To 11 significand bits, ties to even. */
    void (*round_tf32)(const float *from, float *to, size_t count);
    /* int32 to F16, BF16 or F32, rounded once. */
    void (*from_i32)(wm_format format, const int32_t *from, void *to, size_t count);
    /* The 8 * blocks 16-bit indices (or 4 * blocks words) of Philox blocks [first, first +
     * blocks). */
    void (*philox)(const wm_philox *stream, uint64_t first, size_t blocks, uint32_t *words);
    /* a = fma(3, c, b); bypasses the caches where a is aligned to 64 bytes. */
    void (*triad)(float *a, const float *b, const float *c, size_t count);
    /* out[r][p] = sum over l of row r [l] * probe p [l] for 24 probes. probes: laid out by
     * wm_cpu_kernels_probe_at, zero past length. At most WM_CPU_KERNELS_ROWS rows. Fetches
     * meanwhile the rows after these, and as many bytes of as many rows at `beside`, which may be
     * null. */
    void (*rows_dot_f32)(const wm_cpu_rows *rows, const float *probes, const wm_cpu_rows *beside,
                         float *out);
    void (*rows_dot_f64)(const wm_cpu_rows *rows, const double *probes, const wm_cpu_rows *beside,
                         double *out);
    /* The same for 8 probes. Element l of probe p is at l / 16 * 128 + 16 p + l % 16. */
    void (*rows_dot_eight_f32)(const wm_cpu_rows *rows, const float *probes, float *out);
    void (*rows_dot_eight_f64)(const wm_cpu_rows *rows, const double *probes, double *out);
    /* out[r][p] = sum over l of row r [l] * x[l], where l mod 24 = p. If roundings is not null,
     * roundings[r][p] = sum of (x[l] gap(row r [l]))^2 / 12 over the same l (backend.h), for
     * floating-point formats of outputs; it is too small or infinite outside of
     * wm_cpu_kernels_rounding_range. x: zero past length up to a multiple of
     * WM_CPU_KERNELS_ENTRIES_PAD. */
    void (*rows_split_f32)(const wm_cpu_rows *rows, const float *x, double *out, double *roundings);
    void (*rows_split_f64)(const wm_cpu_rows *rows, const double *x, double *out,
                           double *roundings);
    /* out as rows_split; norms[r][p] = sum of (x[l] row r [l])^2 over the same l, as far as no
     * square overflows. x NULL: the same for ones; out is not written and may be NULL. */
    void (*rows_norm_f32)(const wm_cpu_rows *rows, const float *x, double *out, double *norms);
    void (*rows_norm_f64)(const wm_cpu_rows *rows, const double *x, double *out, double *norms);
    /* A universal hash of `stripes` times 64 bytes. For 64-bit word i of stripe s, with the key
     * `key + i * 0xA0761D6478BD642F + s * 0x9E3779B97F4A7C15`: sums[i] += the product of the halves
     * of (word ^ key), plus word, modulo 2^64. */
    void (*fold)(uint64_t sums[8], const uint8_t *from, size_t stripes, uint64_t key);
    /* sums[p][l] += sum over j of x[j] * row j [l], where (first + j) mod 24 = p, for a strip of
     * rows->length columns at rows->rows. sums: 24 x sum_stride, a multiple of WM_CPU_KERNELS_PAD.
     * At most WM_CPU_KERNELS_STRIP columns, half of that in binary64. */
    void (*rows_axpy_f32)(const wm_cpu_rows *rows, size_t first, const float *x, float *sums,
                          size_t sum_stride);
    void (*rows_axpy_f64)(const wm_cpu_rows *rows, size_t first, const double *x, double *sums,
                          size_t sum_stride);
    /* out[i] = sum over l of (row[l] + bias) * limb i of number l, for I8 (bias 2^7) or I32 (2^31).
     * Limbs (field61.h) of one kind are consecutive, `stride` from kind to kind, and 0 past length
     * up to a multiple of WM_CPU_KERNELS_PAD. At most WM_FIELD61_TERMS elements. */
    void (*exact_dot)(wm_format format, const void *row, size_t length, const uint32_t *limbs,
                      size_t stride, uint64_t out[WM_FIELD61_LIMBS]);
    /* sums[i][l] += sum over rows r of (row r [l] + 2^7) * limb i of number r, for I8. Column l of
     * sums is at wm_cpu_kernels_exact_at; they have room for whole groups of 16 columns. At most
     * WM_CPU_KERNELS_EXACT_ROWS rows; below 2^35 rows no sum overflows. */
    void (*exact_axpy)(const wm_cpu_rows *rows, const uint32_t *limbs, size_t stride,
                       uint64_t *sums, size_t sum_stride);
    /* tile = A B for 4 rows of A (k apart) and a k x 16 panel of B. Each sum starts at l = 0. */
    void (*tile_f64)(const double *A, const double *B, size_t k, double *tile);
    /* C = A B or, if add, C += A B: A rows x inner (lda), B inner x columns (ldb), C (ldc); columns
     * a multiple of 16. */
    void (*multiply_f32)(const wm_cpu_multiply *job);
    /* x[i] = exp(x[i]) for x[i] <= 0, to 2 units in the last place; 0 below -87. count a multiple
     * of 16. */
    void (*exp_f32)(float *x, size_t count);
    /* x = softmax(scale x) in place, with its sums. Elements that are -infinity get 0; at least one
     * is finite. count a multiple of 16. */
    void (*softmax_f32)(float *x, float scale, const float *numbers, size_t count,
                        wm_cpu_softmax *sums);
    const wm_cpu_tiles *tiles; /* null if the set has none */
} wm_cpu_kernels;

extern const wm_cpu_kernels wm_cpu_kernels_generic;
#if defined(__x86_64__)
extern const wm_cpu_kernels wm_cpu_kernels_avx2;
extern const wm_cpu_kernels wm_cpu_kernels_avx512;
extern const wm_cpu_kernels wm_cpu_kernels_amx; /* the loops of avx512, with tiles */
#endif

/* The gap of a number of a floating-point format is the largest power of two that is not above it,
 * but at least `least`, times `unit`. */
typedef struct {
    double least, unit;
} wm_cpu_gap;

static inline wm_cpu_gap wm_cpu_kernels_gap(wm_format format)
{
    switch (format) {
    case WM_FORMAT_F16:
        return (wm_cpu_gap){0x1p-14, 0x1p-10};
    case WM_FORMAT_BF16:
        return (wm_cpu_gap){0x1p-126, 0x1p-7};
    case WM_FORMAT_F32:
        return (wm_cpu_gap){0x1p-126, 0x1p-23};
    default:
        return (wm_cpu_gap){0x1p-1022, 0x1p-52};
    }
}

/* The position of element l of probe p: 16 elements of probe 0, 16 of probe 1, ..., then the next
 * 16 of each. Probes that are apart by a multiple of 4 KiB would evict each other from the
 * first-level cache. */
static inline size_t wm_cpu_kernels_probe_at(size_t p, size_t l)
{
    return l / WM_CPU_KERNELS_PAD * (WM_CPU_KERNELS_PROBES * WM_CPU_KERNELS_PAD) +
           p * WM_CPU_KERNELS_PAD + l % WM_CPU_KERNELS_PAD;
}

/* The position of column l in the sums of exact_axpy: of 16 columns the even ones, then the odd. */
static inline size_t wm_cpu_kernels_exact_at(size_t l)
{
    enum { PAD = WM_CPU_KERNELS_PAD };
    return l / PAD * PAD + l % 2 * (PAD / 2) + l % PAD / 2;
}

/* The range of rows_split's roundings in which no square has overflowed and the squares that were
 * lost to underflow do not matter, for rows of a format. */
typedef struct {
    double least, largest;
} wm_cpu_range;

wm_cpu_range wm_cpu_kernels_rounding_range(wm_format format, bool wide);

/* The best set that this processor can run without matrix tiles, which a process must ask for. */
const wm_cpu_kernels *wm_cpu_kernels_vectors(void);

/* The best set that this processor can run. */
const wm_cpu_kernels *wm_cpu_kernels_best(void);

/* Set number `index` of those that this processor can run, generic first; null past the end. */
const wm_cpu_kernels *wm_cpu_kernels_get(size_t index);

#endif
