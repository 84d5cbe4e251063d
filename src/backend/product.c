/* Which formats of a product fit together. */
#include "backend/product.h"

#include <string.h>

const wm_product_variant wm_product_variants[WM_PRODUCT_VARIANTS] = {
    {"fp16", WM_FORMAT_F16, WM_FORMAT_F16, WM_ARITHMETIC_F32, WM_LAYOUT_NN},
    {"bf16", WM_FORMAT_BF16, WM_FORMAT_BF16, WM_ARITHMETIC_F32, WM_LAYOUT_NN},
    {"tf32", WM_FORMAT_F32, WM_FORMAT_F32, WM_ARITHMETIC_TF32, WM_LAYOUT_NN},
    {"fp8", WM_FORMAT_E4M3, WM_FORMAT_BF16, WM_ARITHMETIC_F32, WM_LAYOUT_TN},
    {"fp8_fast", WM_FORMAT_E4M3, WM_FORMAT_BF16, WM_ARITHMETIC_F32_FAST, WM_LAYOUT_TN},
    {"f32", WM_FORMAT_F32, WM_FORMAT_F32, WM_ARITHMETIC_F32, WM_LAYOUT_NN},
    {"f64", WM_FORMAT_F64, WM_FORMAT_F64, WM_ARITHMETIC_F64, WM_LAYOUT_NN},
    {"int8", WM_FORMAT_I8, WM_FORMAT_I32, WM_ARITHMETIC_I32, WM_LAYOUT_TN},
};

const wm_product_variant *wm_product_variant_named(const char *name)
{
    for (size_t i = 0; i < WM_PRODUCT_VARIANTS; i++)
        if (strcmp(wm_product_variants[i].name, name) == 0)
            return &wm_product_variants[i];
    return NULL;
}

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
