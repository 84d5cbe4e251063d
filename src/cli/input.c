/* Reads a whole file of the command line, or the standard input. */
#include "cli/input.h"

#include "base/status.h"
#include "cli/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 65536 };

const char *wm_input_name(const wm_input *input)
{
    return input->path == NULL || strcmp(input->path, "-") == 0 ? "standard input" : input->path;
}

static wm_status read_open(int file, const wm_input *input, wm_buffer *text, wm_error *err)
{
    const char *name = wm_input_name(input);
    for (;;) {
        ssize_t got;
        if (wm_buffer_reserve(text, BLOCK) != WM_OK)
            return wm_error_set(err, WM_E_NOMEM, name, "%s", wm_status_text(WM_E_NOMEM));
        got = read(file, text->data + text->size, BLOCK);
        if (got < 0 && errno == EINTR && wm_interrupt_number == 0)
            continue;
        if (got < 0)
            return wm_error_set(err, WM_E_IO, name, "%s%s", input->cannot_read, strerror(errno));
        text->size += (size_t)got;
        if (got == 0)
            return WM_OK;
        if (text->size <= input->most)
            continue;
        if (input->too_long != NULL)
            return wm_error_set(err, WM_E_LIMIT, name, "%s", input->too_long);
        text->size = input->most;
        return WM_OK;
    }
}

wm_status wm_input_read(const wm_input *input, wm_buffer *text, wm_error *err)
{
    struct stat about;
    wm_status status;
    int file;
    if (wm_input_name(input) != input->path)
        return read_open(STDIN_FILENO, input, text, err);
    file = open(input->path, O_RDONLY | O_CLOEXEC | (input->takes_any ? 0 : O_NONBLOCK));
    if (file < 0) {
        status = errno == ENOENT ? WM_E_NOTFOUND : WM_E_OPEN;
        return wm_error_set(err, status, input->path, "%s%s", input->cannot_open, strerror(errno));
    }
    if (!input->takes_any && (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)))
        status = wm_error_set(err, WM_E_INVALID, input->path, "not a regular file");
    else
        status = read_open(file, input, text, err);
    (void)close(file);
    return status;
}
