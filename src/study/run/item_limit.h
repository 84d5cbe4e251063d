/* Predicts how long an item takes here, before it is started. */
#ifndef WM_STUDY_ITEM_LIMIT_H
#define WM_STUDY_ITEM_LIMIT_H

#include "backend/backend.h"
#include "record/laws/plan.h"

/* Seconds of an item: its work at the rate of a smaller item of the same variant, which runs here
 * for at least 10 ms, or is the item itself. On a busy machine several sizes run, until a larger
 * one is not faster. repeat_seconds is the least duration of a repeat. NaN: the smaller item cannot
 * run. Cost: about 0.1 s, at most about 1 s for a product. */
double wm_item_limit_predict(wm_device *device, const wm_item *item, const char *nonce,
                             double repeat_seconds);

#endif
