/* What an algorithm of cuBLASLt says of itself: how it multiplies, and which one it is. */
#ifndef WM_BACKEND_CUDA_CUDA_ALGORITHM_H
#define WM_BACKEND_CUDA_CUDA_ALGORITHM_H

#include "backend/backend.h"
#include "backend/cuda/cuda_blas.h"

enum { WM_CUDA_ALGORITHM_NAME = 144 };

/* Whether an algorithm multiplies as it was asked to, by its own word: for shapes that tensor cores
 * cannot take, cuBLASLt offers float32 kernels where tf32 was wanted, and newer releases emulate
 * wide formats in narrow ones. Another arithmetic under the variant's name would be measured. tf32
 * must be said, the others not be contradicted; *flags, what was said, is for the record. */
bool wm_cuda_algorithm_keeps(const wm_cuda_blas *library, const cublasLtMatmulAlgo_t *algorithm,
                             wm_format operand_format, wm_arithmetic arithmetic, uint64_t *flags);

/* Everything that tells one algorithm from another, and how it says that it multiplies. */
void wm_cuda_algorithm_name(const wm_cuda_blas *library, const cublasLtMatmulAlgo_t *algorithm,
                            char text[WM_CUDA_ALGORITHM_NAME]);

#endif
