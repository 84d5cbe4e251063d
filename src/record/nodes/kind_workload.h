/* A workload observation: one repeat of a plan item. */
#ifndef WM_RECORD_KIND_WORKLOAD_H
#define WM_RECORD_KIND_WORKLOAD_H

#include "record/nodes/objects.h"

typedef struct wm_workload_node {
    wm_edge environment, plan;
    double item, repeat;
    wm_text variant, workload;
    wm_shape shape;
    wm_text reason; /* failed: the cause; ok: for a null */
    /* The members below are present only if the repeat did not fail. */
    wm_text started_at, method;
    double seconds, iterations;
    wm_hex output_digest;
    double divergence, peak_resident_bytes; /* or null */
    wm_residual_node residual;
    wm_list flags; /* list of wm_text */
    wm_covariates_node covariates;
} wm_workload_node;

extern const wm_form wm_kind_workload_ok, wm_kind_workload_failed;
extern const wm_kind wm_kind_workload;

#endif
