/* The files that a wrapped command reads, compared with what was hashed. */
#ifndef WM_STUDY_WRAP_INPUTS_H
#define WM_STUDY_WRAP_INPUTS_H

#include "study/foreign/wrap_file.h"

/* The files stay open. Zero-initialise it. */
typedef struct wm_wrap_inputs {
    wm_wrap_file *file;
    size_t count;
    bool has_changed;
    char words[96 + WM_WRAP_FILE_WORDS]; /* what changed */
} wm_wrap_inputs;

/* Opens and hashes so many files. Ownership: wm_wrap_inputs_close, also after a failure. Errors:
 * OPEN (one is no plain file, or cannot be read), NOMEM. */
WM_MUST_CHECK wm_status wm_wrap_inputs_open(wm_wrap_inputs *inputs, const char *const *paths,
                                            size_t count, wm_error *err);

void wm_wrap_inputs_close(wm_wrap_inputs *inputs);

/* Why one is not the file that was hashed; NULL: all are. One is hashed again if its times changed,
 * and at the last look. */
WM_MUST_CHECK const char *wm_wrap_inputs_changed(wm_wrap_inputs *inputs, wm_wrap_look look);

#endif
