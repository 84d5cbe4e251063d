/* Runs an installed program of others, with a limit of time and of output. */
#ifndef WM_CLI_TOOL_H
#define WM_CLI_TOOL_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct wm_tool {
    const char *path;
    char *const *arguments;
    const char *input;     /* on its standard input, less than PIPE_BUF bytes; NULL: nothing */
    bool has_words;        /* its standard error is read too; else it is dropped */
    size_t most_bytes;     /* of output; what comes after is dropped */
    uint64_t end_ns;       /* of wm_clock_ns; it is killed then */
    int result;            /* out: its exit status; 128: a signal ended it */
    bool is_late, is_long; /* out: it was killed; output was dropped */
} wm_tool;

/* Runs it without a shell and appends its output. Errors: OPEN (it did not start; errno says why),
 * NOMEM (it was killed). */
WM_MUST_CHECK wm_status wm_tool_run(wm_tool *tool, wm_buffer *output);

#endif
