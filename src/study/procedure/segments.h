/* The segments of an item with a point of operation. */
#ifndef WM_STUDY_SEGMENTS_H
#define WM_STUDY_SEGMENTS_H

#include "study/procedure/item_run.h"

/* The length of a segment: 60 s for an item with minutes, else 50 times a repeat. Units: s. */
double wm_segments_seconds(const wm_item *item, double repeat_seconds);

/* The time of all segments of an item; 0 without a point. Units: s. */
double wm_segments_total(const wm_item *item, double repeat_seconds);

/* Whether the next observation of an item is a segment: repeat 0 is there, and segments are
 * missing. */
bool wm_segments_are_next(const wm_observed_item *item);

/* Fills the memory of the device for the point `full`, unless it is filled. Other points need
 * nothing. Notes a failure. Errors: those of wm_ballast_take. */
WM_MUST_CHECK wm_status wm_segments_hold(wm_item_run *run);

/* Measures the next segment and observes it. Errors: before *is_measured is set, INTERRUPTED and
 * those of wm_load_run and wm_segments_hold, noted; after it, the sink's. */
WM_MUST_CHECK wm_status wm_segments_measure(wm_item_run *run, bool *is_measured, wm_error *err);

#endif
