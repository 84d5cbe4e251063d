/* OpenBLAS, loaded with the kernels for this processor. */
#ifndef WM_BACKEND_CPU_CPU_BLAS_H
#define WM_BACKEND_CPU_CPU_BLAS_H

#include <stdbool.h>

#include <witnessmark.h>

typedef struct {
    bool there;       /* false if no OpenBLAS was loaded; `config` then says what to do */
    char file[160];   /* the shared object that was loaded */
    char config[200]; /* the library's own description, version first */
    char core[32];    /* the kernels in use */
    void (*sgemm)(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                  const float *A, int lda, const float *B, int ldb, float beta, float *C, int ldc);
    void (*dgemm)(int order, int trans_a, int trans_b, int m, int n, int k, double alpha,
                  const double *A, int lda, const double *B, int ldb, double beta, double *C,
                  int ldc);
    void (*set_threads)(int); /* how many threads a product uses */
} wm_cpu_blas;

/* The values of CBLAS's enumerations. Source: the reference CBLAS interface of netlib. */
enum { WM_CPU_BLAS_ROW_MAJOR = 101, WM_CPU_BLAS_NO_TRANS = 111, WM_CPU_BLAS_TRANS = 112 };

/* Loads the library and sets its thread count. A missing library is not an error here, and neither
 * is a limit on the address space that leaves it no room. Errors: NOMEM, if the loader has none;
 * the configuration then says so.
 *
 * OPENBLAS_CORETYPE chooses the kernels; the library reads it once, when it is loaded. A value that
 * the user has set is kept; ours is removed afterwards, so that a child process inherits none. */
WM_MUST_CHECK wm_status wm_cpu_blas_load(wm_cpu_blas *blas, int threads);

/* Whether a variable of the environment leaves a device of so many threads fewer of them, or has
 * OpenBLAS take kernels of an older instruction set than this processor has. */
bool wm_cpu_blas_is_slowed_by(const char *name, const char *value, unsigned threads);

#endif
