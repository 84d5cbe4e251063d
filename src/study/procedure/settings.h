/* The settings of a run, and what it tells of its progress. */
#ifndef WM_STUDY_SETTINGS_H
#define WM_STUDY_SETTINGS_H

#include "backend/backend.h"
#include "record/nodes/kinds_plain.h"
#include "study/life/continuation.h"

#include <signal.h>

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

/* What a run does with a rejected output. */
typedef enum wm_on_fault {
    WM_ON_FAULT_REPAIR,   /* compute it again by a more careful method and check that */
    WM_ON_FAULT_CONTINUE, /* leave it rejected and go on */
    /* leave it rejected and run no further item; a planned fault does not stop the run */
    WM_ON_FAULT_STOP
} wm_on_fault;

enum { WM_SETTINGS_WARNING = 640 }; /* bytes of a warning, with its NUL */

/* What may disturb a run, as it was seen before the start. */
typedef struct wm_settings_warnings {
    size_t count;
    char text[WM_SESSION_WARNINGS][WM_SETTINGS_WARNING];
} wm_settings_warnings;

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
    /* may be null: called before each repeat, outside of its time; the number of the item's repeats
     */
    void (*before_repeat)(void *context, uint32_t repeat, uint32_t repeats);
    const wm_settings_warnings *warnings; /* for the session; null: nobody looked */
    void *context;                        /* of all three */
} wm_settings;

#endif
