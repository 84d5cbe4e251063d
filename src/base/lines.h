/* Hands out lines: of a source that is read piece by piece, and of a text in memory. */
#ifndef WM_BASE_LINES_H
#define WM_BASE_LINES_H

#include <witnessmark.h>

#include "base/buffer.h"

typedef struct wm_lines {
    const wm_source *source;
    size_t limit; /* bytes of a line, newline included */
    char *data;
    size_t capacity;
    size_t begin, end; /* in data: the bytes that were read and not handed out */
    uint64_t offset;   /* in the source, of begin */
} wm_lines;

/* Begins at the start of a source, which must outlive the lines. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_lines_open(const wm_source *source, size_t limit, wm_lines *lines);

/* Frees the memory. */
void wm_lines_close(wm_lines *lines);

/* Hands out the next line with its newline; *size is 0 at the end of the source. A line without a
 * newline is the last one, or it is longer than the limit and cut. The text lives until the next
 * call. Errors: NOMEM, IO. */
WM_MUST_CHECK wm_status wm_lines_next(wm_lines *lines, const char **text, size_t *size);

/* The bytes of the first line of a text in memory, with its newline; size if it has no newline. */
size_t wm_lines_first(const char *text, size_t size);

/* Reads the last line of a source into `line`: what follows the last newline that is not its last
 * byte. A longer line than the limit is cut to its end, and is then 1 byte too long. Errors: IO,
 * NOMEM. */
WM_MUST_CHECK wm_status wm_lines_last(const wm_source *source, size_t limit, wm_buffer *line);

#endif
