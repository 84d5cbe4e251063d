/* Describes how each operation is done on a CUDA device, in one line. */
#include "backend/cuda/cuda.h"

#include <stdio.h>
#include <string.h>

wm_status wm_cuda_describe_job(wm_device *device, const wm_job *job, char text[256])
{
    static const char *const texts[WM_OPERATION_COUNT] = {
        [WM_OPERATION_GEMM_CAREFUL] = "own kernel, float64 sums in index order, one rounding",
        [WM_OPERATION_TRIAD] = "own kernel, one fused multiply-add an element, 16-byte accesses",
        [WM_OPERATION_COPY] = "own kernel from 512 MiB on, else cudaMemcpyAsync",
        [WM_OPERATION_ATTENTION_CAREFUL] = "own plain kernel, online softmax, binary32 throughout "
                                           "(probabilities too), one rounding",
        [WM_OPERATION_REDUCE] = "own kernels, float32; default: strided over all units; "
                                "deterministic: chunks of 65536 in one order",
        [WM_OPERATION_SCATTER_ADD] = "own kernel, float32 atomic adds in memory; fixed: int64 "
                                     "atomic adds",
        [WM_OPERATION_INDEX_ADD] = "own kernel, float32 atomic adds in memory",
        [WM_OPERATION_RANDOM_ACCESS] = "own kernel, one lane a thread, 4-byte reads",
    };
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (text == NULL || job == NULL || (unsigned)job->operation >= WM_OPERATION_COUNT)
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "describe: no such operation");
    if (job->operation == WM_OPERATION_GEMM)
        wm_cuda_gemm_describe(cuda, &job->as.gemm, text);
    else if (job->operation == WM_OPERATION_ATTENTION)
        wm_cuda_attention_describe(cuda, &job->as.attention, text);
    else
        snprintf(text, 256, "%s%s", texts[job->operation],
                 job->operation == WM_OPERATION_INDEX_ADD && cuda->code >= 90
                     ? ", 16 bytes each where columns are a multiple of 4"
                     : "");
    return WM_OK;
}

/* Each of our own kernels does its operation in one way. */
wm_status wm_cuda_describe_choose(wm_device *device, const wm_job *job, const char *method)
{
    char own[256];
    wm_cuda *cuda;
    wm_status status = wm_cuda_describe_job(device, job, own);
    if (status != WM_OK)
        return status;
    cuda = (wm_cuda *)device;
    if (method == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "choose: no method");
    if (job->operation == WM_OPERATION_GEMM)
        return wm_cuda_gemm_choose(cuda, &job->as.gemm, method);
    if (job->operation == WM_OPERATION_ATTENTION)
        return wm_cuda_attention_choose(cuda, &job->as.attention, method);
    if (strcmp(own, method) == 0)
        return WM_OK;
    return wm_cuda_device_refuse(
        cuda, WM_E_UNSUPPORTED, "this device does not support the recorded method: %.160s", method);
}
