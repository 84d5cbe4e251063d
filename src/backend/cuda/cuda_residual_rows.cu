/* A Y for large matrices at memory speed, in float32 accuracy: rows times 24 columns.
 *
 * Tensor cores multiply: eight columns of Y are the n of one mma, so a fragment of A enters three.
 * A number of Y is split into two fp16 (three bf16, two tf32) terms, which together hold float32's
 * bits. Tensor cores truncate as they accumulate, so no chain is longer than four mma before a
 * float32 add. The order of k is free: a lane loads 16 bytes of rows g and g + 8 straight from
 * memory as A fragments, and Y's fragments are permuted to match. e4m3 is widened to fp16, which is
 * exact; float32 rows are split like Y.
 *
 * k is cut into slices. A block keeps its slice of Y in shared memory and streams tiles of 16 rows,
 * one tile for each warp. It does not synchronise, and the next step's loads are always in flight.
 * Partial sums of the slices are added in one order. */
#include "backend/cuda/cuda_mma.h"
#include "backend/cuda/cuda_residual.h"

enum {
    TILE_ROWS = 16,
    TILES = PROBES / 8, /* mma for one A fragment and one term */
    THREADS = 512,      /* a unit holds one block, whose slice fills the shared memory */
    WARPS = THREADS / 32,
    FRAGMENT = 32 * 16,     /* bytes of one term of one group's eight columns of Y */
    SLICE_BYTES = 200 << 10 /* of Y in shared memory, if a block can have that much */
};

/* Columns of a slice come in multiples of this: two steps of 128 bytes a row. */
static size_t slice_step(wm_format format)
{
    return 256 / wm_format_size(format);
}

/* Bytes of shared memory for the Y of `columns` columns. */
static size_t slice_bytes(wm_format format, size_t columns)
{
    const size_t terms = format == WM_FORMAT_BF16 ? 3 : 2;
    const size_t group = format == WM_FORMAT_F32 ? 16 : 32;
    return columns / group * FRAGMENT * TILES * terms;
}

/* The number of slices of k: eight if they fit and are even; 0 if no number does. */
size_t wm_cuda_stripe_parts(const wm_cuda *cuda, const wm_cuda_operand *M)
{
    const size_t room =
        cuda->shared_max < SLICE_BYTES ? (size_t)cuda->shared_max : (size_t)SLICE_BYTES;
    static const size_t choices[] = {8, 16, 32, 64, 128, 4, 2, 1};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (M->columns % (choices[i] * slice_step(M->format)) == 0 &&
            slice_bytes(M->format, M->columns / choices[i]) <= room)
            return choices[i];
    return 0;
}

