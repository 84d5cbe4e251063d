/* Correct products of varied data, made by varied orders of sums, for tests of their check. */
#ifndef WM_SUPPORT_PRODUCTS_H
#define WM_SUPPORT_PRODUCTS_H

#include "backend/product.h"

#include <stdbool.h>

/* What the numbers of A and B are. */
#define PRODUCTS_DATA(X)                                  \
    X(NORMAL, "normal")                                   \
    X(UNIFORM, "uniform in 0 to 1")                       \
    X(SCALED, "rows and columns scaled by 2^-12 to 2^12") \
    X(SPARSE, "3 % not zero")                             \
    X(CORRELATED, "rank 2 and 1 % noise")                 \
    X(OUTLIERS, "1 in 200 a thousand times larger")       \
    X(CONSTANT, "one value")                              \
    X(INTEGERS, "integers of -3 to 3")                    \
    X(TIES, "multiples of 1/8 below 4")                   \
    X(CANCELLING, "halves that cancel but for 1 %")       \
    X(REPEATED, "all rows of A equal")                    \
    X(SUBNORMAL, "sums below the smallest normal number")

typedef enum products_data {
#define PRODUCTS_ENUM(id, name) PRODUCTS_##id,
    PRODUCTS_DATA(PRODUCTS_ENUM)
#undef PRODUCTS_ENUM
        PRODUCTS_DATA_COUNT
} products_data;

extern const char *const products_data_names[PRODUCTS_DATA_COUNT];

/* How binary32 sums are made. */
#define PRODUCTS_ORDERS(X)                    \
    X(SEQUENTIAL, "sequential")               \
    X(REVERSED, "reversed")                   \
    X(FUSED, "sequential, fused")             \
    X(LANES, "16 lanes")                      \
    X(BLOCKED, "blocks of 64")                \
    X(PAIRWISE, "pairwise")                   \
    X(TRUNCATED, "8 terms a step, truncated") \
    X(BLAS, "OpenBLAS")

typedef enum products_order {
#define PRODUCTS_ENUM(id, name) PRODUCTS_##id,
    PRODUCTS_ORDERS(PRODUCTS_ENUM)
#undef PRODUCTS_ENUM
        PRODUCTS_ORDER_COUNT
} products_order;

extern const char *const products_order_names[PRODUCTS_ORDER_COUNT];

/* What is beside alpha A B, and whether it is rounded to C's format before the rest is added. */
typedef struct products_beside {
    double alpha, beta;
    bool has_bias, is_rounded;
} products_beside;

/* A product in memory, packed. C0 and the bias may be NULL. */
typedef struct products_case {
    const wm_product_variant *variant;
    size_t m, n, k;
    products_data data;
    products_order order;
    products_beside beside;
    void *A, *B, *C, *C0, *bias;
} products_case;

/* How a matrix is stored. */
typedef enum products_layout {
    PRODUCTS_PACKED,
    PRODUCTS_BY_COLUMNS,
    PRODUCTS_PADDED, /* rows with a gap behind each */
    PRODUCTS_APART,  /* gaps between elements, and between rows */
    PRODUCTS_LAYOUT_COUNT
} products_layout;

/* Whether OpenBLAS is there: without it BLAS is left out by products_make. */
bool products_has_blas(void);

/* Makes a product from a seed; false: it has no memory, or no such order. Cost: 2 m n k. */
bool products_make(products_case *product, const wm_product_variant *variant, size_t m, size_t n,
                   size_t k, products_data data, products_order order, uint64_t seed);
bool products_make_beside(products_case *product, const wm_product_variant *variant, size_t m,
                          size_t n, size_t k, products_data data, products_order order,
                          uint64_t seed, const products_beside *beside);
void products_free(products_case *product);

/* Draws everything: variant, data, order, sizes up to 200 x 200 x 4,000, and what is beside. false
 * as products_make; draw again. */
bool products_draw(products_case *product, uint64_t *state);

/* The check's answer. */
wm_status products_check(const products_case *product, int calibrate, wm_product_report *report);

/* The check's answer for copies of A, B, C and C0 in drawn layouts; for one in four, the rows are a
 * batch of products with one B. Errors: NOMEM. */
wm_status products_check_stored(const products_case *product, uint64_t *state,
                                wm_product_report *report);

/* A number of a sequence that a seed begins. */
uint64_t products_random(uint64_t *state);

const wm_product_variant *products_variant(const char *name);

#endif
