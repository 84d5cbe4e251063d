/* Which products and which witnesses of them the device contract knows, whatever the device, and
 * which of them are the format's. */
#ifndef WM_BACKEND_PRODUCT_H
#define WM_BACKEND_PRODUCT_H

#include "backend/backend.h"

/* The deepest int8 product: k * 128 * 128 must stay below 2^31, so that no int32 sum overflows. */
enum { WM_PRODUCT_INT8_DEPTH = 131071 };

enum { WM_PRODUCT_VARIANTS = 8 };

/* A variant of the format's `gemm`, as a device is asked for it. */
typedef struct wm_product_variant {
    const char *name;
    wm_format operand, output;
    wm_arithmetic arithmetic;
    wm_layout layout;
} wm_product_variant;

/* All of them, in the order of the documents. Source: docs/formats/inputs.md section 4. */
extern const wm_product_variant wm_product_variants[WM_PRODUCT_VARIANTS];

/* The one with that name, or NULL. */
const wm_product_variant *wm_product_variant_named(const char *name);

/* Whether operands, output, arithmetic and layout go together, and k is in bounds; sizes and
 * buffers are not looked at. */
bool wm_product_agrees(const wm_gemm *gemm);

/* Whether a residual of that product may be computed in a format: F32 unless an operand or the
 * output is wider than that, F64 from binary32 on. */
bool wm_product_takes_witness(const wm_gemm *gemm, wm_format witness);

#endif
