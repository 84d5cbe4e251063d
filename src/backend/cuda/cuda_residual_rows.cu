/* Large matrices times eight probes at memory speed, in float32 accuracy.
 *
 * fp16, bf16 and e4m3 rows use the tensor cores: eight probes are the n of one mma.m16n8k16. A
 * probe is split into two fp16 (three bf16) terms. Each remainder is scaled up by 2^11 (2^8) and
 * each term has its own accumulator; together they hold float32's bits. Tensor cores truncate as
 * they accumulate, so no chain is longer than four mma before a float32 add. The order of k is
 * free: a lane loads 16 bytes of rows g and g + 8 straight from memory as A fragments, and the
 * probes' fragments are permuted to match. The diagonal of mma(C, C^T) gives the rows' sums of
 * squares. e4m3 is widened to fp16, which is exact.
 *
 * k is cut into slices. A block keeps its slice of the probes in shared memory and streams tiles of
 * 16 rows, one tile for each warp. It does not synchronise, and the next step's loads are always in
 * flight. Partial sums of the slices are added in one order.
 *
 * One pass takes 70 to 270 us at n = 16384, so launches matter. Each kernel may start on the units
 * that the last one's blocks leave (programmatic launch), and says when it waits for the kernels
 * queued before it. A pass that needs Y starts while C is read.
 *
 * float32 rows have few enough products for each byte to use plain multiply-adds.
 * cuda_residual_columns.cu computes transposed matrices. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_mma.h"

enum {
    TILE_ROWS = 16,
    GROUP = 32,              /* columns of one pair of mma */
    FRAGMENT = 32 * 16,      /* bytes of one term of one group's probes */
    SLICE_BYTES = 100 << 10, /* of probes in shared memory: two blocks fit a unit */
    FLOAT_ROWS = 4,          /* rows of a warp's tile of float32 */
    FLOAT_STEP = 128         /* columns of a warp's step */
};

static bool is_half(wm_format format)
{
    return format == WM_FORMAT_F16 || format == WM_FORMAT_BF16 || format == WM_FORMAT_E4M3;
}

/* Bytes of shared memory for the probes of `columns` columns. */
static size_t probe_bytes(wm_format format, size_t columns)
{
    if (format == WM_FORMAT_F32)
        return columns * PROBES * sizeof(float);
    return columns / GROUP * FRAGMENT * (format == WM_FORMAT_BF16 ? 3 : 2);
}

/* The number of slices of k: eight if they fit and are even; 0 if no number does. */
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

bool wm_cuda_stripe_takes(wm_format format, bool transposed, size_t rows, size_t columns)
{
    if (transposed)
        return wm_cuda_column_takes(format, rows, columns);
    if (format == WM_FORMAT_F32)
        return rows % FLOAT_ROWS == 0 && slices_for(format, columns) > 0;
    return is_half(format) && rows % TILE_ROWS == 0 && slices_for(format, columns) > 0;
}

size_t wm_cuda_stripe_parts(const wm_cuda *cuda, wm_format format, bool transposed, size_t rows,
                            size_t columns)
{
    return transposed ? wm_cuda_column_parts(cuda, rows, columns) : slices_for(format, columns);
}

/* Eight e4m3 numbers as eight fp16, exactly. */
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

/* The first of the eight columns that lane t (of four) holds in group q. A load has 16 bytes, so
 * for e4m3 two groups interleave. */
template <int FORMAT> static __device__ __forceinline__ int group_column(int q, int t)
{
    if (FORMAT == WM_FORMAT_E4M3)
        return q / 2 * 2 * GROUP + 16 * t + q % 2 * 8;
    return q * GROUP + 8 * t;
}

/* Splits the slice's probes into terms, in fragment order: fragments[(q * TERMS + m) * 32 +
 * lane]. */
template <int FORMAT>
static __device__ void load_fragments(uint4 *fragments, const float *X, const unsigned *peaks,
                                      size_t first, int groups)
{
    typedef half_kind<FORMAT> kind;
#pragma unroll 2
    for (int e = (int)threadIdx.x; e < groups * 32; e += BLOCK_SIZE) {
        const int q = e / 32, lane = e % 32, p = lane / 4;
        const float scale = peak_scale(peaks, p).x;
        const size_t column = first + (size_t)group_column<FORMAT>(q, lane % 4);
        float x[8];
#pragma unroll
        for (int j = 0; j < 8; j++)
            x[j] = __ldcg(X + (column + (size_t)j) * PROBES + p) * scale;
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

/* A warp's results for its tile so far: four sums in each lane (rows g and g + 8, probes 2t and 2t
 * + 1), and two rows' squares. */
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

/* One step of loads, 2 x 16 bytes of each of a lane's two rows: two groups, or four groups of
 * e4m3. */
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

/* The addresses that a lane reads: 16 bytes of rows g and g + 8 of a tile, its own 16 of each
 * 64. */
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

/* Stores a warp's results for a tile. */
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
static __global__ void __launch_bounds__(BLOCK_SIZE, 2) stream_rows(wm_cuda_stripe s, size_t slices)
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
    if (s.wait == WM_CUDA_STRIPE_FIRST)
        wait_for_earlier();
    if (s.wait != WM_CUDA_STRIPE_SOON)
        admit_next();
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
                   NORM ? s.squares + slice * s.rows : NULL);
        place = next;
        if (s.wait == WM_CUDA_STRIPE_SOON) {
            wait_for_earlier();
            admit_next();
        }
    }
    wait_for_earlier();
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

/* 128 columns of FLOAT_ROWS rows, four columns in each lane. */
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

