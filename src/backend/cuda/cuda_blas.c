/* Finds cuBLASLt and its functions. */
#include "backend/cuda/cuda_blas.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include <cuda_runtime_api.h>

/* libcublasLt.so.MAJOR: the loader finds it where it looks for libraries, then in the toolkit's folder that the program was linked
 * with. */
static void *open_major(int major, char name[32])
{
    snprintf(name, 32, "libcublasLt.so.%d", major);
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

/* Another major version than the wanted one, if it is there: for the words alone. */
static void name_other(wm_cuda_blas *blas, const char *wanted)
{
    char name[32];
    for (int major = CUBLAS_VER_MAJOR + 2; major >= 10; major--) {
        void *file = major != CUBLAS_VER_MAJOR ? open_major(major, name) : NULL;
        if (file == NULL)
            continue;
        (void)dlclose(file);
        snprintf(blas->reason, sizeof blas->reason, "%s not found, %s is no replacement", wanted,
                 name);
        return;
    }
}

/* The first function that is missing, or null. */
static const char *find_functions(wm_cuda_blas *blas)
{
    void *symbol;
#define FIND(member, function)             \
    symbol = dlsym(blas->file, #function); \
    if (symbol == NULL)                    \
        return #function;                  \
    memcpy(&blas->member, &symbol, sizeof symbol); /* POSIX: a data pointer carries a function's */
    WM_CUDA_BLAS_FUNCTIONS(FIND)
#undef FIND
    return NULL;
}

bool wm_cuda_blas_load(wm_cuda_blas *blas)
{
    char name[32];
    const char *missing;
    memset(blas, 0, sizeof *blas);
    blas->file = open_major(CUBLAS_VER_MAJOR, name);
    if (blas->file == NULL) {
        snprintf(blas->reason, sizeof blas->reason, "%s not found", name);
        name_other(blas, name);
        return false;
    }
    missing = find_functions(blas);
    if (missing != NULL) {
        snprintf(blas->reason, sizeof blas->reason, "%s has no function %s", name, missing);
        return false;
    }
    blas->version = blas->get_version();
    const size_t runtime = blas->get_runtime();
    if (blas->version / 10000 == CUBLAS_VER_MAJOR && runtime / 1000 == CUDART_VERSION / 1000)
        return true;
    snprintf(blas->reason, sizeof blas->reason,
             "%s is cuBLASLt %zu.%zu for CUDA %zu; this program needs %d for CUDA %d", name,
             blas->version / 10000, blas->version / 100 % 100, runtime / 1000, CUBLAS_VER_MAJOR,
             CUDART_VERSION / 1000);
    return false;
}
