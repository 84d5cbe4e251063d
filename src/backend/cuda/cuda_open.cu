/* Openings of an output: chunks, the leaves of their rows' trees, and the siblings above
 * (docs/formats/inputs.md section 5).
 *
 * The digest has left its nodes on the device, so an opening is gathered without hashing. The
 * kernel stores into page-locked memory, so only the kernel is waited for. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_sha256.h"

#include <stdlib.h>
#include <string.h>

enum { OPEN_THREADS = 256, NODE_WORDS = sizeof(node) / 4 };

/* The places of one launch, passed by value. */
typedef struct {
    wm_backend_place at[WM_TABLES_OPENINGS];
} place_list;

/* Some leaves of a row. */
typedef struct {
    size_t first, count;
} span;

/* For each place in order: where its chunk, leaves and siblings go, and their total size. */
typedef struct {
    uint8_t *chunks;
    uint32_t *leaves, *siblings; /* words of big-endian digests */
    span shown_leaves;           /* of the leaves that the caller's row_bytes counts */
    unsigned levels;
} shown;

/* A word of a digest in the byte order of memory. */
static __device__ __forceinline__ uint32_t as_bytes(const node *at, size_t word)
{
    return __byte_perm(at->w[word], 0, 0x0123);
}

/* Node `index` of level `level` of the tree over rows, whose levels are in order; null if it does
 * not exist. */
static __device__ const node *node_of(const node *levels, size_t rows, unsigned level, size_t index)
{
    for (; level > 0; level--) {
        levels += rows;
        rows = (rows + 1) / 2;
    }
    return index < rows ? levels + index : NULL;
}

/* One block for each place. */
static __global__ void __launch_bounds__(OPEN_THREADS)
    open_places(const uint8_t *bytes, const node *tree, row_layout layout, place_list places,
                shown to)
{
    const size_t place = blockIdx.x, row = places.at[place].row;
    const size_t size = row_size(&layout, row), from = places.at[place].chunk * CHUNK_BYTES;
    const uint8_t *row_at = bytes + row * layout.row_bytes;
    const node *leaves = tree + row * layout.row_chunks;
    const node *levels = tree + layout.rows * layout.row_chunks;
    for (size_t i = threadIdx.x; i < CHUNK_BYTES / 4; i += OPEN_THREADS) {
        uint32_t word = 0;
        for (size_t j = 0; j < 4 && from + 4 * i + j < size; j++)
            word |= (uint32_t)row_at[from + 4 * i + j] << (8 * j);
        ((uint32_t *)to.chunks)[place * (CHUNK_BYTES / 4) + i] = word;
    }
    for (size_t i = threadIdx.x; i < to.shown_leaves.count * NODE_WORDS; i += OPEN_THREADS) {
        const size_t leaf = to.shown_leaves.first + i / NODE_WORDS;
        to.leaves[place * to.shown_leaves.count * NODE_WORDS + i] =
            leaf * CHUNK_BYTES < size ? as_bytes(leaves + leaf, i % NODE_WORDS) : 0;
    }
    for (unsigned i = threadIdx.x; i < to.levels * NODE_WORDS; i += OPEN_THREADS) {
        const unsigned level = i / NODE_WORDS;
        const node *sibling = node_of(levels, layout.rows, level, (row >> level) ^ 1);
        to.siblings[place * to.levels * NODE_WORDS + i] =
            sibling != NULL ? as_bytes(sibling, i % NODE_WORDS) : 0;
    }
}

/* The sizes in bytes of a place's chunk, leaves and siblings. */
typedef struct {
    size_t leaves, siblings;
} place_bytes;

/* The destinations on the host. */
typedef struct {
    uint8_t *chunks, *leaves, *siblings;
} opened;

/* Opens some places with some leaves of each, which all fit the page-locked buffer. */
static wm_status open_some(wm_cuda *cuda, const wm_openings *o, const row_layout *layout,
                           const place_bytes *size, span part, size_t first, size_t count,
                           const opened *out)
{
    place_list list = {};
    const size_t part_bytes = part.count * sizeof(node);
    uint8_t *host = (uint8_t *)cuda->host;
    uint8_t *leaves = host + count * CHUNK_BYTES, *siblings = leaves + count * part_bytes;
    const shown to = {host, (uint32_t *)leaves, (uint32_t *)siblings, part,
                      (unsigned)(size->siblings / sizeof(node))};
    memcpy(list.at, o->places + first, count * sizeof *o->places);
    open_places<<<(unsigned)count, OPEN_THREADS, 0, cuda->stream>>>(
        (const uint8_t *)o->buffer->bytes, (const node *)o->tree->bytes, *layout, list, to);
    const wm_status status = wm_cuda_device_wait(cuda, "opening");
    if (status != WM_OK)
        return status;
    memcpy(out->chunks + first * CHUNK_BYTES, host, count * CHUNK_BYTES);
    memcpy(out->siblings + first * size->siblings, siblings, count * size->siblings);
    for (size_t i = 0; i < count; i++)
        memcpy(out->leaves + (first + i) * size->leaves + part.first * sizeof(node),
               leaves + i * part_bytes, part_bytes);
    return WM_OK;
}

