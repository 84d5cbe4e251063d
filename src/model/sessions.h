/* The starts of a record's run, and what the producer warned of before each. */
#ifndef WM_MODEL_SESSIONS_H
#define WM_MODEL_SESSIONS_H

#include "record/nodes/contents.h"

/* A warning before a start. */
typedef struct wm_sessions_warning {
    size_t session; /* 0: the first start; else the number of the resumption */
    char *text;     /* masked */
} wm_sessions_warning;

/* All starts of a record. Zero-initialise it. Ownership: wm_sessions_clear. */
typedef struct wm_sessions {
    size_t count;
    size_t unwatched; /* starts before which the producer did not look */
    wm_sessions_warning *warning;
    size_t warning_count, warning_capacity;
} wm_sessions;

/* Takes the next session of a record. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_sessions_take(wm_sessions *sessions, const wm_session_node *node);

void wm_sessions_clear(wm_sessions *sessions);

#endif
