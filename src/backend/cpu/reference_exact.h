/* The reference of exact products: the operations of backend/exact.h as plain loops over host
 * arrays. */
#ifndef WM_BACKEND_CPU_REFERENCE_EXACT_H
#define WM_BACKEND_CPU_REFERENCE_EXACT_H

#include "backend/backend.h"

/* fill_integers. Shapes: elements rows x columns. */
void wm_reference_exact_fill(const wm_integers *integers, const uint8_t seed[32], void *elements);

/* exact_rows: the number of wrong rows. Shapes: A m x k, B n x k, C m x n; the buffers of gemm are
 * not used. */
uint64_t wm_reference_exact_rows(const wm_gemm *gemm, const int8_t *A, const int8_t *B,
                                 const int32_t *C, const uint8_t seed[32]);

/* compare_exact. */
wm_exact_difference wm_reference_exact_compare(wm_format format, size_t count, const void *output,
                                               const int32_t *exact);

/* take_integers: the number of elements that are refused. */
uint64_t wm_reference_exact_take(size_t count, const float *output, uint32_t most,
                                 int32_t *integers);

#endif
