/* Products of both devices, with their residuals. */
#ifndef WM_TESTS_CONFORMANCE_CUDA_PRODUCTS_H
#define WM_TESTS_CONFORMANCE_CUDA_PRODUCTS_H

#include "backend/job.h"
#include "backend/product.h"

#include <stdbool.h>

/* The rule by which cuBLASLt may refuse a product; see is_refused. */
const char *product_refusal(const char *name, bool transposed, size_t n, size_t k);

/* The method that describe gives for a finished job is accepted again and gives the same bytes.
 * Another library's method is refused. */
void test_choice(const char *what, const wm_job *job, size_t bytes);

void test_product(const wm_product_variant *v, size_t m, size_t n, size_t k);

/* All formats and shapes, or the format that the part names. */
void test_products(void);

/* More probe sets than one pass of the workspace holds. */
void test_many_sets(void);

#endif
