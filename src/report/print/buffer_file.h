/* A stream that appends what is printed to a buffer. */
#ifndef WM_REPORT_BUFFER_FILE_H
#define WM_REPORT_BUFFER_FILE_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct wm_buffer_file {
    wm_buffer *buffer;
    FILE *out;
    bool has_failed; /* the buffer could not grow; the rest was dropped */
} wm_buffer_file;

/* Opens it. Errors: NOMEM. Ownership: wm_buffer_file_close; neither may move before. */
WM_MUST_CHECK wm_status wm_buffer_file_open(wm_buffer_file *file, wm_buffer *buffer);

/* Closes it; after a failed open it does nothing. Errors: NOMEM (the buffer lacks some of what was
 * printed). */
WM_MUST_CHECK wm_status wm_buffer_file_close(wm_buffer_file *file);

#endif
