/* Openings: chunks of an output drawn by its digest, with the Merkle paths to it. */
#ifndef WM_VERIFY_OPENER_H
#define WM_VERIFY_OPENER_H

#include "record/laws/opening.h"
#include "record/nodes/objects.h"
#include "verify/check.h"

/* The openings of one output; zero-initialised, empty. Ownership: wm_opener_clear. */
typedef struct wm_opener {
    wm_opening_node nodes[WM_OPENING_MOST];
    size_t count; /* 0, or all of them */
    /* The caller's, set before opening: what the record continues; NULL: nothing. */
    const wm_roots *continues;
    char *memory; /* the bytes that the nodes point to */
} wm_opener;

/* Opens an output and replaces the earlier openings. `kept` is the tree from the digest of the
 * job's output. Source: docs/formats/record.md section 3; docs/formats/inputs.md sections 5 and 6.
 * Errors: the device's, NOMEM; then the opener is empty. Cost: the hashes of 32 rows' trees above
 * their chunks. Memory: 4 MiB, or 32 bytes a chunk of one row if that is more; a tree over the
 * chunks of a row, 64 bytes each. */
WM_MUST_CHECK wm_status wm_opener_open(wm_opener *opener, const wm_check *check,
                                       const uint8_t digest[WM_SHA256_SIZE],
                                       const wm_device_buffer *kept);

/* Opens the same output at `count` given places, at most WM_OPENING_MOST. Errors, cost and memory:
 * as above. */
WM_MUST_CHECK wm_status wm_opener_open_at(wm_opener *opener, const wm_check *check,
                                          const wm_device_buffer *kept,
                                          const wm_opening_place *places, unsigned count);

/* Frees the memory and leaves an empty opener. */
void wm_opener_clear(wm_opener *opener);

#endif
