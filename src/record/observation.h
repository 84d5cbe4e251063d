/* Checks of the observations that no plan item owns: environments, the plan, external numbers. */
#ifndef WM_RECORD_OBSERVATION_H
#define WM_RECORD_OBSERVATION_H

#include "record/audit_state.h"

/* Each takes a node of its kind, checks it, and enters it in the state. entry has id, offset, size
 * and line already. False if something was refused, or on trouble. Source: record.md section 3. */
bool wm_observation_environment(wm_audit_state *state, const wm_json_value *node, wm_entry *entry);
bool wm_observation_plan(wm_audit_state *state, const wm_json_value *node, wm_entry *entry);
bool wm_observation_external(wm_audit_state *state, const wm_json_value *node, wm_entry *entry);

/* Checks the edges that every observation of an item has, its environment, which is that of the
 * item's others, and the plan, and gives its item: NULL if the plan has none with that number,
 * which is for the caller to refuse. Rule: environment.same. */
bool wm_observation_of_item(wm_audit_state *state, const wm_matched *matched,
                            wm_audit_state_item **item);

/* The series with this name, or WM_AUDIT_STATE_NONE. */
uint32_t wm_observation_series(const wm_audit_state *state, const char *name);

/* The value of a field of an external observation, by entry: from what is kept, or read again.
 * *is_there tells whether it has the field; NaN is a null. False on trouble. */
bool wm_observation_value(wm_audit_state *state, uint32_t entry, const wm_json_value *field,
                          double *value, bool *is_there);

#endif
