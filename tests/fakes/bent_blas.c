/* Preloaded into the program: OpenBLAS with a fault that $WM_BENT_BLAS chooses.
 *
 * "again": a product with the arguments of an earlier one returns at once. "always": each product
 * returns at once. "step": one element in 32 is off by one step of a binary16 rounding, at places
 * that look random. "sign": one element is negated. "low": the lowest bit of one element is
 * flipped. "narrow": the operands are rounded to 16 bits first. "behind": "low", once the file
 * $WM_BENT_RECORD has a segment of a point of operation. "rare": "low", in one product of 50.
 * "once": "low", from the 20th product on, in the process that makes the file $WM_BENT_RECORD.
 * "hang": the 20th product never ends. "slow": each product is computed four times. Of the last
 * eight, products of few columns are right: a witness multiplies by its probes. Whoever opens a
 * library with "openblas" in its name gets this one, which calls the true one. */
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void sgemm_function(int, int, int, int, int, int, float, const float *, int, const float *,
                            int, float, float *, int);
typedef void dgemm_function(int, int, int, int, int, int, double, const double *, int,
                            const double *, int, double, double *, int);

void cblas_sgemm(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                 const float *A, int lda, const float *B, int ldb, float beta, float *C, int ldc);
void cblas_dgemm(int order, int trans_a, int trans_b, int m, int n, int k, double alpha,
                 const double *A, int lda, const double *B, int ldb, double beta, double *C,
                 int ldc);
char *openblas_get_config(void);
char *openblas_get_corename(void);
void openblas_set_num_threads(int threads);

enum { STEP_COLUMNS = 513 }; /* a witness has 504 probes at most, one of format 1.0 had 512 */

static void *honest; /* OpenBLAS */

static void *symbol(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (found == NULL)
        abort();
    return found;
}

#define HONEST(type, name)                \
    type *function;                       \
    void *address = symbol(honest, name); \
    memcpy(&function, &address, sizeof function)

void *dlopen(const char *name, int flags)
{
    typedef void *dlopen_function(const char *, int);
    dlopen_function *true_dlopen;
    void *address = symbol(RTLD_NEXT, "dlopen"), *library;
    Dl_info self;
    memcpy(&true_dlopen, &address, sizeof true_dlopen);
    library = true_dlopen(name, flags);
    if (library == NULL || name == NULL || strstr(name, "openblas") == NULL)
        return library;
    honest = library;
    return dladdr(&honest, &self) != 0 ? true_dlopen(self.dli_fname, flags) : NULL;
}

static bool is(const char *fault)
{
    const char *chosen = getenv("WM_BENT_BLAS");
    return chosen != NULL && strcmp(chosen, fault) == 0;
}

/* Whether the file has a segment, of which evidence that is being written has a line. */
static bool has_segment(void)
{
    static bool has;
    const char *path = getenv("WM_BENT_RECORD");
    FILE *file = has || path == NULL ? NULL : fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    while (file != NULL && !has && getline(&line, &size, file) > 0)
        has = strstr(line, "\"kind\":\"stress\"") != NULL;
    free(line);
    if (file != NULL)
        (void)fclose(file);
    return has;
}

/* Whether the product has been asked for already. */
static bool is_known(int m, int n, int k, const void *A, const void *B, const void *C)
{
    enum { MOST = 4096 };
    static struct {
        int m, n, k;
        const void *A, *B, *C;
    } known[MOST];
    static size_t count;
    for (size_t i = 0; i < count; i++)
        if (known[i].m == m && known[i].n == n && known[i].k == k && known[i].A == A &&
            known[i].B == B && known[i].C == C)
            return true;
    if (count < MOST) {
        known[count].m = m, known[count].n = n, known[count].k = k;
        known[count].A = A, known[count].B = B, known[count].C = C;
        count++;
    }
    return false;
}

static bool is_idle(int m, int n, int k, const void *A, const void *B, const void *C)
{
    return is("always") || (is("again") && is_known(m, n, k, A, B, C));
}

/* One element in 32, without a pattern. */
static bool is_stepped(int i, int j)
{
    uint32_t mixed = (uint32_t)i * 0x9e3779b1U ^ (uint32_t)j * 0x85ebca77U;
    mixed = (mixed ^ mixed >> 15) * 0xc2b2ae3dU;
    return (mixed ^ mixed >> 13) % 32 == 0;
}

