/* Partitioned probes: draws them, and multiplies large matrices in rows by one set of them at
 * memory speed.
 *
 * A warp takes four rows and walks along them in chunks of 512 bytes. A lane's 16 bytes of a chunk
 * are 8 (float32: 4) columns, whose probes depend on the lane and on the chunk's number modulo 3
 * alone. So the warp takes every third chunk, with an accumulator for each of a lane's columns and
 * rows, then adds up the lanes that have the same probes, and goes on with the next third. An
 * element costs one float32 multiply-add, and for the rounding an exponent and one add. */
#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_overlap.h"
#include "backend/cuda/cuda_philox.h"
#include "backend/cuda/cuda_residual.h"

#include <cuda_fp16.h>

enum {
    DRAW_THREADS = 8 * PROBES,
    DRAW_EACH = 2, /* columns of a thread */
    ROWS = 4,      /* of a warp's tile */
    CHUNK_BYTES = 512,
    THIRDS = 3,
    RESIDENT = 2,             /* blocks that a unit holds at once */
    PART_BYTES = 80 << 10,    /* of probes in a block's shared memory */
    PART_CHUNKS = 2 * THIRDS, /* least chunks of a part, unless there are fewer */
    ROOM = 35 /* a row of the lanes' sums: 3 modulo the 32 banks, so that reads do not collide */
};

typedef struct {
    wm_philox of[WM_CUDA_SETS];
} streams;

/* index16 of element j (docs/formats/inputs.md section 2). */
static __device__ __forceinline__ unsigned index16(const wm_philox &stream, size_t j)
{
    const uint4 words = philox_block(stream, j / 8);
    const unsigned pair = j / 2 % 4 == 0   ? words.x
                          : j / 2 % 4 == 1 ? words.y
                          : j / 2 % 4 == 2 ? words.z
                                           : words.w;
    return j % 2 == 0 ? pair & 0xffffu : pair >> 16;
}

/* A grid of blocks x sets. A thread's columns all belong to probe threadIdx.x % PROBES. Sums of
 * squares are integers, so their order does not matter. */
template <typename T>
static __global__ void __launch_bounds__(DRAW_THREADS)
    draw(streams from, size_t n, T *X, unsigned long long *squares)
{
    __shared__ unsigned long long sums[DRAW_THREADS];
    const wm_philox stream = from.of[blockIdx.y];
    unsigned long long sum = 0;
    for (int i = 0; i < DRAW_EACH; i++) {
        const size_t j = ((size_t)blockIdx.x * DRAW_EACH + (size_t)i) * DRAW_THREADS + threadIdx.x;
        if (j >= n)
            break;
        const unsigned index = index16(stream, j);
        const int x = (int)(48 + index % 32);
        X[blockIdx.y * n + j] = (T)(index / 32 % 2 == 1 ? -x : x) / (T)64;
        sum += (unsigned long long)(x * x);
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x >= PROBES)
        return;
    for (int i = 1; i < DRAW_THREADS / PROBES; i++)
        sum += sums[i * PROBES + (int)threadIdx.x];
    atomicAdd(&squares[blockIdx.y * PROBES + threadIdx.x], sum);
}

wm_status wm_cuda_probes_draw(wm_cuda *cuda, const wm_residual *residual, size_t first, size_t sets,
                              void *X, unsigned long long *squares)
{
    streams from = {};
    const size_t n = residual->gemm->n, each = DRAW_THREADS * DRAW_EACH;
    const dim3 grid((unsigned)((n + each - 1) / each), (unsigned)sets);
    for (size_t i = 0; i < sets; i++)
        from.of[i] = wm_philox_from_seed(residual->seeds[first + i]);
    if (residual->witness == WM_FORMAT_F64)
        draw<double><<<grid, DRAW_THREADS, 0, cuda->stream>>>(from, n, (double *)X, squares);
    else
        draw<float><<<grid, DRAW_THREADS, 0, cuda->stream>>>(from, n, (float *)X, squares);
    return wm_cuda_device_launched(cuda, "probes");
}

/* A format of the rows: COLUMNS of a lane's 16 bytes, PAIR of a word. For the rounding: `weight` of
 * an entry, `exponents` of a word, and from both the bits of x^2 gap^2 as float32. An exponent
 * field e means gap = 2^(max(e, 1) - 25) for fp16, and 2^(max(e, 1) - 134) for bf16, whose squares
 * leave float32's range. There e is kept between 72 and 197: gap^2 between 2^-124 and 2^126. */
