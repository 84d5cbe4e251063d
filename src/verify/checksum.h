/* Checks scatter add and index add by a weighted checksum. */
#ifndef WM_VERIFY_CHECKSUM_H
#define WM_VERIFY_CHECKSUM_H

#include "base/buffer.h"
#include "verify/check.h"

/* The difference between the weighted sums of the output and of the addends. The output's digest
 * draws the weights. Source: paper section 4; docs/formats/inputs.md sections 6 and 7. Errors: the
 * device's. */
WM_MUST_CHECK wm_status wm_checksum_check(const wm_check *check, const wm_buffer *context,
                                          wm_observed_residual *residual);

#endif
