/* Prints help texts. */
#ifndef WM_CLI_HELP_TEXT_H
#define WM_CLI_HELP_TEXT_H

#include <stdio.h>

/* Prints a help text in lines of at most `width` columns, 80 at most. A line that is longer is
 * broken, together with the lines below it that go on with it; what an option does keeps its
 * indentation. */
void wm_help_text_print(const char *text, int width, FILE *out);

#endif
