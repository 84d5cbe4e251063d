/* Philox4x32-10, a counter-based random generator with a 32-byte seed as its key
 * (docs/formats/inputs.md section 2).
 *
 * Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11,
 * section 3.3. */
#ifndef WM_STANDARDS_PHILOX_H
#define WM_STANDARDS_PHILOX_H

#include <stdint.h>

/* One stream of words: the key, and the two counter words that the seed fixes. */
typedef struct {
    uint32_t key[2];
    uint32_t high[2]; /* counter words 2 and 3 */
} wm_philox;

/* The stream of a seed; bytes 16 to 31 of the seed are not used. Source: ours,
 * docs/formats/inputs.md section 2. */
wm_philox wm_philox_from_seed(const uint8_t seed[32]);

/* The bare function: ten rounds over one counter. */
void wm_philox_words(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* Block number `block` of the stream: four words. */
void wm_philox_block(const wm_philox *stream, uint64_t block, uint32_t out[4]);

/* 16-bit index number `element`. */
uint16_t wm_philox_index16(const wm_philox *stream, uint64_t element);

/* 32-bit word number `element`. */
uint32_t wm_philox_word(const wm_philox *stream, uint64_t element);

/* Bounded integer number `element`, in [0, bound); bound in [1, 2^32]. */
uint64_t wm_philox_bounded(const wm_philox *stream, uint64_t element, uint64_t bound);

#endif
