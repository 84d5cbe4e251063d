/* Paths of ranges of leaves of a Merkle tree: one proof for many leaves. */
#ifndef WM_STANDARDS_MERKLE_RANGES_H
#define WM_STANDARDS_MERKLE_RANGES_H

#include "standards/merkle.h"

/* Leaves [first, first + count) of a tree. */
typedef struct wm_merkle_range {
    uint64_t first, count;
} wm_merkle_range;

/* The longest path of a range: the trees to its left and to its right. */
enum { WM_MERKLE_RANGES_PATH_MAX = 2 * WM_MERKLE_PATH_MAX };

/* Writes the path of ranges of leaves: the roots of the largest trees without a leaf in a range,
 * from left to right. The ranges ascend, with leaves between them, and lie within count. path has
 * room for WM_MERKLE_RANGES_PATH_MAX hashes a range. Source: ours, record.md section 9; the trees
 * are those of RFC 6962, section 2.1. Errors: ARG (other ranges, or none). Cost: count - 1 node
 * hashes. */
WM_MUST_CHECK wm_status wm_merkle_ranges_prove(const uint8_t *leaves, uint64_t count,
                                               const wm_merkle_range *ranges, size_t range_count,
                                               uint8_t *path, size_t *path_count);

/* Checks that `leaves` are those of the ranges, in order, of the count leaves under root. The path
 * must be used up exactly. Source: as wm_merkle_ranges_prove. Errors: INVALID (ranges or path
 * length impossible), MISMATCH (another root). Cost: at most WM_MERKLE_PATH_MAX node hashes a leaf
 * and an element of the path. */
WM_MUST_CHECK wm_status wm_merkle_ranges_check(const uint8_t *leaves, const wm_merkle_range *ranges,
                                               size_t range_count, uint64_t count,
                                               const uint8_t *path, size_t path_count,
                                               const uint8_t root[WM_SHA256_SIZE]);

#endif
