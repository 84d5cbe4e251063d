/* Digests of both devices, with openings. */
#ifndef WM_TESTS_CONFORMANCE_CUDA_DIGESTS_H
#define WM_TESTS_CONFORMANCE_CUDA_DIGESTS_H

void test_digests(void);

#endif
