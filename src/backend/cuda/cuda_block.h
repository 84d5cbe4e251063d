/* Sums and maxima over a block in one fixed order, sizes of blocks, and sets of probes. */
#ifndef WM_BACKEND_CUDA_CUDA_BLOCK_H
#define WM_BACKEND_CUDA_CUDA_BLOCK_H

#include "backend/cuda/cuda.h"

enum {
    BLOCK_SIZE = 256,
    BLOCK_WARPS = BLOCK_SIZE / 32,
    CHECK_BLOCKS = 1024, /* blocks of a check that reads whole buffers */
    PROBES = WM_TABLES_PROBE_COLUMNS
};

/* The larger of two numbers, or NaN if one is NaN, so that no maximum hides a NaN. */
static __device__ __forceinline__ double nan_max(double a, double b)
{
    return a >= b || isnan(a) ? a : b;
}

template <typename T> static __device__ __forceinline__ T warp_sum(T value)
{
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(~0u, value, distance);
    return value;
}

static __device__ __forceinline__ double warp_max(double value)
{
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        value = nan_max(value, __shfl_xor_sync(~0u, value, distance));
    return value;
}

/* The block's sum, in every thread. The block has BLOCK_SIZE threads. */
template <typename T> static __device__ T block_sum(T value)
{
    __shared__ T parts[BLOCK_WARPS];
    value = warp_sum(value);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    T sum = parts[0];
    for (int i = 1; i < BLOCK_WARPS; i++)
        sum += parts[i];
    return sum;
}

/* The block's maximum, in every thread. */
static __device__ double block_max(double value)
{
    __shared__ double parts[BLOCK_WARPS];
    value = warp_max(value);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    double largest = parts[0];
    for (int i = 1; i < BLOCK_WARPS; i++)
        largest = nan_max(largest, parts[i]);
    return largest;
}

#endif
