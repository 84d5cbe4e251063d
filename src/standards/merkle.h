/* Merkle trees with SHA-256 and their proofs (RFC 6962, section 2.1; RFC 9162, section 2.1). */
#ifndef WM_STANDARDS_MERKLE_H
#define WM_STANDARDS_MERKLE_H

#include "standards/sha256.h"

/* Hashes are in arrays, 32 bytes each. Counts are of hashes. */

/* The longest inclusion path, for counts of 64 bits. */
enum { WM_MERKLE_PATH_MAX = 64 };

/* A tree that grows leaf by leaf, in constant memory. */
typedef struct wm_merkle {
    uint64_t count; /* leaves so far */
    /* roots of the full subtrees, largest first: one for each set bit of count */
    uint8_t stack[64][WM_SHA256_SIZE];
} wm_merkle;

/* The hash of a leaf: SHA-256(0x00 || data). */
void wm_merkle_leaf(const void *data, size_t size, uint8_t hash[WM_SHA256_SIZE]);

/* The hash of an inner node: SHA-256(0x01 || left || right). */
void wm_merkle_node(const uint8_t left[WM_SHA256_SIZE], const uint8_t right[WM_SHA256_SIZE],
                    uint8_t hash[WM_SHA256_SIZE]);

/* Begins an empty tree. */
void wm_merkle_init(wm_merkle *tree);

/* Adds a leaf by its data. */
void wm_merkle_add(wm_merkle *tree, const void *data, size_t size);

/* Adds a leaf by its hash. */
void wm_merkle_add_hash(wm_merkle *tree, const uint8_t leaf[WM_SHA256_SIZE]);

/* The tree hash of the leaves so far; the tree can still grow. An empty tree has the SHA-256 of no
 * bytes. */
void wm_merkle_root(const wm_merkle *tree, uint8_t root[WM_SHA256_SIZE]);

/* The tree hash of an array of leaf hashes. */
void wm_merkle_root_of(const uint8_t *leaves, uint64_t count, uint8_t root[WM_SHA256_SIZE]);

/* Computes the root from a leaf and its inclusion path. The path must be used up exactly. root is
 * untouched on failure. Source: RFC 9162, section 2.1.3.2. Errors: INVALID (index or path length
 * impossible). */
WM_MUST_CHECK wm_status wm_merkle_follow_inclusion(const uint8_t leaf[WM_SHA256_SIZE],
                                                   uint64_t index, uint64_t count,
                                                   const uint8_t *path, size_t path_count,
                                                   uint8_t root[WM_SHA256_SIZE]);

/* Checks that leaf is number index of the count leaves under root. The path must be used up
 * exactly. Source: RFC 9162, section 2.1.3.2. Errors: INVALID (index or path length impossible),
 * MISMATCH (another root). */
WM_MUST_CHECK wm_status wm_merkle_check_inclusion(const uint8_t leaf[WM_SHA256_SIZE],
                                                  uint64_t index, uint64_t count,
                                                  const uint8_t *path, size_t path_count,
                                                  const uint8_t root[WM_SHA256_SIZE]);

#endif
