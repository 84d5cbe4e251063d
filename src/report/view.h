/* Options of how a view of a record is printed. */
#ifndef WM_REPORT_VIEW_H
#define WM_REPORT_VIEW_H

#include "report/table.h"

typedef struct wm_view {
    wm_table_form form;
    bool is_coloured;
    bool is_terminal;     /* mask lines of the evidence */
    unsigned columns;     /* of the terminal; 0: none */
    bool has_blocks;      /* the terminal shows U+2588 */
    bool all_transcripts; /* also list transcripts that are only an accept */
} wm_view;

#endif
