/* A file read line by line, with a limit on the length of a line. */
#include "archive/lines.h"

#include "archive/disk.h"

#include <stdlib.h>
#include <string.h>

wm_status wm_lines_open(int file, wm_lines *lines)
{
    memset(lines, 0, sizeof *lines);
    lines->file = file;
    lines->buffer = malloc(WM_LINES_MAX);
    return lines->buffer != NULL ? WM_OK : WM_E_NOMEM;
}

void wm_lines_close(wm_lines *lines)
{
    free(lines->buffer);
    lines->buffer = NULL;
}

/* Moves what is left to the front and fills up behind it. */
static wm_status fill(wm_lines *lines)
{
    size_t kept = lines->end - lines->begin;
    size_t got;
    wm_status status;
    memmove(lines->buffer, lines->buffer + lines->begin, kept);
    lines->begin = 0;
    lines->end = kept;
    status = wm_disk_read(lines->file, lines->offset + kept, lines->buffer + kept,
                          WM_LINES_MAX - kept, &got);
    lines->end += got;
    lines->is_done = kept + got < WM_LINES_MAX;
    return status;
}

/* Hands out the first size bytes of what is left. */
static wm_status give(wm_lines *lines, size_t size, bool is_torn, wm_file_line *line)
{
    line->text = lines->buffer + lines->begin;
    line->size = size;
    line->offset = lines->offset;
    line->is_torn = is_torn;
    lines->begin += size;
    lines->offset += size;
    if (size > 0 && ++lines->number == UINT32_MAX)
        return WM_E_LIMIT;
    return WM_OK;
}

wm_status wm_lines_next(wm_lines *lines, wm_file_line *line)
{
    const char *start = lines->buffer + lines->begin;
    const char *newline = memchr(start, '\n', lines->end - lines->begin);
    if (newline == NULL && !lines->is_done) {
        wm_status status = fill(lines);
        if (status != WM_OK)
            return status;
        start = lines->buffer;
        newline = memchr(start, '\n', lines->end);
    }
    if (newline != NULL)
        return give(lines, (size_t)(newline - start) + 1, false, line);
    if (!lines->is_done)
        return WM_E_LIMIT;
    return give(lines, lines->end - lines->begin, true, line);
}
