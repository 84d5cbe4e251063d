/* Products through cuBLASLt.
 *
 * cuBLASLt is column-major, so C = A B is requested as C^T = B^T A^T: the same bytes, no copies.
 * The workspace is ours and split sums are refused (reduction scheme NONE), so one algorithm gives
 * one result. The first product of a kind times the algorithms on its own data and under sustained
 * load: under a power limit the winner of a short burst can lose. If the times do not decide, the
 * library's first guess is used. A device that takes the first times none. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_algorithm.h"
#include "backend/cuda/cuda_blas.h"
#include "backend/cuda/cuda_tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORKSPACE_BYTES = 32 << 20,
    CANDIDATES = WM_CUDA_TUNE_CANDIDATES, /* requested from the heuristic */
    PLANS = 64,                           /* plans that are kept; a new one replaces the oldest */
    FP8_CAPABILITY = 89                   /* the first whose units multiply e4m3 */
};

/* Everything that tells one kind of product from another. */
typedef struct {
    wm_format operand_format, output_format;
    wm_arithmetic arithmetic;
    wm_layout layout;
    size_t m, n, k;
} product;

typedef struct {
    product key;
    cublasLtMatmulDesc_t operation;
    cublasLtMatrixLayout_t first, second, result; /* B^T, A^T, C^T */
    cublasLtMatmulAlgo_t algorithm;
    size_t workspace;
    char name[WM_CUDA_ALGORITHM_NAME];
    char how[64]; /* how this algorithm was chosen */
} plan;

struct wm_cuda_gemm {
    wm_cuda_blas library;
    cublasLtHandle_t handle; /* null: no product was requested yet */
    void *workspace;
    plan *plans[PLANS];
    size_t made; /* plans made so far, dropped ones included */
};

static wm_status blas_check(wm_cuda *cuda, cublasStatus_t status, const char *what)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return WM_OK;
    const wm_status fault = wm_cuda_device_launched(cuda, what);
    if (fault != WM_OK)
        return fault;
    const wm_status code = status == CUBLAS_STATUS_NOT_SUPPORTED  ? WM_E_UNSUPPORTED
                           : status == CUBLAS_STATUS_ALLOC_FAILED ? WM_E_NOMEM
                                                                  : WM_E_DEVICE;
    return wm_cuda_device_refuse(cuda, code, "%s: cuBLASLt says %s", what,
                                 cuda->gemm->library.status_text(status));
}

wm_status wm_cuda_gemm_check(wm_cuda *cuda, const wm_gemm *gemm)
{
    if (gemm == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "product: no product");
    if (!wm_product_agrees(gemm))
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "product: formats that do not fit together");
    const size_t in = wm_format_size(gemm->operand_format);
    if (!wm_cuda_memory_holds(gemm->A, wm_cuda_memory_times(gemm->m, gemm->k), in) ||
        !wm_cuda_memory_holds(gemm->B, wm_cuda_memory_times(gemm->k, gemm->n), in) ||
        !wm_cuda_memory_holds(gemm->C, wm_cuda_memory_times(gemm->m, gemm->n),
                              wm_format_size(gemm->output_format)) ||
        gemm->C == gemm->A || gemm->C == gemm->B)
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "product: a matrix outside its buffer");
    return WM_OK;
}

static cudaDataType_t data_type(wm_format format)
{
    switch (format) {
    case WM_FORMAT_F16:
        return CUDA_R_16F;
    case WM_FORMAT_BF16:
        return CUDA_R_16BF;
    case WM_FORMAT_E4M3:
        return CUDA_R_8F_E4M3;
    case WM_FORMAT_F64:
        return CUDA_R_64F;
    case WM_FORMAT_I8:
        return CUDA_R_8I;
    case WM_FORMAT_I32:
        return CUDA_R_32I;
    default:
        return CUDA_R_32F;
    }
}

static cublasComputeType_t compute_type(wm_arithmetic arithmetic)
{
    switch (arithmetic) {
    case WM_ARITHMETIC_TF32:
        return CUBLAS_COMPUTE_32F_FAST_TF32;
    case WM_ARITHMETIC_F64:
        return CUBLAS_COMPUTE_64F;
    case WM_ARITHMETIC_I32:
        return CUBLAS_COMPUTE_32I;
    default:
        return CUBLAS_COMPUTE_32F;
    }
}

