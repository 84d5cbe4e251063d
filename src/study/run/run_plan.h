/* Runs a plan: every item is measured and checked and gets its transcript. Every observation is
 * appended as soon as it is made. */
#ifndef WM_STUDY_RUN_PLAN_H
#define WM_STUDY_RUN_PLAN_H

#include "study/procedure/item_run.h"

/* What a run does with a rejected output. */
typedef enum wm_on_fault {
    WM_ON_FAULT_REPAIR,   /* compute it again by a more careful method and check that */
    WM_ON_FAULT_CONTINUE, /* leave it rejected and go on */
    /* leave it rejected and run no further item; a planned fault does not stop the run */
    WM_ON_FAULT_STOP
} wm_on_fault;

/* A run's progress: at the begin of an item (seconds is 0), when one of its phases begins, after
 * each repeat and each segment, at the end of an item, and after a failure. */
typedef struct wm_run_plan_event {
    size_t item;
    uint32_t repeats; /* repeats of the item so far */
    bool is_done;     /* the item is finished */
    bool was_there;   /* an earlier run had finished it */
    bool is_lost;     /* it is finished without a measurement: a repeat failed or was not run */
    double seconds;   /* since the item began */
    double rate;      /* of the last repeat, work a second; NaN: none, or it failed */
    /* what failed on the device and what the run did then, one line; null: nothing */
    const char *trouble;
    uint32_t segments; /* segments of its point so far */
    wm_phase phase;    /* that begins or goes on */
} wm_run_plan_event;

typedef struct wm_run_plan {
    /* open; a device that fails is closed and opened again; null if that fails */
    wm_device **device;
    /* another device, which checks the outputs of the first; null: the device itself */
    wm_device *witness;
    wm_device_options options; /* to open the device again */
    wm_sink sink;              /* its graph has environment, plan and earlier observations */
    wm_repeat_options repeat;
    double memory_bytes;                 /* memory limit of an item; NaN: no known limit */
    double witness_memory_bytes;         /* the same on the witness */
    const wm_continuation *continuation; /* as in wm_item_run_options (both) */
    double item_seconds;
    double budget_seconds, budget_end_s; /* as in wm_item_run_options */
    struct wm_eta *costs; /* what the items cost here, for a budget; wm_run_plan_run sets it */
    wm_on_fault on_fault;
    bool seals_interrupted; /* as in wm_item_run_options; also set for a plan with a point */
    /* also stop at a planned fault: the user asked for that fault */
    bool stops_at_planned;
    void (*progress)(void *context, const wm_run_plan_event *event); /* may be null */
    /* Called if a device cannot be opened again: whether another process can go on. If yes, the run
     * ends with WM_E_DEVICE, to be resumed. If no, or if this is null, the remaining items are
     * observed as not run. */
    bool (*can_go_on_elsewhere)(void *context);
    void *context;
} wm_run_plan;

/* Runs the items of the plan that are not complete. A failed repeat is observed with its reason,
 * and the run goes on with the next item. If the device failed, it is opened again first. If that
 * fails, the remaining items are observed as not run. With a budget, as many items as possible are
 * measured: the most expensive of the rest by the costs so far are left out. An interrupt in a plan
 * with a point ends the run instead: what is left is observed as failed with the reason
 * `interrupted`, and the result is WM_OK. Errors: INTERRUPTED; DEVICE (can_go_on_elsewhere returned
 * true); those of wm_item_run_measure and wm_transcript_run; err's place is the item's label. */
WM_MUST_CHECK wm_status wm_run_plan_run(const wm_run_plan *run_plan, wm_error *err);

#endif
