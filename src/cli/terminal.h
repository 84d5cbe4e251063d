/* What the program asks of its terminal: colour, and whether all output arrived. */
#ifndef WM_CLI_TERMINAL_H
#define WM_CLI_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Decides on colour: when is `auto`, `always` or `never`; NULL means auto. With auto there is
 * colour on a terminal, unless NO_COLOR is set and not empty or TERM is `dumb` or not set. False if
 * `when` is none of these. */
bool wm_terminal_colour(const char *when, FILE *out, bool *is_coloured);

/* Flushes out and answers whether everything written to it arrived; says on stderr if not. */
bool wm_terminal_finish(FILE *out, const char *command);

#endif
