/* Attention checked by recomputing rows that its output's digest chose. */
#ifndef WM_VERIFY_ATTENTION_H
#define WM_VERIFY_ATTENTION_H

#include "base/buffer.h"
#include "verify/check.h"

enum { WM_ATTENTION_ROWS = 64 }; /* docs/formats/inputs.md section 6 */

/* The rows to recompute, numbered over batch x heads x sequence; draws may repeat. Source:
 * docs/formats/inputs.md section 6. */
void wm_attention_rows(const wm_buffer *context, uint64_t row_count,
                       uint64_t rows[WM_ATTENTION_ROWS]);

/* The residual over these rows, in binary64; NaN if any element of the output is not finite. A
 * softmax whose float32 row sums stray by more than 1e-3 gives NaN: the recomputation itself cannot
 * be relied on then. Source: paper section 4; docs/formats/inputs.md section 7. Errors: the
 * device's. */
WM_MUST_CHECK wm_status wm_attention_check(const wm_check *check, const wm_buffer *context,
                                           wm_observed_residual *residual);

#endif
