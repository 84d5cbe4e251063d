/* The files that a wrapped command reads, compared with what was hashed.
 *
 * A command opens them by itself, so a look before and after each run is all that can be done. A
 * file that is exchanged and put back within a run is not seen. */
#include "study/foreign/wrap_inputs.h"

#include "base/code_point.h"
#include "base/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

wm_status wm_wrap_inputs_open(wm_wrap_inputs *inputs, const char *const *paths, size_t count,
                              wm_error *err)
{
    char words[WM_WRAP_FILE_WORDS];
    inputs->file = calloc(count + 1, sizeof *inputs->file);
    if (inputs->file == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    for (size_t i = 0; i < count; i++) {
        wm_wrap_file *file = &inputs->file[i];
        const char *reason = wm_wrap_file_open(file, paths[i], words);
        inputs->count++;
        if (reason == NULL && !file->is_readable)
            reason = file->reason;
        if (reason != NULL)
            return wm_error_set(err, WM_E_OPEN, paths[i], "%s", reason);
    }
    return WM_OK;
}

void wm_wrap_inputs_close(wm_wrap_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->file[i].descriptor >= 0)
            (void)close(inputs->file[i].descriptor);
    free(inputs->file);
    *inputs = (wm_wrap_inputs){.count = 0};
}

const char *wm_wrap_inputs_changed(wm_wrap_inputs *inputs, wm_wrap_look look)
{
    for (size_t i = 0; i < inputs->count; i++) {
        const char *change = wm_wrap_file_change(&inputs->file[i], false, look);
        if (change == NULL)
            continue;
        inputs->has_changed = true;
        (void)snprintf(inputs->words, sizeof inputs->words, "the input %.*s was %s",
                       WM_FIT(inputs->file[i].path, 160), change);
        return inputs->words;
    }
    return NULL;
}
