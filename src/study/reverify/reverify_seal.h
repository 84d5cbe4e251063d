/* The record of a re-verification: external numbers about the outputs of another record. */
#ifndef WM_STUDY_REVERIFY_SEAL_H
#define WM_STUDY_REVERIFY_SEAL_H

#include "study/reverify/reverify.h"

enum { WM_REVERIFY_SEAL_BYTES = 4 << 20 }; /* required free disk space */

typedef struct wm_reverify_seal {
    const wm_reverify_options *options;
    const char *checked_root; /* of the re-verified record */
    const char *answer;       /* the exit status in words */
    int exit_status;
} wm_reverify_seal;

/* Seals a record of x. claims. The plan's name is `re-verification of ROOT (OPTIONS): ANSWER`. The
 * record has a series with one observation for each selected output. The series has the output's
 * label as its name, or `item.N` if that is too long. The series `outputs` has the counts of
 * verdicts, of outputs that were left out, and the exit status. Claims are over all series.
 * environment is the line of this machine's environment. It is made before the work, because the
 * work can lose the device. Errors: those of wm_record_write. */
WM_MUST_CHECK wm_status wm_reverify_seal_write(const wm_reverify_seal *seal, wm_reverify *reverify,
                                               const wm_buffer *environment, char root[WM_ID_SIZE],
                                               wm_error *err);

#endif
