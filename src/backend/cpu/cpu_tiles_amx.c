/* Rows against 24 probes by Intel AMX: bfloat16 products in tiles of 16 rows by 32 elements,
 * summed in binary32.
 *
 * Every product is exact. A bfloat16 number has 8 significant bits, e4m3 has 4. binary16 has 11:
 * the upper 8 are one bfloat16 number, the rest is another. A binary32 probe has 24: three bfloat16
 * numbers, cut off without rounding, so that no part is larger than the whole. A product has 16
 * bits, which binary32 holds, so only the sums round. TDPBF16PS (Intel SDM volume 2) adds 16 even
 * and 16 odd products, each to nearest, and then their sum to the tile. A tile's element is a chain
 * of length/32 additions, with 16 in each block. That is shorter than the multiply-adds of
 * rows_dot_f32. The parts are added in binary64. Two parts of a probe would be off by 2^-16 of each
 * element: 1 % of the rounding of an output. But a recorded residual is recognised within the
 * difference of two orders of binary32 sums (study/output/residual_match.h), which is smaller.
 *
 * The unit reads a number below 2^-126 as 0 and never produces one. Parts of a probe are above that
 * unless the probe is below 2^-103. That loss is far below the least D of the row test.
 *
 * The three parts of 24 probes are 72 columns: five tiles of sums for 16 rows. With both parts of
 * 16 rows and one tile of probes, all eight tiles are in use. 32 elements of 16 rows take ten tile
 * products. Splitting the next elements and the tile products are interleaved, and memory is
 * prefetched meanwhile. */
#include "backend/cpu/cpu_kernels.h"
#include "backend/cpu/cpu_tiles.h"

#if WM_CPU_TILES_BUILT

#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((                                                                                \
        target("amx-tile,amx-bf16,avx512vbmi,avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c"))), \
    apply_to = function)
#else
#pragma GCC target("amx-tile,amx-bf16,avx512vbmi,avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")
#endif
#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))
/* gcc does not know that the tile instructions read memory. */
#define MEMORY_IS_READ() __asm__ volatile("" ::: "memory")

enum {
    PROBES = WM_CPU_KERNELS_PROBES,
    PAD = WM_CPU_KERNELS_PAD,
    ROWS = WM_CPU_TILES_ROWS,
    DEPTH = WM_CPU_TILES_DEPTH,
    BLOCK_BYTES = WM_CPU_TILES_BLOCK_BYTES,
    TILE_ROWS = 16,
    TILE_COLUMNS = 16, /* numbers of a row of sums, and pairs of a row of probes */
    TILE_BYTES = 1024,
    LINE = 64,
    SLICE = 4, /* rows that are split between two groups of tile instructions */
    SLICES = ROWS / SLICE,
    RUN = 4,              /* cache lines of a row that are fetched in succession */
    AHEAD = 3,            /* runs between the line in work and those that are fetched */
    FETCHED = ROWS / RUN, /* rows that are fetched side by side */
    PARTS = 3,
    SUMS = (PARTS * PROBES + TILE_COLUMNS - 1) / TILE_COLUMNS, /* tiles of sums */
};
_Static_assert((int)ROWS == (int)TILE_ROWS, "the rows of a tile");
_Static_assert((int)BLOCK_BYTES == SUMS * TILE_BYTES, "16 rows of pairs for every tile of sums");

/* Tiles 0 to 4 hold the sums: column c of all of them is part c / 24 of probe c mod 24, and the
 * last 8 columns are 0. Tiles 5 and 6 hold parts of rows, tile 7 holds probes. */
typedef struct {
    uint8_t palette, start_row, reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
} tile_shapes;

static const tile_shapes SHAPES = {
    1,
    0,
    {0},
    {LINE, LINE, LINE, LINE, LINE, LINE, LINE, LINE},
    {TILE_ROWS, TILE_ROWS, TILE_ROWS, TILE_ROWS, TILE_ROWS, TILE_ROWS, TILE_ROWS, TILE_ROWS},
};

static bool takes(wm_format format)
{
    return format == WM_FORMAT_F16 || format == WM_FORMAT_BF16 || format == WM_FORMAT_E4M3;
}

/* The upper 16 bits of each number. */
INLINE __m512i upper(__m512i numbers)
{
    return _mm512_and_si512(numbers, _mm512_set1_epi32((int)0xFFFF0000));
}

INLINE __m512i rest(__m512i numbers, __m512i upper_part)
{
    return (__m512i)_mm512_sub_ps((__m512)numbers, (__m512)upper_part);
}

