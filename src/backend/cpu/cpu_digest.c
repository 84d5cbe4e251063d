/* The output digest and its openings: groups of rows in parallel, all chunks of a group side by
 * side, then the tree over the rows' digests. */
#include "backend/cpu/cpu_device.h"

#include <stdlib.h>
#include <string.h>

#include "backend/cpu/cpu_sha256.h"
#include "standards/merkle.h"

enum {
    CHUNK_BYTES = WM_TABLES_CHUNK_BYTES,
    LANES = WM_CPU_SHA256_LANES,
    HASH = WM_SHA256_SIZE,
    GROUP_CHUNKS = 256
};

/* Hashes of equal size that wait for each other. Sixteen run at once where the processor can, else
 * one at a time. */
typedef struct {
    bool lanes;
    uint8_t prefix; /* 0: leaf, 1: node (RFC 6962 section 2.1) */
    size_t size_bytes, count;
    const uint8_t *messages[LANES];
    uint8_t *digests[LANES];
} batch;

static void hash_alone(const batch *job, size_t i)
{
    wm_sha256 hash;
    wm_sha256_init(&hash);
    wm_sha256_update(&hash, &job->prefix, 1);
    wm_sha256_update(&hash, job->messages[i], job->size_bytes);
    wm_sha256_final(&hash, job->digests[i]);
}

/* Sixteen lanes cost as much as about ten single hashes, so fewer are hashed one at a time. Idle
 * lanes repeat the first message. */
static void flush(batch *job)
{
    uint8_t unwanted[HASH];
    if (!job->lanes || job->count < 10) {
        for (size_t i = 0; i < job->count; i++)
            hash_alone(job, i);
    } else {
        for (size_t i = job->count; i < LANES; i++) {
            job->messages[i] = job->messages[0];
            job->digests[i] = unwanted;
        }
        wm_cpu_sha256_lanes_hash(job->prefix, job->messages, job->size_bytes, job->digests);
    }
    job->count = 0;
}

static void add(batch *job, const uint8_t *message, uint8_t *digest)
{
    job->messages[job->count] = message;
    job->digests[job->count++] = digest;
    if (job->count == LANES)
        flush(job);
}

/* One level of `trees` trees of `count` hashes each, `stride` hashes apart. Pairs become nodes; an
 * odd last hash moves up unchanged, as in RFC 6962. A node is written at or before the left hash of
 * its pair, after its whole batch has been read. */
static size_t climb(bool lanes, uint8_t *hashes, size_t trees, size_t count, size_t stride)
{
    batch job = {.lanes = lanes, .prefix = 1, .size_bytes = 2 * (size_t)HASH};
    for (size_t t = 0; t < trees; t++)
        for (size_t pair = 0; pair < count / 2; pair++)
            add(&job, hashes + (t * stride + 2 * pair) * HASH, hashes + (t * stride + pair) * HASH);
    flush(&job);
    for (size_t t = 0; t < trees && count % 2 != 0; t++)
        memmove(hashes + (t * stride + count / 2) * HASH, hashes + (t * stride + count - 1) * HASH,
                HASH);
    return (count + 1) / 2;
}

/* One thread's work: some whole rows, with room for the hashes of their chunks. */
typedef struct {
    bool lanes;
    const uint8_t *bytes;
    size_t size_bytes, row_bytes;
    size_t row_chunks;
    uint8_t *row_digests;
    uint8_t *leaves; /* leaves of all rows, row_chunks for each row; null if not wanted */
} digest_job;

/* Leaves of one row. A shorter last chunk is hashed alone. */
static void add_leaves(batch *leaves, const uint8_t *row, size_t size_bytes, uint8_t *hashes)
{
    for (size_t at = 0, c = 0; at < size_bytes; at += CHUNK_BYTES, c++) {
        if (size_bytes - at >= CHUNK_BYTES)
            add(leaves, row + at, hashes + c * HASH);
        else
            wm_merkle_leaf(row + at, size_bytes - at, hashes + c * HASH);
    }
}

