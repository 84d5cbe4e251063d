/* Chunks and rows of an output, and SHA-256 of a chunk, for kernels (docs/formats/inputs.md section
 * 5).
 *
 * The integer units bound SHA-256. Two-operand adds therefore run on the multiply-add pipe as
 * mad.lo(a, one, b), where `one` is an argument that the compiler cannot see through. The exception
 * is a rotation and an add that make one instruction. The 64 rounds run as a loop of 16, which
 * keeps the code small. The last block of a whole chunk, and of a pair of nodes, is padding except
 * for one byte: a table holds its 256 schedules. In memory a digest is eight big-endian words, held
 * as numbers. */
#ifndef WM_BACKEND_CUDA_CUDA_SHA256_H
#define WM_BACKEND_CUDA_CUDA_SHA256_H

#include "backend/cuda/cuda.h"

enum { CHUNK_BYTES = WM_TABLES_CHUNK_BYTES, LEAF_THREADS = 128 };

typedef struct {
    uint32_t w[8];
} node;

typedef struct alignas(16) {
    uint32_t k[64];
} round_constants;

static constexpr round_constants ROUND_CONSTANTS = {
    {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
     0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
     0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
     0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
     0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
     0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
     0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
     0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
     0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
     0xc67178f2}};

static __device__ const round_constants DEVICE_ROUND_CONSTANTS = ROUND_CONSTANTS;

/* The schedule of a last block with each round's constant added, by the byte before the padding. */
typedef struct alignas(16) {
    uint32_t sums[256][64];
} padding_table;

static constexpr uint32_t rotated(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

/* The table for messages of `bytes` bytes whose last byte is alone in the last block. Source: FIPS
 * 180-4, sections 5.1.1, 6.2.2. */
static constexpr padding_table make_padding(uint32_t bytes)
{
    padding_table table = {};
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t w[64] = {};
        w[0] = byte << 24 | 0x00800000u;
        w[15] = bytes * 8;
        for (int t = 16; t < 64; t++)
            w[t] = w[t - 16] + w[t - 7] +
                   (rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ w[t - 15] >> 3) +
                   (rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ w[t - 2] >> 10);
        for (int t = 0; t < 64; t++)
            table.sums[byte][t] = w[t] + ROUND_CONSTANTS.k[t];
    }
    return table;
}

/* The round constants in shared memory, broadcast four at a time. */
typedef struct {
    uint4 k[16];
} round_table;

static __device__ __forceinline__ void load_rounds(round_table *rounds)
{
    if (threadIdx.x < 16)
        rounds->k[threadIdx.x] = ((const uint4 *)DEVICE_ROUND_CONSTANTS.k)[threadIdx.x];
    __syncthreads();
}

/* a + b on the multiply-add pipe. */
static __device__ __forceinline__ uint32_t add(uint32_t a, uint32_t b, uint32_t one)
{
    uint32_t sum;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(one), "r"(b));
    return sum;
}

static __device__ __forceinline__ uint32_t rotate(uint32_t x, int by)
{
    return __funnelshift_r(x, x, by);
}

/* Word i of four; i is a compile-time constant. */
static __device__ __forceinline__ uint32_t word_of(const uint4 &four, int i)
{
    return i == 0 ? four.x : i == 1 ? four.y : i == 2 ? four.z : four.w;
}

/* One round on the working variables v, which are rotated by i instead of moved. wk is the word
 * with the round's constant. Source: FIPS 180-4, section 6.2.2. */
static __device__ __forceinline__ void round_step(uint32_t v[8], int i, uint32_t wk, uint32_t one)
{
    const uint32_t a = v[(0 - i) & 7], b = v[(1 - i) & 7], c = v[(2 - i) & 7];
    const uint32_t e = v[(4 - i) & 7], f = v[(5 - i) & 7], g = v[(6 - i) & 7];
    const uint32_t s1 = e ^ rotate(e, 5) ^ rotate(e, 19); /* still to be rotated by 6 */
    const uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    uint32_t t = add(v[(7 - i) & 7], wk, one);
    t = add(t, (e & f) ^ (~e & g), one) + rotate(s1, 6);
    v[(3 - i) & 7] = add(v[(3 - i) & 7], t, one);
    v[(7 - i) & 7] = add(add(s0, (a & b) ^ (a & c) ^ (b & c), one), t, one);
}