/* The upper halves of `first` and of `second`, interleaved number by number. */
INLINE __m512i pair(__m512i first, __m512i second)
{
    return _mm512_mask_mov_epi16(_mm512_srli_epi32(first, 16), 0xAAAAAAAA, second);
}

/* Eight numbers of a probe from element l on; 0 past its length. */
INLINE __m256i eight(const float *probe, size_t length, size_t l)
{
    return l < (length + PAD - 1) / PAD * PAD
               ? _mm256_loadu_si256(
                     (const __m256i *)(const void *)(probe + wm_cpu_kernels_probe_at(0, l)))
               : _mm256_setzero_si256();
}

/* The position in a row of numbers 8i to 8i + 7 of block `block`, in the order of take_apart. e4m3
 * rows come in lines of 64: one block has the first 8 of every 16, the next block has the
 * others. */
INLINE size_t place(wm_format format, size_t block, size_t i)
{
    return format == WM_FORMAT_E4M3 ? block / 2 * 2 * DEPTH + 16 * i + block % 2 * 8
                                    : block * DEPTH + 8 * i;
}

/* A block of probes: for each tile of sums 16 rows of 16 pairs. Row i holds numbers 2i and 2i + 1
 * of its columns. */
static void pack_block(wm_format format, const float *probes, size_t length, size_t block,
                       uint8_t *packed)
{
    const __m512i row = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i even = _mm512_slli_epi32(row, 1);
    const __m512i odd = _mm512_or_si512(even, _mm512_set1_epi32(1));
    const __m512i lines = _mm512_slli_epi32(row, 4);
    for (size_t p = 0; p < PROBES; p++, probes += PAD) {
        __m256i part[4];
        for (size_t i = 0; i < 4; i++)
            part[i] = eight(probes, length, place(format, block, i));
        const __m512i low = _mm512_inserti64x4(_mm512_castsi256_si512(part[0]), part[1], 1);
        const __m512i high = _mm512_inserti64x4(_mm512_castsi256_si512(part[2]), part[3], 1);
        __m512i x = _mm512_permutex2var_epi32(low, even, high);
        __m512i y = _mm512_permutex2var_epi32(low, odd, high);
        for (size_t i = 0; i < PARTS; i++) {
            const size_t column = i * PROBES + p;
            uint8_t *to = packed + column / TILE_COLUMNS * TILE_BYTES + column % TILE_COLUMNS * 4;
            _mm512_i32scatter_epi32(to, lines, pair(x, y), 4);
            x = rest(x, upper(x));
            y = rest(y, upper(y));
        }
    }
    for (size_t c = PARTS * PROBES; c < SUMS * TILE_COLUMNS; c++)
        _mm512_i32scatter_epi32(packed + c / TILE_COLUMNS * TILE_BYTES + c % TILE_COLUMNS * 4,
                                lines, _mm512_setzero_si512(), 4);
}

static void pack(wm_format format, const float *probes, size_t length, size_t first, size_t end,
                 uint8_t *packed)
{
    for (size_t b = first; b < end; b++)
        pack_block(format, probes, length, b, packed + b * BLOCK_BYTES);
}

/* Some rows, and the part of them in work. */
typedef struct {
    const uint8_t *at[ROWS];       /* past the last row, the last row again */
    const uint8_t *packed, *first; /* the first row, and the distance between rows */
    size_t stride, row_bytes, lines;
    /* Parts of a line, turn by turn: of all rows the upper parts, then the lower ones; of e4m3 the
     * first block, then the second. */
    _Alignas(LINE) uint8_t parts[2][2][TILE_BYTES];
    _Alignas(LINE) uint8_t last[ROWS][LINE]; /* a partial last line, padded with zeros */
} dot_work;

/* Fetches one line of SLICE rows into the second-level cache. A step fetches RUN lines of FETCHED
 * rows; RUN steps reach all rows. After the last line come the rows that are ROWS further down. */
INLINE void fetch(const dot_work *work, size_t line, size_t slice)
{
    const size_t row = line % RUN * FETCHED + slice * SLICE % FETCHED;
    const size_t wanted = (line / RUN + AHEAD) * RUN + slice * SLICE / FETCHED;
    const size_t offset =
        wanted < work->lines ? wanted * LINE : ROWS * work->stride + (wanted - work->lines) * LINE;
    const uint8_t *from = work->first + row * work->stride + offset;
#pragma GCC unroll 8
    for (size_t i = 0; i < SLICE; i++)
        __builtin_prefetch(from + i * work->stride, 0, 2);
}

static const __mmask32 ALL_RIGHT = 0xFFFFFFFF;

