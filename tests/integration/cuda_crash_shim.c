/* Preloaded: call number $WM_CRASH_AT of cublasLtMatmul writes its product where no memory is,
 * which no later call of that context survives. With $WM_CRASH_ONCE, a file that it makes, only if
 * that is not there yet. The program asks dlsym for the function, so that is what stands in
 * between. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef int matmul(void *handle, void *operation, const void *alpha, const void *A, void *A_layout,
                   const void *B, void *B_layout, const void *beta, const void *C, void *C_layout,
                   void *D, void *D_layout, const void *algorithm, void *workspace,
                   size_t workspace_size, void *stream);

static matmul *next;

static int is_first(const char *marker)
{
    return marker == NULL || open(marker, O_CREAT | O_EXCL | O_WRONLY, 0600) >= 0;
}

static int crash(void *handle, void *operation, const void *alpha, const void *A, void *A_layout,
                 const void *B, void *B_layout, const void *beta, const void *C, void *C_layout,
                 void *D, void *D_layout, const void *algorithm, void *workspace,
                 size_t workspace_size, void *stream)
{
    static long calls;
    const char *at = getenv("WM_CRASH_AT");
    if (at != NULL && ++calls == strtol(at, NULL, 10) && is_first(getenv("WM_CRASH_ONCE")))
        C = D = (void *)4096;
    return next(handle, operation, alpha, A, A_layout, B, B_layout, beta, C, C_layout, D, D_layout,
                algorithm, workspace, workspace_size, stream);
}

typedef void *lookup(void *file, const char *name);

lookup dlsym;

/* The loader's own is found by its version: glibc has kept the first since it had the function. */
void *dlsym(void *file, const char *name)
{
    static lookup *own;
    if (own == NULL) {
        void *symbol = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
        if (symbol == NULL)
            symbol = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
        memcpy(&own, &symbol, sizeof own);
    }
    void *found = own(file, name);
    if (found == NULL || strcmp(name, "cublasLtMatmul") != 0)
        return found;
    matmul *mine = crash;
    memcpy(&next, &found, sizeof next);
    memcpy(&found, &mine, sizeof found);
    return found;
}
