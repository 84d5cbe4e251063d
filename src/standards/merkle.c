/* Merkle trees with SHA-256 and their proofs (RFC 6962, section 2.1; RFC 9162, section 2.1). */
#include "standards/merkle.h"

#include <string.h>

void wm_merkle_leaf(const void *data, size_t size, uint8_t hash[WM_SHA256_SIZE])
{
    wm_sha256 sha;
    wm_sha256_init(&sha);
    wm_sha256_update(&sha, "\0", 1);
    wm_sha256_update(&sha, data, size);
    wm_sha256_final(&sha, hash);
}

void wm_merkle_node(const uint8_t left[WM_SHA256_SIZE], const uint8_t right[WM_SHA256_SIZE],
                    uint8_t hash[WM_SHA256_SIZE])
{
    uint8_t data[1 + 2 * WM_SHA256_SIZE];
    data[0] = 1;
    memcpy(data + 1, left, WM_SHA256_SIZE);
    memcpy(data + 1 + WM_SHA256_SIZE, right, WM_SHA256_SIZE);
    wm_sha256_hash(data, sizeof data, hash);
}

void wm_merkle_init(wm_merkle *tree)
{
    tree->count = 0;
}

void wm_merkle_add(wm_merkle *tree, const void *data, size_t size)
{
    uint8_t hash[WM_SHA256_SIZE];
    wm_merkle_leaf(data, size, hash);
    wm_merkle_add_hash(tree, hash);
}

static size_t count_bits(uint64_t x)
{
    size_t bits = 0;
    for (; x != 0; x &= x - 1)
        bits++;
    return bits;
}

/* Adding one to the count carries through its low set bits. Each carry joins two full subtrees of
 * one size. */
void wm_merkle_add_hash(wm_merkle *tree, const uint8_t leaf[WM_SHA256_SIZE])
{
    uint8_t hash[WM_SHA256_SIZE];
    size_t height = count_bits(tree->count);
    uint64_t carry;
    memcpy(hash, leaf, sizeof hash);
    for (carry = tree->count; (carry & 1) != 0; carry >>= 1) {
        height--;
        wm_merkle_node(tree->stack[height], hash, hash);
    }
    memcpy(tree->stack[height], hash, sizeof hash);
    tree->count++;
}

void wm_merkle_root(const wm_merkle *tree, uint8_t root[WM_SHA256_SIZE])
{
    size_t height = count_bits(tree->count);
    uint8_t hash[WM_SHA256_SIZE];
    if (height == 0) {
        wm_sha256_hash(NULL, 0, root);
        return;
    }
    memcpy(hash, tree->stack[height - 1], sizeof hash);
    for (height--; height > 0; height--)
        wm_merkle_node(tree->stack[height - 1], hash, hash);
    memcpy(root, hash, sizeof hash);
}

void wm_merkle_root_of(const uint8_t *leaves, uint64_t count, uint8_t root[WM_SHA256_SIZE])
{
    wm_merkle tree;
    uint64_t i;
    wm_merkle_init(&tree);
    for (i = 0; i < count; i++)
        wm_merkle_add_hash(&tree, leaves + i * WM_SHA256_SIZE);
    wm_merkle_root(&tree, root);
}

/* A walk up from a leaf: the position at the present level, and that of the level's last node. */
typedef struct walk {
    uint64_t position;
    uint64_t last;
} walk;

/* Whether the next element of the path is to the left of what was hashed so far. Skips levels where
 * the node has no sibling because it is last at an even position. RFC 9162, section 2.1.3.2, step
 * 4. */
static bool sibling_is_left(walk *at)
{
    bool left = (at->position & 1) != 0 || at->position == at->last;
    if (left) {
        while ((at->position & 1) == 0 && at->position != 0) {
            at->position >>= 1;
            at->last >>= 1;
        }
    }
    at->position >>= 1;
    at->last >>= 1;
    return left;
}

wm_status wm_merkle_follow_inclusion(const uint8_t leaf[WM_SHA256_SIZE], uint64_t index,
                                     uint64_t count, const uint8_t *path, size_t path_count,
                                     uint8_t root[WM_SHA256_SIZE])
{
    uint8_t hash[WM_SHA256_SIZE];
    walk at;
    size_t i;
    if (index >= count)
        return WM_E_INVALID;
    at.position = index;
    at.last = count - 1;
    memcpy(hash, leaf, sizeof hash);
    for (i = 0; i < path_count; i++) {
        const uint8_t *sibling = path + i * WM_SHA256_SIZE;
        if (at.last == 0)
            return WM_E_INVALID; /* the path is too long */
        if (sibling_is_left(&at))
            wm_merkle_node(sibling, hash, hash);
        else
            wm_merkle_node(hash, sibling, hash);
    }
    if (at.last != 0)
        return WM_E_INVALID; /* the path is too short */
    memcpy(root, hash, sizeof hash);
    return WM_OK;
}

wm_status wm_merkle_check_inclusion(const uint8_t leaf[WM_SHA256_SIZE], uint64_t index,
                                    uint64_t count, const uint8_t *path, size_t path_count,
                                    const uint8_t root[WM_SHA256_SIZE])
{
    uint8_t hash[WM_SHA256_SIZE];
    wm_status status = wm_merkle_follow_inclusion(leaf, index, count, path, path_count, hash);
    if (status != WM_OK)
        return status;
    return memcmp(hash, root, sizeof hash) == 0 ? WM_OK : WM_E_MISMATCH;
}
