/* Checks of reduction nodes: the right inputs, and the value that they come to. */
#ifndef WM_RECORD_REDUCED_H
#define WM_RECORD_REDUCED_H

#include "record/audit_state.h"

/* Takes a reduction, recomputes it, and enters it in the state. entry has id, offset, size and line
 * already. False if something was refused, or on trouble. Source: record.md section 4. */
bool wm_reduced_take(wm_audit_state *state, const wm_json_value *node, wm_entry *entry);

/* Input number i of a function of an item, or WM_AUDIT_STATE_NONE past the last and where the
 * inputs are not there. */
uint32_t wm_reduced_input(const wm_audit_state_item *item, wm_function function, uint32_t i);

/* Whether a value (and the reason beside it) is a result. */
bool wm_reduced_is(const wm_json_value *value, const wm_result *result);

/* A result as words, for what was expected. */
const char *wm_reduced_words(const wm_result *result, char *out, size_t size);

/* A value as words, for what was found, cut to fit; NULL is told as null. */
const char *wm_reduced_found(const wm_json_value *value, char *out, size_t size);

#endif
