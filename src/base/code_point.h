/* One character of UTF-8. */
#ifndef WM_BASE_CODE_POINT_H
#define WM_BASE_CODE_POINT_H

#include <stddef.h>

/* The code point of the first character of a text, and its size in bytes; size 0 where the bytes
 * are not well-formed. The text ends with a NUL, or all of it is well-formed. Source: RFC 3629,
 * section 4. */
unsigned long wm_code_point_read(const char *text, size_t *size);

/* The length of a text, at most `most` bytes, that cuts no character in two. Bytes that are not
 * well-formed are characters of their own. */
size_t wm_code_point_fit(const char *text, size_t most);

#endif
