/* What a document is printed on. */
#ifndef WM_REPORT_PAPER_H
#define WM_REPORT_PAPER_H

#include "report/document/document.h"

typedef struct wm_paper {
    unsigned width;   /* of a line; 0: 80 */
    bool is_coloured; /* it shows colours */
    bool is_terminal; /* mask lines of the evidence; break long commands */
    bool has_blocks;  /* it shows Unicode: blocks, lines of a tree */
} wm_paper;

/* The width of a line. */
size_t wm_paper_width(const wm_paper *paper);

/* The sequence that turns an emphasis on, or "" if there is none. */
const char *wm_paper_on(const wm_paper *paper, wm_emphasis emphasis);

/* The sequence that turns the emphasis off, or "". */
const char *wm_paper_off(const wm_paper *paper, wm_emphasis emphasis);

#endif
