/* The reference: every operation as its plainest loop over host arrays, slow, in binary64. It
 * judges the fast operations.
 *
 * Arrays hold elements of the operation's formats in the layout of backend.h. Where a function
 * takes a structure of backend.h, its buffers are not used. The reference shares only standards/
 * with the loops of the CPU backend. */
#ifndef WM_BACKEND_CPU_REFERENCE_H
#define WM_BACKEND_CPU_REFERENCE_H

#include "backend/backend.h"
#include "standards/philox.h"

/* Operands from a seed, one element at a time. Errors: those of wm_normal_table. */
wm_status wm_reference_fill_normal(wm_format format, size_t count, const uint8_t seed[32],
                                   void *elements);
void wm_reference_fill_int8(size_t count, const uint8_t seed[32], int8_t *elements);
void wm_reference_fill_index(size_t count, uint64_t bound, const uint8_t seed[32],
                             uint32_t *elements);

/* The operands in binary64: a is m x k, b is n x k (B's transpose, for any layout). `rounded`: as
 * the product's arithmetic uses them (tf32 rounds its operands); else as stored. */
void wm_reference_widen(const wm_gemm *gemm, bool rounded, const void *A, const void *B, double *a,
                        double *b);

/* Element (i, j) of the product of widened operands: the binary64 sum of products. *magnitude is
 * the sum of their absolute values. */
double wm_reference_gemm_element(const wm_gemm *gemm, const double *a, const double *b, size_t i,
                                 size_t j, double *magnitude);

/* The whole product of widened operands, each element rounded once. */
void wm_reference_gemm(const wm_gemm *gemm, const double *a, const double *b, void *C);

/* One row of attention's output in binary64, before its rounding. */
void wm_reference_attention_row(const wm_attention *attention, const uint16_t *Q, const uint16_t *K,
                                const uint16_t *V, size_t row, double *output);

/* The ratio of one row in the test of all rows (guard.h), from Q, K, V and O. */
double wm_reference_attention_ratio(const wm_attention *attention,
                                    const uint16_t *const operands[4], const uint8_t seed[32],
                                    size_t row);

/* Sums of scattered rows in binary64, and sums of absolute values: out and magnitude, buckets x
 * columns. */
void wm_reference_scatter(const wm_scatter *scatter, const float *src, const uint32_t *index,
                          double *out, double *magnitude);

/* The fixed variant of scatter_add: integers of 2^-40, one rounding. */
void wm_reference_scatter_fixed(const wm_scatter *scatter, const float *src, const uint32_t *index,
                                float *out);

/* Sums in levels, in the order of the variant `deterministic`. */
void wm_reference_reduce(size_t count, const float *x, float *out);

/* One sum of a reduction that must not depend on an order: its exact value, and the root of the sum
 * of squares. */
typedef struct {
    size_t count; /* addends, or sums of the level below */
    double sum, norm;
} wm_reference_sum;

/* The sum that element `element` of a reduction's output has to be: of addends of x, or of elements
 * of out as they are. */
wm_reference_sum wm_reference_reduce_sum(size_t count, const float *x, const float *out,
                                         size_t element);

/* Random reads. */
void wm_reference_random_access(const wm_random_access *access, const uint32_t *table,
                                uint32_t *out);

/* The residual of probe set `set` in binary64, of operands widened from their stored form. */
typedef struct {
    wm_residual_result result;
    /* How much another arithmetic, with a relative error of u for each operation, may move the two
     * maxima and the two sums. */
    double difference_bound, reference_bound, residual_bound, rounding_bound;
    /* r^2 / D and the same bound for each of the m x 24 rows and probes, 0 for empty probes; the
     * caller's memory. */
    double *statistics, *statistic_bounds;
} wm_reference_residual;
wm_status wm_reference_residual_run(const wm_residual *residual, size_t set, const double *a,
                                    const double *b, const void *C, double u,
                                    wm_reference_residual *reference);

/* The entry of column `column` in the probes of a seed's stream. */
double wm_reference_probe(const wm_philox *stream, size_t column);

/* The distance from |value| to the next larger magnitude of a floating-point format; for zero and
 * subnormal numbers the smallest subnormal. NaN for numbers that are not finite. */
double wm_reference_gap(wm_format format, double value);

/* The weighted checksum of scatter_add and index_add. Errors: those of wm_normal_table. */
wm_status wm_reference_scatter_residual(const wm_scatter *scatter, const float *src,
                                        const uint32_t *index, const float *out,
                                        const uint8_t weights[32], wm_difference *result);

/* The output digest, by the recursive definition of RFC 6962 section 2.1. */
void wm_reference_digest(const uint8_t *bytes, size_t size_bytes, size_t row_bytes,
                         uint8_t digest[32], uint8_t *row_digests);

#endif
