/* A revisit: chunks of an output at the places that a prior opened. */
#ifndef WM_RECORD_KIND_REVISIT_H
#define WM_RECORD_KIND_REVISIT_H

#include "record/nodes/objects.h"

typedef struct wm_revisit_node {
    wm_edge environment, plan;
    double item, prior; /* prior: from 1 */
    wm_edge product;
    wm_list openings; /* of wm_opening_node */
} wm_revisit_node;

extern const wm_form wm_kind_revisit_form;
extern const wm_kind wm_kind_revisit;

#endif
