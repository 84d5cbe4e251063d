/* Runs a job on its device. */
#include "backend/job.h"

wm_status wm_job_run(wm_device *device, const wm_job *job)
{
    const wm_backend *ops = device->ops;
    const wm_triad *triad = &job->as.triad;
    const wm_copy *copy = &job->as.copy;
    switch (job->operation) {
    case WM_OPERATION_GEMM:
        return ops->gemm(device, &job->as.gemm);
    case WM_OPERATION_GEMM_CAREFUL:
        return ops->gemm_careful(device, &job->as.gemm);
    case WM_OPERATION_TRIAD:
        return ops->triad(device, triad->a, triad->b, triad->c, triad->count);
    case WM_OPERATION_COPY:
        return ops->copy(device, copy->b, 0, copy->a, 0, copy->count * sizeof(float));
    case WM_OPERATION_ATTENTION:
        return ops->attention(device, &job->as.attention);
    case WM_OPERATION_ATTENTION_CAREFUL:
        return ops->attention_careful(device, &job->as.attention);
    case WM_OPERATION_REDUCE:
        return ops->reduce(device, &job->as.reduction);
    case WM_OPERATION_SCATTER_ADD:
        return ops->scatter_add(device, &job->as.scatter);
    case WM_OPERATION_INDEX_ADD:
        return ops->index_add(device, &job->as.scatter);
    case WM_OPERATION_RANDOM_ACCESS:
        return ops->random_access(device, &job->as.access);
    case WM_OPERATION_COUNT:
        break;
    }
    return WM_E_ARG;
}
