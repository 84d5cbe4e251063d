/* The residual of a finished product under partitioned probes (docs/formats/inputs.md section 7).
 *
 * B X, C X and A (B X), then a verdict over the rows of C. For a float32 witness and large aligned
 * matrices, the fast kernels read each matrix once for a set, at memory speed. cuda_thin.cu
 * supports any shape and format, and takes all sets of a calibration at once. All sums have one
 * order. */
#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_residual.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The workspace of some sets, placed in the scratch memory. */
typedef struct {
    void *X, *Y, *CX, *AY;
    void *rounding; /* the sums of x^2 gap^2 of C's rows: float on the fast path, else double */
    float *BX;      /* the fast path: Y in parts */
    char *zeroed;   /* the rest but the verdicts: starts as zeros */
    size_t zeroed_size;
    unsigned long long *squares;
    unsigned *done, *peaks;
    wm_cuda_verdict *verdicts;
} workspace;

/* The three operands of the residual, in reading order. On the fast path, the numbers of parts of
 * their sums; else 0, 1 and 1. */
typedef struct {
    wm_cuda_operand B, C, A;
    size_t b_parts, c_parts, a_parts;
} matrices;

/* The next piece of `size` bytes. Without a base, only *at advances. */
static void *cut(char *base, size_t *at, size_t size)
{
    void *piece = base == NULL ? NULL : base + *at;
    *at += (size + 255) / 256 * 256;
    return piece;
}

/* Places the pieces; with a null base it only measures. */
static size_t lay_out(const wm_residual *residual, const matrices *all, size_t sets, char *base,
                      workspace *w)
{
    const wm_gemm *gemm = residual->gemm;
    const size_t element = wm_format_size(residual->witness), wide = sets * PROBES;
    const size_t cell = all->b_parts > 0 ? sizeof(float) : sizeof(double);
    size_t at = 0;
    w->X = cut(base, &at, sets * gemm->n * element);
    w->Y = cut(base, &at, wide * gemm->k * element);
    w->CX = cut(base, &at, all->c_parts * wide * gemm->m * element);
    w->AY = cut(base, &at, all->a_parts * wide * gemm->m * element);
    w->rounding = cut(base, &at, residual->has_gap ? all->c_parts * wide * gemm->m * cell : 0);
    w->BX = (float *)cut(base, &at, all->b_parts * PROBES * gemm->k * sizeof(float));
    w->verdicts = (wm_cuda_verdict *)cut(base, &at, sets * WM_CUDA_JUDGES * sizeof *w->verdicts);
    const size_t zeros = at;
    w->zeroed = base == NULL ? NULL : base + zeros;
    w->squares = (unsigned long long *)cut(base, &at, wide * sizeof *w->squares);
    w->peaks = (unsigned *)cut(base, &at, PROBES * sizeof *w->peaks);
    w->done = (unsigned *)cut(base, &at, sets * sizeof *w->done);
    w->zeroed_size = at - zeros;
    return at;
}

/* Places the pieces that a later residual with the same operands needs: the probes with their
 * squares, and A (B X). Of the fast path, one set. */
static size_t lay_out_kept(const wm_residual *residual, const matrices *all, char *base,
                           workspace *w)
{
    size_t at = 0;
    w->squares = (unsigned long long *)cut(base, &at, PROBES * sizeof *w->squares);
    w->X = cut(base, &at, residual->gemm->n * sizeof(float));
    w->AY = cut(base, &at, all->a_parts * PROBES * residual->gemm->m * sizeof(float));
    return at;
}

/* Whether what is kept is of this residual. */
static bool is_kept(const wm_cuda_kept *kept, const wm_residual *residual)
{
    const wm_gemm *gemm = residual->gemm;
    return kept->is_whole && kept->A == gemm->A->bytes && kept->B == gemm->B->bytes &&
           kept->m == gemm->m && kept->n == gemm->n && kept->k == gemm->k &&
           kept->operand_format == gemm->operand_format &&
           kept->output_format == gemm->output_format &&
           memcmp(kept->seed, residual->seeds[0], sizeof kept->seed) == 0;
}

/* Names what is being kept, and zeroes the sums of squares. */
static wm_status begin_kept(wm_cuda *cuda, const wm_residual *residual, const matrices *all)
{
    const wm_gemm *gemm = residual->gemm;
    wm_cuda_kept *kept = &cuda->kept;
    workspace w;
    const size_t size = lay_out_kept(residual, all, NULL, &w);
    wm_status status = WM_OK;
    kept->is_whole = false;
    if (kept->size != size) {
        wm_cuda_memory_forget(cuda);
        status = wm_cuda_memory_take(cuda, size, &kept->bytes, "memory of a residual");
    }
    if (status != WM_OK)
        return status;
    kept->size = size;
    kept->A = gemm->A->bytes;
    kept->B = gemm->B->bytes;
    kept->m = gemm->m;
    kept->n = gemm->n;
    kept->k = gemm->k;
    kept->operand_format = gemm->operand_format;
    kept->output_format = gemm->output_format;
    memcpy(kept->seed, residual->seeds[0], sizeof kept->seed);
    return wm_cuda_device_check(
        cuda, cudaMemsetAsync(kept->bytes, 0, PROBES * sizeof *w.squares, cuda->stream),
        "residual");
}

