/* Which formats of a product go together. */
#include "backend/product.h"

bool wm_product_agrees(const wm_gemm *gemm)
{
    const wm_format in = gemm->operand_format, out = gemm->output_format;
    const bool is_rounded = out == WM_FORMAT_F16 || out == WM_FORMAT_BF16 || out == WM_FORMAT_F32;
    if (gemm->layout != WM_LAYOUT_NN && gemm->layout != WM_LAYOUT_TN)
        return false;
    switch (gemm->arithmetic) {
    case WM_ARITHMETIC_F32:
        return is_rounded && (in == WM_FORMAT_F16 || in == WM_FORMAT_BF16 || in == WM_FORMAT_E4M3 ||
                              in == WM_FORMAT_F32);
    case WM_ARITHMETIC_TF32:
        return is_rounded && in == WM_FORMAT_F32;
    case WM_ARITHMETIC_F32_FAST:
        return is_rounded && in == WM_FORMAT_E4M3;
    case WM_ARITHMETIC_F64:
        return in == WM_FORMAT_F64 && out == WM_FORMAT_F64;
    case WM_ARITHMETIC_I32:
        return in == WM_FORMAT_I8 && out == WM_FORMAT_I32 && gemm->k <= WM_PRODUCT_INT8_DEPTH;
    default:
        return false;
    }
}

bool wm_product_takes_witness(const wm_gemm *gemm, wm_format witness)
{
    const bool is_wide =
        gemm->arithmetic == WM_ARITHMETIC_F64 || gemm->arithmetic == WM_ARITHMETIC_I32;
    if (witness == WM_FORMAT_F32)
        return !is_wide;
    return witness == WM_FORMAT_F64 && (is_wide || (gemm->operand_format == WM_FORMAT_F32 &&
                                                    gemm->output_format == WM_FORMAT_F32));
}
