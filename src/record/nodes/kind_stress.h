/* A stress observation: one segment of an item's point of operation. */
#ifndef WM_RECORD_KIND_STRESS_H
#define WM_RECORD_KIND_STRESS_H

#include "record/nodes/objects.h"

typedef struct wm_stress_node {
    wm_edge environment, plan;
    double item, index;
    wm_text reason; /* failed: the cause */
    /* The members below are present only if the segment did not fail. */
    wm_text started_at;
    double seconds, products, errors;
    wm_residual_node residual;                /* without products: absent */
    double period_s, duty, memory_free_bytes; /* NaN: absent */
    wm_list flags;                            /* list of wm_text */
    wm_covariates_node covariates;
} wm_stress_node;

extern const wm_form wm_kind_stress_ok, wm_kind_stress_failed;
extern const wm_kind wm_kind_stress;

#endif
