/* Describes an algorithm of cuBLASLt by its own attributes. */
#include "backend/cuda/cuda_algorithm.h"

#include <stdio.h>

#define FLAG(name) CUBLASLT_NUMERICAL_IMPL_FLAGS_##name

/* Attributes that an algorithm must not have, as far as this release's header names them: narrower
 * sums than requested, operands in another format, and narrow tensor-core units where they would
 * replace a wide format. */
static uint64_t forbidden_flags(wm_format operand_format, wm_arithmetic arithmetic)
{
    const uint64_t integers = FLAG(INPUT_8I) | FLAG(ACCUMULATOR_32I);
    const uint64_t halves = FLAG(INPUT_16F) | FLAG(INPUT_16BF);
    const uint64_t bytes = FLAG(INPUT_8F_E4M3) | FLAG(INPUT_8F_E5M2);
    const uint64_t emulation = FLAG(HMMA) | FLAG(IMMA);
    const uint64_t short_sums = FLAG(ACCUMULATOR_16F);
    switch (arithmetic) {
    case WM_ARITHMETIC_F64:
        return emulation | integers | halves | bytes | short_sums | FLAG(INPUT_TF32) |
               FLAG(INPUT_32F) | FLAG(ACCUMULATOR_32F);
    case WM_ARITHMETIC_I32:
        return halves | bytes | short_sums | FLAG(INPUT_TF32);
    case WM_ARITHMETIC_TF32:
        return integers | halves | bytes | short_sums;
    case WM_ARITHMETIC_F32_FAST:
        return integers | FLAG(INPUT_16BF);
    default:
        break;
    }
    switch (operand_format) {
    case WM_FORMAT_F16:
        return integers | bytes | short_sums | FLAG(INPUT_16BF);
    case WM_FORMAT_BF16: /* cuBLASLt 13.1 reports INPUT_16F for its bfloat16 products */
        return integers | bytes | short_sums;
    case WM_FORMAT_E4M3:
        return integers | short_sums | FLAG(INPUT_16BF);
    default: /* float32 */
        return emulation | integers | halves | bytes | short_sums | FLAG(INPUT_TF32);
    }
}

bool wm_cuda_algorithm_keeps(const wm_cuda_blas *library, const cublasLtMatmulAlgo_t *algorithm,
                             wm_format operand_format, wm_arithmetic arithmetic, uint64_t *flags)
{
    size_t written = 0;
    *flags = 0;
    if (library->capability(algorithm, CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS, flags, sizeof *flags,
                            &written) != CUBLAS_STATUS_SUCCESS)
        return false;
    if (arithmetic == WM_ARITHMETIC_TF32 && (*flags & FLAG(INPUT_TF32)) == 0)
        return false;
    return (*flags & forbidden_flags(operand_format, arithmetic)) == 0;
}

static int number_of(const wm_cuda_blas *library, const cublasLtMatmulAlgo_t *algorithm,
                     cublasLtMatmulAlgoConfigAttributes_t attribute)
{
    uint64_t value = 0;
    size_t written = 0;
    if (library->configuration(algorithm, attribute, &value, sizeof value, &written) !=
        CUBLAS_STATUS_SUCCESS) {
        uint32_t word = 0; /* some releases require the exact size: 4 bytes, or 2 */
        uint16_t half = 0;
        if (library->configuration(algorithm, attribute, &word, sizeof word, &written) ==
            CUBLAS_STATUS_SUCCESS)
            return (int)word;
        if (library->configuration(algorithm, attribute, &half, sizeof half, &written) ==
            CUBLAS_STATUS_SUCCESS)
            return (int)half;
        return -1;
    }
    return (int)value;
}

void wm_cuda_algorithm_name(const wm_cuda_blas *library, const cublasLtMatmulAlgo_t *algorithm,
                            char text[WM_CUDA_ALGORITHM_NAME])
{
    const cublasLtMatmulAlgo_t *a = algorithm;
    uint64_t flags = 0;
    size_t written = 0;
    (void)library->capability(a, CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS, &flags, sizeof flags,
                              &written);
    snprintf(text, WM_CUDA_ALGORITHM_NAME,
             "algorithm %d, tile %d, stages %d, cluster %d, inner %d, swizzle %d, custom %d, "
             "split %d, flags 0x%llx",
             number_of(library, a, CUBLASLT_ALGO_CONFIG_ID),
             number_of(library, a, CUBLASLT_ALGO_CONFIG_TILE_ID),
             number_of(library, a, CUBLASLT_ALGO_CONFIG_STAGES_ID),
             number_of(library, a, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID),
             number_of(library, a, CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID),
             number_of(library, a, CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING),
             number_of(library, a, CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION),
             number_of(library, a, CUBLASLT_ALGO_CONFIG_SPLITK_NUM), (unsigned long long)flags);
}
