/* One item's run: its observations are made, one after the other. */
#ifndef WM_STUDY_ITEM_RUN_H
#define WM_STUDY_ITEM_RUN_H

#include "measure/repeat.h"
#include "study/procedure/ballast.h"
#include "study/procedure/settings.h"
#include "study/procedure/sink.h"
#include "verify/opener.h"
#include "verify/wrong_element.h"

struct wm_procedure;

/* How an item is run: the settings of the run, and what the run adds. */
typedef struct wm_item_run_options {
    const wm_settings *settings;
    const wm_sink *sink;
    wm_repeat_options repeat;
    /* An interrupt ends the item in place of the run: what is left is observed as failed with the
     * reason `interrupted`. */
    bool seals_interrupted;
    /* called when a phase begins, and after each observation with the phase that goes on; may be
     * null */
    void (*tell)(void *context, wm_phase phase);
    void *context;
} wm_item_run_options;

/* An item that is being run. If wm_item_run_measure returned WM_OK and no observation failed, the
 * workload's output is the product of the transcript. Exception: after a resume the output may be
 * lost. Its witness stage is then in the graph, and the output is one that was computed later. */
typedef struct wm_item_run {
    const wm_item_run_options *options;
    wm_device *device;
    const wm_item *item;
    size_t index; /* of the item in the plan */
    const char *nonce;
    double begin_s;         /* when the item began */
    wm_phase phase;         /* that is under way */
    char reason[384];       /* the last failure, one line; empty: none */
    bool has_device_failed; /* a call returned WM_E_DEVICE: the device must be opened again */
    bool was_interrupted;   /* and what was left is observed as failed */

    /* -- of an item with an output: item_output.h -- */
    const wm_continuation_item *there; /* the prior's item; null: none */
    wm_workload workload;
    wm_workload mirror;   /* the same item on the witness, if there is one */
    wm_workload *judged;  /* the workload that is digested and checked: `workload` or `mirror` */
    wm_check check;       /* of the output of `judged` */
    wm_check_known known; /* to `check` */
    char method[256];
    uint64_t iterations; /* of a repeat, set by the warm-up */
    /* repeat 0's output, on the device of `judged`; null before repeat 0, and if it is lost */
    wm_device_buffer *retained;
    uint8_t retained_digest[WM_SHA256_SIZE];
    /* the repeat of the transcript: the first rejected one, else the last */
    uint32_t product;
    bool is_rejected; /* the product is rejected: later repeats do not change it */
    uint8_t product_digest[WM_SHA256_SIZE];
    wm_observed_residual product_residual;
    wm_device_buffer *aside; /* the rejected output during later repeats; else null */
    wm_opener openings;      /* of the output that was checked last, if the item has openings */
    wm_opener revisit;       /* of the product at the prior's places; empty: none is wanted */
    wm_wrong_element wrong;  /* of the same output, if the row test rejects it */
    wm_repeat_options loop_options; /* of repeats and segments: with fault and witness */
    wm_ballast ballast;             /* what fills the memory in the point `full` */
    wm_observed_calibration calibration;
    char calibration_reason[256];            /* why the calibration failed */
    uint8_t injected_digest[WM_SHA256_SIZE]; /* of the product with the planned fault */
    wm_observed_residual injected_residual;  /* of the same output, as are `openings` then */

    struct wm_profile_tables *profiles; /* of the procedure `profile`; else null */
    struct wm_trials_state *trials;     /* of the procedure `trials`; else null */
} wm_item_run;

/* Makes the observations that the graph does not have yet: the next one of the item's procedures,
 * until there is none. If the device fails, or refuses the item, this one and all later ones are
 * observed as failed, with the reason. What the transcript needs from the device is computed before
 * the last one is observed: an item without a failure must get a complete transcript. Errors:
 * INTERRUPTED; MISMATCH (an interrupted run made all repeats, and their product cannot be
 * reproduced); NOMEM; the sink's. Ownership: wm_item_run_close in every case. */
WM_MUST_CHECK wm_status wm_item_run_measure(wm_item_run *run, const wm_item_run_options *options,
                                            size_t index, wm_error *err);

/* Makes all observations that the graph does not have yet as failed, with this reason, and measures
 * none. Errors: the sink's, NOMEM. */
WM_MUST_CHECK wm_status wm_item_run_skip(const wm_sink *sink, size_t index, const char *reason,
                                         wm_error *err);

/* What the graph has of the item. */
const wm_observed_item *wm_item_run_observed(const wm_item_run *run);

/* Tells that a phase begins, unless it is under way. */
void wm_item_run_enter(wm_item_run *run, wm_phase phase);

/* Notes why something failed on the device, and returns the status. */
wm_status wm_item_run_note(wm_item_run *run, const char *doing, wm_status status);

/* Whether a wm_item_run is to end early: the user stopped it, or its time is over. A long step asks
 * and gives INTERRUPTED. */
bool wm_item_run_ends(const void *run);

/* Frees all resources of a run. */
void wm_item_run_close(wm_item_run *run);

#endif
