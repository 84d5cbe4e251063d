/* Reading a source through a window that grows to the longest line. */
#include "record/window.h"

#include <stdlib.h>
#include <string.h>

#include "record/intake.h"

enum { FIRST_CAPACITY = 1 << 20 };

wm_status wm_window_open(const wm_source *source, wm_window *window)
{
    memset(window, 0, sizeof *window);
    window->source = source;
    window->capacity = FIRST_CAPACITY;
    window->data = malloc(window->capacity);
    return window->data == NULL ? WM_E_NOMEM : WM_OK;
}

void wm_window_close(wm_window *window)
{
    free(window->data);
    window->data = NULL;
}

/* Makes room behind what is there and fills it. Errors: NOMEM, IO. */
static wm_status refill(wm_window *at)
{
    const uint64_t left = at->source->size_bytes - (at->offset + (at->end - at->begin));
    size_t size;
    wm_status status;
    if (at->begin > 0) {
        memmove(at->data, at->data + at->begin, at->end - at->begin);
        at->end -= at->begin;
        at->begin = 0;
    }
    if (at->end == at->capacity) {
        char *grown = at->capacity == 0 || at->capacity > SIZE_MAX / 2
                          ? NULL
                          : realloc(at->data, at->capacity * 2);
        if (grown == NULL)
            return WM_E_NOMEM;
        at->data = grown;
        at->capacity *= 2;
    }
    size = at->capacity - at->end;
    if (size > left)
        size = (size_t)left;
    status = at->source->read(at->source->context, at->offset + at->end, at->data + at->end, size);
    if (status == WM_OK)
        at->end += size;
    return status;
}

wm_status wm_window_next(wm_window *at, const char **text, size_t *size)
{
    size_t searched = 0;
    for (;;) {
        const size_t there = at->end - at->begin;
        const char *start = at->data + at->begin;
        const char *newline =
            there > searched ? memchr(start + searched, '\n', there - searched) : NULL;
        const bool is_end = at->offset + there == at->source->size_bytes;
        wm_status status;
        if (newline != NULL || is_end) {
            *text = start;
            *size = newline != NULL ? (size_t)(newline - start) + 1 : there;
            at->begin += *size;
            at->offset += *size;
            return WM_OK;
        }
#ifndef WM_MUTATE
        if (there > WM_INTAKE_LINE_MAX) { /* refused whatever follows */
            *text = start;
            *size = there;
            return WM_OK;
        }
#endif
        searched = there;
        status = refill(at);
        if (status != WM_OK)
            return status;
    }
}
