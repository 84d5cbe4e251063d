/* The series of external observations that an audit has read. */
#ifndef WM_RECORD_SERIES_H
#define WM_RECORD_SERIES_H

#include "record/audit/audit_state.h"

/* The series with this name, or WM_AUDIT_STATE_NONE. */
uint32_t wm_series_find(const wm_audit_state *state, const char *name);

/* The same; makes it if needed. NONE, with the error stored, when out of memory. */
uint32_t wm_series_of(wm_audit_state *state, wm_text name);

/* Keeps the values of an observation; first is the first member of `values`. False, with the error
 * stored, when out of memory. */
bool wm_series_keep(wm_audit_state *state, uint32_t index, const wm_json_value *first);

/* The name of a value to look for, and its hash. */
typedef struct wm_series_field {
    wm_text name;
    uint8_t hash[WM_SHA256_SIZE];
} wm_series_field;

/* Makes it; the bytes of the name stay the caller's. */
wm_series_field wm_series_field_of(wm_text name);

/* The value of a field of an external observation, by entry: a kept value, or read again.
 * *is_there: it has the field. NaN: null. False on an error. */
bool wm_series_value(wm_audit_state *state, uint32_t entry, const wm_series_field *field,
                     double *value, bool *is_there);

#endif
