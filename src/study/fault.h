/* Faults made on purpose in a finished output, to see what the checks see. */
#ifndef WM_STUDY_FAULT_H
#define WM_STUDY_FAULT_H

#include "measure/schedule.h"
#include "workload/workload.h"

/* A fault that somebody asks for on the command line. */
typedef struct wm_fault {
    wm_fault_kind kind;
    bool has_place; /* else the middle of the output */
    uint64_t row, column;
    char label[WM_PLAN_LABEL_SIZE]; /* the item that gets it; empty: every item that can have it */
} wm_fault;

/* What a kind does, "" for NONE. */
const char *wm_fault_text(wm_fault_kind kind);

/* Reads KIND[:ROW[,COLUMN]][@LABEL]. Errors: ARG (err says what is wrong). */
WM_MUST_CHECK wm_status wm_fault_parse(const char *text, wm_fault *fault, wm_error *err);

/* Puts the fault into the plan: into the transcript of every item that is meant to get it, can have
 * it, and has none yet. A fault without a place begins in the middle of the output. Errors: ARG (no
 * item can have it, or the one that it names cannot, or its place is outside that one's output). */
WM_MUST_CHECK wm_status wm_fault_plan(const wm_fault *fault, wm_item *items, size_t count,
                                      wm_error *err);

/* Makes the item's planned fault in the workload's output. The operands are as before. Errors: the
 * device's, NOMEM. */
WM_MUST_CHECK wm_status wm_fault_make(wm_workload *workload, const char *nonce);

#endif
