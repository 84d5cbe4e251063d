/* Computes outputs again on the higher-assurance path. */
#include "study/careful.h"

#include <stdio.h>

/* The more careful way to compute the output, and its words. */
static wm_status careful_job(const wm_workload *workload, wm_job *job, char words[256])
{
    char text[200];
    wm_status status;
    *job = workload->job;
    switch (job->operation) {
    case WM_OPERATION_GEMM:
        job->operation = WM_OPERATION_GEMM_REFERENCE;
        break;
    case WM_OPERATION_REDUCE:
        job->as.reduction.deterministic = true;
        break;
    case WM_OPERATION_SCATTER_ADD:
        job->as.scatter.fixed = true;
        break;
    default: /* the others have one way only: the operands are filled again, and it is run again */
        break;
    }
    status = wm_job_describe(workload->device, job, words);
    (void)snprintf(text, sizeof text, "%.190s", words);
    if (status == WM_OK)
        (void)snprintf(words, 256, "operands filled again; %s", text);
    return status;
}

wm_status wm_careful_run(wm_workload *workload, const char *nonce, char words[256])
{
    wm_job job;
    wm_status status = careful_job(workload, &job, words);
    if (status == WM_OK)
        status = wm_workload_fill(workload, nonce);
    if (status == WM_OK)
        status = wm_job_run(workload->device, &job);
    if (status == WM_OK)
        status = workload->device->ops->sync(workload->device);
    return status;
}
