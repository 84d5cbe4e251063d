/* One item's run whose variant is a profile of the device. */
#ifndef WM_STUDY_PROFILE_RUN_H
#define WM_STUDY_PROFILE_RUN_H

#include "study/procedure/item_run.h"

/* Measures the profiles that the graph does not have yet and appends their observations: the first
 * half of the repeats on one allocation, the others on another, which is made while the first is
 * held. One profile of each allocation comes before and is dropped. A resumed item goes on with new
 * allocations. If the device fails, or is not of the variant's kind, this repeat and all later ones
 * are observed as failed, with the reason. Source: docs/formats/record.md section 3, profile.
 * Errors: INTERRUPTED; NOMEM; the sink's. Ownership: wm_item_run_close in every case. */
WM_MUST_CHECK wm_status wm_profile_run_measure(wm_item_run *run, const wm_item_run_options *options,
                                               size_t index, wm_error *err);

#endif
