/* The commands that `wrap` compares. */
#ifndef WM_CLI_WRAP_COMMANDS_H
#define WM_CLI_WRAP_COMMANDS_H

#include "cli/command.h"
#include "model/wrapped_name.h"

/* Ownership: wm_wrap_commands_clear. */
typedef struct wm_wrap_commands {
    size_t count;
    const char **words[WM_WRAPPED_COMMANDS]; /* of each; ends with NULL */
    size_t word_count[WM_WRAPPED_COMMANDS];
    char *text; /* of words that a value was put into */
} wm_wrap_commands;

/* Parts the words of a command line at `--vs`, or makes a command of them for each value of `scan`
 * (`NAME=A,B`; NULL: none). Returns WM_EXIT_YES, or prints an error and returns WM_EXIT_TROUBLE. */
int wm_wrap_commands_read(const wm_call *call, const char *const *words, size_t count,
                          const char *scan, wm_wrap_commands *commands);

void wm_wrap_commands_clear(wm_wrap_commands *commands);

#endif