/* 1 and 0 in the type of the scale factors. */
static cudaDataType_t scale_type(wm_arithmetic arithmetic, const void **one, const void **zero)
{
    static const float floats[2] = {1, 0};
    static const double doubles[2] = {1, 0};
    static const int32_t integers[2] = {1, 0};
    if (arithmetic == WM_ARITHMETIC_F64) {
        *one = &doubles[0], *zero = &doubles[1];
        return CUDA_R_64F;
    }
    if (arithmetic == WM_ARITHMETIC_I32) {
        *one = &integers[0], *zero = &integers[1];
        return CUDA_R_32I;
    }
    *one = &floats[0], *zero = &floats[1];
    return CUDA_R_32F;
}

static cublasStatus_t run_plan(wm_cuda *cuda, const plan *p, const wm_gemm *gemm)
{
    const void *one;
    const void *zero;
    (void)scale_type(p->key.arithmetic, &one, &zero);
    return cuda->gemm->library.matmul(cuda->gemm->handle, p->operation, one, gemm->B->bytes,
                                      p->first, gemm->A->bytes, p->second, zero, gemm->C->bytes,
                                      p->result, gemm->C->bytes, p->result, &p->algorithm,
                                      cuda->gemm->workspace, p->workspace, cuda->stream);
}

static wm_status open_library(wm_cuda *cuda)
{
    wm_cuda_gemm *state = cuda->gemm;
    if (state == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_NOMEM, "no memory when the device was opened");
    if (state->library.reason[0] != '\0')
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "no cuBLASLt: %s",
                                     state->library.reason);
    if (state->handle != NULL)
        return WM_OK;
    wm_status status = blas_check(cuda, state->library.create(&state->handle), "cublasLtCreate");
    if (status != WM_OK) {
        state->handle = NULL;
        return status;
    }
    status = wm_cuda_memory_take(cuda, WORKSPACE_BYTES, &state->workspace, "cuBLASLt's workspace");
    if (status != WM_OK) {
        (void)state->library.destroy(state->handle);
        state->handle = NULL;
    }
    return status;
}

static void free_plan(const wm_cuda_blas *library, plan *p)
{
    if (p == NULL)
        return;
    if (p->operation != NULL)
        (void)library->free_operation(p->operation);
    if (p->first != NULL)
        (void)library->free_layout(p->first);
    if (p->second != NULL)
        (void)library->free_layout(p->second);
    if (p->result != NULL)
        (void)library->free_layout(p->result);
    free(p);
}

void wm_cuda_gemm_free(wm_cuda_gemm *gemm)
{
    if (gemm == NULL)
        return;
    for (size_t i = 0; i < PLANS; i++)
        free_plan(&gemm->library, gemm->plans[i]);
    (void)cudaFree(gemm->workspace);
    if (gemm->handle != NULL)
        (void)gemm->library.destroy(gemm->handle);
    free(gemm);
}

/* The plan's descriptors: what to compute, not how. */
static cublasStatus_t describe_product(const wm_cuda_blas *library, plan *p)
{
    const void *one;
    const void *zero;
    const product *key = &p->key;
    const bool transposed = key->layout == WM_LAYOUT_TN;
    const cublasOperation_t operation = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    const int8_t fast = key->arithmetic == WM_ARITHMETIC_F32_FAST;
    const cudaDataType_t in = data_type(key->operand_format);
    cublasStatus_t status = library->new_operation(&p->operation, compute_type(key->arithmetic),
                                                   scale_type(key->arithmetic, &one, &zero));
    if (status == CUBLAS_STATUS_SUCCESS)
        status = library->set_operation(p->operation, CUBLASLT_MATMUL_DESC_TRANSA, &operation,
                                        sizeof operation);
    if (status == CUBLAS_STATUS_SUCCESS && key->operand_format == WM_FORMAT_E4M3)
        status = library->set_operation(p->operation, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast,
                                        sizeof fast);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = transposed ? library->new_layout(&p->first, in, key->k, key->n, (int64_t)key->k)
                            : library->new_layout(&p->first, in, key->n, key->k, (int64_t)key->n);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = library->new_layout(&p->second, in, key->k, key->m, (int64_t)key->k);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = library->new_layout(&p->result, data_type(key->output_format), key->n, key->m,
                                     (int64_t)key->n);
    return status;
}

