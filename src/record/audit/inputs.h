/* The inputs of the functions of an item. Source: record.md section 4. */
#ifndef WM_RECORD_INPUTS_H
#define WM_RECORD_INPUTS_H

#include "record/audit/audit_state.h"

/* Input i of a function of an item. WM_AUDIT_STATE_NONE past the last, and if inputs are absent. */
uint32_t wm_inputs_at(const wm_audit_state_item *item, wm_function function, uint32_t i);

/* Whether a function of the item can be reduced now: the item has the function, and the inputs are
 * present. */
bool wm_inputs_are_there(const wm_audit_state_item *item, wm_function function);

/* The procedure whose observations a function reads first, all of them; NONE: it reads others. */
wm_procedure_name wm_inputs_procedure(const wm_audit_state_item *item, wm_function function);

#endif
