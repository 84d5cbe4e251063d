/* Reads a source into a buffer that grows to the longest line. */
#include "base/lines.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { FIRST_CAPACITY = 1 << 20 };

wm_status wm_lines_open(const wm_source *source, size_t limit, wm_lines *lines)
{
    memset(lines, 0, sizeof *lines);
    lines->source = source;
    lines->limit = limit;
    lines->data = wm_array_grow(NULL, &lines->capacity, FIRST_CAPACITY, 1);
    return lines->data == NULL ? WM_E_NOMEM : WM_OK;
}

void wm_lines_close(wm_lines *lines)
{
    free(lines->data);
    lines->data = NULL;
}

/* Moves the bytes that are left to the front, makes room behind them and fills it. Errors: NOMEM,
 * IO. */
static wm_status refill(wm_lines *at)
{
    const uint64_t left = at->source->size_bytes - (at->offset + (at->end - at->begin));
    char *data;
    size_t size;
    wm_status status;
    if (at->begin > 0) {
        memmove(at->data, at->data + at->begin, at->end - at->begin);
        at->end -= at->begin;
        at->begin = 0;
    }
    data = wm_array_grow(at->data, &at->capacity, at->end + 1, 1);
    if (data == NULL)
        return WM_E_NOMEM;
    at->data = data;
    size = at->capacity - at->end;
    if (size > left)
        size = (size_t)left;
    status = at->source->read(at->source->context, at->offset + at->end, at->data + at->end, size);
    if (status == WM_OK)
        at->end += size;
    return status;
}

size_t wm_lines_first(const char *text, size_t size)
{
    const char *newline = size == 0 ? NULL : memchr(text, '\n', size);
    return newline == NULL ? size : (size_t)(newline - text) + 1;
}

wm_status wm_lines_next(wm_lines *at, const char **text, size_t *size)
{
    size_t searched = 0;
    for (;;) {
        const size_t there = at->end - at->begin;
        const char *start = at->data + at->begin;
        const size_t first = searched + wm_lines_first(start + searched, there - searched);
        const bool has_newline = first > searched && start[first - 1] == '\n';
        const bool is_end = at->offset + there == at->source->size_bytes;
        wm_status status;
        if (has_newline || is_end || there > at->limit) {
            *text = start;
            *size = has_newline ? first : there;
            at->begin += *size;
            at->offset += *size;
            return WM_OK;
        }
        searched = there;
        status = refill(at);
        if (status != WM_OK)
            return status;
    }
}

wm_status wm_lines_last(const wm_source *source, size_t limit, wm_buffer *line)
{
    /* plus the newline of the line before */
    const uint64_t most = (uint64_t)limit + 1;
    const size_t size = (size_t)(source->size_bytes < most ? source->size_bytes : most);
    size_t begin = size;
    wm_status status = wm_buffer_reserve(line, size);
    line->size = 0;
    if (status != WM_OK || size == 0)
        return status;
    status = source->read(source->context, source->size_bytes - size, line->data, size);
    if (status != WM_OK)
        return status;
    for (begin--; begin > 0 && line->data[begin - 1] != '\n';)
        begin--;
    memmove(line->data, line->data + begin, size - begin);
    line->size = size - begin;
    return WM_OK;
}
