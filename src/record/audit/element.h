/* The check of an element of a product that the witness found wrong. */
#ifndef WM_RECORD_ELEMENT_H
#define WM_RECORD_ELEMENT_H

#include "record/audit/audit_state.h"
#include "record/nodes/objects.h"

/* What an element is checked against. */
typedef struct wm_element_place {
    const wm_item *item;
    const wm_observed_residual *residual; /* of the witness stage */
    const wm_limits *limits;
    const wm_list *openings; /* of the stage, checked */
} wm_element_place;

/* Checks an element. Rules: element.wanted, .place, .form, .equal, .opened. False if something was
 * refused. Source: record.md section 3, stage. */
bool wm_element_check(wm_audit_state *state, const wm_element_node *node,
                      const wm_element_place *place);

#endif
