/* A profile observation: the latencies of a device's units. */
#ifndef WM_RECORD_KIND_PROFILE_H
#define WM_RECORD_KIND_PROFILE_H

#include "record/nodes/objects.h"

typedef struct wm_profile_node {
    wm_edge environment, plan;
    double item, repeat;
    wm_text reason; /* failed: the cause */
    /* The members below are present only if the repeat did not fail. */
    wm_text started_at;
    double seconds, allocation;
    wm_list latencies; /* list of numbers */
    wm_list flags;     /* list of wm_text */
    wm_covariates_node covariates;
} wm_profile_node;

extern const wm_form wm_kind_profile_ok, wm_kind_profile_failed;
extern const wm_kind wm_kind_profile;

#endif
