/* Preloaded: call number $WM_CRASH_AT of cublasLtMatmul writes its product where no memory is, which no later call of that context
 * survives. With $WM_CRASH_ONCE, a file that it makes, only if that is not there yet. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef int matmul(void *handle, void *operation, const void *alpha, const void *A, void *A_layout,
                   const void *B, void *B_layout, const void *beta, const void *C, void *C_layout,
                   void *D, void *D_layout, const void *algorithm, void *workspace,
                   size_t workspace_size, void *stream);

matmul cublasLtMatmul;

static int is_first(const char *marker)
{
    return marker == NULL || open(marker, O_CREAT | O_EXCL | O_WRONLY, 0600) >= 0;
}

int cublasLtMatmul(void *handle, void *operation, const void *alpha, const void *A, void *A_layout,
                   const void *B, void *B_layout, const void *beta, const void *C, void *C_layout,
                   void *D, void *D_layout, const void *algorithm, void *workspace,
                   size_t workspace_size, void *stream)
{
    static matmul *next;
    static long calls;
    const char *at = getenv("WM_CRASH_AT");
    if (next == NULL) {
        void *symbol = dlsym(RTLD_NEXT, "cublasLtMatmul");
        memcpy(&next, &symbol, sizeof next);
    }
    if (at != NULL && ++calls == strtol(at, NULL, 10) && is_first(getenv("WM_CRASH_ONCE")))
        C = D = (void *)4096;
    return next(handle, operation, alpha, A, A_layout, B, B_layout, beta, C, C_layout, D, D_layout,
                algorithm, workspace, workspace_size, stream);
}
