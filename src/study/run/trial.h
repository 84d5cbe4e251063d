/* Whether a device would run an item, tried on a small one. */
#ifndef WM_STUDY_TRIAL_H
#define WM_STUDY_TRIAL_H

#include "backend/backend.h"
#include "record/laws/plan.h"

/* Whether the device would take the item: it fits into memory_bytes (NaN: no limit), and a small
 * item of the same variant runs once. Nothing is timed. Else reason says why, as the run would
 * record it. Errors: NOMEM, DEVICE (the device failed and must be closed). */
WM_MUST_CHECK wm_status wm_trial_run(wm_device *device, const wm_item *item, double memory_bytes,
                                     bool *is_taken, char reason[256]);

#endif
