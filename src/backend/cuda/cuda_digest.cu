/* The output digest of docs/formats/inputs.md section 5: two levels of RFC 6962 trees with SHA-256.
 *
 * The split of RFC 6962 at the largest power of two is pairing level by level, an odd last node moving up unchanged; so any
 * aligned group of 2^j nodes of a tree can be reduced on its own. A thread hashes one chunk, then one thread reduces eight
 * nodes of a row at a time, then blocks reduce the tree over rows.
 *
 * SHA-256 is bound by the integer units. Two-operand adds are therefore put on the multiply-add pipe as mad.lo(a, one, b), `one`
 * an argument that the compiler cannot see through, and the 64 rounds run as a loop of 16, which keeps the code small.
 * Digests stand in memory as eight big-endian words held as numbers. */
#include "backend/cuda/cuda.h"

#include <string.h>

enum {
    CHUNK_BYTES = WM_BACKEND_CHUNK_BYTES,
    LEAF_THREADS = 128,
    GROUP_NODES = 8, /* nodes that one thread reduces */
    TREE_THREADS = 256,
    TREE_NODES = 2 * TREE_THREADS
};

typedef struct {
    uint32_t w[8];
} node;

static __device__ const uint32_t ROUND_CONSTANTS[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/* The round constants in shared memory: four at a time, broadcast. */
typedef struct {
    uint4 k[16];
} round_table;

static __device__ __forceinline__ void load_rounds(round_table *rounds)
{
    if (threadIdx.x < 16)
        rounds->k[threadIdx.x] = ((const uint4 *)ROUND_CONSTANTS)[threadIdx.x];
    __syncthreads();
}

/* a + b on the multiply-add pipe. */
static __device__ __forceinline__ uint32_t add(uint32_t a, uint32_t b, uint32_t one)
{
    uint32_t sum;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(one), "r"(b));
    return sum;
}

static __device__ __forceinline__ uint32_t rotate(uint32_t x, int by)
{
    return __funnelshift_r(x, x, by);
}

static __device__ __forceinline__ uint32_t constant(const round_table *rounds, int o, int i)
{
    const uint4 k = rounds->k[o + i / 4];
    return i % 4 == 0 ? k.x : i % 4 == 1 ? k.y : i % 4 == 2 ? k.z : k.w;
}

/* One round on the working variables v, rotated by i instead of moved. Source: FIPS 180-4, section 6.2.2. */
static __device__ __forceinline__ void round_step(uint32_t v[8], int i, uint32_t k, uint32_t w,
                                                  uint32_t one)
{
    const uint32_t a = v[(0 - i) & 7], b = v[(1 - i) & 7], c = v[(2 - i) & 7];
    const uint32_t e = v[(4 - i) & 7], f = v[(5 - i) & 7], g = v[(6 - i) & 7];
    const uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    uint32_t t = add(v[(7 - i) & 7], add(w, k, one), one);
    t = add(add(t, (e & f) ^ (~e & g), one), s1, one);
    v[(3 - i) & 7] = add(v[(3 - i) & 7], t, one);
    v[(7 - i) & 7] = add(add(s0, (a & b) ^ (a & c) ^ (b & c), one), t, one);
}

/* The next 16 words of the schedule in place of w. */
static __device__ __forceinline__ void extend(uint32_t w[16], uint32_t one)
{
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const uint32_t x = w[(i + 1) & 15], y = w[(i + 14) & 15];
        const uint32_t s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >> 3);
        const uint32_t s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >> 10);
        w[i] = add(add(add(w[i], w[(i + 9) & 15], one), s0, one), s1, one);
    }
}

