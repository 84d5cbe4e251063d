/* The products and their witnesses that the device contract knows, and which of them belong to the
 * format. */
#ifndef WM_BACKEND_PRODUCT_H
#define WM_BACKEND_PRODUCT_H

#include "backend/backend.h"
#include "backend/product_rows.h"

enum {
    WM_PRODUCT_VARIANTS = 0
#define WM_PRODUCT_COUNT(row, name, operand, output, arithmetic, layout) +1
    WM_PRODUCT_LIST(WM_PRODUCT_COUNT)
#undef WM_PRODUCT_COUNT
};

/* A variant of the format's `gemm` in terms of the device contract. */
typedef struct wm_product_variant {
    size_t row; /* of wm_tables_variant_at */
    const char *name;
    wm_format operand, output;
    wm_arithmetic arithmetic;
    wm_layout layout;
} wm_product_variant;

/* All of them, in the order of workloads.tsv. Source: docs/formats/inputs.md section 4. */
extern const wm_product_variant wm_product_variants[WM_PRODUCT_VARIANTS];

/* The product of a variant of the format, of integers too; NULL: the variant is no product. */
const wm_product_variant *wm_product_of(const wm_variant *variant);

/* Whether operands, output, arithmetic and layout fit together and k is in bounds. Sizes and
 * buffers are not checked. */
bool wm_product_agrees(const wm_gemm *gemm);

/* Whether the product's residual may be computed in a format: F32 unless an operand or the output
 * is wider, F64 from binary32 on. */
bool wm_product_takes_witness(const wm_gemm *gemm, wm_format witness);

#endif