template <int FORMAT> struct share_kind {
    enum { BYTES = 2, COLUMNS = 8, PAIR = 2, HAS_GAP = 1 };
    static __device__ __forceinline__ void values(unsigned word, float c[PAIR])
    {
        const float2 pair = __half22float2(*(const __half2 *)&word);
        c[0] = pair.x;
        c[1] = pair.y;
    }
    static __device__ __forceinline__ unsigned weight(float x)
    {
        return __float_as_uint(x * x * 0x1p-50f);
    }
    static __device__ __forceinline__ unsigned exponents(unsigned word)
    {
        return __vmaxu2(word & 0x7c007c00u, 0x04000400u);
    }
    static __device__ __forceinline__ float low(unsigned exponents, unsigned weight)
    {
        return __uint_as_float((exponents << 14) + weight); /* the high half is shifted out */
    }
    static __device__ __forceinline__ float high(unsigned exponents, unsigned weight)
    {
        return __uint_as_float(((exponents & 0x7c000000u) >> 2) + weight);
    }
};

template <> struct share_kind<WM_FORMAT_BF16> {
    enum { BYTES = 2, COLUMNS = 8, PAIR = 2, HAS_GAP = 1 };
    static __device__ __forceinline__ void values(unsigned word, float c[PAIR])
    {
        c[0] = __uint_as_float(word << 16);
        c[1] = __uint_as_float(word & 0xffff0000u);
    }
    static __device__ __forceinline__ unsigned weight(float x)
    {
        return __float_as_uint(x * x) - (268u << 23); /* modulo 2^32, until the exponent is added */
    }
    static __device__ __forceinline__ unsigned exponents(unsigned word)
    {
        return __vminu2(__vmaxu2(word & 0x7f807f80u, 0x24002400u), 0x62806280u);
    }
    static __device__ __forceinline__ float low(unsigned exponents, unsigned weight)
    {
        return __uint_as_float((exponents << 17) + weight);
    }
    static __device__ __forceinline__ float high(unsigned exponents, unsigned weight)
    {
        return __uint_as_float(((exponents & 0x7f800000u) << 1) + weight);
    }
};

template <> struct share_kind<WM_FORMAT_F32> {
    enum { BYTES = 4, COLUMNS = 4, PAIR = 1, HAS_GAP = 0 };
    static __device__ __forceinline__ void values(unsigned word, float c[PAIR])
    {
        c[0] = __uint_as_float(word);
    }
};

/* Columns of a chunk. */
static size_t chunk_columns(wm_format format)
{
    return CHUNK_BYTES / wm_format_size(format);
}

bool wm_cuda_probes_takes(const wm_cuda_operand *M, bool has_gap)
{
    const bool is_half = M->format == WM_FORMAT_F16 || M->format == WM_FORMAT_BF16;
    return (is_half || (M->format == WM_FORMAT_F32 && !has_gap)) && !M->transposed &&
           M->rows % ROWS == 0 && M->columns % chunk_columns(M->format) == 0;
}

/* The number of parts of the columns: as many as fit the shared memory, or as give every warp a
 * tile. */
size_t wm_cuda_probes_parts(const wm_cuda *cuda, const wm_cuda_operand *M)
{
    const size_t chunks = M->columns / chunk_columns(M->format), tiles = M->rows / ROWS;
    const size_t least = (M->columns * sizeof(float) + PART_BYTES - 1) / PART_BYTES;
    const size_t most = chunks / PART_CHUNKS > least ? chunks / PART_CHUNKS : least;
    const size_t wanted = (size_t)cuda->units * RESIDENT * BLOCK_WARPS / tiles;
    return wanted < least ? least : wanted < most ? wanted : most;
}

/* Most chunks of a part. */
static size_t part_chunks(const wm_cuda_probes *s, size_t parts)
{
    return (s->columns / chunk_columns(s->format) + parts - 1) / parts;
}

/* A lane's 16 bytes of a chunk of each row. */
static __device__ __forceinline__ void load_chunk(uint4 raw[ROWS], const char *from,
                                                  size_t row_bytes)
{
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        raw[r] = load_once(from + (size_t)r * row_bytes);
}

