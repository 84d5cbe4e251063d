/* Nodes by id, and the memory of an audit. */
#include "evidence/ledger.h"

#include <stdlib.h>
#include <string.h>

wm_status wm_ledger_init(wm_ledger *ledger)
{
    memset(ledger, 0, sizeof *ledger);
    ledger->refusal.file = "evidence.jsonl";
    ledger->plan_entry = WM_LEDGER_NONE;
    ledger->last_series = WM_LEDGER_NONE;
    wm_merkle_init(&ledger->claims);
    ledger->json = wm_json_new();
    ledger->again = wm_json_new();
    if (ledger->json != NULL && ledger->again != NULL)
        return WM_OK;
    wm_ledger_clear(ledger);
    return WM_E_NOMEM;
}

void wm_ledger_clear(wm_ledger *ledger)
{
    if (ledger->items != NULL)
        for (size_t i = 0; i < ledger->plan.item_count; i++) {
            free(ledger->items[i].repeats);
            free(ledger->items[i].repeat_entries);
            free(ledger->items[i].calibration);
        }
    free(ledger->items);
    free(ledger->plan.items);
    free(ledger->entries);
    free(ledger->ids.slots);
    free(ledger->series);
    free(ledger->series_names.slots);
    free(ledger->recent);
    free(ledger->shapes);
    free(ledger->results);
    free(ledger->values);
    free(ledger->input_entries);
    wm_buffer_clear(&ledger->inputs);
    free(ledger->own_names.slots);
    free(ledger->own_name_hashes);
    wm_buffer_clear(&ledger->findings);
    wm_buffer_clear(&ledger->again_text);
    wm_json_free(ledger->json);
    wm_json_free(ledger->again);
    memset(ledger, 0, sizeof *ledger);
}

bool wm_ledger_is_well(const wm_ledger *ledger)
{
    return ledger->status == WM_OK && !ledger->refusal.is_made;
}

bool wm_ledger_fail(wm_ledger *ledger, wm_status status)
{
    if (ledger->status == WM_OK)
        ledger->status = status;
    return false;
}

bool wm_ledger_grow(wm_ledger *ledger, void **array, size_t element, size_t count, size_t *capacity)
{
    size_t wanted = *capacity < 16 ? 16 : *capacity;
    void *grown;
    if (count < *capacity)
        return true;
    while (wanted <= count) {
        if (wanted > SIZE_MAX / 2 / element)
            return wm_ledger_fail(ledger, WM_E_NOMEM);
        wanted *= 2;
    }
    grown = realloc(*array, wanted * element);
    if (grown == NULL)
        return wm_ledger_fail(ledger, WM_E_NOMEM);
    *array = grown;
    *capacity = wanted;
    return true;
}

/* ---- Sets of digests: open addressing, at most half full ------------------------------------------------------------- */

static const uint8_t *hash_at(const void *hashes, size_t stride, uint32_t number)
{
    return (const uint8_t *)hashes + stride * number;
}

/* A digest's first slot: its own bytes are as good as a hash of them. */
static size_t first_slot(const uint8_t *digest, size_t capacity)
{
    uint64_t bits;
    memcpy(&bits, digest, sizeof bits);
    return (size_t)(bits ^ (bits >> 32)) & (capacity - 1);
}

