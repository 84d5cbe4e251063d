/* The transcript of one measured item: acquire, perhaps a fault, witness, decide, perhaps
 * repair. */
#ifndef WM_STUDY_TRANSCRIPT_H
#define WM_STUDY_TRANSCRIPT_H

#include "study/item_run.h"

typedef struct wm_transcript {
    wm_item_run *run; /* run, with all repeats ok */
    bool can_repair;
} wm_transcript;

/* Writes the stages of an item's transcript that are not there yet. A repair that the device cannot
 * do is left out: the item stays rejected, and the run' reason says why. Source: paper section 3,
 * Table 1; docs/formats/record.md section 3. Errors: the sink's; the device's, where a stage that
 * must follow cannot be made. */
WM_MUST_CHECK wm_status wm_transcript_run(const wm_transcript *transcript, wm_error *err);

#endif
