/* Compares the plan of a record with the built-in plan of its name. */
#ifndef WM_MEASURE_SCHEDULE_MATCH_H
#define WM_MEASURE_SCHEDULE_MATCH_H

#include "measure/schedule.h"

typedef enum wm_schedule_match {
    WM_SCHEDULE_NOT_BUILTIN, /* no built-in plan has this name */
    WM_SCHEDULE_SAME,        /* the items of the built-in plan */
    WM_SCHEDULE_PART,        /* some of them, and no others */
    WM_SCHEDULE_CHANGED      /* other items, repeats or durations */
} wm_schedule_match;

/* Compares items, repeats and least durations. An item that fills the memory has any size that a
 * filler has. kind is that of the device. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_schedule_match_plan(const wm_plan *plan, const char *name,
                                               const char *kind, wm_schedule_match *match);

/* What to say of a match: "as in this release", ... */
const char *wm_schedule_match_words(wm_schedule_match match);

#endif
