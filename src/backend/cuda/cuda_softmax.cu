/* Attention by plain kernels: the forward pass in float32 and the check of single rows in
 * float64. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_keys.h"

#include <cuda_bf16.h>
#include <math.h>

enum {
    TILE = 32,                    /* queries of a block, keys of a step */
    QUERIES = TILE / BLOCK_WARPS, /* of a warp */
    DEPTH_MAX = 256,
    EACH = DEPTH_MAX / 32, /* columns of O that a lane holds */
    ROWS_AT_ONCE = 1024    /* rows in one check: bounds the workspace */
};

typedef struct {
    const __nv_bfloat16 *Q, *K, *V;
    __nv_bfloat16 *O;
    size_t heads, sequence; /* heads of all batches */
    attention_mask mask;
    int depth;
    float scale;
} problem;

/* Loads rows [first, first + TILE) of a head to shared memory as float32, with zeros past the end
 * and `pitch` floats for each row. */
static __device__ void load_rows(float *to, const __nv_bfloat16 *from, size_t first, size_t rows,
                                 int depth, int pitch)
{
    for (int e = (int)threadIdx.x; e < TILE * depth; e += BLOCK_SIZE) {
        const int r = e / depth, c = e - r * depth;
        const size_t row = first + (size_t)r;
        to[r * pitch + c] =
            row < rows ? __bfloat162float(from[row * (size_t)depth + (size_t)c]) : 0.0f;
    }
}

/* A query's running softmax: maximum, sum, and the lane's columns of the weighted sum of V. */
typedef struct {
    float maximum, sum, out[EACH];
} running;

/* Adds one step of keys; lane j has the score of key j. */
static __device__ __forceinline__ void take_keys(running *r, float score, const float *V, int depth)
{
    const int lane = (int)threadIdx.x % 32;
    float maximum = score;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        const float other = __shfl_xor_sync(~0u, maximum, distance);
        maximum = maximum >= other || isnan(maximum) ? maximum : other;
    }
    maximum = r->maximum >= maximum ? r->maximum : maximum;
    const float fade = expf(r->maximum - maximum), weight = expf(score - maximum);
    r->maximum = maximum;
    r->sum = r->sum * fade + warp_sum(weight);
#pragma unroll
    for (int c = 0; c < EACH; c++)
        r->out[c] *= fade;
    for (int j = 0; j < TILE; j++) {
        const float w = __shfl_sync(~0u, weight, j);
#pragma unroll
        for (int c = 0; c < EACH; c++)
            if (c * 32 + lane < depth)
                r->out[c] = fmaf(w, V[j * depth + c * 32 + lane], r->out[c]);
    }
}

static __device__ __forceinline__ void store_query(const problem *p, const running *r, size_t row)
{
#pragma unroll
    for (int c = 0; c < EACH; c++) {
        const int column = c * 32 + (int)threadIdx.x % 32;
        if (column < p->depth)
            p->O[row * (size_t)p->depth + (size_t)column] = __float2bfloat16_rn(r->out[c] / r->sum);
    }
}

/* A block computes TILE queries of a head, a warp QUERIES of them. */
static __global__ void __launch_bounds__(BLOCK_SIZE) attend(problem p)
{
    extern __shared__ float shared[];
    const int pitch = p.depth + 1, lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
    float *Q = shared, *K = Q + TILE * p.depth, *V = K + TILE * pitch;
    const size_t tiles = (p.sequence + TILE - 1) / TILE;
    const size_t head = blockIdx.x / tiles, first = blockIdx.x % tiles * TILE;
    const size_t base = head * p.sequence * (size_t)p.depth;
    const size_t seen = keys_of(&p.mask, first + TILE - 1); /* by the last query */
    running r[QUERIES];
#pragma unroll
    for (int q = 0; q < QUERIES; q++)
        r[q] = running{-INFINITY, 0, {}};
    load_rows(Q, p.Q + base, first, p.sequence, p.depth, p.depth);
    for (size_t key = 0; key < seen; key += TILE) {
        __syncthreads();
        load_rows(K, p.K + base, key, p.sequence, p.depth, pitch);
        load_rows(V, p.V + base, key, p.sequence, p.depth, p.depth);
        __syncthreads();
#pragma unroll
        for (int q = 0; q < QUERIES; q++) {
            const float *query = Q + (warp * QUERIES + q) * p.depth;
            const size_t keys = keys_of(&p.mask, first + (size_t)(warp * QUERIES + q));
            float score = 0;
            for (int c = 0; c < p.depth; c++)
                score = fmaf(query[c], K[lane * pitch + c], score);
            score = key + (size_t)lane < keys ? score * p.scale : -INFINITY;
            take_keys(&r[q], score, V, p.depth);
        }
    }
#pragma unroll
    for (int q = 0; q < QUERIES; q++) {
        const size_t row = first + (size_t)(warp * QUERIES + q);
        if (row < p.sequence)
            store_query(&p, &r[q], head * p.sequence + row);
    }
}

