/* The last line of an evidence file. */
#ifndef WM_RECORD_LAST_LINE_H
#define WM_RECORD_LAST_LINE_H

#include <stdbool.h>

#include "base/buffer.h"
#include "standards/sha256.h"

/* Reads the last line into `line`: what follows the last newline that is not the file's last byte.
 * A longer line than the format allows is cut to its end, and is then 1 byte too long. Errors: IO,
 * NOMEM. */
WM_MUST_CHECK wm_status wm_last_line_read(const wm_source *source, wm_buffer *line);

/* The root of an evidence file: the SHA-256 of its last line. *is_whole is false if that does not
 * end with a newline, or is too long. Source: record.md section 1, [prior]. Errors: IO, NOMEM. */
WM_MUST_CHECK wm_status wm_last_line_root(const wm_source *source, uint8_t root[WM_SHA256_SIZE],
                                          bool *is_whole);

#endif
