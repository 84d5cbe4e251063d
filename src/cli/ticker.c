/* Prints the progress of a long task on stderr. */
#include "cli/ticker.h"

#include "base/clock.h"
#include "cli/terminal.h"
#include "report/print/prose.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double LINE_EVERY_S = 30;

bool wm_ticker_can_redraw(void)
{
    const char *term = getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && term != NULL && strcmp(term, "dumb") != 0;
}

void wm_ticker_open(wm_ticker *ticker, bool is_quiet)
{
    *ticker = (wm_ticker){
        .is_quiet = is_quiet, .has_bar = wm_ticker_can_redraw(), .last_s = wm_clock_s()};
}

void wm_ticker_tell(wm_ticker *ticker, const char *format, ...)
{
    char line[1024];
    size_t next;
    va_list arguments;
    if (ticker->is_quiet || (!ticker->has_bar && wm_clock_s() < ticker->last_s + LINE_EVERY_S))
        return;
    ticker->last_s = wm_clock_s();
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (ticker->has_bar) { /* a line that is drawn again is cut, since it must not wrap */
        const size_t size = wm_prose_fit(line, (size_t)wm_terminal_width(stderr) - 1, &next);
        fprintf(stderr, "\r\033[K%.*s", (int)size, line);
    } else {
        fprintf(stderr, "%s\n", line);
    }
    ticker->is_drawn = ticker->has_bar;
}

void wm_ticker_line(wm_ticker *ticker, const char *format, ...)
{
    va_list arguments;
    if (ticker->is_quiet || ticker->has_bar)
        return;
    ticker->last_s = wm_clock_s();
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

void wm_ticker_close(wm_ticker *ticker)
{
    if (ticker->is_drawn)
        fputs("\r\033[K", stderr);
    ticker->is_drawn = false;
}
