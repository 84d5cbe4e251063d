/* Large matrices times eight probes at memory speed, in float32 accuracy.
 *
 * fp16, bf16 and e4m3 rows go through the tensor cores: eight probes are the n of one mma.m16n8k16. A probe is split into two
 * fp16 (three bf16) terms, each remainder scaled up by 2^11 (2^8), each term with its own accumulator; together they carry
 * float32's bits. Tensor cores truncate as they accumulate, so no chain is longer than four mma before a float32 add. The order
 * of k is free: a lane loads 16 bytes of rows g and g + 8 straight from memory as A fragments, and the probes' fragments are
 * permuted to match. The diagonal of mma(C, C^T) gives the rows' sums of squares. e4m3 is widened to fp16, which is exact.
 *
 * k is cut into slices: a block keeps its slice of the probes in shared memory and streams tiles of 16 rows, a warp a tile,
 * without synchronising, the next step's loads always in flight. Slices' partial sums are added in one order.
 *
 * float32 rows, and e4m3 matrices that stand transposed, are few enough products a byte for plain multiply-adds. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

enum {
    PROBES = WM_BACKEND_PROBES,
    TILE_ROWS = 16,
    GROUP = 32,              /* columns that one pair of mma takes */
    FRAGMENT = 32 * 16,      /* bytes of one term of one group's probes */
    SLICE_BYTES = 100 << 10, /* of probes in shared memory: two blocks fit a unit */
    FLOAT_ROWS = 4,          /* rows of a warp's tile of float32 */
    FLOAT_STEP = 128,        /* columns that a warp takes at once */
    COLUMN_THREADS = 128,
    COLUMN_EACH = 8,  /* outputs of a thread of the transposed kernel */
    COLUMN_CHUNK = 64 /* rows of probes in shared memory */
};

static bool is_half(wm_format format)
{
    return format == WM_FORMAT_F16 || format == WM_FORMAT_BF16 || format == WM_FORMAT_E4M3;
}

/* Bytes of shared memory that the probes of `columns` columns take. */
static size_t probe_bytes(wm_format format, size_t columns)
{
    if (format == WM_FORMAT_F32)
        return columns * PROBES * sizeof(float);
    return columns / GROUP * FRAGMENT * (format == WM_FORMAT_BF16 ? 3 : 2);
}

/* Into how many slices k is cut: eight if they fit and are even; 0 if no number does. */
static size_t slices_for(wm_format format, size_t columns)
{
    static const size_t choices[] = {8, 16, 32, 64, 4, 2, 1};
    const size_t step = format == WM_FORMAT_E4M3 ? 256 : 128;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (columns % (choices[i] * step) == 0 &&
            probe_bytes(format, columns / choices[i]) <= SLICE_BYTES)
            return choices[i];
    return 0;
}

/* Into how many parts the transposed kernel cuts its sum: enough blocks for every unit. */
static size_t parts_for(const wm_cuda *cuda, size_t rows, size_t columns)
{
    const size_t across =
        (rows + COLUMN_THREADS * COLUMN_EACH - 1) / (COLUMN_THREADS * COLUMN_EACH);
    const size_t most = (columns + COLUMN_CHUNK - 1) / COLUMN_CHUNK;
    const size_t wanted = ((size_t)cuda->units * 4 + across - 1) / across;
    return wanted < most ? wanted : most;
}

bool wm_cuda_stripe_takes(const wm_cuda *cuda, wm_format format, bool transposed, size_t rows,
                          size_t columns)
{
    (void)cuda;
    if (transposed)
        return format == WM_FORMAT_E4M3 && rows % COLUMN_EACH == 0;
    if (format == WM_FORMAT_F32)
        return rows % FLOAT_ROWS == 0 && slices_for(format, columns) > 0;
    return is_half(format) && rows % TILE_ROWS == 0 && slices_for(format, columns) > 0;
}

size_t wm_cuda_stripe_partial(const wm_cuda *cuda, wm_format format, bool transposed, size_t rows,
                              size_t columns)
{
    const size_t parts = transposed ? parts_for(cuda, rows, columns) : slices_for(format, columns);
    return parts * rows * (PROBES + 1) * sizeof(float);
}

