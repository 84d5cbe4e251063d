/* The repeats of one item: measured, checked, calibrated, observed. */
#ifndef WM_STUDY_ITEM_RUN_H
#define WM_STUDY_ITEM_RUN_H

#include "measure/repeat.h"
#include "study/stages.h"

/* What a run is run with. */
typedef struct wm_item_run_options {
    wm_device *device;
    /* checks what the device computed, from operands of its own; null: the device itself */
    wm_device *witness;
    const wm_sink *sink;
    wm_repeat_options repeat;
    double memory_bytes;         /* what an item may take on the device; NaN: no limit is known */
    double witness_memory_bytes; /* and on the witness */
    void (*tell)(
        void *context,
        uint32_t repeats); /* called after each repeat with how many there are; may be null */
    void *context;
} wm_item_run_options;

/* One item under way. After wm_item_run_measure has answered WM_OK and no repeat failed, the
 * workload's output is the product that the transcript is about (unless the run was resumed, its
 * output is gone, and the item has no openings: then it is one computed since). */
typedef struct wm_item_run {
    const wm_item_run_options *options;
    const wm_item *item;
    size_t index; /* of the item in the plan */
    const char *nonce;
    wm_workload workload;
    wm_workload mirror;  /* the same item on the witness, if there is one */
    wm_workload *judged; /* whichever of them is digested and checked */
    wm_check check;      /* of its output */
    char method[256];
    uint64_t iterations; /* of a repeat, from the warm-up */
    /* repeat 0's output, where it is judged; null before it is there, and if it is lost */
    wm_device_buffer *retained;
    uint8_t retained_digest[WM_SHA256_SIZE];
    /* the repeat that the transcript is about: the first rejected one, else the last */
    uint32_t product;
    bool is_rejected; /* it is rejected: later repeats do not change it */
    uint8_t product_digest[WM_SHA256_SIZE];
    wm_device_buffer *aside; /* its output while later repeats run; null while there is none */
    wm_opener openings;      /* of what was looked at last, of an item that has openings */
    wm_observed_calibration calibration;
    char calibration_reason[256];            /* why it failed */
    uint8_t injected_digest[WM_SHA256_SIZE]; /* of the product with the planned fault, */
    wm_observed_residual injected_residual;  /* which `openings` are then of */
    char reason[384];                        /* what failed last, in one line; empty: nothing */
    bool has_device_failed;                  /* WM_E_DEVICE came: the device must be opened again */
} wm_item_run;

/* Runs the repeats that the graph does not have yet and appends their observations; for a product
 * whose repeats are all ok the calibration too. A repeat that the device fails is observed as
 * failed with its reason, and so are all after it. What the transcript needs of the device is made
 * before the last repeat is observed: an item whose repeats are all ok must have a whole one.
 * Errors: INTERRUPTED; MISMATCH (all repeats are there from an interrupted run, and their product
 * does not come out again); NOMEM; the sink's. Ownership: wm_item_run_close in every case. */
WM_MUST_CHECK wm_status wm_item_run_measure(wm_item_run *run, const wm_item_run_options *options,
                                            size_t index, wm_error *err);

/* Observes all repeats that are not there yet as failed for a reason, without running any. Errors:
 * the sink's, NOMEM. */
WM_MUST_CHECK wm_status wm_item_run_skip(const wm_sink *sink, size_t index, const char *reason,
                                         wm_error *err);

/* Takes the output's digest, its residual and, for a product, its openings anew. Errors: the
 * device's, NOMEM. */
WM_MUST_CHECK wm_status wm_item_run_look(wm_item_run *run, uint8_t digest[WM_SHA256_SIZE],
                                         wm_observed_residual *residual);

/* Notes why something failed on the device, and passes the status on. */
wm_status wm_item_run_note(wm_item_run *run, const char *doing, wm_status status);

/* Frees everything of a run. */
void wm_item_run_close(wm_item_run *run);

#endif
