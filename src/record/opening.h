/* The openings of a witness: chunks of an output with paths to its digest. */
#ifndef WM_RECORD_OPENING_H
#define WM_RECORD_OPENING_H

#include "record/kinds.h"

typedef struct wm_opening_node {
    bool is_there;
    double chunk;
    wm_text data;        /* base64 of the chunk's bytes */
    wm_list matrix_path; /* list of digests: from the row to the output */
    double row;
    wm_list row_path; /* list of digests: from the chunk to the row */
} wm_opening_node;

extern const wm_form wm_opening_form;

/* Checks the openings of an output: place, size and path. Rules: opening.place, opening.data,
 * opening.path, and those of fields. False if something was refused, or on an error. Source:
 * record.md section 3, witness; inputs.md sections 5 and 6. */
bool wm_opening_check(struct wm_audit_state *state, const wm_item *item, const wm_list *openings,
                      const uint8_t output_digest[WM_SHA256_SIZE]);

#endif
