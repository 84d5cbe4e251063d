/* Whether a device would run an item with an output, tried on a small one. */
#ifndef WM_STUDY_TRIAL_H
#define WM_STUDY_TRIAL_H

#include "backend/backend.h"
#include "record/laws/plan.h"

/* Runs a small item of the same variant once. Nothing is timed, and `reason` is left alone: the
 * device has words for a failure. Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_trial_run(wm_device *device, const wm_item *item, char reason[256]);

#endif
