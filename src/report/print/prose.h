/* Breaks text into lines of a width. */
#ifndef WM_REPORT_PROSE_H
#define WM_REPORT_PROSE_H

#include <stddef.h>
#include <stdio.h>

/* The columns that a text takes on a terminal: two for a wide character, none for a combining mark,
 * else one. */
size_t wm_prose_width(const char *text);

/* The same of the first `size` bytes. */
size_t wm_prose_columns(const char *text, size_t size);

/* The length in bytes of the longest beginning that `width` columns hold and that ends at a space
 * or at the text's end; of a longer word, as many of its characters as fit, at least one. *next:
 * where the rest begins. */
size_t wm_prose_fit(const char *text, size_t width, size_t *next);

/* Prints a text in lines of at most `width` columns, each with a newline. The first begins with
 * `lead`, the others with `hang`. It breaks at spaces; a longer word keeps a line of its own.
 * Spaces inside of a line stay. The caller has masked the text. */
void wm_prose_print(const char *text, const char *lead, const char *hang, int width, FILE *out);

#endif
