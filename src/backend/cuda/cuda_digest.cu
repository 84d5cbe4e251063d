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
    CHUNK_BYTES = 1024,
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

/* Leaves of whole chunks, 16-aligned. The prefix 0x00 shifts the message by a byte, which the swap to big-endian absorbs. */
static __global__ void __launch_bounds__(LEAF_THREADS)
    hash_full_chunks(const uint4 *bytes, size_t chunks, node *out, uint32_t one)
{
    __shared__ round_table rounds;
    load_rounds(&rounds);
    const size_t chunk = (size_t)blockIdx.x * LEAF_THREADS + threadIdx.x;
    if (chunk >= chunks)
        return;
    const uint4 *from = bytes + chunk * (CHUNK_BYTES / 16);
    uint32_t state[8], last = 0;
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
        compress(state, w, &rounds, one);
    }
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

/* Bytes of a row: the last one may be shorter. */
static __host__ __device__ __forceinline__ size_t row_size(const row_layout *layout, size_t row)
{
    const size_t left = layout->size_bytes - row * layout->row_bytes;
    return left < layout->row_bytes ? left : layout->row_bytes;
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
    const size_t left = row_size(&layout, row) - chunk * CHUNK_BYTES;
    const uint32_t size = left < CHUNK_BYTES ? (uint32_t)left : CHUNK_BYTES;
    const uint8_t *data = bytes + row * layout.row_bytes + chunk * CHUNK_BYTES;
    const uint32_t blocks = (size + 1 + 8 + 64) / 64;
    uint32_t state[8];
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
        compress(state, w, &rounds, one);
    }
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
    if (layout->row_bytes % CHUNK_BYTES == 0 && layout->size_bytes % CHUNK_BYTES == 0)
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

/* Brings the row digests to the host, a page-locked buffer at a time. */
static wm_status fetch_rows(wm_cuda *cuda, node *from, size_t rows, uint8_t *row_digests)
{
    const size_t at_once = WM_CUDA_HOST_BYTES / sizeof(node);
    swap_words<<<blocks_for(rows * 8, TREE_THREADS), TREE_THREADS, 0, cuda->stream>>>(from, rows);
    for (size_t first = 0; first < rows; first += at_once) {
        const size_t count = rows - first < at_once ? rows - first : at_once;
        const wm_status status =
            wm_cuda_device_fetch(cuda, from + first, count * sizeof(node), "row digests");
        if (status != WM_OK)
            return status;
        memcpy(row_digests + first * sizeof(node), cuda->host, count * sizeof(node));
    }
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
    row_layout layout = {size_bytes, row_bytes < size_bytes ? row_bytes : size_bytes, 0, 0};
    layout.rows = (size_bytes + layout.row_bytes - 1) / layout.row_bytes;
    layout.row_chunks = (layout.row_bytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
    const size_t half = layout.rows * layout.row_chunks + 8;
    status = wm_cuda_device_scratch(cuda, 2 * half * sizeof(node), &scratch);
    if (status != WM_OK)
        return status;
    node *nodes = (node *)scratch;
    queue_trees(cuda, buffer->bytes, &layout, nodes, nodes + half, &rows_at, &root_at);
    status = wm_cuda_device_fetch(cuda, root_at, sizeof(node), "digest");
    if (status != WM_OK)
        return status;
    node root;
    memcpy(&root, cuda->host, sizeof root);
    if (row_digests != NULL)
        status = fetch_rows(cuda, rows_at, layout.rows, row_digests);
    if (status == WM_OK)
        write_digest(root.w, digest);
    return status;
}