/* The factor of the sums of binary16 rows. */
static const float SCALE = 0x1p16f;

/* The value of the last three bits of a binary16 code: a bfloat16 number times SCALE, to whose
 * exponent that of the code is added. The processor uses five bits of the index. */
#define EIGHT_PARTS                                                                           \
    0, (118 << 7), (119 << 7), (119 << 7) + 64, (120 << 7), (120 << 7) + 32, (120 << 7) + 64, \
        (120 << 7) + 96
static const _Alignas(LINE) uint16_t LOWER_PARTS[32] = {EIGHT_PARTS, EIGHT_PARTS, EIGHT_PARTS,
                                                        EIGHT_PARTS};

/* Splits binary16 numbers of sign, exponent e and mantissa m. The upper part has the exponent e +
 * 128, which is SCALE, and the upper seven bits of m. The lower part has the value of the last
 * three bits of m. Where these are 0, the lower part is 2^-128 of the upper part instead of 0,
 * which no sum sees. `right` keeps the bits of numbers that are right; 0, subnormal and infinite
 * numbers and NaN are not. */
INLINE __mmask32 split_codes(__mmask32 right, __m512i code, uint8_t *upper_to, uint8_t *lower_to)
{
    const __m512i not_exponent = _mm512_set1_epi16((short)0x8FFF);
    const __m512i bias = _mm512_set1_epi16(0x4000);
    const __m512i sign_exponent = _mm512_set1_epi16((short)0x8F80);
    const __m512i shifted = _mm512_srai_epi16(code, 3);
    const __m512i lower = _mm512_permutexvar_epi16(code, _mm512_load_si512(LOWER_PARTS));
    _mm512_store_si512(upper_to, _mm512_ternarylogic_epi32(shifted, not_exponent, bias, 0xEA));
    _mm512_store_si512(lower_to, _mm512_add_epi16(_mm512_and_si512(shifted, sign_exponent), lower));
    /* One is added to the exponent: 0 becomes 1 and 31 becomes 32. Only then are the upper four
     * bits of the field zero. */
    const __m512i above = _mm512_add_epi16(code, _mm512_set1_epi16(0x0400));
    return _mm512_mask_test_epi16_mask(right, above, _mm512_set1_epi16(0x7800));
}

/* The same in binary32, for every number. An infinity gets NaN as its lower part. */
static void split_numbers(const uint8_t *from, uint8_t *upper_to, uint8_t *lower_to)
{
    const __m256i *codes = (const __m256i *)(const void *)from;
    const __m512 scale = _mm512_set1_ps(SCALE);
    const __m512i x = (__m512i)_mm512_mul_ps(_mm512_cvtph_ps(_mm256_loadu_si256(codes)), scale);
    const __m512i y = (__m512i)_mm512_mul_ps(_mm512_cvtph_ps(_mm256_loadu_si256(codes + 1)), scale);
    uint16_t order[32];
    for (uint16_t i = 0; i < 32; i++)
        order[i] = (uint16_t)(i % 16 * 2 + i / 16);
    const __m512i in_order = _mm512_loadu_si512(order);
    _mm512_store_si512(upper_to, _mm512_permutexvar_epi16(in_order, pair(x, y)));
    _mm512_store_si512(
        lower_to, _mm512_permutexvar_epi16(in_order, pair(rest(x, upper(x)), rest(y, upper(y)))));
}

/* The bytes of each e4m3 magnitude as a bfloat16 number: 0 to 7 are subnormal, code * 2^-9; 127 is
 * NaN. */
#define EIGHT(byte) byte, byte, byte, byte, byte, byte, byte, byte
#define UP_TO_70 0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70
#define UP_TO_F0 0x80, 0x90, 0xA0, 0xB0, 0xC0, 0xD0, 0xE0, 0xF0
static const _Alignas(LINE) uint8_t E4M3_UPPER[128] = {
    0x00,        0x3B,        0x3B,        0x3B,        0x3C,        0x3C,
    0x3C,        0x3C,        EIGHT(0x3C), EIGHT(0x3D), EIGHT(0x3D), EIGHT(0x3E),
    EIGHT(0x3E), EIGHT(0x3F), EIGHT(0x3F), EIGHT(0x40), EIGHT(0x40), EIGHT(0x41),
    EIGHT(0x41), EIGHT(0x42), EIGHT(0x42), EIGHT(0x43), 0x43,        0x43,
    0x43,        0x43,        0x43,        0x43,        0x43,        0x7F};