/* The heuristic's offers, best guess first. */
static cublasStatus_t find_candidates(wm_cuda_gemm *state, const plan *p,
                                      cublasLtMatmulHeuristicResult_t found[CANDIDATES], int *count)
{
    cublasLtMatmulPreference_t preference = NULL;
    const uint64_t workspace = WORKSPACE_BYTES;
    const uint32_t scheme = CUBLASLT_REDUCTION_SCHEME_NONE;
    cublasStatus_t status = state->library.new_preference(&preference);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = state->library.set_preference(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                               &workspace, sizeof workspace);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = state->library.set_preference(
            preference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &scheme, sizeof scheme);
    if (status == CUBLAS_STATUS_SUCCESS)
        status =
            state->library.heuristic(state->handle, p->operation, p->first, p->second, p->result,
                                     p->result, preference, CANDIDATES, found, count);
    if (preference != NULL)
        (void)state->library.free_preference(preference);
    return status;
}

/* The mean time of `runs` consecutive products. */
static wm_status time_plan(wm_cuda *cuda, const plan *p, const wm_gemm *gemm, int runs, float *ms)
{
    wm_status status = wm_cuda_device_start(cuda);
    for (int i = 0; i < runs && status == WM_OK; i++)
        status = blas_check(cuda, run_plan(cuda, p, gemm), "product");
    return status == WM_OK ? wm_cuda_device_lap(cuda, runs, ms) : status;
}

static void take_candidate(plan *p, const cublasLtMatmulHeuristicResult_t *candidate)
{
    p->algorithm = candidate->algo;
    p->workspace = candidate->workspaceSize;
}

/* Drops the candidates that do not run and times one product of each other one. A device that takes
 * the first keeps one, and does not time it. */
static wm_status try_candidates(wm_cuda *cuda, plan *p, const wm_gemm *gemm,
                                cublasLtMatmulHeuristicResult_t found[CANDIDATES], int *count,
                                float *fastest_ms)
{
    int kept = 0;
    uint64_t other = 0; /* how a refused algorithm multiplies */
    *fastest_ms = 0;
    for (int i = 0; i < *count && !(cuda->takes_first && kept > 0); i++) {
        float ms = 0;
        uint64_t flags = 0;
        if (found[i].state != CUBLAS_STATUS_SUCCESS)
            continue;
        if (!wm_cuda_algorithm_keeps(&cuda->gemm->library, &found[i].algo, p->key.operand_format,
                                     p->key.arithmetic, &flags)) {
            other = flags;
            continue;
        }
        take_candidate(p, &found[i]);
        wm_status status = time_plan(cuda, p, gemm, 1, &ms); /* the first run loads the kernel */
        if (status == WM_OK && !cuda->takes_first)
            status = time_plan(cuda, p, gemm, 1, &ms);
        if (status == WM_E_UNSUPPORTED)
            continue;
        if (status != WM_OK)
            return status;
        if (kept == 0 || ms < *fastest_ms)
            *fastest_ms = ms;
        found[kept++] = found[i];
    }
    *count = kept;
    if (kept > 0)
        return WM_OK;
    if (other != 0)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED,
                                     "product: cuBLASLt offers only another arithmetic "
                                     "(implementation flags 0x%llx)",
                                     (unsigned long long)other);
    return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED,
                                 "product: cuBLASLt has no algorithm for it");
}

/* The arguments of the tuner's timer. */
typedef struct {
    wm_cuda *cuda;
    plan *p;
    const wm_gemm *gemm;
    const cublasLtMatmulHeuristicResult_t *found;
} tuning;

static wm_status time_candidate(void *context, size_t candidate, int runs, float *ms)
{
    const tuning *t = context;
    take_candidate(t->p, &t->found[candidate]);
    return time_plan(t->cuda, t->p, t->gemm, runs, ms);
}

/* Stores the best of the candidates in the plan; C gets the product meanwhile. *kept is how many
 * ran. */
static wm_status tune(wm_cuda *cuda, plan *p, const wm_gemm *gemm,
                      cublasLtMatmulHeuristicResult_t found[CANDIDATES], int count, int *kept)
{
    tuning t = {cuda, p, gemm, found};
    float fastest_ms = 0;
    size_t chosen;
    wm_status status = try_candidates(cuda, p, gemm, found, &count, &fastest_ms);
    if (status != WM_OK)
        return status;
    *kept = count;
    status = wm_cuda_tune(time_candidate, &t, (size_t)count, fastest_ms, &chosen);
    if (status == WM_OK)
        take_candidate(p, &found[chosen]);
    return status;
}

