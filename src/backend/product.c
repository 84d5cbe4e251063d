/* Which formats of a product fit together. */
#include "backend/product.h"

/* The formats by their names. */
enum {
#define FORMAT_NAMED(id, name, size) FORMAT_##name = WM_FORMAT_##id,
    WM_FORMAT_LIST(FORMAT_NAMED)
#undef FORMAT_NAMED
};

const wm_product_variant wm_product_variants[WM_PRODUCT_VARIANTS] = {
#define PRODUCT_ROW(row, name, operand, output, arithmetic, layout) \
    {row,                                                           \
     name,                                                          \
     (wm_format)FORMAT_##operand,                                   \
     (wm_format)FORMAT_##output,                                    \
     WM_ARITHMETIC_##arithmetic,                                    \
     WM_LAYOUT_##layout},
    WM_PRODUCT_LIST(PRODUCT_ROW)
#undef PRODUCT_ROW
};

/* Variants that are a product on other operands, by rows of workloads.tsv. */
static const struct {
    size_t row, product;
} ALIASES[] = {
#define ALIAS_ROW(row, product) {row, product},
    WM_PRODUCT_ALIAS_LIST(ALIAS_ROW)
#undef ALIAS_ROW
};

const wm_product_variant *wm_product_of(const wm_variant *variant)
{
    for (size_t i = 0; i < sizeof ALIASES / sizeof ALIASES[0] && variant != NULL; i++)
        if (wm_tables_variant_at(ALIASES[i].row) == variant)
            variant = wm_tables_variant_at(ALIASES[i].product);
    for (size_t i = 0; i < WM_PRODUCT_VARIANTS; i++)
        if (wm_tables_variant_at(wm_product_variants[i].row) == variant)
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
        return in == WM_FORMAT_I8 && out == WM_FORMAT_I32 && gemm->k <= WM_TABLES_INT8_DEPTH;
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
