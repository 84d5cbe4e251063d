/* The opened chunks of an output: how many there are, and where.
 *
 * Source: docs/formats/inputs.md, sections 5 and 6. */
#ifndef WM_RECORD_OPENING_H
#define WM_RECORD_OPENING_H

#include "record/laws/plan.h"

/* At most: the drawn chunks, and the last chunks of a reduction. */
enum { WM_OPENING_MOST = WM_TABLES_OPENINGS + WM_PLAN_TAIL };

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

#endif
