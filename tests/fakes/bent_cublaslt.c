/* Preloaded into the program: cuBLASLt with at most two wrong elements in one product of
 * $WM_BENT_EVERY (50). Behind the product, on its stream, bytes 2 and 3 of the output are copied
 * over bytes 0 and 1: an element of 16 bits, two of 8, half of one of 32. Whoever looks up
 * cublasLtMatmul gets this one, which calls the true one. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef int matmul_function(void *, void *, const void *, const void *, void *, const void *,
                            void *, const void *, const void *, void *, void *, void *,
                            const void *, void *, size_t, void *);
typedef int copy_function(unsigned long long, unsigned long long, size_t, void *);
typedef void *dlsym_function(void *, const char *);

static matmul_function *honest;
static copy_function *copy;

static dlsym_function *true_dlsym(void)
{
    dlsym_function *function;
    void *address = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    if (address == NULL)
        abort();
    memcpy(&function, &address, sizeof function);
    return function;
}

static int bent(void *handle, void *what, const void *alpha, const void *A, void *a_layout,
                const void *B, void *b_layout, const void *beta, const void *C, void *c_layout,
                void *D, void *d_layout, const void *algorithm, void *workspace,
                size_t workspace_bytes, void *stream)
{
    static unsigned products;
    const char *every = getenv("WM_BENT_EVERY");
    const int status = honest(handle, what, alpha, A, a_layout, B, b_layout, beta, C, c_layout, D,
                              d_layout, algorithm, workspace, workspace_bytes, stream);
    unsigned long long output;
    memcpy(&output, &D, sizeof output);
    const unsigned period = every != NULL && atoi(every) > 0 ? (unsigned)atoi(every) : 50;
    products++;
    if (status == 0 && products % period == 0 && copy(output, output + 2, 2, stream) != 0)
        abort();
    return status;
}

void *dlsym(void *file, const char *name)
{
    void *found = true_dlsym()(file, name), *driver, *address;
    matmul_function *function = bent;
    if (found == NULL || strcmp(name, "cublasLtMatmul") != 0)
        return found;
    driver = dlopen("libcuda.so.1", RTLD_NOW);
    address = driver != NULL ? true_dlsym()(driver, "cuMemcpyDtoDAsync_v2") : NULL;
    if (address == NULL)
        abort();
    memcpy(&copy, &address, sizeof copy);
    memcpy(&honest, &found, sizeof honest);
    memcpy(&found, &function, sizeof found);
    return found;
}
