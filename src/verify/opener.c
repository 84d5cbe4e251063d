/* Opens the drawn chunks of an output: reads their bytes and builds their Merkle paths.
 *
 * The output's digest draws the places, so it is fixed before anyone knows them. An output may be
 * larger than the host's memory. So the device keeps the tree over rows from the digest. It gives
 * the chunks, the leaves of their rows, and the siblings above. The tree over the chunks of a
 * row is built here, from these leaves. */
#include "verify/opener.h"

#include "record/laws/derive.h"
#include "standards/base64.h"
#include "standards/merkle.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 40 }; /* of a tree with up to 2^39 leaves */
enum { BASE64_BYTES = (WM_TABLES_CHUNK_BYTES + 2) / 3 * 4 };
enum { LEAVES_BYTES = 4 << 20 }; /* leaves read in one call; one row may have more */

/* All levels of a tree, kept so that many paths cost one pass. A node without a sibling moves up
 * unchanged, which gives the tree of RFC 6962 section 2.1 for every count. */
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

/* Lays out a tree of `count` leaves; the caller then writes the leaves at its start. Returns its
 * number of nodes. */
static size_t tree_lay_out(tree *t, size_t count)
{
    size_t total = 0;
    for (t->levels = 0;; count = (count + 1) / 2) {
        t->offset[t->levels] = total;
        t->count[t->levels++] = count;
        total += count;
        if (count <= 1)
            return total;
    }
}

static void tree_hash(tree *t)
{
    for (unsigned level = 1; level < t->levels; level++)
        hash_level(t, level);
}

/* Writes a chunk's inclusion path in its row and returns its number of hashes. */
static size_t write_row_path(const tree *t, size_t leaf, uint8_t *path)
{
    size_t count = 0;
    for (unsigned level = 0; level + 1 < t->levels; level++) {
        const size_t sibling = leaf ^ 1;
        if (sibling < t->count[level])
            memcpy(path + WM_SHA256_SIZE * count++,
                   t->hashes + (t->offset[level] + sibling) * WM_SHA256_SIZE, WM_SHA256_SIZE);
        leaf /= 2;
    }
    return count;
}

/* The common state of one output's openings. */
typedef struct {
    const wm_check *check;
    const wm_device_buffer *kept; /* the tree that the digest made */
    wm_output shape;
    unsigned levels;     /* of the tree over rows, above its leaves */
    tree row;            /* over the chunks of the current row */
    unsigned row_levels; /* of a row with all chunks */
    wm_backend_place places[WM_OPENING_MOST];
    unsigned count;
    unsigned at_once;                    /* places in one call of the device */
    uint8_t *chunks, *leaves, *siblings; /* of those places, laid out as in wm_openings */
    wm_opener *opened;
    size_t node_bytes; /* of the opener's memory, for one node */
    wm_buffer base64;
} opening;

static size_t output_bytes(const wm_output *shape)
{
    const uint64_t element = shape->row_bytes / shape->columns;
    return (size_t)((shape->rows - 1) * shape->row_bytes + shape->last_columns * element);
}

/* Reads chunks, leaves and siblings of `count` places from the device, starting at place `first`.
 */
static wm_status read_places(opening *o, unsigned first, unsigned count)
{
    wm_device *device = o->check->device;
    const wm_openings openings = {.buffer = o->check->job->output,
                                  .tree = o->kept,
                                  .size_bytes = output_bytes(&o->shape),
                                  .row_bytes = (size_t)o->shape.row_bytes,
                                  .count = count,
                                  .places = o->places + first,
                                  .chunks = o->chunks,
                                  .leaves = o->leaves,
                                  .siblings = o->siblings};
    return device->ops->open_chunks(device, &openings);
}

/* Writes the path of a row's leaf in the tree over rows and returns its number of hashes. The last
 * node of a level with an odd count has no sibling. */
static size_t write_matrix_path(const opening *o, size_t row, const uint8_t *siblings,
                                uint8_t *path)
{
    size_t count = (size_t)o->shape.rows, used = 0;
    for (unsigned level = 0; level < o->levels; level++, row /= 2, count = (count + 1) / 2)
        if ((row ^ 1) < count)
            memcpy(path + WM_SHA256_SIZE * used++, siblings + (size_t)level * WM_SHA256_SIZE,
                   WM_SHA256_SIZE);
    return used;
}

