/* How a view of a record is printed. */
#ifndef WM_REPORT_VIEW_H
#define WM_REPORT_VIEW_H

#include "report/table.h"

typedef struct wm_view {
    wm_table_form form;
    bool is_coloured;
    bool is_terminal;     /* lines of the evidence are masked */
    bool all_transcripts; /* also those that are plain accepts */
} wm_view;

#endif
