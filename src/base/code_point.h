/* One character of UTF-8. */
#ifndef WM_BASE_CODE_POINT_H
#define WM_BASE_CODE_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The code point of the first character of a text, and its size in bytes; size 0 where the bytes
 * are not well-formed. The text ends with a NUL, or all of it is well-formed. Source: RFC 3629,
 * section 4. */
unsigned long wm_code_point_read(const char *text, size_t *size);

/* The length of a text of size bytes that is cut to `most` bytes, between characters. */
size_t wm_code_point_fit(const char *text, size_t size, size_t most);

/* The two arguments of `%.*s` for a text that is cut so; the first for one that ends with a NUL. */
#define WM_FIT(text, most) WM_FIT_IN(text, strlen(text), most)
#define WM_FIT_IN(text, size, most) (int)wm_code_point_fit(text, size, most), (text)

/* Cuts the beginning of a character off the end of a text that was cut to its room. */
void wm_code_point_trim(char *text);

/* Whether a character must not be shown as it is: it has no image, drives a terminal, ends a line
 * or changes the direction of writing. Source: docs/formats/record.md, section 8. */
bool wm_code_point_is_hidden(unsigned long code);

#endif
