/* The guard of attention on tensor cores: all rows tested by signs.
 *
 * A warp has 16 queries and walks over the keys in tiles, with a running maximum. Tiles that no
 * query of its block sees are left out. The scores of a tile stay in registers: as probabilities
 * they are the left operand of the product with x . v. Two fp16 terms of each make a binary32
 * product of it; probabilities are scaled by 2^15, so that small ones do not vanish. Each tile's
 * sums begin at zero and are then added in binary32, because tensor cores truncate. An eighth
 * column of ones adds the probabilities a second time: the row sum. */
#include "backend/cuda/cuda_keys.h"
#include "backend/cuda/cuda_mma.h"
#include "backend/guard.h"

#include <math.h>
#include <string.h>

enum {
    TILE = 64,                    /* keys of a step */
    COLUMNS = WM_GUARD_SIGNS + 1, /* of the product: the signs' and one of ones */
    PITCH = TILE + 8,             /* of a column in shared memory, which spreads its banks */
    WARP_QUERIES = 16,            /* of one mma */
    QUERIES = WARP_QUERIES * BLOCK_WARPS,
    PARTS = TILE / 8,      /* mma of a tile, side by side */
    KEYS_AT_ONCE = 1 << 21 /* of the heads that are tested together */
};

typedef struct {
    const __nv_bfloat16 *Q, *K, *V, *O; /* of the first head */
    size_t heads, sequence;
    size_t keys; /* sequence rounded up to TILE */
    attention_mask mask;
    int depth;
    float scale; /* of a score, in powers of two */
    const uint8_t *signs;
    __half *high, *low; /* heads x COLUMNS x keys: the two terms of x . v */
    float *norms;       /* heads x keys */
    unsigned *largest;  /* of each head: the largest |v|^2, as bits */
    float *ratios;      /* heads x sequence */
    unsigned *summary;  /* the largest ratio and row sum error, as bits; the number of suspects */
} problem;

/* x . row for all vectors of signs, in every lane. Returns the row's square. */
static __device__ float project(const problem *p, const uint8_t *signs, const __nv_bfloat16 *row,
                                float to[COLUMNS])
{
    float square = 0;
#pragma unroll
    for (int q = 0; q < COLUMNS; q++)
        to[q] = 0;
    for (int j = (int)threadIdx.x % 32; j < p->depth; j += 32) {
        const float value = __bfloat162float(row[j]);
        square = fmaf(value, value, square);
#pragma unroll
        for (int q = 0; q < WM_GUARD_SIGNS; q++)
            to[q] += (signs[j] >> q & 1) != 0 ? -value : value;
    }
#pragma unroll
    for (int q = 0; q < WM_GUARD_SIGNS; q++)
        to[q] = warp_sum(to[q]);
    return warp_sum(square);
}

/* The signs of all columns, to shared memory. */
static __device__ void load_signs(const problem *p, uint8_t *signs)
{
    for (int j = (int)threadIdx.x; j < p->depth; j += BLOCK_SIZE)
        signs[j] = p->signs[j];
    __syncthreads();
}

/* A warp projects one value. Keys past the end get zeros. */
static __global__ void __launch_bounds__(BLOCK_SIZE) project_values(problem p)
{
    __shared__ uint8_t signs[WM_GUARD_DEPTH];
    const int lane = (int)threadIdx.x % 32;
    const size_t slot = blockIdx.x * (size_t)BLOCK_WARPS + threadIdx.x / 32;
    const size_t head = slot / p.keys, key = slot % p.keys;
    float w[COLUMNS] = {}, norm = 0;
    load_signs(&p, signs);
    if (head >= p.heads)
        return;
    if (key < p.sequence) {
        const float square =
            project(&p, signs, p.V + (head * p.sequence + key) * (size_t)p.depth, w);
        if (lane == 0)
            atomicMax(p.largest + head, __float_as_uint(square));
#pragma unroll
        for (int q = 0; q < WM_GUARD_SIGNS; q++)
            norm = fmaf(w[q], w[q], norm);
        w[WM_GUARD_SIGNS] = 1;
    }
#pragma unroll
    for (int q = 0; q < COLUMNS; q++)
        if (lane == q) {
            const size_t at = (head * COLUMNS + (size_t)q) * p.keys + key;
            const __half high = __float2half_rn(w[q]);
            p.high[at] = high;
            p.low[at] = __float2half_rn(w[q] - __half2float(high));
        }
    if (lane == 0)
        p.norms[slot] = sqrtf(norm);
}