/* 2^e that brings a probe's largest magnitude near 2^10, where fp16 terms have room on both sides; and 2^-e. */
static __device__ float2 peak_scale(const unsigned *peaks, int p)
{
    if (peaks == NULL)
        return make_float2(1.0f, 1.0f);
    const int exponent = (int)(peaks[p] >> 23) - 127;
    const int up = max(-100, min(100, 10 - exponent));
    return make_float2(__uint_as_float((unsigned)(127 + up) << 23),
                       __uint_as_float((unsigned)(127 - up) << 23));
}

static __device__ __forceinline__ uint4 load_once(const void *from)
{
    uint4 v;
    asm volatile("ld.global.nc.L1::no_allocate.L2::256B.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(from));
    return v;
}

/* What the tensor cores see of a format: its element, the number of terms of a probe, the scale between terms. */
template <int FORMAT> struct half_kind {
    enum { TERMS = 2, BYTES = FORMAT == WM_FORMAT_E4M3 ? 1 : 2, BITS = 11 };
    static __device__ __forceinline__ unsigned pack(float a, float b)
    {
        const __half2 pair = __floats2half2_rn(a, b);
        return *(const unsigned *)&pair;
    }
    static __device__ __forceinline__ float rounded(float x)
    {
        return __half2float(__float2half_rn(x));
    }
    static __device__ __forceinline__ void mma(float c[4], unsigned a0, unsigned a1, unsigned a2,
                                               unsigned a3, unsigned b0, unsigned b1)
    {
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},"
                     " {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    }
};

template <> struct half_kind<WM_FORMAT_BF16> {
    enum { TERMS = 3, BYTES = 2, BITS = 8 };
    static __device__ __forceinline__ unsigned pack(float a, float b)
    {
        const __nv_bfloat162 pair = __floats2bfloat162_rn(a, b);
        return *(const unsigned *)&pair;
    }
    static __device__ __forceinline__ float rounded(float x)
    {
        return __bfloat162float(__float2bfloat16_rn(x));
    }
    static __device__ __forceinline__ void mma(float c[4], unsigned a0, unsigned a1, unsigned a2,
                                               unsigned a3, unsigned b0, unsigned b1)
    {
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},"
                     " {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    }
};

/* Eight e4m3 as eight fp16, exact. */
static __device__ __forceinline__ uint4 widen_e4m3(unsigned low, unsigned high)
{
    unsigned r[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned word = i < 2 ? low : high;
        const __half2_raw pair = __nv_cvt_fp8x2_to_halfraw2(
            (__nv_fp8x2_storage_t)(i % 2 == 0 ? word & 0xffffu : word >> 16), __NV_E4M3);
        r[i] = (unsigned)pair.x | (unsigned)pair.y << 16;
    }
    return make_uint4(r[0], r[1], r[2], r[3]);
}

/* First of the eight columns that lane t (of four) holds in group q: 16 bytes a load, so for e4m3 two groups interleave. */
template <int FORMAT> static __device__ __forceinline__ int group_column(int q, int t)
{
    if (FORMAT == WM_FORMAT_E4M3)
        return q / 2 * 2 * GROUP + 16 * t + q % 2 * 8;
    return q * GROUP + 8 * t;
}

/* Splits the slice's probes into terms, in fragment order: fragments[(q * TERMS + m) * 32 + lane]. */
template <int FORMAT>
static __device__ void load_fragments(uint4 *fragments, const float *X, const unsigned *peaks,
                                      size_t first, int groups)
{
    typedef half_kind<FORMAT> kind;
    for (int e = (int)threadIdx.x; e < groups * 32; e += BLOCK_SIZE) {
        const int q = e / 32, lane = e % 32, p = lane / 4;
        const float scale = peak_scale(peaks, p).x;
        const size_t column = first + (size_t)group_column<FORMAT>(q, lane % 4);
        float x[8];
#pragma unroll
        for (int j = 0; j < 8; j++)
            x[j] = X[(column + (size_t)j) * PROBES + (size_t)p] * scale;
#pragma unroll
        for (int m = 0; m < kind::TERMS; m++) {
            fragments[(q * kind::TERMS + m) * 32 + lane] =
                make_uint4(kind::pack(x[0], x[1]), kind::pack(x[2], x[3]), kind::pack(x[4], x[5]),
                           kind::pack(x[6], x[7]));
#pragma unroll
            for (int j = 0; j < 8; j++)
                x[j] = (x[j] - kind::rounded(x[j])) * (float)(1 << kind::BITS);
        }
    }
}

/* What a warp has of its tile so far: four sums a lane (rows g and g + 8, probes 2t and 2t + 1), two rows' squares. */
typedef struct {
    float sums[4];
    float squares[2];
} tile_sums;

/* Two groups, 64 columns: a and b are rows g and g + 8. */
template <int FORMAT, bool NORM>
static __device__ __forceinline__ void take_pair(const uint4 a[2], const uint4 b[2],
                                                 const uint4 *fragments, tile_sums *tile)
{
    typedef half_kind<FORMAT> kind;
    const int lane = (int)threadIdx.x % 32;
    float c[kind::TERMS][4] = {};
    float d0[4] = {}, d1[4] = {};
#pragma unroll
    for (int u = 0; u < 2; u++) {
#pragma unroll
        for (int m = 0; m < kind::TERMS; m++) {
            const uint4 x = fragments[(u * kind::TERMS + m) * 32 + lane];
            kind::mma(c[m], a[u].x, b[u].x, a[u].y, b[u].y, x.x, x.y);
            kind::mma(c[m], a[u].z, b[u].z, a[u].w, b[u].w, x.z, x.w);
        }
        if (NORM) {
            kind::mma(d0, a[u].x, b[u].x, a[u].y, b[u].y, a[u].x, a[u].y);
            kind::mma(d1, a[u].x, b[u].x, a[u].y, b[u].y, b[u].x, b[u].y);
            kind::mma(d0, a[u].z, b[u].z, a[u].w, b[u].w, a[u].z, a[u].w);
            kind::mma(d1, a[u].z, b[u].z, a[u].w, b[u].w, b[u].z, b[u].w);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        float sum = c[kind::TERMS - 1][i];
#pragma unroll
        for (int m = kind::TERMS - 2; m >= 0; m--)
            sum = fmaf(sum, 1.0f / (float)(1 << kind::BITS), c[m][i]);
        tile->sums[i] += sum;
    }
    if (NORM) {
        const bool odd = lane / 4 % 2 != 0;
        tile->squares[0] += odd ? d0[1] : d0[0];
        tile->squares[1] += odd ? d1[3] : d1[2];
    }
}

/* One step of loads, 2 x 16 bytes of each of a lane's two rows: two groups, of e4m3 four. */
template <int FORMAT, bool NORM>
static __device__ __forceinline__ void take_step(const uint4 a[2], const uint4 b[2],
                                                 const uint4 *fragments, tile_sums *tile)
{
    if (FORMAT == WM_FORMAT_E4M3) {
#pragma unroll
        for (int u = 0; u < 2; u++) {
            const uint4 wide_a[2] = {widen_e4m3(a[u].x, a[u].y), widen_e4m3(a[u].z, a[u].w)};
            const uint4 wide_b[2] = {widen_e4m3(b[u].x, b[u].y), widen_e4m3(b[u].z, b[u].w)};
            take_pair<FORMAT, NORM>(wide_a, wide_b,
                                    fragments + u * 2 * half_kind<FORMAT>::TERMS * 32, tile);
        }
    } else {
        take_pair<FORMAT, NORM>(a, b, fragments, tile);
    }
}

/* Where a lane reads: 16 bytes of rows g and g + 8 of a tile, its own 16 of each 64. */
typedef struct {
    const char *low, *high;
} tile_place;

static __device__ __forceinline__ tile_place place_of(const char *M, size_t row_bytes, size_t tile)
{
    const int lane = (int)threadIdx.x % 32;
    tile_place place;
    place.low = M + (tile * TILE_ROWS + (size_t)(lane / 4)) * row_bytes + (size_t)(lane % 4) * 16;
    place.high = place.low + 8 * row_bytes;
    return place;
}

static __device__ __forceinline__ void load_step(uint4 a[2], uint4 b[2], tile_place place, int step)
{
#pragma unroll
    for (int u = 0; u < 2; u++) {
        a[u] = load_once(place.low + step * 128 + u * 64);
        b[u] = load_once(place.high + step * 128 + u * 64);
    }
}

/* A warp stores what it has of a tile. */
static __device__ __forceinline__ void store_tile(const tile_sums *tile, size_t row, float2 scale,
                                                  float *partial, float *squares)
{
    const int lane = (int)threadIdx.x % 32, g = lane / 4, t = lane % 4;
    float2 *low = (float2 *)(partial + (row + (size_t)g) * PROBES) + t;
    float2 *high = (float2 *)(partial + (row + (size_t)g + 8) * PROBES) + t;
    *low = make_float2(tile->sums[0] * scale.x, tile->sums[1] * scale.y);
    *high = make_float2(tile->sums[2] * scale.x, tile->sums[3] * scale.y);
    if (squares != NULL && t == g / 2) {
        squares[row + (size_t)g] = tile->squares[0];
        squares[row + (size_t)g + 8] = tile->squares[1];
    }
}

/* Rows of fp16, bf16 or e4m3. partial is slices x rows x 8, squares slices x rows. */
template <int FORMAT, bool NORM>
static __global__ void __launch_bounds__(BLOCK_SIZE, 2)
    stream_rows(wm_cuda_stripe s, size_t slices, float *squares)
{
    extern __shared__ uint4 fragments[];
    enum { BYTES = half_kind<FORMAT>::BYTES, STEP_GROUPS = FORMAT == WM_FORMAT_E4M3 ? 4 : 2 };
    const size_t slice = blockIdx.x % slices, width = s.columns / slices;
    const size_t stride = gridDim.x / slices * BLOCK_WARPS, tiles = s.rows / TILE_ROWS;
    const char *M = (const char *)s.M + slice * width * BYTES;
    const int steps = (int)(width * BYTES / 128);
    const int t = (int)threadIdx.x % 4;
    size_t tile = blockIdx.x / slices * BLOCK_WARPS + threadIdx.x / 32;
    uint4 a0[2], b0[2], a1[2], b1[2];
    tile_place place = place_of(M, s.columns * BYTES, tile);
    if (tile < tiles)
        load_step(a0, b0, place, 0);
    load_fragments<FORMAT>(fragments, s.X, s.peaks, slice * width, (int)(width / GROUP));
    const float2 scale =
        make_float2(peak_scale(s.peaks, 2 * t).y, peak_scale(s.peaks, 2 * t + 1).y);
    __syncthreads();
    for (; tile < tiles; tile += stride) {
        const bool more = tile + stride < tiles;
        const tile_place next = place_of(M, s.columns * BYTES, more ? tile + stride : tile);
        tile_sums sums = {};
#pragma unroll 1
        for (int step = 0; step < steps; step += 2) {
            const uint4 *at = fragments + step * STEP_GROUPS * half_kind<FORMAT>::TERMS * 32;
            const bool last = step + 2 >= steps;
            load_step(a1, b1, place, step + 1);
            take_step<FORMAT, NORM>(a0, b0, at, &sums);
            if (!last)
                load_step(a0, b0, place, step + 2);
            else if (more)
                load_step(a0, b0, next, 0);
            take_step<FORMAT, NORM>(a1, b1, at + STEP_GROUPS * half_kind<FORMAT>::TERMS * 32,
                                    &sums);
        }
        store_tile(&sums, tile * TILE_ROWS, scale, s.partial + slice * s.rows * PROBES,
                   NORM ? squares + slice * s.rows : NULL);
        place = next;
    }
}

/* Sums 32 values over the 32 lanes: lane i gets the sum of value i. */
static __device__ __forceinline__ float transpose_sum(float v[32])
{
    const int lane = (int)threadIdx.x % 32;
#pragma unroll
    for (int level = 4; level >= 0; level--) {
        const int width = 1 << level;
        const bool upper = (lane & width) != 0;
#pragma unroll
        for (int i = 0; i < 16; i++)
            if (i < width) {
                const float kept = upper ? v[i + width] : v[i], given = upper ? v[i] : v[i + width];
                v[i] = kept + __shfl_xor_sync(~0u, given, width);
            }
    }
    return v[0];
}

/* 128 columns of FLOAT_ROWS rows, four columns a lane. */
template <bool NORM>
static __device__ __forceinline__ void take_floats(const float4 m[FLOAT_ROWS], const float4 *probes,
                                                   float sums[FLOAT_ROWS * PROBES],
                                                   float squares[FLOAT_ROWS])
{
#pragma unroll
    for (int p = 0; p < PROBES; p++) {
        const float4 x = probes[p * 32 + (int)threadIdx.x % 32];
#pragma unroll
        for (int r = 0; r < FLOAT_ROWS; r++) {
            float *sum = &sums[r * PROBES + p];
            *sum = fmaf(m[r].x, x.x, fmaf(m[r].y, x.y, fmaf(m[r].z, x.z, fmaf(m[r].w, x.w, *sum))));
        }
    }
    if (NORM)
#pragma unroll
        for (int r = 0; r < FLOAT_ROWS; r++)
            squares[r] =
                fmaf(m[r].x, m[r].x,
                     fmaf(m[r].y, m[r].y, fmaf(m[r].z, m[r].z, fmaf(m[r].w, m[r].w, squares[r]))));
}

static __device__ __forceinline__ void load_floats(float4 m[FLOAT_ROWS], const float *from,
                                                   size_t columns)
{
#pragma unroll
    for (int r = 0; r < FLOAT_ROWS; r++) {
        const uint4 v = load_once(from + (size_t)r * columns);
        m[r] = make_float4(__uint_as_float(v.x), __uint_as_float(v.y), __uint_as_float(v.z),
                           __uint_as_float(v.w));
    }
}

/* Rows of float32: probes stand as probes[(step * 8 + p) * 32 + lane], four columns each. */
template <bool NORM>
static __global__ void __launch_bounds__(BLOCK_SIZE, 2)
    stream_floats(wm_cuda_stripe s, size_t slices, float *squares)
{
    extern __shared__ float4 probes[];
    const int lane = (int)threadIdx.x % 32;
    const size_t slice = blockIdx.x % slices, width = s.columns / slices;
    const size_t stride = gridDim.x / slices * BLOCK_WARPS, tiles = s.rows / FLOAT_ROWS;
    const int steps = (int)(width / FLOAT_STEP);
    for (int e = (int)threadIdx.x; e < steps * PROBES * 32; e += BLOCK_SIZE) {
        const int p = e / 32 % PROBES;
        const float *x =
            s.X + (slice * width + (size_t)(e / (32 * PROBES) * FLOAT_STEP + e % 32 * 4)) * PROBES +
            p;
        probes[e] = make_float4(x[0], x[PROBES], x[2 * PROBES], x[3 * PROBES]);
    }
    __syncthreads();
    for (size_t tile = blockIdx.x / slices * BLOCK_WARPS + threadIdx.x / 32; tile < tiles;
         tile += stride) {
        const float *from =
            (const float *)s.M + tile * FLOAT_ROWS * s.columns + slice * width + (size_t)lane * 4;
        float sums[FLOAT_ROWS * PROBES] = {}, norms[FLOAT_ROWS] = {};
        float4 now[FLOAT_ROWS], next[FLOAT_ROWS];
        load_floats(now, from, s.columns);
#pragma unroll 2
        for (int step = 0; step < steps; step++) {
            if (step + 1 < steps)
                load_floats(next, from + (step + 1) * FLOAT_STEP, s.columns);
            take_floats<NORM>(now, probes + step * PROBES * 32, sums, norms);
#pragma unroll
            for (int r = 0; r < FLOAT_ROWS; r++)
                now[r] = next[r];
        }
        s.partial[(slice * s.rows + tile * FLOAT_ROWS) * PROBES + (size_t)lane] =
            transpose_sum(sums);
        if (NORM)
#pragma unroll
            for (int r = 0; r < FLOAT_ROWS; r++) {
                const float sum = warp_sum(norms[r]);
                if (lane == r)
                    squares[slice * s.rows + tile * FLOAT_ROWS + (size_t)r] = sum;
            }
    }
}

/* A matrix of e4m3 that stands transposed (columns x rows): a thread makes eight neighbouring outputs over a part of the sum. */
static __global__ void __launch_bounds__(COLUMN_THREADS)
    stream_columns(wm_cuda_stripe s, size_t parts)
{
    __shared__ float4 probes[COLUMN_CHUNK * 2];
    const size_t chunks = (s.columns + COLUMN_CHUNK - 1) / COLUMN_CHUNK, part = blockIdx.y;
    const size_t first = chunks * part / parts * COLUMN_CHUNK;
    const size_t end = min(chunks * (part + 1) / parts * COLUMN_CHUNK, s.columns);
    const size_t row = ((size_t)blockIdx.x * COLUMN_THREADS + threadIdx.x) * COLUMN_EACH;
    const uint8_t *M = (const uint8_t *)s.M + row;
    float sums[COLUMN_EACH][PROBES] = {};
    for (size_t chunk = first; chunk < end; chunk += COLUMN_CHUNK) {
        const int count = (int)min((size_t)COLUMN_CHUNK, end - chunk);
        __syncthreads();
        for (int e = (int)threadIdx.x; e < count * 2; e += COLUMN_THREADS)
            probes[e] = ((const float4 *)(s.X + chunk * PROBES))[e];
        __syncthreads();
        if (row >= s.rows)
            continue;
#pragma unroll 8
        for (int l = 0; l < count; l++) {
            const uint2 raw = __ldcs((const uint2 *)(M + (chunk + (size_t)l) * s.rows));
            const uint4 wide = widen_e4m3(raw.x, raw.y);
            const float4 low = probes[2 * l], high = probes[2 * l + 1];
            const float x[PROBES] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const unsigned word = i == 0 ? wide.x : i == 1 ? wide.y : i == 2 ? wide.z : wide.w;
                const float2 m = __half22float2(*(const __half2 *)&word);
#pragma unroll
                for (int p = 0; p < PROBES; p++) {
                    sums[2 * i][p] = fmaf(m.x, x[p], sums[2 * i][p]);
                    sums[2 * i + 1][p] = fmaf(m.y, x[p], sums[2 * i + 1][p]);
                }
            }
        }
    }
    if (row >= s.rows)
        return;
    float4 *out = (float4 *)(s.partial + (part * s.rows + row) * PROBES);
#pragma unroll
    for (int i = 0; i < COLUMN_EACH; i++) {
        out[2 * i] = make_float4(sums[i][0], sums[i][1], sums[i][2], sums[i][3]);
        out[2 * i + 1] = make_float4(sums[i][4], sums[i][5], sums[i][6], sums[i][7]);
    }
}

/* Adds the parts in order: out, the rows' squares, and the largest magnitude of each probe. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    add_parts(wm_cuda_stripe s, size_t parts, const float *squares)
{
    const size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x, count = s.rows * PROBES;
    float sum = 0;
    if (i < count) {
        for (size_t part = 0; part < parts; part++)
            sum += s.partial[part * count + i];
        s.out[i] = sum;
    }
    if (s.norm != NULL && i < s.rows) {
        float square = 0;
        for (size_t part = 0; part < parts; part++)
            square += squares[part * s.rows + i];
        s.norm[i] = square;
    }
    if (s.out_peaks == NULL)
        return;
    unsigned peak = __float_as_uint(fabsf(sum)); /* of magnitudes the bits are in order, NaN last */
    peak = max(peak, __shfl_xor_sync(~0u, peak, 8));
    peak = max(peak, __shfl_xor_sync(~0u, peak, 16));
    if (threadIdx.x % 32 < PROBES)
        atomicMax(s.out_peaks + i % PROBES, peak);
}