/* Compresses one block; w is used up. */
static __device__ __forceinline__ void compress(uint32_t state[8], uint32_t w[16],
                                                const round_table *rounds, uint32_t one)
{
    uint32_t v[8];
#pragma unroll
    for (int i = 0; i < 8; i++)
        v[i] = state[i];
#pragma unroll 1
    for (int o = 0;; o += 4) {
#pragma unroll
        for (int i = 0; i < 16; i++)
            round_step(v, i, constant(rounds, o, i), w[i], one);
        if (o == 12)
            break;
        extend(w, one);
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

static __device__ __forceinline__ void begin_state(uint32_t state[8])
{
    state[0] = 0x6a09e667, state[1] = 0xbb67ae85, state[2] = 0x3c6ef372, state[3] = 0xa54ff53a;
    state[4] = 0x510e527f, state[5] = 0x9b05688c, state[6] = 0x1f83d9ab, state[7] = 0x5be0cd19;
}

static __device__ __forceinline__ void store_node(node *to, const uint32_t state[8])
{
    ((uint4 *)to)[0] = make_uint4(state[0], state[1], state[2], state[3]);
    ((uint4 *)to)[1] = make_uint4(state[4], state[5], state[6], state[7]);
}

static __device__ __forceinline__ node load_node(const node *from)
{
    const uint4 a = ((const uint4 *)from)[0], b = ((const uint4 *)from)[1];
    return node{{a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}};
}

/* SHA-256(0x00 || a whole chunk), 16-aligned. The prefix shifts the message by a byte, which the swap to big-endian absorbs. */
static __device__ __forceinline__ void hash_full_chunk(const uint4 *from, const round_table *rounds,
                                                       uint32_t one, uint32_t state[8])
{
    uint32_t last = 0;
    begin_state(state);
    uint4 next[4] = {__ldg(from), __ldg(from + 1), __ldg(from + 2), __ldg(from + 3)};
#pragma unroll 1
    for (int block = 0; block < 17; block++) {
        uint32_t w[16];
        if (block < 16) {
            const uint32_t raw[16] = {next[0].x, next[0].y, next[0].z, next[0].w,
                                      next[1].x, next[1].y, next[1].z, next[1].w,
                                      next[2].x, next[2].y, next[2].z, next[2].w,
                                      next[3].x, next[3].y, next[3].z, next[3].w};
            if (block < 15) {
                from += 4;
#pragma unroll
                for (int i = 0; i < 4; i++)
                    next[i] = __ldg(from + i);
            }
#pragma unroll
            for (int i = 0; i < 16; i++)
                w[i] = __byte_perm(i == 0 ? last : raw[i - 1], raw[i], 0x3456);
            last = raw[15];
        } else {
#pragma unroll
            for (int i = 1; i < 15; i++)
                w[i] = 0;
            w[0] = (last & 0xff000000u) | 0x00800000u;
            w[15] = (CHUNK_BYTES + 1) * 8;
        }
        compress(state, w, rounds, one);
    }
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

/* Byte `at` of the padded message 0x00 || data of `size` bytes, which takes `blocks` blocks. */
static __device__ __forceinline__ uint32_t padded_byte(const uint8_t *data, uint32_t size,
                                                       uint32_t blocks, uint32_t at)
{
    if (at == 0)
        return 0x00;
    if (at <= size)
        return data[at - 1];
    if (at == size + 1)
        return 0x80;
    const uint32_t from_end = blocks * 64 - 1 - at;
    return from_end < 4 ? (((size + 1) * 8) >> (8 * from_end)) & 0xffu : 0;
}

/* Where the rows of some bytes lie. */
typedef struct {
    size_t size_bytes, row_bytes, rows;
    size_t row_chunks; /* of a whole row */
} row_layout;

static row_layout lay_out(size_t size_bytes, size_t row_bytes)
{
    const row_layout layout = {size_bytes, row_bytes, (size_bytes + row_bytes - 1) / row_bytes,
                               (row_bytes + CHUNK_BYTES - 1) / CHUNK_BYTES};
    return layout;
}

/* Bytes of a row: the last one may be shorter. */
static __host__ __device__ __forceinline__ size_t row_size(const row_layout *layout, size_t row)
{
    const size_t left = layout->size_bytes - row * layout->row_bytes;
    return left < layout->row_bytes ? left : layout->row_bytes;
}

/* Whether all chunks are whole. */
static __host__ __device__ __forceinline__ bool is_whole(const row_layout *layout)
{
    return layout->row_bytes % CHUNK_BYTES == 0 && layout->size_bytes % CHUNK_BYTES == 0;
}

/* Nodes that a row has after `levels` levels of its tree. */
static __device__ __forceinline__ size_t row_nodes(const row_layout *layout, size_t row, int levels)
{
    size_t nodes = (row_size(layout, row) + CHUNK_BYTES - 1) / CHUNK_BYTES;
    for (int i = 0; i < levels; i++)
        nodes = (nodes + 1) / 2;
    return nodes;
}

/* SHA-256(0x00 || the chunk), of a chunk that exists, at any address, byte by byte. */
static __device__ __forceinline__ void hash_chunk(const uint8_t *bytes, const row_layout *layout,
                                                  size_t row, size_t chunk,
                                                  const round_table *rounds, uint32_t one,
                                                  uint32_t state[8])
{
    const size_t left = row_size(layout, row) - chunk * CHUNK_BYTES;
    const uint32_t size = left < CHUNK_BYTES ? (uint32_t)left : CHUNK_BYTES;
    const uint8_t *data = bytes + row * layout->row_bytes + chunk * CHUNK_BYTES;
    const uint32_t blocks = (size + 1 + 8 + 64) / 64;
    begin_state(state);
#pragma unroll 1
    for (uint32_t block = 0; block < blocks; block++) {
        uint32_t w[16];
#pragma unroll
        for (uint32_t i = 0; i < 16; i++) {
            const uint32_t at = block * 64 + i * 4;
            w[i] = padded_byte(data, size, blocks, at) << 24 |
                   padded_byte(data, size, blocks, at + 1) << 16 |
                   padded_byte(data, size, blocks, at + 2) << 8 |
                   padded_byte(data, size, blocks, at + 3);
        }
        compress(state, w, rounds, one);
    }
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

/* Brings the root, and the row digests if they are wanted, to the host: one wait as long as both fit the page-locked buffer, where
 * the root stands first. */
static wm_status fetch_digests(wm_cuda *cuda, const node *root, node *from, size_t rows,
                               node *found, uint8_t *row_digests)
{
    const size_t at_once = WM_CUDA_HOST_BYTES / sizeof(node) - 1;
    node *host = (node *)cuda->host;
    if (row_digests == NULL)
        rows = 0;
    else
        swap_words<<<blocks_for(rows * 8, TREE_THREADS), TREE_THREADS, 0, cuda->stream>>>(from,
                                                                                          rows);
    for (size_t first = 0; first == 0 || first < rows; first += at_once) {
        const size_t count = rows - first < at_once ? rows - first : at_once;
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
    *found = host[0];
    return WM_OK;
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
        return WM_E_ARG;
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

/* The places of one call, by value. */
typedef struct {
    wm_backend_place at[WM_BACKEND_PLACES];
} place_list;

/* A block a place: the leaves of its row as bytes, and its chunk. */
static __global__ void __launch_bounds__(LEAF_THREADS)
    open_places(const uint8_t *bytes, row_layout layout, place_list places, uint8_t *chunks,
                node *leaves, uint32_t one)
{
    __shared__ round_table rounds;
    load_rounds(&rounds);
    const size_t row = places.at[blockIdx.x].row, size = row_size(&layout, row);
    const size_t shown = places.at[blockIdx.x].chunk * CHUNK_BYTES;
    const uint8_t *from = bytes + row * layout.row_bytes;
    for (size_t i = threadIdx.x; i < CHUNK_BYTES; i += LEAF_THREADS)
        chunks[blockIdx.x * CHUNK_BYTES + i] = shown + i < size ? from[shown + i] : 0;
    for (size_t chunk = threadIdx.x; chunk < layout.row_chunks; chunk += LEAF_THREADS) {
        uint32_t state[8] = {};
        if (chunk * CHUNK_BYTES < size && is_whole(&layout))
            hash_full_chunk((const uint4 *)(from + chunk * CHUNK_BYTES), &rounds, one, state);
        else if (chunk * CHUNK_BYTES < size)
            hash_chunk(bytes, &layout, row, chunk, &rounds, one, state);
#pragma unroll
        for (int i = 0; i < 8; i++)
            state[i] = __byte_perm(state[i], 0, 0x0123);
        store_node(leaves + blockIdx.x * layout.row_chunks + chunk, state);
    }
}

/* Some places, whose chunks and leaves fit the page-locked buffer. */
static wm_status open_some(wm_cuda *cuda, const void *bytes, const row_layout *layout,
                           const wm_backend_place *places, size_t count, uint8_t *chunks,
                           uint8_t *leaves)
{
    const size_t chunk_bytes = count * CHUNK_BYTES;
    const size_t leaf_bytes = count * layout->row_chunks * sizeof(node);
    place_list list = {};
    void *scratch;
    wm_status status = wm_cuda_device_scratch(cuda, chunk_bytes + leaf_bytes, &scratch);
    if (status != WM_OK)
        return status;
    memcpy(list.at, places, count * sizeof *places);
    open_places<<<(unsigned)count, LEAF_THREADS, 0, cuda->stream>>>(
        (const uint8_t *)bytes, *layout, list, (uint8_t *)scratch,
        (node *)((char *)scratch + chunk_bytes), 1);
    status = wm_cuda_device_fetch(cuda, scratch, chunk_bytes + leaf_bytes, "opening");
    if (status != WM_OK)
        return status;
    memcpy(chunks, cuda->host, chunk_bytes);
    memcpy(leaves, (const char *)cuda->host + chunk_bytes, leaf_bytes);
    return WM_OK;
}

wm_status wm_cuda_digest_open(wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
                              size_t row_bytes, const wm_backend_place *places, size_t count,
                              uint8_t *chunks, uint8_t *leaves)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (row_bytes == 0 || places == NULL || count > WM_BACKEND_PLACES || chunks == NULL ||
        leaves == NULL || !wm_cuda_memory_holds(buffer, size_bytes, 1))
        return WM_E_ARG;
    const row_layout layout = lay_out(size_bytes, row_bytes);
    const size_t at_once = WM_CUDA_HOST_BYTES / (CHUNK_BYTES + layout.row_chunks * sizeof(node));
    if (at_once == 0)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "opening a row of %zu chunks",
                                     layout.row_chunks);
    for (size_t i = 0; i < count; i++)
        if (places[i].row >= layout.rows ||
            places[i].chunk > (row_size(&layout, places[i].row) - 1) / CHUNK_BYTES)
            return WM_E_ARG;
    for (size_t i = 0; i < count && status == WM_OK; i += at_once)
        status = open_some(cuda, buffer->bytes, &layout, places + i,
                           count - i < at_once ? count - i : at_once, chunks + i * CHUNK_BYTES,
                           leaves + i * layout.row_chunks * sizeof(node));
    return status;
}
