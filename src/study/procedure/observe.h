/* What observations of an item have in common: their place, and the fields of their time. */
#ifndef WM_STUDY_OBSERVE_H
#define WM_STUDY_OBSERVE_H

#include "measure/repeat.h"
#include "record/nodes/contents.h"
#include "study/procedure/sink.h"

/* The observation of an item that a node is. */
typedef struct wm_observe_place {
    const wm_sink *sink;
    const wm_item *item;
    size_t item_index;
    uint32_t index; /* among the item's observations of its class */
} wm_observe_place;

/* When it was made, and what was sampled meanwhile, as a node has it. */
typedef struct wm_observe_timed {
    wm_text started_at;
    wm_list flags;
    wm_covariates_node covariates;
    char digits[24];              /* of started_at */
    wm_text words[WM_FLAG_WORDS]; /* of flags */
} wm_observe_timed;

/* The flags that hold of a measurement, a bit for each wm_flag. Source: docs/formats/record.md
 * section 3, workload. */
unsigned wm_observe_flags(const wm_repeat *measured, double clock_limit_hz);

/* Makes the fields of a measurement. They point into `timed`. Source: docs/formats/record.md
 * section 3, workload. */
void wm_observe_time(const wm_observe_place *place, const wm_repeat *measured,
                     wm_observe_timed *timed);

#endif