/* A lane's sums over a third of the chunks. */
template <int COLUMNS> struct lane_sums {
    float products[ROWS][COLUMNS], roundings[ROWS][COLUMNS];
};

/* Adds a chunk: its entries are in shared memory as [four columns][lane], and `x` is the lane's
 * first. */
template <int FORMAT, bool GAP>
static __device__ __forceinline__ void take_chunk(const uint4 raw[ROWS], const float4 *x,
                                                  lane_sums<share_kind<FORMAT>::COLUMNS> *sums)
{
    typedef share_kind<FORMAT> kind;
    float entries[kind::COLUMNS];
#pragma unroll
    for (int i = 0; i < kind::COLUMNS / 4; i++) {
        const float4 four = x[i * 32];
        entries[4 * i] = four.x;
        entries[4 * i + 1] = four.y;
        entries[4 * i + 2] = four.z;
        entries[4 * i + 3] = four.w;
    }
#pragma unroll
    for (int w = 0; w < 4; w++) {
        const float *of = &entries[w * kind::PAIR];
        unsigned weights[kind::PAIR];
        if constexpr (GAP)
            for (int e = 0; e < kind::PAIR; e++)
                weights[e] = kind::weight(of[e]);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const unsigned word = w == 0   ? raw[r].x
                                  : w == 1 ? raw[r].y
                                  : w == 2 ? raw[r].z
                                           : raw[r].w;
            float c[kind::PAIR];
            kind::values(word, c);
#pragma unroll
            for (int e = 0; e < kind::PAIR; e++) {
                float *sum = &sums->products[r][w * kind::PAIR + e];
                *sum = fmaf(c[e], of[e], *sum);
            }
            if constexpr (GAP) {
                const unsigned exponents = kind::exponents(word);
                sums->roundings[r][w * 2] += kind::low(exponents, weights[0]);
                sums->roundings[r][w * 2 + 1] += kind::high(exponents, weights[1]);
            }
        }
    }
}

/* Adds up the lanes whose columns have the same probes: lane p gets probe p's sum. Lane L's columns
 * are group (L + shift) % GROUPS of COLUMNS adjacent probes. */
template <int COLUMNS>
static __device__ __forceinline__ float collect(float (*room)[ROOM], const float sums[COLUMNS],
                                                int shift)
{
    enum { GROUPS = PROBES / COLUMNS };
    const int lane = (int)threadIdx.x % 32;
    const int first = (lane / COLUMNS % GROUPS + GROUPS - shift) % GROUPS;
    __syncwarp();
#pragma unroll
    for (int e = 0; e < COLUMNS; e++)
        room[e][lane] = sums[e];
    __syncwarp();
    float sum = 0;
#pragma unroll
    for (int i = 0; i < (32 + GROUPS - 1) / GROUPS; i++)
        if (first + i * GROUPS < 32)
            sum += room[lane % COLUMNS][first + i * GROUPS];
    return sum;
}

/* A tile's sums: lane p has probe p's. */
typedef struct {
    float products[ROWS], roundings[ROWS];
} tile_sums;

static __device__ __forceinline__ void store_tile(float *out, const float sums[ROWS], size_t rows,
                                                  size_t row)
{
    const size_t p = threadIdx.x % 32;
    if (p < PROBES)
        *(float4 *)(out + p * rows + row) = make_float4(sums[0], sums[1], sums[2], sums[3]);
}

/* Copies a part's entries to shared memory, in the order of take_chunk. */
template <int COLUMNS>
static __device__ __forceinline__ void stage(float4 *x, const float *X, int chunks)
{
    enum { FOURS = COLUMNS / 4 };
    const float4 *from = (const float4 *)X;
#pragma unroll 4
    for (int e = (int)threadIdx.x; e < chunks * 32 * FOURS; e += BLOCK_SIZE)
        x[(e / (32 * FOURS) * FOURS + e % FOURS) * 32 + e / FOURS % 32] = __ldcg(from + e);
}

/* The chunk that a warp takes after `chunk`; 0 at the end of the tile. */
static __device__ __forceinline__ int chunk_after(int chunk, int chunks)
{
    const int third = chunk % THIRDS + 1; /* if it is the last of its third */
    if (chunk + THIRDS < chunks)
        return chunk + THIRDS;
    return third < THIRDS && third < chunks ? third : 0;
}