static problem problem_of(const wm_attention *attention)
{
    const problem p = {
        (const __nv_bfloat16 *)attention->Q->bytes, (const __nv_bfloat16 *)attention->K->bytes,
        (const __nv_bfloat16 *)attention->V->bytes, (__nv_bfloat16 *)attention->O->bytes,
        attention->batch * attention->heads,        attention->sequence,
        {attention->sequence, attention->causal},   (int)attention->depth,
        1.0f / sqrtf((float)attention->depth)};
    return p;
}

wm_status wm_cuda_softmax_careful(wm_device *device, const wm_attention *attention)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status == WM_OK)
        status = wm_cuda_attention_check(cuda, attention);
    if (status != WM_OK)
        return status;
    const problem p = problem_of(attention);
    const size_t blocks = p.heads * ((p.sequence + TILE - 1) / TILE);
    const size_t shared = (size_t)TILE * (size_t)(3 * p.depth + 1) * sizeof(float);
    if (blocks > 0x7fffffff)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "attention: more than 2^31 blocks");
    status = wm_cuda_device_check(
        cuda,
        cudaFuncSetAttribute(attend, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
        "attention");
    if (status != WM_OK)
        return status;
    attend<<<(unsigned)blocks, BLOCK_SIZE, shared, cuda->stream>>>(p);
    return wm_cuda_device_launched(cuda, "attention");
}

/* One row's result: the largest |O - ref| and |ref|, and |1 - sum of float32 probabilities|. */
typedef struct {
    double difference, reference, row_sum_error;
} row_verdict;

/* p[j] = q k_j / sqrt(d) over the row's keys, one warp for each key. Returns the largest, or NaN if
 * there is one. */
static __device__ double score_keys(const problem *p, size_t row, size_t base, double *scores)
{
    const size_t keys = keys_of(&p->mask, row % p->sequence);
    const int lane = (int)threadIdx.x % 32;
    const __nv_bfloat16 *query = p->Q + row * (size_t)p->depth;
    double maximum = -INFINITY;
    for (size_t j = threadIdx.x / 32; j < keys; j += BLOCK_WARPS) {
        const __nv_bfloat16 *key = p->K + base + j * (size_t)p->depth;
        double dot = 0;
        for (int c = lane; c < p->depth; c += 32)
            dot = fma((double)__bfloat162float(query[c]), (double)__bfloat162float(key[c]), dot);
        dot = warp_sum(dot) / sqrt((double)p->depth);
        if (lane == 0)
            scores[j] = dot;
        maximum = nan_max(maximum, dot);
    }
    return block_max(maximum);
}

/* The largest |O - ref| and |ref| over the row's columns, as in backend.h, one thread for each
 * column. */
static __device__ void compare_columns(const problem *p, size_t row, size_t base,
                                       const double *weights, double sum, row_verdict *v)
{
    const size_t keys = keys_of(&p->mask, row % p->sequence);
    double difference = 0, reference = 0;
    if ((int)threadIdx.x < p->depth) {
        double expected = 0;
        for (size_t j = 0; j < keys; j++)
            expected =
                fma(weights[j],
                    (double)__bfloat162float(p->V[base + j * (size_t)p->depth + threadIdx.x]),
                    expected);
        expected /= sum;
        difference =
            fabs((double)__bfloat162float(p->O[row * (size_t)p->depth + threadIdx.x]) - expected);
        reference = fabs(expected);
    }
    const double weight = p->mask.causal ? sqrt((double)keys) : 1;
    v->difference = block_max(difference) * weight;
    v->reference = block_max(reference) * weight;
}

