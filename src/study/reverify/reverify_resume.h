/* Saves the finished outputs of an interrupted re-verification, and reads them back.
 *
 * A text of lines of JSON: a head with the record's root and the settings, a line for each finished
 * output, and an end with their number. Numbers are the 16 hex digits of their binary64, so that
 * nothing is rounded. The reader keeps the file; it is no evidence for anyone else. */
#ifndef WM_STUDY_REVERIFY_RESUME_H
#define WM_STUDY_REVERIFY_RESUME_H

#include "base/buffer.h"
#include "study/reverify/reverify.h"

/* What a saved re-verification must share with the one that resumes it. */
typedef struct wm_reverify_resume {
    const char *root;  /* of the record */
    bool has_computed; /* whole outputs were recomputed */
    unsigned threads;  /* of a CPU device; 0: one for each processor */
} wm_reverify_resume;

/* Writes the finished outputs. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_resume_write(const wm_reverify_resume *resume,
                                                 wm_reverify *reverify, wm_buffer *text);

/* Reads them back after wm_reverify_ready and wm_reverify_computes_on; these outputs are finished.
 * Errors: INVALID (no such text, of another record, or with other settings), NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_resume_read(const wm_reverify_resume *resume,
                                                const wm_buffer *text, wm_reverify *reverify,
                                                wm_error *err);

#endif
