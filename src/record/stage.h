/* Checks of the stages of a transcript. */
#ifndef WM_RECORD_STAGE_H
#define WM_RECORD_STAGE_H

#include "record/audit_state.h"

/* Takes a stage, checks it, and enters it in the state. entry has id, offset, size and line
 * already. False if something was refused, or on trouble. Source: record.md section 3. */
bool wm_stage_take(wm_audit_state *state, const wm_json_value *node, wm_entry *entry);

/* Demands, before the first claim, of every item the whole transcript of the right repeat if and
 * only if it must have one. */
bool wm_stage_finish(wm_audit_state *state);

#endif
