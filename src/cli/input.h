/* A whole file of the command line, or the standard input. */
#ifndef WM_CLI_INPUT_H
#define WM_CLI_INPUT_H

#include "base/buffer.h"

#include <stdbool.h>

/* What is read, and how its errors are told. */
typedef struct wm_input {
    const char *path;                      /* NULL or "-": the standard input */
    bool takes_any;                        /* pipes and devices too; else a regular file */
    const char *cannot_open, *cannot_read; /* before the reason */
    size_t most;                           /* bytes */
    const char *too_long;                  /* NULL: what follows is not read */
} wm_input;

/* Its name in messages: the path, or `standard input`. */
const char *wm_input_name(const wm_input *input);

/* Reads all of it. Errors: NOTFOUND, OPEN, INVALID (not a regular file), IO, LIMIT, NOMEM. */
WM_MUST_CHECK wm_status wm_input_read(const wm_input *input, wm_buffer *text, wm_error *err);

#endif
