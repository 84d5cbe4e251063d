/* Elements of any format in kernels, exact in binary64. */
#ifndef WM_BACKEND_CUDA_CUDA_LOAD_H
#define WM_BACKEND_CUDA_CUDA_LOAD_H

#include "backend/cuda/cuda.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

/* An element as T (float or double). float32 and narrower formats are exact in float; binary64 and
 * int32 are rounded there. */
template <typename T>
static __device__ __forceinline__ T load_element(wm_format format, const void *elements,
                                                 size_t index)
{
    switch (format) {
    case WM_FORMAT_F16:
        return (T)__half2float(((const __half *)elements)[index]);
    case WM_FORMAT_BF16:
        return (T)__bfloat162float(((const __nv_bfloat16 *)elements)[index]);
    case WM_FORMAT_E4M3:
        return (T)__half2float(__half(
            __nv_cvt_fp8_to_halfraw(((const __nv_fp8_storage_t *)elements)[index], __NV_E4M3)));
    case WM_FORMAT_F32:
        return (T)((const float *)elements)[index];
    case WM_FORMAT_F64:
        return (T)((const double *)elements)[index];
    case WM_FORMAT_I8:
        return (T)((const int8_t *)elements)[index];
    case WM_FORMAT_I32:
        return (T)((const int32_t *)elements)[index];
    default:
        return (T)((const uint32_t *)elements)[index];
    }
}

#endif
