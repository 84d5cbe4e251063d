/* What came of a planned fault, as claims of its item say. Source: record.md section 8, findings.
 */
#ifndef WM_RECORD_PLANNED_FAULT_H
#define WM_RECORD_PLANNED_FAULT_H

#include "record/laws/plan.h"

/* The outcome of a planned fault. */
typedef enum wm_planned_fault_outcome {
    WM_PLANNED_FAULTS_NONE,   /* no fault was planned, or the item could not run */
    WM_PLANNED_FAULTS_CAUGHT, /* the faulty output was rejected */
    WM_PLANNED_FAULTS_MISSED,
    WM_PLANNED_FAULTS_NOT_JUDGED /* the check was undecided, or the item could not run */
} wm_planned_fault_outcome;

/* Whether a quantity of the item is about the faulty output: `transcript`, and `verified` for a
 * fault in every repeat. */
bool wm_planned_fault_is_about(const wm_planned_fault *fault, const char *quantity);

/* The outcome of a fault, from the text of a claim of its item; NONE if the quantity does not judge
 * it. `verified` judges a fault in every repeat, `transcript` any other. */
wm_planned_fault_outcome wm_planned_fault_judge(const wm_planned_fault *fault, const char *quantity,
                                                const char *text);

#endif