/* One buffer of shared memory: a tile of keys, its columns and its norms. */
typedef struct {
    __nv_bfloat16 *K;
    __half *high, *low;
    float *norms;
} stage;

static __host__ __device__ int pitch_of(int depth)
{
    return (depth + 15) / 16 * 16 + 8;
}

static __host__ __device__ size_t stage_bytes(int depth)
{
    return (size_t)TILE * (size_t)pitch_of(depth) * 2 + 2 * COLUMNS * PITCH * 2 + TILE * 4;
}

static __device__ stage stage_of(char *shared, int depth, int which)
{
    stage s;
    char *at = shared + (size_t)which * stage_bytes(depth);
    s.K = (__nv_bfloat16 *)at;
    at += (size_t)TILE * (size_t)pitch_of(depth) * 2;
    s.high = (__half *)at;
    s.low = s.high + COLUMNS * PITCH;
    s.norms = (float *)(s.low + COLUMNS * PITCH);
    return s;
}

/* Copies 16 bytes to shared memory in the background. */
static __device__ __forceinline__ void copy_16(void *to, const void *from)
{
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
        "l"(from)
        : "memory");
}

static __device__ __forceinline__ void end_copies(void)
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits for all groups of copies but the last `LEFT`. */
template <int LEFT> static __device__ __forceinline__ void wait_for_copies(void)
{
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}

/* Begins to load keys [first, first + TILE) of a head. Keys past the end are left as they are:
 * their scores are not used. */
static __device__ void load_tile(const problem *p, const stage *s, size_t head, size_t first)
{
    const int pitch = pitch_of(p->depth), depth = p->depth;
    const int rows = (int)(p->sequence - first < TILE ? p->sequence - first : TILE);
    const __nv_bfloat16 *K = p->K + (head * p->sequence + first) * (size_t)depth;
    const size_t columns = head * COLUMNS * p->keys + first;
    if (depth % 8 == 0) {
        const int chunks = depth / 8;
        for (int e = (int)threadIdx.x; e < rows * chunks; e += BLOCK_SIZE) {
            const int r = e / chunks, c = e - r * chunks;
            copy_16(s->K + r * pitch + 8 * c, K + (size_t)r * (size_t)depth + 8 * c);
        }
    } else {
        for (int e = (int)threadIdx.x; e < rows * depth; e += BLOCK_SIZE) {
            const int r = e / depth, c = e - r * depth;
            s->K[r * pitch + c] = K[e];
        }
    }
    for (int e = (int)threadIdx.x; e < 2 * COLUMNS * PARTS; e += BLOCK_SIZE) {
        const int q = e / PARTS % COLUMNS, c = e % PARTS;
        const __half *from = e < COLUMNS * PARTS ? p->high : p->low;
        __half *to = e < COLUMNS * PARTS ? s->high : s->low;
        copy_16(to + q * PITCH + 8 * c, from + columns + (size_t)q * p->keys + 8 * c);
    }
    for (int e = (int)threadIdx.x; e < TILE / 4; e += BLOCK_SIZE)
        copy_16(s->norms + 4 * e, p->norms + head * p->keys + first + 4 * e);
    end_copies();
}

