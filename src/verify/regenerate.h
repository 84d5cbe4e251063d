/* Elements of a product's operands, computed from their seeds without a device. The only memory is
 * the tables of values. */
#ifndef WM_VERIFY_REGENERATE_H
#define WM_VERIFY_REGENERATE_H

#include "backend/product.h"
#include "record/laws/plan.h"
#include "standards/format.h"
#include "standards/philox.h"

/* The operands A and B of one gemm item as functions of the element's number. Element e of an
 * operand is value[index16(e)]. */
typedef struct wm_regenerate {
    const wm_item *item; /* the caller's; outlives this */
    const wm_product_variant *product;
    size_t m, n, k;
    /* layout tn: column j of B is at [j*k, j*k + k), else row l at [l*n, l*n + n) */
    bool is_transposed;
    wm_format output_format;
    wm_philox A, B;
    double *value; /* 65,536: the values that the arithmetic multiplies, exact in binary64 */
    /* 65,536: the values that the operand holds; differ from `value` for tf32 only */
    double *stored;
    /* 65,536, or NULL: the distance to the other neighbour of a value that was rounded from a tie
     */
    double *tie;
} wm_regenerate;

/* Derives the seeds and the tables of a gemm item. Source: docs/formats/inputs.md sections 1 to 4.
 * Errors: ARG (the item is not a gemm), NOMEM, MISMATCH (wm_normal_table). Ownership:
 * wm_regenerate_close, in every case. */
WM_MUST_CHECK wm_status wm_regenerate_open(wm_regenerate *operands, const wm_item *item,
                                           const char *nonce);

/* Frees the tables; a zeroed struct is allowed. */
void wm_regenerate_close(wm_regenerate *operands);

/* The 16-bit indices of elements [first, first + count) of an operand: eight for each block of the
 * generator. */
void wm_regenerate_indices(const wm_philox *operand, uint64_t first, size_t count,
                           uint16_t *indices);

#endif
