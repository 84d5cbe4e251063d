/* The elements of one cell of a product, computed again and compared. */
#ifndef WM_VERIFY_PRODUCT_CELL_H
#define WM_VERIFY_PRODUCT_CELL_H

#include "verify/product_pass.h"

/* An element, its exact value, and the least and the greatest correct number. */
typedef struct wm_product_element {
    size_t row, column;
    double found, exact, allowed, low, high;
    bool is_wrong; /* a NaN is */
    bool is_blind; /* of a cell: its elements may be off by their own size */
} wm_product_element;

/* Columns first, first + step, ... of a row: the element that is the farthest out of its range, or,
 * if none is, any that is not wrong. is_blind: what they may be off reaches them, root mean square,
 * or reaches the one that is off most. Errors: NOMEM. Cost: k elements of B for each. */
WM_MUST_CHECK wm_status wm_product_cell_worst(const wm_product_problem *problem, size_t row,
                                              size_t first, size_t step,
                                              wm_product_element *element);

/* How far each of `count` elements of a row may be off, from a column on; count is at most 8. */
void wm_product_cell_allowed(const wm_product_problem *problem, size_t row, size_t column,
                             size_t count, double *allowed);

/* All elements: how many are wrong, and the first of them; how many are not the nearest number; and
 * G of C and of a careful product. */
typedef struct wm_product_careful {
    uint64_t wrong, not_nearest;
    wm_product_element first;
    uint64_t blind_rows; /* whose elements may be off by their own rms */
    double found_square, careful_square, gap_square; /* sums over all elements */
} wm_product_careful;

WM_MUST_CHECK wm_status wm_product_cell_all(const wm_product_problem *problem,
                                            wm_product_careful *careful);

#endif
