/* Reads one line of a small text file, as those below /proc and /sys. */
#ifndef WM_BASE_FILE_LINE_H
#define WM_BASE_FILE_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the text after `key` and a separator on the first line that begins with `key`. Separators
 * are blanks, tabs, ':', '=' and '"'. Blanks, '"' and the newline at the end are left out. Of a
 * line of `size` bytes or more, key included, only the beginning is read. A null key takes the
 * first line whole. False, with an empty value, if the file cannot be read, has no such line, or
 * has no text there. */
bool wm_file_line_read(const char *path, const char *key, char *value, size_t size);

#endif
