/* SHA-256 of sixteen messages side by side. */
#include "backend/cpu/cpu_sha256.h"

#include <assert.h>

#if defined(__x86_64__)

#include <string.h>

#include "standards/sha256.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw")
#endif
#include <immintrin.h>

enum { LANES = WM_CPU_SHA256_LANES, BLOCK = WM_SHA256_BLOCK };

#define INLINE static inline __attribute__((always_inline))

bool wm_cpu_sha256_lanes_there(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
}

/* Transposes rows to columns: word w of lane i goes to lane i of vector w. First pairs of rows,
 * then pairs of pairs, then quarters of vectors. */
INLINE void transpose(__m512i v[16])
{
    __m512i t[16];
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++) {
        t[2 * i] = _mm512_unpacklo_epi32(v[2 * i], v[2 * i + 1]);
        t[2 * i + 1] = _mm512_unpackhi_epi32(v[2 * i], v[2 * i + 1]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 16; i += 4) {
        v[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
        v[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
        v[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
        v[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        t[i] = _mm512_shuffle_i32x4(v[i], v[i + 4], 0x88);
        t[i + 4] = _mm512_shuffle_i32x4(v[i], v[i + 4], 0xDD);
        t[i + 8] = _mm512_shuffle_i32x4(v[i + 8], v[i + 12], 0x88);
        t[i + 12] = _mm512_shuffle_i32x4(v[i + 8], v[i + 12], 0xDD);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        v[i] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0x88);
        v[i + 8] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0xDD);
        v[i + 4] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0x88);
        v[i + 12] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0xDD);
    }
}

INLINE __m512i swap_bytes(__m512i v)
{
    const __m512i order =
        _mm512_broadcast_i32x4(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
    return _mm512_shuffle_epi8(v, order);
}

INLINE __m512i add3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_add_epi32(_mm512_add_epi32(a, b), c);
}

INLINE __m512i xor3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi32(a, b, c, 0x96);
}

/* FIPS 180-4 section 4.1.2, by rotations and shifts. */
#define BIG_SIGMA(x, a, b, c) \
    xor3(_mm512_ror_epi32(x, a), _mm512_ror_epi32(x, b), _mm512_ror_epi32(x, c))
#define SMALL_SIGMA(x, a, b, c) \
    xor3(_mm512_ror_epi32(x, a), _mm512_ror_epi32(x, b), _mm512_srli_epi32(x, c))

/* Round i of 16, FIPS 180-4 section 6.2.2. The variables do not move; the rounds count backwards
 * through them. Early operands are added first, so that only Sigma_1(e) separates one round's e
 * from the next. */
INLINE void run_round(__m512i s[8], int i, __m512i word, uint32_t constant)
{
    const __m512i a = s[(16 - i) % 8], b = s[(17 - i) % 8], c = s[(18 - i) % 8];
    const __m512i e = s[(20 - i) % 8], f = s[(21 - i) % 8], g = s[(22 - i) % 8];
    const __m512i choice = _mm512_ternarylogic_epi32(e, f, g, 0xCA);
    const __m512i majority = _mm512_ternarylogic_epi32(a, b, c, 0xE8);
    const __m512i early = add3(s[(23 - i) % 8], word, _mm512_set1_epi32((int)constant));
    const __m512i t1 = add3(early, choice, BIG_SIGMA(e, 6, 11, 25));
    s[(19 - i) % 8] = _mm512_add_epi32(s[(19 - i) % 8], t1);
    s[(23 - i) % 8] = add3(BIG_SIGMA(a, 2, 13, 22), majority, t1);
}

/* FIPS 180-4 section 6.2.2. w[i % 16] are the newest words of the schedule. */
INLINE void compress(__m512i state[8], __m512i w[16])
{
    __m512i s[8];
    memcpy(s, state, sizeof s);
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++)
        run_round(s, i, w[i], wm_sha256_rounds[i]);
    for (int group = 16; group < 64; group += 16) {
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            const __m512i older =
                add3(w[i], w[(i + 9) % 16], SMALL_SIGMA(w[(i + 1) % 16], 7, 18, 3));
            w[i] = _mm512_add_epi32(older, SMALL_SIGMA(w[(i + 14) % 16], 17, 19, 10));
            run_round(s, i, w[i], wm_sha256_rounds[group + i]);
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
        state[i] = _mm512_add_epi32(state[i], s[i]);
}

/* Block `block` of prefix || message || padding, for the first and last blocks. The prefix shifts
 * everything by one byte. */
static void build_block(uint8_t prefix, const uint8_t *message, size_t size_bytes, size_t block,
                        size_t block_count, uint8_t out[BLOCK])
{
    const size_t begin = block * BLOCK; /* of the prefixed message, which is size_bytes + 1 long */
    memset(out, 0, BLOCK);
    const size_t skip = begin == 0 ? 1 : 0, from = begin + skip - 1;
    if (begin == 0)
        out[0] = prefix;
    if (from < size_bytes) {
        const size_t room = BLOCK - skip, rest = size_bytes - from;
        memcpy(out + skip, message + from, rest < room ? rest : room);
    }
    if (size_bytes + 1 >= begin && size_bytes + 1 < begin + BLOCK)
        out[size_bytes + 1 - begin] = 0x80;
    if (block + 1 == block_count)
        for (size_t i = 0; i < 8; i++)
            out[BLOCK - 1 - i] = (uint8_t)((uint64_t)(size_bytes + 1) * 8 >> (8 * i));
}

static void load_blocks(uint8_t prefix, const uint8_t *const messages[LANES], size_t size_bytes,
                        size_t block, size_t block_count, __m512i w[16])
{
    const bool inside = block > 0 && (block + 1) * BLOCK <= size_bytes + 1;
    for (int lane = 0; lane < LANES; lane++) {
        uint8_t built[BLOCK];
        const uint8_t *from = built;
        if (inside)
            from = messages[lane] + block * BLOCK - 1;
        else
            build_block(prefix, messages[lane], size_bytes, block, block_count, built);
        w[lane] = swap_bytes(_mm512_loadu_si512(from));
    }
    transpose(w);
}

void wm_cpu_sha256_lanes_hash(uint8_t prefix, const uint8_t *const messages[LANES],
                              size_t size_bytes, uint8_t *const digests[LANES])
{
    wm_sha256 initial;
    __m512i state[16] = {0}; /* eight words, and eight unused ones for the transposition */
    const size_t block_count = (size_bytes + 1 + 9 + BLOCK - 1) / BLOCK;
    wm_sha256_init(&initial);
    for (int i = 0; i < 8; i++)
        state[i] = _mm512_set1_epi32((int)initial.state[i]);
    for (size_t block = 0; block < block_count; block++) {
        __m512i w[16];
        load_blocks(prefix, messages, size_bytes, block, block_count, w);
        compress(state, w);
    }
    transpose(state);
    for (int lane = 0; lane < LANES; lane++)
        _mm256_storeu_si256((__m256i *)(void *)digests[lane],
                            _mm512_castsi512_si256(swap_bytes(state[lane])));
}

#if defined(__clang__)
#pragma clang attribute pop
#endif

#else

bool wm_cpu_sha256_lanes_there(void)
{
    return false;
}

void wm_cpu_sha256_lanes_hash(uint8_t prefix, const uint8_t *const messages[WM_CPU_SHA256_LANES],
                              size_t size_bytes, uint8_t *const digests[WM_CPU_SHA256_LANES])
{
    (void)prefix;
    (void)messages;
    (void)size_bytes;
    (void)digests;
    assert(!"called where wm_cpu_sha256_lanes_there() is false");
}

#endif
