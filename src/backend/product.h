/* The products and their witnesses that the device contract knows, and which of them belong to the
 * format. */
#ifndef WM_BACKEND_PRODUCT_H
#define WM_BACKEND_PRODUCT_H

#include "backend/backend.h"

/* The deepest int8 product: k * 128 * 128 must stay below 2^31, so that no int32 sum overflows. */
enum { WM_PRODUCT_INT8_DEPTH = 131071 };

enum { WM_PRODUCT_VARIANTS = 8 };

/* A variant of the format's `gemm` in terms of the device contract. */
typedef struct wm_product_variant {
    const char *name;
    wm_format operand, output;
    wm_arithmetic arithmetic;
    wm_layout layout;
} wm_product_variant;

/* All variants, in the order of the documents. Source: docs/formats/inputs.md section 4. */
extern const wm_product_variant wm_product_variants[WM_PRODUCT_VARIANTS];

/* The variant with this name, or NULL. */
const wm_product_variant *wm_product_variant_named(const char *name);

/* Whether operands, output, arithmetic and layout fit together and k is in bounds. Sizes and
 * buffers are not checked. */
bool wm_product_agrees(const wm_gemm *gemm);

/* Whether the product's residual may be computed in a format: F32 unless an operand or the output
 * is wider, F64 from binary32 on. */
bool wm_product_takes_witness(const wm_gemm *gemm, wm_format witness);

#endif
