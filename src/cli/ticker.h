/* How far something long is, on stderr: a line that is redrawn on a terminal, a line every 30 s
 * elsewhere. */
#ifndef WM_CLI_TICKER_H
#define WM_CLI_TICKER_H

#include <stdbool.h>

#include <witnessmark.h>

typedef struct wm_ticker {
    bool is_quiet; /* nothing is shown */
    bool has_bar;  /* the line is redrawn */
    bool is_drawn; /* and stands there */
    double last_s; /* when a line was last written */
} wm_ticker;

/* Whether stderr is a terminal that can redraw a line: TERM is set, and not `dumb`. */
bool wm_ticker_can_redraw(void);

/* Begins; with is_quiet nothing is ever shown. */
void wm_ticker_open(wm_ticker *ticker, bool is_quiet);

/* Shows the words now on such a terminal, else if 30 s have passed since the last line or the
 * beginning. */
void wm_ticker_tell(wm_ticker *ticker, const char *format, ...) WM_PRINTF(2, 3);

/* Clears the redrawn line, before other text goes out. */
void wm_ticker_close(wm_ticker *ticker);

#endif
