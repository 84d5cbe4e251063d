/* Recomputes opened buckets of scatter_add and index_add. */
#ifndef WM_WORKLOAD_SCATTER_OPENED_H
#define WM_WORKLOAD_SCATTER_OPENED_H

#include "verify/opened.h"

/* The sums of the opened buckets. All indices are generated once, in steps; addends for opened
 * buckets alone. A bucket of a matrix is a row, and only the opened columns of it are summed.
 * Variants with the trait EXACT must have these bits, others lie within a sum's allowance. Source:
 * docs/formats/inputs.md section 8. Memory: 64 KiB, and 24 bytes an opened element. */
extern const wm_opened_kind wm_scatter_opened_kind;

#endif
