/* A stage: one step of the transcript of an item. */
#ifndef WM_RECORD_KIND_STAGE_H
#define WM_RECORD_KIND_STAGE_H

#include "record/laws/observed.h"
#include "record/nodes/objects.h"

/* The name of a stage. */
typedef enum wm_stage_name {
#define WM_STAGE_ENUM(id, name, after) WM_STAGE_##id,
    WM_STAGE_LIST(WM_STAGE_ENUM)
#undef WM_STAGE_ENUM
        WM_STAGE_NAMES
} wm_stage_name;

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

/* The decision with this word, or NONE. */
wm_decision wm_kind_stage_decision(wm_text word);

/* The stage of a form. */
wm_stage_name wm_kind_stage_name(const wm_form *form);

#endif