/* Writes opening number t; its place was number `read` of the device's call. */
static wm_status write_opening(opening *o, unsigned t, size_t read)
{
    const uint64_t row = o->places[t].row, chunk = o->places[t].chunk;
    const size_t row_leaves = (size_t)o->shape.chunks * WM_SHA256_SIZE;
    wm_opening_node *node = &o->opened->nodes[t];
    char *memory = o->opened->memory + t * o->node_bytes;
    uint8_t *row_path = (uint8_t *)memory;
    uint8_t *matrix_path = row_path + o->row_levels * WM_SHA256_SIZE;
    const size_t own_leaves = (size_t)wm_opening_row_chunks(&o->shape, row);
    wm_status status;
    (void)tree_lay_out(&o->row, own_leaves);
    memcpy(o->row.hashes, o->leaves + read * row_leaves, own_leaves * WM_SHA256_SIZE);
    tree_hash(&o->row);
    o->base64.size = 0;
    status = wm_base64_encode(&o->base64, o->chunks + read * WM_TABLES_CHUNK_BYTES,
                              wm_opening_size(&o->shape, row, chunk));
    if (status != WM_OK)
        return status;
    memory = (char *)matrix_path + o->levels * WM_SHA256_SIZE;
    memcpy(memory, o->base64.data, o->base64.size);
    *node = (wm_opening_node){.is_there = true, .row = (double)row, .chunk = (double)chunk};
    node->data = (wm_text){memory, o->base64.size};
    node->row_path = wm_member_list(row_path, write_row_path(&o->row, (size_t)chunk, row_path));
    node->matrix_path = wm_member_list(
        matrix_path,
        write_matrix_path(o, (size_t)row, o->siblings + read * o->levels * WM_SHA256_SIZE,
                          matrix_path));
    return WM_OK;
}

static wm_status write_openings(opening *o)
{
    wm_status status = WM_OK;
    for (unsigned t = 0; t < o->count && status == WM_OK; t += o->at_once) {
        const unsigned left = o->count - t;
        const unsigned count = left < o->at_once ? left : o->at_once;
        status = read_places(o, t, count);
        for (unsigned i = 0; i < count && status == WM_OK; i++)
            status = write_opening(o, t + i, i);
    }
    return status;
}

static wm_status begin(opening *o, wm_opener *opened, const wm_check *check,
                       const wm_device_buffer *kept)
{
    size_t row_leaves;
    *o = (opening){.check = check, .kept = kept, .opened = opened};
    wm_plan_output(check->item, &o->shape);
    row_leaves = (size_t)o->shape.chunks * WM_SHA256_SIZE;
    o->at_once = WM_TABLES_OPENINGS;
    while (o->at_once > 1 && o->at_once * row_leaves > LEAVES_BYTES)
        o->at_once /= 2;
    o->levels = wm_backend_tree_levels((size_t)o->shape.rows);
    o->row.hashes = malloc(tree_lay_out(&o->row, (size_t)o->shape.chunks) * WM_SHA256_SIZE);
    o->chunks = malloc((size_t)o->at_once * WM_TABLES_CHUNK_BYTES);
    o->leaves = malloc(o->at_once * row_leaves);
    o->siblings = malloc(((size_t)o->at_once * o->levels + 1) * WM_SHA256_SIZE);
    o->row_levels = o->row.levels;
    o->node_bytes = (o->row_levels + o->levels) * WM_SHA256_SIZE + BASE64_BYTES;
    opened->memory = malloc(WM_OPENING_MOST * o->node_bytes);
    return o->row.hashes == NULL || o->chunks == NULL || o->leaves == NULL || o->siblings == NULL ||
                   opened->memory == NULL
               ? WM_E_NOMEM
               : WM_OK;
}

static void end(opening *o)
{
    free(o->row.hashes);
    free(o->chunks);
    free(o->leaves);
    free(o->siblings);
    wm_buffer_clear(&o->base64);
}

wm_status wm_opener_open(wm_opener *opener, const wm_check *check,
                         const uint8_t digest[WM_SHA256_SIZE], const wm_device_buffer *kept)
{
    uint8_t seed[WM_SHA256_SIZE];
    wm_opening_place places[WM_OPENING_MOST];
    wm_buffer context = WM_BUFFER_EMPTY;
    wm_output shape;
    wm_status status = wm_derive_context(check->item, check->nonce, digest, &context);
    wm_opener_clear(opener);
    if (status == WM_OK) {
        wm_plan_output(check->item, &shape);
        wm_derive_opening(&context, opener->continues, seed);
        status =
            wm_opener_open_at(opener, check, kept, places, wm_opening_draw(&shape, seed, places));
    }
    wm_buffer_clear(&context);
    return status;
}

wm_status wm_opener_open_at(wm_opener *opener, const wm_check *check, const wm_device_buffer *kept,
                            const wm_opening_place *places, unsigned count)
{
    opening o;
    wm_status status;
    wm_opener_clear(opener);
    status = begin(&o, opener, check, kept);
    o.count = count;
    for (unsigned t = 0; t < count; t++)
        o.places[t] = (wm_backend_place){places[t].row, places[t].chunk};
    if (status == WM_OK)
        status = write_openings(&o);
    end(&o);
    if (status != WM_OK)
        wm_opener_clear(opener);
    else
        opener->count = count;
    return status;
}

void wm_opener_clear(wm_opener *opener)
{
    free(opener->memory);
    *opener = (wm_opener){.continues = opener->continues};
}
