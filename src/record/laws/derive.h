/* Seeds and challenges, derived from an item of the plan and the digest of an output. */
#ifndef WM_RECORD_DERIVE_H
#define WM_RECORD_DERIVE_H

#include "record/laws/plan.h"
#include "standards/sha256.h"

/* The seed of the item's operand number `operand` (in the order of variant->operand). nonce is the
 * plan's, NUL-terminated. Source: inputs.md section 1. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_derive_seed(const wm_item *item, const char *nonce, unsigned operand,
                                       uint8_t seed[WM_SHA256_SIZE]);

/* Appends the context of all challenges to the output with this digest. Source: inputs.md section
 * 6. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_derive_context(const wm_item *item, const char *nonce,
                                          const uint8_t output_digest[WM_SHA256_SIZE],
                                          wm_buffer *context);

/* The seed of probe j: 0 is the probe of the witness, 1 to 64 are those of the calibration. Source:
 * inputs.md section 6. */
void wm_derive_probe(const wm_buffer *context, unsigned j, uint8_t seed[WM_SHA256_SIZE]);

/* The challenges derived from a context, besides probes and openings. */
typedef enum wm_challenge {
    WM_CHALLENGE_WEIGHTS, /* gives the weights of the checksum */
    WM_CHALLENGE_ROWS,    /* selects the recomputed rows of attention */
    WM_CHALLENGE_SIGNS    /* gives the signs that test all rows of attention */
} wm_challenge;

/* The seed of the openings of a record that continues these roots; NULL: none. Source: inputs.md
 * section 6. */
void wm_derive_opening(const wm_buffer *context, const wm_roots *continues,
                       uint8_t seed[WM_SHA256_SIZE]);

/* The seed of the check of an exact product, whose own output has this digest. Source: inputs.md
 * section 6. */
void wm_derive_exact(const wm_buffer *context, const uint8_t exact_digest[WM_SHA256_SIZE],
                     uint8_t seed[WM_SHA256_SIZE]);

/* The seed of a challenge. Source: inputs.md section 6. */
void wm_derive_challenge(const wm_buffer *context, wm_challenge challenge,
                         uint8_t seed[WM_SHA256_SIZE]);

#endif
