/* The memory that is held for the segments of an item. */
#ifndef WM_STUDY_SEGMENTS_H
#define WM_STUDY_SEGMENTS_H

#include "study/procedure/item_run.h"

/* Fills the memory of the device for the point `full`, unless it is filled. Other points need
 * nothing. Notes a failure. Errors: those of wm_ballast_take. */
WM_MUST_CHECK wm_status wm_segments_hold(wm_item_run *run);

#endif
