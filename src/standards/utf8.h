/* UTF-8: well-formedness, and the order of texts in UTF-16. */
#ifndef WM_STANDARDS_UTF8_H
#define WM_STANDARDS_UTF8_H

#include <stddef.h>

/* The length of the sequence at text, where size > 0 bytes are available; 0 if it is not
 * well-formed. Source: RFC 3629, section 4. */
size_t wm_utf8_length(const char *text, size_t size);

/* The order of two texts by their UTF-16 code units: below, at, or above 0. Source: RFC 8785,
 * section 3.2.3. */
int wm_utf8_compare(const char *a, size_t a_size, const char *b, size_t b_size);

#endif
