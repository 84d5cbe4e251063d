/* Decides on colour, and checks that all output was written. */
#include "cli/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_plain_terminal(void)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return (no_color != NULL && no_color[0] != '\0') || term == NULL || strcmp(term, "dumb") == 0;
}

bool wm_terminal_colour(const char *when, FILE *out, bool *is_coloured)
{
    if (when == NULL || strcmp(when, "auto") == 0)
        *is_coloured = isatty(fileno(out)) == 1 && !is_plain_terminal();
    else if (strcmp(when, "always") == 0 || strcmp(when, "never") == 0)
        *is_coloured = when[0] == 'a';
    else
        return false;
    return true;
}

bool wm_terminal_finish(FILE *out, const char *command)
{
    if (fflush(out) == 0 && !ferror(out))
        return true;
    fprintf(stderr, "witnessmark %s: cannot write the output: %s\n", command, strerror(errno));
    return false;
}
