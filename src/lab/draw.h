/* Draws of a trial: from the seed of the trials, its number and a word, and from nothing else. */
#ifndef WM_LAB_DRAW_H
#define WM_LAB_DRAW_H

#include "standards/philox.h"
#include "standards/sha256.h"

#include <stddef.h>

typedef struct wm_draw_stream {
    wm_philox stream;
    uint64_t used; /* words so far */
} wm_draw_stream;

/* The seed of one purpose of a trial. */
void wm_draw_seed(const uint8_t seed[WM_SHA256_SIZE], uint32_t trial, const char *word,
                  uint8_t out[WM_SHA256_SIZE]);

void wm_draw_begin(wm_draw_stream *draw, const uint8_t seed[WM_SHA256_SIZE], uint32_t trial,
                   const char *word);

/* The next number in [0, bound), each with the same probability to 2^-64 * bound; bound >= 1. */
uint64_t wm_draw_below(wm_draw_stream *draw, uint64_t bound);

#endif
