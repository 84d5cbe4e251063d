/* The output digest of docs/formats/inputs.md section 5: two levels of RFC 6962 trees with SHA-256.
 *
 * The split of RFC 6962 at the largest power of two is pairing level by level, an odd last node moving up unchanged; so any
 * aligned group of 2^j nodes of a tree can be reduced on its own. A thread hashes one chunk, then one thread reduces eight
 * nodes of a row at a time, then blocks reduce the tree over rows. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_sha256.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROUP_NODES = 8, /* nodes that one thread reduces */
    TREE_THREADS = 256,
    TREE_NODES = 2 * TREE_THREADS,
    ROWS_AT_ONCE = WM_CUDA_HOST_BYTES / sizeof(node) - 1 /* row digests behind the root */
};

static __device__ __forceinline__ node load_node(const node *from)
{
    const uint4 a = ((const uint4 *)from)[0], b = ((const uint4 *)from)[1];
    return node{{a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}};
}

/* Leaves of whole chunks. */
static __global__ void __launch_bounds__(LEAF_THREADS)
    hash_full_chunks(const uint4 *bytes, size_t chunks, node *out, uint32_t one)
{
    __shared__ round_table rounds;
    load_rounds(&rounds);
    const size_t chunk = (size_t)blockIdx.x * LEAF_THREADS + threadIdx.x;
    if (chunk >= chunks)
        return;
    uint32_t state[8];
    hash_full_chunk(bytes + chunk * (CHUNK_BYTES / 16), &rounds, one, state);
    store_node(out + chunk, state);
}

/* Nodes that a row has after `levels` levels of its tree. */
static __device__ __forceinline__ size_t row_nodes(const row_layout *layout, size_t row, int levels)
{
    size_t nodes = (row_size(layout, row) + CHUNK_BYTES - 1) / CHUNK_BYTES;
    for (int i = 0; i < levels; i++)
        nodes = (nodes + 1) / 2;
    return nodes;
}

/* Leaves of rows of any length at any address, byte by byte. */
static __global__ void __launch_bounds__(LEAF_THREADS)
    hash_any_chunks(const uint8_t *bytes, row_layout layout, node *out, uint32_t one)
{
    __shared__ round_table rounds;
    load_rounds(&rounds);
    const size_t id = (size_t)blockIdx.x * LEAF_THREADS + threadIdx.x;
    const size_t row = id / layout.row_chunks;
    const size_t chunk = id - row * layout.row_chunks;
    if (row >= layout.rows || chunk * CHUNK_BYTES >= row_size(&layout, row))
        return;
    uint32_t state[8];
    hash_chunk(bytes, &layout, row, chunk, &rounds, one, state);
    store_node(out + id, state);
}

/* SHA-256(0x01 || left || right). */
static __device__ __forceinline__ node hash_pair(const node &left, const node &right,
                                                 const round_table *rounds, uint32_t one)
{
    node out;
    uint32_t w[16], last = 1;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const uint32_t word = i < 8 ? left.w[i & 7] : right.w[i & 7];
        w[i] = __funnelshift_r(word, last, 8);
        last = word;
    }
    begin_state(out.w);
#pragma unroll 1
    for (int block = 0; block < 2; block++) {
        compress(out.w, w, rounds, one);
#pragma unroll
        for (int i = 1; i < 15; i++)
            w[i] = 0;
        w[0] = last << 24 | 0x00800000u;
        w[15] = 65 * 8;
    }
    return out;
}

/* SHA-256(0x00 || digest): the leaf of a row in the tree over rows. */
static __device__ __forceinline__ node hash_row(const node &digest, const round_table *rounds,
                                                uint32_t one)
{
    node out;
    uint32_t w[16], last = 0;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        w[i] = __funnelshift_r(digest.w[i], last, 8);
        last = digest.w[i];
    }
    w[8] = last << 24 | 0x00800000u;
#pragma unroll
    for (int i = 9; i < 15; i++)
        w[i] = 0;
    w[15] = 33 * 8;
    begin_state(out.w);
    compress(out.w, w, rounds, one);
    return out;
}

/* Each thread reduces up to eight neighbouring nodes of a row to one: three levels of the row's tree. `in` has in_stride places
 * a row, `out` ceil(in_stride / 8). Its nodes stand in shared memory as word-major columns, so lanes do not collide. */
