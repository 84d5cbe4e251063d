/* Text as LaTeX sets it: no character of a text is a command. */
#ifndef WM_REPORT_LATEX_TEXT_H
#define WM_REPORT_LATEX_TEXT_H

#include "report/document/document.h"

#include <stdio.h>

/* Prints a text on one line. The braces that it prints are balanced, as BibTeX counts them. What
 * has no sign in the fonts of plain LaTeX is printed as its code, `(U+4E00)`. */
void wm_latex_text_print(const char *text, FILE *out);

/* The same of a number with its unit: a thin space between them. */
void wm_latex_text_quantity(const char *text, FILE *out);

/* Prints the pieces of a line, by what they are. */
void wm_latex_text_line(const wm_words *line, FILE *out);

/* Prints a comment on a line of its own. BibTeX begins an entry at any `@`, so it is left out. */
void wm_latex_text_comment(const char *text, FILE *out);

#endif
