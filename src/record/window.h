/* A source read piece by piece and handed out line by line. */
#ifndef WM_RECORD_WINDOW_H
#define WM_RECORD_WINDOW_H

#include <witnessmark.h>

typedef struct wm_window {
    const wm_source *source;
    char *data;
    size_t capacity;
    size_t begin, end; /* of what was read and not handed out */
    uint64_t offset;   /* in the source, of begin */
} wm_window;

/* Begins at the start of a source, which must outlive the window. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_window_open(const wm_source *source, wm_window *window);

/* Gives the memory back. */
void wm_window_close(wm_window *window);

/* Hands out the next line with its newline; *size is 0 at the end. One without a newline is the
 * last, or longer than a line of evidence may be and then cut. The text lives until the next call.
 * Errors: NOMEM, IO. */
WM_MUST_CHECK wm_status wm_window_next(wm_window *window, const char **text, size_t *size);

#endif
