/* The attributes of an algorithm of cuBLASLt: how it multiplies, and which one it is. */
#ifndef WM_BACKEND_CUDA_CUDA_ALGORITHM_H
#define WM_BACKEND_CUDA_CUDA_ALGORITHM_H

#include "backend/backend.h"
#include "backend/cuda/cuda_blas.h"

enum { WM_CUDA_ALGORITHM_NAME = 144 };

/* Whether an algorithm multiplies as requested, by its own attributes. For shapes that tensor cores
 * cannot compute, cuBLASLt offers float32 kernels instead of tf32, and newer releases emulate wide
 * formats in narrow ones. Both would measure another arithmetic under the variant's name. An
 * algorithm must declare tf32, and must not contradict any other format. *flags is what it
 * declared, for the record. */
bool wm_cuda_algorithm_keeps(const wm_cuda_blas *library, const cublasLtMatmulAlgo_t *algorithm,
                             wm_format operand_format, wm_arithmetic arithmetic, uint64_t *flags);

/* Everything that tells one algorithm from another, and how it declares to multiply. */
void wm_cuda_algorithm_name(const wm_cuda_blas *library, const cublasLtMatmulAlgo_t *algorithm,
                            char text[WM_CUDA_ALGORITHM_NAME]);

#endif
