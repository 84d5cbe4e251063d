/* Breaks text into lines of a width. */
#ifndef WM_REPORT_PROSE_H
#define WM_REPORT_PROSE_H

#include <stddef.h>
#include <stdio.h>

/* The columns that a text takes on a terminal: its code points. Wide characters do not occur. */
size_t wm_prose_width(const char *text);

/* Prints a text in lines of at most `width` columns, each with a newline. The first begins with
 * `lead`, the others with `hang`. It breaks at spaces; a longer word keeps a line of its own.
 * Spaces inside of a line stay. The caller has masked the text. */
void wm_prose_print(const char *text, const char *lead, const char *hang, int width, FILE *out);

#endif
