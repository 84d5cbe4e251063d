/* The threshold of the row test of a product, computed and not read from a table. */
#ifndef WM_TESTS_ROW_QUANTILE_H
#define WM_TESTS_ROW_QUANTILE_H

#include "backend/product.h"

#include <math.h>
#include <stddef.h>

/* The chi-square quantile with one degree of freedom that `probability` lies above. */
static inline double row_quantile(double probability)
{
    double low = 0, high = 40;
    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        if (erfc(middle * 0.70710678118654752) > probability)
            low = middle;
        else
            high = middle;
    }
    return high * high;
}

/* One set of probes rejects a correct product of m rows and n columns with a probability of at most
 * 1e-6. The errors of few tf32 terms have the tail of a product of two, which the factor covers. */
static inline double row_threshold(const wm_gemm *gemm)
{
    const double probes =
        gemm->n < WM_TABLES_PROBE_COLUMNS ? (double)gemm->n : WM_TABLES_PROBE_COLUMNS;
    double cells = 1;
    while (cells < (double)gemm->m * probes)
        cells *= 2;
    return row_quantile(1e-6 / cells) *
           (gemm->arithmetic == WM_ARITHMETIC_TF32 ? 1 + 160 / (double)gemm->k : 1);
}

#endif
