/* The transcript of one measured item: acquire, witness, decide; inject if a fault is planned,
 * repair if the output is rejected. */
#ifndef WM_STUDY_TRANSCRIPT_H
#define WM_STUDY_TRANSCRIPT_H

#include "study/procedure/item_run.h"

/* Appends the missing stages of the transcript of a run that is measured, without a failure. If the
 * device cannot repair, the item stays rejected, and the run's reason says why. Source: paper
 * section 3, Table 1; docs/formats/record.md section 3. Errors: the sink's; the device's, if a
 * stage that must follow cannot be made. */
WM_MUST_CHECK wm_status wm_transcript_run(wm_item_run *run, wm_error *err);

/* Whether a transcript has all stages that these settings ask for. */
bool wm_transcript_is_complete(const wm_graph *graph, size_t index, const wm_settings *settings);

#endif
