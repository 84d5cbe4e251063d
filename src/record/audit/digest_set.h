/* Sets of digests, each with a number: how an audit finds nodes, names and copies.
 *
 * The digests are in an array of the caller's, so that a set costs 4 to 8 bytes for each. */
#ifndef WM_RECORD_DIGEST_SET_H
#define WM_RECORD_DIGEST_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "standards/sha256.h"

#define WM_DIGEST_SET_NONE UINT32_MAX

typedef struct wm_digest_set {
    uint32_t *slots; /* number + 1, or 0 */
    size_t capacity; /* a power of two, or 0 */
    size_t count;
} wm_digest_set;

/* The number of a digest in a set; NONE if it is absent. The hashes are `stride` bytes apart. */
uint32_t wm_digest_set_find(const wm_digest_set *set, const void *hashes, size_t stride,
                            const uint8_t digest[WM_SHA256_SIZE]);

/* Adds a number. hashes already holds its digest, and the set does not. False when out of
 * memory. */
bool wm_digest_set_add(wm_digest_set *set, const void *hashes, size_t stride, uint32_t number);

#endif
