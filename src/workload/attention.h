/* Draws the rows of attention's output that its check recomputes. */
#ifndef WM_WORKLOAD_ATTENTION_H
#define WM_WORKLOAD_ATTENTION_H

#include "workload/workload.h"

enum { WM_ATTENTION_ROWS = 64 }; /* docs/formats/inputs.md section 6 */

/* The rows to recompute, numbered over batch x heads x sequence; a row may be drawn twice. Source:
 * docs/formats/inputs.md section 6. */
void wm_attention_rows(const wm_buffer *context, uint64_t row_count,
                       uint64_t rows[WM_ATTENTION_ROWS]);

#endif