/* Rows of float32. The probes are stored as probes[(step * 8 + p) * 32 + lane], four columns
 * each. */
template <bool NORM>
static __global__ void __launch_bounds__(BLOCK_SIZE, 2)
    stream_floats(wm_cuda_stripe s, size_t slices)
{
    extern __shared__ float4 probes[];
    const int lane = (int)threadIdx.x % 32;
    const size_t slice = blockIdx.x % slices, width = s.columns / slices;
    const size_t stride = gridDim.x / slices * BLOCK_WARPS, tiles = s.rows / FLOAT_ROWS;
    const int steps = (int)(width / FLOAT_STEP);
    if (s.wait == WM_CUDA_STRIPE_FIRST)
        wait_for_earlier();
    if (s.wait != WM_CUDA_STRIPE_SOON)
        admit_next();
#pragma unroll 4
    for (int e = (int)threadIdx.x; e < steps * PROBES * 32; e += BLOCK_SIZE) {
        const int p = e % PROBES, four = e / PROBES; /* neighbours read the probes of one column */
        const float *x = s.X + (slice * width + (size_t)four * 4) * PROBES + p;
        probes[(four / 32 * PROBES + p) * 32 + four % 32] = make_float4(
            __ldcg(x), __ldcg(x + PROBES), __ldcg(x + 2 * PROBES), __ldcg(x + 3 * PROBES));
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
                    s.squares[slice * s.rows + tile * FLOAT_ROWS + (size_t)r] = sum;
            }
        if (s.wait == WM_CUDA_STRIPE_SOON) {
            wait_for_earlier();
            admit_next();
        }
    }
    wait_for_earlier();
}

/* Adds the parts in order, and finds the largest magnitude of each probe. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    add_parts(const float *partial, size_t parts, size_t rows, float *out, unsigned *peaks)
{
    const size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x, count = rows * PROBES;
    float sum = 0;
    admit_next();
    wait_for_earlier();
    if (i < count) {
        for (size_t part = 0; part < parts; part++)
            sum += partial[part * count + i];
        out[i] = sum;
    }
    unsigned peak = __float_as_uint(fabsf(sum)); /* the bits of magnitudes are in order, NaN last */
    peak = max(peak, __shfl_xor_sync(~0u, peak, 8));
    peak = max(peak, __shfl_xor_sync(~0u, peak, 16));
    if (threadIdx.x % 32 < PROBES)
        atomicMax(peaks + i % PROBES, peak);
}

wm_status wm_cuda_stripe_launch(wm_cuda *cuda, const void *kernel, dim3 grid, unsigned threads,
                                size_t shared, void **arguments)
{
    cudaLaunchAttribute beside;
    beside.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    beside.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t how = {};
    how.gridDim = grid;
    how.blockDim = dim3(threads);
    how.dynamicSmemBytes = shared;
    how.stream = cuda->stream;
    how.attrs = &beside;
    how.numAttrs = 1;
    cudaError_t error =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
    if (error == cudaSuccess)
        error = cudaLaunchKernelExC(&how, kernel, arguments);
    return wm_cuda_device_check(cuda, error, "residual");
}

/* Rows: two blocks on each unit. */
static wm_status queue_rows(wm_cuda *cuda, const void *kernel, const wm_cuda_stripe *stripe,
                            size_t slices)
{
    wm_cuda_stripe s = *stripe;
    const size_t fit = (size_t)cuda->units * 2 / slices;
    void *arguments[] = {&s, &slices};
    return wm_cuda_stripe_launch(cuda, kernel, dim3((unsigned)((fit > 0 ? fit : 1) * slices)),
                                 BLOCK_SIZE, probe_bytes(s.format, s.columns / slices), arguments);
}

wm_status wm_cuda_stripe_run(wm_cuda *cuda, const wm_cuda_stripe *s)
{
    const size_t parts = wm_cuda_stripe_parts(cuda, s->format, s->transposed, s->rows, s->columns);
    const bool norm = s->squares != NULL;
    if (norm && (s->transposed || s->format == WM_FORMAT_E4M3))
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "rows' squares of an operand");
    if (s->transposed)
        return wm_cuda_column_run(cuda, s, parts);
    switch (s->format) {
    case WM_FORMAT_F16:
        return queue_rows(cuda,
                          norm ? (const void *)stream_rows<WM_FORMAT_F16, true>
                               : (const void *)stream_rows<WM_FORMAT_F16, false>,
                          s, parts);
    case WM_FORMAT_BF16:
        return queue_rows(cuda,
                          norm ? (const void *)stream_rows<WM_FORMAT_BF16, true>
                               : (const void *)stream_rows<WM_FORMAT_BF16, false>,
                          s, parts);
    case WM_FORMAT_E4M3:
        return queue_rows(cuda, (const void *)stream_rows<WM_FORMAT_E4M3, false>, s, parts);
    default:
        return queue_rows(
            cuda, norm ? (const void *)stream_floats<true> : (const void *)stream_floats<false>, s,
            parts);
    }
}

wm_status wm_cuda_stripe_add(wm_cuda *cuda, const float *partial, size_t parts, size_t rows,
                             float *out, unsigned *peaks)
{
    const unsigned blocks = (unsigned)((rows * PROBES + BLOCK_SIZE - 1) / BLOCK_SIZE);
    void *arguments[] = {&partial, &parts, &rows, &out, &peaks};
    return wm_cuda_stripe_launch(cuda, (const void *)add_parts, dim3(blocks), BLOCK_SIZE, 0,
                                 arguments);
}