/* A block recomputes one row, with its weights in `weights`. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    check_rows(problem p, const uint64_t *rows, double *weights, row_verdict *verdicts)
{
    const size_t row = rows[blockIdx.x], keys = keys_of(&p.mask, row % p.sequence);
    const size_t base = row / p.sequence * p.sequence * (size_t)p.depth;
    double *mine = weights + blockIdx.x * p.sequence;
    row_verdict v;
    const double maximum = score_keys(&p, row, base, mine);
    __syncthreads();
    double sum = 0;
    for (size_t j = threadIdx.x; j < keys; j += BLOCK_SIZE) {
        mine[j] = exp(mine[j] - maximum);
        sum += mine[j];
    }
    sum = block_sum(sum);
    float total = 0;
    for (size_t j = threadIdx.x; j < keys; j += BLOCK_SIZE)
        total += (float)mine[j] / (float)sum;
    total = block_sum(total);
    v.row_sum_error = fabs(1.0 - (double)total);
    __syncthreads();
    compare_columns(&p, row, base, mine, sum, &v);
    if (threadIdx.x == 0)
        verdicts[blockIdx.x] = v;
}

static bool is_finite(double value)
{
    return value - value == 0;
}

/* Adds one row's result. The worst row is the first with a NaN, else the first with the largest
 * difference. */
static void join(wm_attention_result *all, const row_verdict *v, uint64_t row, bool first)
{
    const bool bad = !is_finite(v->difference);
    const bool was_bad = !is_finite(all->difference_max);
    const bool worse =
        first ||
        (bad ? !was_bad || row < all->worst_row
             : !was_bad && (v->difference > all->difference_max ||
                            (v->difference == all->difference_max && row < all->worst_row)));
    if (worse) {
        all->difference_max = bad ? NAN : v->difference;
        all->worst_row = row;
    }
    if (v->reference > all->reference_max)
        all->reference_max = v->reference;
    if (!(v->row_sum_error <= all->row_sum_error))
        all->row_sum_error = v->row_sum_error;
}

/* Up to ROWS_AT_ONCE rows. */
static wm_status check_some(wm_cuda *cuda, const wm_attention *attention, const uint64_t *rows,
                            size_t count, bool first, wm_attention_result *result)
{
    void *scratch;
    const size_t weights = count * attention->sequence * sizeof(double);
    wm_status status = wm_cuda_device_scratch(
        cuda, weights + count * (sizeof(uint64_t) + sizeof(row_verdict)), &scratch);
    if (status != WM_OK)
        return status;
    row_verdict *verdicts = (row_verdict *)((char *)scratch + weights);
    uint64_t *numbers = (uint64_t *)(verdicts + count);
    status = wm_cuda_device_check(
        cuda,
        cudaMemcpyAsync(numbers, rows, count * sizeof *rows, cudaMemcpyHostToDevice, cuda->stream),
        "attention residual");
    if (status != WM_OK)
        return status;
    check_rows<<<(unsigned)count, BLOCK_SIZE, 0, cuda->stream>>>(problem_of(attention), numbers,
                                                                 (double *)scratch, verdicts);
    status = wm_cuda_device_fetch(cuda, verdicts, count * sizeof *verdicts, "attention residual");
    if (status != WM_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        join(result, &((const row_verdict *)cuda->host)[i], rows[i], first && i == 0);
    return WM_OK;
}

wm_status wm_cuda_softmax_residual(wm_device *device, const wm_attention *attention,
                                   const uint64_t *rows, size_t row_count,
                                   wm_attention_result *result)
{
    wm_cuda *cuda;
    wm_attention_result found = {0, 0, 0, 0};
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status == WM_OK)
        status = wm_cuda_attention_check(cuda, attention);
    if (status != WM_OK)
        return status;
    if (rows == NULL || row_count == 0 || result == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "attention residual: no rows");
    for (size_t i = 0; i < row_count; i++)
        if (rows[i] >= attention->batch * attention->heads * attention->sequence)
            return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                         "attention residual: a row that does not exist");
    for (size_t first = 0; first < row_count && status == WM_OK; first += ROWS_AT_ONCE) {
        const size_t left = row_count - first;
        status = check_some(cuda, attention, rows + first,
                            left < ROWS_AT_ONCE ? left : (size_t)ROWS_AT_ONCE, first == 0, &found);
    }
    if (status == WM_OK)
        *result = found;
    return status;
}
