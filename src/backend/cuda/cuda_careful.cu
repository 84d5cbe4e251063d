/* The careful product: float64 sums of the rounded operands in index order, one rounding. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_load.h"

enum {
    TILE = 64,  /* rows and columns of C in a block */
    DEPTH = 16, /* of k at a time */
    SIDE = 16,  /* threads in each direction; each computes 4 x 4 elements, SIDE apart */
    EACH = TILE / SIDE
};

typedef struct {
    const void *A, *B;
    void *C;
    wm_format in, out;
    bool tf32, transposed;
    size_t m, n, k;
} careful_product;

/* To 11 significand bits, to nearest, ties to even. Infinities and NaN stay
 * (standards/format.h). */
static __device__ double round_tf32(double value)
{
    const uint32_t bits = __float_as_uint((float)value);
    if ((bits & 0x7f800000u) == 0x7f800000u)
        return value;
    return (double)__uint_as_float((bits + 0xfffu + (bits >> 13 & 1u)) & 0xffffe000u);
}

static __device__ double load_operand(const careful_product *p, const void *matrix, size_t index)
{
    const double value = load_element<double>(p->in, matrix, index);
    return p->tf32 ? round_tf32(value) : value;
}

/* Rounds once. The int32 sums are exact and fit. */
static __device__ void store_rounded(wm_format format, void *matrix, size_t index, double value)
{
    switch (format) {
    case WM_FORMAT_F16:
        ((__half *)matrix)[index] = __double2half(value);
        break;
    case WM_FORMAT_BF16:
        ((__nv_bfloat16 *)matrix)[index] = __double2bfloat16(value);
        break;
    case WM_FORMAT_F32:
        ((float *)matrix)[index] = __double2float_rn(value);
        break;
    case WM_FORMAT_F64:
        ((double *)matrix)[index] = value;
        break;
    default:
        ((int32_t *)matrix)[index] = __double2int_rn(value);
        break;
    }
}

/* Loads DEPTH columns of TILE rows of A and DEPTH rows of TILE columns of B, with zeros outside. */
static __device__ void load_tiles(const careful_product *p, size_t row, size_t column, size_t depth,
                                  double a[DEPTH][TILE + 1], double b[DEPTH][TILE + 1])
{
    for (int e = (int)threadIdx.x; e < TILE * DEPTH; e += SIDE * SIDE) {
        const size_t i = row + (size_t)(e / DEPTH), l = depth + (size_t)(e % DEPTH);
        a[e % DEPTH][e / DEPTH] = i < p->m && l < p->k ? load_operand(p, p->A, i * p->k + l) : 0;
    }
    for (int e = (int)threadIdx.x; e < TILE * DEPTH; e += SIDE * SIDE) {
        const int within = p->transposed ? e / DEPTH : e % TILE;
        const int deep = p->transposed ? e % DEPTH : e / TILE;
        const size_t j = column + (size_t)within, l = depth + (size_t)deep;
        const size_t index = p->transposed ? j * p->k + l : l * p->n + j;
        b[deep][within] = j < p->n && l < p->k ? load_operand(p, p->B, index) : 0;
    }
}

static __global__ void __launch_bounds__(SIDE *SIDE) multiply(careful_product p)
{
    __shared__ double a[DEPTH][TILE + 1], b[DEPTH][TILE + 1];
    const size_t row = (size_t)blockIdx.y * TILE, column = (size_t)blockIdx.x * TILE;
    const int x = (int)threadIdx.x % SIDE, y = (int)threadIdx.x / SIDE;
    double sums[EACH][EACH] = {};
    for (size_t depth = 0; depth < p.k; depth += DEPTH) {
        load_tiles(&p, row, column, depth, a, b);
        __syncthreads();
#pragma unroll
        for (int l = 0; l < DEPTH; l++)
#pragma unroll
            for (int i = 0; i < EACH; i++)
#pragma unroll
                for (int j = 0; j < EACH; j++)
                    sums[i][j] = fma(a[l][y + i * SIDE], b[l][x + j * SIDE], sums[i][j]);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < EACH; i++)
#pragma unroll
        for (int j = 0; j < EACH; j++) {
            const size_t at = row + (size_t)(y + i * SIDE), to = column + (size_t)(x + j * SIDE);
            if (at < p.m && to < p.n)
                store_rounded(p.out, p.C, at * p.n + to, sums[i][j]);
        }
}

wm_status wm_cuda_careful_gemm(wm_device *device, const wm_gemm *gemm)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status == WM_OK)
        status = wm_cuda_gemm_check(cuda, gemm);
    if (status != WM_OK)
        return status;
    const careful_product p = {gemm->A->bytes,
                               gemm->B->bytes,
                               gemm->C->bytes,
                               gemm->operand_format,
                               gemm->output_format,
                               gemm->arithmetic == WM_ARITHMETIC_TF32,
                               gemm->layout == WM_LAYOUT_TN,
                               gemm->m,
                               gemm->n,
                               gemm->k};
    const size_t across = (p.n + TILE - 1) / TILE, down = (p.m + TILE - 1) / TILE;
    if (down > 65535 || across > 0x7fffffff)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED,
                                     "careful product: more than 4194240 rows");
    multiply<<<dim3((unsigned)across, (unsigned)down), SIDE * SIDE, 0, cuda->stream>>>(p);
    return wm_cuda_device_launched(cuda, "careful product");
}
