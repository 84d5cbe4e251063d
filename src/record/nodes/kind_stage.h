/* A stage: one step of the transcript of an item. */
#ifndef WM_RECORD_KIND_STAGE_H
#define WM_RECORD_KIND_STAGE_H

#include "record/audit/element.h"
#include "record/nodes/kind_workload.h"
#include "record/audit/opening.h"

typedef struct wm_stage_node {
    wm_edge environment, plan;
    double item, index;
    wm_edge previous;          /* optional; absent in the first stage */
    wm_hex output_digest;      /* all but decide */
    wm_edge product;           /* acquire */
    wm_text fault;             /* inject: kind of the fault */
    double row, column;        /* inject: where the fault begins */
    wm_residual_node residual; /* witness */
    wm_edge calibration;       /* witness of an item with a calibration */
    wm_element_node element;   /* witness, optional */
    wm_list openings;          /* witness: list of wm_opening_node */
    wm_text decision;          /* decide */
    wm_text method;            /* repair */
} wm_stage_node;

extern const wm_form wm_kind_stage_acquire, wm_kind_stage_inject, wm_kind_stage_witness,
    wm_kind_stage_witness_calibrated, wm_kind_stage_decide, wm_kind_stage_repair;
extern const wm_kind wm_kind_stage;

/* Demands, before the first claim, a complete transcript of the right repeat for every item that
 * needs one, and no other. */
bool wm_kind_stage_finish(struct wm_audit_state *state);

#endif
