/* An external observation: numbers that were measured outside the program, in a series. */
#ifndef WM_RECORD_KIND_EXTERNAL_H
#define WM_RECORD_KIND_EXTERNAL_H

#include "record/audit/kinds.h"

typedef struct wm_external_node {
    wm_edge environment, plan;
    double index;
    wm_text series;
    wm_values values;
} wm_external_node;

extern const wm_form wm_kind_external_form;
extern const wm_kind wm_kind_external;

/* The series with this name, or WM_AUDIT_STATE_NONE. */
uint32_t wm_kind_external_series(const struct wm_audit_state *state, const char *name);

/* The value of a field of an external observation, by entry: a kept value, or read again.
 * *is_there: it has the field. NaN: null. False on an error. */
bool wm_kind_external_value(struct wm_audit_state *state, uint32_t entry, wm_text field,
                            double *value, bool *is_there);

#endif
