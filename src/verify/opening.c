/* Opens the drawn chunks of a product: their bytes and their Merkle paths. */
#include "verify/opening.h"

#include "record/derive.h"
#include "standards/base64.h"
#include "standards/merkle.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 40 }; /* of a tree with up to 2^39 leaves */
enum {
    LEAVES_BYTES = 4 << 20
}; /* of the rows that are asked for at once, but for a row that has more alone */

/* All levels of a tree, kept so that many paths cost one pass. A node without a sibling is carried
 * up as it is, which gives the tree of RFC 6962 section 2.1 for every count. */
typedef struct {
    uint8_t *hashes; /* level by level, leaves first */
    size_t offset[LEVELS];
    size_t count[LEVELS];
    unsigned levels;
} tree;

static void hash_level(tree *t, unsigned level)
{
    const uint8_t *below = t->hashes + t->offset[level - 1] * WM_SHA256_SIZE;
    uint8_t *here = t->hashes + t->offset[level] * WM_SHA256_SIZE;
    const size_t pairs = t->count[level - 1] / 2;
    for (size_t i = 0; i < pairs; i++)
        wm_merkle_node(below + 2 * i * WM_SHA256_SIZE, below + (2 * i + 1) * WM_SHA256_SIZE,
                       here + i * WM_SHA256_SIZE);
    if (t->count[level - 1] % 2 == 1)
        memcpy(here + pairs * WM_SHA256_SIZE, below + 2 * pairs * WM_SHA256_SIZE, WM_SHA256_SIZE);
}

/* Room for a tree of `count` leaves, which the caller then writes at its head. */
static wm_status tree_open(tree *t, size_t count)
{
    size_t total = 0;
    t->levels = 0;
    for (;;) {
        t->offset[t->levels] = total;
        t->count[t->levels] = count;
        t->levels++;
        total += count;
        if (count <= 1)
            break;
        count = (count + 1) / 2;
    }
    t->hashes = malloc(total * WM_SHA256_SIZE);
    return t->hashes != NULL ? WM_OK : WM_E_NOMEM;
}

static void tree_hash(tree *t)
{
    for (unsigned level = 1; level < t->levels; level++)
        hash_level(t, level);
}

/* Adds a chunk's inclusion path in its row as an array of hex. */
static void write_row_path(const tree *t, size_t leaf, wm_node *node)
{
    wm_node_open_array(node, "row_path");
    for (unsigned level = 0; level + 1 < t->levels; level++) {
        const size_t sibling = leaf ^ 1;
        if (sibling < t->count[level])
            wm_node_hex(node, NULL, t->hashes + (t->offset[level] + sibling) * WM_SHA256_SIZE);
        leaf /= 2;
    }
    wm_node_close_array(node);
}

/* What the openings of one output share. */
typedef struct {
    const wm_check *check;
    const wm_device_buffer *kept; /* what the digest left */
    wm_output shape;
    unsigned levels; /* of the tree over rows, above its leaves */
    tree row;        /* over the chunks of the row at hand */
    wm_backend_place places[WM_TABLES_OPENINGS];
    unsigned at_once;                    /* places that the device is asked for in one call */
    uint8_t *chunks, *leaves, *siblings; /* of those places: as wm_openings has them */
    wm_buffer base64;
} opener;

static void draw_places(opener *o, const uint8_t seed[WM_SHA256_SIZE])
{
    for (unsigned t = 0; t < WM_TABLES_OPENINGS; t++)
        wm_derive_opening(seed, &o->shape, t, &o->places[t].row, &o->places[t].chunk);
}

/* Asks the device for what `count` places from `first` show. */
static wm_status read_places(opener *o, unsigned first, unsigned count)
{
    wm_device *device = o->check->device;
    const wm_openings openings = {.buffer = o->check->job->output,
                                  .tree = o->kept,
                                  .size_bytes = (size_t)(o->shape.rows * o->shape.row_bytes),
                                  .row_bytes = (size_t)o->shape.row_bytes,
                                  .count = count,
                                  .places = o->places + first,
                                  .chunks = o->chunks,
                                  .leaves = o->leaves,
                                  .siblings = o->siblings};
    return device->ops->open_chunks(device, &openings);
}

/* Adds the path of a row's leaf in the tree over rows; where the last node of a level is odd, one
 * has no sibling. */
