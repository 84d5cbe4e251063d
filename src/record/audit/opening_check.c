/* Checks the opened chunks of an output.
 *
 * An opening shows bytes of the output and the path of hashes from them to its digest. So
 * whoever computes these elements again knows whether the digest is of a right output, without
 * all of it. */
#include "record/audit/opening_check.h"

#include <string.h>

#include "record/laws/derive.h"
#include "standards/base64.h"

/* What all openings of one witness share. */
typedef struct opened {
    wm_audit_state *state;
    wm_output output;
    wm_opening_place places[WM_OPENING_MOST];
    bool is_anywhere; /* any place of the output is right */
    wm_rule place_rule;
    unsigned count;
    const uint8_t *output_digest;
} opened;

/* Reads an array of hashes. False if it is not one, or too long for any path. */
static bool read_path(wm_list array, uint8_t path[WM_MERKLE_PATH_MAX * WM_SHA256_SIZE],
                      size_t *count)
{
    *count = 0;
    if (!array.is_there || array.count > WM_MERKLE_PATH_MAX)
        return false;
    while (wm_member_has_next(&array))
        if (!wm_member_next_hex(&array, path + *count * WM_SHA256_SIZE))
            return false;
        else
            ++*count;
    return true;
}

/* Whether the paths lead from a chunk, through its row, to the digest of the output. */
static bool leads_to_digest(const opened *all, const uint8_t *data, size_t size, uint64_t row,
                            uint64_t chunk, const wm_opening_node *node)
{
    uint8_t path[WM_MERKLE_PATH_MAX * WM_SHA256_SIZE], hash[WM_SHA256_SIZE];
    uint8_t row_digest[WM_SHA256_SIZE];
    size_t count;
    wm_merkle_leaf(data, size, hash);
    if (!read_path(node->row_path, path, &count) ||
        wm_merkle_follow_inclusion(hash, chunk, wm_opening_row_chunks(&all->output, row), path,
                                   count, row_digest) != WM_OK)
        return false;
    wm_merkle_leaf(row_digest, sizeof row_digest, hash);
    return read_path(node->matrix_path, path, &count) &&
           wm_merkle_check_inclusion(hash, row, all->output.rows, path, count,
                                     all->output_digest) == WM_OK;
}

/* The place of an opening. */
typedef struct place {
    uint64_t row, chunk;
    bool is_inside; /* false only if the rule of places is switched off */
} place;

/* Takes the place that an opening names, if the output has it. */
static void take_place(const opened *all, const wm_opening_node *node, place *at)
{
    at->is_inside = node->row < (double)all->output.rows &&
                    node->chunk < (double)wm_opening_row_chunks(&all->output, (uint64_t)node->row);
    if (at->is_inside) {
        at->row = (uint64_t)node->row;
        at->chunk = (uint64_t)node->chunk;
    }
}

/* Checks the place of an opening. If the rule is switched off, uses the place that it names. */
static bool check_place(const opened *all, unsigned number, const wm_opening_node *node, place *at)
{
    if (all->is_anywhere) {
        take_place(all, node, at);
        return WM_DEMAND(all->state, all->place_rule, at->is_inside,
                         "opening %u: the output has no row %.0f, chunk %.0f", number, node->row,
                         node->chunk);
    }
    at->row = all->places[number].row;
    at->chunk = all->places[number].chunk;
    at->is_inside = true;
    if (node->row == (double)at->row && node->chunk == (double)at->chunk)
        return true;
    if (wm_refusal_make(&all->state->refusal, all->place_rule,
                        "opening %u: found row %.0f, chunk %.0f, expected row %.0f, chunk %.0f",
                        number, node->row, node->chunk, (double)at->row, (double)at->chunk))
        return false;
    take_place(all, node, at);
    return true;
}

