/* How an item is measured. */
#ifndef WM_STUDY_PROCEDURE_H
#define WM_STUDY_PROCEDURE_H

#include "study/procedure/observe.h"
#include "study/procedure/settings.h"

struct wm_item_run;

/* What a cost depends on besides the item. */
typedef struct wm_machine_speed {
    bool is_gpu;
    double repeat_seconds;
    double speed; /* of the item's operation here, as a multiple of the nominal speed; above 0 */
    bool takes_first; /* the first method, without a search for the fastest */
} wm_machine_speed;

/* A way to measure an item. It makes the observations of one class, one after the other, until the
 * item has all of them. An item has one or more; their order is in procedure.c.
 *
 * The plan loop, resumption, budgets, estimates and the dry run know this struct. They do not know
 * what an item is. A null function has nothing to do. */
typedef struct wm_procedure {
    wm_procedure_name row; /* of procedures.tsv: its name, class of observations and output */
    wm_phase phase;        /* in which its observations are made */

    /* Whether the next one can be made now; null: always. */
    bool (*is_due)(const wm_observed_item *item);
    /* Work a second in the last observation; NaN: none, or it failed. */
    double (*rate)(const wm_observed_item *item);

    /* Device memory of an item. Units: bytes. */
    double (*bytes)(const wm_item *item);
    /* The nominal speed; null: that of the item's other procedure. */
    const wm_workload_cost *(*nominal)(const wm_item *item);
    /* The nominal seconds of a phase on a machine, 0 if it has none of it: of one observation and
     * of its witness, else of the whole phase. */
    double (*seconds)(const wm_item *item, const wm_machine_speed *machine, wm_phase phase);

    /* Runs a small form of the item once, to see whether a device takes it. A refusal is a failure;
     * `reason` gets words if the device has none for it. */
    wm_status (*try_out)(wm_device *device, const wm_item *item, char reason[256]);
    /* Prepares the device, once the memory is known to suffice. If observations are there, takes up
     * the item of an interrupted run. Notes a failure. */
    wm_status (*begin)(struct wm_item_run *run);
    /* Measures one observation more and hands it to the sink. A failure before *is_measured is set
     * is noted, and becomes the reason of the observation; a failure after that is the sink's. */
    wm_status (*next)(struct wm_item_run *run, bool *is_measured, wm_error *err);
    /* Hands the next observation to the sink as failed. */
    wm_status (*fail_next)(const wm_observe_place *place, const char *reason, wm_error *err);
    /* After the last observation: appends what belongs to all of them. */
    wm_status (*end)(struct wm_item_run *run, wm_error *err);
    void (*close)(struct wm_item_run *run);
} wm_procedure;

extern const wm_procedure wm_repeats, wm_segments, wm_profiles;

/* Links the procedure of trials, which is code of the laboratory. Until then an item with a trial
 * cannot be run. */
void wm_procedure_link_trials(const wm_procedure *trials);

/* Fills the memory of the device for segments at the point `full`, unless it is filled. Other
 * points need nothing. Notes a failure. Errors: those of wm_ballast_take. */
WM_MUST_CHECK wm_status wm_segments_hold(struct wm_item_run *run);

/* The nominal seconds of a phase of `repeats` on a known machine: of one repeat and of its witness,
 * else of the whole phase. */
double wm_repeats_cost_seconds(const wm_item *item, const wm_machine_speed *machine,
                               wm_phase phase);

/* The nominal seconds of two cores for the operation, once, and its calibration. */
double wm_repeats_cost_operation(const wm_item *item);

/* The procedures of an item, the last behind a null. The first one that is due and not complete
 * makes the next observation. */
const wm_procedure *const *wm_procedure_of(const wm_item *item);

/* The procedure that makes the next observation; null: the item has all of them. */
const wm_procedure *wm_procedure_next(const wm_observed_item *item);

/* The observations made in a phase so far. */
uint32_t wm_procedure_made(const wm_observed_item *item, wm_phase phase);

/* Whether the item has an observation. */
bool wm_procedure_has_begun(const wm_observed_item *item);

/* Work a second in the last observation that has a rate; NaN: none, or it failed. */
double wm_procedure_rate(const wm_observed_item *item);

/* Device memory that the item needs. Units: bytes. */
double wm_procedure_bytes(const wm_item *item);

/* The memory that the item will hold on this device: what it needs and, at the point `full`, what
 * fills the device. Units: bytes. Errors: NOMEM (too little is free to fill it), UNSUPPORTED (the
 * free memory is not known), DEVICE. */
WM_MUST_CHECK wm_status wm_segments_held(wm_device *device, const wm_item *item, double *bytes);

/* Whether a limit admits the item's memory (NaN: no limit); else writes the reason. Units: bytes.
 */
bool wm_procedure_fits(const wm_item *item, double memory_bytes, char *reason, size_t size);

/* Whether the device would take the item: it fits into memory_bytes, and the device runs what is
 * tried. Nothing is timed. Else reason says why, as the run would record it. Errors: NOMEM, DEVICE
 * (the device failed and must be closed). */
WM_MUST_CHECK wm_status wm_procedure_try(wm_device *device, const wm_item *item,
                                         double memory_bytes, bool *is_taken, char reason[256]);

/* The item's nominal speed. Items with the same pointer share one speed of the device. */
const wm_workload_cost *wm_procedure_nominal(const wm_item *item);

/* The nominal rate of the item's operation, work a second. */
double wm_procedure_nominal_rate(const wm_item *item, bool is_gpu);

/* How often an item has a phase: its observations, or once. */
double wm_procedure_times(const wm_item *item, wm_phase phase);

/* The nominal seconds of a phase: of one observation and of its witness, else of the whole phase.
 * Units: s. */
double wm_procedure_seconds(const wm_item *item, const wm_machine_speed *machine, wm_phase phase);

/* The word for a phase in a line of progress. */
const char *wm_procedure_word(wm_phase phase);

#endif
