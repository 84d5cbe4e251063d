/* The terminal: whether to use colour, and whether all output was written. */
#ifndef WM_CLI_TERMINAL_H
#define WM_CLI_TERMINAL_H

#include "report/print/printers.h"

#include <stdbool.h>
#include <stdio.h>

/* Reads a value of --color: `auto`, `always` or `never`; NULL means auto. auto means colour on a
 * terminal, unless NO_COLOR is not empty, or TERM is `dumb` or not set. Returns false for any other
 * value. */
bool wm_terminal_colour(const char *when, FILE *out, bool *is_coloured);

/* The width of the terminal behind out; 0 if out is no terminal or does not say. */
unsigned wm_terminal_columns(FILE *out);

/* The width of lines on out, 60 to 1,000 columns: that of the terminal behind it, else the number
 * in COLUMNS, else 80. */
int wm_terminal_width(FILE *out);

/* The width at which lines on out are broken: as above on a terminal, INT_MAX (they are whole) for
 * a file or a program. */
int wm_terminal_break(FILE *out);

/* Whether the locale of the environment has UTF-8. False for a terminal without abilities. */
bool wm_terminal_is_utf8(FILE *out);

/* Prints a line: on a terminal broken at its width, else whole. The caller has masked it. */
void wm_terminal_say(FILE *out, const char *words);

/* What out is, for a printer. */
wm_paper wm_terminal_paper(FILE *out, bool is_coloured);

/* Prints a document on stdout, for programs (one JSON object) or for people, and clears it. Errors:
 * those of a printer. */
WM_MUST_CHECK wm_status wm_terminal_print(wm_document *document, bool as_json, bool is_coloured);

/* Flushes out. Returns whether everything was written; otherwise prints an error on stderr. */
bool wm_terminal_finish(FILE *out, const char *command);

#endif
