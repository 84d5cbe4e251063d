/* An e4m3 matrix that is stored transposed, times eight probes: k runs down its columns.
 *
 * Uses tensor cores as cuda_residual_rows.cu does. Here a lane holds four rows of k of 16 columns,
 * and bytes of neighbouring rows are paired before they are widened to fp16. k is cut into parts,
 * one for each block, whose sums are added in one order. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_mma.h"

enum {
    COLUMN_WARPS = 4, /* of a block of the transposed kernel */
    COLUMN_THREADS = COLUMN_WARPS * 32,
    WARP_COLUMNS = 128, /* outputs of one warp */
    COLUMN_STEP = 16,   /* rows of k in one step */
    PART_STEPS = 64,    /* most steps of a block: its probes fill 32 KiB of shared memory */
    PART_STEPS_MIN = 8, /* fewer steps would write more partial sums than the kernel reads */
    RESIDENT = 4        /* blocks that a unit holds at once */
};

bool wm_cuda_column_takes(wm_format format, size_t rows, size_t columns)
{
    return format == WM_FORMAT_E4M3 && rows % WARP_COLUMNS == 0 && columns % COLUMN_STEP == 0;
}

/* The number of parts of the transposed kernel's sum: enough blocks for every unit. */
size_t wm_cuda_column_parts(const wm_cuda *cuda, size_t rows, size_t columns)
{
    const size_t across = (rows + COLUMN_WARPS * WARP_COLUMNS - 1) / (COLUMN_WARPS * WARP_COLUMNS);
    const size_t steps = columns / COLUMN_STEP;
    const size_t least = (steps + PART_STEPS - 1) / PART_STEPS;
    const size_t most = steps / PART_STEPS_MIN > least ? steps / PART_STEPS_MIN : least;
    const size_t wanted =
        (size_t)cuda->units * RESIDENT / across; /* one more would be a second wave */
    return wanted < least ? least : wanted < most ? wanted : most;
}

/* Fragments of a part's probes for the transposed kernel: fragments[(step * 2 + term) * 32 + lane],
 * four rows of k for each lane. */
static __device__ void load_column_fragments(uint2 *fragments, const float *X,
                                             const unsigned *peaks, size_t first, int steps)
{
    typedef half_kind<WM_FORMAT_E4M3> kind;
#pragma unroll 4
    for (int e = (int)threadIdx.x; e < steps * 32; e += COLUMN_THREADS) {
        const int step = e / 32, lane = e % 32, p = lane / 4;
        const float scale = peak_scale(peaks, p).x;
        float x[4];
#pragma unroll
        for (int j = 0; j < 4; j++)
            x[j] =
                __ldcg(X + (first + (size_t)(step * COLUMN_STEP + lane % 4 * 4 + j)) * PROBES + p) *
                scale;
#pragma unroll
        for (int m = 0; m < 2; m++) {
            fragments[(step * 2 + m) * 32 + lane] =
                make_uint2(kind::pack(x[0], x[1]), kind::pack(x[2], x[3]));
#pragma unroll
            for (int j = 0; j < 4; j++)
                x[j] = (x[j] - kind::rounded(x[j])) * (float)(1 << kind::BITS);
        }
    }
}

/* Two e4m3 numbers of neighbouring rows of k as two fp16, exactly. */
static __device__ __forceinline__ unsigned widen_pair(unsigned pair)
{
    const __half2_raw wide = __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)pair, __NV_E4M3);
    return (unsigned)wide.x | (unsigned)wide.y << 16;
}

/* Processes 16 rows of k of a warp's 128 columns. raw[r] is row 4t + r of columns 16g .. 16g + 16.
 * Columns 2q and 2q + 1 of lane group g are rows g and g + 8 of product q, whose k are 4t .. 4t + 4
 * in the fragments' order. */
