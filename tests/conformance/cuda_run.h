/* What the files of test_cuda share: the devices, the options and the counts of cases. */
#ifndef WM_TESTS_CONFORMANCE_CUDA_RUN_H
#define WM_TESTS_CONFORMANCE_CUDA_RUN_H

#include "backend/backend.h"

#include <stdbool.h>

extern wm_device *cpu, *gpu;
extern unsigned passed, failed, skipped;
extern bool large;       /* false with `small` */
extern const char *part; /* the only part to run; "products.fp16" is one format of it */
extern bool libraries;   /* also run cuBLASLt and cuDNN; false with `own` */

/* Prints and counts a case. */
void report(bool good, const char *format, ...) WM_PRINTF(2, 3);

/* Both devices' statuses must be WM_OK; says which one is not. */
bool both_ok(const char *what, wm_status on_cpu, wm_status on_gpu);

/* Whether the status is a refusal that a rule allows; prints and counts it. A library's rule is the
 * reason of its refusals, or null if the case must run. Every other refusal is a failure. */
bool is_refused(const char *what, wm_status on_gpu, const char *rule);

#endif
