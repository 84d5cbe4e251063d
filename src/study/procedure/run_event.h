/* What a run tells of its progress. */
#ifndef WM_STUDY_RUN_EVENT_H
#define WM_STUDY_RUN_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an item does, in this order. The repeats and the witness alternate. */
typedef enum wm_phase {
    WM_PHASE_FILL,    /* memory, operands */
    WM_PHASE_WARM_UP, /* the first runs, and the choice of a method */
    WM_PHASE_REPEATS, /* the timed loops, and the digest of each output; or the profiles */
    WM_PHASE_WITNESS, /* the check of each output */
    WM_PHASE_CALIBRATION,
    WM_PHASE_SEGMENTS, /* of a point of operation */
    WM_PHASE_OPENINGS, /* of the product; an injected fault, its check */
    WM_PHASE_REPAIR,
    WM_PHASE_COUNT
} wm_phase;

/* A run's progress: at the begin of an item (seconds is 0), when one of its phases begins, after
 * each observation, at the end of an item, and after a failure. */
typedef struct wm_run_event {
    size_t item;
    bool is_done;   /* the item is finished */
    bool was_there; /* an earlier run had finished it */
    bool is_lost;   /* it is finished without a measurement: a repeat failed or was not run */
    double seconds; /* since the item began */
    double rate;    /* of the last repeat, work a second; NaN: none, or it failed */
    /* what failed on the device and what the run did then, one line; null: nothing */
    const char *trouble;
    wm_phase phase; /* that begins or goes on */
    uint32_t
        made[WM_PHASE_COUNT]; /* the item's observations so far, by the phase that makes them */
} wm_run_event;

#endif
