/* The openings of a witness: chunks of an output with paths to its digest. */
#ifndef WM_RECORD_OPENING_H
#define WM_RECORD_OPENING_H

#include "record/audit/kinds.h"

typedef struct wm_opening_node {
    bool is_there;
    double chunk;
    wm_text data;        /* base64 of the chunk's bytes */
    wm_list matrix_path; /* list of digests: from the row to the output */
    double row;
    wm_list row_path; /* list of digests: from the chunk to the row */
} wm_opening_node;

extern const wm_form wm_opening_form;

/* At most: the drawn chunks, and the last chunks of a reduction. */
enum { WM_OPENING_MOST = WM_TABLES_OPENINGS + 4 };

/* Where an opened chunk is. */
typedef struct wm_opening_place {
    uint64_t row, chunk;
} wm_opening_place;

/* The number of chunks of an output. Source: inputs.md section 5. */
uint64_t wm_opening_chunks(const wm_output *output);

/* The number of chunks of a row; that of the last row may be smaller. */
uint64_t wm_opening_row_chunks(const wm_output *output, uint64_t row);

/* The bytes of a chunk; the last one of a row may be shorter. */
size_t wm_opening_size(const wm_output *output, uint64_t row, uint64_t chunk);

/* The number of openings of an output, T + U; at most WM_OPENING_MOST. Source: inputs.md section
 * 6. */
unsigned wm_opening_count(const wm_output *output);

/* Draws the places of an output's openings, in their order, and returns their number. The output
 * has at most 2^32 chunks. Source: inputs.md section 6. */
unsigned wm_opening_draw(const wm_output *output, const uint8_t seed[WM_SHA256_SIZE],
                         wm_opening_place places[WM_OPENING_MOST]);

/* Checks the openings of an output: place, size and path. Rules: opening.place, opening.data,
 * opening.path, and those of fields. False if something was refused, or on an error. Source:
 * record.md section 3, witness; inputs.md sections 5 and 6. */
bool wm_opening_check(struct wm_audit_state *state, const wm_item *item, const wm_list *openings,
                      const uint8_t output_digest[WM_SHA256_SIZE]);

/* Checks openings at given places, in their order; NULL: at any that exist. Rules: revisit.place,
 * opening.data, opening.path, and those of fields. False as above. Source: record.md section 3,
 * revisit. */
bool wm_opening_check_at(struct wm_audit_state *state, const wm_item *item, const wm_list *openings,
                         const uint8_t output_digest[WM_SHA256_SIZE],
                         const wm_opening_place *places);

#endif
