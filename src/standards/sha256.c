/* SHA-256 as in FIPS 180-4. */
#include "standards/sha256.h"

#include <string.h>

/* FIPS 180-4, section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the
 * first 64 primes; floor(cbrt(p) * 2^32) mod 2^32, which the tests recompute with integers. */
const uint32_t wm_sha256_rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate_right(uint32_t x, unsigned n)
{
    return (x >> n) | (x << (32 - n));
}

static uint32_t load_big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           (uint32_t)bytes[3];
}

static void store_big_endian(uint8_t *bytes, uint32_t x)
{
    bytes[0] = (uint8_t)(x >> 24);
    bytes[1] = (uint8_t)(x >> 16);
    bytes[2] = (uint8_t)(x >> 8);
    bytes[3] = (uint8_t)x;
}

/* FIPS 180-4, section 6.2.2, step 1. */
static void expand_block(const uint8_t *block, uint32_t w[64])
{
    int t;
    for (t = 0; t < 16; t++)
        w[t] = load_big_endian(block + 4 * t);
    for (t = 16; t < 64; t++) {
        uint32_t s0 = rotate_right(w[t - 15], 7) ^ rotate_right(w[t - 15], 18) ^ (w[t - 15] >> 3);
        uint32_t s1 = rotate_right(w[t - 2], 17) ^ rotate_right(w[t - 2], 19) ^ (w[t - 2] >> 10);
        w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
}

/* One round. The caller rotates the names of the variables, so that nothing is copied. */
#define ROUND(a, b, c, d, e, f, g, h, t)                                        \
    do {                                                                        \
        h += (rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25)) + \
             (g ^ (e & (f ^ g))) + wm_sha256_rounds[t] + w[t];                  \
        d += h;                                                                 \
        h += (rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22)) + \
             ((a & b) | (c & (a | b)));                                         \
    } while (0)

/* FIPS 180-4, section 6.2.2, steps 2 to 4. */
static void compress_block(uint32_t state[8], const uint8_t *block)
{
    uint32_t w[64];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    int t;
    expand_block(block, w);
    for (t = 0; t < 64; t += 8) {
        ROUND(a, b, c, d, e, f, g, h, t);
        ROUND(h, a, b, c, d, e, f, g, t + 1);
        ROUND(g, h, a, b, c, d, e, f, t + 2);
        ROUND(f, g, h, a, b, c, d, e, t + 3);
        ROUND(e, f, g, h, a, b, c, d, t + 4);
        ROUND(d, e, f, g, h, a, b, c, t + 5);
        ROUND(c, d, e, f, g, h, a, b, t + 6);
        ROUND(b, c, d, e, f, g, h, a, t + 7);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

#undef ROUND

static void compress_portable(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    for (; count > 0; count--, blocks += WM_SHA256_BLOCK)
        compress_block(state, blocks);
}

static wm_sha256_compress *compress_blocks = compress_portable;

void wm_sha256_plug(wm_sha256_compress *compress)
{
    compress_blocks = compress != NULL ? compress : compress_portable;
}

void wm_sha256_init(wm_sha256 *hash)
{
    /* FIPS 180-4, section 5.3.3: floor(sqrt(p) * 2^32) mod 2^32 of the first 8 primes. */
    static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(hash->state, initial, sizeof initial);
    hash->size_bytes = 0;
}

void wm_sha256_update(wm_sha256 *hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    size_t held = (size_t)(hash->size_bytes % WM_SHA256_BLOCK);
    size_t whole;
    if (size == 0)
        return;
    hash->size_bytes += size;
    if (held != 0) {
        size_t room = WM_SHA256_BLOCK - held;
        size_t taken = size < room ? size : room;
        memcpy(hash->block + held, bytes, taken);
        if (taken < room)
            return;
        compress_blocks(hash->state, hash->block, 1);
        bytes += taken;
        size -= taken;
    }
    whole = size / WM_SHA256_BLOCK;
    if (whole != 0)
        compress_blocks(hash->state, bytes, whole);
    if (size % WM_SHA256_BLOCK != 0)
        memcpy(hash->block, bytes + whole * WM_SHA256_BLOCK, size % WM_SHA256_BLOCK);
}

/* FIPS 180-4, section 5.1.1: a 1 bit, zeros, and the length in bits in the last eight bytes. */
void wm_sha256_final(wm_sha256 *hash, uint8_t digest[WM_SHA256_SIZE])
{
    uint8_t tail[2 * WM_SHA256_BLOCK];
    size_t held = (size_t)(hash->size_bytes % WM_SHA256_BLOCK);
    size_t size = held < WM_SHA256_BLOCK - 8 ? WM_SHA256_BLOCK : 2 * WM_SHA256_BLOCK;
    uint64_t bits = hash->size_bytes * 8;
    int i;
    memset(tail, 0, sizeof tail);
    memcpy(tail, hash->block, held);
    tail[held] = 0x80;
    store_big_endian(tail + size - 8, (uint32_t)(bits >> 32));
    store_big_endian(tail + size - 4, (uint32_t)bits);
    compress_blocks(hash->state, tail, size / WM_SHA256_BLOCK);
    for (i = 0; i < 8; i++)
        store_big_endian(digest + 4 * i, hash->state[i]);
}

void wm_sha256_hash(const void *data, size_t size, uint8_t digest[WM_SHA256_SIZE])
{
    wm_sha256 hash;
    wm_sha256_init(&hash);
    wm_sha256_update(&hash, data, size);
    wm_sha256_final(&hash, digest);
}

wm_status wm_sha256_source(const wm_source *source, uint8_t digest[WM_SHA256_SIZE])
{
    uint8_t window[1 << 13]; /* on a stack that may be small */
    wm_sha256 hash;
    wm_sha256_init(&hash);
    for (uint64_t done = 0; done < source->size_bytes;) {
        const uint64_t left = source->size_bytes - done;
        const size_t size = left < sizeof window ? (size_t)left : sizeof window;
        const wm_status status = source->read(source->context, done, window, size);
        if (status != WM_OK)
            return status;
        wm_sha256_update(&hash, window, size);
        done += size;
    }
    wm_sha256_final(&hash, digest);
    return WM_OK;
}

void wm_sha256_to_hex(const uint8_t digest[WM_SHA256_SIZE], char hex[WM_SHA256_HEX_SIZE + 1])
{
    static const char digits[] = "0123456789abcdef";
    int i;
    for (i = 0; i < WM_SHA256_SIZE; i++) {
        hex[2 * i] = digits[digest[i] >> 4];
        hex[2 * i + 1] = digits[digest[i] & 15];
    }
    hex[WM_SHA256_HEX_SIZE] = '\0';
}

/* The value of a lower-case hex digit, or 255. */
static uint8_t hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return (uint8_t)(digit - '0');
    if (digit >= 'a' && digit <= 'f')
        return (uint8_t)(digit - 'a' + 10);
    return 255;
}

bool wm_sha256_from_hex(const char *hex, size_t size, uint8_t digest[WM_SHA256_SIZE])
{
    uint8_t bytes[WM_SHA256_SIZE];
    int i;
    if (size != WM_SHA256_HEX_SIZE)
        return false;
    for (i = 0; i < WM_SHA256_SIZE; i++) {
        uint8_t high = hex_value(hex[2 * i]);
        uint8_t low = hex_value(hex[2 * i + 1]);
        if (high == 255 || low == 255)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    memcpy(digest, bytes, sizeof bytes);
    return true;
}
