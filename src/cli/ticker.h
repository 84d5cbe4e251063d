/* Progress of a long task on stderr: one redrawn line on a terminal, a line every 30 s
 * elsewhere. */
#ifndef WM_CLI_TICKER_H
#define WM_CLI_TICKER_H

#include <stdbool.h>

#include <witnessmark.h>

typedef struct wm_ticker {
    bool is_quiet; /* nothing is shown */
    bool has_bar;  /* the line is redrawn */
    bool is_drawn; /* it is on the screen now */
    double last_s; /* time of the last line */
} wm_ticker;

/* Whether stderr is a terminal that can redraw a line: TERM is set, and not `dumb`. */
bool wm_ticker_can_redraw(void);

/* Starts. With is_quiet nothing is shown. */
void wm_ticker_open(wm_ticker *ticker, bool is_quiet);

/* Shows the words: at once on a terminal; elsewhere if the last line or the start is 30 s ago. */
void wm_ticker_tell(wm_ticker *ticker, const char *format, ...) WM_PRINTF(2, 3);

/* Prints the words as a line of their own, except on a terminal. */
void wm_ticker_line(wm_ticker *ticker, const char *format, ...) WM_PRINTF(2, 3);

/* Clears the redrawn line, before other output. */
void wm_ticker_close(wm_ticker *ticker);

#endif
