/* SHA-256 by the processor's own instructions, or of sixteen messages of one size at a time, one in
 * each lane of AVX-512 vectors. */
#ifndef WM_BACKEND_CPU_SHA256_H
#define WM_BACKEND_CPU_SHA256_H

#include <stdbool.h>

#include "standards/sha256.h"

/* A compression function for wm_sha256_plug, or NULL if this processor lacks the instructions. */
wm_sha256_compress *wm_cpu_sha256_find(void);

enum { WM_CPU_SHA256_LANES = 16 };

/* Whether this processor has AVX-512 for the sixteen lanes. */
bool wm_cpu_sha256_lanes_there(void);

/* digests[i] = SHA-256(prefix || messages[i]), size_bytes each. A digest may overwrite a message:
 * all are read first. Cost: on Zen 4, two thirds of the time of the SHA instructions. */
void wm_cpu_sha256_lanes_hash(uint8_t prefix, const uint8_t *const messages[WM_CPU_SHA256_LANES],
                              size_t size_bytes, uint8_t *const digests[WM_CPU_SHA256_LANES]);

#endif