/* Two neighbours of a query, or zeros past its end. */
static __device__ unsigned load_pair(const problem *p, size_t head, size_t query, int column)
{
    unsigned short pair[2] = {0, 0};
    const unsigned short *row =
        (const unsigned short *)p->Q + (head * p->sequence + query) * (size_t)p->depth;
    for (int i = 0; i < 2; i++)
        if (query < p->sequence && column + i < p->depth)
            pair[i] = row[column + i];
    return (unsigned)pair[0] | (unsigned)pair[1] << 16;
}

/* The sums of a lane for its two queries, g and g + 8 of the warp's, over the keys so far. All but
 * the maximum are of its own share of the keys, and scaled by 2^15, the squares by 2^30. */
typedef struct {
    float maximum[2], total[2], weighed[2], squares[2], weighed_squares[2];
    float r[4]; /* the product's columns 2t and 2t + 1, of both queries */
} running;

static __device__ __forceinline__ float exp2_of(float x)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

/* Scores of the warp's queries with a tile. */
template <int STEPS>
static __device__ __forceinline__ void score_tile(const unsigned Q[STEPS][4], const stage *s,
                                                  int steps, int pitch, float S[PARTS][4])
{
    const int g = (int)threadIdx.x % 32 / 4, t = (int)threadIdx.x % 4;
#pragma unroll
    for (int n = 0; n < PARTS; n++)
        S[n][0] = S[n][1] = S[n][2] = S[n][3] = 0;
#pragma unroll
    for (int k = 0; k < STEPS; k++)
        if (k < steps) {
#pragma unroll
            for (int n = 0; n < PARTS; n++) {
                const __nv_bfloat16 *at = s->K + (n * 8 + g) * pitch + k * 16 + 2 * t;
                mma_kind<WM_FORMAT_BF16>::mma(S[n], Q[k][0], Q[k][1], Q[k][2], Q[k][3],
                                              *(const unsigned *)at, *(const unsigned *)(at + 8));
            }
        }
}

/* Turns scores into probabilities, 2^15 for the largest so far, and adds them to the sums. Of the
 * tile's keys the two queries see the first `keys`, maybe none. `fade` is by how much the sums
 * before must shrink. */
static __device__ __forceinline__ void take_scores(running *sum, float S[PARTS][4],
                                                   const float *norms, const int keys[2],
                                                   float scale, float fade[2])
{
    const int t = (int)threadIdx.x % 4;
#pragma unroll
    for (int h = 0; h < 2; h++) {
        float maximum = -INFINITY, total = 0, weighed = 0, squares = 0, weighed_squares = 0;
#pragma unroll
        for (int n = 0; n < PARTS; n++)
#pragma unroll
            for (int i = 0; i < 2; i++) {
                if (n * 8 + 2 * t + i >= keys[h])
                    S[n][2 * h + i] = -INFINITY;
                maximum = fmaxf(maximum, S[n][2 * h + i]);
            }
        maximum = fmaxf(maximum, __shfl_xor_sync(~0u, maximum, 1));
        maximum = fmaxf(maximum, __shfl_xor_sync(~0u, maximum, 2)) * scale;
        maximum = fmaxf(maximum, sum->maximum[h]);
        fade[h] = exp2_of(sum->maximum[h] - maximum);
        sum->maximum[h] = maximum;
#pragma unroll
        for (int n = 0; n < PARTS; n++)
#pragma unroll
            for (int i = 0; i < 2; i++) {
                const float p = exp2_of(fmaf(S[n][2 * h + i], scale, 15 - maximum));
                const float pn = p * norms[n * 8 + 2 * t + i];
                S[n][2 * h + i] = p;
                total += p;
                weighed += pn;
                squares = fmaf(p, p, squares);
                weighed_squares = fmaf(pn, pn, weighed_squares);
            }
        sum->total[h] = fmaf(sum->total[h], fade[h], total);
        sum->weighed[h] = fmaf(sum->weighed[h], fade[h], weighed);
        sum->squares[h] = fmaf(sum->squares[h], fade[h] * fade[h], squares);
        sum->weighed_squares[h] = fmaf(sum->weighed_squares[h], fade[h] * fade[h], weighed_squares);
    }
}