static __global__ void __launch_bounds__(LEAF_THREADS)
    reduce_groups(const node *in, node *out, row_layout layout, size_t in_stride, int levels,
                  uint32_t one)
{
    __shared__ round_table rounds;
    __shared__ uint32_t kept[GROUP_NODES / 2][8][LEAF_THREADS];
    load_rounds(&rounds);
    const size_t out_stride = (in_stride + GROUP_NODES - 1) / GROUP_NODES;
    const size_t id = (size_t)blockIdx.x * LEAF_THREADS + threadIdx.x;
    const size_t row = id / out_stride;
    if (row >= layout.rows)
        return;
    const size_t first = (id - row * out_stride) * GROUP_NODES;
    const size_t nodes = row_nodes(&layout, row, levels);
    if (first >= nodes)
        return;
    const node *from = in + row * in_stride + first;
    int count = nodes - first < GROUP_NODES ? (int)(nodes - first) : GROUP_NODES;
    node result = load_node(from);
#pragma unroll 1
    for (int level = 0; count > 1; level++, count = (count + 1) / 2) {
#pragma unroll 1
        for (int i = 0; i < (count + 1) / 2; i++) {
            node left, right;
            const bool pair = 2 * i + 1 < count;
            if (level == 0) {
                left = load_node(from + 2 * i);
                right = pair ? load_node(from + 2 * i + 1) : left;
            } else {
#pragma unroll
                for (int j = 0; j < 8; j++) {
                    left.w[j] = kept[2 * i][j][threadIdx.x];
                    right.w[j] = pair ? kept[2 * i + 1][j][threadIdx.x] : 0;
                }
            }
            result = pair ? hash_pair(left, right, &rounds, one) : left;
#pragma unroll
            for (int j = 0; j < 8; j++)
                kept[i][j][threadIdx.x] = result.w[j];
        }
    }
    store_node(out + id, result.w);
}

