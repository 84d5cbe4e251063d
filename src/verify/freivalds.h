/* A product checked by Freivalds' probes: the witness's set of them, and the calibration's sets. */
#ifndef WM_VERIFY_FREIVALDS_H
#define WM_VERIFY_FREIVALDS_H

#include "backend/product.h"
#include "base/buffer.h"
#include "verify/check.h"

/* The item of one product of m x k by k x n, for what follows here of it. */
wm_item wm_freivalds_item(const wm_product_variant *variant, size_t m, size_t n, size_t k);

/* The format in which an item's witness computes. Source: docs/formats/inputs.md section 4. */
wm_format wm_freivalds_witness(const wm_item *item);

/* The row test's D[i][p] = max(gap_scale V, least_square X2) (backend.h). Source:
 * docs/formats/inputs.md section 7. */
typedef struct wm_freivalds_row_terms {
    bool has_gap;
    double gap_scale, least_square;
} wm_freivalds_row_terms;

wm_freivalds_row_terms wm_freivalds_terms(const wm_item *item);

/* What an item's reference_max is at least under probes whose largest X2 is `probe_square_max`: the
 * expected size of one value of CX. Source: docs/formats/inputs.md section 7. */
double wm_freivalds_least_reference(const wm_item *item, double probe_square_max);

/* How far apart two witnesses of one product may be, whose sums have other orders: of max|A(BX) -
 * CX| and max|CX|, absolute, and of the row statistic. Source: study/output/residual_match.h. */
double wm_freivalds_slack(const wm_item *item, double reference_max);
double wm_freivalds_row_slack(const wm_item *item, double row_statistic);

/* The residual under probe set 0. If anything is not finite, difference_max and row_statistic are
 * NaN. Source: paper section 3; docs/formats/inputs.md section 7. Errors: the device's. */
WM_MUST_CHECK wm_status wm_freivalds_check(const wm_check *check, const wm_buffer *context,
                                           wm_observed_residual *residual);

/* The residuals under probe sets 1 to 21, in one pass over the matrices: what the floor is the
 * median of. Source: docs/formats/record.md section 3, calibration. Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_freivalds_calibrate(const wm_check *check,
                                               const uint8_t digest[WM_SHA256_SIZE],
                                               wm_observed_calibration *calibration);

#endif
