/* Copies the evidence of priors into a record. */
#ifndef WM_ARCHIVE_PRIOR_COPY_H
#define WM_ARCHIVE_PRIOR_COPY_H

#include "record/nodes/kind_root.h"

/* The copies: prior/1.jsonl and so on. */
typedef struct wm_prior_copy {
    size_t count;
    char path[WM_TABLES_CONTINUES][640];
    uint8_t hash[WM_TABLES_CONTINUES][WM_SHA256_SIZE];
} wm_prior_copy;

/* Copies files byte for byte into prior/ of a folder, whose path `where` is for messages and for
 * the paths of the copies. Errors: OPEN, IO, LIMIT (more than 8). */
WM_MUST_CHECK wm_status wm_prior_copy_all(int folder, const char *where, const char *const *paths,
                                          size_t count, wm_prior_copy *copies, wm_error *err);

/* Demands that the copies in a folder, as a run before this one left them, have the bytes of these
 * files, and hashes them. Errors: MISMATCH (a copy is absent or has other bytes), OPEN, IO, LIMIT
 * (more than 8). */
WM_MUST_CHECK wm_status wm_prior_copy_find(int folder, const char *where, const char *const *paths,
                                           size_t count, wm_prior_copy *copies, wm_error *err);

/* Demands that the copies still have the hashes that they had. Errors: MISMATCH, IO. */
WM_MUST_CHECK wm_status wm_prior_copy_check(int folder, const char *where,
                                            const wm_prior_copy *copies, wm_error *err);

#endif
