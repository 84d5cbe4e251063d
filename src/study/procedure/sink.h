/* A sink takes each observation as soon as it is made. */
#ifndef WM_STUDY_SINK_H
#define WM_STUDY_SINK_H

#include "record/build/graph.h"
#include "record/nodes/kind.h"

/* `append` keeps one line and returns its id (id may be null). `graph` has all lines. */
typedef struct wm_sink {
    void *context;
    wm_status (*append)(void *context, const char *json, size_t size, char id[WM_ID_SIZE],
                        wm_error *err);
    const wm_graph *graph;
    const char *environment; /* id */
    const char *plan;        /* id */
} wm_sink;

/* Writes a node and appends it; id may be null. Errors: those of wm_kind_write and of append. */
WM_MUST_CHECK wm_status wm_sink_write(const wm_sink *sink, const wm_form *form, const void *node,
                                      char id[WM_ID_SIZE], wm_error *err);

#endif
