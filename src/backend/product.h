/* Which products and which witnesses of them the device contract knows, whatever the device. */
#ifndef WM_BACKEND_PRODUCT_H
#define WM_BACKEND_PRODUCT_H

#include "backend/backend.h"

/* The deepest int8 product: k * 128 * 128 must stay below 2^31, so that no int32 sum overflows. */
enum { WM_PRODUCT_INT8_DEPTH = 131071 };

/* Whether operands, output, arithmetic and layout go together, and k is in bounds; sizes and buffers are not looked at. */
bool wm_product_agrees(const wm_gemm *gemm);

/* Whether a residual of that product may be computed in a format: F32 unless an operand or the output is wider than that, F64 from
 * binary32 on. */
bool wm_product_takes_witness(const wm_gemm *gemm, wm_format witness);

#endif
