/* The functions over the segments of an item with a point of operation. */
#ifndef WM_RECORD_SEGMENT_H
#define WM_RECORD_SEGMENT_H

#include "record/laws/observed.h"
#include "record/laws/result.h"

/* A function over segments. Source: record.md section 4. */
wm_result wm_segment_reduce(wm_function function, const wm_observed_item *item);

#endif