uint32_t wm_ledger_set_find(const wm_digest_set *set, const void *hashes, size_t stride,
                            const uint8_t digest[WM_SHA256_SIZE])
{
    size_t slot;
    if (set->capacity == 0)
        return WM_LEDGER_NONE;
    for (slot = first_slot(digest, set->capacity); set->slots[slot] != 0;
         slot = (slot + 1) & (set->capacity - 1)) {
        const uint32_t number = set->slots[slot] - 1;
        if (memcmp(hash_at(hashes, stride, number), digest, WM_SHA256_SIZE) == 0)
            return number;
    }
    return WM_LEDGER_NONE;
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

bool wm_ledger_set_add(wm_digest_set *set, const void *hashes, size_t stride, uint32_t number)
{
    if (set->count >= set->capacity / 2 && !set_grow(set, hashes, stride))
        return false;
    put(set->slots, set->capacity, hash_at(hashes, stride, number), number);
    set->count++;
    return true;
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------------- */

uint32_t wm_ledger_find(const wm_ledger *ledger, const uint8_t id[WM_SHA256_SIZE])
{
    return wm_ledger_set_find(&ledger->ids, ledger->entries, sizeof *ledger->entries, id);
}

bool wm_ledger_add(wm_ledger *ledger, const wm_entry *entry, uint32_t *index)
{
    size_t capacity = ledger->entry_capacity;
    void *entries = ledger->entries;
    if (ledger->entry_count >= WM_LEDGER_NONE - 1)
        return wm_ledger_fail(ledger, WM_E_LIMIT);
    if (!wm_ledger_grow(ledger, &entries, sizeof *ledger->entries, ledger->entry_count, &capacity))
        return false;
    ledger->entries = entries;
    ledger->entry_capacity = capacity > UINT32_MAX ? UINT32_MAX : (uint32_t)capacity;
    ledger->entries[ledger->entry_count] = *entry;
    if (!wm_ledger_set_add(&ledger->ids, ledger->entries, sizeof *ledger->entries,
                           ledger->entry_count))
        return wm_ledger_fail(ledger, WM_E_NOMEM);
    *index = ledger->entry_count++;
    return true;
}

wm_ledger_item *wm_ledger_item_at(wm_ledger *ledger, uint32_t index)
{
    return index < ledger->plan.item_count ? &ledger->items[index] : NULL;
}

bool wm_ledger_edge(wm_ledger *ledger, const char *field, const wm_json_value *value,
                    unsigned classes, uint32_t *entry)
{
    uint8_t id[WM_SHA256_SIZE];
    *entry = WM_LEDGER_NONE;
    if (value == NULL || value->kind == WM_JSON_NULL)
        return true; /* its schema rule is off */
    if (wm_schema_hex(value, id))
        *entry = wm_ledger_find(ledger, id);
    if (*entry == WM_LEDGER_NONE)
        return !wm_refusal_make(&ledger->refusal, WM_RULE_EDGE_KNOWN, "`%s` names no earlier line",
                                field);
    if ((ledger->entries[*entry].class & classes) != 0) {
        ledger->entries[*entry].is_used = true;
        return true;
    }
    *entry = WM_LEDGER_NONE;
    return !wm_refusal_make(&ledger->refusal, WM_RULE_EDGE_TYPE,
                            "`%s` names a node of another type or kind", field);
}

const wm_json_value *wm_ledger_read_again(wm_ledger *ledger, uint32_t entry)
{
    const wm_entry *node = &ledger->entries[entry];
    const wm_json_options options = {WM_JSON_STRICT, 0, 0};
    const wm_json_value *root = NULL;
    uint8_t id[WM_SHA256_SIZE];
    wm_status status;
    ledger->again_text.size = 0;
    status = wm_buffer_reserve(&ledger->again_text, node->size);
    if (status == WM_OK)
        status = ledger->source.read(ledger->source.context, node->offset, ledger->again_text.data,
                                     node->size);
    if (status == WM_OK)
        status = wm_json_parse(ledger->again, ledger->again_text.data, node->size, &options, &root,
                               NULL);
    if (status == WM_OK)
        wm_sha256_hash(ledger->again_text.data, node->size, id);
    if (status == WM_E_SYNTAX || status == WM_E_LIMIT ||
        (status == WM_OK && memcmp(id, node->id, sizeof id) != 0))
        status = WM_E_IO; /* the file changed between two reads */
    if (status == WM_OK)
        return root;
    (void)wm_ledger_fail(ledger, status);
    return NULL;
}
