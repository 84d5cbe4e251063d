/* Seeds and challenges, derived from a plan's item and an output's digest. */
#ifndef WM_RECORD_DERIVE_H
#define WM_RECORD_DERIVE_H

#include "record/plan.h"
#include "standards/sha256.h"

/* The seed of the item's operand number `operand` (in the order of variant->operand). nonce is the
 * plan's, NUL-terminated. Source: inputs.md section 1. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_derive_seed(const wm_item *item, const char *nonce, unsigned operand,
                                       uint8_t seed[WM_SHA256_SIZE]);

/* Appends the context of all challenges to the output with this digest. Source: inputs.md
 * section 6. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_derive_context(const wm_item *item, const char *nonce,
                                          const uint8_t output_digest[WM_SHA256_SIZE],
                                          wm_buffer *context);

/* The seed of probe number j (0: the witness's, 1 to 64: the calibration's). Source: inputs.md
 * section 6. */
void wm_derive_probe(const wm_buffer *context, unsigned j, uint8_t seed[WM_SHA256_SIZE]);

/* The other challenges that follow from a context. */
typedef enum wm_challenge {
    WM_CHALLENGE_OPENING, /* which chunks of C are opened */
    WM_CHALLENGE_WEIGHTS, /* the checksum's weights */
    WM_CHALLENGE_ROWS     /* which rows of attention are recomputed */
} wm_challenge;

/* The seed of a challenge. Source: inputs.md section 6. */
void wm_derive_challenge(const wm_buffer *context, wm_challenge challenge,
                         uint8_t seed[WM_SHA256_SIZE]);

/* Opening number t (0 to 31) of an output under an opening seed: which row, which chunk of it.
 * Source: inputs.md section 6. output->rows * output->chunks must be at most 2^32. */
void wm_derive_opening(const uint8_t seed[WM_SHA256_SIZE], const wm_output *output, unsigned t,
                       uint64_t *row, uint64_t *chunk);

#endif
