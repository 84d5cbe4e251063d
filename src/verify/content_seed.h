/* The seed of a product's probes, from the bytes of its matrices. */
#ifndef WM_VERIFY_CONTENT_SEED_H
#define WM_VERIFY_CONTENT_SEED_H

#include "standards/sha256.h"
#include "verify/operand.h"

/* SHA-256 of `words` and of a universal hash (cpu_kernels.h, fold) of each block of 24 rows of each
 * matrix. The same bytes give the same seed, whatever the strides, threads and inner loops. It is
 * no cryptographic hash of the matrices: a forger who builds C for its probes is not stopped. Each
 * operand is read once. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_content_seed(const wm_cpu_kernels *kernels, unsigned threads,
                                        const char *words, const wm_operand *operands, size_t count,
                                        uint8_t seed[WM_SHA256_SIZE]);

#endif
