/* The operations of exact products on both devices. */
#ifndef WM_TESTS_CONFORMANCE_CUDA_EXACT_H
#define WM_TESTS_CONFORMANCE_CUDA_EXACT_H

/* The part "exact". */
void exact_products(void);

#endif
