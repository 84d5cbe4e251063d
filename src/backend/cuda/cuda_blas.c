/* Finds cuBLASLt and its functions. */
#include "backend/cuda/cuda_blas.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include <cuda_runtime_api.h>

static void *open_major(int major, char name[32], char reason[WM_CUDA_LIBRARY_REASON])
{
    snprintf(name, 32, "libcublasLt.so.%d", major);
    return wm_cuda_library_open(name, reason);
}

/* Names another major version than the supported one, for the message only. */
static void name_other(wm_cuda_blas *blas)
{
    char name[32];
    char reason[WM_CUDA_LIBRARY_REASON];
    for (int major = CUBLAS_VER_MAJOR + 2; major >= 10; major--) {
        void *file = major != CUBLAS_VER_MAJOR ? open_major(major, name, reason) : NULL;
        if (file == NULL)
            continue;
        (void)dlclose(file);
        const size_t used = strlen(blas->reason);
        snprintf(blas->reason + used, sizeof blas->reason - used, ", %s is no replacement", name);
        return;
    }
}

/* The first missing function, or null. */
static const char *find_functions(wm_cuda_blas *blas)
{
#define FIND(member, function)                                       \
    if (!wm_cuda_library_find(blas->file, #function, &blas->member)) \
        return #function;
    WM_CUDA_BLAS_FUNCTIONS(FIND)
#undef FIND
    return NULL;
}

/* Whether the versions suit this program. The functions were found. */
static bool has_fitting_version(wm_cuda_blas *blas, const char *name)
{
    const size_t runtime = blas->get_runtime();
    blas->version = blas->get_version();
    if (blas->version / 10000 == CUBLAS_VER_MAJOR && runtime / 1000 == CUDART_VERSION / 1000)
        return true;
    snprintf(blas->reason, sizeof blas->reason,
             "%s is cuBLASLt %zu.%zu for CUDA %zu; this program needs %d for CUDA %d", name,
             blas->version / 10000, blas->version / 100 % 100, runtime / 1000, CUBLAS_VER_MAJOR,
             CUDART_VERSION / 1000);
    return false;
}

bool wm_cuda_blas_load(wm_cuda_blas *blas)
{
    char name[32];
    const char *missing;
    memset(blas, 0, sizeof *blas);
    blas->file = open_major(CUBLAS_VER_MAJOR, name, blas->reason);
    if (blas->file == NULL) {
        name_other(blas);
        return false;
    }
    missing = find_functions(blas);
    if (missing != NULL)
        snprintf(blas->reason, sizeof blas->reason, "%s has no function %s", name, missing);
    else if (has_fitting_version(blas, name))
        return true;
    (void)dlclose(blas->file); /* so that no other library finds it loaded and uses it */
    blas->file = NULL;
    return false;
}
