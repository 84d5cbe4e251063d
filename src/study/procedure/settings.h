/* The settings of a run. */
#ifndef WM_STUDY_SETTINGS_H
#define WM_STUDY_SETTINGS_H

#include "backend/backend.h"
#include "study/life/continuation.h"
#include "study/procedure/run_event.h"

#include <signal.h>

/* What a run does with a rejected output. */
typedef enum wm_on_fault {
    WM_ON_FAULT_REPAIR,   /* compute it again by a more careful method and check that */
    WM_ON_FAULT_CONTINUE, /* leave it rejected and go on */
    /* leave it rejected and run no further item; a planned fault does not stop the run */
    WM_ON_FAULT_STOP
} wm_on_fault;

/* Whoever starts a run fills them once; every layer below reads the same ones. */
typedef struct wm_settings {
    /* open; a device that fails is closed and opened again; null if that fails */
    wm_device **device;
    /* another device, which checks the outputs of the first with operands of its own; null: the
     * device itself */
    wm_device *witness;
    wm_device_options device_options;    /* to open the device again */
    double memory_bytes;                 /* limit of an item on the device; NaN: none is known */
    double witness_memory_bytes;         /* the same on the witness */
    const wm_continuation *continuation; /* the record that is continued; null: none */
    double item_seconds;                 /* no repeat of an item starts later; 0: no limit */
    double budget_seconds;               /* of the whole run, for the reason; 0: no limit */
    double budget_end_s;                 /* no repeat starts after this moment of wm_clock_s */
    wm_on_fault on_fault;
    bool stops_at_planned; /* also stop at a planned fault: the user asked for that fault */
    const volatile sig_atomic_t *stop; /* null, or: if not 0, the run ends with INTERRUPTED */
    void (*progress)(void *context, const wm_run_event *event); /* may be null */
    /* Called if a device cannot be opened again: whether another process can go on. If yes, the run
     * ends with WM_E_DEVICE, to be resumed. If no, or if this is null, the remaining items are
     * observed as not run. */
    bool (*can_go_on_elsewhere)(void *context);
    void *context; /* of both */
} wm_settings;

#endif
