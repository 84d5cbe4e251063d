/* A libcublasLt.so.13 whose versions $WM_FAKE_BLAS chooses (version=N, runtime=N). Its other
 * functions can be found but not used. Compiled with -DFAKE_OLD it lacks one function. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTION(name)                  \
    int name(void);                     \
    int name(void)                      \
    {                                   \
        return 1; /* not initialised */ \
    }

FUNCTION(cublasLtCreate)
FUNCTION(cublasLtDestroy)
FUNCTION(cublasLtGetStatusString)
FUNCTION(cublasLtMatmul)
FUNCTION(cublasLtMatmulAlgoGetHeuristic)
FUNCTION(cublasLtMatmulAlgoCapGetAttribute)
FUNCTION(cublasLtMatmulAlgoConfigGetAttribute)
FUNCTION(cublasLtMatmulDescCreate)
FUNCTION(cublasLtMatmulDescDestroy)
FUNCTION(cublasLtMatmulDescSetAttribute)
FUNCTION(cublasLtMatrixLayoutCreate)
FUNCTION(cublasLtMatrixLayoutDestroy)
FUNCTION(cublasLtMatmulPreferenceCreate)
FUNCTION(cublasLtMatmulPreferenceDestroy)
#ifndef FAKE_OLD
FUNCTION(cublasLtMatmulPreferenceSetAttribute)
#endif

size_t cublasLtGetVersion(void);
size_t cublasLtGetCudartVersion(void);

static size_t number(const char *word, size_t otherwise)
{
    const char *words = getenv("WM_FAKE_BLAS");
    const char *at = words != NULL ? strstr(words, word) : NULL;
    return at != NULL ? strtoul(at + strlen(word), NULL, 10) : otherwise;
}

size_t cublasLtGetVersion(void)
{
    return number("version=", 130100);
}

size_t cublasLtGetCudartVersion(void)
{
    return number("runtime=", 13000);
}
