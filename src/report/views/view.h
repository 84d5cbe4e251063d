/* Options of how a view of a record is printed, and its lines of words. */
#ifndef WM_REPORT_VIEW_H
#define WM_REPORT_VIEW_H

#include "report/print/table.h"

typedef struct wm_view {
    wm_table_form form;
    bool is_coloured;
    bool is_terminal;     /* mask lines of the evidence; break long commands */
    unsigned columns;     /* width of a line; 0: 80 */
    bool has_blocks;      /* the output shows U+2581 to U+2588 */
    bool all_transcripts; /* also list transcripts that are only an accept */
    bool is_verbose;      /* all tables */
    bool is_quiet;        /* the verdict alone */
    /* in commands to copy: the path of the evidence, and what comes before; NULL: the path that was
     * opened, and nothing */
    const char *evidence, *unpack;
} wm_view;

/* The width of its lines. Markdown has no limit. */
int wm_view_width(const wm_view *view);

/* Prints a line of at most 4,095 bytes, broken at the width with a hanging indent of two columns;
 * an item of a list in Markdown. The caller has masked it, and escaped it for Markdown. */
void wm_view_say(const wm_view *view, FILE *out, const char *format, ...) WM_PRINTF(3, 4);

/* Prints a command behind `lead`. On a terminal a long one continues on the next line behind a
 * backslash, as a shell reads it. Its words are those of wm_style_shell_word. */
void wm_view_command(const wm_view *view, FILE *out, const char *lead, const char *command);

#endif
