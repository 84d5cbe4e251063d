/* Sets of digests: open addressing, at most half full. */
#include "record/audit/digest_set.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t *hash_at(const void *hashes, size_t stride, uint32_t number)
{
    return (const uint8_t *)hashes + stride * number;
}

/* The first slot of a digest. Its own bytes serve as the hash. */
static size_t first_slot(const uint8_t *digest, size_t capacity)
{
    uint64_t bits;
    memcpy(&bits, digest, sizeof bits);
    return (size_t)(bits ^ (bits >> 32)) & (capacity - 1);
}

uint32_t wm_digest_set_find(const wm_digest_set *set, const void *hashes, size_t stride,
                            const uint8_t digest[WM_SHA256_SIZE])
{
    size_t slot;
    if (set->capacity == 0)
        return WM_DIGEST_SET_NONE;
    for (slot = first_slot(digest, set->capacity); set->slots[slot] != 0;
         slot = (slot + 1) & (set->capacity - 1)) {
        const uint32_t number = set->slots[slot] - 1;
        if (memcmp(hash_at(hashes, stride, number), digest, WM_SHA256_SIZE) == 0)
            return number;
    }
    return WM_DIGEST_SET_NONE;
}

static void put(uint32_t *slots, size_t capacity, const uint8_t *digest, uint32_t number)
{
    size_t slot = first_slot(digest, capacity);
    while (slots[slot] != 0)
        slot = (slot + 1) & (capacity - 1);
    slots[slot] = number + 1;
}

static bool set_grow(wm_digest_set *set, const void *hashes, size_t stride)
{
    const size_t capacity = set->capacity == 0 ? 64 : set->capacity * 2;
    uint32_t *slots = calloc(capacity, sizeof *slots);
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->slots[i] != 0)
            put(slots, capacity, hash_at(hashes, stride, set->slots[i] - 1), set->slots[i] - 1);
    free(set->slots);
    set->slots = slots;
    set->capacity = capacity;
    return true;
}

bool wm_digest_set_add(wm_digest_set *set, const void *hashes, size_t stride, uint32_t number)
{
    if (set->count >= set->capacity / 2 && !set_grow(set, hashes, stride))
        return false;
    put(set->slots, set->capacity, hash_at(hashes, stride, number), number);
    set->count++;
    return true;
}