/* Decodes the base64 of an opening and demands the size of its chunk. */
static bool check_data(const opened *all, unsigned number, wm_text text, size_t expected,
                       uint8_t data[WM_TABLES_CHUNK_BYTES], size_t *size)
{
    *size = 0;
    return WM_DEMAND(
        all->state, WM_RULE_OPENING_DATA,
        wm_base64_decode(text.bytes, text.size, data, WM_TABLES_CHUNK_BYTES, size) == WM_OK &&
            *size == expected,
        "the data of opening %u is not base64 of %lu bytes", number, (unsigned long)expected);
}

static bool check_opening(const opened *all, unsigned number, const wm_opening_node *node)
{
    uint8_t data[WM_TABLES_CHUNK_BYTES];
    size_t size;
    place at;
    if (!(node->row >= 0 && node->chunk >= 0) || node->data.bytes == NULL ||
        !node->row_path.is_there || !node->matrix_path.is_there)
        return true; /* a rule of fields is switched off */
    if (!check_place(all, number, node, &at))
        return false;
    if (!at.is_inside)
        return true;
    return check_data(all, number, node->data, wm_opening_size(&all->output, at.row, at.chunk),
                      data, &size) &&
           (leads_to_digest(all, data, size < sizeof data ? size : sizeof data, at.row, at.chunk,
                            node) ||
            !wm_refusal_make(&all->state->refusal, WM_RULE_OPENING_PATH,
                             "the paths of opening %u do not lead to the output digest", number));
}

/* Checks the number of openings, and each. */
static bool check_all(const opened *all, const wm_list *openings)
{
    const wm_matching matching = {&all->state->refusal, NULL, NULL};
    wm_list left = *openings;
    if (!WM_DEMAND(all->state, WM_RULE_SCHEMA_LENGTH, openings->count == all->count,
                   "openings: found %lu, expected %u", (unsigned long)openings->count, all->count))
        return false;
    for (unsigned number = 0; wm_member_has_next(&left) && number < all->count; number++) {
        wm_opening_node node;
        if (!wm_kind_match_next(&matching, &left, &wm_objects_opening, &node) ||
            !check_opening(all, number, &node))
            return false;
    }
    return true;
}

static void begin(opened *all, wm_audit_state *state, const wm_item *item,
                  const uint8_t *output_digest)
{
    memset(all, 0, sizeof *all);
    all->state = state;
    all->output_digest = output_digest;
    wm_plan_output(item, &all->output);
    all->count = wm_opening_count(&all->output);
}

bool wm_opening_check_at(wm_audit_state *state, const wm_item *item, const wm_list *openings,
                         const uint8_t output_digest[WM_SHA256_SIZE],
                         const wm_opening_place *places)
{
    opened all;
    if (!openings->is_there)
        return true; /* a rule of fields is switched off */
    begin(&all, state, item, output_digest);
    all.place_rule = WM_RULE_REVISIT_PLACE;
    all.is_anywhere = places == NULL;
    if (places != NULL)
        memcpy(all.places, places, all.count * sizeof *places);
    return check_all(&all, openings);
}

bool wm_opening_check(wm_audit_state *state, const wm_item *item, const wm_list *openings,
                      const uint8_t output_digest[WM_SHA256_SIZE])
{
    wm_buffer context = WM_BUFFER_EMPTY;
    uint8_t seed[WM_SHA256_SIZE];
    opened all;
    wm_status status;
    if (!openings->is_there)
        return true; /* a rule of fields is switched off */
    begin(&all, state, item, output_digest);
    all.place_rule = WM_RULE_OPENING_PLACE;
    if (state->plan.is_light) {
        all.count = 0;
        return check_all(&all, openings);
    }
    status = wm_derive_context(item, state->plan.nonce, output_digest, &context);
    if (status == WM_OK)
        wm_derive_opening(&context, &state->plan.continues, seed);
    wm_buffer_clear(&context);
    if (status != WM_OK)
        return wm_audit_state_fail(state, status);
    (void)wm_opening_draw(&all.output, seed, all.places);
    return check_all(&all, openings);
}