/* Opens one place whose leaves do not fit at once. */
static wm_status open_wide(wm_cuda *cuda, const wm_openings *o, const row_layout *layout,
                           const place_bytes *size, size_t place, const opened *out)
{
    const size_t row_leaves = size->leaves / sizeof(node);
    const size_t at_once = (WM_CUDA_HOST_BYTES - CHUNK_BYTES - size->siblings) / sizeof(node);
    wm_status status = WM_OK;
    for (size_t i = 0; i < row_leaves && status == WM_OK; i += at_once) {
        const span part = {i, row_leaves - i < at_once ? row_leaves - i : at_once};
        status = open_some(cuda, o, layout, size, part, place, 1, out);
    }
    return status;
}

/* Opens all places, `at_once` at a time, or 0 if not even one fits. Uses its own memory first,
 * because an error must leave the caller's memory unchanged. */
static wm_status open_parts(wm_cuda *cuda, const wm_openings *o, const row_layout *layout,
                            const place_bytes *size, size_t at_once)
{
    const span all_leaves = {0, size->leaves / sizeof(node)};
    const size_t step = at_once > 0 ? at_once : 1;
    wm_status status = WM_OK;
    uint8_t *staged = (uint8_t *)malloc(
        wm_cuda_memory_times(o->count, CHUNK_BYTES + size->leaves + size->siblings));
    if (staged == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_NOMEM, "openings: no host memory");
    const opened all = {staged, staged + o->count * CHUNK_BYTES,
                        staged + o->count * (CHUNK_BYTES + size->leaves)};
    for (size_t i = 0; i < o->count && status == WM_OK; i += step)
        status = at_once > 0 ? open_some(cuda, o, layout, size, all_leaves, i,
                                         o->count - i < step ? o->count - i : step, &all)
                             : open_wide(cuda, o, layout, size, i, &all);
    if (status == WM_OK) {
        memcpy(o->chunks, all.chunks, o->count * CHUNK_BYTES);
        memcpy(o->leaves, all.leaves, o->count * size->leaves);
        memcpy(o->siblings, all.siblings, o->count * size->siblings);
    }
    free(staged);
    return status;
}

/* Whether all members are set. */
static bool fits(const wm_openings *o)
{
    return o != NULL && o->row_bytes != 0 && o->places != NULL && o->count <= WM_TABLES_OPENINGS &&
           o->chunks != NULL && o->leaves != NULL && o->siblings != NULL &&
           wm_cuda_memory_holds(o->buffer, o->size_bytes, 1) &&
           wm_cuda_memory_holds(o->tree, wm_backend_tree_bytes(o->size_bytes, o->row_bytes), 1);
}

wm_status wm_cuda_open_chunks(wm_device *device, const wm_openings *o)
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (!fits(o))
        return wm_cuda_device_refuse(
            cuda, WM_E_ARG, "openings: no rows, bytes outside a buffer, or too many places");
    const row_layout layout = lay_out(o->size_bytes, o->row_bytes);
    for (size_t i = 0; i < o->count; i++)
        if (o->places[i].row >= layout.rows ||
            o->places[i].chunk > (row_size(&layout, o->places[i].row) - 1) / CHUNK_BYTES)
            return wm_cuda_device_refuse(cuda, WM_E_ARG, "openings: a chunk that does not exist");
    const place_bytes size = {((o->row_bytes - 1) / CHUNK_BYTES + 1) * sizeof(node),
                              wm_backend_tree_levels(layout.rows) * sizeof(node)};
    const size_t at_once = WM_CUDA_HOST_BYTES / (CHUNK_BYTES + size.leaves + size.siblings);
    const opened out = {o->chunks, o->leaves, o->siblings};
    const span all_leaves = {0, size.leaves / sizeof(node)};
    if (o->count == 0)
        return WM_OK;
    return o->count <= at_once ? open_some(cuda, o, &layout, &size, all_leaves, 0, o->count, &out)
                               : open_parts(cuda, o, &layout, &size, at_once);
}