/* One step of binary16 away from 0. */
static float next_step(float value)
{
    int exponent;
    (void)frexpf(value, &exponent);
    return value + copysignf(ldexpf(1, exponent - 11), value);
}

/* Flips bits of one element, in the middle of the output. */
static void flip(float *C, int ldc, int m, int n, uint32_t bits)
{
    float *element = &C[(size_t)(m / 2) * (size_t)ldc + (size_t)(n / 2)];
    uint32_t code;
    memcpy(&code, element, sizeof code);
    code ^= bits;
    memcpy(element, &code, sizeof code);
}

/* A copy of an operand with significands of 16 bits; freed by the caller. */
static float *narrowed(const float *from, size_t rows, size_t columns, size_t stride)
{
    const size_t count = (rows - 1) * stride + columns;
    uint32_t *to = malloc(count * sizeof *to);
    if (to == NULL)
        abort();
    memcpy(to, from, count * sizeof *to);
    for (size_t i = 0; i < count; i++)
        to[i] = (to[i] + 0x80) & 0xffffff00;
    return (float *)to;
}

/* Whether this product, of those with many columns, is wrong in its lowest bit. */
static bool is_low(void)
{
    static unsigned count;
    count++;
    if (is("hang") && count == 20)
        for (;;)
            (void)pause();
    if (is("once") && count >= 20) {
        static bool is_first, has_asked;
        const char *path = getenv("WM_BENT_RECORD");
        FILE *file = has_asked || path == NULL ? NULL : fopen(path, "wx");
        is_first = is_first || file != NULL;
        has_asked = true;
        if (file != NULL)
            (void)fclose(file);
        return is_first;
    }
    return is("low") || (is("rare") && count % 50 == 0) || (is("behind") && has_segment());
}

void cblas_sgemm(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                 const float *A, int lda, const float *B, int ldb, float beta, float *C, int ldc)
{
    enum { ROWS = 101, AS_IT_IS = 111 }; /* of cblas.h */
    HONEST(sgemm_function, "cblas_sgemm");
    if (is_idle(m, n, k, A, B, C))
        return;
    if (n >= STEP_COLUMNS && is("narrow")) {
        const size_t M = (size_t)m, N = (size_t)n, K = (size_t)k;
        const bool a = (order == ROWS) == (trans_a == AS_IT_IS);
        const bool b = (order == ROWS) == (trans_b == AS_IT_IS);
        float *left = narrowed(A, a ? M : K, a ? K : M, (size_t)lda);
        float *right = narrowed(B, b ? K : N, b ? N : K, (size_t)ldb);
        function(order, trans_a, trans_b, m, n, k, alpha, left, lda, right, ldb, beta, C, ldc);
        free(left);
        free(right);
        return;
    }
    function(order, trans_a, trans_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    for (int i = 0; i < 3 && n >= STEP_COLUMNS && beta == 0 && is("slow"); i++)
        function(order, trans_a, trans_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    for (int i = 0; i < m && n >= STEP_COLUMNS && is("step"); i++)
        for (int j = 0; j < n; j++)
            if (is_stepped(i, j))
                C[(size_t)i * (size_t)ldc + (size_t)j] =
                    next_step(C[(size_t)i * (size_t)ldc + (size_t)j]);
    if (n >= STEP_COLUMNS && is("sign"))
        flip(C, ldc, m, n, 0x80000000);
    if (n >= STEP_COLUMNS && is_low())
        flip(C, ldc, m, n, 1);
}

void cblas_dgemm(int order, int trans_a, int trans_b, int m, int n, int k, double alpha,
                 const double *A, int lda, const double *B, int ldb, double beta, double *C,
                 int ldc)
{
    HONEST(dgemm_function, "cblas_dgemm");
    if (!is_idle(m, n, k, A, B, C))
        function(order, trans_a, trans_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

char *openblas_get_config(void)
{
    typedef char *config_function(void);
    HONEST(config_function, "openblas_get_config");
    return function();
}

char *openblas_get_corename(void)
{
    typedef char *core_function(void);
    HONEST(core_function, "openblas_get_corename");
    return function();
}

void openblas_set_num_threads(int threads)
{
    typedef void threads_function(int);
    HONEST(threads_function, "openblas_set_num_threads");
    function(threads);
}
