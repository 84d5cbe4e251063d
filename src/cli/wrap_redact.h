/* What a record of `wrap` hides, and what it should. */
#ifndef WM_CLI_WRAP_REDACT_H
#define WM_CLI_WRAP_REDACT_H

#include "cli/wrap_commands.h"
#include "study/foreign/wrap.h"

enum { WM_WRAP_REDACT_MOST = 256, WM_WRAP_REDACT_SIZE = 4096 };

/* What --redact says. Ownership: free(hidden). */
typedef struct wm_wrap_redact {
    const char *given[WM_WRAP_REDACT_MOST]; /* values of the option */
    size_t given_count;
    bool *hidden; /* for each argument */
    bool hides_path;
    wm_named named; /* facts of --fact; wm_wrap_redact_read says which are hidden */
    char words[WM_WRAP_REDACT_SIZE]; /* all values, with commas; empty: none */
} wm_wrap_redact;

/* Reads the values for a command of `count` words. Sets in `wrap` which of its texts for the shell
 * are hidden. Returns WM_EXIT_YES, or prints an error and returns WM_EXIT_TROUBLE. */
int wm_wrap_redact_read(const wm_call *call, size_t count, wm_wrap *wrap, wm_wrap_redact *redact);

/* Warns of what will be in the record and looks like a secret: the words of the commands, texts for
 * the shell, variables. */
void wm_wrap_redact_warn(wm_wrap *wrap, const wm_wrap_commands *commands);

#endif
