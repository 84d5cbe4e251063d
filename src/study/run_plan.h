/* Runs a plan: every item measured, checked and taken through its transcript, every observation
 * handed over as it is made. */
#ifndef WM_STUDY_RUN_PLAN_H
#define WM_STUDY_RUN_PLAN_H

#include "study/item_run.h"

/* What happens when an output is rejected. */
typedef enum wm_on_fault {
    WM_ON_FAULT_REPAIR,   /* compute it again by a more careful method, and witness that */
    WM_ON_FAULT_CONTINUE, /* leave it rejected and go on */
    /* leave it rejected and run no further item; a fault that was planned is none */
    WM_ON_FAULT_STOP
} wm_on_fault;

/* How far a run is: told when an item begins (seconds is 0), after each of its repeats, at its end,
 * and of trouble in it. */
typedef struct wm_run_plan_event {
    size_t item;
    uint32_t repeats; /* of the item that are there */
    bool is_done;     /* the item is finished */
    bool was_there;   /* it had been finished by a former run */
    bool is_lost;     /* it is finished without a measurement: a repeat failed or was not run */
    double seconds;   /* since the item began */
    double rate;      /* of the last repeat that is there, work a second; NaN: none, or it failed */
    /* one line about what failed on the device, and what became of it; null: nothing to tell */
    const char *trouble;
} wm_run_plan_event;

typedef struct wm_run_plan {
    /* open; one that fails is closed and opened again, and null stands here where that cannot be */
    wm_device **device;
    /* another device that checks what the first computed; null: the device itself */
    wm_device *witness;
    wm_device_options options; /* with which it was opened, and is again */
    wm_sink sink; /* its graph has the environment, the plan, and what a former run left */
    wm_repeat_options repeat;
    double memory_bytes;         /* what an item may take; NaN: no limit is known */
    double witness_memory_bytes; /* and what it may take on the witness */
    wm_on_fault on_fault;
    /* a fault that the plan has is one to stop at too: somebody asked for it */
    bool stops_at_planned;
    void (*progress)(void *context, const wm_run_plan_event *event); /* may be null */
    /* Asked where a device cannot be opened again: whether another process could go on with it.
     * Then the run ends with WM_E_DEVICE, to be resumed; else, or where this is null, what is left
     * is observed as not run. */
    bool (*can_go_on_elsewhere)(void *context);
    void *context;
} wm_run_plan;

/* Runs what is not there yet of the plan. A repeat that fails is observed with its reason, and the
 * run goes on with the next item, on a device opened anew if it was the device that failed; where
 * it cannot be opened, what is left is observed as not run. Errors: DEVICE (can_go_on_elsewhere
 * said yes); those of wm_item_run_measure and wm_transcript_run; err's place is the item's
 * label. */
WM_MUST_CHECK wm_status wm_run_plan_run(const wm_run_plan *run_plan, wm_error *err);

#endif
