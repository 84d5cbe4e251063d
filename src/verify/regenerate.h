/* Elements of a product's operands straight from their seeds: no device, and no memory but two
 * tables. */
#ifndef WM_VERIFY_REGENERATE_H
#define WM_VERIFY_REGENERATE_H

#include "backend/product.h"
#include "record/plan.h"
#include "standards/format.h"
#include "standards/philox.h"

/* The operands A and B of one gemm item, as functions of the element's number. Element e of an
 * operand is value[index16(e)]. */
typedef struct wm_regenerate {
    const wm_item *item; /* the caller's; outlives this */
    const wm_product_variant *product;
    size_t m, n, k;
    /* layout tn: column j of B stands at [j*k, j*k + k), else row l at [l*n, l*n + n) */
    bool is_transposed;
    wm_format output_format;
    wm_philox A, B;
    double *value; /* 65,536: what the product's arithmetic multiplies, exact in binary64 */
    /* 65,536: what the operand holds; tf32 alone rounds it again, else the same as value */
    double *stored;
    /* 65,536, or NULL: how far the other neighbour of a value is that was rounded from a tie */
    double *tie;
} wm_regenerate;

/* Derives the seeds and the tables of a gemm item. Source: docs/formats/inputs.md sections 1 to 4.
 * Errors: ARG (the item is no gemm), NOMEM, MISMATCH (wm_normal_table). Ownership:
 * wm_regenerate_close, in every case. */
WM_MUST_CHECK wm_status wm_regenerate_open(wm_regenerate *operands, const wm_item *item,
                                           const char *nonce);

/* Gives the tables back; a zeroed one is nothing. */
void wm_regenerate_close(wm_regenerate *operands);

/* The 16-bit indices of elements [first, first + count) of an operand: eight for each block of the
 * generator. */
void wm_regenerate_indices(const wm_philox *operand, uint64_t first, size_t count,
                           uint16_t *indices);

#endif
