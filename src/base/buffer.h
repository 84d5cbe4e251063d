/* A growable run of bytes. */
#ifndef WM_BASE_BUFFER_H
#define WM_BASE_BUFFER_H

#include <witnessmark.h>

/* Zero-initialise or use WM_BUFFER_EMPTY. After a failed append the contents are as before it. */
typedef struct wm_buffer {
    char *data;      /* NULL until the first reservation; not NUL-terminated */
    size_t size;     /* bytes in use */
    size_t capacity; /* bytes owned */
} wm_buffer;

#define WM_BUFFER_EMPTY \
    {                   \
        NULL, 0, 0      \
    }

/* Frees the memory and leaves an empty buffer. */
void wm_buffer_clear(wm_buffer *buffer);

/* Makes room for extra more bytes. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_buffer_reserve(wm_buffer *buffer, size_t extra);

/* Appends size bytes. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_buffer_append(wm_buffer *buffer, const void *data, size_t size);

/* Appends a string without its NUL. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_buffer_puts(wm_buffer *buffer, const char *text);

/* Appends one byte. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_buffer_putc(wm_buffer *buffer, char byte);

/* Appends as printf would. Errors: NOMEM, ARG (a format that cannot be printed). */
WM_MUST_CHECK wm_status wm_buffer_printf(wm_buffer *buffer, const char *format, ...)
    WM_PRINTF(2, 3);

/* Puts a NUL after the contents, which size does not count. Returns the contents; NULL when out of
 * memory. */
const char *wm_buffer_text(wm_buffer *buffer);

#endif
