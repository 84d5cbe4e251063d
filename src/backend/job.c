/* Calls the device's operation that a job names. */
#include "backend/job.h"

wm_status wm_job_run(wm_device *device, const wm_job *job)
{
    const wm_backend *ops = device->ops;
    switch (job->operation) {
    case WM_OPERATION_GEMM:
        return ops->gemm(device, &job->as.gemm);
    case WM_OPERATION_GEMM_CAREFUL:
        return ops->gemm_careful(device, &job->as.gemm);
    case WM_OPERATION_TRIAD:
        return ops->triad(device, job->as.triad.a, job->as.triad.b, job->as.triad.c,
                          job->as.triad.count);
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

wm_status wm_job_describe(wm_device *device, const wm_job *job, char text[256])
{
    return device->ops->describe(device, job, text);
}

wm_status wm_job_choose(wm_device *device, const wm_job *job, const char *method)
{
    return device->ops->choose(device, job, method);
}

/* Where a job keeps its output. */
static wm_device_buffer **output_of(wm_job *job)
{
    switch (job->operation) {
    case WM_OPERATION_GEMM:
    case WM_OPERATION_GEMM_CAREFUL:
        return &job->as.gemm.C;
    case WM_OPERATION_TRIAD:
        return &job->as.triad.a;
    case WM_OPERATION_ATTENTION:
    case WM_OPERATION_ATTENTION_CAREFUL:
        return &job->as.attention.O;
    case WM_OPERATION_REDUCE:
        return &job->as.reduction.out;
    case WM_OPERATION_SCATTER_ADD:
    case WM_OPERATION_INDEX_ADD:
        return &job->as.scatter.out;
    case WM_OPERATION_RANDOM_ACCESS:
        return &job->as.access.out;
    case WM_OPERATION_COUNT:
        break;
    }
    return NULL;
}

wm_device_buffer *wm_job_output(const wm_job *job)
{
    wm_job copy = *job;
    wm_device_buffer **output = output_of(&copy);
    return output != NULL ? *output : NULL;
}

void wm_job_redirect(wm_job *job, wm_device_buffer *output)
{
    wm_device_buffer **place = output_of(job);
    if (place != NULL)
        *place = output;
}
