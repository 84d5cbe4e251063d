/* Base64 with padding (RFC 4648, section 4), where each byte string has exactly one text (section
 * 3.5). */
#ifndef WM_STANDARDS_BASE64_H
#define WM_STANDARDS_BASE64_H

#include "base/buffer.h"

/* The length of the text of size bytes. */
size_t wm_base64_size(size_t size);

/* Appends the text of size bytes. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_base64_encode(wm_buffer *out, const void *data, size_t size);

/* Decodes a text into data, which has room for capacity bytes, and sets *size. Strict: the alphabet
 * only, padding present, unused bits zero. On failure data may have changed. Errors: SYNTAX (no
 * strict base64), LIMIT (more than capacity bytes). */
WM_MUST_CHECK wm_status wm_base64_decode(const char *text, size_t text_size, uint8_t *data,
                                         size_t capacity, size_t *size);

#endif
