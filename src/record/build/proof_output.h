/* What the claims of a proof say of an output. */
#ifndef WM_RECORD_PROOF_OUTPUT_H
#define WM_RECORD_PROOF_OUTPUT_H

#include "record/laws/plan.h"

/* Fills `output` and `why` from the texts of the claims. failed_segments is that of the item's
 * point, or empty. Source: record.md section 9, answer. */
void wm_proof_output_judge(const wm_item *item, const char *failed_segments, wm_proof_item *shown);

/* The worse of two outputs; each is a wm_proof_output. */
int wm_proof_output_worse(int a, int b);

#endif
