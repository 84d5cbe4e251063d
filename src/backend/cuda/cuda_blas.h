/* cuBLASLt's functions, found in the library when a device is opened. The program starts without
 * the library.
 *
 * The toolkit's header declares the functions; only their addresses are looked up. */
#ifndef WM_BACKEND_CUDA_CUDA_BLAS_H
#define WM_BACKEND_CUDA_CUDA_BLAS_H

#include "backend/cuda/cuda_library.h"

#include <stddef.h>

#include <cublasLt.h>

/* The functions in use: member, function. */
#define WM_CUDA_BLAS_FUNCTIONS(X)                          \
    X(create, cublasLtCreate)                              \
    X(destroy, cublasLtDestroy)                            \
    X(get_version, cublasLtGetVersion)                     \
    X(get_runtime, cublasLtGetCudartVersion)               \
    X(status_text, cublasLtGetStatusString)                \
    X(matmul, cublasLtMatmul)                              \
    X(heuristic, cublasLtMatmulAlgoGetHeuristic)           \
    X(capability, cublasLtMatmulAlgoCapGetAttribute)       \
    X(configuration, cublasLtMatmulAlgoConfigGetAttribute) \
    X(new_operation, cublasLtMatmulDescCreate)             \
    X(free_operation, cublasLtMatmulDescDestroy)           \
    X(set_operation, cublasLtMatmulDescSetAttribute)       \
    X(new_layout, cublasLtMatrixLayoutCreate)              \
    X(free_layout, cublasLtMatrixLayoutDestroy)            \
    X(new_preference, cublasLtMatmulPreferenceCreate)      \
    X(free_preference, cublasLtMatmulPreferenceDestroy)    \
    X(set_preference, cublasLtMatmulPreferenceSetAttribute)

typedef struct {
    /* from dlopen; null: no suitable one. It stays loaded, because it has threads of its own */
    void *file;
    size_t version;                      /* major * 10000 + minor * 100 + patch; 0: not known */
    char reason[WM_CUDA_LIBRARY_REASON]; /* why it is not used; empty if it is used */
#define WM_CUDA_BLAS_MEMBER(member, function) __typeof__(function) *member;
    WM_CUDA_BLAS_FUNCTIONS(WM_CUDA_BLAS_MEMBER)
#undef WM_CUDA_BLAS_MEMBER
} wm_cuda_blas;

/* Loads the library of the toolkit's major version. Returns whether it can be used; if not,
 * blas->reason says in one line what was wanted and what was found. */
bool wm_cuda_blas_load(wm_cuda_blas *blas);

#endif