/* Rows [first, first + count), all of one length. */
static void digest_rows(const digest_job *job, size_t first, size_t count, size_t size_bytes,
                        uint8_t *hashes)
{
    const size_t chunks = (size_bytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
    batch leaves = {.lanes = job->lanes, .prefix = 0, .size_bytes = CHUNK_BYTES};
    for (size_t r = 0; r < count; r++)
        add_leaves(&leaves, job->bytes + (first + r) * job->row_bytes, size_bytes,
                   hashes + r * chunks * HASH);
    flush(&leaves);
    if (job->leaves != NULL)
        memcpy(job->leaves + first * job->row_chunks * HASH, hashes, count * chunks * HASH);
    for (size_t left = chunks; left > 1;)
        left = climb(job->lanes, hashes, count, left, chunks);
    for (size_t r = 0; r < count; r++)
        memcpy(job->row_digests + (first + r) * HASH, hashes + r * chunks * HASH, HASH);
}

/* The tree over the rows' digests, which stay unchanged. `levels` gets its levels in order, from
 * the leaves to the digest. If it is null, all levels share `room`. */
static void digest_matrix(const digest_job *job, size_t rows, uint8_t *room, uint8_t *levels,
                          uint8_t digest[HASH])
{
    batch leaves = {.lanes = job->lanes, .prefix = 0, .size_bytes = HASH};
    for (size_t r = 0; r < rows; r++)
        add(&leaves, job->row_digests + r * HASH, room + r * HASH);
    flush(&leaves);
    for (size_t left = rows;;) {
        if (levels != NULL) {
            memcpy(levels, room, left * HASH);
            levels += left * HASH;
        }
        if (left <= 1)
            break;
        left = climb(job->lanes, room, 1, left, rows);
    }
    memcpy(digest, room, HASH);
}

/* All rows except a shorter last one, in groups of about GROUP_CHUNKS chunks. False when out of
 * memory. */
static bool digest_groups(const wm_cpu_device *cpu, const digest_job *job, size_t rows)
{
    const size_t whole = job->size_bytes / job->row_bytes;
    const size_t step = job->row_chunks < GROUP_CHUNKS ? GROUP_CHUNKS / job->row_chunks : 1;
    bool failed = false;
#pragma omp parallel num_threads(wm_cpu_device_threads(cpu, job->size_bytes)) reduction(|| : failed)
    {
        uint8_t *hashes = malloc(step * job->row_chunks * HASH);
        failed = hashes == NULL;
#pragma omp for schedule(static)
        for (size_t first = 0; first < whole; first += step)
            if (hashes != NULL)
                digest_rows(job, first, whole - first < step ? whole - first : step, job->row_bytes,
                            hashes);
#pragma omp single
        if (whole < rows && hashes != NULL)
            digest_rows(job, whole, 1, job->size_bytes - whole * job->row_bytes, hashes);
        free(hashes);
    }
    return !failed;
}

/* Whether the tree of this output fits the buffer. */
static bool has_tree(const wm_device_buffer *tree, size_t size_bytes, size_t row_bytes)
{
    return tree != NULL && tree->size_bytes >= wm_backend_tree_bytes(size_bytes, row_bytes);
}

wm_status wm_cpu_digest_run(wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
                            size_t row_bytes, uint8_t digest[32], wm_device_buffer *tree)
{
    if (device == NULL || buffer == NULL || size_bytes == 0 || row_bytes == 0 || digest == NULL ||
        size_bytes > buffer->size_bytes ||
        (tree != NULL && (tree == buffer || !has_tree(tree, size_bytes, row_bytes))))
        return WM_E_ARG;
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    const size_t rows = (size_bytes - 1) / row_bytes + 1;
    const size_t longest = row_bytes < size_bytes ? row_bytes : size_bytes;
    uint8_t *room = wm_cpu_device_scratch(cpu, 2 * rows * HASH);
    if (room == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the rows' digests");
    const digest_job job = {wm_cpu_sha256_lanes_there(),
                            buffer->bytes,
                            size_bytes,
                            row_bytes,
                            (longest - 1) / CHUNK_BYTES + 1,
                            room + rows * HASH,
                            tree != NULL ? tree->bytes : NULL};
    if (!digest_groups(cpu, &job, rows))
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the chunks' hashes");
    digest_matrix(&job, rows, room,
                  tree != NULL ? tree->bytes + rows * job.row_chunks * HASH : NULL, digest);
    return WM_OK;
}

/* The siblings on the path from leaf `row` of the tree over rows. The tree's levels are in
 * order. */
static void open_siblings(const uint8_t *levels, size_t rows, size_t row, uint8_t *siblings)
{
    for (; rows > 1; row /= 2, siblings += HASH) {
        if ((row ^ 1) < rows)
            memcpy(siblings, levels + (row ^ 1) * HASH, HASH);
        levels += rows * HASH;
        rows = rows / 2 + rows % 2;
    }
}

/* Whether all members are set and every place is in the output. */
static bool can_open(const wm_openings *o)
{
    if (o == NULL || o->buffer == NULL || o->size_bytes == 0 || o->row_bytes == 0 ||
        o->places == NULL || o->count > WM_TABLES_OPENINGS || o->chunks == NULL ||
        o->leaves == NULL || o->siblings == NULL || o->size_bytes > o->buffer->size_bytes ||
        !has_tree(o->tree, o->size_bytes, o->row_bytes))
        return false;
    for (size_t i = 0; i < o->count; i++) {
        if (o->places[i].row > (o->size_bytes - 1) / o->row_bytes)
            return false;
        const size_t left = o->size_bytes - (size_t)o->places[i].row * o->row_bytes;
        const size_t row = left < o->row_bytes ? left : o->row_bytes;
        if (o->places[i].chunk > (row - 1) / CHUNK_BYTES)
            return false;
    }
    return true;
}

wm_status wm_cpu_digest_open(wm_device *device, const wm_openings *o)
{
    if (device == NULL || !can_open(o))
        return WM_E_ARG;
    const size_t longest = o->row_bytes < o->size_bytes ? o->row_bytes : o->size_bytes;
    const size_t rows = (o->size_bytes - 1) / o->row_bytes + 1;
    const size_t stride = (longest - 1) / CHUNK_BYTES + 1; /* leaves of a row in the tree */
    const size_t shown = (o->row_bytes - 1) / CHUNK_BYTES + 1,
                 levels = wm_backend_tree_levels(rows);
    memset(o->chunks, 0, o->count * CHUNK_BYTES);
    memset(o->leaves, 0, o->count * shown * HASH);
    memset(o->siblings, 0, o->count * levels * HASH);
    for (size_t i = 0; i < o->count; i++) {
        const size_t row = (size_t)o->places[i].row, chunk = (size_t)o->places[i].chunk;
        const size_t left = o->size_bytes - row * o->row_bytes;
        const size_t size = left < o->row_bytes ? left : o->row_bytes, at = chunk * CHUNK_BYTES;
        memcpy(o->chunks + i * CHUNK_BYTES, o->buffer->bytes + row * o->row_bytes + at,
               size - at < CHUNK_BYTES ? size - at : CHUNK_BYTES);
        memcpy(o->leaves + i * shown * HASH, o->tree->bytes + row * stride * HASH,
               ((size - 1) / CHUNK_BYTES + 1) * HASH);
        open_siblings(o->tree->bytes + rows * stride * HASH, rows, row,
                      o->siblings + i * levels * HASH);
    }
    return WM_OK;
}
