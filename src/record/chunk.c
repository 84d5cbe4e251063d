/* Checking opened chunks of an output. */
#include "record/chunk.h"

#include <string.h>

#include "record/derive.h"
#include "standards/base64.h"

/* What all openings of one witness share. */
typedef struct opened {
    wm_audit_state *state;
    wm_output output;
    uint8_t seed[WM_SHA256_SIZE];
    const uint8_t *output_digest;
} opened;

/* Reads an array of hashes; false if it is not one or too long for any path. */
static bool read_path(const wm_json_value *array, uint8_t path[WM_MERKLE_PATH_MAX * WM_SHA256_SIZE],
                      size_t *count)
{
    *count = 0;
    if (array == NULL || array->count > WM_MERKLE_PATH_MAX)
        return false;
    for (const wm_json_value *hash = array->first; hash != NULL; hash = hash->next)
        if (!wm_schema_hex(hash, path + *count * WM_SHA256_SIZE))
            return false;
        else
            ++*count;
    return true;
}

/* Whether the paths lead from a chunk over its row to the output's digest. */
static bool leads_to_digest(const opened *all, const uint8_t *data, size_t size, uint64_t row,
                            uint64_t chunk, const wm_json_value *row_path,
                            const wm_json_value *matrix_path)
{
    uint8_t path[WM_MERKLE_PATH_MAX * WM_SHA256_SIZE], hash[WM_SHA256_SIZE];
    uint8_t row_digest[WM_SHA256_SIZE];
    size_t count;
    wm_merkle_leaf(data, size, hash);
    if (!read_path(row_path, path, &count) ||
        wm_merkle_follow_inclusion(hash, chunk, all->output.chunks, path, count, row_digest) !=
            WM_OK)
        return false;
    wm_merkle_leaf(row_digest, sizeof row_digest, hash);
    return read_path(matrix_path, path, &count) &&
           wm_merkle_check_inclusion(hash, row, all->output.rows, path, count,
                                     all->output_digest) == WM_OK;
}

/* The bytes of a chunk of a row: all but a row's last have the full size. */
static size_t chunk_size(const wm_output *output, uint64_t chunk)
{
    const uint64_t left = output->row_bytes - chunk * WM_TABLES_CHUNK_BYTES;
    return left < WM_TABLES_CHUNK_BYTES ? (size_t)left : WM_TABLES_CHUNK_BYTES;
}

/* Where an opening is. */
typedef struct place {
    uint64_t row, chunk;
    bool is_inside; /* false only where the rule of places is off */
} place;

/* An opening is where it was drawn; the rule being off, where it says. */
static bool check_place(const opened *all, unsigned number, const wm_json_value *row,
                        const wm_json_value *chunk, place *at)
{
    wm_derive_opening(all->seed, &all->output, number, &at->row, &at->chunk);
    at->is_inside = true;
    if (wm_schema_count(row) == at->row && wm_schema_count(chunk) == at->chunk)
        return true;
    if (wm_refusal_make(&all->state->refusal, WM_RULE_OPENING_PLACE,
                        "opening %u is of row %.0f, chunk %.0f and not of row %.0f, chunk %.0f",
                        number, row->number, chunk->number, (double)at->row, (double)at->chunk))
        return false;
    at->row = wm_schema_count(row);
    at->chunk = wm_schema_count(chunk);
    at->is_inside = at->row < all->output.rows && at->chunk < all->output.chunks;
    return true;
}

/* The bytes of an opening: base64 of as many as its chunk has. */
static bool check_data(const opened *all, unsigned number, const wm_json_value *text,
                       size_t expected, uint8_t data[WM_TABLES_CHUNK_BYTES], size_t *size)
{
    *size = 0;
    return (wm_base64_decode(text->text, text->text_size, data, WM_TABLES_CHUNK_BYTES, size) ==
                WM_OK &&
            *size == expected) ||
           !wm_refusal_make(&all->state->refusal, WM_RULE_OPENING_DATA,
                            "the data of opening %u is not base64 of %lu bytes", number,
                            (unsigned long)expected);
}

static bool check_opening(const opened *all, unsigned number, const wm_json_value *opening)
{
    static const wm_field FIELDS[] = {WM_FIELD("chunk", COUNT, 0), WM_FIELD("data", WORD, 0),
                                      WM_FIELD("matrix_path", ARRAY, 0), WM_FIELD("row", COUNT, 0),
                                      WM_FIELD("row_path", ARRAY, 0)};
    wm_refusal *refusal = &all->state->refusal;
    const wm_json_value *values[5];
    uint8_t data[WM_TABLES_CHUNK_BYTES];
    size_t size;
    place at;
    if (opening->kind != WM_JSON_OBJECT &&
        wm_refusal_make(refusal, WM_RULE_SCHEMA_VALUE, "an opening is not an object"))
        return false;
    if (!wm_schema_match(refusal, "an opening", opening, FIELDS, 5, values))
        return false;
    for (unsigned i = 0; i < 5; i++)
        if (values[i] == NULL)
            return true; /* a rule of fields is off */
    if (!check_place(all, number, values[3], values[0], &at))
        return false;
    if (!at.is_inside)
        return true;
    return check_data(all, number, values[1], chunk_size(&all->output, at.chunk), data, &size) &&
           (leads_to_digest(all, data, size < sizeof data ? size : sizeof data, at.row, at.chunk,
                            values[4], values[2]) ||
            !wm_refusal_make(refusal, WM_RULE_OPENING_PATH,
                             "the paths of opening %u do not lead to the output digest", number));
}

bool wm_chunk_check(wm_audit_state *state, const wm_item *item, const wm_json_value *openings,
                    const uint8_t output_digest[WM_SHA256_SIZE])
{
    wm_buffer context = WM_BUFFER_EMPTY;
    unsigned number = 0;
    opened all;
    wm_status status;
    if (openings == NULL)
        return true; /* a rule of fields is off */
    if (openings->count != WM_TABLES_OPENINGS &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_LENGTH, "there are %lu openings and not 32",
                        (unsigned long)openings->count))
        return false;
    all.state = state;
    all.output_digest = output_digest;
    wm_plan_output(item, &all.output);
    status = wm_derive_context(item, state->plan.nonce, output_digest, &context);
    if (status == WM_OK)
        wm_derive_challenge(&context, WM_CHALLENGE_OPENING, all.seed);
    wm_buffer_clear(&context);
    if (status != WM_OK)
        return wm_audit_state_fail(state, status);
    for (const wm_json_value *opening = openings->first;
         opening != NULL && number < WM_TABLES_OPENINGS; opening = opening->next)
        if (!check_opening(&all, number++, opening))
            return false;
    return true;
}