static void write_matrix_path(const opener *o, size_t row, const uint8_t *siblings, wm_node *node)
{
    size_t count = (size_t)o->shape.rows;
    wm_node_open_array(node, "matrix_path");
    for (unsigned level = 0; level < o->levels; level++, row /= 2, count = (count + 1) / 2)
        if ((row ^ 1) < count)
            wm_node_hex(node, NULL, siblings + (size_t)level * WM_SHA256_SIZE);
    wm_node_close_array(node);
}

/* Writes the opening of a place; the device was asked for it as number `read` of a call. */
static wm_status write_opening(opener *o, const wm_backend_place *place, size_t read, wm_node *node)
{
    const uint64_t row = place->row, chunk = place->chunk;
    const size_t row_leaves = (size_t)o->shape.chunks * WM_SHA256_SIZE;
    const size_t left = (size_t)(o->shape.row_bytes - chunk * WM_TABLES_CHUNK_BYTES);
    memcpy(o->row.hashes, o->leaves + read * row_leaves, row_leaves);
    tree_hash(&o->row);
    o->base64.size = 0;
    const wm_status status =
        wm_base64_encode(&o->base64, o->chunks + read * WM_TABLES_CHUNK_BYTES,
                         left < WM_TABLES_CHUNK_BYTES ? left : WM_TABLES_CHUNK_BYTES);
    wm_node_open_object(node, NULL);
    wm_node_count(node, "row", row);
    wm_node_count(node, "chunk", chunk);
    wm_node_text_of(node, "data", o->base64.data, o->base64.size);
    write_row_path(&o->row, (size_t)chunk, node);
    write_matrix_path(o, (size_t)row, o->siblings + read * o->levels * WM_SHA256_SIZE, node);
    wm_node_close_object(node);
    return status;
}

static wm_status write_openings(opener *o, wm_node *node)
{
    wm_status status = WM_OK;
    for (unsigned t = 0; t < WM_TABLES_OPENINGS && status == WM_OK; t += o->at_once) {
        const unsigned left = WM_TABLES_OPENINGS - t;
        const unsigned count = left < o->at_once ? left : o->at_once;
        status = read_places(o, t, count);
        for (unsigned i = 0; i < count && status == WM_OK; i++)
            status = write_opening(o, &o->places[t + i], i, node);
    }
    return status;
}

static wm_status opener_init(opener *o, const wm_check *check, const wm_device_buffer *kept)
{
    size_t row_leaves;
    wm_status status;
    *o = (opener){.check = check, .kept = kept};
    wm_plan_output(check->item, &o->shape);
    row_leaves = (size_t)o->shape.chunks * WM_SHA256_SIZE;
    o->at_once = WM_TABLES_OPENINGS;
    while (o->at_once > 1 && o->at_once * row_leaves > LEAVES_BYTES)
        o->at_once /= 2;
    o->levels = wm_backend_tree_levels((size_t)o->shape.rows);
    status = tree_open(&o->row, (size_t)o->shape.chunks);
    o->chunks = malloc((size_t)o->at_once * WM_TABLES_CHUNK_BYTES);
    o->leaves = malloc(o->at_once * row_leaves);
    o->siblings = malloc(((size_t)o->at_once * o->levels + 1) * WM_SHA256_SIZE);
    return status != WM_OK || o->chunks == NULL || o->leaves == NULL || o->siblings == NULL
               ? WM_E_NOMEM
               : WM_OK;
}

static void opener_clear(opener *o)
{
    free(o->row.hashes);
    free(o->chunks);
    free(o->leaves);
    free(o->siblings);
    wm_buffer_clear(&o->base64);
}

wm_status wm_opening_write(const wm_check *check, const uint8_t digest[WM_SHA256_SIZE],
                           const wm_device_buffer *kept, wm_node *node)
{
    uint8_t seed[WM_SHA256_SIZE];
    wm_buffer context = WM_BUFFER_EMPTY;
    opener o;
    wm_status status = opener_init(&o, check, kept);
    if (status == WM_OK)
        status = wm_derive_context(check->item, check->nonce, digest, &context);
    if (status == WM_OK) {
        wm_derive_challenge(&context, WM_CHALLENGE_OPENING, seed);
        draw_places(&o, seed);
        wm_node_open_array(node, NULL);
        status = write_openings(&o, node);
        wm_node_close_array(node);
    }
    wm_buffer_clear(&context);
    opener_clear(&o);
    return status != WM_OK ? status : node->status;
}
