/* SHA-256 by the processor's own instructions. */
#ifndef WM_BACKEND_CPU_SHA256_H
#define WM_BACKEND_CPU_SHA256_H

#include "standards/sha256.h"

/* A compression function for wm_sha256_plug, or NULL if this processor lacks the instructions. */
wm_sha256_compress *wm_cpu_sha256_find(void);

#endif
