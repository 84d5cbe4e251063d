/* Describes how each operation is done here, in one line. */
#include "backend/cpu/cpu_device.h"

#include <stdio.h>
#include <string.h>

static wm_status describe_gemm(wm_cpu_device *cpu, const wm_gemm *gemm, char text[256])
{
    char version[48];
    const wm_status status = wm_cpu_gemm_check(cpu, gemm);
    if (status != WM_OK)
        return status;
    if (!cpu->blas.there)
        return wm_cpu_device_fail(cpu, WM_E_UNSUPPORTED, cpu->blas.config);
    snprintf(version, sizeof version, "%.40s", cpu->blas.config);
    char *space = strchr(version, ' '); /* "OpenBLAS 0.3.21 ...": keep two words */
    space = space != NULL ? strchr(space + 1, ' ') : NULL;
    if (space != NULL)
        *space = '\0';
    const char *routine = gemm->arithmetic == WM_ARITHMETIC_F64 ? "dgemm" : "sgemm";
    const char *how = "";
    if (gemm->arithmetic == WM_ARITHMETIC_I32)
        how = "; emulated: converted to binary32, exact sums of 1024 products, added in int32";
    else if (gemm->arithmetic == WM_ARITHMETIC_TF32)
        how = "; emulated: operands rounded to 11 bits, binary32 product";
    else if (gemm->operand_format != gemm->output_format || routine[0] == 's')
        how = gemm->operand_format == WM_FORMAT_F32 && gemm->output_format == WM_FORMAT_F32
                  ? ""
                  : "; emulated: operands converted to binary32, binary32 product, result rounded";
    snprintf(text, 256, "%s %s, core %s, %d threads%s", version, routine, cpu->blas.core,
             cpu->threads, how);
    return WM_OK;
}

wm_status wm_cpu_describe_operation(wm_device *device, const wm_job *job, char text[256])
{
    static const char *const METHODS[WM_OPERATION_COUNT] = {
        [WM_OPERATION_GEMM_CAREFUL] =
            "own loops, binary64 sums of the rounded operands, one rounding",
        [WM_OPERATION_TRIAD] = "own loop, one fused multiply-add, stores past the caches",
        [WM_OPERATION_COPY] = "memcpy of the C library, one part a thread",
        [WM_OPERATION_ATTENTION] = "own blocked loops, online softmax, binary32 throughout "
                                   "(probabilities too), one rounding",
        [WM_OPERATION_ATTENTION_CAREFUL] = "own loops, binary64 throughout, one rounding",
        [WM_OPERATION_REDUCE] = "own loop, binary32 sums in a fixed order of blocks",
        [WM_OPERATION_SCATTER_ADD] =
            "compare-exchange additions in binary32 (fixed: integer atomic additions)",
        [WM_OPERATION_INDEX_ADD] = "compare-exchange additions in binary32",
        [WM_OPERATION_RANDOM_ACCESS] = "own loop, lanes divided over the threads",
    };
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (cpu == NULL || job == NULL || text == NULL ||
        (unsigned)job->operation >= WM_OPERATION_COUNT)
        return WM_E_ARG;
    if (job->operation == WM_OPERATION_GEMM)
        return describe_gemm(cpu, &job->as.gemm, text);
    snprintf(text, 256, "%s; kernels %s, %d threads", METHODS[job->operation], cpu->kernels->name,
             cpu->threads);
    return WM_OK;
}

/* There is one way to do each operation. A method is this one, or another machine's. */
wm_status wm_cpu_describe_choose(wm_device *device, const wm_job *job, const char *method)
{
    char own[256];
    wm_status status;
    if (method == NULL)
        return WM_E_ARG;
    status = wm_cpu_describe_operation(device, job, own);
    if (status != WM_OK || strcmp(own, method) == 0)
        return status;
    return wm_cpu_device_fail(wm_cpu_device_of(device), WM_E_UNSUPPORTED,
                              "this device does not support the recorded method");
}
