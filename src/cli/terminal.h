/* The terminal: whether to use colour, and whether all output was written. */
#ifndef WM_CLI_TERMINAL_H
#define WM_CLI_TERMINAL_H

#include "cli/command.h"

/* Whether a value of --color means colour: `auto`, `always` or `never`; NULL means auto. auto means
 * colour on a terminal, unless NO_COLOR is not empty, or TERM is `dumb` or not set. */
bool wm_terminal_is_coloured(const char *when, FILE *out);

/* The width of lines on out, 60 to 1,000 columns: that of the terminal behind it, else the number
 * in COLUMNS, else 80. */
int wm_terminal_width(FILE *out);

/* Prints a line: on a terminal broken at its width, else whole. The caller has masked it. */
void wm_terminal_say(FILE *out, const char *words);

/* What out is, for a printer. */
wm_paper wm_terminal_paper(FILE *out, bool is_coloured);

/* Prints a document on stdout in the form that a call asks for, and clears it. Errors: those of a
 * printer. */
WM_MUST_CHECK wm_status wm_terminal_print(const wm_call *call, wm_document *document);

/* Flushes out. Returns whether everything was written; otherwise prints an error on stderr. */
bool wm_terminal_finish(FILE *out, const char *command);

#endif
