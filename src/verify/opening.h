/* Chunks of a product that its digest chose, with the paths that bind them to it. */
#ifndef WM_VERIFY_OPENING_H
#define WM_VERIFY_OPENING_H

#include "evidence/node.h"
#include "verify/check.h"

/* Writes the array `openings` of a witness stage into an empty node. row_digests are those of the job's output, 32 bytes a row.
 * Source: docs/formats/record.md section 3; docs/formats/inputs.md sections 5 and 6.
 * Errors: the device's, NOMEM. Cost: one hash a row, 32 rows read. Memory: 4 MiB, or 32 bytes a chunk of one row where
 * that is more; trees over the rows and over the chunks of a row, 64 bytes each. */
WM_MUST_CHECK wm_status wm_opening_write(const wm_check *check,
                                         const uint8_t digest[WM_BACKEND_DIGEST_BYTES],
                                         const uint8_t *row_digests, wm_node *node);

#endif