/* A block reduces up to 512 neighbouring nodes to one; with `leaves` they are row digests, to be hashed as leaves first. */
static __global__ void __launch_bounds__(TREE_THREADS)
    reduce_tree(const node *in, size_t nodes, bool leaves, node *out, uint32_t one)
{
    __shared__ round_table rounds;
    __shared__ node kept[TREE_NODES];
    load_rounds(&rounds);
    const size_t first = (size_t)blockIdx.x * TREE_NODES;
    int count = nodes - first < TREE_NODES ? (int)(nodes - first) : TREE_NODES;
#pragma unroll 1
    for (int i = (int)threadIdx.x; i < count; i += TREE_THREADS) {
        const node from = load_node(in + first + (size_t)i);
        kept[i] = leaves ? hash_row(from, &rounds, one) : from;
    }
    __syncthreads();
    while (count > 1) {
        const int i = (int)threadIdx.x;
        const bool mine = i < (count + 1) / 2;
        node result = {};
        if (mine)
            result = 2 * i + 1 < count ? hash_pair(kept[2 * i], kept[2 * i + 1], &rounds, one)
                                       : kept[2 * i];
        __syncthreads();
        if (mine)
            kept[i] = result;
        __syncthreads();
        count = (count + 1) / 2;
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = kept[0];
}

static unsigned blocks_for(size_t items, size_t size)
{
    return (unsigned)((items + size - 1) / size);
}

/* Queues everything; *row_nodes_at and *root_at are where the row digests and the digest will stand. */
static void queue_trees(wm_cuda *cuda, const void *bytes, const row_layout *layout, node *here,
                        node *there, node **row_nodes_at, const node **root_at)
{
    const uint32_t one = 1;
    size_t stride = layout->row_chunks;
    if (is_whole(layout))
        hash_full_chunks<<<blocks_for(layout->size_bytes / CHUNK_BYTES, LEAF_THREADS), LEAF_THREADS,
                           0, cuda->stream>>>((const uint4 *)bytes,
                                              layout->size_bytes / CHUNK_BYTES, here, one);
    else
        hash_any_chunks<<<blocks_for(layout->rows * stride, LEAF_THREADS), LEAF_THREADS, 0,
                          cuda->stream>>>((const uint8_t *)bytes, *layout, here, one);
    for (int levels = 0; stride > 1; levels += 3) {
        const size_t next = (stride + GROUP_NODES - 1) / GROUP_NODES;
        reduce_groups<<<blocks_for(layout->rows * next, LEAF_THREADS), LEAF_THREADS, 0,
                        cuda->stream>>>(here, there, *layout, stride, levels, one);
        node *swap = here;
        here = there;
        there = swap;
        stride = next;
    }
    *row_nodes_at = here;
    node *a =
        there; /* the row digests stay; the tree over them uses the other half, two parts in turn */
    node *b = there + blocks_for(layout->rows, TREE_NODES);
    const node *from = here;
    bool leaves = true;
    for (size_t count = layout->rows; leaves || count > 1; leaves = false) {
        const unsigned blocks = blocks_for(count, TREE_NODES);
        reduce_tree<<<blocks, TREE_THREADS, 0, cuda->stream>>>(from, count, leaves, a, one);
        from = a;
        a = b;
        b = (node *)from;
        count = blocks;
    }
    *root_at = from;
}

/* A digest's bytes from its words. */
static void write_digest(const uint32_t words[8], uint8_t digest[32])
{
    for (int i = 0; i < 32; i++)
        digest[i] = (uint8_t)(words[i / 4] >> (24 - 8 * (i % 4)));
}

/* Digests as bytes, in place. */
static __global__ void __launch_bounds__(TREE_THREADS) swap_words(node *nodes, size_t count)
{
    const size_t i = (size_t)blockIdx.x * TREE_THREADS + threadIdx.x;
    uint32_t *word = (uint32_t *)nodes + i;
    if (i < count * 8)
        *word = __byte_perm(*word, 0, 0x0123);
}

/* Brings the root and the digests of `rows` rows, which may be none, to the host, a part that fits the page-locked buffer behind the
 * root at a time. */
static wm_status fetch_parts(wm_cuda *cuda, const node *root, const node *from, size_t rows,
                             uint8_t *row_digests)
{
    node *host = (node *)cuda->host;
    for (size_t first = 0; first == 0 || first < rows; first += ROWS_AT_ONCE) {
        const size_t count = rows - first < ROWS_AT_ONCE ? rows - first : (size_t)ROWS_AT_ONCE;
        wm_status status =
            wm_cuda_device_check(cuda,
                                 cudaMemcpyAsync(host + 1, from + first, count * sizeof(node),
                                                 cudaMemcpyDeviceToHost, cuda->stream),
                                 "row digests");
        if (status == WM_OK)
            status = wm_cuda_device_fetch(cuda, root, sizeof(node), "digest");
        if (status != WM_OK)
            return status;
        if (count > 0)
            memcpy(row_digests + first * sizeof(node), host + 1, count * sizeof(node));
    }
    return WM_OK;
}

/* Brings the root, and the row digests if they are wanted, to the host: one wait as long as both fit the page-locked buffer, else by
 * way of memory of its own, since an error leaves the caller's as it is. */
static wm_status fetch_digests(wm_cuda *cuda, const node *root, node *from, size_t rows,
                               node *found, uint8_t *row_digests)
{
    rows = row_digests == NULL ? 0 : rows;
    if (rows > 0)
        swap_words<<<blocks_for(rows * 8, TREE_THREADS), TREE_THREADS, 0, cuda->stream>>>(from,
                                                                                          rows);
    uint8_t *staged = rows > ROWS_AT_ONCE ? (uint8_t *)malloc(rows * sizeof(node)) : row_digests;
    if (rows > 0 && staged == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_NOMEM, "digest: no host memory");
    const wm_status status = fetch_parts(cuda, root, from, rows, staged);
    if (status == WM_OK)
        *found = *(const node *)cuda->host;
    if (staged == row_digests)
        return status;
    if (status == WM_OK)
        memcpy(row_digests, staged, rows * sizeof(node));
    free(staged);
    return status;
}

wm_status wm_cuda_digest_run(wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
                             size_t row_bytes, uint8_t digest[WM_BACKEND_DIGEST_BYTES],
                             uint8_t *row_digests)
{
    wm_cuda *cuda;
    void *scratch;
    node *rows_at;
    const node *root_at;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (digest == NULL || row_bytes == 0 || !wm_cuda_memory_holds(buffer, size_bytes, 1))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "digest: no rows, or bytes outside the buffer");
    const row_layout layout = lay_out(size_bytes, row_bytes < size_bytes ? row_bytes : size_bytes);
    const size_t half = layout.rows * layout.row_chunks + 8;
    status = wm_cuda_device_scratch(cuda, 2 * half * sizeof(node), &scratch);
    if (status != WM_OK)
        return status;
    node *nodes = (node *)scratch;
    queue_trees(cuda, buffer->bytes, &layout, nodes, nodes + half, &rows_at, &root_at);
    node root;
    status = fetch_digests(cuda, root_at, rows_at, layout.rows, &root, row_digests);
    if (status == WM_OK)
        write_digest(root.w, digest);
    return status;
}