/* Says of how many candidates it was the fastest, or the first. */
static void tell_choice(const wm_cuda *cuda, plan *p, int offered, int kept)
{
    if (cuda->takes_first)
        snprintf(p->how, sizeof p->how, "the first of %d offered that does", offered);
    else if (kept > 1)
        snprintf(p->how, sizeof p->how, "best of %d sustained", kept);
    else
        snprintf(p->how, sizeof p->how, "the only one of %d offered that does", offered);
}

/* The part of a plan's description before the semicolon. Equal words mean the same algorithm. */
static void write_method(const wm_cuda_blas *library, const char *name, char text[256])
{
    snprintf(text, 256, "cuBLASLt %zu.%zu.%zu, reduction scheme none, workspace 32 MiB, %.144s",
             library->version / 10000, library->version / 100 % 100, library->version % 100, name);
}

static product key_of(const wm_gemm *gemm)
{
    product key;
    memset(&key, 0, sizeof key); /* keys are compared as bytes */
    key.operand_format = gemm->operand_format;
    key.output_format = gemm->output_format;
    key.arithmetic = gemm->arithmetic;
    key.layout = gemm->layout;
    key.m = gemm->m;
    key.n = gemm->n;
    key.k = gemm->k;
    return key;
}

static plan *find_plan(const wm_cuda *cuda, const wm_gemm *gemm)
{
    const product key = key_of(gemm);
    for (size_t i = 0; cuda->gemm != NULL && i < PLANS; i++)
        if (cuda->gemm->plans[i] != NULL &&
            memcmp(&cuda->gemm->plans[i]->key, &key, sizeof key) == 0)
            return cuda->gemm->plans[i];
    return NULL;
}

/* Makes a plan without an algorithm, and gets the heuristic's offers for it. */
static wm_status begin_plan(wm_cuda *cuda, const wm_gemm *gemm,
                            cublasLtMatmulHeuristicResult_t found[CANDIDATES], int *count,
                            plan **begun)
{
    if (gemm->operand_format == WM_FORMAT_E4M3 && cuda->capability < FP8_CAPABILITY)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED,
                                     "product: fp8 needs compute capability 8.9, this device has "
                                     "%d.%d",
                                     cuda->capability / 10, cuda->capability % 10);
    plan *p = calloc(1, sizeof *p);
    if (p == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_NOMEM, "product: no host memory");
    p->key = key_of(gemm);
    wm_status status = blas_check(cuda, describe_product(&cuda->gemm->library, p), "product");
    if (status == WM_OK)
        status = blas_check(cuda, find_candidates(cuda->gemm, p, found, count), "product");
    if (status == WM_OK)
        *begun = p;
    else
        free_plan(&cuda->gemm->library, p);
    return status;
}

/* Stores a plan in place of one of the same kind, or of the oldest. */
static void keep_plan(wm_cuda_gemm *state, plan *p)
{
    size_t place = PLANS;
    for (size_t i = 0; i < PLANS; i++)
        if (state->plans[i] != NULL && memcmp(&state->plans[i]->key, &p->key, sizeof p->key) == 0)
            place = i;
    if (place == PLANS)
        place = state->made++ % PLANS;
    free_plan(&state->library, state->plans[place]);
    state->plans[place] = p;
}

static wm_status make_plan(wm_cuda *cuda, const wm_gemm *gemm, plan **made)
{
    cublasLtMatmulHeuristicResult_t found[CANDIDATES];
    int count = 0;
    int kept = 0;
    plan *p;
    wm_status status = begin_plan(cuda, gemm, found, &count, &p);
    if (status != WM_OK)
        return status;
    status = tune(cuda, p, gemm, found, count, &kept);
    if (status != WM_OK) {
        free_plan(&cuda->gemm->library, p);
        return status;
    }
    wm_cuda_algorithm_name(&cuda->gemm->library, &p->algorithm, p->name);
    tell_choice(cuda, p, count, kept);
    keep_plan(cuda->gemm, p);
    *made = p;
    return WM_OK;
}

