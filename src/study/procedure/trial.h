/* What a small item says of an item with an output: whether a device runs it, and how fast. */
#ifndef WM_STUDY_TRIAL_H
#define WM_STUDY_TRIAL_H

#include "backend/backend.h"
#include "record/laws/plan.h"

/* Runs a small item of the same variant once. Nothing is timed, and `reason` is left alone: the
 * device has words for a failure. Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_trial_run(wm_device *device, const wm_item *item, char reason[256]);

/* The rate of the item's operation here, work a second: that of a smaller item of the same variant,
 * which runs for at least 10 ms, or is the item itself. On a busy machine several sizes run, until
 * a larger one is not faster. NaN: the smaller item cannot run. Cost: about 0.1 s, at most about 1
 * s for a product. */
double wm_trial_rate(wm_device *device, const wm_item *item, const char *nonce);

#endif
