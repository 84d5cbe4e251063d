/* What a proof says, in words and for programs. */
#ifndef WM_REPORT_PROOF_TEXT_H
#define WM_REPORT_PROOF_TEXT_H

#include <witnessmark.h>

#include "report/document/document.h"

/* Adds a line for each output that is wrong, then for each that is not judged. */
void wm_proof_text_outputs(const wm_proof *proof, wm_document *to);

/* Adds the claim with its interval and class, and a line for each of its items: what was checked,
 * the rate, and the flags of the repeats. */
void wm_proof_text_claim(const wm_proof *proof, wm_document *to);

/* Adds the members from `claim` to `items`. */
void wm_proof_text_data(const wm_proof *proof, wm_document *to);

/* The word for an output, a wm_proof_output; NULL: there is none. */
const char *wm_proof_text_word(int output);

#endif