static __device__ __forceinline__ void take_columns(const uint4 raw[4], const uint2 *fragments,
                                                    float sums[8][4])
{
    typedef half_kind<WM_FORMAT_E4M3> kind;
    const uint2 high = fragments[threadIdx.x % 32], low = fragments[32 + threadIdx.x % 32];
#pragma unroll
    for (int q = 0; q < 8; q++) {
        unsigned word[4];
#pragma unroll
        for (int r = 0; r < 4; r++)
            word[r] = q / 2 == 0   ? raw[r].x
                      : q / 2 == 1 ? raw[r].y
                      : q / 2 == 2 ? raw[r].z
                                   : raw[r].w;
        const unsigned order = q % 2 == 0 ? 0x5140u : 0x7362u;
        const unsigned first = __byte_perm(word[0], word[1], order);
        const unsigned second = __byte_perm(word[2], word[3], order);
        const unsigned a0 = widen_pair(first & 0xffffu), a1 = widen_pair(first >> 16);
        const unsigned a2 = widen_pair(second & 0xffffu), a3 = widen_pair(second >> 16);
        float c[4] = {}, d[4] = {};
        kind::mma(c, a0, a1, a2, a3, high.x, high.y);
        kind::mma(d, a0, a1, a2, a3, low.x, low.y);
#pragma unroll
        for (int i = 0; i < 4; i++)
            sums[q][i] += fmaf(d[i], 1.0f / (float)(1 << kind::BITS), c[i]);
    }
}

/* Four rows of k of a lane's 16 columns. */
static __device__ __forceinline__ void load_columns(uint4 raw[4], const uint8_t *from, size_t rows)
{
#pragma unroll
    for (int r = 0; r < 4; r++)
        raw[r] = load_once(from + (size_t)r * rows);
}

/* An e4m3 matrix that is stored transposed (columns x rows), so k runs down. A warp computes 128
 * outputs over a part of the sum. */
static __global__ void __launch_bounds__(COLUMN_THREADS)
    stream_columns(wm_cuda_stripe s, size_t parts)
{
    __shared__ uint2 fragments[PART_STEPS * 2 * 32];
    const int lane = (int)threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const size_t all = s.columns / COLUMN_STEP, part = blockIdx.y;
    const size_t begin = all * part / parts;
    const int steps = (int)(all * (part + 1) / parts - begin);
    const size_t first = ((size_t)blockIdx.x * COLUMN_WARPS + threadIdx.x / 32) * WARP_COLUMNS;
    const size_t pace = COLUMN_STEP * s.rows;
    const uint8_t *from = (const uint8_t *)s.M + (begin * COLUMN_STEP + (size_t)t * 4) * s.rows +
                          first + (size_t)g * 16;
    wait_for_earlier(); /* at once, for any stripe */
    admit_next();
    load_column_fragments(fragments, s.X, s.peaks, begin * COLUMN_STEP, steps);
    const float2 scale =
        make_float2(peak_scale(s.peaks, 2 * t).y, peak_scale(s.peaks, 2 * t + 1).y);
    __syncthreads();
    if (first >= s.rows)
        return;
    float sums[8][4] = {};
    uint4 now[4], next[4];
    load_columns(now, from, s.rows);
#pragma unroll 2
    for (int step = 0; step < steps; step++) {
        from += pace;
        if (step + 1 < steps)
            load_columns(next, from, s.rows);
        take_columns(now, fragments + step * 64, sums);
#pragma unroll
        for (int r = 0; r < 4; r++)
            now[r] = next[r];
    }
    float2 *out = (float2 *)(s.partial + (part * s.rows + first + (size_t)g * 16) * PROBES) + t;
#pragma unroll
    for (int q = 0; q < 8; q++) {
        out[(2 * q) * (PROBES / 2)] = make_float2(sums[q][0] * scale.x, sums[q][1] * scale.y);
        out[(2 * q + 1) * (PROBES / 2)] = make_float2(sums[q][2] * scale.x, sums[q][3] * scale.y);
    }
}

wm_status wm_cuda_column_run(wm_cuda *cuda, const wm_cuda_stripe *stripe, size_t parts)
{
    const size_t across = COLUMN_WARPS * WARP_COLUMNS;
    wm_cuda_stripe s = *stripe;
    void *arguments[] = {&s, &parts};
    return wm_cuda_stripe_launch(cuda, (const void *)stream_columns,
                                 dim3((unsigned)((s.rows + across - 1) / across), (unsigned)parts),
                                 COLUMN_THREADS, 0, arguments);
}
