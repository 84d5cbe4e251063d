/* A profile observation: the latencies of a device's units. */
#ifndef WM_RECORD_KIND_PROFILE_H
#define WM_RECORD_KIND_PROFILE_H

#include "record/audit/timed.h"

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

/* Demands, before a reduction of them, that an item has all its profile observations. Rule:
 * profile.complete. False if it was refused. */
bool wm_kind_profile_is_whole(struct wm_audit_state *state, const struct wm_audit_state_item *item);

/* Demands, before the first claim, that every item has all its profile observations. */
bool wm_kind_profile_finish(struct wm_audit_state *state);

#endif
