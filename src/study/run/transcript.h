/* The transcript of one measured item: acquire, witness, decide; inject if a fault is planned,
 * repair if the output is rejected. */
#ifndef WM_STUDY_TRANSCRIPT_H
#define WM_STUDY_TRANSCRIPT_H

#include "study/procedure/item_run.h"

typedef struct wm_transcript {
    wm_item_run *run; /* measured, all repeats ok */
    bool can_repair;
} wm_transcript;

/* Appends the missing stages of an item's transcript. If the device cannot repair, the item stays
 * rejected, and the run's reason says why. Source: paper section 3, Table 1; docs/formats/record.md
 * section 3. Errors: the sink's; the device's, if a stage that must follow cannot be made. */
WM_MUST_CHECK wm_status wm_transcript_run(const wm_transcript *transcript, wm_error *err);

#endif
