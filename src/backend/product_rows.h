/* The products of the format in terms of the device contract.
 *
 * Made by tools/render-tables from docs/formats/tables: change the tables, not this file. */
#ifndef WM_BACKEND_PRODUCT_ROWS_H
#define WM_BACKEND_PRODUCT_ROWS_H
/* clang-format off */

/* The products: row of workloads.tsv, variant, formats of operands and output,
 * arithmetic, layout. */
#define WM_PRODUCT_LIST(X) \
    X(0, "fp16", binary16, binary16, F32, NN) \
    X(1, "bf16", bfloat16, bfloat16, F32, NN) \
    X(2, "tf32", binary32, binary32, TF32, NN) \
    X(3, "fp8", e4m3, bfloat16, F32, TN) \
    X(4, "fp8_fast", e4m3, bfloat16, F32_FAST, TN) \
    X(5, "f32", binary32, binary32, F32, NN) \
    X(6, "f64", binary64, binary64, F64, NN) \
    X(7, "int8", int8, int32, I32, TN)

/* Variants that are one of these products on other operands: row of workloads.tsv,
 * row of the product. */
#define WM_PRODUCT_ALIAS_LIST(X) \
    X(8, 0) \
    X(9, 1) \
    X(10, 2) \
    X(11, 3) \
    X(12, 4) \
    X(13, 5)

#endif
