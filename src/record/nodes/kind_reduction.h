/* A reduction: a value computed from observations by a function of the tables. */
#ifndef WM_RECORD_KIND_REDUCTION_H
#define WM_RECORD_KIND_REDUCTION_H

#include "record/laws/result.h"
#include "record/nodes/kind.h"

typedef struct wm_reduction_node {
    wm_text field; /* over a series: the field of its observations */
    wm_text function;
    wm_list inputs;     /* list of ids */
    double prior, item; /* of a link or a prior; prior from 1 */
    wm_text reason;
    wm_value value; /* or null */
} wm_reduction_node;

extern const wm_form wm_kind_reduction_item, wm_kind_reduction_record, wm_kind_reduction_change,
    wm_kind_reduction_link, wm_kind_reduction_prior, wm_kind_reduction_series;
extern const wm_kind wm_kind_reduction;

/* The form of reductions with a function. */
const wm_form *wm_kind_reduction_form(wm_function function);

/* Whether a value equals a result. */
bool wm_kind_reduction_is(const wm_value *value, const wm_result *result);

/* The value of a result, to write, and its reason, if any. */
wm_value wm_kind_reduction_value(const wm_result *result);
wm_text wm_kind_reduction_reason(const wm_result *result);

#endif