static matrices matrices_of(const wm_gemm *gemm)
{
    const bool transposed = gemm->layout == WM_LAYOUT_TN;
    const matrices all = {{gemm->B->bytes, gemm->operand_format, transposed, gemm->k, gemm->n},
                          {gemm->C->bytes, gemm->output_format, false, gemm->m, gemm->n},
                          {gemm->A->bytes, gemm->operand_format, false, gemm->m, gemm->k},
                          0,
                          1,
                          1};
    return all;
}

/* Whether the fast kernels support all three matrices; then sets the numbers of parts. */
static bool is_fast(const wm_cuda *cuda, const wm_residual *residual, matrices *all)
{
    const bool transposed = all->B.transposed;
    if (residual->witness != WM_FORMAT_F32 || !wm_cuda_stripe_takes(cuda, &all->A) ||
        !wm_cuda_probes_takes(&all->C, residual->has_gap) ||
        !(transposed ? wm_cuda_columns_takes(&all->B) : wm_cuda_probes_takes(&all->B, false)))
        return false;
    all->b_parts =
        transposed ? wm_cuda_columns_parts(cuda, &all->B) : wm_cuda_probes_parts(cuda, &all->B);
    all->c_parts = wm_cuda_probes_parts(cuda, &all->C);
    all->a_parts = wm_cuda_stripe_parts(cuda, &all->A);
    return true;
}

static void queue_general(wm_cuda *cuda, const matrices *all, const wm_residual *residual,
                          size_t sets, const workspace *w)
{
    const wm_format witness = residual->witness;
    wm_cuda_thin_probes(cuda, &all->B, witness, sets, w->X, w->Y, NULL);
    wm_cuda_thin_probes(cuda, &all->C, witness, sets, w->X, w->CX,
                        residual->has_gap ? (double *)w->rounding : NULL);
    wm_cuda_thin_dense(cuda, &all->A, witness, sets, w->Y, w->AY);
}

/* C under one set of probes. */
static wm_cuda_probes probes_of_c(const matrices *all, const wm_residual *residual,
                                  const workspace *w, wm_cuda_wait wait)
{
    const wm_cuda_probes c = {all->C.bytes,
                              all->C.format,
                              all->C.rows,
                              all->C.columns,
                              (const float *)w->X,
                              (float *)w->CX,
                              residual->has_gap ? (float *)w->rounding : NULL,
                              wait};
    return c;
}

/* One set in float32, with each matrix read once. C does not depend on B's kernels, so it is read
 * while Y is added up. A starts when Y is complete. */
static wm_status queue_fast(wm_cuda *cuda, const matrices *all, const wm_residual *residual,
                            const workspace *w)
{
    const float *X = (const float *)w->X;
    const wm_cuda_probes b = {all->B.bytes, all->B.format, all->B.rows,       all->B.columns, X,
                              w->BX,        NULL,          WM_CUDA_WAIT_FIRST};
    const wm_cuda_probes c = probes_of_c(all, residual, w, WM_CUDA_WAIT_SOON);
    const wm_cuda_stripe a = {all->A.bytes,        all->A.format, all->A.rows,   all->A.columns,
                              (const float *)w->Y, w->peaks,      (float *)w->AY};
    wm_status status = all->B.transposed ? wm_cuda_columns_run(cuda, &b, all->b_parts)
                                         : wm_cuda_probes_run(cuda, &b, all->b_parts);
    if (status == WM_OK)
        status =
            wm_cuda_stripe_add(cuda, w->BX, all->b_parts, all->B.rows, (float *)w->Y, w->peaks);
    if (status == WM_OK)
        status = wm_cuda_probes_run(cuda, &c, all->c_parts);
    if (status == WM_OK)
        status = wm_cuda_stripe_run(cuda, &a, all->a_parts);
    return status;
}

static void queue_judge(wm_cuda *cuda, const matrices *all, const wm_residual *residual,
                        size_t sets, const workspace *w)
{
    const wm_cuda_judged judged = {.AY = w->AY,
                                   .CX = w->CX,
                                   .rounding = residual->has_gap ? w->rounding : NULL,
                                   .a_parts = all->a_parts,
                                   .c_parts = all->c_parts,
                                   .sets = sets,
                                   .rows = all->C.rows,
                                   .columns = all->C.columns,
                                   .narrow = all->b_parts > 0,
                                   .squares = w->squares,
                                   .verdicts = w->verdicts,
                                   .done = w->done,
                                   .results = (wm_cuda_verdict *)cuda->host};
    wm_cuda_judge_run(cuda, &judged, residual);
}

/* Queues all passes over the matrices. With kept operands only C is read. */
static wm_status queue_passes(wm_cuda *cuda, const matrices *all, const wm_residual *residual,
                              size_t first, size_t sets, const workspace *w, bool has_kept)
{
    const wm_cuda_probes c = probes_of_c(all, residual, w, WM_CUDA_WAIT_FIRST);
    wm_status status;
    if (has_kept)
        return wm_cuda_probes_run(cuda, &c, all->c_parts);
    status = wm_cuda_probes_draw(cuda, residual, first, sets, w->X, w->squares);
    if (status == WM_OK && all->b_parts > 0)
        status = queue_fast(cuda, all, residual, w);
    else if (status == WM_OK)
        queue_general(cuda, all, residual, sets, w);
    return status;
}

