/* A stream that appends what is printed to a buffer.
 *
 * open_memstream of glibc notes no error when its memory cannot grow: what was printed is then
 * shorter, and nobody knows. This stream keeps the failure itself. */
#include "report/print/buffer_file.h"

#include "base/status.h"

#include <sys/types.h>

static ssize_t append(void *cookie, const char *data, size_t size)
{
    wm_buffer_file *file = cookie;
    if (file->has_failed || wm_buffer_append(file->buffer, data, size) != WM_OK) {
        file->has_failed = true;
        return 0;
    }
    return (ssize_t)size;
}

wm_status wm_buffer_file_open(wm_buffer_file *file, wm_buffer *buffer)
{
    const cookie_io_functions_t calls = {NULL, append, NULL, NULL};
    file->buffer = buffer;
    file->has_failed = false;
    file->out = fopencookie(file, "w", calls);
    return file->out != NULL ? WM_OK : WM_E_NOMEM;
}

wm_status wm_buffer_file_close(wm_buffer_file *file)
{
    if (file->out != NULL && fclose(file->out) != 0)
        file->has_failed = true;
    file->out = NULL;
    return file->has_failed ? WM_E_NOMEM : WM_OK;
}
