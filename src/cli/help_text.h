/* Prints help texts. */
#ifndef WM_CLI_HELP_TEXT_H
#define WM_CLI_HELP_TEXT_H

#include "cli/command.h"

#include <stdio.h>

/* Prints a text in lines of at most `width` columns, 80 at most. A line that is longer is broken;
 * behind the gap after an option or an exit status the words keep their column. */
void wm_help_text_print(const char *text, int width, FILE *out);

/* Prints the help of a command. */
void wm_help_text_command(const wm_command *command, int width, FILE *out);

#endif
