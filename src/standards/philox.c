/* Philox4x32-10, and the three ways in which the format reads its words. */
#include "standards/philox.h"

/* The multipliers and Weyl constants of Philox4x32 (SC'11, table 2 and section 3.3). */
static const uint32_t MULTIPLIER[2] = {0xD2511F53u, 0xCD9E8D57u};
static const uint32_t WEYL[2] = {0x9E3779B9u, 0xBB67AE85u}; /* golden ratio, sqrt(3) - 1 */

static uint32_t little_endian_32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

wm_philox wm_philox_from_seed(const uint8_t seed[32])
{
    wm_philox stream;
    stream.key[0] = little_endian_32(seed);
    stream.key[1] = little_endian_32(seed + 4);
    stream.high[0] = little_endian_32(seed + 8);
    stream.high[1] = little_endian_32(seed + 12);
    return stream;
}

void wm_philox_words(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        const uint64_t left = (uint64_t)MULTIPLIER[0] * c0;
        const uint64_t right = (uint64_t)MULTIPLIER[1] * c2;
        c0 = (uint32_t)(right >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)right;
        c2 = (uint32_t)(left >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)left;
        k0 += WEYL[0];
        k1 += WEYL[1];
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

void wm_philox_block(const wm_philox *stream, uint64_t block, uint32_t out[4])
{
    uint32_t counter[4];
    counter[0] = (uint32_t)block;
    counter[1] = (uint32_t)(block >> 32);
    counter[2] = stream->high[0];
    counter[3] = stream->high[1];
    wm_philox_words(counter, stream->key, out);
}

uint16_t wm_philox_index16(const wm_philox *stream, uint64_t element)
{
    uint32_t words[4];
    wm_philox_block(stream, element / 8, words);
    const uint32_t word = words[element % 8 / 2];
    return (uint16_t)(element % 2 == 0 ? word : word >> 16);
}

uint32_t wm_philox_word(const wm_philox *stream, uint64_t element)
{
    uint32_t words[4];
    wm_philox_block(stream, element / 4, words);
    return words[element % 4];
}

uint64_t wm_philox_bounded(const wm_philox *stream, uint64_t element, uint64_t bound)
{
    /* word < 2^32 and bound <= 2^32, so the product fits; bound = 2^32 gives the word itself. */
    const uint64_t word = wm_philox_word(stream, element);
    return bound >> 32 != 0 ? word : (word * bound) >> 32;
}
