/* What came of the planned faults of an audited record, from its plan and its findings alone. */
#ifndef WM_MODEL_PLANNED_FAULTS_H
#define WM_MODEL_PLANNED_FAULTS_H

#include "record/laws/planned_fault.h"

/* A planned fault. */
typedef struct wm_planned_faults_item {
    char label[WM_PLAN_LABEL_SIZE];
    size_t index; /* of its item in the plan */
    wm_planned_fault fault;
    wm_planned_fault_outcome outcome;
} wm_planned_faults_item;

/* Zero-initialised, empty. Ownership: wm_planned_faults_clear. */
typedef struct wm_planned_faults {
    wm_planned_faults_item *item; /* in the plan's order */
    size_t count;
} wm_planned_faults;

/* Takes the faults of a plan. A fault in every repeat that is missed leaves no finding, so it
 * counts as missed until a finding says otherwise. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_planned_faults_take(const wm_plan *plan, wm_planned_faults *faults);

/* Takes a finding: the name and the text of its claim. Other findings change nothing. */
void wm_planned_faults_note(wm_planned_faults *faults, const char *claim, const char *text);

/* The fault that a finding is about; NULL: none. After all findings were noted. */
const wm_planned_faults_item *wm_planned_faults_of(const wm_planned_faults *faults,
                                                   const char *claim, const char *text);

/* "caught", "missed" or "not judged"; NULL without a fault. */
const char *wm_planned_faults_word(wm_planned_fault_outcome outcome);

/* How many have an outcome. */
size_t wm_planned_faults_count(const wm_planned_faults *faults, wm_planned_fault_outcome outcome);

/* Frees the memory. */
void wm_planned_faults_clear(wm_planned_faults *faults);

#endif
