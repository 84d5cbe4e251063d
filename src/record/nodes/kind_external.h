/* An external observation: numbers that were measured outside the program, in a series. */
#ifndef WM_RECORD_KIND_EXTERNAL_H
#define WM_RECORD_KIND_EXTERNAL_H

#include "record/nodes/kind.h"

typedef struct wm_external_node {
    wm_edge environment, plan;
    double index;
    wm_text series;
    wm_values values;
} wm_external_node;

extern const wm_form wm_kind_external_form;
extern const wm_kind wm_kind_external;

#endif