/* Replaces w by the next 16 words of the schedule. */
static __device__ __forceinline__ void extend(uint32_t w[16], uint32_t one)
{
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const uint32_t x = w[(i + 1) & 15], y = w[(i + 14) & 15];
        const uint32_t s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >> 3);
        const uint32_t s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >> 10);
        w[i] = add(add(add(w[i], w[(i + 9) & 15], one), s0, one), s1, one);
    }
}

/* Compresses one block and overwrites w. */
static __device__ __forceinline__ void compress(uint32_t state[8], uint32_t w[16],
                                                const round_table *rounds, uint32_t one)
{
    uint32_t v[8];
#pragma unroll
    for (int i = 0; i < 8; i++)
        v[i] = state[i];
#pragma unroll 1
    for (int o = 0;; o += 4) {
#pragma unroll
        for (int i = 0; i < 16; i++)
            round_step(v, i, add(w[i], word_of(rounds->k[o + i / 4], i % 4), one), one);
        if (o == 12)
            break;
        extend(w, one);
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

/* Sixteen words of a padding table's row. */
typedef struct {
    uint4 four[4];
} padding_words;

static __device__ __forceinline__ padding_words load_padding(const uint32_t *row)
{
    const uint4 *from = (const uint4 *)row;
    return padding_words{{__ldg(from), __ldg(from + 1), __ldg(from + 2), __ldg(from + 3)}};
}

/* Compresses the last block, whose schedule is a row of a padding table. `next` has its first
 * words, so that they can be loaded before they are needed. */
static __device__ __forceinline__ void compress_padding(uint32_t state[8], const uint32_t *row,
                                                        padding_words next, uint32_t one)
{
    uint32_t v[8];
#pragma unroll
    for (int i = 0; i < 8; i++)
        v[i] = state[i];
#pragma unroll 1
    for (int o = 0; o < 64; o += 16) {
        const padding_words now = next;
        if (o < 48)
            next = load_padding(row + o + 16);
#pragma unroll
        for (int i = 0; i < 16; i++)
            round_step(v, i, word_of(now.four[i / 4], i % 4), one);
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

static __device__ __forceinline__ void begin_state(uint32_t state[8])
{
    state[0] = 0x6a09e667, state[1] = 0xbb67ae85, state[2] = 0x3c6ef372, state[3] = 0xa54ff53a;
    state[4] = 0x510e527f, state[5] = 0x9b05688c, state[6] = 0x1f83d9ab, state[7] = 0x5be0cd19;
}

static __device__ __forceinline__ void store_node(node *to, const uint32_t state[8])
{
    ((uint4 *)to)[0] = make_uint4(state[0], state[1], state[2], state[3]);
    ((uint4 *)to)[1] = make_uint4(state[4], state[5], state[6], state[7]);
}

/* The hash of 0x00 || a whole chunk; the last byte begins the last block. */
static __device__ const padding_table CHUNK_PADDING = make_padding(1 + CHUNK_BYTES);

/* SHA-256(0x00 || a whole chunk), 16-aligned. The prefix shifts the message by a byte; the swap to
 * big-endian absorbs the shift. */
static __device__ __forceinline__ void hash_full_chunk(const uint4 *from, const round_table *rounds,
                                                       uint32_t one, uint32_t state[8])
{
    uint32_t last = 0;
    begin_state(state);
    uint4 next[4] = {__ldg(from), __ldg(from + 1), __ldg(from + 2), __ldg(from + 3)};
#pragma unroll 1
    for (int block = 0; block < CHUNK_BYTES / 64; block++) {
        uint32_t w[16];
        const uint32_t raw[16] = {next[0].x, next[0].y, next[0].z, next[0].w, next[1].x, next[1].y,
                                  next[1].z, next[1].w, next[2].x, next[2].y, next[2].z, next[2].w,
                                  next[3].x, next[3].y, next[3].z, next[3].w};
        if (block < CHUNK_BYTES / 64 - 1) {
            from += 4;
#pragma unroll
            for (int i = 0; i < 4; i++)
                next[i] = __ldg(from + i);
        }
#pragma unroll
        for (int i = 0; i < 16; i++)
            w[i] = __byte_perm(i == 0 ? last : raw[i - 1], raw[i], 0x3456);
        last = raw[15];
        compress(state, w, rounds, one);
    }
    const uint32_t *row = CHUNK_PADDING.sums[last >> 24];
    compress_padding(state, row, load_padding(row), one);
}

/* Byte `at` of the padded message 0x00 || data of `size` bytes, in `blocks` blocks. */
static __device__ __forceinline__ uint32_t padded_byte(const uint8_t *data, uint32_t size,
                                                       uint32_t blocks, uint32_t at)
{
    if (at == 0)
        return 0x00;
    if (at <= size)
        return data[at - 1];
    if (at == size + 1)
        return 0x80;
    const uint32_t from_end = blocks * 64 - 1 - at;
    return from_end < 4 ? (((size + 1) * 8) >> (8 * from_end)) & 0xffu : 0;
}

/* The rows of an output. */
typedef struct {
    size_t size_bytes, row_bytes, rows;
    size_t row_chunks; /* of a whole row */
} row_layout;

/* A row is no longer than the output. */
static row_layout lay_out(size_t size_bytes, size_t row_bytes)
{
    const size_t row = row_bytes < size_bytes ? row_bytes : size_bytes;
    const row_layout layout = {size_bytes, row, (size_bytes + row - 1) / row,
                               (row + CHUNK_BYTES - 1) / CHUNK_BYTES};
    return layout;
}

/* The bytes of a row; the last one may be shorter. */
static __host__ __device__ __forceinline__ size_t row_size(const row_layout *layout, size_t row)
{
    const size_t left = layout->size_bytes - row * layout->row_bytes;
    return left < layout->row_bytes ? left : layout->row_bytes;
}

/* Whether all chunks are whole. */
static __host__ __device__ __forceinline__ bool is_whole(const row_layout *layout)
{
    return layout->row_bytes % CHUNK_BYTES == 0 && layout->size_bytes % CHUNK_BYTES == 0;
}

/* SHA-256(0x00 || the chunk), for an existing chunk at any address, byte by byte. */
static __device__ __forceinline__ void hash_chunk(const uint8_t *bytes, const row_layout *layout,
                                                  size_t row, size_t chunk,
                                                  const round_table *rounds, uint32_t one,
                                                  uint32_t state[8])
{
    const size_t left = row_size(layout, row) - chunk * CHUNK_BYTES;
    const uint32_t size = left < CHUNK_BYTES ? (uint32_t)left : CHUNK_BYTES;
    const uint8_t *data = bytes + row * layout->row_bytes + chunk * CHUNK_BYTES;
    const uint32_t blocks = (size + 1 + 8 + 64) / 64;
    begin_state(state);
#pragma unroll 1
    for (uint32_t block = 0; block < blocks; block++) {
        uint32_t w[16];
#pragma unroll
        for (uint32_t i = 0; i < 16; i++) {
            const uint32_t at = block * 64 + i * 4;
            w[i] = padded_byte(data, size, blocks, at) << 24 |
                   padded_byte(data, size, blocks, at + 1) << 16 |
                   padded_byte(data, size, blocks, at + 2) << 8 |
                   padded_byte(data, size, blocks, at + 3);
        }
        compress(state, w, rounds, one);
    }
}

#endif
