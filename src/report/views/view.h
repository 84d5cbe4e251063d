/* What is shown of a record. */
#ifndef WM_REPORT_VIEW_H
#define WM_REPORT_VIEW_H

#include <stdbool.h>

typedef struct wm_view {
    bool all_transcripts; /* also list transcripts that are only an accept */
    bool is_verbose;      /* all tables */
    bool is_quiet;        /* the verdict alone */
    /* in commands to copy: the path of the evidence, and what comes before; NULL: the path that was
     * opened, and nothing */
    const char *evidence, *unpack;
} wm_view;

#endif
