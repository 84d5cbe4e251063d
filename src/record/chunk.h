/* The openings of a witness: chunks of an output with their paths to its digest. */
#ifndef WM_RECORD_CHUNK_H
#define WM_RECORD_CHUNK_H

#include "record/audit_state.h"

/* Checks the openings of a gemm output: drawn from its digest, of the right length, leading to it.
 * Rules: opening.place, opening.data, opening.path, and those of fields. False if something was
 * refused, or on trouble. Source: record.md section 3, witness; inputs.md sections 5 and 6. */
bool wm_chunk_check(wm_audit_state *state, const wm_item *item, const wm_json_value *openings,
                    const uint8_t output_digest[WM_SHA256_SIZE]);

#endif
