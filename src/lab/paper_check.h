/* The paper's own check of a product, to be compared with ours and to be broken. */
#ifndef WM_LAB_PAPER_CHECK_H
#define WM_LAB_PAPER_CHECK_H

#include "backend/product.h"
#include "record/tables/tables.h"

enum { WM_PAPER_PROBES = 8, WM_PAPER_REPEATS = 21 };

/* How many probes of a set count: 1, 2, 4 and 8. */
enum { WM_PAPER_COUNTS = 4 };

/* The check of one product on its device, with matrices of its own in binary32. */
typedef struct wm_paper_check {
    wm_device *device;
    const wm_gemm *gemm; /* the product's; its C is read */
    wm_device_buffer *A, *B, *C, *X, *BX, *ABX, *CX;
    float *host; /* of m x 8 residuals, and of rows of C */
    size_t host_count;
    double tolerance[WM_PAPER_COUNTS];
} wm_paper_check;

/* Whether the check is made for products of this kind: the paper's formats, and binary32. */
bool wm_paper_check_knows(const wm_product_variant *product);

/* Takes the operands, and the present C as a correct product. The tolerance is three times the
 * largest residual of WM_PAPER_REPEATS draws of probes from the seed. Source: paper section 3.
 * Errors: the device's, NOMEM. Ownership: wm_paper_check_close in every case. */
WM_MUST_CHECK wm_status wm_paper_check_open(wm_paper_check *check, wm_device *device,
                                            const wm_gemm *gemm, const uint8_t seed[32]);

/* Takes the present C as a correct product, and sets the tolerance anew. Errors: as above. */
WM_MUST_CHECK wm_status wm_paper_check_calibrate(wm_paper_check *check, const uint8_t seed[32]);

/* Takes rows [first, first + count) of C again, from their elements on the host. Errors: as above.
 */
WM_MUST_CHECK wm_status wm_paper_check_take(wm_paper_check *check, const void *C, size_t first,
                                            size_t count);

/* The residuals of C under the first 1, 2, 4 and 8 standard normal probes of a seed:
 * max|A(BX) - CX| / (max|CX| + 1e-30), in binary32. NaN: not finite. Errors: as above. */
WM_MUST_CHECK wm_status wm_paper_check_run(wm_paper_check *check, const uint8_t seed[32],
                                           double residual[WM_PAPER_COUNTS]);

void wm_paper_check_close(wm_paper_check *check);

#endif
