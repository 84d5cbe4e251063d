/* A session: one start of the run, the first or a resumption. */
#ifndef WM_RECORD_KIND_SESSION_H
#define WM_RECORD_KIND_SESSION_H

#include "record/nodes/kind.h"

typedef struct wm_session_node {
    wm_edge environment;
    double index;
    wm_edge plan;
    wm_text started_at;
} wm_session_node;

extern const wm_form wm_kind_session_form;
extern const wm_kind wm_kind_session;

#endif
