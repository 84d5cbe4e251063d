/* Paths of ranges of leaves of a Merkle tree: one proof for many leaves.
 *
 * A proof of many leaves shares the hashes that single paths would repeat. Its path is read from
 * left to right by the recursion that defines the tree, so no element says where it belongs. */
#include "standards/merkle_ranges.h"

#include <string.h>

/* The largest power of two below count, which must be at least 2. */
static uint64_t split_point(uint64_t count)
{
    uint64_t split = 1;
    while (split < count - split)
        split *= 2;
    return split;
}

/* Whether ranges ascend, with leaves between them, and lie within count. */
static bool are_ranges(const wm_merkle_range *ranges, size_t range_count, uint64_t count)
{
    uint64_t least = 0;
    for (size_t i = 0; i < range_count; i++) {
        if (ranges[i].first < least || ranges[i].first >= count || ranges[i].count == 0 ||
            ranges[i].count > count - ranges[i].first)
            return false;
        least = ranges[i].first + ranges[i].count + 1;
    }
    return range_count > 0;
}

/* A walk over the trees of ranges, from left to right. Each tree is visited before the next, so
 * the first range that does not end before it is the only one to look at. */
typedef struct fold {
    const wm_merkle_range *range, *end;
    const uint8_t *leaves; /* proving: all; checking: the next one of a range */
    uint8_t *made;         /* proving: the path */
    const uint8_t *path;   /* checking: its next element */
    size_t used, path_count;
    bool is_short;
} fold;

/* Whether no leaf [first, first + count) is in a range. */
static bool is_apart(fold *at, uint64_t first, uint64_t count)
{
    while (at->range != at->end && at->range->first + at->range->count <= first)
        at->range++;
    return at->range == at->end || at->range->first >= first + count;
}

static void prove(fold *at, uint64_t first, uint64_t count)
{
    if (is_apart(at, first, count)) {
        wm_merkle_root_of(at->leaves + first * WM_SHA256_SIZE, count,
                          at->made + at->used++ * WM_SHA256_SIZE);
    } else if (count > 1) {
        const uint64_t split = split_point(count);
        prove(at, first, split);
        prove(at, first + split, count - split);
    }
}

wm_status wm_merkle_ranges_prove(const uint8_t *leaves, uint64_t count,
                                 const wm_merkle_range *ranges, size_t range_count, uint8_t *path,
                                 size_t *path_count)
{
    fold at = {.range = ranges, .end = ranges + range_count, .leaves = leaves};
    if (!are_ranges(ranges, range_count, count))
        return WM_E_ARG;
    at.made = path;
    prove(&at, 0, count);
    *path_count = at.used;
    return WM_OK;
}

/* Computes the root of a tree from its leaves in ranges and the path. */
static void follow(fold *at, uint64_t first, uint64_t count, uint8_t hash[WM_SHA256_SIZE])
{
    uint8_t left[WM_SHA256_SIZE], right[WM_SHA256_SIZE];
    uint64_t split;
    if (is_apart(at, first, count)) {
        at->is_short = at->is_short || at->used == at->path_count;
        if (at->is_short)
            memset(hash, 0, WM_SHA256_SIZE);
        else
            memcpy(hash, at->path + at->used++ * WM_SHA256_SIZE, WM_SHA256_SIZE);
        return;
    }
    if (count == 1) {
        memcpy(hash, at->leaves, WM_SHA256_SIZE);
        at->leaves += WM_SHA256_SIZE;
        return;
    }
    split = split_point(count);
    follow(at, first, split, left);
    follow(at, first + split, count - split, right);
    wm_merkle_node(left, right, hash);
}

wm_status wm_merkle_ranges_check(const uint8_t *leaves, const wm_merkle_range *ranges,
                                 size_t range_count, uint64_t count, const uint8_t *path,
                                 size_t path_count, const uint8_t root[WM_SHA256_SIZE])
{
    uint8_t hash[WM_SHA256_SIZE];
    fold at = {.range = ranges,
               .end = ranges + range_count,
               .leaves = leaves,
               .path = path,
               .path_count = path_count};
    if (!are_ranges(ranges, range_count, count))
        return WM_E_INVALID;
    follow(&at, 0, count, hash);
    if (at.is_short || at.used != path_count)
        return WM_E_INVALID;
    return memcmp(hash, root, sizeof hash) == 0 ? WM_OK : WM_E_MISMATCH;
}