template <int FORMAT, bool NORM>
static wm_status queue_rows(wm_cuda *cuda, const wm_cuda_stripe *s, size_t slices, float *squares)
{
    const size_t shared = probe_bytes((wm_format)FORMAT, s->columns / slices);
    const size_t fit = (size_t)cuda->units * 2 / slices;
    const wm_status status = wm_cuda_device_check(
        cuda,
        cudaFuncSetAttribute(stream_rows<FORMAT, NORM>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             (int)shared),
        "residual");
    if (status == WM_OK)
        stream_rows<FORMAT, NORM>
            <<<(unsigned)((fit > 0 ? fit : 1) * slices), BLOCK_SIZE, shared, cuda->stream>>>(
                *s, slices, squares);
    return status;
}

template <bool NORM>
static wm_status queue_floats(wm_cuda *cuda, const wm_cuda_stripe *s, size_t slices, float *squares)
{
    const size_t shared = probe_bytes(WM_FORMAT_F32, s->columns / slices);
    const size_t fit = (size_t)cuda->units * 2 / slices;
    const wm_status status = wm_cuda_device_check(
        cuda,
        cudaFuncSetAttribute(stream_floats<NORM>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             (int)shared),
        "residual");
    if (status == WM_OK)
        stream_floats<NORM>
            <<<(unsigned)((fit > 0 ? fit : 1) * slices), BLOCK_SIZE, shared, cuda->stream>>>(
                *s, slices, squares);
    return status;
}