static const _Alignas(LINE) uint8_t E4M3_LOWER[128] = {
    0x00,     0x00,     0x80,     0xC0,     0x00,     0x20,     0x40,     0x60,
    UP_TO_F0, UP_TO_70, UP_TO_F0, UP_TO_70, UP_TO_F0, UP_TO_70, UP_TO_F0, UP_TO_70,
    UP_TO_F0, UP_TO_70, UP_TO_F0, UP_TO_70, UP_TO_F0, UP_TO_70, 0x80,     0x90,
    0xA0,     0xB0,     0xC0,     0xD0,     0xE0,     0xC0};

/* 64 codes as bfloat16 numbers: the first 8 of each 16, then the others. */
INLINE void widen_codes(__m512i code, uint8_t *first_to, uint8_t *second_to)
{
    const __m512i *uppers = (const __m512i *)(const void *)E4M3_UPPER;
    const __m512i *lowers = (const __m512i *)(const void *)E4M3_LOWER;
    const __m512i sign = _mm512_set1_epi8((char)0x80);
    const __m512i magnitude = _mm512_permutex2var_epi8(uppers[0], code, uppers[1]);
    const __m512i lower = _mm512_permutex2var_epi8(lowers[0], code, lowers[1]);
    const __m512i upper_bytes = _mm512_ternarylogic_epi32(magnitude, code, sign, 0xF8);
    _mm512_store_si512(first_to, _mm512_unpacklo_epi8(lower, upper_bytes));
    _mm512_store_si512(second_to, _mm512_unpackhi_epi8(lower, upper_bytes));
}

/* Splits SLICE rows from `first` on, at offset `offset` of rows[first], into the parts of turn
 * `turn`. `format` is a constant in every inlined copy of this and the following functions. */
INLINE void take_apart(wm_format format, dot_work *work, const uint8_t *const *rows, size_t offset,
                       size_t turn, size_t first)
{
    uint8_t *to = work->parts[turn][0] + first * LINE, *other_to = to + sizeof work->parts[0][0];
    __mmask32 right = ALL_RIGHT;
#pragma GCC unroll 8
    for (size_t r = 0; r < SLICE; r++) {
        const uint8_t *from = rows[first + r] + offset;
        const __m512i codes = _mm512_loadu_si512(from);
        if (format == WM_FORMAT_F16)
            right = split_codes(right, codes, to + r * LINE, other_to + r * LINE);
        else if (format == WM_FORMAT_E4M3)
            widen_codes(codes, to + r * LINE, other_to + r * LINE);
        else
            _mm512_store_si512(to + r * LINE, codes);
    }
    for (size_t r = 0; r < SLICE && right != ALL_RIGHT; r++)
        split_numbers(rows[first + r] + offset, to + r * LINE, other_to + r * LINE);
    MEMORY_IS_READ();
}

/* Tile instructions take the number of a tile as a constant. */
#define MULTIPLY_BOTH(sums, probes) \
    _tile_loadd(7, probes, LINE);   \
    _tile_dpbf16ps(sums, 5, 7);     \
    if (has_second)                 \
    _tile_dpbf16ps(sums, 6, 7)

/* The tile instructions for a line that run before slice `slice` of the next line is split. First
 * and second parts meet the same probes. */
INLINE void multiply_parts(const uint8_t *probes, const uint8_t *first, const uint8_t *second,
                           bool has_second, size_t slice)
{
    switch (slice) {
    case 0:
        _tile_loadd(5, first, LINE);
        if (has_second)
            _tile_loadd(6, second, LINE);
        MULTIPLY_BOTH(0, probes);
        break;
    case 1:
        MULTIPLY_BOTH(1, probes + TILE_BYTES);
        break;
    case 2:
        MULTIPLY_BOTH(2, probes + 2 * TILE_BYTES);
        break;
    default:
        MULTIPLY_BOTH(3, probes + 3 * TILE_BYTES);
        MULTIPLY_BOTH(4, probes + 4 * TILE_BYTES);
    }
}

/* The tile instructions of two blocks, each with its own probes. */
INLINE void multiply_blocks(const uint8_t *probes, const uint8_t *first, const uint8_t *second,
                            size_t slice)
{
    switch (slice) {
    case 0:
        multiply_parts(probes, first, second, false, 0);
        multiply_parts(probes, first, second, false, 1);
        break;
    case 1:
        multiply_parts(probes, first, second, false, 2);
        multiply_parts(probes, first, second, false, 3);
        break;
    case 2:
        multiply_parts(probes + BLOCK_BYTES, second, first, false, 0);
        multiply_parts(probes + BLOCK_BYTES, second, first, false, 1);
        break;
    default:
        multiply_parts(probes + BLOCK_BYTES, second, first, false, 2);
        multiply_parts(probes + BLOCK_BYTES, second, first, false, 3);
    }
}

