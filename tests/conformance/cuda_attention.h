/* Attention of both devices. */
#ifndef WM_TESTS_CONFORMANCE_CUDA_ATTENTION_H
#define WM_TESTS_CONFORMANCE_CUDA_ATTENTION_H

void attentions(void);

#endif
