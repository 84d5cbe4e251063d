/* Preloaded: the first element of every product of cublasLtMatmul is wrong. $WM_BEND says how:
 * "high" makes it huge, "low" flips its last bit. For outputs of 2-byte floating-point formats. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef int matmul(void *handle, void *operation, const void *alpha, const void *A, void *A_layout,
                   const void *B, void *B_layout, const void *beta, const void *C, void *C_layout,
                   void *D, void *D_layout, const void *algorithm, void *workspace,
                   size_t workspace_size, void *stream);
typedef void *lookup(void *file, const char *name);
typedef int wait(void *stream);
typedef int read_back(void *host, unsigned long long device, size_t size);
typedef int write_to(unsigned long long device, const void *host, size_t size);

lookup dlsym;

static matmul *next;
static lookup *own;

/* Finds a function of the driver; without it there would be no fault, so the program ends. */
static void find(void *driver, const char *name, void *to)
{
    void *found = driver != NULL ? own(driver, name) : NULL;
    if (found == NULL)
        abort();
    memcpy(to, &found, sizeof found);
}

static void bend(void *D, void *stream)
{
    const char *how = getenv("WM_BEND");
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    unsigned char bytes[2];
    wait *synchronize;
    read_back *to_host;
    write_to *to_device;
    find(driver, "cuStreamSynchronize", &synchronize);
    find(driver, "cuMemcpyDtoH_v2", &to_host);
    find(driver, "cuMemcpyHtoD_v2", &to_device);
    if (synchronize(stream) != 0 || to_host(bytes, (unsigned long long)D, sizeof bytes) != 0)
        abort();
    if (how != NULL && strcmp(how, "high") == 0)
        bytes[1] = 0x78;
    else if (how != NULL && strcmp(how, "low") == 0)
        bytes[0] ^= 1;
    if (to_device((unsigned long long)D, bytes, sizeof bytes) != 0)
        abort();
}

static int bent(void *handle, void *operation, const void *alpha, const void *A, void *A_layout,
                const void *B, void *B_layout, const void *beta, const void *C, void *C_layout,
                void *D, void *D_layout, const void *algorithm, void *workspace,
                size_t workspace_size, void *stream)
{
    const int status = next(handle, operation, alpha, A, A_layout, B, B_layout, beta, C, C_layout,
                            D, D_layout, algorithm, workspace, workspace_size, stream);
    if (status == 0)
        bend(D, stream);
    return status;
}

/* The loader's own is found by its version: glibc has kept the first since it had the function. */
void *dlsym(void *file, const char *name)
{
    if (own == NULL) {
        void *symbol = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
        if (symbol == NULL)
            symbol = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
        memcpy(&own, &symbol, sizeof own);
    }
    void *found = own(file, name);
    if (found == NULL || strcmp(name, "cublasLtMatmul") != 0)
        return found;
    matmul *mine = bent;
    memcpy(&next, &found, sizeof next);
    memcpy(&found, &mine, sizeof found);
    return found;
}