bool wm_cuda_stripe_takes(const wm_cuda *cuda, const wm_cuda_operand *M)
{
    const bool has_kernel = M->format == WM_FORMAT_F16 || M->format == WM_FORMAT_BF16 ||
                            M->format == WM_FORMAT_E4M3 || M->format == WM_FORMAT_F32;
    return has_kernel && !M->transposed && M->rows % TILE_ROWS == 0 &&
           wm_cuda_stripe_parts(cuda, M) > 0;
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

/* The first of the columns that lane t (of four) holds in group q. A load has 16 bytes, so for e4m3
 * two groups interleave. */
template <int FORMAT> static __device__ __forceinline__ int group_column(int q, int t)
{
    typedef mma_kind<FORMAT> kind;
    if (FORMAT == WM_FORMAT_E4M3)
        return q / 2 * 2 * kind::GROUP + 16 * t + q % 2 * 8;
    return q * kind::GROUP + kind::COLUMNS * t;
}

/* Splits the slice's Y into terms, in fragment order:
 * fragments[((q * TILES + tile) * TERMS + m) * 32 + lane]. */
template <int FORMAT>
static __device__ void load_fragments(uint4 *fragments, const wm_cuda_stripe &s, size_t first,
                                      int groups)
{
    typedef mma_kind<FORMAT> kind;
#pragma unroll 2
    for (int e = (int)threadIdx.x; e < groups * TILES * 32; e += THREADS) {
        const int lane = e % 32, tile = e / 32 % TILES, q = e / (32 * TILES);
        const int p = tile * 8 + lane / 4;
        const float scale = peak_scale(s.peaks, p).x;
        const size_t column = first + (size_t)group_column<FORMAT>(q, lane % 4);
        const float4 *from = (const float4 *)(s.Y + (size_t)p * s.columns + column);
        float y[kind::COLUMNS];
#pragma unroll
        for (int j = 0; j < kind::COLUMNS / 4; j++) {
            const float4 four = __ldcg(from + j);
            y[4 * j] = four.x * scale;
            y[4 * j + 1] = four.y * scale;
            y[4 * j + 2] = four.z * scale;
            y[4 * j + 3] = four.w * scale;
        }
#pragma unroll
        for (int m = 0; m < kind::TERMS; m++) {
            fragments[((q * TILES + tile) * kind::TERMS + m) * 32 + lane] = kind::term(y);
#pragma unroll
            for (int j = 0; j < kind::COLUMNS; j++)
                y[j] = (y[j] - kind::rounded(y[j])) * (float)(1 << kind::BITS);
        }
    }
}

/* A warp's results for its tile so far: in each lane rows g and g + 8, columns 2t and 2t + 1 of
 * each eight. */
typedef struct {
    float of[TILES][4];
} tile_sums;

/* Two groups of columns. low and high are rows g and g + 8. */
template <int FORMAT>
static __device__ __forceinline__ void take_pair(const uint4 low[2], const uint4 high[2],
                                                 const uint4 *fragments, tile_sums *sums)
{
    typedef mma_kind<FORMAT> kind;
    const int lane = (int)threadIdx.x % 32;
    const typename kind::rows rows[2] = {kind::split(low[0], high[0]),
                                         kind::split(low[1], high[1])};
#pragma unroll
    for (int tile = 0; tile < TILES; tile++) {
        float c[kind::TERMS][4] = {};
#pragma unroll
        for (int u = 0; u < 2; u++) {
            uint4 y[kind::TERMS];
#pragma unroll
            for (int m = 0; m < kind::TERMS; m++)
                y[m] = fragments[((u * TILES + tile) * kind::TERMS + m) * 32 + lane];
            kind::multiply(c, rows[u], y);
        }
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float sum = c[kind::TERMS - 1][i];
#pragma unroll
            for (int m = kind::TERMS - 2; m >= 0; m--)
                sum = fmaf(sum, 1.0f / (float)(1 << kind::BITS), c[m][i]);
            sums->of[tile][i] += sum;
        }
    }
}

/* One step of loads, 2 x 16 bytes of each of a lane's two rows: two groups, or four of e4m3. */
template <int FORMAT>
static __device__ __forceinline__ void take_step(const uint4 low[2], const uint4 high[2],
                                                 const uint4 *fragments, tile_sums *sums)
{
    if (FORMAT == WM_FORMAT_E4M3) {
#pragma unroll
        for (int u = 0; u < 2; u++) {
            const uint4 wide_low[2] = {widen_e4m3(low[u].x, low[u].y),
                                       widen_e4m3(low[u].z, low[u].w)};
            const uint4 wide_high[2] = {widen_e4m3(high[u].x, high[u].y),
                                        widen_e4m3(high[u].z, high[u].w)};
            take_pair<FORMAT>(wide_low, wide_high,
                              fragments + u * 2 * TILES * mma_kind<FORMAT>::TERMS * 32, sums);
        }
    } else {
        take_pair<FORMAT>(low, high, fragments, sums);
    }
}

/* Where a lane reads a tile: 16 bytes of rows g and g + 8, its own 16 of each 64. */
static __device__ __forceinline__ const char *place_of(const char *M, size_t row_bytes, size_t tile)
{
    const int lane = (int)threadIdx.x % 32;
    return M + (tile * TILE_ROWS + (size_t)(lane / 4)) * row_bytes + (size_t)(lane % 4) * 16;
}

static __device__ __forceinline__ void load_step(uint4 low[2], uint4 high[2], const char *place,
                                                 size_t row_bytes, int step)
{
#pragma unroll
    for (int u = 0; u < 2; u++) {
        low[u] = load_once(place + step * 128 + u * 64);
        high[u] = load_once(place + 8 * row_bytes + step * 128 + u * 64);
    }
}

/* Stores a warp's results for a tile. */
static __device__ __forceinline__ void store_tile(const tile_sums *sums, const wm_cuda_stripe &s,
                                                  size_t slice, size_t row)
{
    const int lane = (int)threadIdx.x % 32, g = lane / 4, t = lane % 4;
#pragma unroll
    for (int tile = 0; tile < TILES; tile++)
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const int p = tile * 8 + 2 * t + i % 2;
            s.partial[(slice * PROBES + (size_t)p) * s.rows + row + (size_t)(g + i / 2 * 8)] =
                sums->of[tile][i] * peak_scale(s.peaks, p).y;
        }
}