/* Two neighbouring probabilities, as two pairs of fp16 terms. */
static __device__ __forceinline__ void split(float a, float b, unsigned *high, unsigned *low)
{
    const __half2 pair = __floats2half2_rn(a, b);
    const float2 rounded = __half22float2(pair);
    *high = *(const unsigned *)&pair;
    *low = mma_kind<WM_FORMAT_F16>::pack(a - rounded.x, b - rounded.y);
}

/* Adds a tile's probabilities times its columns. The product of the low terms is below 2^-22 of
 * the whole, and left out. */
static __device__ __forceinline__ void multiply_tile(running *sum, const float S[PARTS][4],
                                                     const stage *s, const float fade[2])
{
    const int g = (int)threadIdx.x % 32 / 4, t = (int)threadIdx.x % 4;
    float c[4] = {0, 0, 0, 0};
#pragma unroll
    for (int k = 0; k < PARTS / 2; k++) {
        const int at = g * PITCH + k * 16 + 2 * t;
        const unsigned high[2] = {*(const unsigned *)(s->high + at),
                                  *(const unsigned *)(s->high + at + 8)};
        const unsigned low[2] = {*(const unsigned *)(s->low + at),
                                 *(const unsigned *)(s->low + at + 8)};
        unsigned a[4], b[4];
        split(S[2 * k][0], S[2 * k][1], &a[0], &b[0]);
        split(S[2 * k][2], S[2 * k][3], &a[1], &b[1]);
        split(S[2 * k + 1][0], S[2 * k + 1][1], &a[2], &b[2]);
        split(S[2 * k + 1][2], S[2 * k + 1][3], &a[3], &b[3]);
        mma_kind<WM_FORMAT_F16>::mma(c, b[0], b[1], b[2], b[3], high[0], high[1]);
        mma_kind<WM_FORMAT_F16>::mma(c, a[0], a[1], a[2], a[3], low[0], low[1]);
        mma_kind<WM_FORMAT_F16>::mma(c, a[0], a[1], a[2], a[3], high[0], high[1]);
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
        sum->r[i] = fmaf(sum->r[i], fade[i / 2], c[i]);
}

/* The sum over the four lanes that share a query. */
static __device__ __forceinline__ float quad_sum(float x)
{
    x += __shfl_xor_sync(~0u, x, 1);
    return x + __shfl_xor_sync(~0u, x, 2);
}

/* The sum over columns of the squares of the largest powers of two in a row, in every lane. */
static __device__ float binades_of(const problem *p, const __nv_bfloat16 *row)
{
    float sum = 0;
    for (int j = (int)threadIdx.x % 32; j < p->depth; j += 32) {
        const float power =
            __uint_as_float(__float_as_uint(__bfloat162float(row[j])) & 0x7f800000u);
        sum = fmaf(power, power, sum);
    }
    return warp_sum(sum);
}

/* The largest of a lane's queries. */
typedef struct {
    float ratio, row_sum;
    unsigned suspects;
} verdict;

/* Judges query `row` of a head. A lane that shares it has its sums in half h. */
static __device__ __forceinline__ void judge_row(const problem *p, const uint8_t *signs,
                                                 const running *sum, int h, bool is_mine,
                                                 size_t head, size_t row, verdict *v)
{
    const int t = (int)threadIdx.x % 4;
    const __nv_bfloat16 *O = p->O + (head * p->sequence + row) * (size_t)p->depth;
    float l[COLUMNS];
    const float square = project(p, signs, O, l), binades = binades_of(p, O);
    const double total = (double)quad_sum(sum->total[h]);
    float off = 0, projected = 0;
#pragma unroll
    for (int q = 0; q < WM_GUARD_SIGNS; q++)
        if (q / 2 == t) {
            const float r = sum->r[2 * h + q % 2] / (float)total;
            off = fmaf(l[q] - r, l[q] - r, off);
            projected = fmaf(r, r, projected);
        }
    wm_guard_row found;
    found.off = sqrt((double)quad_sum(off));
    found.projected_squares = (double)quad_sum(projected);
    found.weighed = (double)quad_sum(sum->weighed[h]) / total;
    found.squares = (double)quad_sum(sum->squares[h]) / (total * total);
    found.weighed_squares = (double)quad_sum(sum->weighed_squares[h]) / (total * total);
    found.output_squares = (double)square;
    found.binades = (double)binades;
    found.largest = (double)sqrtf(__uint_as_float(p->largest[head]));
    const double exact = wm_guard_ratio(&found, (double)keys_of(&p->mask, row));
    const float ratio = isfinite(exact) ? (float)exact : INFINITY;
    const float row_sum = fabsf(1 - sum->r[2 * h + 1] / (float)total);
    if (!is_mine || t != WM_GUARD_SIGNS / 2)
        return;
    p->ratios[head * p->sequence + row] = ratio;
    v->ratio = fmaxf(v->ratio, ratio);
    v->row_sum = fmaxf(v->row_sum, isfinite(row_sum) ? row_sum : INFINITY);
    v->suspects += ratio > 1;
}

/* Adds a warp's verdicts to those of all. Numbers that are not negative have the order of their
 * bits. */
static __device__ void tell(const problem *p, const verdict *v)
{
    const float ratio = (float)warp_max((double)v->ratio);
    const float row_sum = (float)warp_max((double)v->row_sum);
    const unsigned suspects = warp_sum(v->suspects);
    if (threadIdx.x % 32 != 0)
        return;
    atomicMax(p->summary, __float_as_uint(ratio));
    atomicMax(p->summary + 1, __float_as_uint(row_sum));
    if (suspects > 0)
        atomicAdd(p->summary + 2, suspects);
}

/* A block tests QUERIES queries of a head. */
template <int STEPS>
static __global__ void __launch_bounds__(BLOCK_SIZE, STEPS > 8 ? 1 : 2) guard_queries(problem p)
{
    extern __shared__ __align__(16) char shared[];
    __shared__ uint8_t signs[WM_GUARD_DEPTH];
    const int g = (int)threadIdx.x % 32 / 4, t = (int)threadIdx.x % 4;
    const int steps = (p.depth + 15) / 16, pitch = pitch_of(p.depth);
    const size_t blocks = (p.sequence + QUERIES - 1) / QUERIES;
    const size_t head = blockIdx.x / blocks;
    const size_t first = blockIdx.x % blocks * QUERIES + threadIdx.x / 32 * WARP_QUERIES;
    const size_t last = blockIdx.x % blocks * QUERIES + QUERIES - 1;
    const size_t tiles =
        (keys_of(&p.mask, last) + TILE - 1) / TILE; /* that a query of the block sees */
    unsigned Q[STEPS][4];
    running sum = {{-INFINITY, -INFINITY}, {}, {}, {}, {}, {}};
#pragma unroll
    for (int k = 0; k < STEPS; k++)
#pragma unroll
        for (int i = 0; i < 4; i++)
            Q[k][i] =
                load_pair(&p, head, first + (size_t)(g + i % 2 * 8), k * 16 + 2 * t + i / 2 * 8);
    for (size_t e = threadIdx.x; e < 2 * stage_bytes(p.depth) / 16; e += BLOCK_SIZE)
        ((uint4 *)shared)[e] = make_uint4(0, 0, 0, 0);
    load_signs(&p, signs);
    stage s = stage_of(shared, p.depth, 0);
    load_tile(&p, &s, head, 0);
    for (size_t tile = 0; tile < tiles; tile++) {
        float S[PARTS][4], fade[2];
        s = stage_of(shared, p.depth, (int)((tile + 1) % 2));
        if (tile + 1 < tiles) {
            load_tile(&p, &s, head, (tile + 1) * TILE);
            wait_for_copies<1>();
        } else {
            wait_for_copies<0>();
        }
        __syncthreads();
        s = stage_of(shared, p.depth, (int)(tile % 2));
        const int keys[2] = {keys_in_tile(&p.mask, first + (size_t)g, tile * TILE, TILE),
                             keys_in_tile(&p.mask, first + (size_t)(g + 8), tile * TILE, TILE)};
        score_tile<STEPS>(Q, &s, steps, pitch, S);
        take_scores(&sum, S, s.norms, keys, p.scale, fade);
        multiply_tile(&sum, S, &s, fade);
        __syncthreads();
    }
    verdict v = {};
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll 1
        for (int i = 0; i < 8; i++)
            if (first + (size_t)(8 * h + i) < p.sequence)
                judge_row(&p, signs, &sum, h, i == g, head, first + (size_t)(8 * h + i), &v);
    tell(&p, &v);
}

template <int STEPS> static wm_status launch_queries(wm_cuda *cuda, const problem *p)
{
    const size_t shared = 2 * stage_bytes(p->depth);
    const size_t blocks = p->heads * ((p->sequence + QUERIES - 1) / QUERIES);
    const wm_status status = wm_cuda_device_check(
        cuda,
        cudaFuncSetAttribute(guard_queries<STEPS>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             (int)shared),
        "attention guard");
    if (status != WM_OK)
        return status;
    guard_queries<STEPS><<<(unsigned)blocks, BLOCK_SIZE, shared, cuda->stream>>>(*p);
    return wm_cuda_device_launched(cuda, "attention guard");
}

/* Tests the problem's heads, whose columns fit the scratch memory. */
static wm_status guard_heads(wm_cuda *cuda, const problem *p)
{
    const size_t slots = p->heads * p->keys;
    wm_status status = wm_cuda_device_check(
        cuda, cudaMemsetAsync(p->largest, 0, p->heads * sizeof *p->largest, cuda->stream),
        "attention guard");
    if (status != WM_OK)
        return status;
    project_values<<<(unsigned)((slots + BLOCK_WARPS - 1) / BLOCK_WARPS), BLOCK_SIZE, 0,
                     cuda->stream>>>(*p);
    status = wm_cuda_device_launched(cuda, "attention guard");
    if (status != WM_OK)
        return status;
    return p->depth <= 64    ? launch_queries<4>(cuda, p)
           : p->depth <= 128 ? launch_queries<8>(cuda, p)
                             : launch_queries<16>(cuda, p);
}

/* Takes the ratios of all rows, a part at a time. */
static wm_status take_ratios(wm_cuda *cuda, const float *ratios, size_t rows,
                             wm_attention_guard *guard)
{
    const size_t at_once = WM_CUDA_HOST_BYTES / sizeof *ratios;
    wm_status status = WM_OK;
    for (size_t first = 0; first < rows && status == WM_OK; first += at_once) {
        const size_t count = rows - first < at_once ? rows - first : at_once;
        status =
            wm_cuda_device_fetch(cuda, ratios + first, count * sizeof *ratios, "attention guard");
        for (size_t i = 0; i < count && status == WM_OK; i++)
            wm_guard_take(guard, first + i, (double)((const float *)cuda->host)[i]);
    }
    return status;
}

/* What the kernels found. The ratios are read where there are suspects. */
static wm_status read_result(wm_cuda *cuda, const problem *p, size_t rows,
                             wm_attention_guard *result)
{
    wm_attention_guard found = {};
    unsigned summary[3];
    float numbers[2];
    wm_status status = wm_cuda_device_fetch(cuda, p->summary, sizeof summary, "attention guard");
    if (status != WM_OK)
        return status;
    memcpy(summary, cuda->host, sizeof summary);
    memcpy(numbers, cuda->host, sizeof numbers);
    if (summary[2] > 0)
        status = take_ratios(cuda, p->ratios, rows, &found);
    found.ratio_max = (double)numbers[0];
    found.row_sum_error = (double)numbers[1];
    if (status == WM_OK)
        *result = found;
    return status;
}

/* Scratch memory for `group` heads at a time and the ratios of all rows. */
static wm_status make_room(wm_cuda *cuda, problem *p, size_t group, size_t rows)
{
    const size_t slots = group * p->keys;
    void *scratch;
    const wm_status status = wm_cuda_device_scratch(
        cuda, slots * (2 * COLUMNS * 2 + 4) + (group + 4 + rows) * 4 + WM_GUARD_DEPTH, &scratch);
    if (status != WM_OK)
        return status;
    p->high = (__half *)scratch;
    p->low = p->high + slots * COLUMNS;
    p->norms = (float *)(p->low + slots * COLUMNS);
    p->summary = (unsigned *)(p->norms + slots);
    p->largest = p->summary + 4;
    p->ratios = (float *)(p->largest + group);
    p->signs = (const uint8_t *)(p->ratios + rows);
    return WM_OK;
}

static wm_status begin(wm_cuda *cuda, const problem *p, const uint8_t seed[32])
{
    uint8_t signs[WM_GUARD_DEPTH];
    wm_guard_signs(seed, (size_t)p->depth, signs);
    const wm_status status = wm_cuda_device_check(
        cuda, cudaMemsetAsync(p->summary, 0, 3 * sizeof *p->summary, cuda->stream),
        "attention guard");
    return status != WM_OK
               ? status
               : wm_cuda_device_check(cuda,
                                      cudaMemcpyAsync((void *)p->signs, signs, (size_t)p->depth,
                                                      cudaMemcpyHostToDevice, cuda->stream),
                                      "attention guard");
}

/* Tests all heads, a group at a time. */
static wm_status guard_all(wm_cuda *cuda, const problem *all, size_t group)
{
    wm_status status = WM_OK;
    for (size_t first = 0; first < all->heads && status == WM_OK; first += group) {
        const size_t elements = first * all->sequence * (size_t)all->depth;
        problem p = *all;
        p.heads = all->heads - first < group ? all->heads - first : group;
        p.Q += elements;
        p.K += elements;
        p.V += elements;
        p.O += elements;
        p.ratios += first * all->sequence;
        status = guard_heads(cuda, &p);
    }
    return status;
}

wm_status wm_cuda_guard_run(wm_device *device, const wm_attention *attention,
                            const uint8_t seed[32], wm_attention_guard *result)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status == WM_OK)
        status = wm_cuda_attention_check(cuda, attention);
    if (status != WM_OK)
        return status;
    if (seed == NULL || result == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "attention guard: no seed or no result");
    problem p = {};
    p.Q = (const __nv_bfloat16 *)attention->Q->bytes;
    p.K = (const __nv_bfloat16 *)attention->K->bytes;
    p.V = (const __nv_bfloat16 *)attention->V->bytes;
    p.O = (const __nv_bfloat16 *)attention->O->bytes;
    p.heads = attention->batch * attention->heads;
    p.sequence = attention->sequence;
    p.keys = (p.sequence + TILE - 1) / TILE * TILE;
    p.mask = attention_mask{p.sequence, attention->causal};
    p.depth = (int)attention->depth;
    p.scale = (float)(1.4426950408889634 / sqrt((double)p.depth));
    const size_t rows = p.heads * p.sequence, fit = KEYS_AT_ONCE / p.keys + 1;
    const size_t group = fit < p.heads ? fit : p.heads;
    if (group * p.keys > 0x7fffffff)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "attention guard: too many keys");
    status = make_room(cuda, &p, group, rows);
    if (status == WM_OK)
        status = begin(cuda, &p, seed);
    if (status == WM_OK)
        status = guard_all(cuda, &p, group);
    return status == WM_OK ? read_result(cuda, &p, rows, result) : status;
}
