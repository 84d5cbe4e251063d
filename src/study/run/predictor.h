/* How long an item takes, and the rest of a run. */
#ifndef WM_STUDY_PREDICTOR_H
#define WM_STUDY_PREDICTOR_H

#include "study/procedure/procedure.h"
#include "study/procedure/settings.h"

enum { WM_PREDICTOR_CLASSES = 32 }; /* the costs whose measurements are kept, at most */

/* What was measured of the items of one cost. */
typedef struct wm_predictor_class {
    const wm_workload_cost *cost;
    /* of the operation, as a multiple of the nominal speed: the harmonic mean of all repeats; 0:
     * not measured */
    double speed;
    double fastest; /* the speed of its fastest repeat, which waited least for a processor */
    double repeats, nominal_repeats; /* measured ones, and their sum of 1 / speed */
    double measured_s[WM_PHASE_COUNT];
    double nominal_s[WM_PHASE_COUNT]; /* of the same phases, at the measured speed */
} wm_predictor_class;

/* The item that runs. */
typedef struct wm_predictor_current {
    wm_phase phase;                   /* that is under way */
    double event_s;                   /* of the item, at the last event */
    uint32_t resumed;                 /* repeats from an earlier run */
    uint32_t repeats;                 /* so far */
    uint32_t segments;                /* so far */
    double repeats_s;                 /* time of the repeats made here, with their witness */
    double start_s;                   /* of its time, the start of the device */
    double pending_s[WM_PHASE_COUNT]; /* time that is in no class yet */
    bool is_over[WM_PHASE_COUNT];     /* a phase that an item has once: it has ended */
    bool is_noted[WM_PHASE_COUNT];    /* its nominal time is in the class */
} wm_predictor_current;

/* Every prediction of time is this one: a nominal cost of each phase (procedure.h), at the speed
 * that is known of the operation, times what the phases took so far over their nominal costs. The
 * dry run and a budget's plan have nominal speeds, the limit of an item a trial, and a run what it
 * measured.
 *
 * wm_predictor_note needs `plan`. */
typedef struct wm_predictor {
    const wm_plan *plan;
    double repeat_seconds;
    bool is_gpu;      /* the nominal costs are those of a GPU */
    bool takes_first; /* without the search for the fastest method */
    /* what the start of the device may still take of the items' time; it says nothing of others */
    double start_s;
    /* memory limit of an item; a larger item is not run. 0 or NaN: no known limit */
    double memory_bytes;
    double item_seconds; /* no repeat of an item starts later; 0: no limit */
    size_t done;         /* items finished, in this run or an earlier one */
    /* the items measured here: what they took, and what they take at the fastest speeds */
    double took_s, fastest_s;
    wm_predictor_current item;
    size_t class_count;
    wm_predictor_class classes[WM_PREDICTOR_CLASSES];
} wm_predictor;

/* What nothing has measured yet, on the device of the settings and within their limits. */
wm_predictor wm_predictor_for(const wm_settings *settings, double repeat_seconds);

/* Takes an event of the run and returns the seconds left, with those of sealing. Every phase of an
 * item counts with its nominal cost, times measured over nominal time of that phase: of the items
 * of the same cost if there are some, else of all. Never negative, at most 360,000 (100 hours). */
double wm_predictor_note(wm_predictor *predictor, const wm_run_event *event);

/* The seconds of a whole item, from what was measured so far, or from nominal costs alone. An item
 * above the memory limit takes none. */
double wm_predictor_item(const wm_predictor *predictor, const wm_item *item);

/* The seconds of a whole item for a budget: as wm_predictor_item, or less. On a busy machine the
 * short repeats of a small item mostly wait for a processor; a larger item of the same cost waits
 * for a smaller share of its time. The lower estimate has the speed of the fastest repeat, and is
 * as much longer as the items so far took longer than theirs. */
double wm_predictor_least(const wm_predictor *predictor, const wm_item *item);

/* Whether repeats of an item of the same cost were measured here. */
bool wm_predictor_knows(const wm_predictor *predictor, const wm_item *item);

/* The seconds of the phase that is under way: of one repeat, witness or segment. */
double wm_predictor_phase(const wm_predictor *predictor, const wm_item *item);

/* The seconds of sealing a record of so many items. */
double wm_predictor_seal(size_t item_count);

/* The same before anything was measured, if its operation has `speed` times the nominal speed. */
double wm_predictor_at_speed(const wm_predictor *predictor, const wm_item *item, double speed);

/* The same at the speed of a trial: a smaller item of the same variant runs here. An item without
 * an output has no smaller one, and gets the nominal speed. Without `is_whole` only the phases
 * count that run the operation: a trial says nothing of the others, and their nominal times alone
 * must not exclude a small item. NaN: the smaller item cannot run. Cost: that of wm_trial_rate. */
double wm_predictor_try(const wm_predictor *predictor, wm_device *device, const wm_item *item,
                        bool is_whole);

#endif