/* The same for a line of any format. Fetches a part of the next line's probes into the first-level
 * cache. */
INLINE void multiply(wm_format format, const dot_work *work, size_t line, size_t slice)
{
    const uint8_t *first = work->parts[line % 2][0], *second = work->parts[line % 2][1];
    const size_t probe_bytes = format == WM_FORMAT_E4M3 ? 2 * BLOCK_BYTES : BLOCK_BYTES;
    const uint8_t *probes = work->packed + line * probe_bytes;
#pragma GCC unroll 40
    for (size_t i = 0; i < probe_bytes / SLICES; i += LINE)
        __builtin_prefetch(probes + probe_bytes + slice * (probe_bytes / SLICES) + i);
    if (format == WM_FORMAT_E4M3)
        multiply_blocks(probes, first, second, slice);
    else
        multiply_parts(probes, first, second, format == WM_FORMAT_F16, slice);
    MEMORY_IS_READ();
}

/* Multiplies the line before `line`, except for the first one, and splits `line`. */
INLINE void step(wm_format format, dot_work *work, const uint8_t *const *rows, size_t offset,
                 size_t line)
{
#pragma GCC unroll 8
    for (size_t slice = 0; slice < SLICES; slice++) {
        if (line > 0)
            multiply(format, work, line - 1, slice);
        fetch(work, line, slice);
        take_apart(format, work, rows, offset, line % 2, slice * SLICE);
    }
}

INLINE void all_lines(wm_format format, dot_work *work)
{
    const size_t whole = work->row_bytes / LINE, left = work->row_bytes % LINE;
    const uint8_t *last[ROWS];
    for (size_t line = 0; line < whole; line++)
        step(format, work, work->at, line * LINE, line);
    if (left > 0) {
        memset(work->last, 0, sizeof work->last);
        for (size_t r = 0; r < ROWS; r++) {
            memcpy(work->last[r], work->at[r] + whole * LINE, left);
            last[r] = work->last[r];
        }
        step(format, work, last, 0, whole);
    }
#pragma GCC unroll 8
    for (size_t slice = 0; slice < SLICES; slice++)
        multiply(format, work, work->lines - 1, slice);
}

static void all_lines_of(wm_format format, dot_work *work)
{
    if (format == WM_FORMAT_F16)
        all_lines(WM_FORMAT_F16, work);
    else if (format == WM_FORMAT_BF16)
        all_lines(WM_FORMAT_BF16, work);
    else
        all_lines(WM_FORMAT_E4M3, work);
}

/* Adds the parts of each probe. */
static void add_parts(const float sums[SUMS][TILE_ROWS * TILE_COLUMNS], size_t count, double scale,
                      double *out)
{
    for (size_t r = 0; r < count; r++)
        for (size_t p = 0; p < PROBES; p++) {
            double part[PARTS];
            for (size_t i = 0; i < PARTS; i++) {
                const size_t column = i * PROBES + p;
                part[i] =
                    (double)sums[column / TILE_COLUMNS][r * TILE_COLUMNS + column % TILE_COLUMNS];
            }
            out[r * PROBES + p] = scale * (part[0] + (part[1] + part[2]));
        }
}

static void rows_dot(const wm_cpu_rows *rows, const uint8_t *packed, double *out)
{
    _Alignas(LINE) float sums[SUMS][TILE_ROWS * TILE_COLUMNS];
    dot_work work;
    work.packed = packed;
    work.first = rows->rows;
    work.stride = rows->row_bytes;
    work.row_bytes = rows->length * wm_format_size(rows->format);
    work.lines = (work.row_bytes + LINE - 1) / LINE;
    for (size_t r = 0; r < ROWS; r++)
        work.at[r] = rows->rows + (r < rows->row_count ? r : rows->row_count - 1) * rows->row_bytes;
    _tile_loadconfig(&SHAPES);
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    _tile_zero(4);
    all_lines_of(rows->format, &work);
    _tile_stored(0, sums[0], LINE);
    _tile_stored(1, sums[1], LINE);
    _tile_stored(2, sums[2], LINE);
    _tile_stored(3, sums[3], LINE);
    _tile_stored(4, sums[4], LINE);
    _tile_release();
    MEMORY_IS_READ();
    add_parts(sums, rows->row_count, rows->format == WM_FORMAT_F16 ? 1 / (double)SCALE : 1, out);
}

const wm_cpu_tiles wm_cpu_tiles_amx = {.takes = takes, .pack = pack, .rows_dot = rows_dot};

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
