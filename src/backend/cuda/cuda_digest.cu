/* The output digest of docs/formats/inputs.md section 5: two levels of RFC 6962 trees with SHA-256.
 *
 * RFC 6962 splits at the largest power of two. That is the same as pairing level by level, with an
 * odd last node moving up unchanged. So any aligned group of 2^j nodes can be reduced alone. A
 * thread hashes one chunk; then one thread reduces eight nodes of a row at a time; then blocks
 * reduce the tree over rows. The nodes that openings show are kept: those of chunks and of the
 * tree over rows. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_sha256.h"

enum {
    /* with 128, the compiler keeps fewer registers and the kernel is 2 % slower */
    CHUNK_THREADS = 256,
    GROUP_NODES = 8, /* nodes that one thread reduces */
    TREE_LEVELS = 7, /* levels of the tree over rows in one launch */
    TREE_NODES = 1 << TREE_LEVELS
};

static __device__ __forceinline__ node load_node(const node *from)
{
    const uint4 a = ((const uint4 *)from)[0], b = ((const uint4 *)from)[1];
    return node{{a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}};
}

/* Leaves of whole chunks. */
static __global__ void __launch_bounds__(CHUNK_THREADS)
    hash_full_chunks(const uint4 *bytes, size_t chunks, node *out, uint32_t one)
{
    __shared__ round_table rounds;
    load_rounds(&rounds);
    const size_t chunk = (size_t)blockIdx.x * CHUNK_THREADS + threadIdx.x;
    if (chunk >= chunks)
        return;
    uint32_t state[8];
    hash_full_chunk(bytes + chunk * (CHUNK_BYTES / 16), &rounds, one, state);
    store_node(out + chunk, state);
}

/* The nodes of a row after `levels` levels of its tree. */
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

/* The hash of 0x01 || two nodes; the last byte begins the last block. */
static __device__ const padding_table PAIR_PADDING = make_padding(1 + 2 * sizeof(node));

/* SHA-256(0x01 || left || right). */
static __device__ __forceinline__ node hash_pair(const node &left, const node &right,
                                                 const round_table *rounds, uint32_t one)
{
    node out;
    uint32_t w[16], last = 1;
    const uint32_t *row = PAIR_PADDING.sums[right.w[7] & 0xffu];
    const padding_words words = load_padding(row);
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const uint32_t word = i < 8 ? left.w[i & 7] : right.w[i & 7];
        w[i] = __funnelshift_r(word, last, 8);
        last = word;
    }
    begin_state(out.w);
    compress(out.w, w, rounds, one);
    compress_padding(out.w, row, words, one);
    return out;
}

/* SHA-256(0x00 || digest): a row's leaf in the tree over rows. */
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

/* Each thread reduces up to eight neighbouring nodes of a row to one: three levels of the row's
 * tree. The stride of a row is in_stride nodes in `in` and ceil(in_stride / 8) in `out`. The nodes
 * are in shared memory as word-major columns, so that lanes use different banks. */
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

/* Some levels of the tree over rows. A block takes up to TREE_NODES neighbours of a level of
 * `count` nodes and stores the levels above, which follow without gaps. With `leaves` it first
 * makes the level from the row digests `in`. The last node of all also goes to *root if that is not
 * null. */
static __global__ void __launch_bounds__(TREE_NODES)
    reduce_tree(const node *in, node *level, size_t count, bool leaves, node *root, uint32_t one)
{
    __shared__ round_table rounds;
    __shared__ node kept[TREE_NODES];
    load_rounds(&rounds);
    const size_t i = threadIdx.x;
    size_t first = (size_t)blockIdx.x * TREE_NODES;
    size_t here = count - first < TREE_NODES ? count - first : (size_t)TREE_NODES;
    if (i < here) {
        node own = load_node((leaves ? in : level) + first + i);
        if (leaves) {
            own = hash_row(own, &rounds, one);
            store_node(level + first + i, own.w);
        }
        kept[i] = own;
    }
    __syncthreads();
#pragma unroll 1
    for (int step = 0; step < TREE_LEVELS && count > 1; step++) {
        const bool mine = i < (here + 1) / 2;
        node result = {};
        if (mine)
            result = 2 * i + 1 < here ? hash_pair(kept[2 * i], kept[2 * i + 1], &rounds, one)
                                      : kept[2 * i];
        level += count;
        count = (count + 1) / 2;
        first /= 2;
        here = (here + 1) / 2;
        __syncthreads();
        if (mine) {
            kept[i] = result;
            store_node(level + first + i, result.w);
        }
        __syncthreads();
    }
    if (root != NULL && i == 0)
        *root = kept[0];
}

static unsigned blocks_for(size_t items, size_t size)
{
    return (unsigned)((items + size - 1) / size);
}

