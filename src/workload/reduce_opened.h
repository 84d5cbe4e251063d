/* Recomputes opened sums of a reduction. */
#ifndef WM_WORKLOAD_REDUCE_OPENED_H
#define WM_WORKLOAD_REDUCE_OPENED_H

#include "verify/opened.h"

/* Level 0 from the addends, higher levels from the opened sums below. A sum of a higher level is
 * not judged if a sum that it covers is not opened. Variant `deterministic` must have the bits
 * that the order of inputs.md section 4 gives. Source: docs/formats/inputs.md sections 4 and
 * 8. */
extern const wm_opened_kind wm_reduce_opened_kind;

#endif
