/* The output of an item that is being run: computed, checked, and opened for its transcript. */
#ifndef WM_STUDY_ITEM_OUTPUT_H
#define WM_STUDY_ITEM_OUTPUT_H

#include "study/procedure/item_run.h"

/* Allocates, fills, warms up and asks for the method: a device may choose it when it first runs.
 * With a witness, fills its operands too. Notes a failure. Errors: the devices', NOMEM,
 * INTERRUPTED. */
WM_MUST_CHECK wm_status wm_item_output_open(wm_item_run *run);

/* Copies the current output to the witness, if there is one. Errors: either device's, NOMEM. */
WM_MUST_CHECK wm_status wm_item_output_to_witness(wm_item_run *run);

/* Checks the output on `judged`, which has this digest. Of the item's repeats with this digest all
 * have this residual in a valid record; a witness that gives another one was wrong once. Errors:
 * MISMATCH, those of wm_workload_check. */
WM_MUST_CHECK wm_status wm_item_output_judge(wm_item_run *run, const uint8_t digest[WM_SHA256_SIZE],
                                             wm_observed_residual *residual);

/* Takes the current output's digest, its residual and, if the item has openings, its openings.
 * Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_item_output_check(wm_item_run *run, uint8_t digest[WM_SHA256_SIZE],
                                             wm_observed_residual *residual);

/* Prepares what the transcript needs from the device: the openings of the product, which must be
 * the current output, and the planned fault in it. Only a repair comes later. Notes a failure.
 * Errors: the device's, NOMEM; MISMATCH (the output is not the product). */
WM_MUST_CHECK wm_status wm_item_output_prepare_transcript(wm_item_run *run);

/* Frees the output with all that belongs to it. */
void wm_item_output_close(wm_item_run *run);

#endif