/* The nodes of a digest: those that openings need, and groups of the rows' trees in two buffers by
 * turns. */
typedef struct {
    node *leaves; /* rows x row_chunks */
    node *levels; /* nodes of the tree over rows, from its leaves up */
    node *groups[2];
} digest_nodes;

/* Queues the leaves and the trees of the rows. Returns where the row digests will be. */
static const node *queue_rows(wm_cuda *cuda, const void *bytes, const row_layout *layout,
                              const digest_nodes *nodes)
{
    const uint32_t one = 1;
    const node *from = nodes->leaves;
    size_t stride = layout->row_chunks;
    if (is_whole(layout))
        hash_full_chunks<<<blocks_for(layout->size_bytes / CHUNK_BYTES, CHUNK_THREADS),
                           CHUNK_THREADS, 0, cuda->stream>>>(
            (const uint4 *)bytes, layout->size_bytes / CHUNK_BYTES, nodes->leaves, one);
    else
        hash_any_chunks<<<blocks_for(layout->rows * stride, LEAF_THREADS), LEAF_THREADS, 0,
                          cuda->stream>>>((const uint8_t *)bytes, *layout, nodes->leaves, one);
    for (int levels = 0; stride > 1; levels += 3) {
        const size_t next = (stride + GROUP_NODES - 1) / GROUP_NODES;
        node *to = nodes->groups[levels / 3 % 2];
        reduce_groups<<<blocks_for(layout->rows * next, LEAF_THREADS), LEAF_THREADS, 0,
                        cuda->stream>>>(from, to, *layout, stride, levels, one);
        from = to;
        stride = next;
    }
    return from;
}

/* Queues the tree over rows; *root gets the digest. */
static void queue_tree(wm_cuda *cuda, const node *rows, size_t count, node *level, node *root)
{
    for (bool leaves = true; leaves || count > 1; leaves = false) {
        const unsigned blocks = blocks_for(count, TREE_NODES);
        reduce_tree<<<blocks, TREE_NODES, 0, cuda->stream>>>(rows, level, count, leaves,
                                                             blocks == 1 ? root : NULL, 1);
        for (int step = 0; step < TREE_LEVELS && count > 1; step++) {
            level += count;
            count = (count + 1) / 2;
        }
    }
}

/* Places the nodes: the tree in the caller's buffer if there is one, the others in scratch
 * memory. */
static wm_status place_nodes(wm_cuda *cuda, const row_layout *layout, wm_device_buffer *tree,
                             digest_nodes *nodes)
{
    const size_t tree_nodes =
        wm_backend_tree_bytes(layout->size_bytes, layout->row_bytes) / sizeof(node);
    const size_t groups = layout->rows * ((layout->row_chunks + GROUP_NODES - 1) / GROUP_NODES);
    void *scratch;
    const wm_status status = wm_cuda_device_scratch(
        cuda, (2 * groups + (tree == NULL ? tree_nodes : 0)) * sizeof(node), &scratch);
    if (status != WM_OK)
        return status;
    nodes->groups[0] = (node *)scratch;
    nodes->groups[1] = nodes->groups[0] + groups;
    nodes->leaves = tree == NULL ? nodes->groups[1] + groups : (node *)tree->bytes;
    nodes->levels = nodes->leaves + layout->rows * layout->row_chunks;
    return WM_OK;
}

/* A digest's bytes from its words. */
static void write_digest(const uint32_t words[8], uint8_t digest[32])
{
    for (int i = 0; i < 32; i++)
        digest[i] = (uint8_t)(words[i / 4] >> (24 - 8 * (i % 4)));
}

wm_status wm_cuda_digest_run(wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
                             size_t row_bytes, uint8_t digest[WM_SHA256_SIZE],
                             wm_device_buffer *tree)
{
    wm_cuda *cuda;
    digest_nodes nodes;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (digest == NULL || row_bytes == 0 || !wm_cuda_memory_holds(buffer, size_bytes, 1) ||
        (tree != NULL &&
         (tree == buffer ||
          !wm_cuda_memory_holds(tree, wm_backend_tree_bytes(size_bytes, row_bytes), 1))))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "digest: no rows, or bytes outside the buffer");
    const row_layout layout = lay_out(size_bytes, row_bytes);
    status = place_nodes(cuda, &layout, tree, &nodes);
    if (status != WM_OK)
        return status;
    const node *rows = queue_rows(cuda, buffer->bytes, &layout, &nodes);
    queue_tree(cuda, rows, layout.rows, nodes.levels, (node *)cuda->host);
    status = wm_cuda_device_wait(cuda, "digest");
    if (status == WM_OK)
        write_digest(((const node *)cuda->host)->w, digest);
    return status;
}
