/* A file read line by line, with a limit on the length of a line. */
#ifndef WM_ARCHIVE_LINES_H
#define WM_ARCHIVE_LINES_H

#include <witnessmark.h>

#include <stdbool.h>

enum { WM_LINES_MAX = 1048576 }; /* bytes of a line of evidence, newline included */

/* A pass over an open file from its start. */
typedef struct wm_lines {
    int file;
    uint64_t offset; /* in the file, of what is not handed out yet */
    uint32_t number; /* lines handed out */
    char *buffer;
    size_t begin; /* of what is not handed out yet */
    size_t end;
    bool is_done;
} wm_lines;

/* One line. */
typedef struct wm_file_line {
    const char *text; /* with its newline; lives until the next call */
    size_t size;      /* 0: the file is at its end */
    uint64_t offset;
    bool is_torn; /* the file ended before the newline */
} wm_file_line;

/* Begins a pass over file, which stays the caller's. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_lines_open(int file, wm_lines *lines);

/* The next line. Errors: LIMIT (a line over WM_LINES_MAX bytes, or more than 2^32 - 2 lines), IO
 * with errno. */
WM_MUST_CHECK wm_status wm_lines_next(wm_lines *lines, wm_file_line *line);

/* Gives the memory back. */
void wm_lines_close(wm_lines *lines);

#endif