static wm_status queue_stream(wm_cuda *cuda, const wm_cuda_stripe *s, size_t parts, float *squares)
{
    const bool norm = s->norm != NULL;
    if (s->transposed) {
        const size_t across = COLUMN_THREADS * COLUMN_EACH;
        stream_columns<<<dim3((unsigned)((s->rows + across - 1) / across), (unsigned)parts),
                         COLUMN_THREADS, 0, cuda->stream>>>(*s, parts);
        return WM_OK;
    }
    switch (s->format) {
    case WM_FORMAT_F16:
        return norm ? queue_rows<WM_FORMAT_F16, true>(cuda, s, parts, squares)
                    : queue_rows<WM_FORMAT_F16, false>(cuda, s, parts, squares);
    case WM_FORMAT_BF16:
        return norm ? queue_rows<WM_FORMAT_BF16, true>(cuda, s, parts, squares)
                    : queue_rows<WM_FORMAT_BF16, false>(cuda, s, parts, squares);
    case WM_FORMAT_E4M3:
        return norm ? queue_rows<WM_FORMAT_E4M3, true>(cuda, s, parts, squares)
                    : queue_rows<WM_FORMAT_E4M3, false>(cuda, s, parts, squares);
    default:
        return norm ? queue_floats<true>(cuda, s, parts, squares)
                    : queue_floats<false>(cuda, s, parts, squares);
    }
}

wm_status wm_cuda_stripe_run(wm_cuda *cuda, const wm_cuda_stripe *stripe)
{
    const size_t parts = stripe->transposed ? parts_for(cuda, stripe->rows, stripe->columns)
                                            : slices_for(stripe->format, stripe->columns);
    float *squares = stripe->partial + parts * stripe->rows * PROBES;
    if (stripe->transposed && stripe->norm != NULL)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED,
                                     "rows' squares of a transposed matrix");
    const wm_status status = queue_stream(cuda, stripe, parts, squares);
    if (status != WM_OK)
        return status;
    add_parts<<<(unsigned)((stripe->rows * PROBES + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE, 0,
                cuda->stream>>>(*stripe, parts, squares);
    return wm_cuda_device_launched(cuda, "residual");
}
