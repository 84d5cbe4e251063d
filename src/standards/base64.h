/* Base64 with padding, one text for each run of bytes (RFC 4648, sections 4 and 3.5). */
#ifndef WM_STANDARDS_BASE64_H
#define WM_STANDARDS_BASE64_H

#include "base/buffer.h"

/* The length of the text of size bytes. */
size_t wm_base64_size(size_t size);

/* Appends the text of some bytes. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_base64_encode(wm_buffer *out, const void *data, size_t size);

/* Reads a whole text into data, which has room for capacity bytes, and tells how many there were.
 * Strict: only the alphabet, padding present, the unused bits zero. data may be touched on failure.
 * Errors: SYNTAX (not such a text), LIMIT (more than capacity bytes). */
WM_MUST_CHECK wm_status wm_base64_decode(const char *text, size_t text_size, uint8_t *data,
                                         size_t capacity, size_t *size);

#endif
