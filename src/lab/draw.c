/* Draws of a trial. A trial draws from its own number, so that trials can be made again alone. */
#include "lab/draw.h"

#include "standards/wide.h"

#include <string.h>

void wm_draw_seed(const uint8_t seed[WM_SHA256_SIZE], uint32_t trial, const char *word,
                  uint8_t out[WM_SHA256_SIZE])
{
    const uint8_t number[4] = {(uint8_t)trial, (uint8_t)(trial >> 8), (uint8_t)(trial >> 16),
                               (uint8_t)(trial >> 24)};
    wm_sha256 hash;
    wm_sha256_init(&hash);
    wm_sha256_update(&hash, "witnessmark/1 trial\n", 20);
    wm_sha256_update(&hash, seed, WM_SHA256_SIZE);
    wm_sha256_update(&hash, number, sizeof number);
    wm_sha256_update(&hash, word, strlen(word));
    wm_sha256_final(&hash, out);
}

void wm_draw_begin(wm_draw_stream *draw, const uint8_t seed[WM_SHA256_SIZE], uint32_t trial,
                   const char *word)
{
    uint8_t own[WM_SHA256_SIZE];
    wm_draw_seed(seed, trial, word, own);
    draw->stream = wm_philox_from_seed(own);
    draw->used = 0;
}

uint64_t wm_draw_below(wm_draw_stream *draw, uint64_t bound)
{
    const uint64_t high = wm_philox_word(&draw->stream, draw->used);
    const uint64_t low = wm_philox_word(&draw->stream, draw->used + 1);
    uint64_t below;
    draw->used += 2;
    (void)wm_wide_multiply(high << 32 | low, bound, &below);
    return below;
}
