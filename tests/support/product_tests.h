/* What the tests of a product's check share: a correct product, its elements, and its check. */
#ifndef WM_SUPPORT_PRODUCT_TESTS_H
#define WM_SUPPORT_PRODUCT_TESTS_H

#include "support/cmocka.h"
#include "support/products.h"

static inline wm_product_report check_of(const products_case *of)
{
    wm_product_report report;
    assert_int_equal(products_check(of, 0, &report), WM_OK);
    return report;
}

static inline void make(products_case *one, const char *variant, size_t m, size_t n, size_t k,
                        products_data data, products_order order)
{
    assert_true(products_make(one, products_variant(variant), m, n, k, data, order, 1 + m + n + k));
}

static inline void put(const products_case *of, size_t row, size_t column, double value)
{
    wm_format_store(of->variant->output, of->C, row * of->n + column, value);
}

static inline double get(const products_case *of, size_t row, size_t column)
{
    return wm_format_load(of->variant->output, of->C, row * of->n + column);
}

#endif