static void write_result(const wm_cuda_verdict *v, wm_residual_result *result)
{
    const bool bad = v->bad != UINT64_MAX;
    result->difference_max = bad ? NAN : v->difference;
    result->reference_max = bad ? NAN : v->reference;
    result->row_statistic = bad ? NAN : v->statistic;
    result->worst_row = bad ? v->bad : v->worst / 32;
    result->worst_probe = bad ? 0 : (uint32_t)(v->worst % 32);
    result->residual_squares = bad ? NAN : v->residual_squares;
    result->rounding_squares = bad ? NAN : v->rounding_squares;
    result->probe_square_max = v->square_max;
}

/* Computes some sets at once. *again is set if the fast path could not decide. */
static wm_status run_sets(wm_cuda *cuda, const wm_residual *residual, const matrices *all,
                          size_t first, size_t sets, wm_residual_result *results, bool *again)
{
    const bool keeps =
        residual->operands != WM_OPERANDS_ANY && residual->sets == 1 && all->b_parts > 0;
    const bool has_kept =
        keeps && residual->operands == WM_OPERANDS_KEPT && is_kept(&cuda->kept, residual);
    workspace w;
    void *scratch;
    wm_status status =
        wm_cuda_device_scratch(cuda, lay_out(residual, all, sets, NULL, &w), &scratch);
    if (status != WM_OK)
        return status;
    (void)lay_out(residual, all, sets, (char *)scratch, &w);
    if (keeps && !has_kept)
        status = begin_kept(cuda, residual, all);
    if (status != WM_OK)
        return status;
    if (keeps)
        (void)lay_out_kept(residual, all, (char *)cuda->kept.bytes, &w);
    status = wm_cuda_device_check(cuda, cudaMemsetAsync(w.zeroed, 0, w.zeroed_size, cuda->stream),
                                  "residual");
    if (status == WM_OK)
        status = queue_passes(cuda, all, residual, first, sets, &w, has_kept);
    if (status != WM_OK)
        return status;
    queue_judge(cuda, all, residual, sets, &w);
    status = wm_cuda_device_wait(cuda, "residual");
    if (status != WM_OK)
        return status;
    cuda->kept.is_whole = cuda->kept.is_whole || keeps;
    const wm_cuda_verdict *found = (const wm_cuda_verdict *)cuda->host;
    for (size_t i = 0; i < sets; i++) {
        *again = *again || (found[i].again != 0 && found[i].bad == UINT64_MAX);
        write_result(&found[i], &results[first + i]);
    }
    return WM_OK;
}

/* Computes all sets: one at a time on the fast path, else as many as the workspace holds. */
static wm_status run_all(wm_cuda *cuda, const wm_residual *residual, wm_residual_result *results)
{
    matrices all = matrices_of(residual->gemm);
    bool fast = is_fast(cuda, residual, &all);
    wm_status status = WM_OK;
    for (size_t first = 0; first < residual->sets && status == WM_OK;) {
        const size_t left = residual->sets - first;
        const size_t sets = fast ? 1 : left < WM_CUDA_SETS ? left : (size_t)WM_CUDA_SETS;
        bool again = false;
        status = run_sets(cuda, residual, &all, first, sets, results, &again);
        if (again) {
            fast = false;
            all = matrices_of(residual->gemm);
        } else {
            first += sets;
        }
    }
    return status;
}

/* Whether the numbers of the row test make sense for C's format. */
static bool are_terms(const wm_residual *residual)
{
    const wm_format format = residual->gemm->output_format;
    return residual->least_square > 0 && isfinite(residual->least_square) &&
           residual->gap_scale >= 0 && isfinite(residual->gap_scale) &&
           (!residual->has_gap || format != WM_FORMAT_I32);
}

wm_status wm_cuda_residual_run(wm_device *device, const wm_residual *residual,
                               wm_residual_result *results)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (residual == NULL || results == NULL || residual->sets == 0 || residual->seeds == NULL ||
        residual->gemm == NULL || !are_terms(residual))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "residual: no product, no seeds, or no scale above 0");
    status = wm_cuda_gemm_check(cuda, residual->gemm);
    if (status != WM_OK)
        return status;
    if (!wm_product_takes_witness(residual->gemm, residual->witness))
        return wm_cuda_device_refuse(
            cuda, WM_E_UNSUPPORTED,
            "witness: binary32 for formats up to binary32, binary64 from binary32 on");
    /* On an error the caller's results do not change. */
    const size_t size = residual->sets * sizeof *results;
    wm_residual_result *found = (wm_residual_result *)malloc(size);
    if (found == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_NOMEM, "residual: no host memory");
    status = run_all(cuda, residual, found);
    if (status == WM_OK)
        memcpy(results, found, size);
    free(found);
    return status;
}
