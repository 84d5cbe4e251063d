/* Checks of what was measured for a plan item: repeats and calibrations. */
#ifndef WM_RECORD_MEASURED_H
#define WM_RECORD_MEASURED_H

#include "record/audit_state.h"

/* Each takes a node of its kind, checks it, and enters it in the state. entry has id, offset, size
 * and line already. False if something was refused, or on trouble. Source: record.md section 3. */
bool wm_measured_workload(wm_audit_state *state, const wm_json_value *node, wm_entry *entry);
bool wm_measured_calibration(wm_audit_state *state, const wm_json_value *node, wm_entry *entry);

/* Reads a residual object of an item. False if something was refused. */
bool wm_measured_residual(wm_audit_state *state, const wm_item *item, const wm_json_value *value,
                          wm_observed_residual *residual);

/* Whether a node has a `status` of "failed"; a word that is neither that nor "ok" is refused
 * (schema.word). */
bool wm_measured_status(wm_audit_state *state, const wm_json_value *node, bool *is_failed);

/* Demands, before the first claim, that every item has all its repeats, and its calibration if and
 * only if it must. */
bool wm_measured_finish(wm_audit_state *state);

#endif
