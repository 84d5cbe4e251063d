/* The check of a product of small integers: it has no tolerance and sees every bit. */
#ifndef WM_VERIFY_EXACT_PRODUCT_H
#define WM_VERIFY_EXACT_PRODUCT_H

#include "verify/check.h"
#include "verify/wrong_element.h"

/* Bytes on the device for the operands as int8 and for their product as int32. */
double wm_exact_product_bytes(const wm_item *item);

/* The residual of an output: difference_max is the number of elements with a wrong bit,
 * reference_max the number of all. Source: docs/formats/inputs.md section 7. Errors: the device's,
 * NOMEM; MISMATCH (the check has no answer; check->known says why). */
WM_MUST_CHECK wm_status wm_exact_product_check(const wm_check *check, const wm_buffer *context,
                                               wm_observed_residual *residual);

/* The first wrong element of the output with this digest, by row and then column. Errors: the
 * same. */
WM_MUST_CHECK wm_status wm_exact_product_find(const wm_check *check,
                                              const uint8_t digest[WM_SHA256_SIZE],
                                              wm_wrong_element *element);

#endif
