/* Fills, sums, copies, scatters and random reads of both devices. */
#ifndef WM_TESTS_CONFORMANCE_CUDA_VECTORS_H
#define WM_TESTS_CONFORMANCE_CUDA_VECTORS_H

#include <stddef.h>

void test_fills(void);

/* The triad, the sums and the copies of n elements. */
void test_vectors(size_t n);

/* The parts "vectors", "scatters" and "accesses". */
void vectors(void);
void test_scatters(void);
void accesses(void);

#endif
