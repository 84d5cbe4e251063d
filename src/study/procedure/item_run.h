/* One item's run: its repeats are measured, checked and observed, and a product is calibrated. */
#ifndef WM_STUDY_ITEM_RUN_H
#define WM_STUDY_ITEM_RUN_H

#include "measure/repeat.h"
#include "study/procedure/ballast.h"
#include "study/procedure/settings.h"
#include "study/procedure/stages.h"
#include "verify/wrong_element.h"

/* How an item is run: the settings of the run, and what the run adds. */
typedef struct wm_item_run_options {
    const wm_settings *settings;
    const wm_sink *sink;
    wm_repeat_options repeat;
    /* An interrupt ends the item in place of the run: what is left is observed as failed with the
     * reason `interrupted`. */
    bool seals_interrupted;
    /* called when a phase begins, and after each repeat and each segment with the phase that goes
     * on; may be null */
    void (*tell)(void *context, wm_phase phase);
    void *context;
} wm_item_run_options;

/* An item that is being run. If wm_item_run_measure returned WM_OK and no repeat failed, the
 * workload's output is the product of the transcript. Exception: after a resume the output may be
 * lost. Its witness stage is then in the graph, and the output is one that was computed later. */
typedef struct wm_item_run {
    const wm_item_run_options *options;
    wm_device *device;
    const wm_item *item;
    size_t index; /* of the item in the plan */
    const char *nonce;
    const wm_continuation_item *there; /* the prior's item; null: none */
    double begin_s;                    /* when the item began */
    wm_phase phase;                    /* that is under way */
    wm_workload workload;
    wm_workload mirror;  /* the same item on the witness, if there is one */
    wm_workload *judged; /* the workload that is digested and checked: `workload` or `mirror` */
    wm_check check;      /* of the output of `judged` */
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
    char reason[384];                        /* the last failure, one line; empty: none */
    bool has_device_failed; /* a call returned WM_E_DEVICE: the device must be opened again */
    bool was_interrupted;   /* and what was left is observed as failed */
} wm_item_run;

/* Runs the repeats and segments that the graph does not have yet and appends their observations.
 * Appends the calibration too if the variant has one and all repeats are ok. If the device fails in
 * a repeat or a segment, this and all later ones are observed as failed, with the reason. What the
 * transcript needs from the device is computed before the last repeat is observed: an item whose
 * repeats are all ok must get a complete transcript. Errors: INTERRUPTED; MISMATCH (an interrupted
 * run made all repeats, and their product cannot be reproduced); NOMEM; the sink's. Ownership:
 * wm_item_run_close in every case. */
WM_MUST_CHECK wm_status wm_item_run_measure(wm_item_run *run, const wm_item_run_options *options,
                                            size_t index, wm_error *err);

/* Observes all remaining repeats and segments as failed, with this reason, and runs none. Errors:
 * the sink's, NOMEM. */
WM_MUST_CHECK wm_status wm_item_run_skip(const wm_sink *sink, size_t index, const char *reason,
                                         wm_error *err);

/* The number of an item's repeats so far: its profiles or its workload observations. */
uint32_t wm_item_run_repeats(const wm_observed_item *item);

/* Tells that a phase begins, unless it is under way. */
void wm_item_run_enter(wm_item_run *run, wm_phase phase);

/* Tells that a repeat or a segment is observed. */
void wm_item_run_step(const wm_item_run *run);

/* Whether the memory limit admits the item; else the reason is noted. */
bool wm_item_run_fits(wm_item_run *run);

/* Whether the time for the item is over. */
bool wm_item_run_is_late(const wm_item_run *run);

/* Observes the repeats that do not start any more for that. Errors: those of wm_item_run_skip. */
WM_MUST_CHECK wm_status wm_item_run_skip_late(wm_item_run *run, wm_error *err);

/* Observes the next repeat or segment as failed, with the noted reason, and the later ones as not
 * run. Errors: those of wm_item_run_skip. */
WM_MUST_CHECK wm_status wm_item_run_fail(wm_item_run *run, wm_error *err);

/* Ends an interrupted item. Errors: INTERRUPTED, unless the options seal what there is; those of
 * wm_item_run_skip. */
WM_MUST_CHECK wm_status wm_item_run_interrupt(wm_item_run *run, wm_error *err);

/* Takes the current output's digest, its residual and, if the item has openings, its openings.
 * Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_item_run_check(wm_item_run *run, uint8_t digest[WM_SHA256_SIZE],
                                          wm_observed_residual *residual);

/* Notes why something failed on the device, and returns the status. */
wm_status wm_item_run_note(wm_item_run *run, const char *doing, wm_status status);

/* Frees all resources of a run. */
void wm_item_run_close(wm_item_run *run);

#endif
