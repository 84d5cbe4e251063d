/* Scans of matrices for integers, by all threads. */
#ifndef WM_VERIFY_PRODUCT_INTEGERS_H
#define WM_VERIFY_PRODUCT_INTEGERS_H

#include "verify/operand.h"

/* Whether all elements are integers; then the largest magnitude. Stops soon after another one. */
bool wm_product_integers_only(const wm_operand *of, unsigned threads, double *largest);

/* The first element by rows that is no integer of at most this magnitude; false: there is none. */
bool wm_product_integers_find_beyond(const wm_operand *of, unsigned threads, double bound,
                                     size_t *row, size_t *column);

#endif
