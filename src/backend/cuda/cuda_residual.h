/* Declarations shared by the files of the residual (docs/formats/inputs.md section 7).
 *
 * X has one number a column, and column j belongs to probe j mod 24. So B X and C X need one
 * multiply-add an element. Y = B X has 24 columns, and A Y is a product with all of them. Thin
 * matrices are stored probe by probe: element (l, p) of Y is Y[p * k + l]. */
#ifndef WM_BACKEND_CUDA_CUDA_RESIDUAL_H
#define WM_BACKEND_CUDA_CUDA_RESIDUAL_H

#include "backend/cuda/cuda.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WM_CUDA_SETS = WM_TABLES_PROBES }; /* probe sets at once; bounds the workspace */

/* A matrix of the residual: rows x columns, stored as its transpose if `transposed`. */
typedef struct {
    const void *bytes;
    wm_format format;
    bool transposed;
    size_t rows, columns;
} wm_cuda_operand;

/* When a fast kernel waits for the kernels queued before it. A kernel starts beside the last one,
 * so that no unit idles between two matrices. */
typedef enum {
    WM_CUDA_WAIT_FIRST, /* before it reads the probes, which are just being made */
    /* after the first tile: does not need the last kernel's results, but the next kernel may */
    WM_CUDA_WAIT_SOON
} wm_cuda_wait;

/* -- cuda_probes.cu -- */
/* Queues the probes of some sets: X[set][j], n of them a set, in the format of the witness; and
 * squares[set][p] += 4096 * the sum of x^2 of probe p. */
wm_status wm_cuda_probes_draw(wm_cuda *cuda, const wm_residual *residual, size_t first, size_t sets,
                              void *X, unsigned long long *squares);

/* A matrix in rows under one set of probes, float32, in parts of the columns:
 * partial[part][p][i] = sum over the part's columns j of p of M[i][j] x[j], and if rounding is not
 * null, rounding[part][p][i] = the sum of x[j]^2 gap(M[i][j])^2, which is right between 2^-80 and
 * 2^120. */
typedef struct {
    const void *M;
    wm_format format;
    size_t rows, columns;
    const float *X;
    float *partial, *rounding;
    wm_cuda_wait wait;
} wm_cuda_probes;

/* Whether the fast kernel supports this kind of matrix. */
bool wm_cuda_probes_takes(const wm_cuda_operand *M, bool has_gap);
size_t wm_cuda_probes_parts(const wm_cuda *cuda, const wm_cuda_operand *M);
/* Queues the kernel, which may start beside the last one. */
wm_status wm_cuda_probes_run(wm_cuda *cuda, const wm_cuda_probes *probes, size_t parts);

/* -- cuda_residual_columns.cu -- */
/* The same, without rounding, for a matrix that is stored transposed. Waits as FIRST. */
bool wm_cuda_columns_takes(const wm_cuda_operand *M);
size_t wm_cuda_columns_parts(const wm_cuda *cuda, const wm_cuda_operand *M);
wm_status wm_cuda_columns_run(wm_cuda *cuda, const wm_cuda_probes *probes, size_t parts);

/* -- cuda_residual_rows.cu -- */
/* A matrix in rows times 24 columns, in parts of k: partial[part][p][i] = sum over the part's
 * columns l of M[i][l] Y[p][l]. */
typedef struct {
    const void *M;
    wm_format format;
    size_t rows, columns;
    const float *Y;
    const unsigned *peaks; /* bits of max |Y| of each probe */
    float *partial;
} wm_cuda_stripe;

bool wm_cuda_stripe_takes(const wm_cuda *cuda, const wm_cuda_operand *M);
size_t wm_cuda_stripe_parts(const wm_cuda *cuda, const wm_cuda_operand *M);
/* Queues the kernel. It may start beside the last one and waits for it at the end: its inputs were
 * complete before the last kernel let it start. */
wm_status wm_cuda_stripe_run(wm_cuda *cuda, const wm_cuda_stripe *stripe, size_t parts);
/* Queues out[p][i] = the parts' sum in order. peaks[p], which the caller zeroes, gets the bits of
 * max |out|. */
wm_status wm_cuda_stripe_add(wm_cuda *cuda, const float *partial, size_t parts, size_t rows,
                             float *out, unsigned *peaks);
/* Launches a kernel that may start beside the last one. */
wm_status wm_cuda_stripe_launch(wm_cuda *cuda, const void *kernel, dim3 grid, unsigned threads,
                                size_t shared, void **arguments);

/* -- cuda_thin.cu -- */
/* Products with thin matrices for any shape and format, of some sets, in the format `witness`.
 * Queues out[set][p][i] = sum over the columns j of p of M[i][j] X[set][j]; rounding, or null, is
 * binary64: [set][p][i] = the sum of x^2 gap^2, for a matrix that is not transposed. */
void wm_cuda_thin_probes(wm_cuda *cuda, const wm_cuda_operand *M, wm_format witness, size_t sets,
                         const void *X, void *out, double *rounding);
/* Queues out[set][p][i] = sum over l of M[i][l] Y[set][p][l]; M is not transposed. */
void wm_cuda_thin_dense(wm_cuda *cuda, const wm_cuda_operand *M, wm_format witness, size_t sets,
                        const void *Y, void *out);

/* -- cuda_judge.cu -- */
/* What one set shows. */
typedef struct {
    double difference, reference, statistic, residual_squares, rounding_squares, square_max;
    uint64_t worst; /* row * 32 + probe of the largest statistic */
    uint64_t bad;   /* the first row with a number that is not finite; UINT64_MAX: none */
    uint64_t again; /* not 0: a row's rounding is outside of float32's range */
} wm_cuda_verdict;

enum { WM_CUDA_JUDGES = 512 }; /* blocks of a set */

/* C X, A Y and the sums of x^2 gap^2 of C (or null), in parts: [part][set][p][i]. AY and CX have
 * the witness's format. rounding is binary32 if `narrow`, else binary64. */
typedef struct {
    const void *AY, *CX, *rounding;
    size_t a_parts, c_parts, sets, rows, columns;
    bool narrow;
    const unsigned long long *squares; /* [set][p], as wm_cuda_probes_draw makes them */
    wm_cuda_verdict *verdicts;         /* room for sets x WM_CUDA_JUDGES */
    unsigned *done;                    /* zeros, one a set */
    wm_cuda_verdict *results;          /* sets of them, in the host's memory */
} wm_cuda_judged;
void wm_cuda_judge_run(wm_cuda *cuda, const wm_cuda_judged *judged, const wm_residual *residual);

#ifdef __cplusplus
}
#endif

#endif