template <int FORMAT, bool GAP>
static __global__ void __launch_bounds__(BLOCK_SIZE, RESIDENT)
    stream_shares(wm_cuda_probes s, size_t parts)
{
    extern __shared__ float4 x[];
    __shared__ float rooms[BLOCK_WARPS][8][ROOM];
    typedef share_kind<FORMAT> kind;
    enum { COLUMNS = kind::COLUMNS, GROUPS = PROBES / COLUMNS, CHUNK = 32 * COLUMNS };
    const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
    const size_t part = blockIdx.x % parts, all = s.columns / CHUNK;
    const size_t begin = all * part / parts;
    const int chunks = (int)(all * (part + 1) / parts - begin);
    const size_t stride = gridDim.x / parts * BLOCK_WARPS, tiles = s.rows / ROWS;
    const size_t row_bytes = s.columns * kind::BYTES;
    const char *M = (const char *)s.M + begin * CHUNK_BYTES + lane * 16;
    float(*const room)[ROOM] = rooms[warp];
    uint4 now[ROWS], next[ROWS];
    size_t tile = blockIdx.x / parts * BLOCK_WARPS + (size_t)warp;
    if (tile < tiles)
        load_chunk(now, M + tile * ROWS * row_bytes, row_bytes);
    if (s.wait == WM_CUDA_WAIT_FIRST) {
        wait_for_earlier();
        admit_next();
    }
    stage<COLUMNS>(x, s.X + begin * CHUNK, chunks);
    __syncthreads();
    for (; tile < tiles; tile += stride) {
        const char *at = M + tile * ROWS * row_bytes;
        tile_sums sums = {};
        for (int third = 0; third < THIRDS && third < chunks; third++) {
            const int shift = (int)(2 * ((begin + (size_t)third) % THIRDS)) % GROUPS;
            lane_sums<COLUMNS> lanes = {};
            for (int chunk = third; chunk < chunks; chunk += THIRDS) {
                const int after = chunk_after(chunk, chunks);
                if (after > 0)
                    load_chunk(next, at + (size_t)after * CHUNK_BYTES, row_bytes);
                else if (tile + stride < tiles)
                    load_chunk(next, at + stride * ROWS * row_bytes, row_bytes);
                take_chunk<FORMAT, GAP>(now, x + chunk * (COLUMNS / 4) * 32 + lane, &lanes);
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    now[r] = next[r];
            }
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                sums.products[r] += collect<COLUMNS>(room, lanes.products[r], shift);
                if (GAP)
                    sums.roundings[r] += collect<COLUMNS>(room, lanes.roundings[r], shift);
            }
        }
        store_tile(s.partial + part * PROBES * s.rows, sums.products, s.rows, tile * ROWS);
        if (GAP)
            store_tile(s.rounding + part * PROBES * s.rows, sums.roundings, s.rows, tile * ROWS);
        if (s.wait == WM_CUDA_WAIT_SOON) {
            wait_for_earlier();
            admit_next();
        }
    }
    wait_for_earlier();
}

wm_status wm_cuda_probes_run(wm_cuda *cuda, const wm_cuda_probes *probes, size_t parts)
{
    const bool gap = probes->rounding != NULL;
    const void *kernel;
    switch (probes->format) {
    case WM_FORMAT_F16:
        kernel = gap ? (const void *)stream_shares<WM_FORMAT_F16, true>
                     : (const void *)stream_shares<WM_FORMAT_F16, false>;
        break;
    case WM_FORMAT_BF16:
        kernel = gap ? (const void *)stream_shares<WM_FORMAT_BF16, true>
                     : (const void *)stream_shares<WM_FORMAT_BF16, false>;
        break;
    default:
        kernel = (const void *)stream_shares<WM_FORMAT_F32, false>;
    }
    wm_cuda_probes s = *probes;
    const size_t fit = (size_t)cuda->units * RESIDENT / parts;
    const size_t shared = part_chunks(&s, parts) * chunk_columns(s.format) * sizeof(float);
    void *arguments[] = {&s, &parts};
    return wm_cuda_stripe_launch(cuda, kernel, dim3((unsigned)((fit > 0 ? fit : 1) * parts)),
                                 BLOCK_SIZE, shared, arguments);
}