/* Whether a method, up to its semicolon, describes the plan with this algorithm. */
static bool is_named(const wm_cuda_blas *library, plan *p,
                     const cublasLtMatmulHeuristicResult_t *candidate, const char *method)
{
    char own[256];
    uint64_t flags;
    if (candidate->state != CUBLAS_STATUS_SUCCESS)
        return false;
    take_candidate(p, candidate);
    if (!wm_cuda_algorithm_keeps(library, &candidate->algo, p->key.operand_format,
                                 p->key.arithmetic, &flags))
        return false;
    wm_cuda_algorithm_name(library, &p->algorithm, p->name);
    write_method(library, p->name, own);
    return strncmp(method, own, strlen(own)) == 0 && method[strlen(own)] == ';';
}

/* Takes over how a recorded method was chosen, so that both methods have one text. Other words than
 * those of `tell_choice` are not repeated. */
static void keep_how(plan *p, const char *method)
{
    static const char *const WORDS[] = {"; best of %d sustained%n",
                                        "; the only one of %d offered that does%n",
                                        "; the first of %d offered that does%n"};
    const char *how = strchr(method, ';'); /* is_named found it */
    snprintf(p->how, sizeof p->how, "as recorded before");
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        int count, end = 0;
        if (sscanf(how, WORDS[i], &count, &end) == 1 && end > 0 && how[end] == '\0')
            snprintf(p->how, sizeof p->how, "%s", how + 2);
    }
}

wm_status wm_cuda_gemm_choose(wm_cuda *cuda, const wm_gemm *gemm, const char *method)
{
    cublasLtMatmulHeuristicResult_t found[CANDIDATES];
    int count = 0;
    plan *p;
    wm_status status = wm_product_agrees(gemm) ? open_library(cuda)
                                               : wm_cuda_device_refuse(cuda, WM_E_ARG,
                                                                       "product: formats that do "
                                                                       "not fit together");
    if (status == WM_OK)
        status = begin_plan(cuda, gemm, found, &count, &p);
    if (status != WM_OK)
        return status;
    for (int i = 0; i < count; i++)
        if (is_named(&cuda->gemm->library, p, &found[i], method)) {
            keep_how(p, method);
            keep_plan(cuda->gemm, p);
            return WM_OK;
        }
    free_plan(&cuda->gemm->library, p);
    return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED,
                                 "product: cuBLASLt does not offer the recorded algorithm now: "
                                 "%.160s",
                                 method);
}

wm_status wm_cuda_gemm_run(wm_device *device, const wm_gemm *gemm)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status == WM_OK)
        status = wm_cuda_gemm_check(cuda, gemm);
    if (status == WM_OK)
        status = open_library(cuda);
    if (status != WM_OK)
        return status;
    plan *p = find_plan(cuda, gemm);
    if (p == NULL)
        status = make_plan(cuda, gemm, &p);
    return status == WM_OK ? blas_check(cuda, run_plan(cuda, p, gemm), "product") : status;
}

void wm_cuda_gemm_facts(wm_cuda *cuda)
{
    cuda->gemm = calloc(1, sizeof *cuda->gemm);
    if (cuda->gemm == NULL) {
        wm_cuda_device_absent(cuda, "cublaslt", "no memory when the device was opened");
        return;
    }
    const wm_cuda_blas *library = &cuda->gemm->library;
    if (wm_cuda_blas_load(&cuda->gemm->library))
        wm_cuda_device_fact(cuda, "cublaslt", "%zu.%zu.%zu", library->version / 10000,
                            library->version / 100 % 100, library->version % 100);
    else
        wm_cuda_device_absent(cuda, "cublaslt", library->reason);
}

const void *wm_cuda_gemm_library(const wm_cuda *cuda)
{
    const void *address = NULL;
    if (cuda->gemm != NULL)
        memcpy(&address, &cuda->gemm->library.create, sizeof address);
    return address;
}

void wm_cuda_gemm_describe(const wm_cuda *cuda, const wm_gemm *gemm, char text[256])
{
    if (cuda->gemm == NULL || cuda->gemm->library.reason[0] != '\0') {
        snprintf(text, 256, "nothing: no cuBLASLt: %s",
                 cuda->gemm != NULL ? cuda->gemm->library.reason : "no memory");
        return;
    }
    const plan *p = find_plan(cuda, gemm);
    write_method(&cuda->gemm->library,
                 p != NULL ? p->name : "algorithm chosen at the first product", text);
    if (p != NULL)
        snprintf(text + strlen(text), 256 - strlen(text), "; %s", p->how);
}
