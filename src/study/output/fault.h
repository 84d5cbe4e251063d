/* Injected faults: known errors in a finished output, which show what the checks detect. */
#ifndef WM_STUDY_FAULT_H
#define WM_STUDY_FAULT_H

#include "measure/schedule.h"
#include "workload/workload.h"

/* A fault from the command line. */
typedef struct wm_fault {
    wm_fault_kind kind;
    bool has_place; /* false: the fault is in the middle of the output */
    uint64_t row, column;
    char label[WM_PLAN_LABEL_SIZE]; /* gets the fault; empty: every item that can have it */
} wm_fault;

/* What the fault changes; "" for NONE. */
const char *wm_fault_text(wm_fault_kind kind);

/* Reads KIND[:ROW[,COLUMN]][@LABEL]. Errors: ARG (err says what is wrong). */
WM_MUST_CHECK wm_status wm_fault_parse(const char *text, wm_fault *fault, wm_error *err);

/* Adds the fault to the plan: to the transcript of every selected item that can have it and has no
 * fault yet. A fault without a place begins in the middle of the output. Errors: ARG (no item can
 * have it; the named item cannot; the place is outside that item's output). */
WM_MUST_CHECK wm_status wm_fault_plan(const wm_fault *fault, wm_item *items, size_t count,
                                      wm_error *err);

/* Makes the item's planned fault in the workload's output and leaves the operands unchanged.
 * Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_fault_make(wm_workload *workload, const char *nonce);

#endif
