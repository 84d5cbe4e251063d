/* B X for an e4m3 matrix that is stored transposed: row j of the stored matrix, times x[j], enters
 * the sums of probe j mod 24.
 *
 * A warp adds up 512 outputs of one probe. The probe's rows are cut into parts, whose sums are
 * added in one order. */
#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_overlap.h"
#include "backend/cuda/cuda_residual.h"

#include <cuda_fp16.h>
#include <cuda_fp8.h>

enum {
    LANE_OUTPUTS = 16, /* of one load of 16 bytes */
    BLOCK_OUTPUTS = BLOCK_SIZE * LANE_OUTPUTS,
    TOGETHER = 4,  /* rows whose loads are in flight, and whose sum is formed first */
    PART_ROWS = 8, /* least rows of a probe in a part */
    RESIDENT = 4   /* blocks that a unit holds at once */
};

bool wm_cuda_columns_takes(const wm_cuda_operand *M)
{
    return M->format == WM_FORMAT_E4M3 && M->transposed && M->rows % LANE_OUTPUTS == 0;
}

/* The number of parts of a probe's rows: enough blocks for every unit, in one wave. */
size_t wm_cuda_columns_parts(const wm_cuda *cuda, const wm_cuda_operand *M)
{
    const size_t across = (M->rows + BLOCK_OUTPUTS - 1) / BLOCK_OUTPUTS;
    const size_t most = M->columns / (PROBES * PART_ROWS);
    const size_t wanted = (size_t)cuda->units * RESIDENT / (across * PROBES);
    return wanted < 1 || most < 1 ? 1 : wanted < most ? wanted : most;
}

/* Adds x times 16 e4m3 numbers. */
static __device__ __forceinline__ void take_row(uint4 raw, float x, float sums[LANE_OUTPUTS])
{
    const unsigned words[4] = {raw.x, raw.y, raw.z, raw.w};
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const unsigned pair = i % 2 == 0 ? words[i / 2] & 0xffffu : words[i / 2] >> 16;
        const float2 b = __half22float2(
            __half2(__nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)pair, __NV_E4M3)));
        sums[2 * i] = fmaf(b.x, x, sums[2 * i]);
        sums[2 * i + 1] = fmaf(b.y, x, sums[2 * i + 1]);
    }
}

/* A grid of blocks x PROBES x parts. */
static __global__ void __launch_bounds__(BLOCK_SIZE, RESIDENT)
    stream_columns(wm_cuda_probes s, size_t parts)
{
    const size_t p = blockIdx.y, part = blockIdx.z;
    const size_t first = ((size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x) * LANE_OUTPUTS;
    const size_t all = p < s.columns ? (s.columns - p - 1) / PROBES + 1 : 0;
    const size_t begin = all * part / parts, end = all * (part + 1) / parts;
    wait_for_earlier();
    admit_next();
    if (first >= s.rows)
        return;
    const uint8_t *M = (const uint8_t *)s.M + first;
    float sums[LANE_OUTPUTS] = {};
    for (size_t i = begin; i < end; i += TOGETHER) {
        uint4 raw[TOGETHER];
        float x[TOGETHER], some[LANE_OUTPUTS] = {};
#pragma unroll
        for (int u = 0; u < TOGETHER; u++) {
            const size_t j = p + (i + (size_t)u < end ? i + (size_t)u : i) * PROBES;
            raw[u] = load_once(M + j * s.rows);
            x[u] = i + (size_t)u < end ? __ldcg(s.X + j) : 0.0f;
        }
#pragma unroll
        for (int u = 0; u < TOGETHER; u++)
            if (i + (size_t)u < end)
                take_row(raw[u], x[u], some);
#pragma unroll
        for (int e = 0; e < LANE_OUTPUTS; e++)
            sums[e] += some[e];
    }
    float4 *out = (float4 *)(s.partial + (part * PROBES + p) * s.rows + first);
#pragma unroll
    for (int e = 0; e < LANE_OUTPUTS; e += 4)
        out[e / 4] = make_float4(sums[e], sums[e + 1], sums[e + 2], sums[e + 3]);
}

wm_status wm_cuda_columns_run(wm_cuda *cuda, const wm_cuda_probes *probes, size_t parts)
{
    wm_cuda_probes s = *probes;
    void *arguments[] = {&s, &parts};
    const size_t across = (s.rows + BLOCK_OUTPUTS - 1) / BLOCK_OUTPUTS;
    return wm_cuda_stripe_launch(cuda, (const void *)stream_columns,
                                 dim3((unsigned)across, PROBES, (unsigned)parts), BLOCK_SIZE, 0,
                                 arguments);
}
