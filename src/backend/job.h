/* A workload's operation with its buffers, whichever of the device's operations it is. */
#ifndef WM_BACKEND_JOB_H
#define WM_BACKEND_JOB_H

#include "backend/backend.h"

/* The operations of the workloads. */
typedef enum {
    WM_OPERATION_GEMM,
    WM_OPERATION_GEMM_CAREFUL,
    WM_OPERATION_TRIAD,
    WM_OPERATION_COPY,
    WM_OPERATION_ATTENTION,
    WM_OPERATION_ATTENTION_CAREFUL,
    WM_OPERATION_REDUCE,
    WM_OPERATION_SCATTER_ADD,
    WM_OPERATION_INDEX_ADD,
    WM_OPERATION_RANDOM_ACCESS,
    WM_OPERATION_COUNT
} wm_operation;

/* a[i] = fma(3, c[i], b[i]) over `count` float32. */
typedef struct {
    size_t count;
    const wm_device_buffer *b, *c;
    wm_device_buffer *a;
} wm_triad;

/* b[i] = a[i] over `count` float32. */
typedef struct {
    size_t count;
    const wm_device_buffer *a;
    wm_device_buffer *b;
} wm_copy;

/* One operation of the workloads, ready to run: `operation` says which member of `as` holds it
 * (SCATTER_ADD and INDEX_ADD share `scatter`). */
typedef struct wm_job {
    wm_operation operation;
    wm_device_buffer *output; /* that it writes; as in `as` */
    wm_operands operands;     /* since the last check; only the check of a product reads it */
    union {
        wm_gemm gemm;
        wm_triad triad;
        wm_copy copy;
        wm_attention attention;
        wm_reduction reduction;
        wm_scatter scatter;
        wm_random_access access;
    } as;
} wm_job;

/* Queues the operation once. Errors: the operation's. */
WM_MUST_CHECK wm_status wm_job_run(wm_device *device, const wm_job *job);

#endif