/* Rows of any of the formats. */
template <int FORMAT>
static __global__ void __launch_bounds__(THREADS, 1) stream_rows(wm_cuda_stripe s, size_t slices)
{
    extern __shared__ uint4 fragments[];
    typedef mma_kind<FORMAT> kind;
    /* of one step's fragments */
    enum { STEP = (FORMAT == WM_FORMAT_E4M3 ? 4 : 2) * TILES * kind::TERMS * 32 };
    const size_t slice = blockIdx.x % slices, width = s.columns / slices;
    const size_t stride = gridDim.x / slices * WARPS, tiles = s.rows / TILE_ROWS;
    const char *M = (const char *)s.M + slice * width * kind::BYTES;
    const size_t row_bytes = s.columns * kind::BYTES;
    const int steps = (int)(width * kind::BYTES / 128);
    size_t tile = blockIdx.x / slices * WARPS + threadIdx.x / 32;
    uint4 low0[2], high0[2], low1[2], high1[2];
    if (tile < tiles)
        load_step(low0, high0, place_of(M, row_bytes, tile), row_bytes, 0);
    admit_next();
    load_fragments<FORMAT>(fragments, s, slice * width, (int)(width / kind::GROUP));
    __syncthreads();
    for (; tile < tiles; tile += stride) {
        const char *place = place_of(M, row_bytes, tile);
        tile_sums sums = {};
#pragma unroll 1
        for (int step = 0; step < steps; step += 2) {
            const uint4 *at = fragments + step * STEP;
            load_step(low1, high1, place, row_bytes, step + 1);
            take_step<FORMAT>(low0, high0, at, &sums);
            if (step + 2 < steps)
                load_step(low0, high0, place, row_bytes, step + 2);
            else if (tile + stride < tiles)
                load_step(low0, high0, place_of(M, row_bytes, tile + stride), row_bytes, 0);
            take_step<FORMAT>(low1, high1, at + STEP, &sums);
        }
        store_tile(&sums, s, slice, tile * TILE_ROWS);
    }
    wait_for_earlier();
}

/* Adds the parts in order, and finds the largest magnitude of each probe. A grid of blocks x
 * PROBES. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    add_parts(const float *partial, size_t parts, size_t rows, float *out, unsigned *peaks)
{
    const size_t row = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    const size_t i = blockIdx.y * rows + row;
    float sum = 0;
    admit_next();
    wait_for_earlier();
    if (row < rows) {
        for (size_t part = 0; part < parts; part++)
            sum += partial[part * rows * PROBES + i];
        out[i] = sum;
    }
    unsigned peak = __float_as_uint(fabsf(sum)); /* the bits of magnitudes are in order, NaN last */
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        peak = max(peak, __shfl_xor_sync(~0u, peak, distance));
    if (threadIdx.x % 32 == 0)
        atomicMax(peaks + blockIdx.y, peak);
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
    how.numAttrs = cuda->code >= 90 ? 1 : 0; /* see cuda_overlap.h */
    cudaError_t error =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
    if (error == cudaSuccess)
        error = cudaLaunchKernelExC(&how, kernel, arguments);
    return wm_cuda_device_check(cuda, error, "residual");
}

wm_status wm_cuda_stripe_run(wm_cuda *cuda, const wm_cuda_stripe *stripe, size_t parts)
{
    const void *kernel =
        stripe->format == WM_FORMAT_F16    ? (const void *)stream_rows<WM_FORMAT_F16>
        : stripe->format == WM_FORMAT_BF16 ? (const void *)stream_rows<WM_FORMAT_BF16>
        : stripe->format == WM_FORMAT_E4M3 ? (const void *)stream_rows<WM_FORMAT_E4M3>
                                           : (const void *)stream_rows<WM_FORMAT_F32>;
    wm_cuda_stripe s = *stripe;
    const size_t fit = cuda->units / parts;
    void *arguments[] = {&s, &parts};
    return wm_cuda_stripe_launch(cuda, kernel, dim3((unsigned)((fit > 0 ? fit : 1) * parts)),
                                 THREADS, slice_bytes(s.format, s.columns / parts), arguments);
}

wm_status wm_cuda_stripe_add(wm_cuda *cuda, const float *partial, size_t parts, size_t rows,
                             float *out, unsigned *peaks)
{
    const unsigned blocks = (unsigned)((rows + BLOCK_SIZE - 1) / BLOCK_SIZE);
    void *arguments[] = {&partial, &parts, &rows, &out, &peaks};
    return wm_cuda_stripe_launch(cuda, (const void *)add_parts, dim3(blocks, PROBES), BLOCK_SIZE, 0,
                                 arguments);
}
