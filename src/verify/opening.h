/* Chunks of a product that its digest chose, with the paths that bind them to it. */
#ifndef WM_VERIFY_OPENING_H
#define WM_VERIFY_OPENING_H

#include "record/node.h"
#include "verify/check.h"

/* Writes the array `openings` of a witness stage into an empty node. `kept` is the tree that the
 * digest of the job's output left. Source: docs/formats/record.md section 3; docs/formats/inputs.md
 * sections 5 and 6. Errors: the device's, NOMEM. Cost: the hashes of 32 rows' trees above their
 * chunks. Memory: 4 MiB, or 32 bytes a chunk of one row where that is more; a tree over the chunks
 * of a row, 64 bytes each. */
WM_MUST_CHECK wm_status wm_opening_write(const wm_check *check,
                                         const uint8_t digest[WM_SHA256_SIZE],
                                         const wm_device_buffer *kept, wm_node *node);

#endif
