/* The evidence of a prior as a file, before a record holds it. */
#ifndef WM_RECORD_PRIOR_FILE_H
#define WM_RECORD_PRIOR_FILE_H

#include <witnessmark.h>

#include "standards/sha256.h"

/* Reads an evidence.jsonl: its root, the SHA-256 of its last line, and the SHA-256 of the file;
 * both may be NULL. Errors: OPEN, IO, INVALID (the last line is not a root), NOMEM. */
WM_MUST_CHECK wm_status wm_prior_file_read(const char *path, uint8_t root[WM_SHA256_SIZE],
                                           uint8_t file[WM_SHA256_SIZE], wm_error *err);

#endif
